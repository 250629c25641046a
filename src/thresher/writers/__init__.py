"""PRESENTATION: what was selected, as text, Markdown, HTML or JSON; each format one file behind one table of names."""

from __future__ import annotations

from thresher.writers.registry import FORMATS, Writer, create

__all__ = ["FORMATS", "Writer", "create"]
