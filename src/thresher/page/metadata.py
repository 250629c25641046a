"""What a page says about itself: its title and its language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from thresher.page.tags import CODES
from thresher.page.whitespace import collapse

if TYPE_CHECKING:
    from thresher.page.page import Page

_SVG = CODES["svg"]
#: What Open Graph calls the title.
_TITLE = "og:title"


def title(page: Page) -> str:
    r"""The page's title as its author gave it: Open Graph, ``<title>``, the first ``<h1>``.

    >>> from thresher.page import Page
    >>> title(Page.from_html("<title> Flour \n prices </title>"))
    'Flour prices'
    """
    rows = page.rows_of("meta").tolist()
    for row, *keys in zip(rows, *page.attribute_columns(rows, "property", "name"), strict=True):
        if _TITLE in keys and (content := collapse(page.attribute_of(row, "content") or "")):
            return content
    for name in ("title", "h1"):
        for row in page.rows_of(name).tolist():
            if not _is_in_svg(page, row) and (text := text_of(page, row)):
                return text
    return ""


def _is_in_svg(page: Page, row: int) -> bool:
    """Whether an element is part of a drawing, which has a title of its own."""
    while row >= 0 and page.code[row] != _SVG:
        row = int(page.parent[row])
    return row >= 0


def language(page: Page) -> str | None:
    """The language that the page declares, as it writes it.

    >>> from thresher.page import Page
    >>> language(Page.from_html("<html lang=pt-BR>"))
    'pt-BR'
    """
    declared = page.attribute_of(0, "lang") or page.attribute_of(0, "xml:lang")
    if not declared:
        metas = page.select('meta[http-equiv="content-language" i],meta[property="og:locale"]').tolist()
        declared = next((page.attributes(row).get("content") for row in metas), None)
    return collapse(declared) or None if declared else None


def text_of(page: Page, row: int) -> str:
    """The collapsed text of one element."""
    return collapse("".join(page.text[page.first_run[row] : page.run_stop[row]]))


def own_text(page: Page, row: int) -> str:
    """The collapsed text directly in one element, without that of elements in it.

    >>> from thresher.page import Page
    >>> own_text(Page.from_html("<p>On <b>Monday</b> at 9:30"), 3)
    'On at 9:30'
    """
    runs = range(int(page.first_run[row]), int(page.run_stop[row]))
    return collapse(" ".join(page.text[run] for run in runs if page.host[run] == row))
