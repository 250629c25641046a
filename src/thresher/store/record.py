"""What is stored of a page: `StoredExtraction`, and `stored`, which defines where each of its facts comes from.

Records are made from an `Extraction` here, written and read back by `store.Store`, and written to files by `export`.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import TYPE_CHECKING, Any

from thresher.algorithms.base import parameters
from thresher.cached import cached_property
from thresher.metadata import FIELDS

if TYPE_CHECKING:
    from thresher.extraction import Extraction
    from thresher.fetch import Fetched
    from thresher.options import Options

#: Characters that PostgreSQL refuses (NUL) or that UTF-8 cannot encode (lone surrogates).
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
#: Types with values that every database accepts; most values of a record have one of them.
_AS_THEY_ARE = frozenset((type(None), bool, int, datetime))
#: The URL of pages that have none, because they came from standard input or as text.
NO_ADDRESS = "about:blank"


@dataclass(frozen=True)
class StoredMedia:
    """A picture, video, sound or player in the content."""

    kind: str  #: "image", "video" or "audio"
    url: str
    alt: str = ""
    caption: str = ""
    width: int | None = None
    height: int | None = None
    place: int = 0  #: number of characters of text before it


@dataclass(frozen=True)
class StoredExtraction:
    """One version of a page's content with all known facts, identified by URL and content.

    >>> record = StoredExtraction("https://mill.example/rye", "Rye is back.")
    >>> record.content_hash[:8], record.key[:8]
    ('e1e1b831', '03e3b40c')
    """

    url: str  #: as requested
    text: str
    markdown: str = ""
    title: str = ""
    outcome: str = "content"
    reason: str = ""
    kind: str | None = None
    is_overview: bool | None = None
    confidence: float | None = None
    authors: tuple[str, ...] = ()
    published: str | None = None  #: as ISO 8601, with as much precision as is known: a day or a time
    modified: str | None = None
    language: str | None = None
    canonical_url: str | None = None  #: the URL that the page declares for itself
    metadata: Mapping[str, Any] = field(default_factory=dict)  #: other facts that the page states, as plain values
    media: tuple[StoredMedia, ...] = ()
    algorithm: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict)  #: of the algorithm, defaults included
    version: str = ""  #: of thresher
    encoding: str | None = None  #: of the page's bytes
    source_hash: str | None = None  #: of the page's source, to see whether it has changed at all
    status: int | None = None  #: of the server's response
    final_url: str | None = None  #: after redirects
    fetched_at: datetime | None = None
    content_type: str | None = None
    etag: str | None = None
    last_modified: str | None = None  #: as given in the server's header
    duplicate_of: int | None = None  #: the record with content that this one repeats
    id: int | None = None  #: assigned by the store
    stored_at: datetime | None = None  #: when it was first stored
    seen_at: datetime | None = None  #: when it was last stored

    @cached_property
    def content_hash(self) -> str:
        """SHA-256 of the text; equal texts have equal hashes."""
        return _sha256(storable(self.text))

    @cached_property
    def key(self) -> str:
        """The identity of the record: a digest of URL and content, since URLs may be longer than an index allows."""
        return _sha256(f"{storable(self.url)}\n{self.content_hash}")

    def as_dict(self) -> dict[str, Any]:
        """All facts as plain values, in the order in which they are exported."""
        plain = {each.name: getattr(self, each.name) for each in fields(self)}
        moments = {name: value.isoformat() for name, value in plain.items() if isinstance(value, datetime)}
        lists = {"authors": list(self.authors), "media": [vars(item) for item in self.media]}
        return {"id": self.id, "content_hash": self.content_hash} | plain | moments | lists


def stored(
    extraction: Extraction,
    url: str | None = None,
    *,
    fetched: Fetched | None = None,
    fetched_at: datetime | None = None,
) -> StoredExtraction:
    """The record of an extraction; *url* is the requested URL if it differs from the page's.

    >>> from thresher import extract
    >>> record = stored(extract("<title>Rye</title><p>" + "Rye is sown in autumn. " * 9, "https://mill.example/rye"))
    >>> record.url, record.title, record.algorithm, record.outcome
    ('https://mill.example/rye', 'Rye', 'auto', 'content')
    """
    page, selection = extraction.page, extraction.selection
    facts = {name: extraction.metadata.value(name) for name in FIELDS}
    return StoredExtraction(
        url=url or page.url or NO_ADDRESS,
        text=extraction.text,
        markdown=extraction.markdown,
        title=extraction.title,
        outcome=selection.outcome.value,
        reason=selection.reason,
        kind=selection.kind,
        is_overview=selection.is_overview,
        confidence=selection.confidence,
        authors=facts["authors"] or (),
        published=facts["published"],
        modified=facts["modified"],
        language=extraction.language,
        canonical_url=facts["canonical"],
        metadata=_others(extraction, facts),
        media=_media(extraction),
        **_made_by(extraction.options),
        encoding=extraction.encoding,
        source_hash=_sha256(page.source.html),
        **(_answer(fetched) if fetched else {}),
        fetched_at=fetched_at,
    )


#: Facts of a page that have a column of their own.
_COLUMNS = frozenset("title authors published modified canonical language".split())


def _others(extraction: Extraction, facts: Mapping[str, Any]) -> dict[str, Any]:
    """The other known facts about a page."""
    others = {name: value for name, value in facts.items() if name not in _COLUMNS}
    others |= {"repairs": extraction.page.repairs, "degraded": extraction.degraded}
    return {name: value for name, value in others.items() if value}


def _media(extraction: Extraction) -> tuple[StoredMedia, ...]:
    return tuple(
        StoredMedia(item.kind, item.url, item.alt, item.caption, item.width, item.height, item.place)
        for item in extraction.media
    )


def _made_by(options: Options) -> dict[str, Any]:
    """The method and version that made a record, with all parameters that affect the result."""
    from thresher import __version__

    method, given = options.method, options.algorithm
    chosen = {each.name: getattr(method, each.name) for each in parameters(type(method))}
    for each in fields(options):
        value = getattr(options, each.name)
        if each.name not in ("algorithm", "parameters") and value != each.default:
            chosen[each.name] = value if isinstance(value, bool | int | float) else str(value)
    return {"algorithm": given if isinstance(given, str) else repr(given), "parameters": chosen, "version": __version__}


def _answer(fetched: Fetched) -> dict[str, Any]:
    """The facts from the server's response."""
    return {"status": fetched.status, "final_url": fetched.url, "content_type": fetched.content_type or None}


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def storable(value: Any) -> Any:
    r"""A value that every database accepts: unsupported characters and numbers inside it are replaced.

    >>> storable({"a\x00": ["\ud800", float("nan"), 1]})
    {'a�': ['�', None, 1]}
    """
    if type(value) in _AS_THEY_ARE:
        return value
    if isinstance(value, str):
        # Most text needs no change, and this is the fastest check.
        return value if value.isascii() and "\x00" not in value else _storable_text(value)
    if isinstance(value, Mapping):
        return {storable(str(name)): storable(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [storable(each) for each in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _storable_text(text: str) -> str:
    try:
        is_in_order = b"\x00" not in text.encode()
    except UnicodeEncodeError:
        is_in_order = False
    return text if is_in_order else _UNSTORABLE.sub("\ufffd", text)
