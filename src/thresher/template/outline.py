"""The outline of a page: elements with text or pictures, each with its children and the text between them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice

import numpy as np

from thresher.page import Cleaning, Page, View
from thresher.page.columns import has_in_subtree

#: The name of text between elements.
TEXT = "#text"
#: Number of words of a text that are used: enough to distinguish texts, and few to store [D].
MAX_WORDS = 12
#: Number of characters at the end of a URL that are used [D].
MAX_ADDRESS = 200

_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class Outline:
    """A view of a page, with the children of each row: rows of elements, and runs of text as ``~run``."""

    view: View
    rows: list[int]  #: elements that have text or pictures, in document order
    children: dict[int, list[int]]

    def is_leaf(self, row: int) -> bool:
        """Whether an element contains only text, or nothing."""
        return all(child < 0 for child in self.children[row])

    def style(self, row: int) -> tuple[str, ...]:
        """The names of an element's children, in order."""
        return tuple(self.view.tag[child] if child >= 0 else TEXT for child in self.children[row])

    def features(self, row: int) -> set[str]:
        """The contents of a leaf: words, and the URL of a link or a picture."""
        attributes = self.view.attributes(row)
        found = {f"{name}={attributes[name][-MAX_ADDRESS:]}" for name in ("href", "src") if attributes.get(name)}
        return found.union(*(self.words(~child) for child in self.children[row]))

    def words(self, run: int) -> set[str]:
        """The first words of a run, in lower case."""
        return {word.group() for word in islice(_WORD.finditer(self.view.text[run].lower()), MAX_WORDS)}


def outline(page: Page, cleaning: Cleaning) -> Outline:
    """The outline of a page after *cleaning*.

    >>> found = outline(Page.from_html("<p>Oats <b>and</b> rye<hr>"), Cleaning())
    >>> [(found.view.tag[row], found.style(row)) for row in found.rows]
    [('html', ('body',)), ('body', ('p',)), ('p', ('#text', 'b', '#text')), ('b', ('#text',))]
    """
    view = page.view(cleaning)
    shown = has_in_subtree((view.own > 0) | view.is_tag("img"), view.end)
    shown[:1] = True
    rows, runs = np.flatnonzero(shown), np.flatnonzero(view.length)
    # A run lies between the last element that starts before it and the next one.
    place = np.concatenate([2 * rows + 1, 2 * view.at[runs]])
    order = np.argsort(place, kind="stable")
    item = np.concatenate([rows, ~runs])[order].tolist()
    parent = np.concatenate([view.parent[rows], view.host[runs]])[order].tolist()
    children: dict[int, list[int]] = {row: [] for row in rows.tolist()}
    for child, above in zip(item, parent, strict=True):
        if above >= 0:
            children[above].append(child)
    return Outline(view, rows.tolist(), children)
