"""Words that touch where elements of one line meet, though a reader sees them apart.

Style sheets set a brand apart from a name, and a label from its value, so that the source needs no blank there.
Which of those that touch are apart is told by their characters: a word that is styled in parts, or was cut in two by an
editor, goes on in small letters. The price is a name with a capital in its middle and a style of its own from there on
(``You<b>Tube</b>``), which labels and their values outnumber by far on pages with a gold text.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from thresher.page.columns import Codes, Ints, mark_subtrees
from thresher.page.kernels import kernel
from thresher.page.tags import BLOCK, tag_set

if TYPE_CHECKING:
    from thresher.page.parse import Tree

#: Elements in which letters stand as they are written: code, formulas, what is raised, lowered or read aloud.
AS_WRITTEN = tag_set(*"pre code kbd samp tt var textarea listing xmp plaintext sub sup ruby rt rb math svg".split())
#: What elements are to words that meet, as bits by the codes of their names: a block, as it is written, a link.
_BLOCK, _AS_WRITTEN, _LINK = 1, 2, 4
ROLES = (BLOCK * _BLOCK | AS_WRITTEN * _AS_WRITTEN | tag_set("a") * _LINK).astype(np.uint8)
#: What ends a sentence, a clause or a name; a word in a neighbouring element begins anew behind it.
STOPS = ".!?:;,…)]»”%™®"
#: Signs of amounts of money, with which a price begins.
MONEY = "$€£¥₹"


def part_words(tree: Tree) -> None:
    """Put a blank ahead of each text that touches the one before but is apart from it.

    >>> from thresher.page import Page
    >>> Page.from_html("<span>OATLY</span><span>Oats</span>, <b>C</b>aps, <i>un</i><b>bound</b>").text
    ['OATLY', ' Oats', ', ', 'C', 'aps, ', 'un', 'bound']
    """
    apart, linked = meetings(tree.text, tree.host, tree.code, tree.parent, tree.end, ROLES)
    for run in chain(apart, _leading_elsewhere(tree, linked) if linked else ()):
        tree.text[run] = " " + tree.text[run]


def _leading_elsewhere(tree: Tree, linked: list[tuple[int, int, int]]) -> list[int]:
    """The runs whose link leads to another address than the link ahead."""
    before = tree.attributes_at([row for _, row, _ in linked], "href")
    own = tree.attributes_at([row for _, _, row in linked], "href")
    return [run for (run, _, _), one, other in zip(linked, before, own, strict=True) if one and other and one != other]


@kernel
def meetings(
    text: list[str], host: Ints, code: Codes, parent: Ints, end: Ints, roles: Codes
) -> tuple[list[int], list[tuple[int, int, int]]]:
    """Runs that touch the run ahead in another element of their line, *roles* being bits by the codes of names.

    First those whose characters tell that they are apart. Then others that are in a link as the run ahead is, with the
    rows of the link ahead and of their own.

    >>> from thresher.page.parse import parse
    >>> tree = parse("<p><a>oats</a><a>rye</a><p>Mill<b>Stone</b>")
    >>> meetings(["oats", "rye", "Mill", "Stone"], tree.host, tree.code, tree.parent, tree.end, ROLES)
    ([3], [(1, 4, 5)])
    """
    apart: list[int] = []
    linked: list[tuple[int, int, int]] = []
    role = roles[code]
    as_written = mark_subtrees((role & _AS_WRITTEN) != 0, end)
    for run in range(1, len(text)):
        left, right, before, own = text[run - 1], text[run], int(host[run - 1]), int(host[run])
        if before == own or not _touch(left, right) or as_written[before] or as_written[own]:
            continue
        left_rows, right_rows = _around_one(before, own, parent, end), _around_one(own, before, parent, end)
        if any(role[row] & _BLOCK for row in (*left_rows, *right_rows)):
            continue
        if _are_apart(left, right, side_by_side=bool(left_rows and right_rows)):
            apart.append(run)
        elif len(left) > 1 and len(right) > 1 and left[-1].isalnum() and right[0].isalnum():
            link, own_link = _link_among(left_rows, role), _link_among(right_rows, role)
            if link >= 0 and own_link >= 0:
                linked.append((run, link, own_link))
    return apart, linked


def _touch(left: str, right: str) -> bool:
    """Whether there is no blank where two texts meet."""
    return bool(left and right) and not left[-1].isspace() and not right[0].isspace()


def _are_apart(left: str, right: str, *, side_by_side: bool) -> bool:
    """Whether two texts that touch are apart, in elements *side by side* or one in the other."""
    if len(left) == len(right) == 1:  # spelled or counted, sign by sign
        return False
    last, first = left[-1], right[0]
    if last.islower() and (first.isupper() or first.isdecimal()):
        return True
    if not side_by_side:
        return False
    if first.isupper():
        return last.isdecimal() or ((last.isupper() or last in STOPS) and right[1:2].islower())
    if first.isdecimal():
        return (last.isupper() and left[-2:-1].isupper()) or last.isdecimal()
    return first in MONEY and last.isalnum()


def _around_one(row: int, other: int, parent: Ints, end: Ints) -> list[int]:
    """The row and those around it, as far as the other row is not in them."""
    rows = []
    while not row <= other < end[row]:
        rows.append(row)
        row = int(parent[row])
    return rows


def _link_among(rows: list[int], role: Codes) -> int:
    """The innermost link among some rows, -1 where there is none."""
    return next((row for row in rows if role[row] & _LINK), -1)
