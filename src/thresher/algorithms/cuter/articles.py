"""Pages that hold several articles: which article element each block stands in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from thresher.page.columns import Ints, has_in_subtree, nearest, nesting

if TYPE_CHECKING:
    from thresher.page import View

#: An article with less text than this is a teaser [D].
MIN_ARTICLE = 200


def article_of(view: View, rows: Ints, size: Ints) -> Ints:
    """Row of the article element around each of *rows*, -1 for none, where the page holds at least two articles.

    An article is an outermost ``<article>`` with a heading and some text; with less than two of them nothing is told
    apart, since many pages have one around a part of their story only.

    >>> from thresher.page import Cleaning, Page
    >>> html = "<article><h2>One</h2><p>a</article><article><h2>Two</h2><p>b</article>"
    >>> view = Page.from_html(html).view(Cleaning())
    >>> article_of(view, np.flatnonzero(view.is_tag("p")), np.array([300, 300])).tolist()
    [2, 5]
    """
    is_article = view.is_tag("article")
    if is_article.sum() < 2:
        return np.full(len(rows), -1, dtype=np.int64)
    outermost = is_article & (nesting(is_article, view.end) == 1) & has_in_subtree(view.heading, view.end)
    article = nearest(outermost, view.end)[rows]
    text = np.bincount(article + 1, weights=size, minlength=len(view.tag) + 1)[1:]
    return article if (text >= MIN_ARTICLE).sum() >= 2 else np.full(len(rows), -1, dtype=np.int64)
