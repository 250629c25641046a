"""Cross-validation grouped by site: how good the model is on sites that it has not seen."""

from __future__ import annotations

import zlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from thresher.algorithms.auto.decision import Decision, decide
from thresher.algorithms.auto.hints import KINDS, OVERVIEWS
from thresher.algorithms.auto.network import Network, block_weights
from thresher.page.columns import Bools, Floats
from thresher.training.examples import Example
from thresher.training.fit import Recipe, fit
from thresher.training.lessons import Tables, features

FOLDS = 5


@dataclass(frozen=True, eq=False)
class Verdict:
    """What a model that has not seen a page's site makes of the page."""

    page: Example
    decision: Decision
    kinds: Floats  #: probability of each kind
    f1: float | None  #: word F1, where the gold is known


def fold_of(page: Example) -> int:
    """The fold of a page, the same for all pages of a site.

    It is a checksum, so that it depends neither on the order nor on the number of pages.
    """
    return zlib.crc32(page.site.encode()) % FOLDS


def cross_validate(
    pages: Sequence[Example], recipe: Recipe, networks: int, say: Callable[[str], None] = lambda _: None
) -> Iterator[Verdict]:
    """A verdict on every page by networks that were taught without its site."""
    for fold in range(FOLDS):
        tables, taught = teach([page for page in pages if fold_of(page) != fold], recipe, networks)
        verdicts = [judge(page, tables, taught) for page in pages if fold_of(page) == fold]
        known = [verdict.f1 for verdict in verdicts if verdict.f1 is not None]
        say(f"fold {fold + 1} of {FOLDS}: word F1 {np.mean(known):.4f} on {len(known)} pages")
        yield from verdicts


def teach(pages: Sequence[Example], recipe: Recipe, networks: int) -> tuple[Tables, tuple[Network, ...]]:
    """Tables and networks taught by these pages."""
    tables = Tables.learn(pages)
    lessons = [tables.lesson(page) for page in pages]
    return tables, tuple(fit(lessons, replace(recipe, seed=recipe.seed + number)) for number in range(networks))


def judge(page: Example, tables: Tables, networks: Sequence[Network]) -> Verdict:
    """What networks make of a page that they were not taught."""
    matrix, weight = features(page, tables.names), block_weights(page.words)
    found = tables.kinds.values(page.hints).astype(np.float32)
    answers = [network.forward(matrix, weight, found) for network in networks]
    odds = np.stack([odds for odds, _ in answers]).mean(axis=0, dtype=np.float64)
    kinds = np.stack([kinds for _, kinds in answers]).mean(axis=0, dtype=np.float64)
    kinds = np.exp(kinds - kinds.max())
    kinds /= kinds.sum()
    decision = decide(odds, kinds, page.words, page.shape)
    return Verdict(page, decision, kinds, None if page.gold_words is None else word_f1(page, decision.chosen))


def word_f1(page: Example, chosen: Bools) -> float:
    """Word F1 (WCXB's) of the chosen blocks."""
    answer: Counter[str] = Counter()
    for block in np.flatnonzero(chosen).tolist():
        answer.update(page.bags[block])
    gold = page.gold_words or Counter()
    if not answer or not gold:
        return float(not answer and not gold)
    both = sum(min(count, gold[word]) for word, count in answer.items())
    return 2 * both / (answer.total() + gold.total())


def by_group(verdicts: Sequence[Verdict]) -> Mapping[str, tuple[float, int]]:
    """Mean word F1 and number of pages of each set, kind and language."""
    groups: defaultdict[str, list[float]] = defaultdict(list)
    for verdict in verdicts:
        if verdict.f1 is not None:
            page = verdict.page
            for name in (page.set_name, f"{page.set_name}/{page.kind}", f"language/{page.language}"):
                groups[name].append(verdict.f1)
    return {name: (float(np.mean(values)), len(values)) for name, values in sorted(groups.items())}


def kind_accuracy(verdicts: Sequence[Verdict]) -> float:
    """Share of pages of known kind whose likeliest kind is right."""
    known = [verdict for verdict in verdicts if verdict.page.kind is not None]
    return float(np.mean([KINDS[int(np.argmax(verdict.kinds))] == verdict.page.kind for verdict in known]))


def overview_auc(verdicts: Sequence[Verdict]) -> float:
    """Chance that an overview page is rated more of an overview than another page."""
    places = [KINDS.index(kind) for kind in OVERVIEWS]
    known = [verdict for verdict in verdicts if verdict.page.kind is not None]
    score = np.array([verdict.kinds[places].sum() for verdict in known])
    is_overview = np.array([verdict.page.kind in OVERVIEWS for verdict in known])
    order = np.argsort(score, kind="stable")
    rank = np.empty(len(score))
    rank[order] = np.arange(1, len(score) + 1)
    yes, no = int(is_overview.sum()), int((~is_overview).sum())
    return float((rank[is_overview].sum() - yes * (yes + 1) / 2) / max(yes * no, 1))
