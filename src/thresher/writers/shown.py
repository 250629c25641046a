"""What a page shows between its selected text without having text itself: pictures, players, rules, boxes, formulas."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from thresher.page.columns import Bools, Ints, subtree_sum
from thresher.page.hidden import INVISIBLE, Cause
from thresher.page.tags import CODES, tag_set
from thresher.writers.nests import inside, outermost

if TYPE_CHECKING:
    from thresher.page import Page

#: Elements that may show something without having text, and those that mostly show nothing.
SHOWN = tag_set(*"img amp-img video amp-video audio iframe amp-iframe embed object hr input script".split())
_SILENT, _SCRIPT = tag_set("script", "input"), CODES["script"]
#: A container is content, with the pictures in it, if at least this share of its text is selected [D].
MIN_SELECTED_SHARE = 0.5
#: A picture deeper than this in elements without any text is in nobody's content [D].
MAX_STEPS_TO_TEXT = 50
#: No more characters are a sign, such as the full stop behind a formula [D].
MAX_SIGNS = 2
#: A frame with more text than this is more than a picture and its caption [D].
MAX_CAPTION = 500
#: A frame is so many steps above its caption and its picture, and has this in its class names unless it is a figure.
MAX_STEPS_TO_FRAME, FRAME_NAME = 3, "caption"
#: What hides a picture. Off-screen tricks do not count: lazy loaders fade pictures in from nothing.
_HIDES_PICTURES = int(Cause.ATTRIBUTE | Cause.STYLE | Cause.RULE)
_MACHINERY = tag_set("template", "svg")


def shown_elements(page: Page, chosen: Ints, runs: Ints, solid: Ints) -> Ints:
    """Rows of elements without text that show something in content.

    *chosen* are selected characters in subtrees, *runs* those that are selected, *solid* those of them with text.
    """
    rows = SHOWN[page.code].nonzero()[0]
    if not len(rows) or not len(runs):
        return rows[:0]
    rows = rows[_is_in_content(page, rows, chosen, runs)]
    rows = rows[(page.hidden[rows] & _HIDES_PICTURES) == 0]
    silent = [row for row in rows[_SILENT[page.code[rows]]].tolist() if not _shows(page, row)]
    rows = rows[~np.isin(rows, silent)] if silent else rows
    machinery = _MACHINERY[page.code].nonzero()[0]
    machinery = machinery[outermost(machinery, page.end[machinery])]
    return _without_double_rules(page, rows[~inside(rows, machinery, page.end[machinery])], solid)


def _is_in_content(page: Page, rows: Ints, chosen: Ints, runs: Ints) -> Bools:
    """Whether each of *rows* lies between selected text in a container of it, or in one that is selected as a whole."""
    seen = _seen_chars(page)
    # A sign that nobody selected is no text.
    chars = np.where((seen > MAX_SIGNS) | (chosen > 0), seen, 0)
    holder = _nearest_with_text(page, rows, chars)
    between = (page.at[runs[0]] <= rows) & (page.at[runs[-1]] > rows)
    # A caption may be too short for whoever selected the text: its picture belongs to the text around both.
    is_picture = ~_SILENT[page.code[rows]]
    left_out = (between & is_picture & (chosen[holder] == 0) & (seen[holder] <= MAX_CAPTION)).nonzero()[0]
    if len(left_out):
        frames = _frames(page, holder[left_out])
        framed = frames >= 0
        holder[left_out[framed]] = _nearest_with_text(page, frames[framed], chars)
    share = chosen[holder] / np.maximum(seen[holder], 1)
    whole = (share >= 1) & (holder > page.body)
    found: Bools = ((share >= MIN_SELECTED_SHARE) & between) | whole
    return found


def _seen_chars(page: Page) -> Ints:
    """Element: characters of text in its subtree that a reader sees; formulas hide theirs behind a picture of them."""
    hidden = (page.hidden[page.host] & int(INVISIBLE)) != 0
    if not hidden.any():
        return page.chars
    own = np.bincount(page.host, weights=np.where(hidden, 0, page.length), minlength=len(page.tag))
    seen: Ints = subtree_sum(own, page.end)
    return seen


def _nearest_with_text(page: Page, rows: Ints, chars: Ints) -> Ints:
    """The nearest element around each of *rows* that has text in it; the root where that is far."""
    holder = np.array(page.parent[rows], dtype=np.int64)
    for _ in range(MAX_STEPS_TO_TEXT):
        empty = (chars[holder] == 0).nonzero()[0]
        if not len(empty):
            return holder
        holder[empty] = np.maximum(page.parent[holder[empty]], 0)
    holder[empty] = 0
    return holder


def _frames(page: Page, rows: Ints) -> Ints:
    """The figure, or the element named for a caption, that each of *rows* is or is in; -1 where there is none."""
    found = {row: _frame(page, row) for row in set(rows.tolist())}
    return np.array([found[row] for row in rows.tolist()], dtype=np.int64)


def _frame(page: Page, row: int) -> int:
    for _ in range(MAX_STEPS_TO_FRAME):
        if row <= page.body:
            break
        if page.tag[row] == "figure" or FRAME_NAME in (page.tree.elements[row].attr("class") or "").lower():
            return row
        row = int(page.parent[row])
    return -1


def _shows(page: Page, row: int) -> bool:
    """Whether a script or a field shows something: of scripts formulas do, of fields those to tick."""
    kind = (page.tree.elements[row].attr("type") or "").lower()
    return kind.startswith("math/tex") if page.code[row] == _SCRIPT else kind == "checkbox"


def _without_double_rules(page: Page, shown: Ints, solid: Ints) -> Ints:
    """*shown* without rules that follow another one directly: what stood between them was left out."""
    is_rule = page.code[shown] == CODES["hr"]
    if np.count_nonzero(is_rule) < 2:
        return shown
    texts_ahead = np.searchsorted(page.at[solid], shown, side="right")
    again = is_rule[1:] & is_rule[:-1] & (texts_ahead[1:] == texts_ahead[:-1])
    kept: Ints = shown[np.append(True, ~again)]
    return kept
