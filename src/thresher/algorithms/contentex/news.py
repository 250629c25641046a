"""The article of a news page: where the long texts stand together, without its comments."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from thresher.algorithms.comments import named_for_comments
from thresher.page.columns import Bools, Floats, Ints, mark_subtrees, subtree_sum

if TYPE_CHECKING:
    from thresher.page import Page, View

#: The article is the smallest element that holds this share of the page's text [D].
MIN_ARTICLE_SHARE = 0.6
#: An element named for comments that holds a larger share of the text is the article itself [D].
MAX_COMMENT_SHARE = 0.5
#: Less than this share makes no difference [D].
MIN_COMMENT_SHARE = 0.01


def article(view: View, text: Floats) -> Bools:
    """Elements of the article; *text* is what the text directly in each element weighs.

    >>> from thresher.page import Cleaning, Page
    >>> page = Page.from_html("<div>Menu</div><div><p>Rye is a grass.</p><p>It is sown.</p></div>")
    >>> view = page.view(Cleaning())
    >>> [tag for tag, chosen in zip(view.tag, article(view, view.own.astype(float))) if chosen]
    ['div', 'p', 'p']
    """
    comments = comment_elements(view, subtree_sum(text, view.end))
    held = subtree_sum(np.where(comments, 0.0, text), view.end)
    # Of nested elements that hold enough, the last row is the innermost; two that are apart cannot both hold most.
    top = int(np.flatnonzero(held >= MIN_ARTICLE_SHARE * held[view.body])[-1])
    chosen = ~comments
    chosen[:top] = chosen[view.end[top] :] = False
    return chosen


def comment_elements(page: Page, text: Floats | Ints) -> Bools:
    """Elements that are named for comments, and all that is in them; *text* is what each subtree weighs."""
    most, least = MAX_COMMENT_SHARE * text[page.body], MIN_COMMENT_SHARE * text[page.body]
    rows = np.flatnonzero((text > least) & (text <= most) & ~page.inline)
    return mark_subtrees(named_for_comments(page, rows), page.end)
