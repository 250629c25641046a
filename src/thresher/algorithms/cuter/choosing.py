"""Which of the groups is the article: the first that is long enough, and not ahead of the title."""

from __future__ import annotations

from collections.abc import Sequence

#: The numbers of the blocks of a group, in document order.
Blocks = list[int]


def long_enough(groups: Sequence[Blocks], size: Sequence[int], factor: float) -> list[Blocks]:
    """The groups longer than *factor* (AL) of the longest, in document order.

    Taking the first of them, not the longest, keeps long comments below the article out.

    >>> long_enough([[2], [0], [1]], size=[5, 3, 9], factor=0.4)
    [[0], [2]]
    """
    totals = [sum(size[block] for block in group) for group in groups]
    longest = max(totals, default=0)
    # The longest is always long enough, even for a factor of 1.
    chosen = (
        group for group, total in zip(groups, totals, strict=True) if total > factor * longest or total == longest
    )
    return sorted(chosen, key=min)


def after_title(groups: list[Blocks], title: int | None) -> list[Blocks]:
    """The groups without those that end ahead of the title's block, unless none would be left.

    >>> after_title([[0, 1], [4]], title=3)
    [[4]]
    """
    if title is None:
        return groups
    return [group for group in groups if group[-1] >= title] or groups
