"""Short keys for long texts, so that keys in the store never exceed the limit of an index."""

from __future__ import annotations

import hashlib


def key_of(text: str) -> str:
    """A key of fixed length for a text.

    >>> key_of("https://mill.example/rye")[:8]
    '13c41e44'
    """
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
