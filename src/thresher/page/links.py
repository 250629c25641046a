"""Filters 1 to 3: what is done to hyperlinks before a method that reads source looks at them.

Moheb Ghorbani, Hadi Mohammadzadeh and Abdolreza Nazemi: A Comparison of Three Pre-processing Methods for Improving
Main Content Extraction from Hyperlink Rich Web Documents. WEBIST 2014.
Such methods weigh content against code, and a link has a long address: links in an article look like noise.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from thresher.page.columns import Bools, mark_subtrees, prefix
from thresher.page.source import SourceView, without_attributes
from thresher.page.tags import tag_set

ANCHORS = tag_set("a")
#: Characters of ``<a></a>``, the code of a link without attributes [S].
BARE_LINK = 7


def filtered(source: SourceView, name: int | str) -> SourceView:
    """The source after one of the `FILTERS`.

    >>> from thresher.page import Cleaning, Page
    >>> from thresher.page.source import source_view
    >>> page = Page.from_html('<p><a href="http://www.spiegel.de/">Spiegel Web Site</a>')
    >>> source = source_view(page.view(Cleaning()))
    >>> for name in FILTERS:
    ...     print(name, filtered(source, name).text[12:-14])
    0 <p><a href="http://www.spiegel.de/">Spiegel Web Site</a></p>
    1 <p></p>
    2 <p><a>Spiegel Web Site</a></p>
    3 <p><a         >Spiegel Web Site</a></p>
    tags <p>Spiegel Web Site</p>
    """
    return FILTERS[name](source)


def keep(source: SourceView) -> SourceView:
    """No filter: the source itself."""
    return source


def without_links(source: SourceView) -> SourceView:
    """Filter 1: hyperlinks go with their text [S]; an anchor that is a mere place to link to stays [D]."""
    # Old pages leave such places open, and the parser then takes the rest of the page for their text.
    view = source.view
    links = np.flatnonzero(_anchors(source))
    addressed = links[[value is not None for value in _addresses(source, links.tolist())]]
    return source.without(mark_subtrees(addressed, view.end)[source.row])


def without_link_attributes(source: SourceView) -> SourceView:
    """Filter 2: of a link's tags only the bare ones are left [S]."""
    return without_attributes(source, ANCHORS)


def with_balanced_links(source: SourceView) -> SourceView:
    """Filter 3: blanks in place of a link's attributes, so that it has as much code as content [S].

    With text shorter than seven characters nothing is put in their place [D]; tags in the link stay and do not count.
    """
    view = source.view
    content = np.zeros(len(view.text), dtype=np.int64)
    content[source.run[~source.is_tag]] = source.content[~source.is_tag]
    sums = prefix(content)
    tokens = np.flatnonzero(source.is_tag & ~source.closing & _anchors(source)[source.row])
    rows = source.row[tokens]
    blanks = np.maximum(sums[view.run_stop[rows]] - sums[view.first_run[rows]] - BARE_LINK, 0)
    return source.rewritten(tokens, [f"<a{' ' * size}>" for size in blanks.tolist()])


def without_link_tags(source: SourceView) -> SourceView:
    """Filter 1 as some programs have it: the tags of hyperlinks go, their text stays [P]."""
    return source.without(source.is_tag & _anchors(source)[source.row])


#: Each filter by its name; 0 is none.
FILTERS: dict[int | str, Callable[[SourceView], SourceView]] = {
    0: keep,
    1: without_links,
    2: without_link_attributes,
    3: with_balanced_links,
    "tags": without_link_tags,
}


def _anchors(source: SourceView) -> Bools:
    """Element: whether it is an anchor."""
    return ANCHORS[source.view.code]


def _addresses(source: SourceView, rows: list[int]) -> list[str | None]:
    """Where each anchor leads."""
    elements, origin = source.view.origin.tree.elements, source.view.rows
    return [elements[origin[row]].attr("href") for row in rows]
