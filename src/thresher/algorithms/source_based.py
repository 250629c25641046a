"""What methods that read the source of a page have in common: the source, its filter, and a selection from stretches.

A method of this kind gets the source (`SourceMethod.source`), decides on stretches of it, and hands their offsets to
`select_stretches`:

>>> from thresher.page import Page
>>> @dataclass(frozen=True)
... class Middle(SourceMethod):
...     def select(self, page: Page) -> Selection:
...         source = self.source(page)
...         return select_stretches(source, np.array([24]), np.array([40]))
>>> Middle().select(Page.from_html("<p>Wheat, rye, oats, barley, spelt, millet, rice")).texts()
['rye, oats, barley,']
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from thresher.algorithms.base import Method, parameter
from thresher.page import Cleaning, Page
from thresher.page.columns import Bools, Ints, prefix
from thresher.page.links import FILTERS, filtered
from thresher.page.source import SourceView, set_between, source_view
from thresher.page.words import character_kinds
from thresher.selection import Selection

#: What the parameter ``filter`` means.
FILTER_MEANING = (
    "hyperlinks: 0 as they are, 1 left out, 2 without attributes, 3 as much code as content [S], "
    "tags: without their tags [P]"
)
#: What `character_kinds` says of a character that is a word of its own.
_OWN_WORD = 2


@dataclass(frozen=True)
class SourceMethod(Method):
    """Base of the methods that read source: the hyperlink filter is a parameter of each."""

    cleaning: ClassVar[Cleaning] = Cleaning()

    filter: int | str = parameter(0, FILTER_MEANING, choices=tuple(FILTERS))

    def source(self, page: Page) -> SourceView:
        """The source that the method reads."""
        return filtered(source_view(page.view(self.cleaning)), self.filter)


def select_stretches(
    source: SourceView,
    starts: Ints,
    stops: Ints,
    *,
    whole_words: bool = True,
    **measured: Any,
) -> Selection:
    """The text between the given offsets of the source, stretches in order and apart; words cut at an edge are whole.

    *measured*: ``score`` (a column of the view's elements), ``score_name`` and ``threshold`` of the selection.
    """
    first, stop = source.character_at(starts), source.character_at(stops)
    return select_characters(source, first, stop, whole_words=whole_words, **measured)


def select_characters(
    source: SourceView, starts: Ints, stops: Ints, *, whole_words: bool = True, **measured: Any
) -> Selection:
    """The same, from numbers of characters of text (`SourceView.characters`) instead of offsets."""
    starts, stops = starts[stops > starts], stops[stops > starts]
    if whole_words:
        starts, stops = _completed(source, starts, stops)
    pieces = _pieces(source, starts, stops)
    runs = np.zeros(len(source.view.text), dtype=bool)
    runs[pieces.run] = True
    selection = Selection.of_view(source.view, runs, **measured)
    cut = np.flatnonzero(~pieces.whole)
    if not len(cut) or not selection.runs.any():
        return selection
    cuts = np.stack((source.view.runs[pieces.run[cut]], pieces.start[cut], pieces.stop[cut]), axis=1)
    return replace(selection, cuts=cuts)


@dataclass(frozen=True)
class _Pieces:
    """Chosen stretches, one row for each stretch of each run."""

    run: Ints  #: the view's run
    start: Ints  #: first character in the run
    stop: Ints  #: one past the last
    whole: Bools  #: whether it is the whole run


def _pieces(source: SourceView, starts: Ints, stops: Ints) -> _Pieces:
    """Stretches of characters cut where runs end; what is only white space in a cut run is left out."""
    texts = np.flatnonzero(~source.is_tag)
    size = source.size[texts]
    opens = prefix(size)[:-1]
    first = np.searchsorted(stops, opens, side="right")
    count = np.maximum(np.searchsorted(starts, opens + size) - first, 0)
    token = np.repeat(np.arange(len(texts)), count)
    stretch = np.arange(len(token)) - np.repeat(prefix(count)[:-1], count) + np.repeat(first, count)
    start = np.maximum(starts[stretch], opens[token])
    stop = np.minimum(stops[stretch], opens[token] + size[token])
    whole = stop - start == size[token]
    solid = set_between(~source.blank, np.stack((start, stop), axis=1).ravel())[::2]
    full = whole | (solid > 0)
    run, offset = source.run[texts][token[full]], opens[token[full]]
    return _Pieces(run, start[full] - offset, stop[full] - offset, whole[full])


def _completed(source: SourceView, starts: Ints, stops: Ints) -> tuple[Ints, Ints]:
    """Stretches grown to the words that they cut, within a run, those that now touch being one."""
    breaks = _word_breaks(source)
    starts = breaks[np.searchsorted(breaks, starts, side="right") - 1]
    stops = breaks[np.searchsorted(breaks, stops)]
    stops = np.maximum.accumulate(stops)
    apart = np.ones(len(starts), dtype=bool)
    apart[1:] = starts[1:] > stops[:-1]
    last = np.append(apart[1:], True)[: len(stops)]
    return starts[apart], stops[last]


def _word_breaks(source: SourceView) -> Ints:
    """Numbers of the characters ahead of which text may be cut: white space, unspaced scripts, the edges of runs."""
    apart = source.blank.copy()
    if source.code_points.dtype != np.uint8:
        apart |= character_kinds(source.characters) == _OWN_WORD
    breaks = np.ones(len(apart) + 1, dtype=bool)
    breaks[1:-1] = apart[1:] | apart[:-1]
    breaks[prefix(source.size[~source.is_tag])] = True
    return np.flatnonzero(breaks)
