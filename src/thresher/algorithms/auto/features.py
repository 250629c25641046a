"""What the model sees of a page: a row of numbers for each text block, and one for the page.

Nothing here knows a site or a language: counts, densities, places and relations, gathered from whole columns, and how
much the names of elements speak for content (`names`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from thresher.algorithms.auto.characters import Characters, characters
from thresher.algorithms.auto.names import Names, NameTable, names_of
from thresher.algorithms.cetd import CectdDs, Counts, composite_text_density, count
from thresher.page import Cleaning, Page, View
from thresher.page.blocks import Blocks
from thresher.page.clean import MACHINERY
from thresher.page.columns import Floats, Ints, ancestors, child_sum, mark_subtrees, prefix, subtree_sum
from thresher.page.hidden import Cause
from thresher.page.tags import CODES, HEADINGS, tag_set

#: Hidden text is there for the model to judge, except what is hidden by a trick, and noscript beside real content.
CLEANING = Cleaning(
    drop=(*MACHINERY, "svg", "canvas", "object", "embed", "select", "textarea"), hidden=Cause.TRICK | Cause.NOSCRIPT
)
#: On the few pages that have HTML inside of drawings, these stay.
WITH_DRAWINGS = replace(CLEANING, drop=tuple(name for name in CLEANING.drop if name != "svg"))
#: How many elements, the block's own one first, are looked at one by one.
LEVELS = 5
#: How many more of them are looked at for the most telling name.
NAME_LEVELS = 5
#: A character of a script without blanks counts as this many words.
IDEOGRAPH_WORDS = 0.5
#: A block of at least so many words, of which few are links, is running text.
LONG_WORDS, LONG_LINK_SHARE = 12, 0.3

#: Elements around a block that are counted, and names that the block's own element may have.
AROUND = tuple(
    "nav header footer aside main article section form table ul ol dl figure figcaption blockquote pre details "
    "noscript button a label td li dd dt p address dialog menu code".split()
)
OWN = tuple(
    "p div li td th h1 h2 h3 h4 h5 h6 dd dt figcaption blockquote pre section article button summary body caption "
    "legend center address main header footer".split()
)
#: Causes of hiddenness that the model weighs.
WEIGHED = (Cause.ATTRIBUTE, Cause.STYLE, Cause.RULE, Cause.ARIA, Cause.COLLAPSED)

_LINKS = tag_set("a", "button", "select")
_PICTURES = tag_set("img", "picture", "video", "iframe", "amp-img")
_STOP_MARKS, _COLONS = frozenset('.!?…。！？؟۔।"”»'), frozenset(":：")

Matrix = NDArray[np.float32]


def _numbers(names: tuple[str, ...]) -> Ints:
    """For each code its place among *names*, or -1."""
    table = np.full(256, -1, dtype=np.int64)
    for place, name in enumerate(names):
        table[CODES[name]] = place
    return table


_AROUND, _OWN = _numbers(AROUND), _numbers(OWN)


@dataclass(frozen=True, eq=False)
class Places:
    """Where the blocks of a page stand in its tree."""

    row: Ints  #: block: its element
    host: Ints  #: block: the element that its first run stands directly in
    levels: Ints  #: block: its element and those around it
    parent: Ints  #: element: its parent
    end: Ints  #: element: one past its subtree
    body: int


@dataclass(frozen=True, eq=False)
class Sight:
    """A page as the model sees it."""

    view: View
    blocks: Blocks
    names: Names
    places: Places
    words: Floats  #: block: its words
    shape: Ints  #: block: number of the tags and classes of its element and of two around it
    features: Matrix  #: block: every feature that needs no name table

    def matrix(self, table: NameTable) -> Matrix:
        """Block: all features."""
        return np.concatenate([self.features, name_features(table.values(self.names), self.places)], axis=1)


def look(page: Page) -> Sight | None:
    """What the model sees of *page*; nothing where it has no text."""
    view = page.view(WITH_DRAWINGS if page.is_tag("foreignObject").any() else CLEANING)
    blocks = view.blocks
    if not len(blocks) or not view.chars[view.body]:
        return None
    return _Looker(page, view, blocks).sight()


class _Looker:
    """Computes the columns that several features share, once."""

    def __init__(self, page: Page, view: View, blocks: Blocks) -> None:
        self.page, self.view, self.blocks = page, view, blocks
        self.row, self.n = blocks.row, len(view.tag)
        self.characters: Characters = characters(view)
        run_words = self.characters.words + IDEOGRAPH_WORDS * self.characters.ideographs
        self.in_link = mark_subtrees(_LINKS[view.code], view.end)
        own = np.bincount(view.host, weights=run_words, minlength=self.n)
        self.all_words = subtree_sum(own, view.end)
        self.all_link_words = subtree_sum(own * self.in_link, view.end)
        self.total = max(float(self.all_words[view.body]), 1.0)
        self.words = self.of_blocks(run_words)
        self.link_words = self.of_blocks(run_words * self.in_link[view.host])
        self.link_share = self.link_words / np.maximum(self.words, 1)
        self.marks = self.of_blocks(self.characters.stops + self.characters.commas)
        self.counts: Counts = count(view)
        self.levels = self._levels()
        self.names = names_of(view)

    def of_blocks(self, runs: NDArray[np.generic]) -> Floats:
        """Sum of a column of runs over each block."""
        sums: Floats = prefix(runs.astype(np.float64))
        return sums[self.blocks.stop] - sums[self.blocks.start]

    def _levels(self) -> Ints:
        parent, body = self.view.parent, self.view.body
        rows = [self.row]
        for _ in range(LEVELS - 1):
            above = parent[rows[-1]]
            rows.append(np.where(above >= body, above, rows[-1]))
        return np.stack(rows, axis=1)

    def sight(self) -> Sight:
        """All of it."""
        self.density, self.sums = self._densities()
        shape, shapes = self._shapes()
        columns = [
            *self._own_text(),
            *self._surroundings(),
            *self._places(),
            *shapes,
            *self._neighbours(),
            *self._relations(),
        ]
        page = self._page_features()
        listed = np.empty((len(self.row), len(columns) + len(page)), dtype=np.float32)
        for number, column in enumerate(columns):
            listed[:, number] = column
        listed[:, len(columns) :] = page
        features = np.concatenate([listed, self._own_tags(), self._around(), self._level_features()], axis=1)
        return Sight(self.view, self.blocks, self.names, self._in_tree(), self.words, shape, features)

    def _in_tree(self) -> Places:
        view = self.view
        return Places(self.row, view.host[self.blocks.start], self.levels, view.parent, view.end, view.body)

    def _own_text(self) -> list[Floats]:
        """The block's text by itself."""
        chars, length = self.characters, np.maximum(self.blocks.length, 1)
        words = np.maximum(self.words, 1)
        stops, commas = self.of_blocks(chars.stops), self.of_blocks(chars.commas)
        first, last = self._ends()
        return [
            np.log1p(self.words),
            np.log1p(self.blocks.length),
            self.link_share,
            np.minimum(length / words, 20),
            np.log1p(stops),
            np.log1p(commas),
            np.minimum(stops / words, 1),
            self.of_blocks(chars.digits) / length,
            self.of_blocks(chars.capitals) / length,
            (self.of_blocks(chars.ideographs) > 0).astype(np.float64),
            np.log1p(self.blocks.stop - self.blocks.start),
            np.array([mark in _STOP_MARKS for mark in last], dtype=np.float64),
            np.array([mark in _COLONS for mark in last], dtype=np.float64),
            np.array([mark.isupper() for mark in first], dtype=np.float64),
            np.array([mark.islower() for mark in first], dtype=np.float64),
            np.minimum(self.of_blocks(np.array(["©" in text for text in self.view.text], dtype=bool)), 1),
            np.minimum(self.of_blocks(np.array(["|" in text for text in self.view.text], dtype=bool)), 3),
        ]

    def _ends(self) -> tuple[list[str], list[str]]:
        """First and last character of each block."""
        solid = np.flatnonzero(self.view.length)
        first = solid[np.searchsorted(solid, self.blocks.start)].tolist()
        last = solid[np.searchsorted(solid, self.blocks.stop) - 1].tolist()
        text = self.view.text
        return [text[run].lstrip()[:1] for run in first], [text[run].rstrip()[-1:] for run in last]

    def _surroundings(self) -> list[Floats]:
        hidden = self.view.hidden[self.row]
        return [((hidden & int(cause)) != 0).astype(np.float64) for cause in WEIGHED]

    def _own_tags(self) -> Matrix:
        tags = np.zeros((len(self.row), len(OWN) + 1), dtype=np.float32)
        tags[np.arange(len(self.row)), _OWN[self.view.code[self.row]]] = 1
        return tags[:, :-1]

    def _around(self) -> Matrix:
        """How many of each telling element are around a block, up to three."""
        width, number = len(AROUND), _AROUND[self.view.code]
        telling = np.flatnonzero(number >= 0)
        size = (self.n + 1) * width
        steps = np.bincount(telling * width + number[telling], minlength=size)
        steps -= np.bincount(self.view.end[telling] * width + number[telling], minlength=size)
        open_there = np.cumsum(steps.reshape(-1, width), axis=0)[self.row]
        return np.minimum(open_there, 3).astype(np.float32)

    def _densities(self) -> tuple[Floats, Floats]:
        """Composite text density and density sum of each element (CETD)."""
        body, stop = self.view.body, int(self.view.end[self.view.body])
        density, sums = np.zeros(self.n), np.zeros(self.n)
        density[body:stop] = composite_text_density(self.counts)
        sums[body:stop] = CectdDs().density_sums(self.view, self.counts, density[body:stop])
        return np.maximum(density, 0), np.maximum(sums, 0)

    def _level_features(self) -> Matrix:
        """What the elements around a block are like, each in turn."""
        view, words = self.view, self.all_words
        tags = np.maximum(view.tags_below, 1)
        blocks_below = np.maximum(subtree_sum(np.bincount(self.row, minlength=self.n), view.end), 1)
        block_tags = np.maximum(subtree_sum(~view.inline, view.end), 1)
        marks = np.bincount(view.host, weights=self.characters.stops + self.characters.commas, minlength=self.n)
        columns = np.stack(
            [
                words / self.total,
                np.log1p(words),
                np.log1p(words / tags),
                np.log1p(words / block_tags),
                self.all_link_words / np.maximum(words, 1),
                np.log1p(self.density),
                np.log1p(self.sums / max(float(self.sums.max()), 1e-9) * 100),
                np.minimum(subtree_sum(marks, view.end) / np.maximum(words, 1), 1),
                np.log1p(blocks_below),
                np.log1p(words / blocks_below),
                np.log1p(subtree_sum(_PICTURES[view.code], view.end)),
                np.log1p(self._siblings()),
            ],
            axis=1,
        ).astype(np.float32)
        return columns[self.levels].reshape(len(self.row), -1)

    def _siblings(self) -> Floats:
        """Element: how many of its siblings, itself included, have its tag and class."""
        kind = self.view.code.astype(np.int64) * (len(self.names.classes) + 1) + self.names.class_id
        key = (self.view.parent + 1) * (kind.max() + 1) + kind
        _, number, counts = np.unique(key, return_inverse=True, return_counts=True)
        return counts[number].astype(np.float64)

    def _places(self) -> list[Floats]:
        """Where on the page the block stands."""
        n, place = len(self.row), np.arange(len(self.row))
        before = np.cumsum(self.words) - self.words
        titles = np.flatnonzero(self.view.is_tag("h1"))
        title = int(np.searchsorted(self.row, titles[0])) if len(titles) else -1
        heading = HEADINGS[self.view.code[self.row]]
        since = place - np.maximum.accumulate(np.where(heading, place, -1))
        until = np.minimum.accumulate(np.where(heading, place, n + 30)[::-1])[::-1] - place
        return [
            before / self.total,
            place / n,
            np.log1p(place),
            np.log1p(n - 1 - place),
            np.full(n, 0.5) if title < 0 else (place >= title).astype(np.float64),
            np.zeros(n) if title < 0 else np.clip((place - title) / 50, -2, 2),
            np.log1p(np.minimum(since, 30)),
            np.log1p(np.minimum(until, 30)),
            self.view.depth[self.row] / 10,
        ]

    def _shapes(self) -> tuple[Ints, list[Floats]]:
        """Blocks alike: same tags and classes of the block and of two elements around it."""
        kind = self.view.code.astype(np.int64) * (len(self.names.classes) + 1) + self.names.class_id
        _, kind = np.unique(kind, return_inverse=True)
        width = int(kind.max()) + 1
        near, wide = self.levels[:, :3], self.levels[:, 1:4]
        features: list[Floats] = []
        shapes = []
        for rows in (near, wide):
            key = (kind[rows[:, 0]] * width + kind[rows[:, 1]]) * width + kind[rows[:, 2]]
            _, shape, counts = np.unique(key, return_inverse=True, return_counts=True)
            shapes.append(shape)
            words = np.bincount(shape, weights=self.words)
            features += [np.log1p(counts[shape]), (words / self.total)[shape], np.log1p(words / counts)[shape]]
            features += [(np.bincount(shape, weights=self.link_words) / np.maximum(words, 1))[shape]]
            features += [np.minimum(np.bincount(shape, weights=self.marks) / np.maximum(words, 1), 1)[shape]]
        self.repeated_share = float(max((words[counts >= 3] / self.total).max(initial=0), 0))
        return shapes[0], features

    def _neighbours(self) -> list[Floats]:
        """The blocks before and after."""
        words, stops = np.log1p(self.words), np.minimum(self.marks / np.maximum(self.words, 1), 1)
        features = [_shifted(column, by) for by in (1, 2, -1, -2) for column in (words, self.link_share, stops)]
        self.long = (self.words >= LONG_WORDS) & (self.link_share < LONG_LINK_SHARE)
        so_far = np.cumsum(self.long)
        text = prefix(np.where(self.long, self.words, 0.0))
        place = np.arange(len(self.row))
        window = text[np.minimum(place + 6, len(place))] - text[np.maximum(place - 5, 0)]
        return [*features, np.log1p(so_far - self.long), np.log1p(so_far[-1] - so_far), np.log1p(window)]

    def _relations(self) -> list[Floats]:
        """How the block stands to the best element by CETD, to the best parent of paragraphs, and to the title."""
        view, row = self.view, self.row
        top = int(np.argmax(self.sums))
        self.top = top
        level = np.full(len(row), 13.0)
        for number, element in reversed(list(enumerate(ancestors(top, view.parent)[:12], start=1))):
            level[(row >= element) & (row < view.end[element])] = number
        paragraphs = np.where(view.is_tag("p"), self.all_words - self.all_link_words, 0)
        of_parent = child_sum(paragraphs, view.parent)
        best = int(np.argmax(of_parent))
        self.best_paragraphs = float(of_parent[best])
        above = max(int(view.parent[best]), 0)
        chosen = CectdDs().select(self.page).runs[view.runs]
        self.chosen = self.of_blocks(chosen) > 0
        return [
            level / 13,
            (row < top).astype(np.float64),
            (row >= view.end[top]).astype(np.float64),
            self.chosen.astype(np.float64),
            ((row >= best) & (row < view.end[best])).astype(np.float64),
            ((row >= above) & (row < view.end[above])).astype(np.float64),
            *self._title_overlap(),
        ]

    def _title_overlap(self) -> tuple[Floats, Floats]:
        """Share of a heading's words that are in the title, and of the title's words that are in it."""
        title = set(self.page.title.lower().split())
        in_title, of_title = np.zeros(len(self.row)), np.zeros(len(self.row))
        if title:
            heading = HEADINGS[self.view.code[self.row]] & (self.words <= 40)
            for block in np.flatnonzero(heading).tolist():
                words = set(self.blocks.text(block).lower().split())
                both = len(words & title)
                in_title[block], of_title[block] = both / max(len(words), 1), both / len(title)
        return in_title, of_title

    def _page_features(self) -> Floats:
        """What the page as a whole is like."""
        view, code = self.view, self.view.code
        total, top = self.total, self.top

        def number(*names: str) -> float:
            return float(np.log1p(tag_set(*names)[code].sum()))

        return np.array(
            [
                np.log1p(total),
                self.all_link_words[view.body] / total,
                np.log1p(len(self.row)),
                np.log1p(total / len(self.row)),
                np.log1p(total / self.n),
                np.log1p(self.long.sum()),
                self.words[self.long].sum() / total,
                self.all_words[top] / total,
                self.all_link_words[top] / max(float(self.all_words[top]), 1),
                np.log1p(max(float(self.all_words[top] - self.all_link_words[top]), 0)),
                self.words[self.chosen].sum() / total,
                self.best_paragraphs / total,
                self.repeated_share,
                min(float(self.marks.sum()) / total, 1),
                self.of_blocks(self.characters.digits).sum() / max(float(self.blocks.length.sum()), 1),
                float(self.of_blocks(self.characters.ideographs).sum() > total / 2),
                np.log1p(self.words.max()),
                number("article"),
                number("main"),
                number("input", "textarea", "button"),
                number("img", "picture", "video"),
                number("td"),
                number("h1", "h2", "h3", "h4", "h5", "h6"),
                number("pre"),
                number("li"),
                number("a"),
                number("time"),
                number("p"),
                number("blockquote"),
                number("form"),
            ]
        )


def _shifted(column: Floats, by: int) -> Floats:
    """Each row's entry *by* rows before it; 0 where there is none."""
    moved = np.zeros_like(column)
    if by > 0:
        moved[by:] = column[:-by]
    else:
        moved[:by] = column[-by:]
    return moved


def name_features(value: Floats, places: Places) -> Matrix:
    """How much the names of the elements around each block speak for content, *value* being that of each element."""
    value = value.copy()
    value[: places.body + 1] = 0
    near = value[places.levels]
    steps = np.append(value, 0.0) - np.bincount(places.end, weights=value, minlength=len(value) + 1)
    total = np.clip(np.cumsum(steps)[places.row], -12, 12)
    least, most, row = near.min(axis=1), near.max(axis=1), places.levels[:, -1]
    for _ in range(NAME_LEVELS):
        row = np.maximum(places.parent[row], places.body)
        least, most = np.minimum(least, value[row]), np.maximum(most, value[row])
    return np.column_stack([near, total, least, most, value[places.host]]).astype(np.float32)
