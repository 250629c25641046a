"""Tables of data as blocks of Markdown: what stands in their cells is taken out of the rest of the page."""

from __future__ import annotations

import numpy as np

from thresher.page.columns import Bools, Ints
from thresher.page.tags import CODES, tag_set
from thresher.writers.inline import code_spans
from thresher.writers.markdown_blocks import Kind, Part
from thresher.writers.named import rows_named
from thresher.writers.outline import Outline
from thresher.writers.phrases import PREFORMATTED
from thresher.writers.tables import MAX_COLUMN_SPAN, MAX_ROW_SPAN, Grid, span
from thresher.writers.weave import LINE

#: The end of a line within a cell.
CELL_LINE_END = "<br>"
_ROW, _ROWS, _CELLS = CODES["tr"], tag_set("tr"), tag_set("td", "th")
_SPECIAL = tag_set("li") | PREFORMATTED.flags
_USUAL = (Part(Kind.ITEM),)


class Grids:
    """Writes the tables of data of a page, elements being named by their number in its outline."""

    def __init__(
        self,
        outline: Outline,
        paragraphs: list[str],
        own: dict[int, tuple[Part, ...]],
        spans: dict[int, tuple[str | None, ...]],
    ) -> None:
        self.kept, self.atoms = outline.kept, outline.atoms
        self.paragraphs, self.own, self.spans = paragraphs, own, spans

    def block(self, table: int, wanted: Bools) -> str:
        """A table, whose cells and paragraphs are then written; its first row is taken for its head."""
        kept, grid = self.kept, Grid()
        stop = int(kept.row.searchsorted(kept.end[table]))
        parts = table + rows_named(_ROWS | _CELLS, kept.code[table:stop])
        codes = kept.code[parts]
        cells = parts[codes != _ROW]
        columns = zip(kept.row.searchsorted(kept.end[cells]).tolist(), *self._paragraphs(cells), strict=True)
        within = dict(zip(cells.tolist(), columns, strict=True))
        is_special = bool(wanted[table + 1 : stop].any())
        for number, code in zip(parts.tolist(), codes.tolist(), strict=True):
            if code == _ROW:
                grid.row()
            else:
                below, first, last = within[number]
                texts = self._special(number, below, first, last) if is_special else self.paragraphs[first:last]
                self._write_cell(grid, number, texts[0] if len(texts) == 1 else LINE.join(filter(None, texts)))
                self.paragraphs[first:last] = [""] * (last - first)
                if is_special:
                    wanted[number:below] = False
        rows = grid.filled()
        lines = [f"| {' | '.join(cells)} |" for cells in rows]
        lines[1:1] = ["|" + " --- |" * len(rows[0])] if rows else []
        return "\n".join(lines)

    def _paragraphs(self, cells: Ints) -> tuple[list[int], list[int]]:
        """The first of the paragraphs in each cell, and where they stop."""
        kept, start = self.kept, self.kept.paragraph[cells]
        stop = np.where(kept.last[cells] < kept.first[cells], start, self.atoms.paragraph[kept.last[cells]] + 1)
        return start.tolist(), stop.tolist()

    def _write_cell(self, grid: Grid, number: int, text: str) -> None:
        """Add a cell to its row; its text has neither bars nor ends of lines."""
        if "|" in text or LINE in text:
            text = text.replace("|", "\\|").replace(LINE, CELL_LINE_END)
        if number in self.spans:
            across, down = self.spans[number]
            grid.cell(text, span(across, MAX_COLUMN_SPAN), span(down, MAX_ROW_SPAN))
        else:
            grid.cells([text])

    def _special(self, number: int, below: int, first: int, last: int) -> list[str]:
        """Paragraphs and code in a cell, the marks of items ahead of theirs."""
        kept, places = self.kept, self.atoms.place[self.atoms.first]
        inner = range(number + 1, below)
        events = [(int(kept.opens[each]), 0, each) for each in inner if _SPECIAL[kept.code[each]]]
        events += [(int(places[each]), 1, each) for each in range(first, last) if self.paragraphs[each]]
        texts, mark = list[str](), ""
        for _, is_paragraph, each in sorted(events):
            if is_paragraph:
                texts.append(mark + self.paragraphs[each])
                mark = ""
                continue
            (part,) = self.own.get(each, _USUAL)
            if part.kind is Kind.ITEM:
                mark = f"{part.text}. " if part.text else "- "
            elif part.kind is Kind.BLOCK:
                texts.append(code_spans(_between_fences(part.text)))
        return texts


def _between_fences(block: str) -> str:
    """The lines of a block of code."""
    return block[block.find("\n") + 1 : max(block.rfind("\n"), 0)]
