"""Cross-validation grouped by site: how good the model is on sites that it has not seen."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from thresher.algorithms.auto.decision import Decision, prospects
from thresher.algorithms.auto.page_kinds import KINDS, OVERVIEWS
from thresher.algorithms.auto.story import decide_apart, has_advertisements, has_comments
from thresher.page.columns import Bools, Floats
from thresher.training.examples import Example
from thresher.training.folds import FOLDS, fold_of
from thresher.training.teaching import Recipe, Taught, teach


@dataclass(frozen=True, eq=False)
class Verdict:
    """What a model that has not seen a page's site makes of the page."""

    page: Example
    decision: Decision
    kinds: Floats  #: probability of each kind
    f1: float | None  #: word F1, where the gold is known

    @property
    def prospects(self) -> Floats:
        """What tells how good the decision is."""
        return prospects(self.decision, self.kinds, self.page.words)


def cross_validate(
    pages: Sequence[Example], made: Sequence[Example], recipe: Recipe, say: Callable[[str], None] = lambda _: None
) -> Iterator[Verdict]:
    """A verdict on every page by a model that was taught without its site; pages that are *made* only teach."""
    for fold in range(FOLDS):
        asked = [page for page in pages if fold_of(page) == fold]
        if not asked:
            continue
        taught = teach([page for page in (*pages, *made) if fold_of(page) != fold], recipe)
        verdicts = [judge(page, taught) for page in asked]
        say(f"fold {fold + 1} of {FOLDS}: word F1 {mean_f1(verdicts):.4f} on {len(verdicts)} pages")
        yield from verdicts


def judge(page: Example, taught: Taught) -> Verdict:
    """What a model makes of a page that it was not taught."""
    odds, kinds = taught.scores(page)
    decision = decide_apart(
        odds,
        kinds,
        page,
        bystanders=page.bystanders | (page.advertisements & has_advertisements(kinds)),
        comments=page.comments & has_comments(kinds, page.address),
    )
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


def mean_f1(verdicts: Sequence[Verdict]) -> float:
    """Mean word F1 of the pages whose gold is known; 0 where there are none."""
    known = [verdict.f1 for verdict in verdicts if verdict.f1 is not None]
    return float(np.mean(known)) if known else 0.0


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
    return auc(score, np.array([verdict.page.kind in OVERVIEWS for verdict in known]))


def auc(score: Floats, positive: Bools) -> float:
    """Chance that one of the *positive* has a greater score than one of the others.

    >>> auc(np.array([0.1, 0.4, 0.3]), np.array([False, True, True]))
    1.0
    """
    yes, no = int(positive.sum()), int((~positive).sum())
    return float((ranks(score)[positive].sum() - yes * (yes - 1) / 2) / max(yes * no, 1))


def ranks(score: Floats) -> Floats:
    """The place of each score in ascending order, from 0."""
    rank = np.empty(len(score))
    rank[np.argsort(score, kind="stable")] = np.arange(len(score))
    return rank
