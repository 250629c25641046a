"""Captions of pictures: which element says what a picture shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from thresher.page.columns import Codes, Ints
from thresher.page.kernels import kernel
from thresher.page.tags import CODES
from thresher.page.telling import telling_rows

if TYPE_CHECKING:
    from thresher.page import Page

#: Words in the classes of captions.
CAPTIONS = (
    *("caption", "legend", "cutline", "bildunterschrift"),
    *("piedefoto", "pie-defoto", "piede-foto", "pie-de-foto"),
)


class Limits(NamedTuple):
    """How far from a picture its caption is looked for."""

    #: An element around a picture is searched if it is at most so many levels above it ...
    levels: int = 3
    #: ... and holds no more elements than this, ...
    rows: int = 12
    #: ... or is a figure, of which so many elements are looked at.
    figure_rows: int = 100


LIMITS = Limits()
#: What an element is to a caption.
OTHER, MEDIUM, FIGURE, FIGCAPTION, NOSCRIPT = range(5)
_NAMES = {
    **dict.fromkeys(("img", "amp-img", "video", "amp-video", "audio", "iframe", "embed", "object"), MEDIUM),
    "figure": FIGURE,
    "figcaption": FIGCAPTION,
    "noscript": NOSCRIPT,
}
#: The same by code.
_KINDS = np.zeros(256, dtype=np.uint8)
_KINDS[[CODES[name] for name in _NAMES]] = list(_NAMES.values())


def captions(page: Page, rows: list[int]) -> list[int]:
    """The rows of the captions of the media at some rows, -1 where there is none.

    >>> from thresher.page import Page
    >>> captions(Page.from_html("<figure><img><figcaption>Rye</figcaption></figure><p><img>"), [4, 7])
    [5, -1]
    """
    kinds = _KINDS[page.code]
    return caption_rows(page.tree.elements, kinds, page.parent, page.end, rows, page.body, CAPTIONS, LIMITS)


@kernel
def caption_rows(
    elements: list[Any],
    kinds: Codes,
    parent: Ints,
    end: Ints,
    rows: list[int],
    body: int,
    words: tuple[str, ...],
    limits: tuple[int, int, int],
) -> list[int]:
    """For each of some rows that of its caption: in its figure, or in a small element that holds it alone; else -1."""
    levels, most, most_of_figure = limits

    def is_alone(row: int, inside: range) -> bool:
        """Whether a small element holds only this of all media, the copy for readers without scripts aside."""
        others = (other for other in inside if kinds[other] == MEDIUM and other != row)
        return len(inside) <= most and all(kinds[parent[other]] == NOSCRIPT for other in others)

    def caption(row: int) -> int:
        holder = row
        for _ in range(levels):
            holder = int(parent[holder])
            if holder <= body:
                return -1
            inside = range(holder + 1, int(end[holder]))
            if kinds[holder] != FIGURE and not is_alone(row, inside):
                return -1
            inside = inside[:most_of_figure]
            named = telling_rows(elements, list(inside), "class", words)
            found = next((each for each in inside if kinds[each] == FIGCAPTION or each in named), -1)
            if found >= 0:
                return found
        return -1

    return [caption(row) for row in rows]
