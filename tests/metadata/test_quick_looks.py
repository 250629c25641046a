"""A quick look at a text lets through whatever the slow pattern behind it finds."""

from __future__ import annotations

import pytest

from thresher.metadata import front, rest
from thresher.metadata.marked import Marked
from thresher.page import Page
from thresher.page.telling import has_part

#: Names of elements that hold what is not the story.
OTHERS = (
    *("comment", "post-comments", "related", "recommend", "recommended_items", "sidebar", "promo", "promotions"),
    *("teaser", "teasers", "newsletter", "trending", "popular", "more-news", "latest", "cookie", "cookies"),
    *("ad", "top ads", "carousel", "menu", "breadcrumb", "breadcrumbs", "similar"),
)
#: Addresses of pictures that a site shows of itself.
OF_SITE = (
    *("/img/logo.png", "/logos/mill.png", "/icon-2.svg", "/icons/rye.png", "/favicon.ico", "/ann/avatar.jpg"),
    *("/avatars/ann.jpg", "/blank.gif", "/placeholder.png", "https://gravatar.com/5f1"),
)


@pytest.mark.parametrize("name", OTHERS)
def test_names_of_others(name):
    """Elements that hold other stories are found by their names, whichever of the words these have."""
    page = Page.from_html(f"<div class='{name}'><p>Ann Rye</p></div>")
    assert front._OTHERS.search(name)
    assert front.Front(page, None, Marked.of(page)).is_of_others(4)


@pytest.mark.parametrize("address", OF_SITE)
def test_pictures_of_site(address):
    """Pictures of the site are told by their addresses, whichever of the words these have."""
    assert rest._OF_SITE.search(address)
    assert has_part(address, rest._NAMES_OF_SITE)
