"""What the model sees of a block: whole columns of the page, gathered for each text block.

Nothing here knows a site or a language: counts, densities, places, relations, and how much the words of class, id and
role names speak for content (`names`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from thresher.algorithms.auto.characters import Characters, characters
from thresher.algorithms.auto.names import NameTable, name_tokens
from thresher.algorithms.cetd import CectdDs, composite_text_density, count
from thresher.page import Cleaning, Page, View
from thresher.page.clean import MACHINERY
from thresher.page.columns import Bools, Floats, Ints, child_sum, mark_subtrees, nearest, nesting, prefix, subtree_sum
from thresher.page.hidden import Cause
from thresher.page.tags import CONTROLS, HEADINGS, tag_set

#: Hidden text is there for the model to judge, except what is hidden by a trick, and noscript beside real content.
CLEANING = Cleaning(drop=(*MACHINERY, "svg", "canvas", "object", "embed"), hidden=Cause.TRICK | Cause.NOSCRIPT)
#: How many elements above a block are looked at.
LEVELS = 5
#: A character of a script without blanks counts as this many words.
IDEOGRAPH_WORDS = 0.5
#: Names of elements around or at a block that tell something.
AROUND = (
    "nav", "header", "footer", "aside", "main", "article", "section", "form", "table", "ul", "ol", "dl", "figure",
    "figcaption", "blockquote", "pre", "details", "noscript", "button", "a", "label", "td", "li", "dd", "dt", "p",
    "address", "iframe", "dialog", "menu", "code",
)  # fmt: skip
_LINKS = tag_set("a", "button", "select")


@dataclass(frozen=True, eq=False)
class Sight:
    """A page as the model sees it: its view and the columns that features are gathered from."""

    view: View
    names: NameTable

    @cached_property
    def chars(self) -> Characters:
        return characters(self.view)

    @cached_property
    def run_words(self) -> Floats:
        """Run: words, ideographs by their share."""
        return self.chars.words + IDEOGRAPH_WORDS * self.chars.ideographs

    @cached_property
    def in_link(self) -> Bools:
        return mark_subtrees(_LINKS[self.view.code], self.view.end)

    @cached_property
    def own_words(self) -> Floats:
        return np.bincount(self.view.host, weights=self.run_words, minlength=len(self.view.tag))

    @cached_property
    def words(self) -> Floats:
        """Element: words in its subtree."""
        return subtree_sum(self.own_words, self.view.end)

    @cached_property
    def link_words(self) -> Floats:
        return subtree_sum(self.own_words * self.in_link, self.view.end)

    @cached_property
    def name_value(self) -> Floats:
        """Element: how much its names speak for content."""
        return self.names.values(self.view)


def sight(page: Page, names: NameTable) -> Sight:
    """What the model sees of *page*."""
    return Sight(page.view(CLEANING), names)
