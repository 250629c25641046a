"""What a page shows between its selected text without having text itself: pictures, players, rules, boxes, formulas."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from thresher.media.ornaments import is_ornament
from thresher.page.columns import Ints
from thresher.page.tags import CODES
from thresher.page.telling import telling_rows
from thresher.writers.content import (
    BUTTON,
    FRAME,
    MAX_SIGNS,
    MAX_STEPS_TO_FRAME,
    MAX_STEPS_TO_TEXT,
    MIN_SELECTED_SHARE,
    TYPE,
    Content,
    content_shares,
)

if TYPE_CHECKING:
    from thresher.page import Page

_SCRIPT, _RULE = CODES["script"], CODES["hr"]
#: A frame has this in its class names unless it is a figure.
FRAME_NAME = "caption"


class Shown(NamedTuple):
    """Elements without text that show something in content."""

    rows: Ints
    framed: list[int]  #: those of them whose frame is in content, though no text in it was selected


def shown_elements(page: Page, content: Content) -> Shown:
    """What is shown in content."""
    rows, asks, framed = content.rows, content.asks, set[int]()
    if asks.any():
        left = np.ones(len(rows), dtype=bool)
        if len(places := (asks & FRAME).nonzero()[0]):
            framed = _framed(page, content)
            left[places] = [row in framed for row in rows[places].tolist()]
        if len(places := (asks & TYPE).nonzero()[0]):
            left[places] &= _are_told(page, rows[places])
        if len(places := (asks & BUTTON).nonzero()[0]):
            left[places] &= _are_more_than_buttons(page, rows[places])
        rows = rows[left]
        framed = framed and framed.intersection(rows.tolist())
    return Shown(_without_double_rules(page, rows, content.runs), sorted(framed))


def _framed(page: Page, content: Content) -> set[int]:
    """Those of the elements in question whose frame is in content."""
    rows = content.rows[(content.asks & FRAME) != 0]
    holder, _ = content_shares(rows, content.seen, content.chosen, page.parent, MAX_SIGNS, MAX_STEPS_TO_TEXT)
    frames = _frames(page, holder)
    rows, frames = rows[frames >= 0], _unwrapped(page, frames[frames >= 0], content.seen)
    _, share = content_shares(frames, content.seen, content.chosen, page.parent, MAX_SIGNS, MAX_STEPS_TO_TEXT)
    return set(rows[share >= MIN_SELECTED_SHARE].tolist())


def _unwrapped(page: Page, frames: Ints, seen: Ints) -> Ints:
    """The outermost elements around frames, as far as they may be, that have no other text."""
    for _ in range(MAX_STEPS_TO_FRAME):
        above = page.parent[frames]
        frames = np.where((above > page.body) & (seen[above] == seen[frames]), above, frames)
    return frames


def _frames(page: Page, rows: Ints) -> Ints:
    """The figure, or the element named for a caption, that each of *rows* is or is in; -1 where there is none."""
    around = {row: _around(page, row) for row in set(rows.tolist())}
    steps = sorted(set(chain.from_iterable(around.values())))
    named = telling_rows(page.tree.elements, steps, "class", (FRAME_NAME,))
    frames = {row for row in steps if row in named or page.tag[row] == "figure"}
    found = {row: next(filter(frames.__contains__, above), -1) for row, above in around.items()}
    return np.array([found[row] for row in rows.tolist()], dtype=np.int64)


def _around(page: Page, row: int) -> list[int]:
    """An element and the nearest ones around it, as far as a frame may be."""
    above: list[int] = []
    while row > page.body and len(above) < MAX_STEPS_TO_FRAME:
        above.append(row)
        row = int(page.parent[row])
    return above


def _are_told(page: Page, rows: Ints) -> list[bool]:
    """Whether scripts and fields show something: of scripts formulas do, of fields those to tick."""
    kinds, scripts = page.attributes_at(rows, "type"), (page.code[rows] == _SCRIPT).tolist()
    return [
        kind is not None and (kind.lower().startswith("math/tex") if is_script else kind.lower() == "checkbox")
        for kind, is_script in zip(kinds, scripts, strict=True)
    ]


def _are_more_than_buttons(page: Page, rows: Ints) -> list[bool]:
    """Whether pictures that are all there is of a link are none to press, such as "Reply" below a post."""
    told = zip(page.attributes_at(rows, "src"), page.attributes_at(rows, "class"), strict=True)
    return [not is_ornament(source or "", names or "") for source, names in told]


def _without_double_rules(page: Page, shown: Ints, runs: Ints) -> Ints:
    """*shown* without rules that follow another one directly: what stood between them was left out."""
    codes = page.code[shown]
    if codes.tolist().count(_RULE) < 2:
        return shown
    is_rule = codes == _RULE
    solid = runs[page.length[runs] > 0]
    texts_ahead = np.searchsorted(page.at[solid], shown, side="right")
    again = is_rule[1:] & is_rule[:-1] & (texts_ahead[1:] == texts_ahead[:-1])
    kept: Ints = shown[np.append(True, ~again)]
    return kept
