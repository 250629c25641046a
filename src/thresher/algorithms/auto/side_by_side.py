"""How much of a page is things to choose from: elements side by side, each with a link and a few words."""

from __future__ import annotations

import math

import numpy as np

from thresher.algorithms.auto.outline import Held, Outline
from thresher.page.columns import Floats, Ints
from thresher.page.kernels import kernel

#: An element with a link and so many words may be a thing to choose.
MIN_WORDS, MAX_WORDS = 4, 120
#: So many of them below one element are a choice.
MIN_THINGS = 3


def side_by_side(outline: Outline) -> tuple[int, float, float]:
    """Of the greatest choice by words: how many things there are, their words, and the deviation of these in means.

    >>> from thresher.algorithms.auto.features import look
    >>> from thresher.page import Page
    >>> page = Page.from_html("<ul>" + "<li><a href=/>Rye</a> is cut in summer" * 4 + "</ul><p>Of grain")
    >>> look(page).page[-8:-5].round(2).tolist()
    [4.0, 0.91, 0.0]
    """
    sums = outline.sums
    return greatest_choice(outline.parent, sums[Held.WORDS], sums[Held.LINK_WORDS])


@kernel
def greatest_choice(parent: Ints, words: Floats, link_words: Floats) -> tuple[int, float, float]:
    """The same from the columns of an outline.

    >>> greatest_choice(np.array([0, 0, 0, 0]), np.array([24.0, 8.0, 8.0, 8.0]), np.ones(4))
    (4, 48.0, 0.5773502691896257)
    """
    is_thing = (link_words > 0) & (words >= MIN_WORDS) & (words <= MAX_WORDS)
    parent, words = parent[is_thing], words[is_thing]
    if not len(parent):
        return 0, 0.0, 0.0
    count = np.bincount(parent)
    held = np.bincount(parent, weights=words)
    best = int((held * (count >= MIN_THINGS)).argmax())
    if count[best] < MIN_THINGS:
        return 0, 0.0, 0.0
    mean = float(held[best]) / int(count[best])
    apart = words[parent == best] - mean
    return int(count[best]), float(held[best]), math.sqrt(float(apart @ apart) / len(apart)) / mean
