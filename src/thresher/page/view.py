"""`View`: what a cleaning leaves of a page, as a smaller page that knows where its rows came from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, overload

import numpy as np

from thresher.cached import cached_property
from thresher.page.clean import left
from thresher.page.columns import Bools, Codes, Ints, nearest, picked, prefix
from thresher.page.kernels import kernel
from thresher.page.page import Page, frozen

if TYPE_CHECKING:
    from thresher.page.clean import Cleaning


class Picked(Sequence[str]):
    """Some strings of a column; they are picked when one of them is looked at, which few methods ever do.

    >>> picked = Picked(["rye", "oats", "spelt"], np.array([True, False, True]), 2)
    >>> len(picked), picked[1], picked
    (2, 'spelt', ['rye', 'spelt'])
    """

    def __init__(self, column: Sequence[str], mask: Bools, count: int) -> None:
        self._column, self._mask, self._count = column, mask, count

    @cached_property
    def _strings(self) -> list[str]:
        return picked(self._column, self._mask)

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> list[str]: ...
    def __getitem__(self, place: int | slice) -> str | list[str]:
        return self._strings[place]

    def __iter__(self) -> Iterator[str]:
        return iter(self._strings)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._strings == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(self._strings)


@dataclass(frozen=True, eq=False, repr=False)
class View(Page):
    """A page with rows left out; ``rows`` and ``runs`` say which row and run of *origin* each of its own was.

    >>> from thresher.page import Cleaning
    >>> view = Page.from_html("<script>x</script><p>Wheat").view(Cleaning())
    >>> view.tag, view.rows.tolist()
    (['html', 'body', 'p'], [0, 3, 4])
    """

    origin: Page
    rows: Ints  #: element: its row in the origin
    runs: Ints  #: run: its number in the origin

    def __post_init__(self) -> None:
        super().__post_init__()
        frozen(self.rows), frozen(self.runs)

    def in_origin(self, runs: Bools) -> Bools:
        """A mask over this view's runs as a mask over the runs of the origin."""
        mask = np.zeros(len(self.origin.text), dtype=bool)
        mask[self.runs[runs]] = True
        return mask

    def attribute(self, name: str) -> Sequence[str | None]:
        """Element: value of its attribute *name*, ``None`` where it has none."""
        values = self.origin.attribute(name)
        return [values[row] for row in self.rows.tolist()]

    def attribute_of(self, row: int, name: str) -> str | None:
        """One attribute of one element, ``None`` where it has none."""
        return self.origin.attribute_of(int(self.rows[row]), name)

    def attributes_at(self, rows: Ints | Sequence[int], name: str) -> list[str | None]:
        """One attribute of some elements, ``None`` where they have none."""
        return self.origin.attributes_at(self.rows[np.asarray(rows, dtype=np.int64)], name)

    def attribute_columns(self, rows: Ints | Sequence[int], *names: str) -> list[list[str | None]]:
        """Several attributes of some elements, a list for each attribute."""
        return self.origin.attribute_columns(self.rows[np.asarray(rows, dtype=np.int64)].tolist(), *names)

    def attributes(self, row: int) -> dict[str, str]:
        """All attributes of one element."""
        return self.origin.attributes(int(self.rows[row]))

    def select(self, selector: str) -> Ints:
        """Rows that match a CSS selector in the whole page, as far as they are in this view."""
        return np.flatnonzero(np.isin(self.rows, self.origin.select(selector)))

    def code_of(self, row: int) -> str:
        """The text of a script or style element."""
        return self.origin.code_of(int(self.rows[row]))

    @cached_property
    def length(self) -> Ints:
        """Run: characters of its collapsed, trimmed text."""
        return frozen(self.origin.length[self.runs])

    @cached_property
    def words(self) -> Ints:
        """Run: its words."""
        return frozen(self.origin.words[self.runs])

    @cached_property
    def hidden(self) -> Codes:
        """Element: why a reader does not see it."""
        return frozen(self.origin.hidden[self.rows])


def clean_view(page: Page, cleaning: Cleaning) -> View:
    """The view of *page* that *cleaning* asks for."""
    return compact(page, *left(page, cleaning))


def compact(page: Page, elements: Bools, runs: Bools) -> View:
    """The view of the given elements and runs; an element left out leaves its children and runs to its parent."""
    rows, kept_runs, parent, end, host, at = compacted(elements, runs, page.parent, page.end, page.host, page.at)
    origin, rows, origin_runs = (
        (page.origin, page.rows[rows], page.runs[kept_runs]) if isinstance(page, View) else (page, rows, kept_runs)
    )
    return View(
        tag=Picked(page.tag, elements, len(rows)),
        code=page.code[elements],
        parent=parent,
        end=end,
        host=host,
        at=at,
        text=Picked(page.text, runs, len(kept_runs)),
        source=page.source,
        origin=origin,
        rows=rows,
        runs=origin_runs,
    )


@kernel
def compacted(
    elements: Bools, runs: Bools, parent: Ints, end: Ints, host: Ints, at: Ints
) -> tuple[Ints, Ints, Ints, Ints, Ints, Ints]:
    """Rows and runs that are left, and their parents, ends, hosts and places, counted in what is left.

    >>> root, left_out, leaf = [-1, 3], [0, 3], [1, 3]
    >>> parent, end = np.array([root, left_out, leaf]).T
    >>> left = compacted(np.array([True, False, True]), np.array([True]), parent, end, np.array([1]), np.array([2]))
    >>> [column.tolist() for column in left]
    [[0, 2], [0], [-1, 0], [2, 2], [0], [1]]
    """
    rows, kept_runs = np.flatnonzero(elements), np.flatnonzero(runs)
    started, around = prefix(elements), nearest(elements, end)
    parents = np.where(parent[rows] >= 0, started[around[parent[rows]]], -1)
    return rows, kept_runs, parents, started[end[rows]], started[around[host[kept_runs]]], started[at[kept_runs]]
