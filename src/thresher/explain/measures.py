"""Measures of every element that do not depend on the method; they are shown next to a decision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from thresher.algorithms.cetd import Counts, composite_text_density, count, text_density
from thresher.page import Cleaning, Page
from thresher.page.columns import Floats, Ints


@dataclass(frozen=True, eq=False)
class Measures:
    """Columns of elements; ``nan`` if readers do not see the element."""

    text_density: Floats  #: characters per tag (CETD's definition 1, its figure 3)
    composite_density: Floats  #: the same, weighted by links (definition 2, figure 4)
    link_share: Floats  #: share of its text that is in links


def measure(page: Page) -> Measures:
    """The measures of each element of a page.

    >>> page = Page.from_html("<p>Rye <a href=/r>oats</a></p>")
    >>> measure(page).text_density.tolist()[3:], measure(page).link_share.round(2).tolist()[3:]
    ([7.0, 4.0], [0.57, 1.0])
    """
    view = page.view(Cleaning())
    counts = count(view)
    rows = view.rows[view.body : view.end[view.body]]
    columns = (text_density(counts), _composite(counts), counts.link_chars / np.maximum(counts.chars, 1))
    return Measures(*(_at(rows, column, len(page.tag)) for column in columns))


def _composite(counts: Counts) -> Floats:
    """The composite density; empty on a page without text."""
    return composite_text_density(counts) if counts.chars[0] else np.zeros(len(counts.chars))


def _at(rows: Ints, column: Floats, size: int) -> Floats:
    whole = np.full(size, np.nan)
    whole[rows] = column
    return whole


def number(value: float | np.floating[Any] | None) -> str:
    """A measure rounded for reading.

    >>> number(0.41234), number(1234.5), number(None)
    ('0.412', '1230', '–')
    """
    if value is None or value != value:
        return "–"
    return np.format_float_positional(float(f"{value:.3g}"), trim="-")
