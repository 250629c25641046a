"""The kinds of pages that are told apart."""

from __future__ import annotations

KINDS = ("article", "forum", "documentation", "product", "listing", "collection", "service", "home")
#: Kinds that lead to other pages: what a crawl for content skips.
OVERVIEWS = ("listing", "collection", "home")
#: Kinds on whose pages the same words stand around content: running text, what many people wrote, things on offer.
FAMILIES = (("article", "documentation", "service"), ("forum",), ("product", "listing", "collection", "home"))
#: The number of the family of things on offer.
OFFERS = 2


def family_of(kind: str | None) -> int:
    """The number of a kind's family; a page whose kind nobody knows is counted with articles.

    >>> family_of("collection"), family_of(None)
    (2, 0)
    """
    return next((number for number, family in enumerate(FAMILIES) if kind in family), 0)
