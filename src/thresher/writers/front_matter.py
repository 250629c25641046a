"""Front matter: the facts about a page as YAML ahead of its Markdown, as note takers and site generators read it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from thresher.writers.record import record

if TYPE_CHECKING:
    from thresher.selection import Selection

#: Facts that front matter holds, where they are known, in their order.
FACTS = (
    *("title", "authors", "published", "modified", "site", "url", "description"),
    *("language", "tags", "licence", "image", "kind"),
)
_FENCE = "---\n"


def front_matter(selection: Selection, dates: str) -> str:
    r"""What is known about a page, between two lines of dashes; values are JSON, which YAML is a superset of.

    >>> from thresher.page import Page
    >>> from thresher.selection import Selection
    >>> page = Page.from_html('<html lang=en><title>Rye: "back"</title><meta name=author content="Ida Brandt">')
    >>> print(front_matter(Selection.nothing(page, "no text"), "fast"))
    ---
    title: "Rye: \"back\""
    authors: ["Ida Brandt"]
    language: "en"
    ---
    <BLANKLINE>
    """
    known = record(selection, dates)
    # Who keeps a page wants the address that it has for good.
    known["url"] = known["canonical"] or known["url"]
    lines = [f"{name}: {json.dumps(known[name], ensure_ascii=False)}\n" for name in FACTS if known[name]]
    return "".join([_FENCE, *lines, _FENCE, "\n"])
