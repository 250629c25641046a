"""CleanEval's structure: headers, paragraphs and list items, each segment marked as one of the three (EV-2)."""

from __future__ import annotations

import re

from thresher.evaluate.metrics.score import Score
from thresher.evaluate.metrics.sequences import alignment_score
from thresher.evaluate.tokens import tokens

_MARK = re.compile(r"^[^\S\n]*+<([hpl])>", re.IGNORECASE | re.MULTILINE)


def marked_alignment(extracted: str, gold: str) -> Score:
    r"""CleanEval's score of two texts in its own format; each mark counts as a word at the start of its segment.

    >>> marked_alignment("<h>Oats\n<p>They grow.", "<p>Oats\n<p>They grow.").value
    0.6666666666666666
    """
    return alignment_score(_marked_tokens(extracted), _marked_tokens(gold))


def segments(text: str) -> list[tuple[str, str]]:
    r"""The segments of a text in CleanEval's format, each with its mark; text before the first mark is a paragraph.

    >>> segments("<h>Oats\n<l>rolled\n<l>cut\n fine")
    [('h', 'Oats'), ('l', 'rolled'), ('l', 'cut\n fine')]
    """
    pieces = _MARK.split(text)
    marked = zip(["p", *pieces[1::2]], [pieces[0], *pieces[2::2]], strict=True)
    return [(mark.lower(), piece.strip()) for mark, piece in marked if piece.strip()]


def _marked_tokens(text: str) -> list[str]:
    return [token for mark, piece in segments(text) for token in (f"<{mark}>", *tokens(piece))]
