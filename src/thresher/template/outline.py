"""The outline of a page: elements that have text or pictures, each with its children and the text among them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice

import numpy as np

from thresher.page import Cleaning, Page, View
from thresher.page.columns import has_in_subtree

#: The name of text that stands beside elements.
TEXT = "#text"
#: Of a text, so many words are looked at: enough to tell one from another, and few to keep [D].
MAX_WORDS = 12
#: Of an address, so many characters from its end are looked at [D].
MAX_ADDRESS = 200

_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class Outline:
    """A view of a page, with the children of each row: rows of elements, and runs of text as ``~run``."""

    view: View
    rows: list[int]  #: elements that have text or pictures, in document order
    children: dict[int, list[int]]

    def is_leaf(self, row: int) -> bool:
        """Whether an element has text only, or nothing."""
        return all(child < 0 for child in self.children[row])

    def style(self, row: int) -> tuple[str, ...]:
        """Names of an element's children, in their order."""
        return tuple(self.view.tag[child] if child >= 0 else TEXT for child in self.children[row])

    def features(self, row: int) -> set[str]:
        """What is in a leaf: words, the address of a link or a picture."""
        attributes = self.view.attributes(row)
        found = {f"{name}={attributes[name][-MAX_ADDRESS:]}" for name in ("href", "src") if attributes.get(name)}
        return found.union(*(self.words(~child) for child in self.children[row]))

    def words(self, run: int) -> set[str]:
        """The first words of a run, in lower case."""
        return {word.group() for word in islice(_WORD.finditer(self.view.text[run].lower()), MAX_WORDS)}


def outline(page: Page, cleaning: Cleaning) -> Outline:
    """The outline of what *cleaning* leaves of a page.

    >>> found = outline(Page.from_html("<p>Oats <b>and</b> rye<hr>"), Cleaning())
    >>> [(found.view.tag[row], found.style(row)) for row in found.rows]
    [('html', ('body',)), ('body', ('p',)), ('p', ('#text', 'b', '#text')), ('b', ('#text',))]
    """
    view = page.view(cleaning)
    shown = has_in_subtree((view.own > 0) | view.is_tag("img"), view.end)
    shown[:1] = True
    rows, runs = np.flatnonzero(shown), np.flatnonzero(view.length)
    # A run stands between the last element that starts ahead of it and the next one.
    place = np.concatenate([2 * rows + 1, 2 * view.at[runs]])
    order = np.argsort(place, kind="stable")
    item = np.concatenate([rows, ~runs])[order].tolist()
    parent = np.concatenate([view.parent[rows], view.host[runs]])[order].tolist()
    children: dict[int, list[int]] = {row: [] for row in rows.tolist()}
    for child, above in zip(item, parent, strict=True):
        if above >= 0:
            children[above].append(child)
    return Outline(view, rows.tolist(), children)
