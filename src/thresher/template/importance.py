"""The importance of elements: what differs from page to page is important, what is always the same is not.

The formulas are those of Yi, Liu and Li (2003): entropies over pages, with the number of pages as the base of the
logarithm.
"""

from __future__ import annotations

import math
from collections.abc import Sequence


def node_importance(styles: Sequence[int], pages: int) -> float:
    """Importance of an element from the distribution of its pages over *styles*; 1 if it is on one page only.

    >>> node_importance([2, 2], pages=4), node_importance([4], pages=4), node_importance([1], pages=1)
    (0.5, 0.0, 1.0)
    """
    if pages <= 1:
        return 1.0
    total = sum(styles)
    return -sum(count / total * math.log(count / total, pages) for count in styles) + 0.0


def leaf_importance(features: Sequence[int], pages: int) -> float:
    """Importance of an element without children; *features* counts on how many of its *pages* each feature occurs.

    A feature that is on k pages, once on each, has the entropy of k equal shares. An element without features has
    importance 0, since nothing differs [D].

    >>> leaf_importance([4, 4], pages=4), leaf_importance([1, 1, 1, 1], pages=4), leaf_importance([2, 1], pages=4)
    (0.0, 1.0, 0.75)
    """
    if pages <= 1:
        return 1.0
    if not features:
        return 0.0
    return 1 - sum(math.log(count, pages) for count in features) / len(features)


def composite_importance(styles: Sequence[int], inner: Sequence[float], pages: int, gamma: float) -> float:
    """Importance of an element from its styles and from the importance of the contents of each style.

    The more styles an element has, the less the contents count.

    >>> round(composite_importance([2, 2], [1.0, 0.0], pages=4, gamma=0.9), 3)
    0.5
    >>> composite_importance([4], [0.5], pages=4, gamma=0.9)
    0.45
    """
    total = sum(styles)
    weight = gamma ** len(styles)
    below = sum(count / total * value for count, value in zip(styles, inner, strict=True))
    return (1 - weight) * node_importance(styles, pages) + weight * below
