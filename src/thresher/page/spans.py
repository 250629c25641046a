"""Where an element and its text stand in the source of a page, by a second parse that keeps the places of all tags.

Places are counted in characters of `Source.html`, the text as it was given or decoded.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import unescape
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from thresher.page.columns import Ints, prefix
from thresher.page.parse import NOWHERE, REPAIRS, tag_places
from thresher.page.source import token_places
from thresher.page.tricks import text_as_written

if TYPE_CHECKING:
    from thresher.page.page import Page

_PIECE = re.compile(r"(?=<)")
#: What is never closed goes on to the end, as in a parser: no place is begun at twice.
_COMMENT = r"<!--.*?(?:-->|\Z)|<[!?][^>]*(?:>|\Z)"
_ATTRIBUTES = r"""(?:[^>"']|"[^"]*(?:"|\Z)|'[^']*(?:'|\Z))*+"""
#: What may stand at the edge of a text and is none of it: blanks, comments, end tags.
_EDGE = r"\s+|<!--(?:(?!-->).)*-->|</[^<>]*>"
_AT_START = re.compile(rf"(?:{_EDGE})+", re.DOTALL)
#: Code and tags, to be left out of a piece of source.
_CODE = re.compile(
    rf"<(script|style|iframe|noembed)\b{_ATTRIBUTES}>.*?(?:</\1\s*>|\Z)|{_COMMENT}|</?[a-zA-Z]{_ATTRIBUTES}(?:>|\Z)",
    re.DOTALL | re.IGNORECASE,
)
_SPACE = re.compile(r"[\s\0\ufffd]+")


class Span(NamedTuple):
    """A stretch of a page's source."""

    start: int
    stop: int


@dataclass(frozen=True, eq=False)
class Spans:
    """The places of a page's elements and runs; -1 where the source has no such tag.

    >>> from thresher.page import Page
    >>> page = Page.from_html("<p>Wheat <b>and</b> chaff</p>")
    >>> spans = locate(page)
    >>> element, text = spans.element(3), spans.text(0, 3)
    >>> page.source.html[slice(*element)], page.source.html[slice(*text)]
    ('<p>Wheat <b>and</b> chaff</p>', 'Wheat <b>and</b> chaff')
    """

    page: Page
    open: Ints  #: element: where its start tag begins
    close: Ints  #: element: where its end tag ends
    run_start: Ints  #: run: where the tag ahead of it ends
    run_stop: Ints  #: run: where the tag behind it begins

    def element(self, row: int) -> Span | None:
        """The stretch from an element's start tag to its end, ``None`` where it has no start tag in the source."""
        if self.open[row] == NOWHERE:
            return None
        stop = int(self.close[row])
        if stop == NOWHERE:
            first, last = int(self.page.first_run[row]), int(self.page.run_stop[row])
            stop = int(self.run_stop[last - 1]) if last > first else NOWHERE
        return Span(int(self.open[row]), stop) if stop > self.open[row] else None

    def text(self, first: int, stop: int) -> Span | None:
        """The stretch that has the text of some runs and nothing else to read.

        ``None`` where the parser moved text, so that no stretch of the source has it.
        """
        html = self.page.source.html
        start, end = int(self.run_start[first]), int(self.run_stop[stop - 1])
        if not 0 <= start < end:
            return None
        if edge := _AT_START.match(html, start, end):
            start = edge.end()
        end = _without_edge(html, start, end)
        is_it = _bare(readable(html[start:end])) == _bare("".join(text_as_written(self.page)[first:stop]))
        return Span(start, end) if is_it else None


def _without_edge(html: str, start: int, end: int) -> int:
    """Where a stretch of source ends without the blanks, comments and end tags at its end."""
    while end > start:
        if html[end - 1].isspace():
            end -= 1
            continue
        opener = "<!--" if html.endswith("-->", start, end) else "</" if html[end - 1] == ">" else None
        place = html.rfind(opener, start, end) if opener else NOWHERE
        if place == NOWHERE or (opener == "</" and html.find(">", place) != end - 1):
            break
        end = place
    return end


def readable(source: str) -> str:
    """The text of a piece of source.

    >>> readable("Wheat &amp; <b title='>'>chaff</b><script>x</script>")
    'Wheat & chaff'
    """
    return unescape(_CODE.sub("", source))


def _bare(text: str) -> str:
    return _SPACE.sub("", text)


def locate(page: Page) -> Spans:
    """The places of a page's elements and runs."""
    html, edits = _as_parsed(page)
    tags = tag_places(html)
    end = len(html) - html.count("\r\n")
    places = [tags[:, 0], tags[:, 3], *_around_runs(page, tags, end)]
    for edit in edits:
        places = [np.where(column == NOWHERE, NOWHERE, edit.undone(column)) for column in places]
    return Spans(page, *places)


def _around_runs(page: Page, tags: Ints, end: int) -> tuple[Ints, Ints]:
    """For each run where the last tag ahead of it ends and the next one behind it begins."""
    opened, closed, written = token_places(page)
    count = 2 * len(page.tag) + len(page.text)
    begins, ends = np.full(count, end), np.zeros(count, dtype=np.int64)
    for places, first in ((opened, 0), (closed, 2)):
        known = tags[:, first] != NOWHERE
        begins[places[known]] = tags[known, first]
        ends[places[known]] = tags[known, first + 1]
    ahead: Ints = np.maximum.accumulate(ends)[written]
    behind: Ints = np.minimum.accumulate(begins[::-1])[::-1][written]
    return ahead, behind


@dataclass(frozen=True, eq=False)
class _Edit:
    """What was changed between a page's source and what the parser counts in, piece by piece."""

    old: Ints  #: piece: where it began
    new: Ints  #: piece: where it begins
    size: Ints  #: piece: its old length

    @classmethod
    def of(cls, old: list[int], new: list[int]) -> _Edit:
        """The edit of pieces with these lengths."""
        return cls(prefix(np.array(old))[:-1], prefix(np.array(new))[:-1], np.array(old))

    def undone(self, places: Ints) -> Ints:
        """Places as they were before."""
        piece = np.maximum(np.searchsorted(self.new, places, side="right") - 1, 0)
        before: Ints = self.old[piece] + np.minimum(places - self.new[piece], self.size[piece])
        return before


def _as_parsed(page: Page) -> tuple[str, list[_Edit]]:
    """The source as the parser was given it, and the edits that lead there, the last one first."""
    html, edits = page.source.html, []
    for repair in REPAIRS:
        if repair.name in page.source.repairs:
            # A repair changes tags one by one, so a stretch from one to the next can be mended on its own.
            pieces = _PIECE.split(html)
            mended = [repair.mend(piece) for piece in pieces]
            html = "".join(mended)
            edits.append(_Edit.of(list(map(len, pieces)), list(map(len, mended))))
    if "\r\n" in html:
        # The parser counts both as one.
        lengths = [len(line) for line in html.split("\r\n")]
        edits.append(_Edit.of([size + 2 for size in lengths], [size + 1 for size in lengths]))
    return html, edits[::-1]
