"""Description, tags, licence, lead image and address of a page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import unescape
from itertools import chain
from typing import TYPE_CHECKING

from thresher.media.sources import absolute
from thresher.metadata.declared import Links, Metas, declared
from thresher.metadata.facts import Found
from thresher.metadata.subject import linked_to, told
from thresher.page.telling import has_part
from thresher.page.whitespace import collapse

if TYPE_CHECKING:
    from thresher.metadata.things import Described

DESCRIPTIONS = (
    "description",
    "og:description",
    "twitter:description",
    "dc.description",
    "dcterms.description",
    "sailthru.description",
)
TAGS = (
    "article:tag",
    "parsely-tags",
    "sailthru.tags",
    "news_keywords",
    "citation_keywords",
    "dc.subject",
    "keywords",
    "video:tag",
)
IMAGES = (
    "og:image:secure_url",
    "og:image",
    "og:image:url",
    "twitter:image",
    "twitter:image:src",
    "parsely-image-url",
    "sailthru.image.full",
)
LICENCES = ("dc.rights.license", "dcterms.license", "dc.rights", "dcterms.rights", "licence", "license", "rights")
#: More tags, and longer ones, are stuffing.
MAX_TAGS, MAX_TAG_CHARS = 40, 80
#: So many links to licences are looked at.
MAX_LICENCES = 20
#: The names of pictures that a site shows of itself, whatever the page, and one of what is in each of these.
_OF_SITE = re.compile(
    r"(?<![^\W_])(?:logos?|icons?|favicon|avatars?|blank|placeholder)(?![^\W_\d])[^/]*$"
    r"|/(?:logos?|icons?|avatars?)/|gravatar\.com/"
)
_NAMES_OF_SITE = ("logo", "icon", "avatar", "blank", "placeholder")
_BETWEEN_TAGS = re.compile(r"[,;،、，]")

Tags = tuple[str, ...]


def descriptions(subjects: Sequence[Described], metas: Metas) -> Iterator[Found[str]]:
    """What a page is about, in its own words; what was escaped twice is plain."""
    told_by = (told(subject, "description", "abstract") for subject in subjects)
    for each in chain(declared(metas, DESCRIPTIONS), *told_by):
        yield Found(unescape(each.value), each.source) if "&" in each.value else each


def tags(subjects: Sequence[Described], metas: Metas) -> Iterator[Found[Tags]]:
    """The words that a page is filed under, by each way in which it tells them."""
    for name in TAGS:
        if name in metas and (found := _split(metas[name])):
            yield Found(found, f"meta:{name}")
    for subject in subjects:
        for name in ("keywords", "articleSection"):
            if found := _split([each.value for each in told(subject, name)]):
                yield Found(found, f"{subject.syntax}:{name}")


def _split(texts: Sequence[str]) -> Tags:
    parts = (collapse(part) for text in texts for part in _BETWEEN_TAGS.split(text))
    return tuple(dict.fromkeys(part for part in parts if 0 < len(part) <= MAX_TAG_CHARS))[:MAX_TAGS]


def licences(
    subjects: Sequence[Described], metas: Metas, links: Links, linked: Sequence[str], url: str | None
) -> Iterator[Found[str]]:
    """The licence of a page: addresses as a rule, those that links in its text are *linked* to among them."""
    for subject in subjects:
        yield from linked_to(subject, "license")
    yield from (Found(address, "link:license") for address in links.get("license", ()))
    yield from (Found(absolute(address, url or ""), "a:license") for address in linked[:MAX_LICENCES])
    yield from declared(metas, LICENCES)


def images(subjects: Sequence[Described], metas: Metas, links: Links, base: str) -> Iterator[Found[str]]:
    """The picture that a page shows of itself, those of its site last."""
    told = chain.from_iterable(linked_to(subject, "image", "thumbnailUrl") for subject in subjects)
    linked_images = (Found(address, "link:image_src") for address in links.get("image_src", ()))
    of_site = []
    for each in chain(declared(metas, IMAGES), told, linked_images):
        if address := absolute(each.value, base):
            found = Found(address, each.source)
            if has_part(low := address.lower(), _NAMES_OF_SITE) and _OF_SITE.search(low):
                of_site.append(found)
            else:
                yield found
    yield from of_site


def addresses(metas: Metas, links: Links, url: str | None, base: str) -> Iterator[Found[str]]:
    """The address that a page gives itself, and the one under which it was found."""
    told = [Found(address, "link:canonical") for address in links.get("canonical", ())]
    for each in (*told, *declared(metas, ("og:url", "twitter:url", "parsely-link"))):
        address = absolute(each.value, base)
        if "://" in address:
            yield Found(address, each.source)
    if url:
        yield Found(url, "url")
