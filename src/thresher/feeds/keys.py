"""Short names of long things: what is looked up in the store is never longer than an index allows."""

from __future__ import annotations

import hashlib


def key_of(text: str) -> str:
    """A name of fixed length for a text.

    >>> key_of("https://mill.example/rye")[:8]
    '13c41e44'
    """
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
