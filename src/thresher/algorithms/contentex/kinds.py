"""What kind of page it is - forum, news or blog - told by what the page says of itself and by its address."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from thresher.page import Page

#: Words by which programs and vocabularies name themselves, in the order in which they are asked for [D].
TELLING: tuple[tuple[str, frozenset[str]], ...] = (
    (
        "forum",
        frozenset(
            "phpbb vbulletin xenforo discourse invision ips ipboard vanilla discuz machines smf mybb nodebb flarum "
            "fluxbb punbb yabb bbpress kunena phorum lithium khoros shreddit discussionforumposting qapage".split()
        ),
    ),
    ("blog", frozenset("blog blogposting blogger wordpress ghost movable typepad tumblr medium".split())),
    ("news", frozenset("newsarticle reportagenewsarticle analysisnewsarticle".split())),
)
#: What an address in small letters tells.
_ADDRESSES = (
    (
        "forum",
        re.compile(
            r"forum|viewtopic|showthread|/threads?/|/topics?/|/t/|/discussions?/|/questions/\d|/boards?/|/comments/\w"
        ),
    ),
    ("blog", re.compile(r"\bblogs?\b|blogspot|wordpress\.com|/archives?/\d")),
)
#: Elements from the body on that are asked what they are: the page itself comes before its parts [D].
MAX_OUTER = 300
_METADATA = ("generator", "application-name", "og:type")
_WORDS = re.compile(r"[a-z]+")
_TYPE = re.compile(r'"@type"\s*:\s*(?:\[\s*)?"(\w+)"')


def told_kind(page: Page) -> str | None:
    """The kind that a page tells, if it tells one.

    >>> from thresher.page import Page
    >>> told_kind(Page.from_html("<meta name=generator content='phpBB 3'>")), told_kind(Page.from_html("<p>Rye"))
    ('forum', None)
    """
    address = (page.url or "").lower()
    by_address = next((kind for kind, pattern in _ADDRESSES if pattern.search(address)), None)
    if by_address == "forum":
        return by_address
    said = set(_WORDS.findall(" ".join(_self_descriptions(page)).lower()))
    return next((kind for kind, words in TELLING if words & said), by_address)


def _self_descriptions(page: Page) -> Iterator[str]:
    """What a page's metadata, its root and its outer elements say that it is."""
    metas = page.rows_of("meta").tolist()
    names = (page.attributes_at(metas, name) for name in ("name", "property"))
    for row, name, prop in zip(metas, *names, strict=True):
        if (name or prop or "").lower() in _METADATA:
            yield page.attribute_of(row, "content") or ""
    for row, name in product((0, page.body), ("id", "class")):
        yield page.attribute_of(row, name) or ""
    outer = range(page.body, min(page.body + MAX_OUTER, len(page.tag)))
    yield from set(filter(None, page.attributes_at(outer, "itemtype")))
    scripts = page.rows_of("script").tolist()
    for row, kind in zip(scripts, page.attributes_at(scripts, "type"), strict=True):
        if kind == "application/ld+json":
            yield from set(_TYPE.findall(page.code_of(row)))
