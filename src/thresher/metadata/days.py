"""When a page was published and when it was changed: as it declares it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from thresher.dates import read_date
from thresher.metadata.declared import Metas, declared
from thresher.metadata.facts import Found
from thresher.metadata.subject import told

if TYPE_CHECKING:
    from thresher.metadata.things import Described

#: Names of ``<meta>`` elements that tell when a page was published, the surest first.
PUBLISHED = (
    "article:published_time",
    "article:published",
    "citation_publication_date",
    "citation_online_date",
    "citation_date",
    "parsely-pub-date",
    "sailthru.date",
    "pubdate",
    "publishdate",
    "publish_date",
    "publish-date",
    "publication_date",
    "publication-date",
    "publisheddate",
    "published_date",
    "date.issued",
    "dcterms.issued",
    "dc.date.issued",
    "dcterms.created",
    "dc.date.created",
    "dcterms.date",
    "dc.date",
    "og:published_time",
    "og:article:published_time",
    "og:pubdate",
    "og:publish_date",
    "article.published",
    "article_date_original",
    "articlepublicationdate",
    "cxenseparse:recs:publishtime",
    "cxenseparse:publishtime",
    "mediator_published_time",
    "shareaholic:article_published_time",
    "bt:pubdate",
    "rnews:datepublished",
    "originalpublicationdate",
    "datepublished",
    "date_published",
    "created",
    "datecreated",
    "ptime",
    "pdate",
    "dateposted",
    "timestamp",
    "live_blog_begin_time",
    "date",
)
#: The same for when it was changed.
MODIFIED = (
    "article:modified_time",
    "og:updated_time",
    "article:modified",
    "article:updated_time",
    "og:modified_time",
    "dcterms.modified",
    "dc.date.modified",
    "datemodified",
    "last-modified",
    "lastmod",
    "last_modified",
    "date.updated",
    "updated",
    "modified",
    "revised",
    "utime",
    "moddate",
    "bt:moddate",
    "shareaholic:article_modified_time",
)
#: Other names that tell the same by a word in them.
_PUBLISHING = re.compile(r"publi|pub.?date|posted")
_URL_DATE = re.compile(
    r"(?:^|[/_=-])((?:19|20)\d\d)[/_-]?(0[1-9]|1[0-2]|(?<=[/_-])[1-9])[/_-]?(0[1-9]|[12]\d|3[01]|(?<=[/_-])[1-9])(?=$|[/_.?&#-])"
)


def declared_published(subjects: Sequence[Described], metas: Metas, language: str) -> Iterator[Found[str]]:
    """The days on which a page declares that it was published."""
    for subject in subjects:
        yield from _dates(told(subject, "datePublished", "dateCreated", "uploadDate", "datePosted"), language)
    yield from _dates(declared(metas, PUBLISHED), language)
    likely = (name for name in metas if "pub" in name or "posted" in name)
    others = [name for name in likely if _PUBLISHING.search(name) and name not in PUBLISHED]
    yield from _dates(declared(metas, others), language)


def declared_modified(subjects: Sequence[Described], metas: Metas, language: str) -> Iterator[Found[str]]:
    """The days on which a page declares that it was changed."""
    for subject in subjects:
        yield from _dates(told(subject, "dateModified"), language)
    yield from _dates(declared(metas, MODIFIED), language)
    others = [name for name in metas if ("modif" in name or "updat" in name) and name not in MODIFIED]
    yield from _dates(declared(metas, others), language)


def date_of_address(url: str | None) -> Iterator[Found[str]]:
    """The day that an address names.

    >>> list(date_of_address("https://mill.example/2025/09/04/rye.html"))
    [Found(value='2025-09-04', source='url')]
    """
    found = _URL_DATE.search(url or "")
    if found and (day := read_date(f"{found[1]}-{found[2]}-{found[3]}")):
        yield Found(day, "url")


def _dates(found: Iterator[Found[str]], language: str) -> Iterator[Found[str]]:
    for each in found:
        if day := read_date(each.value, language):
            yield Found(day, each.source)
