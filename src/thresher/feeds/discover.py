"""Where a site's feeds may be, from one of its pages: what it declares, then what it links to, then usual places."""

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

#: Media types by which pages declare feeds; ``application/json`` alone means other things too.
FEED_TYPES = frozenset(
    ["application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/feed+json", "text/xml"]
)
#: What addresses of feeds look like, and what links to them say.
_FEED_ADDRESS = re.compile(
    r"/(?:feeds?|rss|atom|rdf)(?:[/.?]|$)|\.(?:rss|atom|rdf)(?:\?|$)|(?:feed|rss|atom|index)\.(?:xml|json)(?:\?|$)"
    r"|[?&](?:feed|format|type)=(?:rss|atom|feed)",
    re.IGNORECASE,
)
_FEED_SCHEME = re.compile(r"^feed:(?://(?=https?:))?(?=https?:|//)", re.IGNORECASE)
_FEED_WORDS = re.compile(r"\b(?:rss|atom|feeds?)\b", re.IGNORECASE)
#: Where publishing software puts feeds by default; tried only when the page names none.
USUAL_PLACES = ("/feed", "/rss", "/rss.xml", "/feed.xml", "/atom.xml", "/index.xml", "/feed.json")
#: A link to a feed says so in a few words; one that says more is about something else.
MAX_LINK_TEXT = 40
#: At most so many links of a page are worth asking for.
MAX_LINKS = 12


@dataclass(frozen=True)
class Candidate:
    """A place where a feed may be."""

    url: str
    title: str
    source: str  #: "declared", "linked" or "usual place"


def candidates(page: Page) -> list[list[Candidate]]:
    """Places to look at, in groups: a group is asked only when there is no feed in those before it.

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
    """Links whose address looks like that of a feed, or which call themselves one."""
    for row in page.select("a[href]").tolist():
        href = (page.attributes(row).get("href") or "").strip()
        text = text_of(page, row)
        if _FEED_ADDRESS.search(href) or (len(text) < MAX_LINK_TEXT and _FEED_WORDS.search(text)):
            yield Candidate(_absolute(page, href), text, "linked")


def _absolute(page: Page, href: str) -> str:
    """An address as seen from the page; ``feed:`` is how some pages call theirs."""
    return absolute(_FEED_SCHEME.sub("", href.strip()), base_url(page)).partition("#")[0]


def _unique(found: Iterator[Candidate]) -> list[Candidate]:
    """Each address of the web once."""
    return [*{each.url: each for each in reversed([*found]) if is_web(each.url)}.values()][::-1]
