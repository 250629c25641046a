"""The title hint: useful text follows the title, which the feed or the page tells."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from thresher.vocabulary import shared, vocabulary

if TYPE_CHECKING:
    from thresher.page.blocks import Blocks

#: What stands between a story's title and the name of the site.
_SEPARATOR = re.compile(r"\s+[-–—|»:·•]+\s+|\s*[|｜_]\s*")
#: A block with more than so many times the characters of the title is prose that happens to hold its words [D] ...
MAX_TIMES = 3
#: ... and one with less than this share of them cannot hold enough of its words [D].
MIN_TIMES = 0.3


def story_title(title: str) -> str:
    """A title without the name of the site: its longest part.

    >>> story_title("Mills reopen after the flood | The Grain Post")
    'Mills reopen after the flood'
    """
    return max(_SEPARATOR.split(title), key=len)


def title_block(blocks: Blocks, title: str, min_overlap: float) -> int | None:
    """The first block that has at least a share of *min_overlap* of the title's words.

    >>> from thresher.page import Page
    >>> page = Page.from_html("<p>Home<h1>Mills reopen after flood</h1><p>The river fell.")
    >>> title_block(page.blocks, "Mills reopen after the flood - Grain Post", 0.6)
    1
    """
    story = story_title(title)
    wanted = vocabulary(story)
    if not wanted:
        return None
    alike = (blocks.length <= MAX_TIMES * len(story)) & (blocks.length >= MIN_TIMES * len(story))
    for block in np.flatnonzero(alike).tolist():
        text = blocks.text(block)
        # What is not in the text at all is none of its words: a quick look before the long one.
        seen = sum(map(text.casefold().__contains__, wanted))
        if seen >= min_overlap * len(wanted) and shared(wanted, vocabulary(text)) >= min_overlap:
            return block
    return None
