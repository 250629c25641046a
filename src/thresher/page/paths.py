"""Where an element stands in its page: a CSS path and an XPath that lead to it and to no other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from thresher.cached import cached_property
from thresher.page.columns import Bools, mark_subtrees

if TYPE_CHECKING:
    from thresher.page.page import Page

#: Elements deeper than this have no path: nobody could read it, and all of them would take forever to write.
MAX_STEPS = 250
#: Names that need no escaping; elements with others are counted among all their siblings.
_PLAIN_NAME = re.compile(r"[a-z][a-z0-9-]*")
_PLAIN_ID = re.compile(r"[A-Za-z_][\w-]*", re.ASCII)


@dataclass(frozen=True, eq=False)
class Paths:
    """The paths of a page's elements, by row.

    >>> from thresher.page import Page
    >>> paths = Paths(Page.from_html("<div id=a><p>Oats<p>Rye</div>"))
    >>> paths.css(5), paths.xpath(5)
    ('#a > p:nth-of-type(2)', '/html/body/div/p[2]')
    """

    page: Page

    def css(self, row: int) -> str | None:
        """A CSS selector of one element, from the nearest element around it that has an id of its own."""
        if not self._is_reachable(row):
            return None
        steps = []
        for each in self._upwards(row):
            if (name := self._unique_ids.get(each)) is not None:
                steps.append(f"#{name}")
                break
            steps.append(self._css_step(each))
        return " > ".join(reversed(steps))

    def xpath(self, row: int) -> str | None:
        """The XPath of one element, from the root."""
        if not self._is_reachable(row):
            return None
        return "".join(f"/{self._xpath_step(each)}" for each in reversed(list(self._upwards(row))))

    def _upwards(self, row: int) -> Iterator[int]:
        """The element itself, its parent, and so on up to the root."""
        while row >= 0:
            yield row
            row = int(self.page.parent[row])

    def _is_reachable(self, row: int) -> bool:
        """Whether a path can lead there: what is in a template is no part of the document."""
        return bool(self.page.depth[row] <= MAX_STEPS and not self._in_template[row])

    def _css_step(self, row: int) -> str:
        name = self.page.tag[row]
        if not _PLAIN_NAME.fullmatch(name):
            return f":nth-child({self._place[row]})"
        return name if self._alike[row] == 1 else f"{name}:nth-of-type({self._place_of_name[row]})"

    def _xpath_step(self, row: int) -> str:
        name = self.page.tag[row]
        if not _PLAIN_NAME.fullmatch(name):
            return f"*[{self._place[row]}]"
        return name if self._alike[row] == 1 else f"{name}[{self._place_of_name[row]}]"

    @cached_property
    def _in_template(self) -> Bools:
        """Element: whether it is inside of a template."""
        templates = self.page.is_tag("template")
        inside = mark_subtrees(templates, self.page.end)
        inside[templates] = inside[self.page.parent[templates]]
        return inside

    @cached_property
    def _place(self) -> list[int]:
        """Element: its number among its siblings, from 1."""
        return self._numbers([0] * len(self.page.tag))[0]

    @cached_property
    def _of_name(self) -> tuple[list[int], list[int]]:
        codes: dict[str, int] = {}
        return self._numbers([codes.setdefault(name, len(codes)) for name in self.page.tag])

    @property
    def _place_of_name(self) -> list[int]:
        """Element: its number among its siblings of the same name, from 1."""
        return self._of_name[0]

    @property
    def _alike(self) -> list[int]:
        """Element: how many siblings have its name, itself included."""
        return self._of_name[1]

    def _numbers(self, kinds: list[int]) -> tuple[list[int], list[int]]:
        """For each element its number among the siblings of its kind, and how many these are."""
        seen: dict[tuple[int, int], int] = {}
        keys = list(zip(self.page.parent.tolist(), kinds, strict=True))
        places = []
        for key in keys:
            seen[key] = place = seen.get(key, 0) + 1
            places.append(place)
        return places, [seen[key] for key in keys]

    @cached_property
    def _unique_ids(self) -> dict[int, str]:
        """The ids that only one element has, by its row."""
        rows: dict[str, list[int]] = {}
        for row, name in enumerate(self.page.attribute("id")):
            if name and _PLAIN_ID.fullmatch(name):
                rows.setdefault(name, []).append(row)
        return {found[0]: name for name, found in rows.items() if len(found) == 1}
