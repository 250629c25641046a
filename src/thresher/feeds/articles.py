"""Adding articles to the store: once per URL, once per content, and with the article that they nearly repeat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sqlalchemy import Connection, select

from thresher.cached import cached_property
from thresher.feeds import near_duplicates
from thresher.feeds.originals import original_of
from thresher.feeds.tables import ARTICLE, BAND
from thresher.store.schema import EXTRACTIONS

if TYPE_CHECKING:
    from thresher.store import Store, StoredExtraction


@dataclass(frozen=True)
class Article:
    """The article that a worker extracted from a page."""

    record: StoredExtraction
    cuter: str  #: the article in CUTER's XML, which needs the page itself
    signature: bytes | None  #: for finding near-duplicates; ``None`` if the text is too short

    @cached_property
    def bands(self) -> tuple[int, ...]:
        """The bands of its signature; near-duplicates have at least one band in common."""
        return tuple(near_duplicates.bands(near_duplicates.from_bytes(self.signature)) if self.signature else ())


@dataclass(frozen=True)
class Kept:
    """The place of an article in the store."""

    extraction: int
    url: str  #: the URL under which it is stored
    is_new: bool
    duplicate_of: int | None = None


def keep_all(store: Store, connection: Connection, articles: Sequence[Article]) -> list[Kept]:
    """Add articles to the store, except those with content that is already there; results are in the same order."""
    kept = _same(connection, [article.record.content_hash for article in articles])
    fresh: dict[str, Article] = {}
    for article in articles:
        if article.record.content_hash not in kept:
            fresh.setdefault(article.record.content_hash, article)
    originals = _originals(connection, [*fresh.values()])
    at_once, later = _apart(fresh.values(), originals)
    new = _put(store, connection, at_once, originals)
    for article in later:
        # It resembles an article that has only just been stored.
        new |= _put(store, connection, [article], _originals(connection, [article]))
    return [_kept(article, kept, new) for article in articles]


def _kept(article: Article, kept: dict[str, Kept], new: dict[str, Kept]) -> Kept:
    """The result for one article; of two with the same content, only the first is new."""
    content = article.record.content_hash
    first = new.get(content)
    if first is not None:
        kept[content] = replace(first, is_new=False)
        del new[content]
        return first
    return kept[content]


def _same(connection: Connection, hashes: Sequence[str]) -> dict[str, Kept]:
    """Articles that are already in the store, by content."""
    columns = (EXTRACTIONS.c.content_hash, EXTRACTIONS.c.id, EXTRACTIONS.c.url)
    found = connection.execute(
        select(*columns).where(EXTRACTIONS.c.content_hash.in_(hashes)).order_by(EXTRACTIONS.c.id.desc())
    )
    return {row.content_hash: Kept(row.id, row.url, is_new=False) for row in found}


def _originals(connection: Connection, articles: Sequence[Article]) -> dict[str, int]:
    """The number of the article that each one nearly repeats, by content; articles that repeat none are left out."""
    found = {article.record.content_hash: _original(connection, article) for article in articles}
    return {content: number for content, number in found.items() if number is not None}


def _original(connection: Connection, article: Article) -> int | None:
    if article.signature is None:
        return None
    return original_of(connection, near_duplicates.from_bytes(article.signature), article.bands)


def _apart(articles: Iterable[Article], originals: dict[str, int]) -> tuple[list[Article], list[Article]]:
    """Articles that can be stored together, and those that might nearly repeat one of these."""
    at_once: list[Article] = []
    later: list[Article] = []
    bands: set[int] = set()
    for article in articles:
        is_later = not bands.isdisjoint(article.bands) and article.record.content_hash not in originals
        (later if is_later else at_once).append(article)
        bands.update(article.bands)
    return at_once, later


def _put(
    store: Store, connection: Connection, articles: Sequence[Article], originals: dict[str, int]
) -> dict[str, Kept]:
    """Add articles to the store; the result for each, by content."""
    records = [replace(each.record, duplicate_of=originals.get(each.record.content_hash)) for each in articles]
    if not records:
        return {}
    numbers = store.put(connection, records)
    numbered = [(numbers[record.key], article) for record, article in zip(records, articles, strict=True)]
    connection.execute(ARTICLE.insert(), [_article_row(number, article) for number, article in numbered])
    bands = [{"band": band, "extraction": number} for number, article in numbered for band in article.bands]
    if bands:
        connection.execute(BAND.insert(), bands)
    return {
        record.content_hash: Kept(numbers[record.key], record.url, is_new=True, duplicate_of=record.duplicate_of)
        for record in records
    }


def _article_row(number: int, article: Article) -> dict[str, object]:
    signature = article.signature.hex() if article.signature else None
    return {"extraction": number, "cuter": article.cuter, "signature": signature}
