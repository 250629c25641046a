"""R2L, DANA and the choice between DANA and AdDANAg: content by the script that it is written in.

Hadi Mohammadzadeh, Franz Schweiggert and Gholamreza Nakhaeizadeh: Using UTF-8 to Extract Main Content of Right to Left
Language Web Pages. 2011 (R2L); A Fast and Accurate Approach for Main Content Extraction Based on Character Encoding.
2011 (DANA).
Tags are written in ASCII; what is not, is content. No parser is needed to weigh the lines.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from thresher.algorithms.base import parameter
from thresher.algorithms.danag import SCORE_NAME, LineMethod
from thresher.algorithms.source_based import FILTER_MEANING, select_characters
from thresher.page.columns import Bools, Floats, Ints
from thresher.page.links import FILTERS
from thresher.page.source import SourceView
from thresher.page.words import character_kinds
from thresher.selection import Selection

#: The last ASCII character.
LAST_ASCII = 0x7F
#: Hebrew, Arabic and their neighbours, and their presentation forms [D]; the joiners between Farsi letters [D].
RIGHT_TO_LEFT = ((0x0590, 0x08FF), (0xFB1D, 0xFDFF), (0xFE70, 0xFEFF), (0x200C, 0x200D))
#: With more than this share of letters outside ASCII, a page is weighed by script [D].
SCRIPT_SHARE = 0.5


@dataclass(frozen=True)
class Dana(LineMethod):
    """DANA: lines with more non-ASCII than ASCII characters, for scripts other than Latin."""

    paper: ClassVar[str] = (
        "Mohammadzadeh, Schweiggert, Nakhaeizadeh: A Fast and Accurate Approach for Main Content Extraction, 2011"
    )

    def count(self, source: SourceView, edges: Ints) -> tuple[Ints, Ints]:
        """Text outside ASCII is content, the rest is code."""
        return _by_script(source, edges, source.code_points > LAST_ASCII)


@dataclass(frozen=True)
class R2l(LineMethod):
    """R2L: the right-to-left characters of the densest area, and nothing else."""

    paper: ClassVar[str] = (
        "Mohammadzadeh, Schweiggert, Nakhaeizadeh: Using UTF-8 to Extract Main Content of Right to Left Web Pages, 2011"
    )

    gap: int | str = parameter(
        8, "lines between two regions of one content [R]; auto: found on each page [D]", at_least=0, also=("auto",)
    )

    def count(self, source: SourceView, edges: Ints) -> tuple[Ints, Ints]:
        """Right-to-left characters are content, ASCII is code, others are neither."""
        return _by_script(source, edges, right_to_left(source.code_points))

    def choose(self, source: SourceView, starts: Ints, stops: Ints, score: Floats) -> Selection:
        """Of the regions, only right-to-left characters and the blanks between them."""
        kept = right_to_left(source.code_points) | source.blank
        steps = np.zeros(len(kept) + 1, dtype=np.int8)
        np.add.at(steps, source.character_at(starts), 1)
        np.add.at(steps, source.character_at(stops), -1)
        kept &= np.cumsum(steps[:-1], dtype=np.int8) > 0
        edges = np.diff(np.concatenate(([False], kept, [False])).astype(np.int8))
        return select_characters(
            source,
            np.flatnonzero(edges == 1),
            np.flatnonzero(edges == -1),
            whole_words=False,
            score=score,
            score_name=SCORE_NAME,
            threshold=0.0,
        )


@dataclass(frozen=True)
class DanagScript(Dana):
    """DANA on pages that are mostly in another script than Latin, AdDANAg on the others."""

    filter: int | str = parameter(3, FILTER_MEANING, choices=tuple(FILTERS))

    def count(self, source: SourceView, edges: Ints) -> tuple[Ints, Ints]:
        """By script where the page is in another one than Latin."""
        return super().count(source, edges) if mostly_other_script(source) else LineMethod.count(self, source, edges)


def _by_script(source: SourceView, edges: Ints, content: Bools) -> tuple[Ints, Ints]:
    """Of each line the characters of text that are *content*, and those of tags and of ASCII text."""
    ascii_text = source.counts & (source.code_points <= LAST_ASCII)
    code = source.code_between(edges) + source.content_between(edges, ascii_text)
    return source.content_between(edges, source.counts & content), code


def right_to_left(codes: NDArray[Any]) -> Bools:
    """Which code points are right-to-left characters.

    >>> right_to_left(np.array([ord(character) for character in "aשم"])).tolist()
    [False, True, True]
    """
    found = np.zeros(len(codes), dtype=bool)
    for first, last in RIGHT_TO_LEFT:
        found |= (codes >= first) & (codes <= last)
    return found


def mostly_other_script(source: SourceView) -> bool:
    """Whether most letters of the page's text are outside ASCII."""
    codes = source.code_points
    if codes.dtype == np.uint8:
        return False
    letters = character_kinds(source.characters) > 0
    outside = int((letters & (codes > LAST_ASCII)).sum())
    latin = int((((codes | 0x20) >= ord("a")) & ((codes | 0x20) <= ord("z"))).sum())
    return outside > SCRIPT_SHARE * (outside + latin)
