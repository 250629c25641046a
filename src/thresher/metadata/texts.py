"""Short texts of elements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from thresher.page.whitespace import collapse

if TYPE_CHECKING:
    from thresher.page import Page

#: Of an element's text so many runs are read: whoever asks wants a name, a date or a headline.
MAX_RUNS = 60
#: Readings of characters, which stand above these, brackets around them, and what one can press.
_UNREAD = ("rt", "rp", "button")


def short_text(page: Page, row: int) -> str:
    """The collapsed text of an element, as far as it is short.

    >>> from thresher.page import Page
    >>> short_text(Page.from_html("<p>By <b>Ann</b> Rye"), 3)
    'By Ann Rye'
    """
    start, stop = int(page.first_run[row]), int(page.run_stop[row])
    return collapse("".join(page.text[start : min(stop, start + MAX_RUNS)]))


def parted_text(page: Page, row: int, edge: str = "|", *, glued: bool = True) -> str:
    """The same, with *edge* where a reader sees one: between blocks and at line breaks.

    Unless texts may be *glued*, also where a small letter would run into a capital one at a tag, as a style sheet parts
    what the source does not.

    >>> from thresher.page import Page
    >>> parted_text(Page.from_html("<div><p>Ann Rye</p><p>Miller</p></div>"), 3)
    'Ann Rye|Miller'
    """
    start, stop = int(page.first_run[row]), int(page.run_stop[row])
    pieces: list[str] = []
    last = -1
    for run in range(start, min(stop, start + MAX_RUNS)):
        if page.tag[page.host[run]] in _UNREAD:
            continue
        if last >= 0 and (_is_edge(page, last, run) or not (glued or _fits(page.text[last], page.text[run]))):
            pieces.append(edge)
        pieces.append(page.text[run])
        last = run
    return collapse("".join(pieces)).strip("| ")


def _is_edge(page: Page, run: int, following: int) -> bool:
    """Whether a reader sees two neighbouring runs on different lines."""
    if page.block[page.host[run]] != page.block[page.host[following]]:
        return True
    between = range(int(page.at[run]), int(page.at[following]))
    return any(page.tag[row] == "br" for row in between)


def _fits(text: str, following: str) -> bool:
    """Whether two texts can be one word."""
    return not (text[-1:].islower() and (following[:1].isupper() or following[:1].isdigit()))
