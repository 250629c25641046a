"""The data for the report's script, as plain values: columns of elements, blocks and pieces, and the methods."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from thresher import writers
from thresher.cached import cached_property
from thresher.explain.dials import Dial
from thresher.explain.elements import element_name, selector_steps
from thresher.explain.markdown_places import Stretch, markdown_places
from thresher.explain.measures import Measures, measure
from thresher.explain.pieces import Piece, Pieces
from thresher.explain.reasons import Reasons
from thresher.explain.unseen import Unseen
from thresher.explain.verdicts import Verdict
from thresher.labels import Label, label_elements
from thresher.options import Options
from thresher.page import Page
from thresher.page.columns import Bools, Floats, Ints, prefix
from thresher.selection import Selection

#: Blocks beyond this number are not shown, so that the browser stays responsive.
MAX_BLOCKS = 6000
#: The number of elements around a block that are shown.
MAX_AROUND = 30
#: Longer Markdown of a method is truncated.
MAX_MARKDOWN = 400_000

Plain = dict[str, Any]


@dataclass(frozen=True, eq=False)
class Case:
    """A page, the decisions of methods about it, and how much of it is shown."""

    page: Page
    verdicts: Sequence[Verdict]
    options: Options

    @cached_property
    def count(self) -> int:
        """The number of blocks that are shown."""
        return min(len(self.page.blocks), MAX_BLOCKS)

    @cached_property
    def rows(self) -> Ints:
        """Rows of the shown elements, those of shown blocks and around them, in document order."""
        wanted, level = set[int](), np.unique(self.page.blocks.row[: self.count])
        for _ in range(MAX_AROUND):
            fresh = set(level.tolist()) - wanted
            wanted |= fresh
            parents = self.page.parent[np.array(sorted(fresh), dtype=np.int64)]
            level = np.unique(parents[parents >= 0])
        return np.array(sorted(wanted), dtype=np.int64)

    @cached_property
    def pieces(self) -> Pieces:
        """The pieces of text about which methods decide, in document order."""
        return Pieces(self.page, self.verdicts, self.count)

    @cached_property
    def by_block(self) -> list[list[Piece]]:
        """The pieces of each block."""
        pieces: list[list[Piece]] = [[] for _ in range(self.count)]
        for piece in self.pieces:
            pieces[piece.block].append(piece)
        return pieces

    @cached_property
    def cuts(self) -> list[str]:
        """What is not shown in the report, as sentences."""
        hidden = len(self.page.blocks) - self.count
        return [f"The last {hidden:,} of {len(self.page.blocks):,} blocks are not shown."] if hidden else []


def report_data(case: Case) -> Plain:
    """The values of a report."""
    texts = _Texts()
    return {
        "labels": [label.name.lower() for label in Label],
        "elements": _elements(case, measure(case.page)),
        "blocks": _blocks(case),
        "pieces": [piece.block for piece in case.pieces],
        "methods": _methods(case, texts),
        "texts": texts.all(),
        "cuts": case.cuts,
    }


def _elements(case: Case, measures: Measures) -> Plain:
    """Columns of the shown elements."""
    page, rows = case.page, case.rows
    return {
        "name": [element_name(page, row) for row in rows.tolist()],
        "step": selector_steps(page, rows),
        "parent": _places(rows, page.parent[rows]),
        "chars": page.chars[rows].tolist(),
        "td": _rounded(measures.text_density[rows]),
        "ctd": _rounded(measures.composite_density[rows]),
        "links": _rounded(measures.link_share[rows]),
    }


def _blocks(case: Case) -> Plain:
    """Columns of the shown blocks, with each block's label if all blocks were kept, and if none were."""
    page, blocks = case.page, case.page.blocks
    row = blocks.row[: case.count]
    everything = label_elements(page, np.ones(len(page.text), dtype=bool))
    nothing = label_elements(page, np.zeros(len(page.text), dtype=bool))
    return {
        "element": _places(case.rows, row),
        "chars": blocks.length[: case.count].tolist(),
        "words": blocks.total(page.words)[: case.count].tolist(),
        "kept": _digits(everything[row]),
        "dropped": _digits(nothing[row]),
    }


def _methods(case: Case, texts: _Texts) -> list[Plain]:
    """The decisions of all methods."""
    unseen = Unseen(case.page)
    dials = [verdict for verdict in case.verdicts if isinstance(verdict.dial, Dial)]
    methods = []
    for place, verdict in enumerate(case.verdicts):
        limit = len(case.verdicts) + dials.index(verdict) if verdict in dials else None
        facts = _method(case, verdict, unseen, place) | _dial(case, verdict, limit)
        methods.append(facts | _markdown(case, verdict, texts))
    return methods


def _method(case: Case, verdict: Verdict, unseen: Unseen, place: int) -> Plain:
    selection, row = verdict.selection, case.page.blocks.row[: case.count]
    reasons = Reasons(verdict, unseen)
    decided = [reasons.of(_telling_run(case.page, selection.runs, block)) for block in range(case.count)]
    sentences = {sentence: number for number, sentence in enumerate(dict.fromkeys(decided))}
    return {
        "name": verdict.name,
        "kept": "".join(str(int(piece.signature[place])) for piece in case.pieces),
        "labels": _digits(verdict.block_labels[: case.count]),
        "score": _rounded(selection.score[case.rows]) if selection.score is not None else None,
        "scored": _places(case.rows, verdict.scored[row]),
        "scoreName": selection.score_name,
        "threshold": selection.threshold,
        "sentences": list(sentences),
        "reasons": [sentences[sentence] for sentence in decided],
        "outcome": selection.outcome.value,
        "reason": selection.reason,
        "kind": selection.kind,
    }


def _telling_run(page: Page, runs: Bools, block: int) -> int:
    """The run that represents a block: the first kept one with text, or else the first one with text."""
    start, stop = int(page.blocks.start[block]), int(page.blocks.stop[block])
    solid = page.length[start:stop] > 0
    kept = solid & runs[start:stop]
    return start + int(np.argmax(kept if kept.any() else solid))


def _dial(case: Case, verdict: Verdict, place: int | None) -> Plain:
    """The dial of a method, with the exact limit of each piece; or the reason why it has none."""
    dial = verdict.dial
    if isinstance(dial, str) or place is None:
        return {"dial": None, "noDial": dial}
    facts = {"name": dial.name, "value": dial.value, "most": dial.most, "unit": dial.unit, "parameter": dial.parameter}
    return {"dial": facts | {"limit": [piece.signature[place] for piece in case.pieces]}}


class _Texts:
    """Stretches of Markdown, storing each text once, since methods mostly write the same."""

    def __init__(self) -> None:
        self._number: dict[str, int] = {}

    def numbers(self, places: list[Stretch]) -> list[tuple[int, int]]:
        """The block of each stretch and the number of its text."""
        return [(block, self._number.setdefault(text, len(self._number))) for block, text in places]

    def all(self) -> list[str]:
        """Every text, by its number."""
        return list(self._number)


def _markdown(case: Case, verdict: Verdict, texts: _Texts) -> Plain:
    """The shown part of the method's Markdown, in stretches."""
    writer = writers.create("markdown", links=case.options.links, images=case.options.images)
    shown, left = shortened(verdict.selection, MAX_MARKDOWN)
    return {"markdown": texts.numbers(markdown_places(writer, shown)), "markdownLeft": left}


def shortened(selection: Selection, limit: int) -> tuple[Selection, int]:
    """The selection reduced to *limit* characters, and the number of characters left out."""
    sizes = selection.page.length * selection.runs
    before = prefix(sizes)
    if before[-1] <= limit:
        return selection, 0
    runs = selection.runs & (before[1:] <= limit)
    return replace(selection, runs=runs, given_labels=selection.labels), int(before[-1] - sizes[runs].sum())


def _places(rows: Ints, wanted: Ints) -> list[int]:
    """The position of each of *wanted* in *rows*; -1 if it is not there."""
    place = np.minimum(np.searchsorted(rows, wanted), len(rows) - 1)
    return np.where(rows[place] == wanted, place, -1).tolist() if len(rows) else []


def _rounded(column: Floats) -> list[float | None]:
    """Measures rounded to the displayed digits; ``None`` for missing ones."""
    return [float(f"{value:.4g}") if abs(value) < np.inf else None for value in column.tolist()]


def _digits(labels: Any) -> str:
    """Labels as hexadecimal digits, one per block."""
    return "".join(f"{label:x}" for label in labels.tolist())
