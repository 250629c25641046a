"""Evidence: every block of a page with its position, its role, and why it was kept or dropped."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from thresher.cached import cached_property
from thresher.labels import Label
from thresher.page.clean import MACHINERY
from thresher.page.columns import Ints, nearest
from thresher.page.hidden import INVISIBLE, Cause
from thresher.page.paths import Paths
from thresher.page.spans import Span, locate
from thresher.selection import Outcome

if TYPE_CHECKING:
    from thresher.page import Page
    from thresher.selection import Selection

#: Scores are rounded to this number of decimals.
FIGURES = 6


@dataclass(frozen=True)
class Block:
    """One block of a page: a paragraph, a heading, a cell."""

    text: str
    tag: str  #: name of its element
    label: str  #: its role for a reader
    kept: bool  #: whether it was selected
    score: float | None  #: the method's score for its element
    row: int  #: row of its element in the page


@dataclass(frozen=True)
class Evidence(Block):
    """A block with its position in the page and in its source, and the reason for the decision."""

    css: str | None  #: CSS path of its element; ``None`` inside a template, or if the path is too deep
    xpath: str | None  #: XPath of its element
    span: Span | None  #: the position of its text in `Source.html`; ``None`` where the parser moved it
    element: Span | None  #: the position of its element there; ``None`` where the source has no such tag
    hidden: tuple[str, ...]  #: why a reader does not see it
    decided: str  #: the reason for the decision, a phrase

    def as_dict(self) -> dict[str, Any]:
        """The evidence as plain values."""
        return asdict(self)


def blocks_of(selection: Selection) -> Iterator[Block]:
    """Every block of a page, kept or not, in document order."""
    page = selection.page
    kept = page.blocks.total(selection.runs) > 0
    for number, row in enumerate(page.blocks.row.tolist()):
        yield Block(
            text=page.blocks.text(number),
            tag=page.tag[row],
            label=Label(int(selection.labels[row])).name.lower(),
            kept=bool(kept[number]),
            score=_score(selection, row),
            row=row,
        )


def evidence_of(selection: Selection) -> Iterator[Evidence]:
    """Every block with its evidence, in document order.

    >>> from thresher import extract
    >>> *_, last = evidence_of(extract("<nav><a>Home</a></nav><p>" + "Rye is sown in autumn. " * 9).selection)
    >>> last.css, last.kept, last.span
    ('html > body > p', True, Span(start=25, stop=231))
    """
    page = selection.page
    paths, spans, decisions = Paths(page), locate(page), _Decisions(selection)
    blocks = page.blocks
    for number, block in enumerate(blocks_of(selection)):
        first, stop = int(blocks.start[number]), int(blocks.stop[number])
        yield Evidence(
            **vars(block),
            css=paths.css(block.row),
            xpath=paths.xpath(block.row),
            span=spans.text(first, stop),
            element=spans.element(block.row),
            hidden=causes_at(page, block.row),
            decided=decisions.about(block, number),
        )


def causes_at(page: Page, row: int) -> tuple[str, ...]:
    """Why a reader does not see an element, in lower case."""
    return tuple((cause.name or "").lower() for cause in Cause(int(page.hidden[row])))


def _score(selection: Selection, row: int) -> float | None:
    """The method's score for an element; ``None`` if it has none."""
    if selection.score is None or np.isnan(selection.score[row]):
        return None
    return round(float(selection.score[row]), FIGURES)


@dataclass(frozen=True, eq=False)
class _Decisions:
    """Why blocks were kept or dropped: invisibility, their kind, or the score of their element or of one around it."""

    selection: Selection

    def about(self, block: Block, number: int) -> str:
        """The reason for the decision about one block, a phrase."""
        selection, page = self.selection, self.selection.page
        if not block.kept and int(page.hidden[block.row]) & int(INVISIBLE):
            return f"hidden: {', '.join(causes_at(page, block.row))}"
        if not block.kept and (holder := int(self._machinery[block.row])) >= 0:
            return f"never text: {page.tag[holder]}"
        if selection.outcome is Outcome.EMPTY:
            return selection.reason
        part = "; cut inside" if number in self._cut else ""
        return self._measure(int(self._measured[block.row]), block) + part

    def _measure(self, row: int, block: Block) -> str:
        """The score of an element that decided, and the threshold."""
        selection = self.selection
        if row < 0:
            return "selected by the method" if block.kept else "left out by the method"
        around = "" if row == block.row else f" of the {selection.page.tag[row]} around it"
        measured = f"{selection.score_name}{around} {_score(selection, row):.4g}"
        return measured if selection.threshold is None else f"{measured}, threshold {selection.threshold:.4g}"

    @cached_property
    def _measured(self) -> Ints:
        """Element: the nearest one with a score, itself included, going outwards; -1 if there is none."""
        page, score = self.selection.page, self.selection.score
        return np.full(len(page.tag), -1) if score is None else nearest(~np.isnan(score), page.end)

    @cached_property
    def _machinery(self) -> Ints:
        """Element: the nearest one around it, itself included, that is never text; -1 if there is none."""
        page = self.selection.page
        return nearest(page.is_tag(*MACHINERY), page.end)

    @cached_property
    def _cut(self) -> frozenset[int]:
        """The blocks that were selected only in part."""
        return frozenset(self.selection.page.blocks.of_run[self.selection.cuts[:, 0]].tolist())
