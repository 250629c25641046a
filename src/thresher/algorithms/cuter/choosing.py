"""Which of the groups is the article: the first that is long enough, and not ahead of the title."""

from __future__ import annotations

from collections.abc import Sequence

from thresher.page.columns import Ints


def long_enough(groups: Sequence[Ints], size: Ints, factor: float) -> list[Ints]:
    """The groups longer than *factor* (AL) of the longest, in document order.

    Taking the first of them, not the longest, keeps long comments below the article out.

    >>> import numpy as np
    >>> [group.tolist() for group in long_enough([np.array([2]), np.array([0]), np.array([1])], np.array([5, 3, 9]), 0.4)]
    [[0], [2]]
    """
    sizes = [int(size[group].sum()) for group in groups]
    limit = factor * max(sizes, default=0)
    return sorted((group for group, total in zip(groups, sizes, strict=True) if total > limit), key=_first)


def after_title(groups: list[Ints], title: int | None) -> list[Ints]:
    """The groups without those that end ahead of the title's block, unless none would be left.

    >>> [group.tolist() for group in after_title([np.array([0, 1]), np.array([4])], title=3)]
    [[4]]
    """
    if title is None:
        return groups
    return [group for group in groups if group[-1] >= title] or groups


def _first(group: Ints) -> int:
    return int(group[0])
