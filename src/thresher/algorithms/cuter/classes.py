"""Node classes: advertisement, navigation, information (text or multimedia), empty; the rest is weak information."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import numpy as np

from thresher.labels import Label
from thresher.media import article_media
from thresher.page.columns import Bools, Codes, Ints, has_in_subtree, mark_subtrees, nesting, prefix, subtree_sum

if TYPE_CHECKING:
    from thresher.page import Cleaning, Page, View
    from thresher.selection import Selection

#: Names of elements that hold advertisements [D].
_AD_NAMES = re.compile(r"(?:^|[\s_-])(?:ads?|advert\w*|banner|sponsor\w*|promo\w*)(?:$|[\s_-])", re.IGNORECASE)


def node_classes(selection: Selection, cleaning: Cleaning, max_lp: float) -> Codes:
    """A `Label` for each element of the page, from what was selected and from the links of the rest.

    Text that was selected is content; an element of which at least *max_lp* is link text is navigation, or an
    advertisement if most of its links leave the site or its names say so; media of the article are media.
    """
    page, view = selection.page, selection.page.view(cleaning)
    labels = np.full(len(page.tag), Label.OTHER, dtype=np.uint8)
    labels[page.chars == 0] = Label.EMPTY
    in_view = np.full(len(view.tag), Label.OTHER, dtype=np.uint8)
    chosen = _holds_selected(selection)
    _label_links(view, in_view, max_lp, chosen[view.rows])
    in_view[(view.chars == 0) & ~has_in_subtree(view.media, view.end)] = Label.EMPTY
    labels[view.rows] = in_view
    labels[[item.row for item in article_media(selection)]] = Label.MEDIA
    labels[chosen] = Label.CONTENT
    labels.setflags(write=False)
    return labels


def _holds_selected(selection: Selection) -> Bools:
    """Elements of the page with selected text in them."""
    page = selection.page
    return subtree_sum(np.bincount(page.host[selection.runs], minlength=len(page.tag)), page.end) > 0


def _label_links(view: View, labels: Codes, max_lp: float, chosen: Bools) -> None:
    """Label the subtrees that are mostly links."""
    is_link = view.is_tag("a")
    linked = subtree_sum(view.own * mark_subtrees(is_link, view.end), view.end)
    heavy = (view.chars > 0) & (linked >= max_lp * view.chars) & ~chosen
    labels[mark_subtrees(heavy, view.end)] = Label.NAVIGATION
    # Nodes with many links go with their children [S], so only the outermost are looked at.
    outermost = np.flatnonzero(heavy & (nesting(heavy, view.end) == 1))
    advertising = outermost[_leave_the_site(view, outermost, is_link) | _named_ads(view, outermost, chosen)]
    labels[mark_subtrees(advertising, view.end)] = Label.ADVERTISEMENT


def _leave_the_site(view: View, rows: Ints, is_link: Bools) -> Bools:
    """Whether most links in each of *rows* lead to another site; nobody knows where the page's own is unknown."""
    site = _site_of_page(view.origin)
    if not site:
        return np.zeros(len(rows), dtype=bool)
    elements = view.origin.tree.elements
    links = np.flatnonzero(is_link & mark_subtrees(rows, view.end))
    hrefs = (elements[row].attr("href") or "" for row in view.rows[links].tolist())
    leaves = np.zeros(len(view.tag), dtype=np.int64)
    leaves[links] = [_leaves(href, site) for href in hrefs]
    all_links = prefix(is_link)
    mostly: Bools = 2 * subtree_sum(leaves, view.end)[rows] > all_links[view.end[rows]] - all_links[rows]
    return mostly


def _leaves(href: str, site: str) -> bool:
    """Whether a link leads to another site."""
    return href.startswith(("http:", "https:", "//")) and _site(href) != site


def _site_of_page(page: Page) -> str:
    """The site of a page: by its address, or by what it calls its canonical one."""
    if page.url:
        return _site(page.url)
    for row in page.select('link[rel="canonical"],meta[property="og:url"]').tolist():
        attributes = page.attributes(row)
        if site := _site(attributes.get("href") or attributes.get("content") or ""):
            return site
    return ""


@lru_cache(maxsize=4096)
def _site(url: str) -> str:
    """The last labels of an address' host, those that a site shares with its subdomains.

    >>> _site("https://www.news.example.co.uk/a"), _site("//m.example.org"), _site("/a")
    ('example.co.uk', 'example.org', '')
    """
    try:
        labels = (urlsplit(url).hostname or "").split(".")
    except ValueError:
        return ""
    # Second-level domains such as co.uk and com.br are short.
    count = 3 if len(labels) > 2 and len(labels[-2]) <= 3 and len(labels[-1]) == 2 else 2
    return ".".join(labels[-count:])


def _named_ads(view: View, rows: Ints, chosen: Bools) -> Bools:
    """Whether each of *rows* is, or stands in, an element with the name of an advertisement and no chosen text."""
    asked = np.zeros(len(view.tag), dtype=bool)
    asked[rows] = True
    around = has_in_subtree(asked, view.end) & ~chosen
    around[: view.body + 1] = False
    named = [row for row in np.flatnonzero(around).tolist() if is_named_ad(view, row)]
    return mark_subtrees(np.array(named, dtype=np.int64), view.end)[rows]


def is_named_ad(view: View, row: int) -> bool:
    """Whether an element's class or id says that it is an advertisement."""
    attribute = view.origin.tree.elements[int(view.rows[row])].attr
    return _names_ad(f"{attribute('class') or ''} {attribute('id') or ''}")


@lru_cache(maxsize=4096)
def _names_ad(names: str) -> bool:
    return bool(_AD_NAMES.search(names))
