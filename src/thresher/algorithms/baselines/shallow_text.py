"""Shallow text features: two small decision trees over the sizes and links of neighbouring blocks (boilerpipe).

Christian Kohlschütter, Peter Fankhauser and Wolfgang Nejdl: Boilerplate Detection using Shallow Text Features.
WSDM 2010.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from thresher.algorithms.base import Method, parameter
from thresher.algorithms.baselines.wrapping import wrapped_density
from thresher.page import Cleaning, Page
from thresher.page.blocks import Blocks
from thresher.page.columns import Bools, Ints
from thresher.selection import Selection


@dataclass(frozen=True)
class _ShallowText(Method):
    """What both classifiers have in common."""

    paper: ClassVar[str] = "Kohlschütter, Fankhauser, Nejdl: Boilerplate Detection using Shallow Text Features, 2010"
    family: ClassVar[str] = "shallow-text"
    cleaning: ClassVar[Cleaning] = Cleaning()

    max_links: float = parameter(0.333333, "blocks with a larger share of linked words are noise [P]", at_least=0)
    max_links_before: float = parameter(
        0.555556, "after a block with a larger share, more is asked of a block [P]", at_least=0
    )

    def select(self, page: Page) -> Selection:
        """The text of the blocks that the tree takes for content."""
        view = page.view(self.cleaning)
        blocks = view.blocks
        if not len(blocks):
            return Selection.nothing(page, "the page has no text")
        words = blocks.total(view.words)
        links = blocks.total(view.words * view.within("a")[view.host]) / np.maximum(words, 1)
        after_text = _before(links) <= self.max_links_before
        content = (links <= self.max_links) & self._passes(blocks, words, after_text)
        # White space between blocks has the number -1, which must find a block that is not content.
        return Selection.of_view(view, np.append(content, False)[blocks.of_run])

    def _passes(self, blocks: Blocks, words: Ints, after_text: Bools) -> Bools:
        """Which blocks are large enough, or stand beside some that are."""
        raise NotImplementedError


@dataclass(frozen=True)
class NumWords(_ShallowText):
    """NumWords: a block's words and those of its neighbours decide.

    >>> page = Page.from_html("<p><a>Home</a><p>" + "Rye grows on poor soil. " * 9 + "<p>Less so wheat.<p>Imprint")
    >>> [page.text[run][:9] for run in np.flatnonzero(NumWords().select(page).runs)]
    ['Rye grows', 'Less so w']
    """

    words: int = parameter(16, "a block with more words is content [P]", at_least=0)
    words_next: int = parameter(15, "a block is content if the next one has more words [P]", at_least=0)
    words_before: int = parameter(4, "a block is content if the one before has more words [P]", at_least=0)
    words_after_links: int = parameter(40, "after links, a block with more words is content [P]", at_least=0)
    words_next_after_links: int = parameter(17, "after links, the next block must have more words [P]", at_least=0)

    def _passes(self, blocks: Blocks, words: Ints, after_text: Bools) -> Bools:  # noqa: ARG002 - words are enough
        following = _after(words)
        in_text = (words > self.words) | (following > self.words_next) | (_before(words) > self.words_before)
        in_links = (words > self.words_after_links) | (following > self.words_next_after_links)
        return np.where(after_text, in_text, in_links)


@dataclass(frozen=True)
class DensityRules(_ShallowText):
    """Density rules: words per line of a block and of its neighbours decide."""

    line: int = parameter(80, "characters of a line [P]", at_least=1)
    density: float = parameter(9, "a block with more words per line is content if any text follows it [P]", at_least=0)
    density_next: float = parameter(10, "a block is content if the next one is denser [P]", at_least=0)
    density_before: float = parameter(4, "a block is content if the one before is denser [P]", at_least=0)
    density_next_after_links: float = parameter(11, "after links, the next block must be denser [P]", at_least=0)

    def _passes(self, blocks: Blocks, words: Ints, after_text: Bools) -> Bools:
        density = wrapped_density(blocks, words, self.line)
        before, following = _before(density), _after(density)
        sparse = (following > self.density_next) | (before > self.density_before)
        in_text = np.where(density > self.density, following > 0, sparse)
        return np.where(after_text, in_text, following > self.density_next_after_links)


def _before(column: NDArray[Any]) -> NDArray[Any]:
    """The entry of the block before each block, 0 at the first."""
    return np.append(column.dtype.type(0), column[:-1])


def _after(column: NDArray[Any]) -> NDArray[Any]:
    """The entry of the block after each block, 0 at the last."""
    return np.append(column[1:], column.dtype.type(0))
