"""Candidates for a site's feeds, from one of its pages: those it declares, those it links to, and usual places."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from thresher.feeds.addresses import is_web
from thresher.media.sources import absolute, base_url
from thresher.page.metadata import text_of
from thresher.page.whitespace import collapse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from thresher.page import Page

#: Media types with which pages declare feeds; ``application/json`` alone has other meanings too.
FEED_TYPES = frozenset(
    ["application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/feed+json", "text/xml"]
)
#: Patterns for the URLs of feeds, and for the text of links to them.
_FEED_ADDRESS = re.compile(
    r"/(?:feeds?|rss|atom|rdf)(?:[/.?]|$)|\.(?:rss|atom|rdf)(?:\?|$)|(?:feed|rss|atom|index)\.(?:xml|json)(?:\?|$)"
    r"|[?&](?:feed|format|type)=(?:rss|atom|feed)",
    re.IGNORECASE,
)
_FEED_SCHEME = re.compile(r"^feed:(?://(?=https?:))?(?=https?:|//)", re.IGNORECASE)
_FEED_WORDS = re.compile(r"\b(?:rss|atom|feeds?)\b", re.IGNORECASE)
#: Where publishing software puts feeds by default; tried only when the page names none.
USUAL_PLACES = ("/feed", "/rss", "/rss.xml", "/feed.xml", "/atom.xml", "/index.xml", "/feed.json")
#: A link to a feed has a short text; one with a longer text is about something else.
MAX_LINK_TEXT = 40
#: The most links of a page that are tried.
MAX_LINKS = 12


@dataclass(frozen=True)
class Candidate:
    """A URL where a feed may be."""

    url: str
    title: str
    source: str  #: "declared", "linked" or "usual place"


def candidates(page: Page) -> list[list[Candidate]]:
    """URLs to try, in groups; a group is tried only if there is no feed in the groups before it.

    >>> from thresher.page import Page
    >>> page = Page.from_html('<link rel=alternate type=application/rss+xml href=/n.xml title=News>', "http://a.example/")
    >>> [place.url for place in candidates(page)[0]]
    ['http://a.example/n.xml']
    """
    base = page.url or ""
    usual = [Candidate(urljoin(base, place), "", "usual place") for place in USUAL_PLACES] if is_web(base) else []
    linked = _unique(_linked(page))[:MAX_LINKS]
    return [group for group in (_unique(_declared(page)), linked, usual) if group]


def _declared(page: Page) -> Iterator[Candidate]:
    """Feeds in ``<link rel=alternate>``, and in ``rel=feed``."""
    for row in page.select("link[rel][href]").tolist():
        attributes = page.attributes(row)
        kinds = (attributes.get("rel") or "").lower().split()
        declared = (attributes.get("type") or "").partition(";")[0].strip().lower()
        if "feed" in kinds or ("alternate" in kinds and declared in FEED_TYPES):
            yield Candidate(_absolute(page, attributes["href"]), collapse(attributes.get("title") or ""), "declared")


def _linked(page: Page) -> Iterator[Candidate]:
    """Links with a URL that looks like that of a feed, or with a text that says so."""
    for row in page.select("a[href]").tolist():
        href = (page.attributes(row).get("href") or "").strip()
        text = text_of(page, row)
        if _FEED_ADDRESS.search(href) or (len(text) < MAX_LINK_TEXT and _FEED_WORDS.search(text)):
            yield Candidate(_absolute(page, href), text, "linked")


def _absolute(page: Page, href: str) -> str:
    """The absolute URL of a link on the page; some pages use the scheme ``feed:``."""
    return absolute(_FEED_SCHEME.sub("", href.strip()), base_url(page)).partition("#")[0]


def _unique(found: Iterator[Candidate]) -> list[Candidate]:
    """Each web URL once."""
    return [*{each.url: each for each in reversed([*found]) if is_web(each.url)}.values()][::-1]
