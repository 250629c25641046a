"""`Template`: a learned site style tree that masks what is the same on every page of the site."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

import numpy as np

from thresher.algorithms.base import Method, parameter
from thresher.cached import cached_property
from thresher.page import Page, View
from thresher.page.columns import Bools, Floats, mark_subtrees
from thresher.page.reduced import reduced
from thresher.selection import Selection
from thresher.template import file
from thresher.template.importance import composite_importance, leaf_importance
from thresher.template.style_tree import Element, StyleTree


@dataclass(frozen=True, eq=False)
class Template(Method):
    """What the pages of a site have in common; as a method, it keeps everything else.

    >>> pages = [Page.from_html(f"<ul><li>Home<li>News</ul><p>{text}") for text in ("Rye is sown", "Oats grow")]
    >>> template = Template.learn(pages)
    >>> [text for text, kept in zip(pages[0].text, template.mask(pages[0])) if kept]
    ['Rye is sown']
    """

    paper: ClassVar[str] = "Yi, Liu, Li: Eliminating Noisy Information in Web Pages for Data Mining, 2003"
    family: ClassVar[str] = "template"

    tree: StyleTree = field(default_factory=StyleTree)  #: what was learned
    threshold: float = parameter(
        0.4, "t: an element is noise if it and everything in it are less important [D]", at_least=0, at_most=1
    )
    gamma: float = parameter(
        0.9, "γ: weight of the contents of an element with a single style [R]", at_least=0, at_most=1
    )

    @classmethod
    def learn(cls, pages: list[Page], tree: StyleTree | None = None) -> Template:
        """The template learned from some pages, in addition to those in *tree*."""
        tree = StyleTree() if tree is None else tree
        for page in pages:
            tree.learn(page)
        return cls(tree)

    @classmethod
    def load(cls, path: str | Path) -> Template:
        """The template in a file."""
        return cls(file.load(path))

    def save(self, path: str | Path) -> None:
        """Write the template to a file."""
        file.save(self.tree, path)

    def mask(self, page: Page) -> Bools:
        """The runs of the page that do not belong to the template."""
        return self.select(page).runs

    def apply(self, page: Page) -> View:
        """The page without the template, for any method."""
        return reduced(page, self.mask(page)[page.runs] if isinstance(page, View) else self.mask(page))

    def select(self, page: Page) -> Selection:
        """Everything on the page that does not belong to the template."""
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
        """Element of the tree: whether it and everything in it are unimportant."""
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
