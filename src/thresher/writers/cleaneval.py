"""CleanEval's form: one segment after the other, each marked as a header, a paragraph or a list item."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from thresher.page.columns import mark_subtrees
from thresher.page.whitespace import collapse

if TYPE_CHECKING:
    from thresher.selection import Selection

HEADER, PARAGRAPH, ITEM = "<h>", "<p>", "<l>"


@dataclass(frozen=True)
class CleanEval:
    """The segments of a selection with their marks, as annotators of the CleanEval shared task wrote them.

    >>> from thresher import extract
    >>> print(extract("<h1>Bread</h1><p>Take:<ul><li>flour<li>water</ul>", algorithm="cectd-ds").written("cleaneval"))
    <h>Bread
    <BLANKLINE>
    <p>Take:
    <BLANKLINE>
    <l>flour
    <BLANKLINE>
    <l>water
    """

    def write(self, selection: Selection) -> str:
        """The selected text, a marked segment for each block."""
        page, texts = selection.page, selection.texts()
        headings = mark_subtrees(page.heading, page.end)
        items = page.within("li", "dt", "dd")
        blocks = page.blocks
        segments = []
        for row, start, stop in zip(blocks.row.tolist(), blocks.start.tolist(), blocks.stop.tolist(), strict=True):
            if text := collapse("".join(texts[start:stop])):
                mark = HEADER if headings[row] else ITEM if items[row] else PARAGRAPH
                segments.append(mark + text)
        return "\n\n".join(segments)
