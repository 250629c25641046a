"""Questions that are pressed to see their answers: with the answers they are content, as headings are."""

from __future__ import annotations

import numpy as np

from thresher.algorithms.auto.features import Sight
from thresher.page.columns import Bools

#: What questions end with; any other button says what it does ("Read more").
_MARKS = ("?", "？", "؟", "՞", "⸮")


def with_questions(sight: Sight, chosen: Bools) -> Bools:
    """The chosen blocks, questions in buttons and summaries right ahead of them, and a heading ahead of these.

    >>> from thresher.algorithms.auto.features import look
    >>> from thresher.page import Page
    >>> asked = "<h3><button>Is it {}?</button></h3><p>Yes.</p>"
    >>> page = Page.from_html("<h2>Flour</h2>" + asked.format("rye") + asked.format("oats") + "<button>More</button>")
    >>> with_questions(look(page), np.array([False, False, True, False, True, False])).tolist()
    [True, True, True, True, True, False]
    """
    view, blocks = sight.view, sight.blocks
    if not len(view.rows_of("button")) and not len(view.rows_of("summary")):
        return chosen
    pressed = view.within("button", "summary")[view.host[blocks.start]]
    ahead = np.flatnonzero(pressed[:-1] & ~chosen[:-1] & chosen[1:] & ~pressed[1:]).tolist()
    asked = [number for number in ahead if blocks.text(number).rstrip().endswith(_MARKS)]
    if not asked:
        return chosen
    chosen = chosen.copy()
    chosen[asked] = True
    before = np.array([number - 1 for number in asked if number], dtype=int)
    chosen[before[sight.heading[before]]] = True
    return chosen
