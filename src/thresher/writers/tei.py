"""TEI P5, the form in which text corpora are exchanged: sections by headings, and a header about the page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from thresher.page.columns import Bools
from thresher.page.tags import tag_set
from thresher.page.whitespace import collapse
from thresher.writers import codes
from thresher.writers.markup import Markup, Tags, attribute, escape_text
from thresher.writers.outline import Outline, outline_of
from thresher.writers.tables import MAX_COLUMN_SPAN, MAX_ROW_SPAN, data_tables, span
from thresher.writers.xml import DECLARATION, clean

if TYPE_CHECKING:
    from thresher.page import Page
    from thresher.selection import Selection
    from thresher.writers.formulas import Formula
    from thresher.writers.pictures import Picture

#: Elements that are written without attributes, and under which name.
_SIMPLE = {"dt": "label", "dd": "item", "blockquote": "quote", "figure": "figure", "figcaption": "head", "caption": "head", "tr": "row"}
_TABLES = tag_set("table", "tr", "td", "th", "caption")
_NOTE_BLOCKS = tag_set("p", "div", "aside", "section")


@dataclass(frozen=True)
class Tei:
    """TEI of a selection.

    >>> from thresher import extract
    >>> tei = extract("<h1>Bread</h1><p>Mix <b>flour</b>.</p>").written("tei")
    >>> print(tei[tei.index("<body>"):])
    <body>
    <div n="1">
    <head>Bread</head>
    <p>Mix <hi rend="bold">flour</hi>.</p>
    </div>
    </body>
    </text>
    </TEI>
    """

    links: bool = True  #: write links, not only their text
    images: bool = True  #: write pictures

    def write(self, selection: Selection) -> str:
        """What was selected, as a TEI document."""
        body = _body(selection, links=self.links, images=self.images) or "<div>\n<p/>\n</div>\n"
        return clean(
            f'{DECLARATION}<TEI xmlns="http://www.tei-c.org/ns/1.0">\n{_header(selection.page)}'
            f"<text>\n<body>\n{body}</body>\n</text>\n</TEI>\n"
        )
