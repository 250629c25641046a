"""`Template`: a learned site style tree as a mask of what is the same on every page of the site."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import ClassVar

import numpy as np

from thresher.algorithms.base import Method, parameter
from thresher.page import Page, View
from thresher.page.columns import Bools, Floats, mark_subtrees
from thresher.page.reduced import reduced
from thresher.selection import Selection
from thresher.template import file
from thresher.template.importance import composite_importance, leaf_importance
from thresher.template.style_tree import Element, StyleTree


@dataclass(frozen=True, eq=False)
class Template(Method):
    """What the pages of a site have in common; as a method, it keeps all the rest.

    >>> pages = [Page.from_html(f"<ul><li>Home<li>News</ul><p>{text}") for text in ("Rye is sown", "Oats grow")]
    >>> template = Template.learn(pages)
    >>> [text for text, kept in zip(pages[0].text, template.mask(pages[0])) if kept]
    ['Rye is sown']
    """

    paper: ClassVar[str] = "Yi, Liu, Li: Eliminating Noisy Information in Web Pages for Data Mining, 2003"
    family: ClassVar[str] = "template"

    tree: StyleTree = field(default_factory=StyleTree)  #: what was learned
    threshold: float = parameter(0.4, "t: what is less important, with all in it, is noise [D]", at_least=0, at_most=1)
    gamma: float = parameter(
        0.9, "γ: what counts of the inside of an element with one style [R]", at_least=0, at_most=1
    )

    @classmethod
    def learn(cls, pages: list[Page], tree: StyleTree | None = None) -> Template:
        """The template of some pages, in addition to what is in *tree*."""
        tree = StyleTree() if tree is None else tree
        for page in pages:
            tree.learn(page)
        return cls(tree)

    @classmethod
    def load(cls, path: str | Path) -> Template:
        """The template of a file."""
        return cls(file.load(path))

    def save(self, path: str | Path) -> None:
        """Write the template to a file."""
        file.save(self.tree, path)

    def mask(self, page: Page) -> Bools:
        """Which runs of the page are not the template's."""
        return self.select(page).runs

    def apply(self, page: Page) -> View:
        """The page without what is the template's, for any method."""
        return reduced(page, self.mask(page)[page.runs] if isinstance(page, View) else self.mask(page))

    def select(self, page: Page) -> Selection:
        """All of the page but what is the template's."""
        found, of_row, of_run = self.tree.match(page)
        view = found.view
        rows, numbers = list(of_row), list(of_row.values())
        noise = np.zeros(len(view.tag), dtype=bool)
        noise[rows] = self.noise[numbers]
        noisy_runs = mark_subtrees(noise, view.end)[view.host]
        noisy_runs[list(of_run)] |= self.noise[list(of_run.values())]
        score = np.full(len(view.origin.tag), np.nan)
        score[view.rows[rows]] = self.importance[numbers]
        runs = page.in_origin(np.ones(len(page.text), dtype=bool)) if isinstance(page, View) else _all(page)
        return Selection(
            view.origin,
            runs & ~view.in_origin(noisy_runs),
            score=score,
            score_name="composite importance",
            threshold=self.threshold,
        )

    @cached_property
    def importance(self) -> Floats:
        """Element of the tree: its composite importance."""
        values = [0.0] * len(self.tree.elements)
        for number in reversed(range(len(values))):
            values[number] = self._importance(self.tree.elements[number], values)
        return np.array(values)

    @cached_property
    def noise(self) -> Bools:
        """Element of the tree: whether it and all in it are unimportant."""
        most = self.importance.tolist()
        for number in reversed(range(len(most))):
            element = self.tree.elements[number]
            inner = [most[child] for style in element.styles.values() for child in style.children]
            most[number] = max([most[number], *inner, float(element.rare > 0)])
        return np.array(most) < self.threshold

    def _importance(self, element: Element, values: list[float]) -> float:
        """Composite importance of an element, given those of its children."""
        leaf = leaf_importance(list(element.features.values()), element.leaf_pages)
        if element.leaf_pages == element.pages:
            return leaf
        styles = [*element.styles.values()]
        counts = [style.pages for style in styles] + [1] * element.rare
        inner = [_mean([values[child] for child in style.children]) for style in styles] + [1.0] * element.rare
        if element.leaf_pages:
            counts, inner = [*counts, element.leaf_pages], [*inner, leaf]
        return composite_importance(counts, inner, element.pages, self.gamma)


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)


def _all(page: Page) -> Bools:
    return np.ones(len(page.text), dtype=bool)
