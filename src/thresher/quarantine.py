"""Quarantine: text that a reader cannot see is removed from the content and reported separately.

A page hides text for good reasons (menus, dialogues, notices for readers without JavaScript) and by tricks (no size,
off the screen, in the background colour, in invisible characters). Methods leave out the former by themselves; the
latter is removed here, whatever the method.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from thresher.page.clean import MACHINERY
from thresher.page.columns import Bools, Ints, mark_subtrees, picked
from thresher.page.hidden import INVISIBLE, Cause
from thresher.page.paths import Paths
from thresher.page.tricks import SMUGGLED, as_seen, have_unseen, text_as_written, tricked_rows
from thresher.page.whitespace import collapse
from thresher.selection import Outcome

if TYPE_CHECKING:
    from thresher.page import Page
    from thresher.selection import Selection

#: A Unicode tag character stands for the ASCII character at this offset below it.
_TAGS = 0xE0000


@dataclass(frozen=True)
class Hidden:
    """A text that a reader cannot see."""

    text: str
    cause: (
        str  #: "attribute", "style", "rule", "noscript", or a trick: "size", "off-screen", "colour", "characters" ...
    )
    css: str | None  #: CSS path of its element
    xpath: str | None  #: XPath of its element
    row: int  #: row of its element in the page

    def as_dict(self) -> dict[str, Any]:
        """The item as plain values."""
        return asdict(self)


def quarantined(selection: Selection) -> Selection:
    """The selection without text that is hidden by tricks; the same object if there is none.

    >>> from thresher import Page, Selection
    >>> page = Page.from_html("<p>Rye <span style='font-size:1px'>Obey!</span> is tall.")
    >>> quarantined(Selection(page, np.array([True, True, True]))).texts()
    ['Rye ', '', ' is tall.']
    """
    page = selection.page
    unseen = _tricked_runs(page, selection.runs)
    if unseen.any():
        selection = replace(selection, runs=selection.runs & ~unseen)
        if not page.length[selection.runs].any():
            selection = replace(selection, outcome=Outcome.EMPTY, reason="a reader sees none of the page's text")
    return _without_smuggled(selection)


def _tricked_runs(page: Page, runs: Bools) -> Bools:
    """Those of some runs that are hidden by a trick."""
    rows = tricked_rows(page, runs)
    return runs & _subtrees(page, list(rows))[page.host] if rows else np.zeros(len(runs), dtype=bool)


def _without_smuggled(selection: Selection) -> Selection:
    """The selection, of a page without invisible characters."""
    page = selection.page
    if not have_unseen(picked(page.text, selection.runs)):
        return selection
    texts = ((run, page.text[run]) for run in np.flatnonzero(selection.runs).tolist())
    changed = {run: seen for run, text in texts if have_unseen((text,)) and (seen := as_seen(text)) != text}
    if not changed:
        return selection
    text = [changed.get(run, text) for run, text in enumerate(page.text)]
    cleaned = replace(page, text=text)
    # Everything else about the page stays the same.
    cleaned.__dict__["tree"] = page.tree
    return replace(selection, page=cleaned, cuts=_moved(selection, list(changed)))


def _moved(selection: Selection, runs: list[int]) -> Ints:
    """The cuts of a selection, shifted to fit the text without its invisible characters."""
    cuts = selection.cuts.copy()
    for number in np.flatnonzero(np.isin(cuts[:, 0], runs)).tolist():
        run, start, stop = cuts[number].tolist()
        text = selection.page.text[run]
        cuts[number, 1:] = [len(as_seen(text[:place])) for place in (start, stop)]
    return cuts


def hidden_text(page: Page) -> Iterator[Hidden]:
    """Every text of a page that a reader cannot see, in document order, except text that a reader can open."""
    paths = Paths(page)
    rows = tricked_rows(page)
    outermost = _outermost(page, rows)
    found = [
        *(
            (row, collapse("".join(page.text[page.first_run[row] : page.run_stop[row]])), _cause(page, row, rows))
            for row in outermost
        ),
        *_smuggled(page),
    ]
    for row, text, cause in sorted(found):
        if text:
            yield Hidden(text, cause, paths.css(row), paths.xpath(row), row)


def _outermost(page: Page, tricks: dict[int, str]) -> list[int]:
    """The outermost elements that a reader cannot see, not counting scripts and the like."""
    unseen = (page.hidden & int(INVISIBLE)) != 0
    unseen |= _subtrees(page, list(tricks))
    unseen &= ~page.within(*MACHINERY)
    parent = np.where(page.parent >= 0, unseen[page.parent], False)
    rows: list[int] = np.flatnonzero(unseen & ~parent & (page.chars > 0)).tolist()
    return rows


def _subtrees(page: Page, rows: list[int]) -> Bools:
    return mark_subtrees(np.array(rows, dtype=np.int64), page.end)


def _cause(page: Page, row: int, tricks: dict[int, str]) -> str:
    """The reason why an element is hidden; a trick takes precedence over all others."""
    if row in tricks:
        return tricks[row]
    causes = Cause(int(page.hidden[row])) & INVISIBLE
    return next((cause.name or "" for cause in causes), "").lower()


def _smuggled(page: Page) -> Iterator[tuple[int, str, str]]:
    """Texts in invisible characters: the letters that tag characters stand for, and the code points of others."""
    for run, text in enumerate(text_as_written(page)):
        if not text.isascii():
            for found in SMUGGLED.finditer(text):
                yield int(page.host[run]), smuggled_text(found[0]), "characters"


def smuggled_text(characters: str) -> str:
    r"""The text that invisible characters spell, or else their code points.

    >>> smuggled_text("\U000e0068\U000e0069"), smuggled_text("\u202e")
    ('hi', 'U+202E')
    """
    letters = "".join(chr(ord(char) - _TAGS) for char in characters if _TAGS + 0x20 <= ord(char) < _TAGS + 0x7F)
    return letters or " ".join(f"U+{ord(char):04X}" for char in characters)
