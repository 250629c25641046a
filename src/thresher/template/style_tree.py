"""The site style tree: the trees of several pages of a site merged into one.

Lan Yi, Bing Liu and Xiaoli Li: Eliminating Noisy Information in Web Pages for Data Mining. KDD 2003.
An element has a style for each sequence of children that it was seen with, and each style has its own children.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar

from thresher.page import Cleaning, Page
from thresher.template.outline import Outline, outline

#: Maximum number of styles of an element; an element with more differs from page to page anyway [D].
MAX_STYLES = 32
#: Maximum number of words and URLs of a leaf [D].
MAX_FEATURES = 120


@dataclass
class Style:
    """A sequence of children: the number of pages with it, and the numbers of the children."""

    pages: int
    children: list[int]


@dataclass
class Element:
    """An element of the tree: the number of pages with it, and its styles and features there."""

    tag: str
    pages: int = 0
    styles: dict[tuple[str, ...], Style] = field(default_factory=dict)
    rare: int = 0  #: pages on which it had a style beyond `MAX_STYLES`
    features: dict[str, int] = field(default_factory=dict)  #: of a leaf: the number of pages with each feature

    @property
    def leaf_pages(self) -> int:
        """The number of pages on which it has no children."""
        return self.pages - self.rare - sum(style.pages for style in self.styles.values())

    def count(self, features: set[str]) -> None:
        """Count its features on one more page."""
        for feature in sorted(features):
            if feature in self.features or len(self.features) < MAX_FEATURES:
                self.features[feature] = self.features.get(feature, 0) + 1


@dataclass
class StyleTree:
    """The merged tree, as a table: element 0 is the root, and children have greater numbers than their parents.

    >>> tree = StyleTree()
    >>> for name in ("Rye", "Oats"):
    ...     tree.learn(Page.from_html(f"<p>Home<p>{name}"))
    >>> [(element.tag, element.pages, element.features) for element in tree.elements[2:]]
    [('p', 2, {'home': 2}), ('p', 2, {'rye': 1, 'oats': 1})]
    """

    cleaning: ClassVar[Cleaning] = Cleaning()

    pages: int = 0
    elements: list[Element] = field(default_factory=lambda: [Element("html")])

    def learn(self, page: Page) -> None:
        """Merge one more page into the tree."""
        self.pages += 1
        found = outline(page, self.cleaning)
        of_row, of_run = self._places(found, self._counted_style)
        for row, number in of_row.items():
            self.elements[number].pages += 1
            if found.is_leaf(row):
                self.elements[number].count(found.features(row))
        for run, number in of_run.items():
            self.elements[number].pages += 1
            self.elements[number].count(found.words(run))

    def match(self, page: Page) -> tuple[Outline, dict[int, int], dict[int, int]]:
        """The outline of a page, and the elements of the tree that match its rows and its runs between elements."""
        found = outline(page, self.cleaning)
        return found, *self._places(found, lambda element, style: element.styles.get(style))

    def _places(
        self, found: Outline, style_of: Callable[[Element, tuple[str, ...]], Style | None]
    ) -> tuple[dict[int, int], dict[int, int]]:
        """The element of the tree for each row and for each run between elements, from the root down."""
        of_row, of_run = {found.rows[0]: 0}, {}
        for row in found.rows:
            if row not in of_row or found.is_leaf(row):
                continue
            style = style_of(self.elements[of_row[row]], found.style(row))
            for child, number in zip(found.children[row], style.children if style else (), strict=False):
                if child >= 0:
                    of_row[child] = number
                else:
                    of_run[~child] = number
        return of_row, of_run

    def _counted_style(self, element: Element, names: tuple[str, ...]) -> Style | None:
        """The style of an element, counted on one more page; a new style adds new children."""
        if names not in element.styles:
            if len(element.styles) == MAX_STYLES:
                element.rare += 1
                return None
            first = len(self.elements)
            element.styles[names] = Style(0, list(range(first, first + len(names))))
            self.elements.extend(Element(name) for name in names)
        element.styles[names].pages += 1
        return element.styles[names]
