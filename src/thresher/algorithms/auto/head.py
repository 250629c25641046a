"""What a page declares in its head, as far as the model asks for it, read in one sweep."""

from __future__ import annotations

from collections.abc import Mapping

from thresher.page import Page
from thresher.page.whitespace import collapse

#: What is asked for.
ASKED = frozenset(("og:type", "generator", "og:url", "og:title", "article:published_time", "product:price:amount"))


def declared(page: Page) -> Mapping[str, str]:
    """What the meta elements of a page declare, by name.

    >>> declared(Page.from_html('<meta property="og:type" content="article"><meta name="viewport" content="x">'))
    {'og:type': 'article'}
    """
    rows = page.rows_of("meta").tolist()
    told = zip(rows, *page.attribute_columns(rows, "property", "name"), strict=True)
    names = {row: prop or name for row, prop, name in told}
    return {name: page.attribute_of(row, "content") or "" for row, name in names.items() if name in ASKED}


def title_words(page: Page, head: Mapping[str, str]) -> frozenset[str]:
    r"""The words of the title that a page declares, in small letters.

    >>> sorted(title_words(Page.from_html("<title>Flour\nprices</title>"), {}))
    ['flour', 'prices']
    """
    rows = page.rows_of("title").tolist()
    title = collapse(head.get("og:title", "")) or (page.code_of(rows[0]) if rows else "")
    return frozenset(title.lower().split())
