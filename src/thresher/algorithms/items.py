"""The items of an overview page: members of its repeated structure that lead somewhere, each a `Group`.

Menus repeat, too; what tells items is that the texts of their links are headlines, not single words.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from thresher.algorithms.anchors import link_anchors
from thresher.algorithms.repeated import find_repetition
from thresher.algorithms.times import is_time
from thresher.page.columns import Bools, Floats, Ints, alone_around, mark_subtrees, subtree_sum
from thresher.page.tags import HEADINGS, tag_set
from thresher.page.whitespace import collapse
from thresher.selection import Group

if TYPE_CHECKING:
    from thresher.page import View

#: The text of a link of this many words weighs half of what its words do: headlines are longer than menu items [D].
HALF_WEIGHT_WORDS = 4
#: Text beside the links of an item adds this share of its words [D].
TEASER_SHARE = 0.3
#: Text that was not selected weighs this share [D].
UNSELECTED_SHARE = 0.2
#: A longer text is no date [D].
MAX_DATE_CHARS = 60

_MENUS = tag_set("nav", "header", "footer", "menu", "dialog")
_PICTURES = tag_set("img", "amp-img", "picture")


def find_items(view: View, runs: Bools) -> list[Group]:
    """The items of a page, in terms of the page that *view* is a view of; none where nothing repeats.

    *runs* are those that a method takes for text: they weigh more than others.

    >>> from thresher.page import Cleaning, Page
    >>> item = "<li><h3><a href=/{0}>The harvest of {0}, a report</a></h3> <time>{0}</time> <p>It was good.</p>"
    >>> page = Page.from_html("<ul>" + "".join(item.format(year) for year in (2024, 2025, 2026)))
    >>> view = page.view(Cleaning())
    >>> [page.attribute_of(each.link, "href") for each in find_items(view, view.length > 0)]
    ['/2024', '/2025', '/2026']
    """
    links = _leading(view)
    found = find_repetition(view, _weights(view, runs, links), links.astype(np.int64), lambda rows: rows >= 0)
    if found is None:
        return []
    held = subtree_sum(links, view.end)
    # The link of a card may be around it, or lie over it.
    poor = held[found.members] == 0
    members = np.union1d(found.members[~poor], alone_around(found.members, view.parent, view.end, view.body)[poor])
    return list(_groups(view, _outermost(members[held[members] > 0], view), links))


def _outermost(members: Ints, view: View) -> Ints:
    """Those of *members*, in document order, that are in no other."""
    before = np.maximum.accumulate(np.append(0, view.end[members][:-1]))
    return members[members >= before]


def _leading(view: View) -> Bools:
    """Anchors that lead to another page."""
    links = link_anchors(view)
    rows = np.flatnonzero(links)
    addresses = (address or "" for address in view.attributes_at(rows, "href"))
    links[rows] = [not address.lower().startswith(("#", "javascript:")) for address in addresses]
    return links


def _weights(view: View, runs: Bools, links: Bools) -> Floats:
    """What the text directly in each element weighs: that of links by its length, other text less, menus nothing."""
    linked = mark_subtrees(links, view.end)[view.host]
    words = view.words.astype(np.float64)
    weight = np.where(linked, words * words / (words + HALF_WEIGHT_WORDS), TEASER_SHARE * np.minimum(words, 40))
    weight *= np.where(runs, 1.0, UNSELECTED_SHARE) * ~mark_subtrees(_MENUS[view.code], view.end)[view.host]
    return np.bincount(view.host, weights=weight, minlength=len(view.tag)).astype(np.float64)


def _groups(view: View, members: Ints, links: Bools) -> Iterator[Group]:
    for row in members.tolist():
        stop = int(view.end[row])
        start = row if links[row] else row + 1
        anchors = start + np.flatnonzero(links[start:stop])
        link = _telling(view, anchors)
        heading = _heading(view, row)
        title = link if heading is None else heading
        within = anchors[(anchors >= title) & (anchors < view.end[title])]
        around = anchors[(anchors <= title) & (view.end[anchors] > title)]
        for near in (within, around):
            link = _telling(view, near) if len(near) else link
        runs = np.arange(view.first_run[row], view.run_stop[row])
        facts = {"title": title, "link": link, "date": _date(view, row), "image": _image(view, row)}
        rows = {fact: int(view.rows[place]) for fact, place in facts.items() if place is not None}
        yield Group("item", int(view.rows[row]), view.runs[runs[view.length[runs] > 0]], **rows)


def _telling(view: View, links: Ints) -> int:
    """The link with the most letters, of equal ones the last: "4.7 of 5 (58,483)" is no title, an owner no project."""
    rows: list[int] = links.tolist()
    return max(reversed(rows), key=partial(_letters, view))


def _heading(view: View, row: int) -> int | None:
    """The first of the greatest headings with letters: numbers and what a hover shows are in lesser ones."""
    headings = row + np.flatnonzero(HEADINGS[view.code[row : view.end[row]]])
    lettered = [heading for heading in headings.tolist() if _letters(view, heading)]
    return min(lettered, key=lambda heading: view.tag[heading], default=None)


def _letters(view: View, row: int) -> int:
    """How many letters an element has."""
    return sum(map(str.isalpha, "".join(view.text[view.first_run[row] : view.run_stop[row]])))


def _date(view: View, row: int) -> int | None:
    """The first ``<time>``, or else the first element whose own text is a time."""
    rows = range(row, int(view.end[row]))
    marked = next((place for place in rows if view.tag[place] == "time"), None)
    if marked is not None:
        return marked
    for run in range(int(view.first_run[row]), int(view.run_stop[row])):
        if 0 < view.length[run] <= MAX_DATE_CHARS and is_time(collapse(view.text[run])):
            return int(view.host[run])
    return None


def _image(view: View, row: int) -> int | None:
    """The first picture."""
    found = np.flatnonzero(_PICTURES[view.code[row : view.end[row]]])
    return row + int(found[0]) if len(found) else None
