"""METADATA: what a page tells about itself (`Metadata`), read from its `Page`; each fact knows its source."""

from __future__ import annotations

from thresher.metadata.facts import Fact, Found
from thresher.metadata.metadata import FIELDS, Metadata

__all__ = ["FIELDS", "Fact", "Found", "Metadata"]
