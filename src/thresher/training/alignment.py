"""Which blocks of a page are content, from its gold text: aligned word by word."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from thresher.errors import MissingExtra
from thresher.evaluate.tokens import tokens
from thresher.page.columns import Bools, Floats, Ints

#: What the first alignment leaves over is aligned again so many times: gold may have another order than the page.
PASSES = 3
#: Shorter stretches of equal words are chance, unless they are most of a block.
MIN_STRETCH = 3


def content_shares(blocks: Sequence[str], gold: str) -> tuple[Floats, float]:
    """Share of each block's words that are in the gold, and share of the gold that was found.

    >>> shares, found = content_shares(["Home News", "Rye is sown in the autumn."], "Rye is sown in the autumn.")
    >>> shares.tolist(), found
    ([0.0, 1.0], 1.0)
    """
    numbers: dict[str, int] = {}

    def numbered(text: str) -> list[int]:
        return [numbers.setdefault(word, len(numbers)) for word in tokens(text)]

    words = [numbered(text) for text in blocks]
    sizes = np.array([len(each) for each in words], dtype=np.int64)
    owner = np.repeat(np.arange(len(words)), sizes)
    page = np.array([word for each in words for word in each], dtype=np.int64)
    in_page, in_gold = _matches(page, np.array(numbered(gold), dtype=np.int64), owner, sizes)
    shares = np.bincount(owner[in_page], minlength=len(words)) / np.maximum(sizes, 1)
    return shares, float(in_gold.mean()) if len(in_gold) else 1.0


def _matches(page: Ints, gold: Ints, owner: Ints, sizes: Ints) -> tuple[Bools, Bools]:
    """Which words of the page and of the gold have a partner."""
    in_page, in_gold = np.zeros(len(page), dtype=bool), np.zeros(len(gold), dtype=bool)
    for _ in range(PASSES):
        left, wanted = np.flatnonzero(~in_page), np.flatnonzero(~in_gold)
        if not len(left) or len(wanted) < MIN_STRETCH:
            break
        before = int(in_gold.sum())
        for start, place, length in _common(page[left], gold[wanted]):
            here = left[start : start + length]
            first = int(owner[here[0]])
            if length >= MIN_STRETCH or length >= sizes[first] / 2:
                in_page[here] = True
                in_gold[wanted[place : place + length]] = True
        if int(in_gold.sum()) < before + MIN_STRETCH:
            break
    return in_page, in_gold


def _common(page: Ints, gold: Ints) -> list[tuple[int, int, int]]:
    """Stretches of a longest common subsequence: start in the page, start in the gold, length."""
    try:
        from rapidfuzz.distance import LCSseq
    except ImportError as error:
        raise MissingExtra("rapidfuzz", "train", "aligning pages with their gold text") from error
    steps = LCSseq.opcodes(page.tolist(), gold.tolist())
    return [(step.src_start, step.dest_start, step.src_end - step.src_start) for step in steps if step.tag == "equal"]
