"""Dials: the number by which a method decides, and for each run of text the value up to which it is kept.

If a method has a dial, its decision at any other value is a comparison of two columns, which a browser computes as
exactly as Python: a run is kept if ``limit >= value * unit``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from thresher.algorithms.auto import Auto
from thresher.algorithms.auto.features import Sight, look
from thresher.algorithms.auto.model import load
from thresher.algorithms.cetd import CectdDs, CectdS, CetdDs, count, order_key, smoothed
from thresher.page.columns import Bools, Floats, Ints, mark_subtrees, subtree_argmax
from thresher.page.tags import CONTROLS

if TYPE_CHECKING:
    from thresher.algorithms import Algorithm
    from thresher.page import View
    from thresher.selection import Selection

#: The limit of a run that is not kept at any value of the dial.
NEVER = -1.0


@dataclass(frozen=True, eq=False)
class Dial:
    """The number by which a method decides, and the limit of each run."""

    name: str  #: its displayed name
    value: float  #: the method's own value
    most: float  #: the greatest useful value; the least is 0
    unit: float  #: factor for a value before it is compared
    limit: Floats  #: run: the greatest threshold at which it is kept
    parameter: str | None = None  #: the method's parameter that sets it, if there is one

    def kept(self, value: float) -> Bools:
        """Run: whether it is kept at *value*."""
        kept: Bools = self.limit >= value * self.unit
        return kept


def dial_of(method: Algorithm, selection: Selection) -> Dial | str:
    """The dial of a method on the page of its selection, or the reason why there is none.

    >>> from thresher.page import Page
    >>> page = Page.from_html("<p>Rye is a grass.<p>Oats are, too, and <a href=/oats>so much more</a>.")
    >>> dial = dial_of(CectdDs(), CectdDs().select(page))
    >>> dial.name, dial.kept(1.0).tolist()
    ('λ', [True, True, True, True])
    >>> dial_of(object(), CectdDs().select(page))
    'this method does not decide by one number'
    """
    make = DIALS.get(type(method))
    if make is None:
        return "this method does not decide by one number"
    if not selection.runs.any():
        return f"nothing was kept: {selection.reason}"
    return make(method, selection)


def _cetd_sums(method: CetdDs | CectdDs, selection: Selection) -> Dial | str:
    """CETD by density sums: an element is reached if it and all elements around it are dense enough."""
    if method.keep_path_text:
        return "with keep_path_text, more than λ decides"
    view = selection.page.view(method.cleaning)
    counts = count(view)
    if method.composite and counts.link_share == 0 and method.no_links == "body":
        return "a page without links is all content to CECTD-DS, whatever λ is"
    parent, end, depth = _body(view)
    density = _densities(view, selection)
    sums = method.density_sums(view, counts, density)
    best = subtree_argmax(order_key(sums, depth, repo_compat=method.repo_compat), end)
    reach = _least_above(density.tolist(), parent.tolist())
    at_top = [NEVER] * len(reach)
    for row, top in enumerate(best.tolist()):
        at_top[top] = max(at_top[top], reach[row])
    limit = np.array(_greatest_above(at_top, parent.tolist()))
    return _lambda(method, view, limit, unit=reach[int(best[0])])


def _cetd_smoothed(method: CectdS, selection: Selection) -> Dial | str:
    """CETD by smoothed density: each element is compared on its own."""
    view = selection.page.view(method.cleaning)
    parent, end, _ = _body(view)
    density = _densities(view, selection)
    return _lambda(method, view, smoothed(density, parent, end), unit=float(density[0]))


def _lambda(method: CetdDs | CectdDs | CectdS, view: View, limit: Floats, unit: float) -> Dial:
    """λ, from the limit of each element of the body."""
    limits = np.full(len(view.tag), NEVER)
    limits[view.body : view.end[view.body]] = limit
    if not method.keep_controls:
        limits[mark_subtrees(CONTROLS[view.code], view.end)] = NEVER
    of_run = np.full(len(view.origin.text), NEVER)
    of_run[view.runs] = limits[view.host]
    return Dial("λ", method.lam, max(2.0, 2 * method.lam), unit, of_run, "lam")


def _body(view: View) -> tuple[Ints, Ints, Ints]:
    """Parent, end and depth of the rows from the body on, relative to the body."""
    here = slice(view.body, int(view.end[view.body]))
    return np.maximum(view.parent[here] - view.body, -1), view.end[here] - view.body, view.depth[here]


def _densities(view: View, selection: Selection) -> Floats:
    """The density of each row from the body on, as computed by the method."""
    score: Any = selection.score
    density: Floats = score[view.rows[view.body : view.end[view.body]]]
    return density


def _least_above(column: list[float], parent: list[int]) -> list[float]:
    """The minimum over each row and those around it."""
    for row in range(1, len(column)):
        column[row] = min(column[row], column[parent[row]])
    return column


def _greatest_above(column: list[float], parent: list[int]) -> list[float]:
    """The maximum over each row and those around it."""
    for row in range(1, len(column)):
        column[row] = max(column[row], column[parent[row]])
    return column


def _probability(method: Auto, selection: Selection) -> Dial | str:
    """The probability from which `auto` keeps blocks: for each page, the one that maximises the expected F1."""
    sight = look(selection.page)
    if sight is None:
        return "the page has no text"
    scores = load().scores(selection.page, sight)
    kinds, decision = scores.kinds, method.decision(sight, scores)
    bystanders, comments = method.apart(sight, kinds)
    stays = method.policy(sight, np.ones(len(decision.chance), dtype=bool), kinds)
    stays &= ~((bystanders | comments) & (decision.chance == 0))
    limit = np.where(stays, decision.chance, NEVER)
    least = decision.from_chance
    # Added text, such as the rest of a table, is kept as long as all text that it was added to.
    kept = method.policy(sight, decision.chosen, kinds)
    limit[kept] = np.maximum(limit[kept], least)
    limit[decision.chosen & ~kept] = NEVER
    return Dial("probability", least, 1.0, 1.0, _of_runs(limit, sight))


def _of_runs(column: Floats, sight: Sight) -> Floats:
    """A column of the model's blocks as a column of the page's runs."""
    of_run = np.full(len(sight.view.origin.text), NEVER)
    in_block = sight.blocks.of_run >= 0
    of_run[sight.view.runs[in_block]] = column[sight.blocks.of_run[in_block]]
    return of_run


#: The function that makes the dial, for each kind of method that decides by one number.
DIALS: dict[type, Callable[[Any, Any], Dial | str]] = {
    Auto: _probability,
    CetdDs: _cetd_sums,
    CectdDs: _cetd_sums,
    CectdS: _cetd_smoothed,
}
