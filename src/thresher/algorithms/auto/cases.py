"""Pages whose kind is in doubt: blocks are chosen once for each kind, and the choice that is best on average is taken.

Blocks of such a page are right or wrong together: it is a story with links around it, or a list with an introduction.
Were they scored for something in between, the choice would be a bit of both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from thresher.algorithms.auto.choice import expected_f1
from thresher.algorithms.auto.decision import BETAS, Decision
from thresher.page.columns import Floats

#: A page whose likeliest kind is likelier than this is taken for one of that kind ...
SURE_KIND = 0.8
#: ... and another for one of each kind that is likelier than this, ...
LIKELY_KIND = 0.08
#: ... which keeps so much of its doubt, as no page that was taught was free of it. Two trainings gain .007 and .011 by
#: this on half of multilingual-news, where the three numbers were looked for, and .000 and .002 in cross-validation.
LEFT_DOUBT = 0.1


@dataclass(frozen=True, eq=False)
class Case:
    """What is to be chosen from if the page is of one kind."""

    likelihood: float
    kinds: Floats  #: the chance of each kind, as far as blocks are chosen by it
    odds: Floats  #: block: log odds to be content


@dataclass(frozen=True, eq=False)
class Scores:
    """How the blocks of a page are scored, in each case, and the probability of each kind of page."""

    cases: Sequence[Case]
    kinds: Floats


def cases_of(kinds: Floats, odds_of: Callable[[Floats], Floats]) -> list[Case]:
    """The cases of a page, *odds_of* being the odds of its blocks for given chances of kinds.

    >>> from numpy import array
    >>> kinds = array([0.5, 0.45, 0.05, 0, 0, 0, 0, 0])
    >>> [(case.likelihood, case.kinds.round(3).tolist()[:3]) for case in cases_of(kinds, lambda kinds: kinds)]
    [(0.5, [0.95, 0.045, 0.005]), (0.45, [0.05, 0.945, 0.005])]
    """
    if kinds.max() > SURE_KIND:
        return [Case(1.0, kinds, odds_of(kinds))]
    likely = (kinds > LIKELY_KIND).nonzero()[0].tolist()
    supposed = [as_if(kinds, kind, 1 - LEFT_DOUBT) for kind in likely]
    return [Case(float(kinds[kind]), each, odds_of(each)) for kind, each in zip(likely, supposed, strict=True)]


def as_if(kinds: Floats, kind: int, surely: float) -> Floats:
    """The chances of kinds if the page is of one of them, as far as that is sure.

    >>> from numpy import array
    >>> as_if(array([0.5, 0.25, 0.25]), 1, 0.6).round(2).tolist()
    [0.2, 0.7, 0.1]
    """
    supposed = (1 - surely) * kinds
    supposed[kind] += surely
    return supposed


def decide_cases(
    cases: Sequence[Case], words: Floats, decide: Callable[[Floats, Floats], Decision], favor: str = "balanced"
) -> Decision:
    """Of what is decided in each case the decision with the best F1 to be expected on average, *decide* making them."""
    decisions = [decide(case.odds, case.kinds) for case in cases]
    if len(decisions) == 1:
        return decisions[0]

    def prospect(made: Decision) -> float:
        """The F1 to be expected of a choice, whatever kind the page is of."""
        each = (expected_f1(other.chance, words, made.chosen, BETAS[favor]) for other in decisions)
        return sum(case.likelihood * f1 for case, f1 in zip(cases, each, strict=True))

    best = max(decisions, key=prospect)
    return replace(best, expected_f1=prospect(best) / sum(case.likelihood for case in cases))
