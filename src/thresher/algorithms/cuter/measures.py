"""Sizes, link percentage and text percentage of the text blocks of a page, and the numbers that say who is near."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from thresher.cached import cached_property
from thresher.page.columns import Bools, Floats, Ints, mark_subtrees, prefix
from thresher.page.tags import tag_set

if TYPE_CHECKING:
    from thresher.page import View
    from thresher.page.blocks import Blocks

#: Tags that shape text; useful text carries more of them (the paper names these and "etc.") [S].
FORMATTING = tag_set("b", "strong", "i", "em", "u", "p", "br", "font")
#: Formatting tags are counted per so many bytes or characters ...
FORMATTING_PER = 1000
#: ... and more than so many of them do not count further.
MAX_FORMATTING = 5


@dataclass(frozen=True, eq=False)
class Measures:
    """What is measured of each text block; the unit of sizes is the method's choice."""

    view: View
    size: Ints  #: SL: text in the block
    linked: Ints  #: SA: text in it that stands in links
    number: Ints  #: ID: how many non-empty blocks begin up to here, containers counted
    anonymous: Bools  #: whether it is only a part of its element's text
    bonus: Floats | float = 1.0  #: factor for formatting tags

    @property
    def blocks(self) -> Blocks:
        """The blocks themselves."""
        return self.view.blocks

    @property
    def total(self) -> int:
        """SH: text of the whole page."""
        return int(self.size.sum())

    @cached_property
    def link_share(self) -> Floats:
        """LP: share of each block's text that stands in links."""
        return link_percentage(self.linked, self.size)

    @cached_property
    def text_share(self) -> Floats:
        """TP: share of the page's text that each block has, with the bonus for formatting."""
        return text_percentage(self.size, self.total) * self.bonus

    @cached_property
    def container(self) -> Ints:
        """Row of the element that a block stands in beside others: its parent, or its own if it is a part of it."""
        row = self.blocks.row
        return np.where(self.anonymous, row, self.view.parent[row])


def link_percentage(linked: Ints, size: Ints) -> Floats:
    """LP of blocks, 0 where there is no text.

    >>> link_percentage(np.array([54, 0]), np.array([60, 0])).tolist()
    [0.9, 0.0]
    """
    return linked / np.maximum(size, 1)


def text_percentage(size: Ints, total: int) -> Floats:
    """TP of blocks.

    >>> text_percentage(np.array([300, 0]), 1200).tolist()
    [0.25, 0.0]
    """
    return size / max(total, 1)


def least_text_share(text_share: Floats, few_links: Bools, total: int, *, size: float, factor: float) -> float:
    """MinTP of a page: that of *size*, or *factor* of the mean of the blocks that have few links, if that is more."""
    mean = float(text_share[few_links].mean()) if few_links.any() else 0.0
    return max(size / max(total, 1), factor * mean)


def measure(view: View, *, unit: str, format_bonus: float) -> Measures:
    """The measures of a view's text blocks."""
    blocks = view.blocks
    run_size = view.length + extra_bytes(view.text, view.length) if unit == "bytes" else view.length
    in_link = mark_subtrees(view.is_tag("a"), view.end)[view.host]
    size, linked = blocks.total(run_size), blocks.total(run_size * in_link)
    anonymous = view.chars[blocks.row] != blocks.length
    began = prefix(~view.inline & (view.chars > 0))[view.at[blocks.start]]
    bonus = 1 + format_bonus * formatting(view, size) if format_bonus else 1.0
    return Measures(view, size, linked, began + np.cumsum(anonymous), anonymous, bonus)


def extra_bytes(texts: Sequence[str], length: Ints) -> Ints:
    """Bytes that each text takes in UTF-8 beyond one for each character; 0 where there is only white space.

    >>> extra_bytes(["Maß", "粉", "rye"], np.array([3, 1, 3])).tolist()
    [1, 2, 0]
    """
    extra = np.zeros(len(texts), dtype=np.int64)
    for run, text in enumerate(texts):
        if not text.isascii():
            extra[run] = len(text.encode("utf-8", "surrogatepass")) - len(text)
    return extra * (length > 0)


def formatting(view: View, size: Ints) -> Floats:
    """Formatting tags of each block for a given amount of text, up to a limit.

    A tag belongs to the block whose text follows it.
    """
    blocks = view.blocks
    seen = prefix(FORMATTING[view.code])[view.at[blocks.stop - 1]]
    tags = np.diff(seen, prepend=0)
    return np.minimum(tags / np.maximum(size, 1) * FORMATTING_PER, MAX_FORMATTING)
