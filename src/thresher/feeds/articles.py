"""An article enters the store: once for its address, once for its content, and with the one that it nearly repeats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from sqlalchemy import Connection, select

from thresher.feeds import near_duplicates
from thresher.feeds.originals import original_of
from thresher.feeds.tables import ARTICLE, BAND
from thresher.store.schema import EXTRACTIONS

if TYPE_CHECKING:
    from thresher.store import Store, StoredExtraction


@dataclass(frozen=True)
class Article:
    """What a worker made of a page."""

    record: StoredExtraction
    cuter: str  #: CUTER's XML, which is made from the page itself
    signature: bytes | None  #: by which near-duplicates are found; ``None``: too short

    @cached_property
    def bands(self) -> tuple[int, ...]:
        """What articles that may be alike have in common."""
        return tuple(near_duplicates.bands(near_duplicates.from_bytes(self.signature)) if self.signature else ())


@dataclass(frozen=True)
class Kept:
    """Where an article is in the store."""

    extraction: int
    url: str  #: the address under which it is there
    is_new: bool
    duplicate_of: int | None = None


def keep_all(store: Store, connection: Connection, articles: Sequence[Article]) -> list[Kept]:
    """Put articles into the store, but for those whose content is there already; the answer is in their order."""
    kept = _same(connection, [article.record.content_hash for article in articles])
    fresh: dict[str, Article] = {}
    for article in articles:
        if article.record.content_hash not in kept:
            fresh.setdefault(article.record.content_hash, article)
    originals = _originals(connection, [*fresh.values()])
    at_once, later = _apart(fresh.values(), originals)
    new = _put(store, connection, at_once, originals)
    for article in later:
        # It resembles one that has only just been given its number.
        new |= _put(store, connection, [article], _originals(connection, [article]))
    return [_kept(article, kept, new) for article in articles]


def _kept(article: Article, kept: dict[str, Kept], new: dict[str, Kept]) -> Kept:
    """What became of one; the second of two with the same content is not new, the first is."""
    content = article.record.content_hash
    first = new.get(content)
    if first is not None:
        kept[content] = replace(first, is_new=False)
        del new[content]
        return first
    return kept[content]


def _same(connection: Connection, hashes: Sequence[str]) -> dict[str, Kept]:
    """Articles that the store has, by their content."""
    columns = (EXTRACTIONS.c.content_hash, EXTRACTIONS.c.id, EXTRACTIONS.c.url)
    found = connection.execute(
        select(*columns).where(EXTRACTIONS.c.content_hash.in_(hashes)).order_by(EXTRACTIONS.c.id.desc())
    )
    return {row.content_hash: Kept(row.id, row.url, is_new=False) for row in found}


def _originals(connection: Connection, articles: Sequence[Article]) -> dict[str, int]:
    """The number of the article that each nearly repeats, by its own content; those that repeat none are left out."""
    found = {article.record.content_hash: _original(connection, article) for article in articles}
    return {content: number for content, number in found.items() if number is not None}


def _original(connection: Connection, article: Article) -> int | None:
    if article.signature is None:
        return None
    return original_of(connection, near_duplicates.from_bytes(article.signature), article.bands)


def _apart(articles: Iterable[Article], originals: dict[str, int]) -> tuple[list[Article], list[Article]]:
    """Articles that can be stored together, and those that may nearly repeat one of them."""
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
    """Put articles into the store; what became of each, by its content."""
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
