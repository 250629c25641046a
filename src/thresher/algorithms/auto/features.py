"""What the model sees of a page: a row of numbers for each text block, and one for the page.

Nothing here knows a site or a language: counts, densities, places and relations, gathered from whole columns, and how
much the names of elements speak for content (`names`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from thresher.algorithms.auto.address import address_of, address_shape
from thresher.algorithms.auto.characters import Sort, characters
from thresher.algorithms.auto.feature_columns import (
    AROUND,
    AROUND_NUMBER,
    COLUMNS,
    COUNTED_CODES,
    FEATURES,
    LEVELS,
    TO_THE_BEST,
    WEIGHED,
)
from thresher.algorithms.auto.hashes import Words
from thresher.algorithms.auto.head import declared, title_words
from thresher.algorithms.auto.lines import (
    copies,
    counted_tags,
    densities,
    neighbours,
    own_text,
    places,
    relations,
    repetition,
    sums_of_words,
    tallies,
)
from thresher.algorithms.auto.names import Names, lines_of_names, name_values, names_of
from thresher.algorithms.auto.openings import opening_features
from thresher.algorithms.auto.outline import Held, Runs, Tree, counted_around, links, outline, runs_with_text
from thresher.algorithms.auto.side_by_side import side_by_side
from thresher.algorithms.auto.worth import Worth
from thresher.page import Cleaning, Page, View
from thresher.page.blocks import Blocks
from thresher.page.clean import MACHINERY
from thresher.page.columns import Bools, Floats, Ints, rows_having
from thresher.page.hidden import Cause
from thresher.page.tags import CODES, HEADINGS
from thresher.page.words import count_words

#: Hidden text is there for the model to judge, except what is hidden by a trick, and noscript beside real content.
CLEANING = Cleaning(
    drop=(*MACHINERY, "svg", "canvas", "object", "embed", "select", "textarea"), hidden=Cause.TRICK | Cause.NOSCRIPT
)
#: On the few pages that have HTML inside of drawings, these stay.
WITH_DRAWINGS = replace(CLEANING, drop=tuple(name for name in CLEANING.drop if name != "svg"))
#: How many elements are looked at for the most telling name.
NAME_LEVELS = 10
#: The names of all elements around a block together speak no more than this for or against it.
MAX_NAMES = 12
#: More elements of a name around a block are counted as this many.
MAX_AROUND = 3
#: Headings that are compared with the title: the first ones, of at most so many words.
MAX_TITLES, MAX_TITLE_WORDS = 20, 40

#: Characters whose share of the page's words tells about the page.
_COUNTED_CHARACTERS = [Sort.DIGIT, Sort.CAPITAL, Sort.IDEOGRAPH, Sort.MONEY, Sort.RIGHTS, Sort.QUOTE]
#: The causes of hiddenness that are weighed, as a column.
_WEIGHED = np.array(WEIGHED, dtype=np.uint8).reshape(-1, 1)

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
    copy: Ints  #: block: a number, the same for blocks of the same text
    features: Matrix  #: block: every feature that needs no name table
    page: Floats  #: what the page as a whole is like
    openings: Words  #: block: the words that it begins with
    head: Mapping[str, str]  #: what the page declares
    title: frozenset[str]  #: words of the title that it declares
    address: str

    @property
    def heading(self) -> Bools:
        """Block: whether it is a heading."""
        return HEADINGS[self.view.code[self.blocks.row]]

    def matrix(self, names: Worth, words: Worth, kinds: Floats) -> Matrix:
        """Block: all features, *kinds* being the probability of each kind of page."""
        by_names = name_features(name_values(self.names, names, kinds), self.tree)
        return all_features(self.features, by_names, opening_features(self.openings, words, kinds))


def look(page: Page) -> Sight | None:
    """What the model sees of *page*; nothing where it has no text."""
    view = page.view(WITH_DRAWINGS if len(page.rows_of("foreignObject")) else CLEANING)
    blocks = view.blocks
    if not len(blocks):
        return None
    return _Looker(page, view, blocks).sight()


class _Looker:
    """Computes the columns that several features share, once."""

    def __init__(self, page: Page, view: View, blocks: Blocks) -> None:
        self.page, self.view, self.blocks, self.n = page, view, blocks, len(blocks)
        self.head = declared(page)
        self.title = title_words(page, self.head)
        self.address = address_of(page, self.head)
        in_link = links(view)
        texts, host, length, text_in_link, first = runs_with_text(
            view.text, view.length, view.host, in_link, blocks.start
        )
        found = characters(texts, first)
        self.openings = found.openings
        runs = Runs(host, found.words, length, text_in_link)
        self.outline = outline(view, blocks, runs, in_link)
        self.code = view.code[blocks.row]
        self.tree = self.outline.tree(NAME_LEVELS)
        self.levels = self.tree.levels
        self.names = names_of(view, self.outline.rows, self.outline.sums[Held.BLOCKS] >= 2)
        self.holder_code = view.code[self.outline.rows]
        self.kind = self.holder_code.astype(np.int64) * (len(self.names.names) + 1) + self.names.class_of
        self.words, self.link_words, self.link_share, self.long = sums_of_words(runs.words, runs.in_link, first[:-1])
        self.counts = found.counts
        stops, commas, colons = found.counts[Sort.STOP : Sort.COLON + 1]
        self.marks = (stops + commas + colons).astype(np.float64)
        self.heading = HEADINGS[self.code]
        self.total = max(float(self.words.sum()), 1.0)

    def sight(self) -> Sight:
        """All of it."""
        columns = np.zeros((FEATURES, self.n), dtype=np.float32)
        fill = {
            "own text": self._own_text, "hiddenness": self._hidden, "place": self._places,
            "repetition": self._shapes, "neighbours": self._neighbours, "relations": self._relations,
            "elements around": self._around, "densities": self._level_features,
        }  # fmt: skip
        for sort, method in fill.items():
            method(columns[COLUMNS[sort]])
        return Sight(
            self.view,
            self.blocks,
            self.names,
            self.tree,
            self.words,
            self.shape,
            self.copy,
            columns.T,
            self._page_features(),
            self.openings,
            self.head,
            self.title,
            self.address,
        )

    def _own_text(self, lines: Matrix) -> None:
        """The block's text by itself (`OWN_TEXT`)."""
        number, copied = copies(self.openings.hashes, self.openings.first)
        # Texts that begin alike and are as long are the same for all that it matters.
        self.copy = number * (int(self.blocks.length.max()) + 1) + self.blocks.length
        lines[:] = own_text(self.words, self.link_share, self.blocks.length, self.counts, copied)

    def _hidden(self, lines: Matrix) -> None:
        """Which of the causes of hiddenness the block has."""
        lines[:] = (self.view.hidden[self.blocks.row] & _WEIGHED) != 0

    def _places(self, lines: Matrix) -> None:
        """Where on the page the block stands (`PLACE`)."""
        titles = rows_having(self.code, CODES["h1"])[:1].tolist()
        lines[:] = places(self.heading, titles[0] if titles else -1, self.words, self.total)

    def _shapes(self, lines: Matrix) -> None:
        """Blocks alike, then blocks in elements alike (`SHAPE`): same tags and classes of it and of two around it."""
        above = np.maximum(self.outline.parent, self.outline.body)
        lines[:], self.shape, self.repeated_share = repetition(
            self.kind, above, self.levels, self.words, self.link_words, self.marks, self.total
        )

    def _neighbours(self, lines: Matrix) -> None:
        """The blocks before and behind (`NEIGHBOURS`)."""
        lines[:] = neighbours(self.words, self.link_share, self.long)

    def _relations(self, lines: Matrix) -> None:
        """How the block stands to the best element by CETD, to the best parent of paragraphs, to the title."""
        outline, sums = self.outline, self.outline.sums
        paragraphs = (self.holder_code == CODES["p"]) * (sums[Held.WORDS] - sums[Held.LINK_WORDS])
        best = len(TO_THE_BEST)
        lines[:best], self.reached, self.top, self.best_paragraphs = relations(
            outline.density,
            outline.density_sum,
            paragraphs,
            outline.parent,
            outline.end,
            outline.block,
            outline.body,
        )
        self._title_overlap(lines[best:])

    def _title_overlap(self, lines: Matrix) -> None:
        """Share of a heading's words that are in the title, and of the title's words that are in it."""
        if not self.title:
            return
        short = (self.heading & (self.words <= MAX_TITLE_WORDS)).nonzero()[0][:MAX_TITLES]
        starts, stops, text = self.blocks.start[short].tolist(), self.blocks.stop[short].tolist(), self.view.text
        texts = ("".join(text[start:stop]) for start, stop in zip(starts, stops, strict=True))
        words = [set(each.lower().split()) for each in texts]
        both = [len(each & self.title) for each in words]
        lines[0, short] = [common / max(len(each), 1) for common, each in zip(both, words, strict=True)]
        lines[1, short] = [common / len(self.title) for common in both]

    def _around(self, lines: Matrix) -> None:
        """How many of each telling element are around a block, up to three."""
        outline = self.outline
        number = AROUND_NUMBER[self.holder_code]
        lines[:] = counted_around(number, outline.end, outline.block, len(AROUND), MAX_AROUND)

    def _level_features(self, lines: Matrix) -> None:
        """What the elements around a block are like, each in turn (`LEVEL_FEATURES`)."""
        outline = self.outline
        lines[:] = densities(
            outline.sums, outline.density, outline.density_sum, outline.parent, self.kind, self.levels, self.total
        )

    def _page_features(self) -> Floats:
        """What the page as a whole is like."""
        sums, total, top, n = self.outline.sums, self.total, self.top, self.n
        words, link_words = sums[Held.WORDS], sums[Held.LINK_WORDS]
        tallied = tallies(self.words, self.link_share, self.long, self.heading, self.counts[Sort.MONEY], self.reached)
        long, heading, linked_heading, linked_line, money, tiny, short, *_ = tallied[0]
        long_words, *_, free_words, middle_words, reached_words = tallied[1]
        top_words, top_links = float(words[top]), float(link_words[top])
        counts = [
            total, n, total / n, total / len(self.view.code), long, max(top_words - top_links, 0), self.words.max(),
            long_words, words[0] - link_words[0], linked_heading, linked_line, money,
            *counted_tags(self.view.code, COUNTED_CODES),
        ]  # fmt: skip
        shares = [
            self.link_words.sum() / total,
            long_words / total,
            top_words / total,
            top_links / max(top_words, 1),
            reached_words / total,
            self.best_paragraphs / total,
            self.repeated_share,
            min(float(self.marks.sum()) / total, 1),
            min(float(sums[Held.PICTURES, 0]) / n, 2),
            linked_heading / max(heading, 1),
            linked_line / n,
            free_words / total,
            tiny / n,
            (short - tiny) / n,
            middle_words / total,
        ]
        things, held, spread = side_by_side(self.outline)
        first = self.words[self.code == CODES["h1"]][:1]
        names = count_words([" ".join(self.title)])[0], float(first.sum()), *address_shape(self.address)
        chars = self.counts[_COUNTED_CHARACTERS].sum(axis=1, dtype=np.float32) / total
        found = np.array([*counts, *shares, *chars.tolist(), things, held / total, spread, *names])
        np.log1p(found[: len(counts)], out=found[: len(counts)])
        return found


def all_features(features: Matrix, of_names: Matrix, of_words: Matrix) -> Matrix:
    """Block: the features of its structure, names and words."""
    # Columns lie together in memory: that is how they are made and how trees read them.
    return np.concatenate([features.T, of_names.T, of_words.T]).T


def name_features(value: Matrix, tree: Tree) -> Matrix:
    """How much the names of the elements around each block speak for content.

    *value* is what the names of each element are worth: on any page, and on pages of such kinds.
    """
    return lines_of_names(value, tree.levels, tree.end, tree.block, tree.body, LEVELS, MAX_NAMES).T
