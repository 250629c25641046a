"""DSC: document slope curves, the sections of a page in which tags come slowly.

David Pinto, Michael Branstein, Ryan Coleman, W. Bruce Croft, Matthew King, Wei Li and Xing Wei: QuASM: A System for
Question Answering Using Semi-Structured Data. JCDL 2002.
The curve counts tags so far against tokens so far; where it is flat, there is text.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from thresher.algorithms.base import parameter
from thresher.algorithms.baselines.token_based import TokenMethod
from thresher.algorithms.baselines.tokens import Tokens, tokens_of
from thresher.algorithms.source_based import select_characters
from thresher.page import Page
from thresher.page.columns import Bools, Floats, Ints, prefix
from thresher.selection import Selection

#: The window is 8 tokens wide on pages of up to 200 tokens, and grows evenly to 50 at 5,000 [P].
WINDOWS, WINDOW_TOKENS = (8, 50), (200, 5000)


@dataclass(frozen=True)
class Dsc(TokenMethod):
    """DSC: sections of pieces whose slope is far below that of the document.

    >>> page = Page.from_html("<i>Hops</i>" * 40 + "<p>" + "Barley is malted for beer. " * 20)
    >>> Dsc().select(page).texts()[-1][-27:]
    'Barley is malted for beer. '
    """

    paper: ClassVar[str] = "Pinto et al.: QuASM: A System for Question Answering Using Semi-Structured Data, 2002"
    family: ClassVar[str] = "dsc"

    low: float = parameter(0.5, "a slope is low up to this multiple of the document's [P]", at_least=0)
    pieces: int = parameter(3, "low pieces that open a section, and high ones that close it [P]", at_least=1)
    min_share: float = parameter(
        0.1, "sections must hold more than this share of all tokens [P]", at_least=0, at_most=1
    )

    def select(self, page: Page) -> Selection:
        """The text of the sections."""
        source = self.source(page)
        tokens = tokens_of(source)
        if tokens.is_tag.all():
            return Selection.nothing(page, "the page has no words")
        starts, stops = self._sections(tokens)
        return select_characters(source, tokens.character[starts], tokens.character[stops])

    def _sections(self, tokens: Tokens) -> tuple[Ints, Ints]:
        """First token of each section, and the one behind its last."""
        count = len(tokens.is_tag)
        edges = np.append(np.arange(0, count, piece_size(count)), count)
        if len(edges) <= self.pieces:
            return edges[:1], edges[-1:]
        tags = prefix(tokens.is_tag)
        limit = self.low * float(tags[-1]) / count
        best = None
        for starts, stops in _stricter_and_stricter(slopes(tags, edges) <= limit, self.pieces):
            inside = int((edges[stops] - edges[starts]).sum())
            slope = float((tags[edges[stops]] - tags[edges[starts]]).sum()) / max(inside, 1)
            valid = inside > self.min_share * count and slope <= limit
            if best is None or valid:
                best = edges[starts], edges[stops]
            if not valid:
                break
        return best or (edges[:0], edges[:0])


def piece_size(tokens: int) -> int:
    """Tokens of a piece: half a window.

    >>> piece_size(100), piece_size(2600), piece_size(90000)
    (4, 14, 25)
    """
    return int(np.interp(tokens, WINDOW_TOKENS, WINDOWS)) // 2


def slopes(tags: Ints, edges: Ints) -> Floats:
    """Slope of the curve in each piece, by least squares; *tags* has the tags ahead of each token.

    >>> slopes(np.array([0, 1, 2, 3, 3, 3, 3]), np.array([0, 3, 6])).tolist()
    [1.0, 0.0]
    """
    token = np.arange(1, len(tags), dtype=np.float64)
    so_far = tags[1:].astype(np.float64)
    size = np.diff(edges)
    means = [np.add.reduceat(column, edges[:-1]) / size for column in (token, so_far)]
    across, up = (column - np.repeat(mean, size) for column, mean in zip((token, so_far), means, strict=True))
    spread = np.add.reduceat(across**2, edges[:-1])
    return np.add.reduceat(across * up, edges[:-1]) / np.maximum(spread, 0.5)


def _stricter_and_stricter(low: Bools, pieces: int) -> Iterator[tuple[Ints, Ints]]:
    """Sections, as first piece and the one behind the last, for a growing number of pieces that open and close one."""
    starts = np.flatnonzero(np.append(True, low[1:] != low[:-1]))
    lengths = np.diff(np.append(starts, len(low)))
    while True:
        # Only a long enough row of low or of high pieces changes anything; between two of them all stays as it is.
        long = lengths >= pieces
        starts, lengths = starts[long], lengths[long]
        opens = low[starts]
        changes = opens & ~np.append(False, opens[:-1])[: len(opens)]
        ends = ~opens & np.append(False, opens[:-1])[: len(opens)]
        stops = starts[ends]
        yield starts[changes], np.append(stops, len(low)) if len(stops) < int(changes.sum()) else stops
        if not len(lengths):
            return
        pieces = int(lengths.min()) + 1
