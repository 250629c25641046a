"""JSON: one object with what is known about a page, its text, its Markdown and its media; evidence on request."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from thresher.evidence import evidence_of
from thresher.media import media
from thresher.metadata import Metadata
from thresher.quarantine import hidden_text
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
    dates: str = "fast"  #: "thorough": dates are looked for in the whole page
    evidence: bool = False  #: add the sources of all facts, and every block with its place and what decided
    hidden: bool = False  #: add the texts that a reader cannot see

    def write(self, selection: Selection) -> str:
        """What was selected, as a JSON object."""
        return json.dumps(self.values(selection), ensure_ascii=False, indent=self.indent)

    def values(self, selection: Selection) -> dict[str, Any]:
        """What was selected, as plain values."""
        markdown = Markdown(links=self.links, images=self.images).write(selection)
        values = record(selection, self.dates) | {"text": Text().write(selection), "markdown": markdown}
        values["media"] = [item._asdict() for item in media(selection)]
        if self.hidden:
            values["hidden"] = [item.as_dict() for item in hidden_text(selection.page)]
        if self.evidence:
            values["metadata"] = Metadata.of(selection, self.dates).as_dict()
            values["blocks"] = [block.as_dict() for block in evidence_of(selection)]
        return values
