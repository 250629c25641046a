"""A page reduced to a part of its text, as a view: what a method keeps, the next one may work on."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from thresher.page.columns import Bools, Ints, mark_subtrees, subtree_sum
from thresher.page.page import Page, frozen
from thresher.page.view import View, compact
from thresher.page.whitespace import collapsed_lengths
from thresher.page.words import count_words


def reduced(page: Page, runs: Bools, cuts: Ints | None = None) -> View:
    """The page with only these runs; elements whose text is all gone go with it, those that have none stay.

    Of a run that *cuts* names (run, start, stop), what lies outside of its cuts turns into blanks, so that every
    place in a text is the same as in the page.

    >>> page = Page.from_html("<title>Rye</title><p>Chaff<p>Rye<br>flour")
    >>> view = reduced(page, np.array([False, False, True, True]))
    >>> view.tag, view.text
    (['html', 'head', 'title', 'body', 'p', 'br'], ['Rye', 'Rye', 'flour'])
    """
    head = page.within("head")
    kept = runs | head[page.host]
    left = np.bincount(page.host, weights=page.length * kept, minlength=len(page.tag))
    gone = (page.chars > 0) & (subtree_sum(left, page.end) == 0)
    gone[[0, page.body]] = False
    gone = mark_subtrees(gone, page.end)
    view = compact(page, ~gone, (kept | (page.length == 0)) & ~gone[page.host])
    return view if cuts is None or not len(cuts) else _blanked(page, view, cuts)


def _blanked(page: Page, view: View, cuts: Ints) -> View:
    """The view with blanks for what lies outside of the cuts, whose runs are those of *page*."""
    number = cuts[:, 0] if not isinstance(page, View) else page.runs[cuts[:, 0]]
    place = np.searchsorted(view.runs, number)
    stretches: dict[int, list[tuple[int, int]]] = {}
    for run, start, stop in zip(place.tolist(), *cuts[:, 1:].T.tolist(), strict=True):
        stretches.setdefault(run, []).append((start, stop))
    text = list(view.text)
    for run, kept in stretches.items():
        text[run] = _only(text[run], kept)
    blanked = replace(view, text=text)
    # Other views have what their origin knows of its texts; these texts are its own.
    blanked.__dict__.update(length=frozen(collapsed_lengths(text)), words=frozen(count_words(text)))
    return blanked


def _only(text: str, stretches: list[tuple[int, int]]) -> str:
    """The text with blanks for all but some stretches of it."""
    pieces, done = [], 0
    for start, stop in stretches:
        pieces += [" " * (start - done), text[start:stop]]
        done = stop
    return "".join([*pieces, " " * (len(text) - done)])
