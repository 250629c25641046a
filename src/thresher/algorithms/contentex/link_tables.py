"""ContentEx's link table filter: finds tables of links in any markup, starting from each link and climbing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from thresher.algorithms.anchors import link_anchors
from thresher.page.columns import Bools, Floats, Ints, mark_subtrees, nearest, subtree_sum, sum_by_row
from thresher.page.kernels import kernel

if TYPE_CHECKING:
    from thresher.page import Page


@dataclass(frozen=True)
class LinkCounts:
    """Words and links of each element; a link is one word, whatever it contains."""

    links: Bools  #: whether it is a link that is not inside of another
    text_count: Ints
    link_count: Ints
    score: Floats  #: share of the words that are no links; 1 where there are no words

    @classmethod
    def of(cls, page: Page) -> LinkCounts:
        """The counts of a page, never updated when tables are taken out.

        >>> from thresher.page import Page
        >>> page = Page.from_html("<p>Five words and <a>a link</a> here</p>")
        >>> counts = LinkCounts.of(page)
        >>> int(counts.text_count[3]), int(counts.link_count[3]), float(counts.score[3])
        (5, 1, 0.8)
        """
        return cls(*link_words(page.words, page.host, link_anchors(page), page.parent, page.end))


@kernel
def link_words(words: Ints, host: Ints, anchors: Bools, parent: Ints, end: Ints) -> tuple[Bools, Ints, Ints, Floats]:
    """The columns of `LinkCounts`, from the words of runs and from the elements that are links."""
    in_anchor = mark_subtrees(anchors, end)
    outermost = anchors & ~np.append(False, in_anchor[parent[1:]])
    text_count = subtree_sum(np.where(in_anchor, outermost, sum_by_row(host, words, len(end))), end)
    link_count = subtree_sum(outermost, end)
    score = np.where(text_count > 0, (text_count - link_count) / np.maximum(text_count, 1), 1.0)
    return outermost, text_count, link_count, score


def link_tables(page: Page, counts: LinkCounts, threshold: float, ignored: Bools | None = None) -> Bools:
    """Elements that are in a table of links; *ignored* ones are looked through, as if their content stood without them.

    A table is found where a link's parent scores below the threshold, and grows as long as the next element around it
    scores lower still. Growth stops at the same element from wherever in the table it starts, so all links can be
    looked at at once.

    >>> from thresher.page import Page
    >>> page = Page.from_html("<ul><li>Mills <a>A</a> <a>B</a><li><a>C</a></ul><p>Bread and <a>butter</a> today")
    >>> tables = link_tables(page, LinkCounts.of(page), threshold=0.5)
    >>> [tag for tag, gone in zip(page.tag, tables) if gone]
    ['ul', 'li', 'a', 'a', 'li', 'a']
    """
    ignored = np.zeros(len(page.tag), dtype=bool) if ignored is None else ignored
    return grown_tables(counts.score, counts.links, ignored, page.parent, page.end, page.body, threshold)


@kernel
def grown_tables(
    score: Floats, links: Bools, ignored: Bools, parent: Ints, end: Ints, body: int, threshold: float
) -> Bools:
    """The rows that are in tables, by the score of each row and by which rows are links."""
    if ignored.any():
        parent = _heirs(parent, ignored)[parent]
    grows = np.append(False, score[parent[1:]] < score[1:])
    # A table never takes the whole page with it.
    grows = (grows & (parent > body)) | ignored
    rows = np.flatnonzero(links)
    found = rows[score[parent[rows]] < threshold]
    starts = np.where(parent[found] > body, parent[found], found)
    return mark_subtrees(nearest(~grows, end)[starts], end)


def _heirs(parent: Ints, ignored: Bools) -> Ints:
    """For each element itself, or the nearest one around it that is not ignored."""
    heir = np.arange(len(parent))
    for row in np.flatnonzero(ignored).tolist():
        heir[row] = heir[parent[row]]
    return heir
