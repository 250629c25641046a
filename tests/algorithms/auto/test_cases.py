"""Pages whose kind is in doubt: a choice for each kind, and the best of them on average."""

from __future__ import annotations

import numpy as np
import pytest

from thresher.algorithms.auto.cases import LIKELY_KIND, SURE_KIND, Case, cases_of, decide_cases
from thresher.algorithms.auto.choice import best_expected_f1
from thresher.algorithms.auto.decision import Decision
from thresher.algorithms.auto.page_kinds import KINDS

#: A story of a hundred words, and twenty links of ten words each.
WORDS = np.array([100.0] + [10.0] * 20)
IF_STORY = np.array([0.9] + [0.05] * 20)
IF_LIST = np.array([0.2] + [0.8] * 20)


def decide(chance, _):
    """A decision by chances alone."""
    chosen, f1 = best_expected_f1(chance, WORDS)
    return Decision(chosen, chance, f1)


def kinds_of(**chances):
    return np.array([chances.get(kind, 0.0) for kind in KINDS])


@pytest.mark.parametrize(("of_a_story", "taken"), [(0.6, [0]), (0.4, list(range(1, 21)))])
def test_either_the_story_or_the_list_is_taken(of_a_story, taken):
    """Of what may be a story or a list, what is likelier is taken, and not a mixture of both."""
    cases = [Case(of_a_story, kinds_of(), IF_STORY), Case(1 - of_a_story, kinds_of(), IF_LIST)]
    made = decide_cases(cases, WORDS, decide)
    assert np.flatnonzero(made.chosen).tolist() == taken
    alone = decide(IF_STORY if taken == [0] else IF_LIST, None)
    assert made.expected_f1 < alone.expected_f1
    mixed = of_a_story * IF_STORY + (1 - of_a_story) * IF_LIST
    assert len(np.flatnonzero(decide(mixed, None).chosen)) > len(taken)


def test_what_is_found_is_taken_where_nothing_is_in_another_case():
    """An empty choice is made only where it is made in every case."""

    def wary(chance, _):
        made = decide(chance, None)
        return made if made.expected_f1 > 0.5 else Decision(np.zeros(len(chance), dtype=bool), chance, 0.0)

    hopeless = np.full(len(WORDS), 0.01)
    likely, unlikely = Case(0.8, kinds_of(), hopeless), Case(0.2, kinds_of(), IF_STORY)
    assert decide_cases([likely, unlikely], WORDS, wary).chosen.any()
    assert not decide_cases([likely, likely], WORDS, wary).chosen.any()


def test_a_page_of_sure_kind_is_one_case():
    """Where the kind is sure, blocks are scored once, by the chances as they are."""
    kinds = kinds_of(article=SURE_KIND + 0.01, listing=0.19 - SURE_KIND + 0.8)
    (case,) = cases_of(kinds, np.copy)
    assert case.likelihood == 1 and case.odds.tolist() == kinds.tolist()


def test_unlikely_kinds_are_no_cases():
    """What a page is hardly is not tried."""
    kinds = kinds_of(article=0.7, forum=0.3 - LIKELY_KIND / 2, home=LIKELY_KIND / 2)
    article, forum = cases_of(kinds, np.copy)
    assert article.odds.argmax() == KINDS.index("article") and forum.odds.argmax() == KINDS.index("forum")
