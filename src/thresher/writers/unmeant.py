"""What is in paragraphs and not for readers: signs of headings, links to edit, doubled formulas, endless emphasis."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from thresher.page.columns import Bools, prefix
from thresher.page.tags import HEADINGS, tag_set
from thresher.page.whitespace import collapse
from thresher.writers import formulas
from thresher.writers.named import Names
from thresher.writers.nests import inside, outermost
from thresher.writers.outline import Outline

FORMULA = Names("math", "script")
#: Names of one kind of emphasis; text of which so great a share is emphasised, in so many paragraphs, is not [D].
EMPHASISING, MAX_EMPHASISED, MIN_PARAGRAPHS = (Names("strong", "b"), Names("em", "i")), 0.9, 8
#: The text of links that lead to the heading that they stand in.
PERMALINKS = frozenset("#¶§🔗") | {""}
#: Where links to edit a section of a wiki lead, the class of what is around them, and how far that is.
EDITING, EDITING_NAME, MAX_STEPS_UP = "action=edit", "mw-editsection", 2

_EMPHASISING = Names(flags=EMPHASISING[0].flags | EMPHASISING[1].flags)
_HEADED = Names(flags=HEADINGS | tag_set("dt"))


def unmeant_emphasis(outline: Outline) -> Bools | None:
    """Names of elements that emphasise nearly everything, and so nothing: somebody forgot to close one."""
    kept, unmeant = outline.kept, None
    if len(outline.atoms.first) < MIN_PARAGRAPHS or not len(kept.having(_EMPHASISING)):
        return None
    # The first of the kept elements is the root.
    most = MAX_EMPHASISED * int(kept.chars[0])
    for names in EMPHASISING:
        numbers = kept.having(names)
        if len(numbers) and sum(kept.chars[numbers].tolist()) >= most:
            outer = numbers[outermost(kept.row[numbers], kept.end[numbers])]
            if sum(kept.chars[outer].tolist()) >= most:
                unmeant = names.flags if unmeant is None else unmeant | names.flags
    return unmeant


def links_in_headings(outline: Outline, links: list[int]) -> list[int]:
    """Those of some links that stand in headings or terms."""
    kept, asked = outline.kept, np.array(links, dtype=np.int64)
    headings = kept.having(_HEADED)
    headings = headings[outermost(kept.row[headings], kept.end[headings])]
    found: list[int] = asked[inside(kept.row[asked], kept.row[headings], kept.end[headings])].tolist()
    return found


def is_permalink(text: str) -> bool:
    """Whether the text of a link in a heading is a sign that stands for the heading.

    >>> is_permalink(" ¶ "), is_permalink("Rye")
    (True, False)
    """
    return collapse(text) in PERMALINKS


def edit_links(outline: Outline, hrefs: Mapping[int, str]) -> list[int]:
    """What wikis put beside headings for those who want to edit a section; *hrefs* are the addresses of all links."""
    if EDITING not in " ".join(hrefs.values()):
        return []
    links = [number for number, href in hrefs.items() if EDITING in href]
    rows = {row for number in links if (row := _named_around(outline, number, EDITING_NAME)) is not None}
    return [outline.number(row) for row in rows]


def _named_around(outline: Outline, number: int, name: str) -> int | None:
    """The row of the nearest of a few elements around a kept one whose class names have *name* in them."""
    page, row = outline.page, outline.rows[number]
    for _ in range(MAX_STEPS_UP):
        row = int(page.parent[row])
        if row >= 0 and name in (page.attribute_of(row, "class") or "").split():
            return row
    return None


def rendered_formulas(outline: Outline) -> list[int]:
    """What shows a formula that stands beside it as MathML or TeX."""
    kept, page = outline.kept, outline.page
    formula = prefix(FORMULA.flags[kept.code])
    parent = kept.row.searchsorted(np.maximum(page.parent[kept.row], 0))
    count = formula[kept.row.searchsorted(kept.end)] - formula[:-1]
    beside = np.flatnonzero((count == 0) & (count[parent] > 0))
    names = page.attributes_at(kept.row[beside], "class")
    return [number for number, name in zip(beside.tolist(), names, strict=True) if formulas.is_rendered(name)]
