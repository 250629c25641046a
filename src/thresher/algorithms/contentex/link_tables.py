"""ContentEx's link table filter: finds tables of links in any markup, starting from each link and climbing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from thresher.algorithms.anchors import link_anchors
from thresher.page.columns import Bools, Floats, Ints, mark_subtrees, nearest, subtree_sum

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
        anchors = link_anchors(page)
        in_anchor = mark_subtrees(anchors, page.end)
        outermost = anchors & ~np.append(False, in_anchor[page.parent[1:]])
        words = np.bincount(page.host, weights=page.words, minlength=len(page.tag)).astype(np.int64)
        text_count = subtree_sum(np.where(in_anchor, outermost, words), page.end)
        link_count = subtree_sum(outermost, page.end)
        score = np.where(text_count > 0, (text_count - link_count) / np.maximum(text_count, 1), 1.0)
        return cls(outermost, text_count, link_count, score)


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
    score, parent = counts.score, page.parent
    if ignored is not None and ignored.any():
        parent = _heirs(parent, ignored)[parent]
    grows = np.append(False, score[parent[1:]] < score[1:])
    # A table never takes the whole page with it.
    grows &= parent > page.body
    if ignored is not None:
        grows |= ignored
    links = np.flatnonzero(counts.links)
    found = links[score[parent[links]] < threshold]
    starts = np.where(parent[found] > page.body, parent[found], found)
    return mark_subtrees(nearest(~grows, page.end)[starts], page.end)


def _heirs(parent: Ints, ignored: Bools) -> Ints:
    """For each element itself, or the nearest one around it that is not ignored."""
    heir = np.arange(len(parent))
    for row in np.flatnonzero(ignored).tolist():
        heir[row] = heir[parent[row]]
    return heir
