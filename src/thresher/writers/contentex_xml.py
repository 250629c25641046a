"""ContentEx's XML: a page with its posts, each with its paragraphs and with what is known of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

import numpy as np

from thresher.page.whitespace import collapse
from thresher.writers.text import paragraphs
from thresher.writers.xml_document import clean

if TYPE_CHECKING:
    from thresher.page import Page
    from thresher.selection import Group, Selection


@dataclass(frozen=True)
class ContentExXml:
    """``<page url type><post n author date link><p>...</p></post></page>`` for a selection of any method.

    What was selected is one post where a method tells none apart.

    >>> from thresher import extract
    >>> print(ContentExXml().write(extract("<p>Rye & oats.", algorithm="contentex").selection))
    <?xml version="1.0" encoding="UTF-8"?>
    <page>
      <post n="1">
        <p>Rye &amp; oats.</p>
      </post>
    </page>
    """

    def write(self, selection: Selection) -> str:
        """The page as an XML document."""
        return "\n".join(
            [
                '<?xml version="1.0" encoding="UTF-8"?>',
                f"<page{_attributes(url=selection.page.url, type=selection.kind)}>",
                *_posts(selection),
                "</page>",
            ]
        )


def _posts(selection: Selection) -> Iterator[str]:
    """The lines of each post."""
    page = selection.page
    number = 0
    for group, post in _selected(selection):
        texts, _ = paragraphs(post)
        if texts:
            number += 1
            facts = _facts(page, group) if group is not None else {}
            yield f"  <post{_attributes(n=str(number), **facts)}>"
            yield from (f"    <p>{escape(clean(text))}</p>" for text in texts)
            yield "  </post>"


def _selected(selection: Selection) -> Iterator[tuple[Group | None, Selection]]:
    """Each group with what is selected of it; all that is selected where there are no groups."""
    if not selection.groups:
        yield None, selection
    for group in selection.groups:
        runs = np.zeros(len(selection.runs), dtype=bool)
        runs[group.runs] = True
        yield group, replace(selection, runs=runs & selection.runs)


def _facts(page: Page, group: Group) -> dict[str, str | None]:
    """Who wrote a post, when, and where it is linked to."""
    return {
        "author": _text(page, group.author),
        "date": _date(page, group.date),
        "link": page.attributes(group.link).get("href") if group.link is not None else None,
    }


def _text(page: Page, row: int | None) -> str | None:
    """The collapsed text of an element."""
    return None if row is None else collapse("".join(page.text[page.first_run[row] : page.run_stop[row]]))


def _date(page: Page, row: int | None) -> str | None:
    """The date for machines where the element has one, else its text."""
    return None if row is None else page.attributes(row).get("datetime") or _text(page, row)


def _attributes(**values: str | None) -> str:
    """Those of the attributes that have a value, each with a blank before it."""
    return "".join(f" {name}={quoteattr(clean(value))}" for name, value in values.items() if value)
