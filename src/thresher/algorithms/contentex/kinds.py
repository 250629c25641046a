"""What kind of page it is - forum, news or blog - told by what the page says of itself and by its address."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

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
_ADDRESSES = (
    (
        "forum",
        re.compile(
            r"forum|viewtopic|showthread|/threads?/|/topics?/|/t/|/discussions?/|/questions/\d|/boards?/|/comments/\w",
            re.IGNORECASE,
        ),
    ),
    ("blog", re.compile(r"\bblogs?\b|blogspot|wordpress\.com|/archives?/\d", re.IGNORECASE)),
)
#: Elements from the body on that are asked what they are: the page itself comes before its parts [D].
MAX_OUTER = 300
_METADATA = ("generator", "application-name", "og:type")
_WORDS = re.compile(r"[a-z]+")
_TYPE = re.compile(r'"@type"\s*:\s*\[?\s*"(\w+)"')


def told_kind(page: Page) -> str | None:
    """The kind that a page tells, if it tells one.

    >>> from thresher.page import Page
    >>> told_kind(Page.from_html("<meta name=generator content='phpBB 3'>")), told_kind(Page.from_html("<p>Rye"))
    ('forum', None)
    """
    by_address = next((kind for kind, pattern in _ADDRESSES if page.url and pattern.search(page.url)), None)
    if by_address == "forum":
        return by_address
    said = set(_WORDS.findall(" ".join(_self_descriptions(page)).lower()))
    return next((kind for kind, words in TELLING if words & said), by_address)


def _self_descriptions(page: Page) -> Iterator[str]:
    """What a page's metadata, its root and its outer elements say that it is."""
    metas = np.flatnonzero(page.is_tag("meta"))
    for row, name, prop in zip(
        metas.tolist(), *(page.attributes_at(metas, name) for name in ("name", "property")), strict=True
    ):
        if (name or prop or "").lower() in _METADATA:
            yield page.attributes(row).get("content", "")
    for row in (0, page.body):
        attributes = page.attributes(row)
        yield f"{attributes.get('id', '')} {attributes.get('class', '')}"
    outer = np.arange(page.body, min(page.body + MAX_OUTER, len(page.tag)))
    yield from sorted(set(filter(None, page.attributes_at(outer, "itemtype"))))
    scripts = np.flatnonzero(page.is_tag("script"))
    for row, kind in zip(scripts.tolist(), page.attributes_at(scripts, "type"), strict=True):
        if kind == "application/ld+json":
            yield " ".join(sorted(set(_TYPE.findall(page.code_of(row)))))
