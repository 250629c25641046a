"""INPUT: from bytes to a table of a page (`decode`, `parse`, `Page`, `Cleaning`); imports no other tier."""

from __future__ import annotations

from thresher.page.clean import Cleaning
from thresher.page.decode import Decoded, decode
from thresher.page.page import Page
from thresher.page.view import View

__all__ = ["Cleaning", "Decoded", "Page", "View", "decode"]
