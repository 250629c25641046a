"""What Markdown and HTML have in common: their options, and that they write what is kept of a page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from thresher.page.collector import CollectorAtRest
from thresher.writers.outline import outline_of

if TYPE_CHECKING:
    from thresher.selection import Selection
    from thresher.writers.outline import Outline


@dataclass(frozen=True)
class Structured:
    """A format that keeps the structure of a page."""

    links: bool = True  #: write links, not only their text
    images: bool = True  #: write pictures

    def write(self, selection: Selection) -> str:
        """What was selected, in this format; empty where that is nothing."""
        with CollectorAtRest():
            outline = outline_of(selection, images=self.images)
            return "" if outline.is_empty else self.written(outline)

    def written(self, outline: Outline) -> str:
        """What is kept of a page, in this format."""
        raise NotImplementedError
