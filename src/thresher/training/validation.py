"""Cross-validation grouped by site: the quality of the model on sites that it has not seen."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context

import numpy as np

from thresher.algorithms.auto.cases import decide_cases
from thresher.algorithms.auto.decision import Decision, prospects
from thresher.algorithms.auto.kinds import weighed
from thresher.algorithms.auto.page_kinds import KINDS, OVERVIEWS
from thresher.algorithms.auto.story import decide_apart, has_advertisements, has_comments
from thresher.page.columns import Bools, Floats
from thresher.training.examples import Example
from thresher.training.folds import FOLDS, fold_of
from thresher.training.teaching import Recipe, Taught, teach


@dataclass(frozen=True, eq=False)
class Verdict:
    """The decision about a page by a model that has not seen its site."""

    page: Example
    decision: Decision
    kinds: Floats  #: probability of each kind
    f1: float | None  #: word F1, if there is gold text

    @property
    def prospects(self) -> Floats:
        """Features from which the quality of the decision is estimated."""
        return prospects(self.decision, self.kinds, self.page.words)


@dataclass(frozen=True, eq=False)
class CrossValidation:
    """Pages to be judged by models trained without their sites; *made* pages are only used for training."""

    pages: Sequence[Example]
    made: Sequence[Example]
    recipe: Recipe

    def verdicts(self, workers: int = 1, say: Callable[[str], None] = lambda _: None) -> Iterator[Verdict]:
        """A verdict on every page, computed by up to *workers* processes."""
        for fold, verdicts in enumerate(self._folds(workers)):
            if verdicts:
                say(f"fold {fold + 1} of {FOLDS}: word F1 {mean_f1(verdicts):.4f} on {len(verdicts)} pages")
            yield from verdicts

    def of_fold(self, fold: int) -> list[Verdict]:
        """Verdicts on the pages of one fold, by a model trained on all others."""
        asked = [page for page in self.pages if fold_of(page) == fold]
        if not asked:
            return []
        taught = teach([page for page in (*self.pages, *self.made) if fold_of(page) != fold], self.recipe)
        return [judge(page, taught) for page in asked]

    def _folds(self, workers: int) -> Iterator[list[Verdict]]:
        """Verdicts on each fold in turn."""
        if workers == 1:
            yield from map(self.of_fold, range(FOLDS))
            return
        # The pages are sent once to each process, not with each task.
        with ProcessPoolExecutor(workers, get_context("spawn"), _begin, (self,)) as pool:
            yield from pool.map(_of_fold, range(FOLDS))


#: The cross-validation that a worker process is working on.
_at_work: list[CrossValidation] = []


def _begin(validation: CrossValidation) -> None:
    _at_work.append(validation)


def _of_fold(fold: int) -> list[Verdict]:
    return _at_work[0].of_fold(fold)


def judge(page: Example, taught: Taught) -> Verdict:
    """The verdict of a model on a page that it was not trained on."""
    scores = taught.scores(page)
    counted = weighed(scores.kinds)
    decide = partial(
        decide_apart,
        page=page,
        bystanders=page.bystanders | (page.advertisements & has_advertisements(counted)),
        comments=page.comments & has_comments(counted, page.address),
    )
    decision = decide_cases(scores.cases, page.words, decide)
    return Verdict(page, decision, scores.kinds, None if page.gold_words is None else word_f1(page, decision.chosen))


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
    """Mean word F1 of the pages with gold text; 0 if there are none."""
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
    """Share of pages of known kind for which the most likely kind is right."""
    known = [verdict for verdict in verdicts if verdict.page.kind is not None]
    return float(np.mean([KINDS[int(np.argmax(verdict.kinds))] == verdict.page.kind for verdict in known]))


def overview_auc(verdicts: Sequence[Verdict]) -> float:
    """Probability that an overview page gets a higher overview score than another page."""
    places = [KINDS.index(kind) for kind in OVERVIEWS]
    known = [verdict for verdict in verdicts if verdict.page.kind is not None]
    score = np.array([verdict.kinds[places].sum() for verdict in known])
    return auc(score, np.array([verdict.page.kind in OVERVIEWS for verdict in known]))


def auc(score: Floats, positive: Bools) -> float:
    """Probability that a *positive* item has a higher score than one of the others.

    >>> auc(np.array([0.1, 0.4, 0.3]), np.array([False, True, True]))
    1.0
    """
    yes, no = int(positive.sum()), int((~positive).sum())
    return float((ranks(score)[positive].sum() - yes * (yes - 1) / 2) / max(yes * no, 1))


def ranks(score: Floats) -> Floats:
    """The rank of each score in ascending order, from 0."""
    rank = np.empty(len(score))
    rank[np.argsort(score, kind="stable")] = np.arange(len(score))
    return rank
