"""Why readers do not see some texts of a page, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from thresher.explain.elements import element_name, outermost_around
from thresher.page.clean import MACHINERY
from thresher.page.columns import nearest
from thresher.page.hidden import Cause
from thresher.page.tags import FALLBACK, tag_set

if TYPE_CHECKING:
    from thresher.page import Page

#: The wording of each cause of hiddenness.
CAUSES = {
    Cause.ATTRIBUTE: "the attribute hidden",
    Cause.STYLE: "display: none or visibility: hidden",
    Cause.RULE: "a rule of the page's style sheet",
    Cause.NOSCRIPT: "shown only where scripts do not run",
    Cause.TRICK: "no size, no opacity, or a place off the screen",
}
_NOT_TEXT = tag_set(*MACHINERY) | FALLBACK


class Unseen:
    """Why readers do not see texts of a page.

    >>> from thresher.page import Page
    >>> Unseen(Page.from_html("<p>Wheat, much of it<div hidden><p>Chaff</div>")).reason(5)
    'no reader sees it: the attribute hidden, at div'
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self._machinery = nearest(_NOT_TEXT[page.code], page.end)
        self._hidden = {
            cause: outermost_around((page.hidden & int(cause)) != 0, page.end)
            for cause in CAUSES
            if (page.hidden & int(cause)).any()
        }

    def reason(self, row: int) -> str:
        """Why no reader sees an element's text; empty if readers see it."""
        return self.hidden_by(row)[1]

    def hidden_by(self, row: int) -> tuple[int, str]:
        """The element that hides an element's text, -1 for none, and the reason in words."""
        for cause, at in self._hidden.items():
            if at[row] >= 0:
                place = int(at[row])
                return place, f"no reader sees it: {CAUSES[cause]}, at {element_name(self.page, place)}"
        if (place := int(self._machinery[row])) < 0:
            return -1, ""
        tag = self.page.tag[place]
        if FALLBACK[self.page.code[place]]:
            return place, f"readers see it only where <{tag}> does not work"
        return place, f"no reader sees it: it is in <{tag}>"
