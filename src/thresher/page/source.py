"""The *source view*: what a view of a page looks like as HTML source, for methods that read source and not trees.

It is a table of tokens in document order - start tags, text runs, end tags - in which the place of every run is known,
so a choice of stretches of the source is a choice of runs and of cuts in them (`algorithms.source_based`).

Every character of the source belongs to a tag or to a text token. Of text, an entity is one character, a stretch of
white space counts as one, and white space alone between two tags does not count at all (section A of the
specification); in tags everything counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from thresher.cached import cached_property
from thresher.page.columns import Bools, Ints, depths, prefix, subtree_sum
from thresher.page.kernels import kernel
from thresher.page.tags import VOID
from thresher.page.whitespace import solid
from thresher.page.words import CodePoints, code_points

if TYPE_CHECKING:
    from thresher.page.page import Page
    from thresher.page.view import View


@dataclass(frozen=True, eq=False)
class SourceView:
    """The source of a view as parallel columns, one row per token; offsets are places in `text`.

    >>> from thresher.page import Cleaning, Page
    >>> source = source_view(Page.from_html("<p id=a>Wheat,<br> <b>chaff</b>").view(Cleaning()))
    >>> source.text
    '<html><body><p id="a">Wheat,<br> <b>chaff</b></p></body></html>'
    >>> source.tokens[2:6], source.run[2:6].tolist(), source.start[2:6].tolist()
    (['<p id="a">', 'Wheat,', '<br>', ' '], [-1, 0, -1, 1], [12, 22, 28, 32])

    A line-based method cuts the source at offsets of its choice and counts what lies between them:

    >>> edges = source.edges(width=20)
    >>> edges.tolist(), source.content_between(edges).tolist(), source.code_between(edges).tolist()
    ([0, 20, 41, 61, 63], [0, 11, 0, 0], [20, 9, 20, 2])
    """

    view: View
    tokens: Sequence[str]  #: token: a tag or the raw text of a run
    row: Ints  #: token: the element that it is a tag of, or the text stands in
    run: Ints  #: token: the view's run, -1 for a tag
    closing: Bools  #: token: whether it is an end tag

    # Columns of tokens.

    @cached_property
    def is_tag(self) -> Bools:
        """Token: whether it is a tag."""
        return self.run < 0

    @cached_property
    def size(self) -> Ints:
        """Token: its characters."""
        return np.fromiter(map(len, self.tokens), dtype=np.int64, count=len(self.tokens))

    @cached_property
    def start(self) -> Ints:
        """Token: offset of its first character."""
        start: Ints = prefix(self.size)[:-1]
        return start

    @cached_property
    def content(self) -> Ints:
        """Token: its characters that are content; 0 for tags and for white space only."""
        return set_between(self.counts, np.append(self._characters_ahead, len(self.counts)))

    @cached_property
    def code(self) -> Ints:
        """Token: its characters that are code; 0 for text."""
        return self.size * self.is_tag

    @cached_property
    def text(self) -> str:
        """The source itself."""
        return "".join(self.tokens)

    # Columns of the characters of text, tags left out.

    @cached_property
    def characters(self) -> str:
        """The text of all runs, as it stands."""
        return "".join(compress(self.tokens, (~self.is_tag).tolist()))

    @cached_property
    def code_points(self) -> CodePoints:
        """Character of text: its code point."""
        return code_points(self.characters)

    @cached_property
    def blank(self) -> Bools:
        """Character of text: whether it is white space."""
        return np.equal(solid(self.characters), 0)

    @cached_property
    def counts(self) -> Bools:
        """Character of text: whether it counts as content."""
        return _counting(self.blank, self.size[~self.is_tag])

    # From offsets to counts and back.

    def character_at(self, offsets: Ints) -> Ints:
        """How many characters of text are ahead of each offset: the number of the next one."""
        token = np.searchsorted(self.start, offsets, side="right") - 1
        inside = np.minimum(offsets - self.start[token], self.size[token])
        return self._characters_ahead[token] + np.where(self.is_tag[token], 0, inside)

    def content_between(self, edges: Ints, counts: Bools | None = None) -> Ints:
        """Content characters between each offset and the next; *counts*: of characters of text, which are content."""
        return set_between(self.counts if counts is None else counts, self.character_at(edges))

    def code_between(self, edges: Ints) -> Ints:
        """Code characters between each offset and the next."""
        return np.diff(edges - self.character_at(edges))

    def edges(self, width: int | None) -> Ints:
        """Offsets that cut the source into lines of *width* counted characters, or into its own lines.

        White space that does not count takes no room, so that the lines do not depend on the layout of the source.
        """
        last = len(self.tokens) and int(self.start[-1] + self.size[-1])
        if width is None:
            breaks = np.flatnonzero(self.code_points == ord("\n"))
            inner = self._offset_of_character(breaks) + 1
        else:
            inner = self._offset_of_counted(np.arange(width, int((self.code + self.content).sum()), width))
        return np.concatenate(([0], inner[inner < last], [last]))

    def _offset_of_character(self, characters: Ints) -> Ints:
        """Offset of each character of text."""
        texts = np.flatnonzero(~self.is_tag)
        token = texts[np.searchsorted(self._characters_ahead[texts], characters, side="right") - 1]
        offsets: Ints = self.start[token] + characters - self._characters_ahead[token]
        return offsets

    def _offset_of_counted(self, numbers: Ints) -> Ints:
        """Offset of each character that counts, code or content, by its number."""
        ahead = prefix(self.code + self.content)
        token = np.searchsorted(ahead, numbers, side="right") - 1
        beyond = numbers - ahead[token]
        number = prefix(self.content)[token] + beyond
        skipped = np.flatnonzero(~self.counts)
        character = number + np.searchsorted(skipped - np.arange(len(skipped)), number, side="right")
        in_text = character - self._characters_ahead[token]
        offsets: Ints = self.start[token] + np.where(self.is_tag[token], beyond, in_text)
        return offsets

    @cached_property
    def _characters_ahead(self) -> Ints:
        """Token: characters of text ahead of it."""
        ahead: Ints = prefix(np.where(self.is_tag, 0, self.size))[:-1]
        return ahead

    def without(self, tokens: Bools) -> SourceView:
        """This source without some of its tokens."""
        kept = ~tokens
        left = list(compress(self.tokens, kept.tolist()))
        return SourceView(self.view, left, self.row[kept], self.run[kept], self.closing[kept])

    def rewritten(self, tags: Ints, texts: Sequence[str]) -> SourceView:
        """This source with other texts for the tags with the given numbers of tokens."""
        tokens = list(self.tokens)
        for token, text in zip(tags.tolist(), texts, strict=True):
            tokens[token] = text
        changed = SourceView(self.view, tokens, self.row, self.run, self.closing)
        # What is known of the text stays true.
        changed.__dict__.update((name, self.__dict__[name]) for name in _COLUMNS_OF_TEXT if name in self.__dict__)
        changed.__dict__["size"] = size = self.size.copy()
        size[tags] = list(map(len, texts))
        return changed


#: Columns that do not depend on how tags are written.
_COLUMNS_OF_TEXT = ("is_tag", "content", "characters", "code_points", "blank", "counts", "_characters_ahead")


def source_view(view: View, *, attributes: bool = True) -> SourceView:
    """The source of *view*: its tags, with their attributes or faster without, and its text as it stands."""
    tags, texts = list(view.tag), list(view.text)
    start_tags = _start_tags(view) if attributes else [f"<{name}>" for name in tags]
    return SourceView(view, *source_tokens(start_tags, tags, texts, view.end, view.host, view.at, VOID[view.code]))


@kernel
def source_tokens(
    start_tags: list[str], tags: list[str], texts: list[str], end: Ints, host: Ints, at: Ints, is_empty: Bools
) -> tuple[list[str], Ints, Ints, Bools]:
    """Tags and texts in document order; of each its row, its run or -1, and whether it is an end tag.

    Elements that are *is_empty* have none.

    >>> tags, columns = ["p", "br"], (np.array([2, 2]), np.array([0]), np.array([2]), np.array([False, True]))
    >>> tokens, row, run, closing = source_tokens(["<p>", "<br>"], tags, ["rye"], *columns)
    >>> tokens, row.tolist(), run.tolist(), closing.tolist()
    (['<p>', '<br>', 'rye', '</p>'], [0, 1, 0, 0], [-1, -1, 0, -1], [False, False, False, True])
    """
    rows, runs = np.arange(len(tags)), np.arange(len(texts))
    opened, closed, written = _places(end, host, at)
    count = 2 * len(rows) + len(runs)
    tokens = _scattered(count, opened, _objects(start_tags), object)
    tokens[closed] = _objects([f"</{name}>" for name in tags])
    tokens[written] = _objects(texts)
    row = _scattered(count, opened, rows, np.int64)
    row[closed], row[written] = rows, host
    run = np.full(count, -1)
    run[written] = runs
    closing = _scattered(count, closed, True, np.bool_)
    kept = _scattered(count, closed, ~is_empty, np.bool_) | ~closing
    return tokens[kept].tolist(), row[kept], run[kept], closing[kept]


def without_attributes(source: SourceView, names: Bools | None = None) -> SourceView:
    """The source with bare start tags; *names*: a set of tags (`tags.tag_set`), all if not given.

    >>> from thresher.page import Cleaning, Page
    >>> without_attributes(source_view(Page.from_html("<p class=x>Rye").view(Cleaning()))).text
    '<html><body><p>Rye</p></body></html>'
    """
    meant = source.is_tag & ~source.closing
    if names is not None:
        meant &= names[source.view.code[source.row]]
    tokens = np.flatnonzero(meant)
    return source.rewritten(tokens, [f"<{source.view.tag[row]}>" for row in source.row[tokens].tolist()])


def token_places(page: Page) -> tuple[Ints, Ints, Ints]:
    """Where the start tag of each element, its end tag, and each run stand among all of these."""
    return _places(page.end, page.host, page.at)


def _places(end: Ints, host: Ints, at: Ints) -> tuple[Ints, Ints, Ints]:
    """The same, from the columns of a page."""
    rows, runs, depth = np.arange(len(end)), np.arange(len(at)), depths(end)
    first_run = np.searchsorted(at, rows + 1)
    run_stop = first_run + subtree_sum(np.bincount(host, minlength=len(end)), end)
    # Ahead of a token are the elements that have started, the runs, and the elements that have ended: all that have
    # started but those that are still open.
    return rows + first_run + (rows - depth), end + run_stop + (end - depth - 1), at + runs + (at - depth[host] - 1)


def _start_tags(view: View) -> list[str]:
    """Element: its start tag."""
    tags = view.origin.tree.start_tags
    return [tags[row] for row in view.rows.tolist()]


def _objects(strings: Sequence[str]) -> NDArray[np.object_]:
    """Strings as a column."""
    column = np.empty(len(strings), dtype=object)
    column[:] = strings
    return column


def _scattered(count: int, places: Ints, values: Any, kind: Any) -> NDArray[Any]:
    """A column of *count* rows with *values* at their places, zeros elsewhere."""
    column = np.zeros(count, dtype=kind)
    column[places] = values
    return column


def _counting(blank: Bools, sizes: Ints) -> Bools:
    """Which characters of texts that stand one after another count: solid ones, and the first of each blank stretch."""
    starts = prefix(sizes)
    after_blank = np.zeros(len(blank), dtype=bool)
    after_blank[1:] = blank[:-1]
    after_blank[starts[:-1][sizes > 0]] = False
    counting: Bools = ~(blank & after_blank)
    counting &= np.repeat(set_between(~blank, starts) > 0, sizes)
    return counting


def set_between(flags: Bools, places: Ints) -> Ints:
    """How many *flags* are set between each of the ascending *places* and the next.

    >>> set_between(np.array([True, True, False, True]), np.array([0, 2, 2, 4])).tolist()
    [2, 0, 1]
    """
    # One flag more, so that the end is a place as well.
    sums = np.add.reduceat(np.append(flags, False), places, dtype=np.int64)[:-1]
    sums[places[1:] == places[:-1]] = 0
    return sums
