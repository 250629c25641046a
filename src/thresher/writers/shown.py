"""What a page shows between its selected text without having text itself: pictures, players, rules, boxes, formulas."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from thresher.media.ornaments import is_ornament
from thresher.page.columns import Ints
from thresher.page.tags import CODES
from thresher.page.telling import telling_rows
from thresher.writers.content import (
    MAX_SIGNS,
    MAX_STEPS_TO_FRAME,
    MAX_STEPS_TO_TEXT,
    MIN_SELECTED_SHARE,
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
    rows, framed = content.rows, _framed(page, content) if content.of_frame else []
    dropped = {
        *set(content.of_frame).difference(framed),
        *_silent(page, content.of_type),
        *_buttons(page, content.of_button),
    }
    if dropped:
        rows = np.array([row for row in rows.tolist() if row not in dropped], dtype=np.int64)
        framed = [row for row in framed if row not in dropped]
    return Shown(_without_double_rules(page, rows, content.runs), framed)


def _framed(page: Page, content: Content) -> list[int]:
    """Those of the elements that are asked for their frame whose frame is in content."""
    rows = np.array(content.of_frame, dtype=np.int64)
    holder, _ = content_shares(rows, content.seen, content.chosen, page.parent, MAX_SIGNS, MAX_STEPS_TO_TEXT)
    frames = _frames(page, holder)
    rows, frames = rows[frames >= 0], _unwrapped(page, frames[frames >= 0], content.seen)
    _, share = content_shares(frames, content.seen, content.chosen, page.parent, MAX_SIGNS, MAX_STEPS_TO_TEXT)
    framed: list[int] = rows[share >= MIN_SELECTED_SHARE].tolist()
    return framed


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


def _silent(page: Page, rows: list[int]) -> Iterator[int]:
    """Those of some scripts and fields that show nothing: of scripts formulas do, of fields those to tick."""
    for row, told in zip(rows, page.attributes_at(rows, "type"), strict=True):
        kind = (told or "").lower()
        shows = kind.startswith("math/tex") if page.code[row] == _SCRIPT else kind == "checkbox"
        if not shows:
            yield row


def _buttons(page: Page, rows: list[int]) -> Iterator[int]:
    """Those of some pictures, each of which is all there is of a link, that are to press, as "Reply" below a post."""
    told = zip(rows, *page.attribute_columns(rows, "src", "class"), strict=True)
    return (row for row, source, names in told if is_ornament(source or "", names or ""))


def _without_double_rules(page: Page, shown: Ints, runs: Ints) -> Ints:
    """*shown* without rules that follow another one directly: what stood between them was left out."""
    codes = page.code[shown]
    if codes.tolist().count(_RULE) < 2:
        return shown
    is_rule = codes == _RULE
    solid = runs[page.length[runs] > 0]
    texts_ahead = page.at[solid].searchsorted(shown, side="right")
    again = is_rule[1:] & is_rule[:-1] & (texts_ahead[1:] == texts_ahead[:-1])
    kept: Ints = shown[np.append(True, ~again)]
    return kept
