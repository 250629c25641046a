"""Which of the things that a page describes is the page's own: the article, the product, the thread."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from urllib.parse import urlsplit

from thresher.metadata.declared import Metas
from thresher.metadata.facts import Found
from thresher.metadata.things import Described

#: Types of schema.org by how surely a thing of that type is what the page is about.
ARTICLES = frozenset(
    "article newsarticle blogposting reportagenewsarticle analysisnewsarticle opinionnewsarticle reviewnewsarticle "
    "advertisercontentarticle askpublicnewsarticle backgroundnewsarticle satiricalarticle scholarlyarticle "
    "medicalscholarlyarticle techarticle apireference report liveblogposting socialmediaposting posting".split()
)
WORKS = frozenset(
    "discussionforumposting question recipe product productgroup review videoobject howto book course event jobposting "
    "podcastepisode movie tvepisode musicrecording dataset softwareapplication creativework exhibitionevent "
    "learningresource claimreview criticreview quiz".split()
)
PAGES = frozenset(
    "webpage itempage aboutpage qapage faqpage collectionpage profilepage medicalwebpage searchresultspage "
    "checkoutpage contactpage realestatelisting".split()
)
#: Names of ``<meta>`` elements that articles have.
ARTICLE_METAS = ("article:published_time", "parsely-pub-date", "citation_title")
#: Properties that have the address of a thing.
ADDRESSES = ("url", "contentUrl", "@id", "id")
#: More things of one rank are a list of other pages' things, unless one of them is known to be the page's.
MAX_ALIKE = 2


def subjects(described: Sequence[Described], url: str | None) -> list[Described]:
    """The things that are the page itself, the surest first.

    >>> article = Described.by("json-ld", {"@type": ["NewsArticle"], "headline": ["Rye"]})
    >>> site = Described.by("json-ld", {"@type": ["WebSite"], "name": ["The Mill"]})
    >>> subjects([site, article], None) == [article]
    True
    """
    known: list[Described] = []
    for each in described:
        known += [each] if each.types.isdisjoint(PAGES) else [each, *_main_entities(each)]
    path = _path(url) if url and known else ""
    found: list[Described] = []
    for rank in (ARTICLES, WORKS, PAGES) if known else ():
        alike = [each for each in known if not rank.isdisjoint(each.types)]
        own = [each for each in alike if _is_at(each, path)] if path else []
        found += own or (alike if len(alike) <= MAX_ALIKE else [])
    return found


def _main_entities(described: Described) -> Iterator[Described]:
    """What a page says it is mainly about."""
    for name in ("mainEntity", "mainEntityOfPage", "itemReviewed"):
        for value in described.thing.get(name, ()):
            if isinstance(value, dict):
                yield Described.by(described.syntax, value)


def _is_at(described: Described, path: str) -> bool:
    """Whether a thing says that it stands at an address with a path."""
    told = (address for name in ("url", "mainEntityOfPage", "@id", "id") for address in _addresses(described, name))
    # Most are addresses of something else, which is found out without taking them apart.
    return any(path in address.lower() and _path(address) == path for address in told)


def _path(url: str) -> str:
    """The part of an address that tells pages of one site apart."""
    try:
        return urlsplit(url.strip()).path.strip("/").lower()
    except ValueError:
        return ""


def told(subject: Described, *names: str) -> Iterator[Found[str]]:
    """What a thing says of properties, things by their names."""
    for name in names:
        for value in subject.thing.get(name, ()):
            for text in [value] if isinstance(value, str) else value.get("name", ()):
                if isinstance(text, str) and text:
                    yield Found(text, f"{subject.syntax}:{name}")


def linked_to(subject: Described, *names: str) -> Iterator[Found[str]]:
    """The addresses that a thing gives for properties, things by their own addresses."""
    return (Found(address, f"{subject.syntax}:{name}") for name in names for address in _addresses(subject, name))


def _addresses(subject: Described, name: str) -> Iterator[str]:
    """The addresses that a thing gives for one property."""
    for value in subject.thing.get(name, ()):
        if isinstance(value, str):
            yield value
        else:
            held = (each for key in ADDRESSES for each in value.get(key, ()))
            yield from (each for each in held if isinstance(each, str))


def is_told_article(found: Sequence[Described], metas: Metas) -> bool:
    """Whether a page says of itself that it is an article.

    >>> is_told_article([], {"og:type": ["article"]}), is_told_article([], {})
    (True, False)
    """
    kinds = {kind.lower() for kind in metas.get("og:type", ())}
    return (
        "article" in kinds
        or any(name in metas for name in ARTICLE_METAS)
        or any(each.types & ARTICLES for each in found)
    )
