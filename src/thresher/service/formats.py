"""Content negotiation: the media type of each format, and the choice among them by a client's ``Accept``."""

from __future__ import annotations

from dataclasses import dataclass

#: The media type of each format that a client can request by ``Accept``; the first acceptable one is used.
BY_ACCEPT = {
    "json": "application/json",
    "markdown": "text/markdown",
    "text": "text/plain",
    "html": "text/html",
    "xml": "application/xml",
    "tei": "application/tei+xml",
    "csv": "text/csv",
}
#: Formats that share the media type of another one and can only be requested by name.
BY_NAME = {"cuter-xml": "application/xml", "contentex-xml": "application/xml", "cleaneval": "text/plain"}

MEDIA_TYPES = BY_ACCEPT | BY_NAME

#: Other names of media types that clients use.
SYNONYMS = {"text/xml": "application/xml", "application/xhtml+xml": "text/html", "text/x-markdown": "text/markdown"}


@dataclass(frozen=True)
class _Range:
    """One range of media types in an ``Accept`` header."""

    main: str
    sub: str
    quality: float

    def precision(self, media_type: str) -> int:
        """How specifically it matches a media type, from 3 down to 1; 0 if it does not match."""
        main, _, sub = media_type.partition("/")
        if self.main == "*" and self.sub == "*":
            return 1
        return 0 if self.main != main else 3 if self.sub == sub else 2 if self.sub == "*" else 0


def accepted(header: str | None, offered: dict[str, str] = BY_ACCEPT) -> str | None:
    """The offered format that a client prefers by its ``Accept``; ``None`` if it accepts none of them.

    >>> accepted("text/html;q=0.5, text/markdown"), accepted("text/*;q=0.3"), accepted("*/*"), accepted("image/png")
    ('markdown', 'markdown', 'json', None)
    """
    if not header or not header.strip():
        return next(iter(offered))
    ranges = [each for text in header.split(",") if (each := _range(text))]
    wishes = {name: _wish(ranges, media_type) for name, media_type in offered.items()}
    best = max(wishes, key=lambda name: wishes[name])
    return best if wishes[best] > 0 else None


def _wish(ranges: list[_Range], media_type: str) -> float:
    """The client's preference for a media type: the quality of the most specific matching range (RFC 9110, 12.5.1)."""
    closest = max(ranges, key=lambda each: each.precision(media_type), default=None)
    return closest.quality if closest and closest.precision(media_type) else 0.0


def _range(text: str) -> _Range | None:
    """One range of the header; ``None`` if it is invalid."""
    name, *parameters = (part.strip().lower() for part in text.split(";"))
    main, slash, sub = SYNONYMS.get(name, name).partition("/")
    quality = next((part[2:] for part in parameters if part.startswith("q=")), "1")
    try:
        return _Range(main, sub, float(quality)) if slash else None
    except ValueError:
        return None
