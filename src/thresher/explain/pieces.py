"""Pieces: stretches of text on which every method makes a single decision.

A block is one piece unless some method keeps only a part of it. If methods cut inside a run, it is split there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from thresher.explain.dials import Dial

if TYPE_CHECKING:
    from thresher.explain.verdicts import Verdict
    from thresher.page import Page

#: The decisions about a piece: whether each method keeps it, and the limit of each dial.
Signature = tuple[float, ...]


class Span(NamedTuple):
    """A stretch of one run."""

    run: int
    start: int
    stop: int


@dataclass(frozen=True)
class Piece:
    """Stretches of adjacent runs of one block with the same decisions."""

    block: int
    spans: list[Span]
    signature: Signature


class Pieces:
    """The pieces of the first blocks of a page.

    >>> from thresher.explain.verdicts import verdicts
    >>> from thresher.options import Options
    >>> from thresher.page import Page
    >>> page = Page.from_html("<p>Rye and <b>oats</b></p><p>Barley</p>")
    >>> [piece.block for piece in Pieces(page, verdicts(page, Options(algorithm="lqf"), ()), blocks=2)]
    [0, 1]
    """

    def __init__(self, page: Page, verdicts: Sequence[Verdict], blocks: int) -> None:
        self.page = page
        self._runs = [verdict.selection.runs.tolist() for verdict in verdicts]
        self._cuts = [_cuts(verdict) for verdict in verdicts]
        self._limits = [verdict.dial.limit.tolist() for verdict in verdicts if isinstance(verdict.dial, Dial)]
        self._pieces = [piece for block in range(blocks) for piece in self._of_block(block)]

    def __iter__(self) -> Iterator[Piece]:
        return iter(self._pieces)

    def __len__(self) -> int:
        return len(self._pieces)

    def _of_block(self, block: int) -> list[Piece]:
        """The pieces of a block; white space belongs to the text before it, or else to the first piece."""
        blocks, pieces, lead = self.page.blocks, list[Piece](), list[Span]()
        for run in range(int(blocks.start[block]), int(blocks.stop[block])):
            for span in self._spans(run):
                signature = self._signature(span)
                if not self.page.text[run][span.start : span.stop].strip():
                    (pieces[-1].spans if pieces else lead).append(span)
                elif pieces and pieces[-1].signature == signature:
                    pieces[-1].spans.append(span)
                else:
                    pieces.append(Piece(block, [*lead, span] if not pieces else [span], signature))
        return pieces

    def _spans(self, run: int) -> list[Span]:
        """The stretches of a run, split wherever a method cuts it."""
        size = len(self.page.text[run])
        edges = {edge for cuts in self._cuts for cut in cuts.get(run, ()) for edge in cut}
        places = sorted({0, size} | edges)
        return [Span(run, start, stop) for start, stop in pairwise(places)]

    def _signature(self, span: Span) -> Signature:
        kept = [float(runs[span.run] and _has(cuts, span)) for runs, cuts in zip(self._runs, self._cuts, strict=True)]
        return (*kept, *(limit[span.run] for limit in self._limits))


Cuts = dict[int, list[tuple[int, int]]]


def _cuts(verdict: Verdict) -> Cuts:
    """The remaining stretches of each run that a method cuts."""
    cuts: Cuts = defaultdict(list)
    for run, start, stop in verdict.selection.cuts.tolist():
        cuts[run].append((start, stop))
    return dict(cuts)


def _has(cuts: Cuts, span: Span) -> bool:
    """Whether a stretch of a kept run is part of what remains of it."""
    return span.run not in cuts or any(start <= span.start and span.stop <= stop for start, stop in cuts[span.run])
