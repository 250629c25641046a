"""What a page shows between its selected text without having text itself: pictures, players, rules, boxes, formulas."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from thresher.media.ornaments import is_ornament
from thresher.page.columns import Bools, Floats, Ints, subtree_sum, sum_by_row
from thresher.page.hidden import Cause
from thresher.page.kernels import kernel
from thresher.page.tags import CODES, tag_set
from thresher.page.telling import telling_rows
from thresher.writers.named import rows_named
from thresher.writers.nests import inside, outermost

if TYPE_CHECKING:
    from thresher.page import Page

#: Elements that may show something without having text, and those that mostly show nothing.
SHOWN = tag_set(*"img amp-img video amp-video audio iframe amp-iframe embed object hr input script".split())
_IMAGES = tag_set("img", "amp-img")
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


def shown_elements(page: Page, chosen: Ints, runs: Ints, visible: Bools) -> Ints:
    """Rows of elements without text that show something in content.

    *chosen* are selected characters in subtrees, *runs* those that are selected, *visible* those that a reader sees.
    """
    rows = rows_named(SHOWN, page.code)
    if not len(rows) or not len(runs):
        return rows[:0]
    rows = rows[_is_in_content(page, rows, chosen, runs, visible)]
    rows = rows[(page.hidden[rows] & _HIDES_PICTURES) == 0]
    rows = _without_buttons(page, _without_silent(page, rows))
    machinery = rows_named(_MACHINERY, page.code)
    if len(machinery):
        machinery = machinery[outermost(machinery, page.end[machinery])]
        rows = rows[~inside(rows, machinery, page.end[machinery])]
    return _without_double_rules(page, rows, runs)


def _is_in_content(page: Page, rows: Ints, chosen: Ints, runs: Ints, visible: Bools) -> Bools:
    """Whether each of *rows* lies between selected text in a container of it, or in one that is selected as a whole."""
    seen = _seen_chars(page, visible)
    holder, share = content_shares(rows, seen, chosen, page.parent, MAX_SIGNS, MAX_STEPS_TO_TEXT)
    between = (rows >= page.at[runs[0]]) & (rows < page.at[runs[-1]])
    # A caption may be too short for whoever selected the text: its picture belongs to the text around both.
    left_out = (between & (share == 0) & (seen[holder] <= MAX_CAPTION) & ~_SILENT[page.code[rows]]).nonzero()[0]
    if len(left_out):
        frames = _frames(page, holder[left_out])
        left_out, frames = left_out[frames >= 0], frames[frames >= 0]
        framed = content_shares(frames, seen, chosen, page.parent, MAX_SIGNS, MAX_STEPS_TO_TEXT)
        holder[left_out], share[left_out] = framed
    whole = (share >= 1) & (holder > page.body)
    found: Bools = ((share >= MIN_SELECTED_SHARE) & between) | whole
    return found


def _seen_chars(page: Page, visible: Bools) -> Ints:
    """Element: characters of text in its subtree that a reader sees; formulas hide theirs behind a picture of them."""
    if visible.all():
        return page.chars
    seen: Ints = subtree_sum(sum_by_row(page.host, page.length * visible, len(page.tag)), page.end)
    return seen


@kernel
def content_shares(
    rows: Ints, seen: Ints, chosen: Ints, parent: Ints, most_signs: int, most_steps: int
) -> tuple[Ints, Floats]:
    """The nearest element around each of *rows* that has text, and the share of its *seen* characters that is *chosen*.

    So many signs that nobody chose are no text; the root is taken where text is more than so many steps away.

    >>> seen, chosen, parent = np.array([9, 2, 0, 0]), np.array([6, 0, 0, 0]), np.array([-1, 0, 1, 0])
    >>> holder, share = content_shares(np.array([2, 3]), seen, chosen, parent, 2, 9)
    >>> holder.tolist(), (share * 9).tolist()
    ([0, 0], [6.0, 6.0])
    """
    chars = np.where((seen > most_signs) | (chosen > 0), seen, 0)
    holder = np.array(parent[rows], dtype=np.int64)
    empty = np.arange(len(holder))
    for _ in range(most_steps):
        empty = (chars[holder] == 0).nonzero()[0]
        if not len(empty):
            break
        holder[empty] = np.maximum(parent[holder[empty]], 0)
    holder[empty] = 0
    return holder, chosen[holder] / np.maximum(seen[holder], 1)


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


def _without_buttons(page: Page, rows: Ints) -> Ints:
    """*rows* without pictures to press: ornaments that are all there is of a link, such as "Reply" below a post."""
    around = np.maximum(page.parent[rows], 0)
    asked = (_IMAGES[page.code[rows]] & (page.code[around] == CODES["a"]) & (page.chars[around] == 0)).nonzero()[0]
    if not len(asked):
        return rows
    sources, names = (page.attributes_at(rows[asked], name) for name in ("src", "class"))
    left = np.ones(len(rows), dtype=bool)
    left[asked] = [not is_ornament(source or "", name or "") for source, name in zip(sources, names, strict=True)]
    return rows[left]


def _without_silent(page: Page, rows: Ints) -> Ints:
    """*rows* without scripts and fields that show nothing: of scripts formulas do, of fields those to tick."""
    silent = _SILENT[page.code[rows]].nonzero()[0]
    if not len(silent):
        return rows
    names = [(kind or "").lower() for kind in page.attributes_at(rows[silent], "type")]
    is_script = (page.code[rows[silent]] == _SCRIPT).tolist()
    left = np.ones(len(rows), dtype=bool)
    left[silent] = [
        name.startswith("math/tex") if script else name == "checkbox"
        for name, script in zip(names, is_script, strict=True)
    ]
    return rows[left]


def _without_double_rules(page: Page, shown: Ints, runs: Ints) -> Ints:
    """*shown* without rules that follow another one directly: what stood between them was left out."""
    is_rule = page.code[shown] == CODES["hr"]
    if np.count_nonzero(is_rule) < 2:
        return shown
    solid = runs[page.length[runs] > 0]
    texts_ahead = np.searchsorted(page.at[solid], shown, side="right")
    again = is_rule[1:] & is_rule[:-1] & (texts_ahead[1:] == texts_ahead[:-1])
    kept: Ints = shown[np.append(True, ~again)]
    return kept
