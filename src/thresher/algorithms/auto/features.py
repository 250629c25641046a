"""What the model sees of a page: a row of numbers for each text block, and one for the page.

Nothing here knows a site or a language: counts, densities, places and relations, gathered from whole columns, and how
much the names of elements speak for content (`names`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from thresher.algorithms.auto.characters import Characters, Sort, characters
from thresher.algorithms.auto.names import Names, NameTable, names_of
from thresher.algorithms.auto.openings import WordTable, openings_of
from thresher.algorithms.auto.outline import Runs, Tree, links, outline, text_runs
from thresher.algorithms.auto.sorts import (
    AROUND,
    AROUND_NUMBER,
    COUNTED_CODES,
    LEVEL_FEATURES,
    LEVELS,
    OWN,
    OWN_NUMBER,
    WEIGHED,
)
from thresher.page import Cleaning, Page, View
from thresher.page.blocks import Blocks
from thresher.page.clean import MACHINERY
from thresher.page.columns import Floats, Ints
from thresher.page.hidden import Cause
from thresher.page.tags import CODES, HEADINGS

#: Hidden text is there for the model to judge, except what is hidden by a trick, and noscript beside real content.
CLEANING = Cleaning(
    drop=(*MACHINERY, "svg", "canvas", "object", "embed", "select", "textarea"), hidden=Cause.TRICK | Cause.NOSCRIPT
)
#: On the few pages that have HTML inside of drawings, these stay.
WITH_DRAWINGS = replace(CLEANING, drop=tuple(name for name in CLEANING.drop if name != "svg"))
#: How many elements are looked at for the most telling name.
NAME_LEVELS = 10
#: A block of at least so many words, of which few are links, is running text.
LONG_WORDS, LONG_LINK_SHARE = 12, 0.3
#: A block with a larger share of link text is a link; of so many words, a headline.
LINKED, LINE_WORDS = 0.8, 5
#: Elements on the way from the densest one to the body that are told apart.
MAX_PATH = 12
#: Headings that are compared with the title: the first ones, of at most so many words.
MAX_TITLES, MAX_TITLE_WORDS = 20, 40

Matrix = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Sight:
    """A page as the model sees it."""

    view: View
    blocks: Blocks
    names: Names
    tree: Tree
    words: Floats  #: block: its words
    shape: Ints  #: block: number of the tags and classes of its element and of two around it
    features: Matrix  #: block: every feature that needs no name table
    page: Floats  #: what the page as a whole is like
    openings: list[str]  #: block: the beginning of its text, lower case

    def matrix(self, names: NameTable, words: WordTable) -> Matrix:
        """Block: all features."""
        return all_features(self.features, names.values(self.names), self.tree, words.features(self.openings))


def look(page: Page) -> Sight | None:
    """What the model sees of *page*; nothing where it has no text."""
    view = page.view(WITH_DRAWINGS if CODES["foreignObject"] in page.code else CLEANING)
    blocks = view.blocks
    if not len(blocks):
        return None
    return _Looker(page, view, blocks).sight()


class _Looker:
    """Computes the columns that several features share, once."""

    def __init__(self, page: Page, view: View, blocks: Blocks) -> None:
        self.page, self.view, self.blocks = page, view, blocks
        solid = np.flatnonzero(view.length)
        in_link = links(view)
        self.characters: Characters = characters([view.text[run] for run in solid.tolist()])
        self.runs: Runs = text_runs(view, solid, self.characters, in_link)
        self.first, self.stop = np.searchsorted(solid, blocks.start), np.searchsorted(solid, blocks.stop)
        self.outline = outline(view, blocks, self.runs, in_link)
        self.code = view.code[blocks.row]
        self.tree = self.outline.tree(NAME_LEVELS)
        self.levels = self.tree.levels
        self.names = names_of(view, self.outline.rows, self.outline.sums.blocks >= 2)
        sums = self._sums()
        self.words, self.marks, self.link_words = sums[0], sums[1], sums[2]
        self.link_share = self.link_words / np.maximum(self.words, 1)
        self.counts = sums[3:]
        self.total = max(float(self.words.sum()), 1.0)
        self.n = len(blocks)
        self.openings = openings_of(view)

    def _sums(self) -> Floats:
        """Sums over each block: words, marks, words in links, and characters of each sort."""
        runs = self.runs
        columns = np.concatenate(
            [[runs.words, runs.marks, runs.words * runs.in_link], self.characters.count.T.astype(np.float64)]
        )
        sums: Floats = np.add.reduceat(columns, self.first, axis=1)
        return sums

    def sight(self) -> Sight:
        """All of it."""
        shape, shapes = self._shapes()
        rows = [*self._own_text(), *self._hidden(), *self._places(), *shapes, *self._neighbours(), *self._relations()]
        own, around = len(rows), len(rows) + len(OWN) + 1
        features = np.zeros((self.n, around + len(AROUND) + LEVELS * LEVEL_FEATURES), dtype=np.float32)
        features[:, :own] = np.array(rows).T
        number = OWN_NUMBER[self.code]
        features[np.arange(self.n), own + np.where(number < 0, len(OWN), number)] = 1
        features[:, around : around + len(AROUND)] = self._around()
        features[:, around + len(AROUND) :] = self._level_features()
        return Sight(
            self.view,
            self.blocks,
            self.names,
            self.tree,
            self.words,
            shape,
            features,
            self._page_features(),
            self.openings,
        )

    def _own_text(self) -> list[Floats]:
        """The block's text by itself."""
        counts, words = self.counts, np.maximum(self.words, 1)
        length = np.maximum(self.blocks.length, 1)
        first, last = self.characters.first[self.first], self.characters.last[self.stop - 1]
        return [
            np.log1p(self.words),
            np.log1p(length),
            self.link_share,
            np.minimum(length / words, 20),
            np.log1p(counts[Sort.STOP]),
            np.log1p(counts[Sort.COMMA]),
            np.minimum(counts[Sort.STOP] / words, 1),
            counts[Sort.DIGIT] / length,
            counts[Sort.CAPITAL] / length,
            counts[Sort.IDEOGRAPH] > 0,
            np.log1p(self.stop - self.first),
            (last == Sort.STOP) | (last == Sort.QUOTE),
            last == Sort.COLON,
            first == Sort.CAPITAL,
            first == Sort.LETTER,
            first == Sort.DIGIT,
            counts[Sort.RIGHTS] > 0,
            np.minimum(counts[Sort.BAR], 3),
            np.minimum(counts[Sort.MONEY], 3),
            np.minimum(counts[Sort.QUOTE] / words, 1),
            np.log1p(self._copies()),
        ]

    def _copies(self) -> Floats:
        """Block: how many blocks begin with the same text."""
        number: dict[str, int] = {}
        same = np.array([number.setdefault(text, len(number)) for text in self.openings])
        copies: Floats = np.bincount(same)[same].astype(np.float64)
        return copies

    def _hidden(self) -> list[Floats]:
        hidden = self.view.hidden[self.blocks.row]
        return [(hidden & int(cause)) != 0 for cause in WEIGHED]

    def _around(self) -> Matrix:
        """How many of each telling element are around a block, up to three."""
        outline, width = self.outline, len(AROUND)
        number = AROUND_NUMBER[self.view.code[outline.rows]]
        telling = np.flatnonzero(number >= 0)
        size = (len(number) + 1) * width
        steps = np.bincount(telling * width + number[telling], minlength=size)
        steps -= np.bincount(outline.end[telling] * width + number[telling], minlength=size)
        open_there = np.cumsum(steps.reshape(-1, width), axis=0)[outline.block]
        return np.minimum(open_there, 3)

    def _level_features(self) -> Floats:
        """What the elements around a block are like, each in turn."""
        outline, sums = self.outline, self.outline.sums
        words, tags = sums.words, np.maximum(sums.tags, 1)
        whole = np.maximum(words, 1)
        top = max(float(outline.density_sum.max()), 1e-9)
        columns = np.empty((LEVEL_FEATURES, len(words)))
        columns[0] = words
        columns[1] = words / tags
        columns[2] = words / np.maximum(sums.block_tags, 1)
        columns[3] = outline.density
        columns[4] = outline.density_sum / top * 100
        columns[5] = sums.blocks
        columns[6] = words / sums.blocks
        columns[7] = sums.pictures
        columns[8] = self._siblings()
        np.log1p(columns[:9], out=columns[:9])
        columns[9] = words / self.total
        columns[10] = sums.link_words / whole
        columns[11] = np.minimum(sums.marks / whole, 1)
        return columns.T[self.levels[:, :LEVELS]].reshape(self.n, -1)

    def _siblings(self) -> Ints:
        """Element: how many of its siblings, itself included, have its tag and class."""
        self.kind = self.view.code[self.outline.rows] * np.int64(len(self.names.class_of) + 1) + self.names.class_of
        key = self.outline.parent * (int(self.kind.max()) + 1) + self.kind
        _, number, counts = np.unique(key, return_inverse=True, return_counts=True)
        return counts[number]

    def _places(self) -> list[Floats]:
        """Where on the page the block stands."""
        n, place = self.n, np.arange(self.n)
        before = np.cumsum(self.words) - self.words
        titles = np.flatnonzero(self.code == CODES["h1"])
        title = int(titles[0]) if len(titles) else -1
        heading = HEADINGS[self.code]
        since = place - np.maximum.accumulate(np.where(heading, place, -1))
        until = np.minimum.accumulate(np.where(heading, place, n + 30)[::-1])[::-1] - place
        return [
            before / self.total,
            place / n,
            np.log1p(place),
            np.log1p(n - 1 - place),
            np.full(n, 0.5) if title < 0 else place >= title,
            np.zeros(n) if title < 0 else np.clip((place - title) / 50, -2, 2),
            np.log1p(np.minimum(since, 30)),
            np.log1p(np.minimum(until, 30)),
            self.view.depth[self.blocks.row] / 10,
        ]

    def _shapes(self) -> tuple[Ints, list[Floats]]:
        """Blocks alike: same tags and classes of the block and of two elements around it."""
        kind = self.view.code[self.outline.rows] * np.int64(len(self.names.class_of) + 1) + self.names.class_of
        _, kind = np.unique(kind, return_inverse=True)
        width = int(kind.max()) + 1
        kinds = kind[self.levels[:, :4]]
        features: list[Floats] = []
        shapes = []
        for start in (0, 1):
            key = (kinds[:, start] * width + kinds[:, start + 1]) * width + kinds[:, start + 2]
            _, shape, counts = np.unique(key, return_inverse=True, return_counts=True)
            shapes.append(shape)
            words, link_words, marks = (
                np.bincount(shape, weights=column) for column in (self.words, self.link_words, self.marks)
            )
            whole = np.maximum(words, 1)
            table = np.array(
                [
                    np.log1p(counts),
                    words / self.total,
                    np.log1p(words / counts),
                    link_words / whole,
                    np.minimum(marks / whole, 1),
                ]
            )
            features += [*table[:, shape]]
            self.repeated_share = float(table[1][counts >= 3].max(initial=0))
        return shapes[0], features

    def _neighbours(self) -> list[Floats]:
        """The blocks before and after."""
        words, stops = np.log1p(self.words), np.minimum(self.marks / np.maximum(self.words, 1), 1)
        padded = np.zeros((3, self.n + 4))
        padded[0, 2:-2], padded[1, 2:-2], padded[2, 2:-2] = words, self.link_share, stops
        features = [*padded[:, 1:-3], *padded[:, :-4], *padded[:, 3:-1], *padded[:, 4:]]
        self.long = (self.words >= LONG_WORDS) & (self.link_share < LONG_LINK_SHARE)
        so_far = np.cumsum(self.long)
        text = np.zeros(self.n + 11)
        np.cumsum(np.where(self.long, self.words, 0.0), out=text[6:-5])
        text[-5:] = text[-6]
        return [
            *features, np.log1p(so_far - self.long), np.log1p(so_far[-1] - so_far), np.log1p(text[11:] - text[:-11])
        ]  # fmt: skip

    def _relations(self) -> list[Floats]:
        """How the block stands to the best element by CETD, to the best parent of paragraphs, and to the title."""
        outline, row, sums = self.outline, self.outline.block, self.outline.sums
        top = self.top = int(np.argmax(outline.density_sum))
        path = [top]
        while path[-1] > outline.body:
            path.append(int(outline.parent[path[-1]]))
        # The path's elements are around each other, so what holds a block begins and ends with a place on the path.
        near = np.array(path[:MAX_PATH])
        starts_later = len(near) - np.searchsorted(near[::-1], row, side="right")
        ended = np.searchsorted(outline.end[near], row, side="right")
        level = np.minimum(np.maximum(starts_later, ended), len(near)) + 1.0
        level[level > len(near)] = MAX_PATH + 1
        threshold = max(float(outline.density[path].min()), 1e-9)
        paragraphs = np.where(self.view.code[outline.rows] == CODES["p"], sums.words - sums.link_words, 0)
        of_parent = np.bincount(outline.parent, weights=paragraphs, minlength=len(outline.rows))
        best = int(np.argmax(of_parent))
        self.best_paragraphs = float(of_parent[best])
        above = int(outline.parent[best])
        dense = outline.density >= threshold
        # Elements that are dense all the way up are what CETD's search reaches.
        steps = np.append(~dense, 0).astype(np.int64)
        steps -= np.bincount(outline.end[~dense], minlength=len(steps))
        self.reached = np.cumsum(steps)[row] == 0
        return [
            level / (MAX_PATH + 1),
            row < top,
            row >= outline.end[top],
            self.reached,
            np.log1p(outline.density[row]) - np.log1p(threshold),
            (row >= best) & (row < outline.end[best]),
            (row >= above) & (row < outline.end[above]),
            *self._title_overlap(),
        ]

    def _title_overlap(self) -> tuple[Floats, Floats]:
        """Share of a heading's words that are in the title, and of the title's words that are in it."""
        title = set(self.page.title.lower().split())
        in_title, of_title = np.zeros(self.n), np.zeros(self.n)
        if title:
            heading = np.flatnonzero(HEADINGS[self.code] & (self.words <= MAX_TITLE_WORDS))[:MAX_TITLES]
            for block in heading.tolist():
                words = set(self.blocks.text(block).lower().split())
                both = len(words & title)
                in_title[block], of_title[block] = both / max(len(words), 1), both / len(title)
        return in_title, of_title

    def _page_features(self) -> Floats:
        """What the page as a whole is like."""
        sums, total, top = self.outline.sums, self.total, self.top
        chars = self.counts.sum(axis=1)
        number = np.bincount(self.view.code, minlength=256) @ COUNTED_CODES
        long_words = self.words[self.long].sum()
        linked, heading = self.link_share > LINKED, HEADINGS[self.code]
        return np.concatenate(
            [
                np.log1p([total, self.n, total / self.n, total / len(self.view.code), self.long.sum(),
                          max(float(sums.words[top] - sums.link_words[top]), 0), self.words.max(), long_words,
                          sums.words[0] - sums.link_words[0], (heading & linked).sum(),
                          (linked & (self.words >= LINE_WORDS)).sum(), (self.counts[Sort.MONEY] > 0).sum()]),
                np.log1p(number),
                [
                    self.link_words.sum() / total,
                    long_words / total,
                    sums.words[top] / total,
                    sums.link_words[top] / max(float(sums.words[top]), 1),
                    self.words[self.reached].sum() / total,
                    self.best_paragraphs / total,
                    self.repeated_share,
                    min(float(self.marks.sum()) / total, 1),
                    np.minimum(self.outline.sums.pictures[0] / self.n, 2),
                    (heading & linked).sum() / max(int(heading.sum()), 1),
                    (linked & (self.words >= LINE_WORDS)).sum() / self.n,
                    self.words[(self.link_share < 0.2) & (self.words > 2 * LONG_WORDS)].sum() / total,
                    (self.words <= 3).sum() / self.n,
                    ((self.words > 3) & (self.words <= LONG_WORDS)).sum() / self.n,
                    self.words[(self.words > LONG_WORDS) & (self.words <= 40)].sum() / total,
                ],
                chars[[Sort.DIGIT, Sort.CAPITAL, Sort.IDEOGRAPH, Sort.MONEY, Sort.RIGHTS, Sort.QUOTE]] / total,
            ]
        )  # fmt: skip


def all_features(features: Matrix, value: Floats, tree: Tree, of_words: Matrix) -> Matrix:
    """Block: the features of its structure, names and words; *value* is that of the names of each element."""
    return np.concatenate([features, name_features(value, tree), of_words], axis=1)


def name_features(value: Floats, tree: Tree) -> Matrix:
    """How much the names of the elements around each block speak for content, *value* being that of each element."""
    value[: tree.body + 1] = 0
    near = value[tree.levels]
    steps = np.append(value, 0.0)
    steps -= np.bincount(tree.end, weights=value, minlength=len(steps))
    total = np.clip(np.cumsum(steps)[tree.block], -12, 12)
    found = np.empty((len(tree.levels), LEVELS + 3), dtype=np.float32)
    found[:, :LEVELS] = near[:, :LEVELS]
    found[:, LEVELS], found[:, LEVELS + 1], found[:, LEVELS + 2] = total, near.min(axis=1), near.max(axis=1)
    return found
