"""What methods that count the tags of a source, and not the characters of them, have in common."""

from __future__ import annotations

from dataclasses import dataclass

from thresher.algorithms.source_based import SourceMethod
from thresher.page import Page
from thresher.page.links import filtered
from thresher.page.source import SourceView, source_view


@dataclass(frozen=True)
class TokenMethod(SourceMethod):
    """Base of the methods for which a tag is a tag: attributes, on which they do not look, are left out."""

    def source(self, page: Page) -> SourceView:
        """The source that the method reads."""
        return filtered(source_view(page.view(self.cleaning), attributes=False), self.filter)
