"""JSON: one object with what is known about a page, its text and its Markdown."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from thresher.writers.markdown import Markdown
from thresher.writers.record import record
from thresher.writers.text import Text

if TYPE_CHECKING:
    from thresher.selection import Selection


@dataclass(frozen=True)
class Json:
    """A JSON object of a selection, on one line unless it is indented.

    >>> from thresher import extract
    >>> import json
    >>> json.loads(extract("<title>Rye</title><p>" + "Rye is a grass. " * 9).json())["title"]
    'Rye'
    """

    links: bool = True  #: keep links in the Markdown
    images: bool = True  #: keep pictures in the Markdown
    indent: int | None = None  #: how far inner values are set in; ``None``: all on one line

    def write(self, selection: Selection) -> str:
        """What was selected, as a JSON object."""
        return json.dumps(self.values(selection), ensure_ascii=False, indent=self.indent)

    def values(self, selection: Selection) -> dict[str, Any]:
        """What was selected, as plain values."""
        markdown = Markdown(links=self.links, images=self.images).write(selection)
        return record(selection) | {"text": Text().write(selection), "markdown": markdown}
