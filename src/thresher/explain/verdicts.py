"""`Verdict`: one method's decision on a page, with everything needed to explain it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from thresher.algorithms import create
from thresher.cached import cached_property
from thresher.explain.dials import Dial, dial_of
from thresher.labels import Label, label_elements
from thresher.page.clean import Cleaning
from thresher.page.columns import Codes, Ints, nearest, subtree_sum
from thresher.selection import Selection

if TYPE_CHECKING:
    from thresher.algorithms import Algorithm
    from thresher.options import Options
    from thresher.page import Page

#: The methods that a decision is compared with by default: the default method and one from each paper.
METHODS = ("auto", "cectd-ds", "textsweeper", "cuter", "danag", "contentex")
#: Labels of selected elements.
CHOSEN = (Label.CONTENT, Label.HEADING, Label.CAPTION)


@dataclass(frozen=True, eq=False)
class Verdict:
    """A method's decision about a page."""

    name: str
    method: Algorithm
    selection: Selection

    @property
    def page(self) -> Page:
        """The page of the decision."""
        return self.selection.page

    @cached_property
    def dial(self) -> Dial | str:
        """The dial of the method, or why it has none."""
        return dial_of(self.method, self.selection)

    @cached_property
    def block_labels(self) -> Codes:
        """Block: its label; dropped text next to content in the same element is not labelled content."""
        blocks, labels = self.page.blocks, self.selection.labels[self.page.blocks.row]
        stray = (blocks.total(self.page.length * self.selection.runs) == 0) & np.isin(labels, CHOSEN)
        if not stray.any():
            return labels
        nothing = label_elements(self.page, np.zeros(len(self.page.text), dtype=bool))
        return np.where(stray, nothing[blocks.row], labels)

    @cached_property
    def kept_below(self) -> Ints:
        """Element: number of kept characters in its subtree."""
        return _chars_below(self.page, self.page.length * self.selection.runs)

    @cached_property
    def seen_below(self) -> Ints:
        """Element: number of characters in its subtree that readers see."""
        seen = np.zeros(len(self.page.text), dtype=bool)
        seen[self.page.view(Cleaning()).runs] = True
        return _chars_below(self.page, self.page.length * seen)

    @cached_property
    def scored(self) -> Ints:
        """Element: the nearest one with a score, itself or around it; -1 if there is none."""
        score = self.selection.score
        measured = np.zeros(len(self.page.tag), dtype=bool) if score is None else ~np.isnan(score)
        return nearest(measured, self.page.end)

    def score_at(self, row: int) -> float | None:
        """The method's score for an element or for the nearest one around it."""
        scored = int(self.scored[row])
        return None if scored < 0 or self.selection.score is None else float(self.selection.score[scored])


def verdicts(page: Page, options: Options, compared: Sequence[str] = METHODS) -> list[Verdict]:
    """The decision of the options' method, and those of other methods.

    All concern the page that the first one selected from, which is a different page if the content is in scripts.

    >>> from thresher.options import DEFAULTS
    >>> from thresher.page import Page
    >>> data = '{"articleBody": "%s"}' % ("Rye is sown in the autumn and cut in summer. " * 9)
    >>> page = Page.from_html(f"<p>Rye<script type=application/ld+json>{data}</script>")
    >>> [each.page is page for each in verdicts(page, DEFAULTS, ["bte"])]
    [False, False]
    """
    first = Verdict(_name(options), options.method, options.method.select(page))
    others = [name for name in dict.fromkeys(compared) if name != first.name]
    return [first, *(_verdict(name, first.page) for name in others)]


def _verdict(name: str, page: Page) -> Verdict:
    method = create(name)
    selection = method.select(page)
    # Content that it found in a script instead is not part of the page that is shown.
    return Verdict(name, method, selection if selection.page is page else Selection.nothing(page, selection.reason))


def _name(options: Options) -> str:
    """The name of the options' method, with the parameters that were set."""
    name = options.algorithm if isinstance(options.algorithm, str) else type(options.algorithm).__name__
    settings = [f"{key}={value}" for key, value in options.given.items()]
    settings += ["template"] if options.template is not None else []
    return f"{name} ({', '.join(settings)})" if settings else name


def _chars_below(page: Page, length: Ints) -> Ints:
    own = np.bincount(page.host, weights=length, minlength=len(page.tag))
    below: Ints = subtree_sum(own.astype(np.int64), page.end)
    return below
