"""What elements tell by attributes that few of them have."""

from __future__ import annotations

from typing import Any

from thresher.page.kernels import kernel


@kernel
def told_by(elements: list[Any], rows: list[int], names: tuple[str, ...]) -> dict[int, tuple[str | None, ...]]:
    """Those of *rows*, by their places among these, whose elements have one of some attributes, and all of these.

    >>> from thresher.page import Page
    >>> page = Page.from_html("<p>a<p lang=de>b<p dir=ltr lang=en>c")
    >>> told_by(page.tree.elements, [3, 4, 5], ("dir", "lang"))
    {1: (None, 'de'), 2: ('ltr', 'en')}
    """
    told = (tuple(map(elements[row].attr, names)) for row in rows)
    return {place: values for place, values in enumerate(told) if values.count(None) < len(names)}
