"""Trees as columns: every operation against a slow and obvious one, on trees of all shapes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.page import columns


@st.composite
def trees(draw):
    """The parents of a tree's rows in document order: each row's parent is the row before it or one around that."""
    parent = [-1]
    for row in range(1, draw(st.integers(1, 40))):
        path = [row - 1]
        while parent[path[-1]] >= 0:
            path.append(parent[path[-1]])
        parent.append(path[draw(st.integers(0, len(path) - 1))])
    return np.array(parent)


def ends_of(parent):
    """One past the last row of each subtree, by looking at every row's ancestors."""
    end = list(range(1, len(parent) + 1))
    for row in range(len(parent)):
        for around in path_of(row, parent):
            end[around] = max(end[around], row + 1)
    return np.array(end)


def path_of(row, parent):
    path = [row]
    while parent[path[-1]] >= 0:
        path.append(int(parent[path[-1]]))
    return path


def below(row, parent):
    return [other for other in range(len(parent)) if row in path_of(other, parent)]


def flags(parent, draw):
    return np.array(draw.draw(st.lists(st.booleans(), min_size=len(parent), max_size=len(parent))))


def numbers(parent, draw):
    return np.array(draw.draw(st.lists(st.integers(-99, 99), min_size=len(parent), max_size=len(parent))))


@given(trees(), st.data())
def test_subtree_and_child_sums(parent, draw):
    """A subtree's sum is that over a row and all below it, a child sum that over the rows right below it."""
    column, end = numbers(parent, draw), ends_of(parent)
    rows = range(len(parent))
    assert columns.subtree_sum(column, end).tolist() == [column[below(row, parent)].sum() for row in rows]
    assert columns.child_sum(column, parent).tolist() == [column[parent == row].sum() for row in rows]


@given(trees(), st.data())
def test_marking(parent, draw):
    """Nesting counts the marked rows around a row; marked subtrees are where it is not zero."""
    mask, end = flags(parent, draw), ends_of(parent)
    around = [int(mask[path_of(row, parent)].sum()) for row in range(len(parent))]
    assert columns.nesting(mask, end).tolist() == around
    assert columns.mark_subtrees(mask, end).tolist() == [count > 0 for count in around]
    assert columns.mark_subtrees(np.flatnonzero(mask), end).tolist() == [count > 0 for count in around]
    holds = [bool(mask[below(row, parent)].any()) for row in range(len(parent))]
    assert columns.has_in_subtree(mask, end).tolist() == holds


@given(trees(), st.data())
def test_nearest(parent, draw):
    """The nearest marked row is the first marked one on the way to the root, for all rows or for some."""
    mask, end = flags(parent, draw), ends_of(parent)
    found = [next((row for row in path_of(row, parent) if mask[row]), -1) for row in range(len(parent))]
    assert columns.nearest(mask, end).tolist() == found
    some = np.array(draw.draw(st.lists(st.integers(0, len(parent) - 1))), dtype=np.int64)
    assert columns.nearest(mask, end, some).tolist() == [found[row] for row in some]


@given(trees(), st.data())
def test_common_ancestor(parent, draw):
    """The lowest common ancestor is the deepest row that is on the way to the root from all of them."""
    rows = draw.draw(st.lists(st.integers(0, len(parent) - 1), min_size=1))
    common = set.intersection(*(set(path_of(row, parent)) for row in rows))
    assert columns.lowest_common_ancestor(np.array(rows), parent, ends_of(parent)) == max(common)
    assert columns.ancestors(rows[0], parent) == path_of(rows[0], parent)


@given(trees())
def test_shape_from_child_counts(parent):
    """Ends, depths and parents follow from nothing but the number of children of each row."""
    counts = np.bincount(parent[1:], minlength=len(parent)) if len(parent) > 1 else np.zeros(1, dtype=np.int64)
    end = columns.ends_from_child_counts(counts)
    depth = columns.depths(end)
    assert end.tolist() == ends_of(parent).tolist()
    assert depth.tolist() == [len(path_of(row, parent)) - 1 for row in range(len(parent))]
    assert columns.parents(depth).tolist() == parent.tolist()
    assert columns.parents_from_child_counts(counts, depth).tolist() == parent.tolist()


@given(trees(), st.data())
def test_subtree_argmax(parent, draw):
    """The greatest row of a subtree is found, the first of equal ones."""
    column, end = numbers(parent, draw) // 40, ends_of(parent)
    found = [max(below(row, parent), key=lambda other: (column[other], -other)) for row in range(len(parent))]
    assert columns.subtree_argmax(column, end).tolist() == found


@given(st.lists(st.integers(-70_000, 70_000)))
def test_stable_order(column):
    """Rows are ordered by value and, where values are equal, by place; large numbers as well as small ones."""
    order = columns.stable_order(np.array(column, dtype=np.int64)).tolist()
    assert order == sorted(range(len(column)), key=column.__getitem__)


@pytest.mark.parametrize("depth", [40_000, 200_000])
def test_deep_chain(depth):
    """A chain deeper than 16 bits can count has the shape of a chain."""
    counts = np.ones(depth, dtype=np.int64)
    counts[-1] = 0
    end = columns.ends_from_child_counts(counts)
    assert (end == depth).all()
    assert (columns.depths(end) == np.arange(depth)).all()
    assert (columns.parents_from_child_counts(counts, columns.depths(end)) == np.arange(-1, depth - 1)).all()


def test_prefix_of_floats_and_flags():
    """Sums keep fractions of floats and count flags."""
    assert columns.prefix(np.array([0.5, 0.25])).tolist() == [0, 0.5, 0.75]
    assert columns.prefix(np.array([True, True, False])).tolist() == [0, 1, 2, 2]
    assert columns.prefix(np.zeros(0, dtype=np.int64)).tolist() == [0]


def test_many_codes_do_not_overflow():
    """A sum of a narrow column is not narrow: 300 times 200 does not fit a byte."""
    column = np.full(300, 200, dtype=np.uint8)
    assert columns.subtree_sum(column, np.append(300, np.arange(2, 301)))[0] == 60_000
