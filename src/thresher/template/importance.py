"""How important a part of a site's pages is: what differs from page to page counts, what is always the same does not.

The formulas of Yi, Liu and Li (2003): entropies over pages, the logarithm's base being the number of pages.
"""

from __future__ import annotations

import math
from collections.abc import Sequence


def node_importance(styles: Sequence[int], pages: int) -> float:
    """Importance of an element by how its *styles* share its pages; 1 where it was seen on one page only.

    >>> node_importance([2, 2], pages=4), node_importance([4], pages=4), node_importance([1], pages=1)
    (0.5, 0.0, 1.0)
    """
    if pages <= 1:
        return 1.0
    total = sum(styles)
    return -sum(count / total * math.log(count / total, pages) for count in styles) + 0.0


def leaf_importance(features: Sequence[int], pages: int) -> float:
    """Importance of an element without children, given on how many of its *pages* each of its features is.

    A feature that is on k pages, once on each, has the entropy of k equal shares. Where there is nothing, nothing
    differs [D].

    >>> leaf_importance([4, 4], pages=4), leaf_importance([1, 1, 1, 1], pages=4), leaf_importance([2, 1], pages=4)
    (0.0, 1.0, 0.75)
    """
    if pages <= 1:
        return 1.0
    if not features:
        return 0.0
    return 1 - sum(math.log(count, pages) for count in features) / len(features)


def composite_importance(styles: Sequence[int], inner: Sequence[float], pages: int, gamma: float) -> float:
    """Importance of an element by its styles and by the importance of what is in each of them.

    The more styles an element has, the less depends on what is in them.

    >>> round(composite_importance([2, 2], [1.0, 0.0], pages=4, gamma=0.9), 3)
    0.5
    >>> composite_importance([4], [0.5], pages=4, gamma=0.9)
    0.45
    """
    total = sum(styles)
    weight = gamma ** len(styles)
    below = sum(count / total * value for count, value in zip(styles, inner, strict=True))
    return (1 - weight) * node_importance(styles, pages) + weight * below
