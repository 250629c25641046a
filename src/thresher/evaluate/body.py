"""CUTER's three classes of pages: the content is a single body, is interrupted by other text, or has comments.

The gold text is aligned with the text blocks of the page: a block belongs to the content if most of its sequences of
words occur in the gold text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from thresher.evaluate.metrics.bags import shingles
from thresher.evaluate.tokens import tokens
from thresher.labels import Label, label_elements
from thresher.page import Cleaning
from thresher.page.columns import prefix

if TYPE_CHECKING:
    from thresher.page import Page, View
    from thresher.page.columns import Bools, Ints

SINGLE, INTERRUPTED, COMMENTS = "single", "interrupted", "comments"

#: Length in words of the sequences that are compared with the gold text [D].
STRETCH = 3
#: A block with a larger share of such sequences in common with the gold text belongs to the content [D].
MIN_SHARE = 0.5
#: A content block with at least this many words is part of the body; headlines and names are not [D].
MIN_PART = 15
#: This many words of other text between two parts of the body interrupt it: more than a caption or a byline [D].
MIN_INTERRUPTION = 25
#: A page with this many words in elements named as comments has comments [D].
MIN_COMMENTS = 25


def body_of(page: Page, gold: str, comments: str | None = None) -> str | None:
    """The class of a page; ``None`` if none of the gold text is found in it.

    >>> from thresher.page import Page
    >>> oats, rye = "Oats are sown in spring and cut late. " * 3, "Rye bread is dark and keeps for weeks. " * 3
    >>> chaff = "<div>" + "Subscribe to our weekly letter about mills and millers today. " * 4 + "</div>"
    >>> body_of(Page.from_html(f"<p>{oats}<p>{rye}"), oats + rye)
    'single'
    >>> body_of(Page.from_html(f"<p>{oats}{chaff}<p>{rye}"), oats + rye)
    'interrupted'
    >>> body_of(Page.from_html(f"<p>{oats}<p>{rye}<div class=comments>{chaff}</div>"), oats + rye)
    'comments'
    """
    view = page.view(Cleaning())
    words = [tokens(view.blocks.text(number)) for number in range(len(view.blocks))]
    counts = np.array([len(each) for each in words], dtype=np.int64)
    content = _content_blocks(words, gold)
    if not content.any():
        return None
    if comments or _comment_words(view, content, counts) >= MIN_COMMENTS:
        return COMMENTS
    return INTERRUPTED if _longest_interruption(content, counts) >= MIN_INTERRUPTION else SINGLE


def _content_blocks(words: list[tuple[str, ...]], gold: str) -> Bools:
    """Which blocks belong to the content."""
    known = set(shingles(tokens(gold), STRETCH))
    stretches = [shingles(block, STRETCH) for block in words]
    common = [sum(stretch in known for stretch in each) > MIN_SHARE * len(each) for each in stretches]
    return np.array(common, dtype=bool)


def _longest_interruption(content: Bools, counts: Ints) -> int:
    """The number of words in the longest other text between two parts of the body."""
    parts = np.flatnonzero(content & (counts >= MIN_PART))
    if len(parts) < 2:
        return 0
    others = prefix(np.where(content, 0, counts))
    return int((others[parts[1:]] - others[parts[:-1]]).max())


def _comment_words(view: View, content: Bools, counts: Ints) -> int:
    """The number of words outside the content in elements named as comments."""
    page = view.origin
    labels = label_elements(page, np.zeros(len(page.text), dtype=bool))
    rows = view.rows[view.blocks.row]
    return int(counts[~content & (labels[rows] == Label.COMMENT)].sum())
