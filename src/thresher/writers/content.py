"""Which elements without text lie in content, and what is yet to be asked of their attributes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from thresher.page.columns import Bools, Codes, Floats, Ints, subtree_sum, sum_by_row
from thresher.page.hidden import INVISIBLE, Cause
from thresher.page.kernels import kernel
from thresher.page.tags import tag_set
from thresher.writers.columns import Columns, columns_of
from thresher.writers.named import name_bits
from thresher.writers.nests import inside, outermost

if TYPE_CHECKING:
    from thresher.selection import Selection

#: A container is content, with the pictures in it, if at least this share of its text is selected [D].
MIN_SELECTED_SHARE = 0.5
#: A picture deeper than this in elements without any text is in nobody's content [D].
MAX_STEPS_TO_TEXT = 50
#: No more characters are a sign, such as the full stop behind a formula [D].
MAX_SIGNS = 2
#: A frame with more text than this is more than a picture and its caption [D].
MAX_CAPTION = 500
#: A frame is so many steps above its caption and its picture.
MAX_STEPS_TO_FRAME = 3
#: What hides a picture. Off-screen tricks do not count: lazy loaders fade pictures in from nothing.
HIDES_PICTURES = int(Cause.ATTRIBUTE | Cause.STYLE | Cause.RULE)
#: Names of elements that may show something without having text, of those of them that mostly show nothing and of
#: those that are pictures, of those in which nothing is shown, and of links.
_NAMES = (
    tag_set(*"img amp-img video amp-video audio iframe amp-iframe embed object hr input script".split()),
    tag_set("script", "input"),
    tag_set("img", "amp-img"),
    tag_set("template", "svg"),
    tag_set("a"),
)
_KINDS = name_bits(*_NAMES)
_SHOWN, _SILENT, _IMAGE, _MACHINERY, _LINK = (1 << bit for bit in range(len(_NAMES)))


class Content(NamedTuple):
    """The text that was selected, and the elements that may show something between it."""

    runs: Ints  #: the selected runs
    chosen: Ints  #: element: the selected characters in it
    seen: Ints  #: element: the characters in it that a reader sees
    rows: Ints  #: rows of elements that may show something
    of_frame: list[int]  #: those to be asked whether they have a frame in content
    of_type: list[int]  #: ... whether their type shows anything
    of_button: list[int]  #: ... whether they are buttons


def content_of(selection: Selection) -> Content:
    """The content that *selection* is about."""
    page = selection.page
    return Content(*content_columns(columns_of(page), selection.runs, page.body, _KINDS, Limits()))


class Limits(NamedTuple):
    """What counts as content."""

    invisible: int = int(INVISIBLE)  #: what hides text
    hides_pictures: int = HIDES_PICTURES  #: what hides a picture
    least_share: float = MIN_SELECTED_SHARE  #: of the text of a container that is content
    signs: int = MAX_SIGNS  #: that are no text
    steps_to_text: int = MAX_STEPS_TO_TEXT  #: from what shows something to the text that it belongs to
    caption: int = MAX_CAPTION  #: characters of a caption
    steps_to_frame: int = MAX_STEPS_TO_FRAME  #: from a caption and its picture to what is around both


@kernel
def content_columns(
    columns: Columns, selected: Bools, body: int, kinds: Codes, limits: Limits
) -> tuple[Ints, Ints, Ints, Ints, list[int], list[int], list[int]]:
    """The columns of `Content`, of a page whose body has a row; *kinds* of names are bits, as `_NAMES` has them.

    >>> from thresher.page import Page
    >>> page = Page.from_html("<p>rye<img src=r.png><a><img></a>oats")
    >>> found = content_columns(columns_of(page), np.array([True, True]), 2, _KINDS, Limits())
    >>> [column.tolist() for column in found[:4]], found[4:]
    ([[0, 1], [7, 0, 7, 7, 0, 0, 0], [7, 0, 7, 7, 0, 0, 0], [4, 6]], ([], [], [6]))
    """
    code, hidden, parent, end, host, at, length = columns
    invisible, hides, least_share, most_signs, most_steps, most_caption, steps_to_frame = limits
    runs, visible = selected.nonzero()[0], (hidden[host] & invisible) == 0
    chosen, chars = (subtree_sum(sum_by_row(host, each, len(end)), end) for each in (length * selected, length))
    seen = chars if visible.all() else subtree_sum(sum_by_row(host, length * visible, len(end)), end)
    kind = kinds[code]
    rows = ((kind & _SHOWN) != 0).nonzero()[0] if len(runs) else runs
    rows = _outside(rows[(hidden[rows] & hides) == 0], ((kind & _MACHINERY) != 0).nonzero()[0], end)
    if not len(rows):
        return runs, chosen, seen, rows, [], [], []
    holder, share = content_shares(rows, seen, chosen, parent, most_signs, most_steps)
    between = (rows >= at[runs[0]]) & (rows < at[runs[-1]])
    # Whatever lies between selected text in a container of it, or in one that is selected as a whole.
    is_in = ((share >= least_share) & between) | ((share >= 1) & (holder > body))
    silent, above = (kind[rows] & _SILENT) != 0, np.maximum(parent[rows], 0)
    # A caption may be too short for whoever selected the text: its picture belongs to the text around both.
    may_have_frame = between & (share == 0) & (seen[holder] <= most_caption) & ~silent & ~is_in
    step = holder[may_have_frame]
    framed = np.zeros(len(step), dtype=bool)
    for _ in range(steps_to_frame if len(step) else 0):
        around, inner = step > body, np.maximum(step, 1)
        framed |= around & (content_shares(inner, seen, chosen, parent, most_signs, most_steps)[1] >= least_share)
        step = np.where(around, parent[step], 0)
    may_have_frame[may_have_frame] = framed
    in_link = ((kind[rows] & _IMAGE) != 0) & ((kind[above] & _LINK) != 0) & (chars[above] == 0)
    found = is_in | may_have_frame
    of_frame, of_type, of_button = (rows[found & asked].tolist() for asked in (may_have_frame, silent, in_link))
    return runs, chosen, seen, rows[found], of_frame, of_type, of_button


def _outside(rows: Ints, outer: Ints, end: Ints) -> Ints:
    """Those of *rows* that are not inside of *outer* ones."""
    if not len(outer):
        return rows
    outer = outer[outermost(outer, end[outer])]
    return rows[~inside(rows, outer, end[outer])]


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
