"""Splitting pages so that all pages of a site stay together."""

from __future__ import annotations

import zlib

from thresher.training.examples import Example

#: Parts of a cross-validation.
FOLDS = 5


def fold_of(page: Example, folds: int = FOLDS) -> int:
    """The fold of a page, the same for all pages of a site."""
    return fold_of_site(page.site, folds)


def fold_of_site(site: str, folds: int = FOLDS) -> int:
    """The fold of a site.

    It is derived from a checksum, so that it depends neither on the order nor on the number of pages.
    """
    return zlib.crc32(site.encode()) % folds
