"""Adding up selections: which text several methods agree on, to the character where they cut inside of runs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from thresher.page import Page
from thresher.page.columns import Bools, Floats, Ints, subtree_sum
from thresher.selection import Selection

#: Sums of weights that differ by less are equal.
EQUAL = 1e-9


def weigh(selections: Sequence[Selection], weights: Floats) -> Floats:
    """Run: the weights of the selections that have it, wholly or in part."""
    total = np.zeros(len(selections[0].runs))
    for selection, weight in zip(selections, weights.tolist(), strict=True):
        total += weight * selection.runs
    return total


def combine(selections: Sequence[Selection], weights: Floats, needed: float) -> tuple[Bools, Ints]:
    """The runs and the cuts of all text whose selections weigh at least *needed*, and more than nothing."""
    needed = max(needed, 2 * EQUAL)
    runs = weigh(selections, weights) >= needed - EQUAL
    cut_runs = np.unique(np.concatenate([selection.cuts[:, 0] for selection in selections]))
    cuts = _stretches(selections, weights, needed, cut_runs)
    runs[cut_runs] = False
    runs[cuts[:, 0]] = True
    return runs, cuts


def element_means(page: Page, total: Floats) -> Floats:
    """Element: the mean of a column of runs over its characters, ``nan`` where it has no text."""
    weight = np.bincount(page.host, weights=total * page.length, minlength=len(page.tag))
    means: Floats = np.full(len(page.tag), np.nan)
    np.divide(subtree_sum(weight, page.end), page.chars, out=means, where=page.chars > 0)
    return means


def _stretches(selections: Sequence[Selection], weights: Floats, needed: float, cut_runs: Ints) -> Ints:
    """Of the runs that some selection cuts, the stretches that weigh enough: a sweep over their starts and stops."""
    if not len(cut_runs):
        return np.zeros((0, 3), dtype=np.int64)
    pieces = [_intervals(selection, cut_runs) for selection in selections]
    weight = np.repeat(weights, [len(piece) for piece in pieces])
    run, start, stop = np.concatenate(pieces).T
    runs, places, steps = np.tile(run, 2), np.concatenate([start, stop]), np.concatenate([weight, -weight])
    order = np.lexsort((places, runs))
    runs, places, level = runs[order], places[order], np.cumsum(steps[order])
    full = (runs[1:] == runs[:-1]) & (places[1:] > places[:-1]) & (level[:-1] >= needed - EQUAL)
    return _joined(np.stack([runs[:-1][full], places[:-1][full], places[1:][full]], axis=1))


def _intervals(selection: Selection, runs: Ints) -> Ints:
    """What a selection has of some runs, as rows of (run, start, stop)."""
    whole = np.setdiff1d(runs[selection.runs[runs]], selection.cuts[:, 0])
    sizes = np.array([len(selection.page.text[run]) for run in whole.tolist()], dtype=np.int64)
    cuts = selection.cuts[selection.runs[selection.cuts[:, 0]]]
    return np.concatenate([cuts, np.stack([whole, np.zeros_like(whole), sizes], axis=1)])


def _joined(stretches: Ints) -> Ints:
    """Stretches with those made one that follow each other without a gap."""
    opens = np.ones(len(stretches), dtype=bool)
    opens[1:] = (stretches[1:, 0] != stretches[:-1, 0]) | (stretches[1:, 1] != stretches[:-1, 2])
    closes = np.append(opens[1:], True)[: len(opens)]
    return np.column_stack([stretches[opens, :2], stretches[closes, 2]])
