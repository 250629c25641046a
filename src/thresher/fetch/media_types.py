"""Parsing of ``Content-Type``, and the types that have a text to extract."""

from __future__ import annotations

import re

#: Media types with a text to extract: pages, feeds, data. A missing type is allowed; `decode` will find out.
READABLE = re.compile(r"text/.+|application/(?:.+\+)?(?:xml|json)|application/xhtml\+xml")

_CHARSET = re.compile(r"""charset\s*=\s*["']?\s*([^\s"';]+)""", re.IGNORECASE)


def media_type(header: str) -> tuple[str, str | None]:
    """Media type and charset of a ``Content-Type``.

    >>> media_type('Text/HTML; Charset="utf-8"')
    ('text/html', 'utf-8')
    """
    charset = _CHARSET.search(header)
    return header.partition(";")[0].strip().lower(), charset[1] if charset else None
