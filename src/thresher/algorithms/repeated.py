"""Repeated structure: elements of one shape, each with text of its own, as posts, comments and entries are.

A shape is the names of an element and of those around it, a name being its tag and the first word of its class. The
strongest repetition is the one whose members have the most text, evenly spread; in its members, the element that each
of them has once and that holds the greater part of the text is the body.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from thresher.cached import cached_property
from thresher.page.columns import Bools, Floats, Ints, nearest, prefix, stable_order, subtree_sum
from thresher.page.kernels import kernel
from thresher.page.tags import N_CODES, tag_set
from thresher.page.words import DIGITS, showing

if TYPE_CHECKING:
    from thresher.page import Page

#: Elements in a shape: the element itself and those around it [D].
LEVELS = 4
#: The strength of a repetition is the sum of its members' texts to this power: 1 would let a page's few great parts
#: win, 0 its many small ones [D].
EVENNESS = 0.7
#: Of the members with text, this share must be eligible, and this share have a mark [D].
MIN_FIT = 0.8
#: A repetition with a smaller share of the page's text is of no weight [D].
MIN_SHARE = 0.1
#: A member with less than this share of the average text counts for little [D].
MIN_OF_AVERAGE = 0.1
#: Bodies are in at least this share of the members that count, and hold at least that share of the text [D] ...
MIN_COVER, MIN_BODY_SHARE = 0.8, 0.5
#: ... and no other element that could be the body is in many more members: quotations are in some, bodies in all [D].
MIN_OF_MOST = 0.8

#: Shapes that are looked at closely; no real page has as many that could be it [D].
MAX_SHAPES = 200

#: Parts of a text, never a whole post [D].
_TEXT_PARTS = tag_set("p", "ul", "ol", "dl", "pre", "h1", "h2", "h3", "h4", "h5", "h6")
#: An odd number of 64 bits, by which names are mixed into one number for a path.
_MIXER = np.uint64(0x9E3779B97F4A7C15)
_NUMBER = re.compile(r"(?<![_-])[_-]*+\d[\w-]*+")


#: Tells which of some rows may be members of a repetition.
Eligible: TypeAlias = Callable[[Ints], Bools]


@dataclass(frozen=True, eq=False)
class Repetition:
    """Elements of one shape, and what is their body; rows are in document order."""

    members: Ints  #: elements of one shape
    bodies: Ints
    """In each member the element that holds its text; outside of members, what is named like one. The members
    themselves where most have no such element."""

    @property
    def has_bodies(self) -> bool:
        """Whether the members have bodies that are not themselves."""
        return not np.isin(self.bodies, self.members).all()


@dataclass(frozen=True, eq=False)
class Shapes:
    """The elements of a page that may be members, as parallel columns."""

    rows: Ints  #: their rows
    text: Floats  #: text in the subtree of each
    name: Ints  #: number of its tag and class
    has_class: Bools  #: whether it has a class
    shape: Ints  #: number of its own name and of those around it

    def of_shape(self, shape: int) -> Ints:
        """Places of the elements of one shape."""
        return self._by_shape[self._ahead[shape] : self._ahead[shape + 1]]

    @cached_property
    def _by_shape(self) -> Ints:
        """Places ordered by shape, those of one shape in document order."""
        return stable_order(self.shape)

    @cached_property
    def _ahead(self) -> Ints:
        """Shape: how many elements have a lower one."""
        return prefix(np.bincount(self.shape))


def find_repetition(page: Page, text: Floats, marks: Ints, eligible: Eligible) -> Repetition | None:
    """The strongest repetition of a page, if there is any.

    *text* is what the text directly in each element weighs, *marks* how many things are in it that accompany members
    (links, dates): there is one from the start of each member to the start of the next, which tells posts from mere
    paragraphs. *eligible* says which of some elements may be members; a few members may be not.

    >>> from thresher.page import Page
    >>> post = "<div class=post><a href=/ann>Ann</a><div class=body>{}</div><small>Reply</small></div>"
    >>> page = Page.from_html("<div>Mills</div>" + "".join(post.format(text) for text in ("Rye grows.", "So it does.")))
    >>> found = find_repetition(page, page.own.astype(float), page.is_tag("a").astype(int), lambda rows: rows > 0)
    >>> [page.attributes(row)["class"] for row in (*found.members, *found.bodies)]
    ['post', 'post', 'body', 'body']
    """
    shapes = shapes_of(page, subtree_sum(text, page.end))
    best = _strongest(page, shapes, prefix(marks), eligible)
    if best is None:
        return None
    return Repetition(shapes.rows[shapes.of_shape(best)], _bodies(page, shapes, best))


def shapes_of(page: Page, text: Floats) -> Shapes:
    """The names and shapes of the blocks; *text* is what each subtree weighs."""
    rows = np.flatnonzero((page.chars > 0) & ~page.inline & ~_TEXT_PARTS[page.code])
    rows = rows[rows > page.body]
    classes = page.attributes_at(rows, "class")
    # Pages repeat their class attributes, so each is looked at once.
    stem_of = class_stems(set(classes))
    numbers = {"": 0}
    number_of = {names: numbers.setdefault(stem, len(numbers)) for names, stem in stem_of.items()}
    stem = np.array([number_of[names] for names in classes], dtype=np.int64)
    # Elements around that are none of these are told apart by their tags alone.
    around = page.code + np.int64(len(numbers) * N_CODES)
    around[rows] = page.code[rows] + stem * N_CODES
    return Shapes(rows, text[rows], around[rows], stem > 0, path_numbers(rows, around, page.parent, LEVELS))


def class_stems(classes: Iterable[str | None]) -> dict[str | None, str]:
    """The first word of each of some classes, without what is numbered in it.

    >>> class_stems(["post-123 odd", "bg2 row", None])
    {'post-123 odd': 'post', 'bg2 row': 'bg', None: ''}
    """
    classes = list(classes)
    words = (names.split(maxsplit=1) if names else () for names in classes)
    stems = [found[0] if found else "" for found in words]
    for number in showing(stems, DIGITS):
        stems[number] = _NUMBER.sub("", stems[number])
    return dict(zip(classes, stems, strict=True))


@kernel
def path_numbers(rows: Ints, name: Ints, parent: Ints, levels: int) -> Ints:
    """A number for the names of each of *rows* and of the rows around it, so many levels in all.

    >>> name, parent = np.array([5, 7, 7, 7]), np.array([-1, 0, 0, 2])
    >>> path_numbers(np.array([1, 2, 3]), name, parent, levels=2).tolist()
    [0, 0, 1]
    """
    mixed, up = name[rows].astype(np.uint64), rows
    for _ in range(levels - 1):
        up = np.where(up >= 0, parent[up], -1)
        # Overflow is welcome: the numbers are only compared.
        mixed = mixed * _MIXER + np.where(up >= 0, name[up] + 1, 0).astype(np.uint64)
    numbers: dict[int, int] = {}
    return np.array([numbers.setdefault(path, len(numbers)) for path in mixed.tolist()], dtype=np.int64)


def _strongest(page: Page, shapes: Shapes, marks_ahead: Ints, eligible: Eligible) -> int | None:
    """The shape whose members have the most text, evenly spread."""
    full = np.flatnonzero(shapes.text > 0)
    if not len(full):
        return None
    shape, rows, text = shapes.shape[full], shapes.rows[full], shapes.text[full]
    share = np.bincount(shape, weights=text) / text.max()
    count = np.bincount(shape)
    marked = np.bincount(shape, weights=_accompanied(rows, shape, page.end, marks_ahead))
    fit = np.flatnonzero((count > 1) & (share >= MIN_SHARE) & (marked >= MIN_FIT * count))
    if not len(fit):
        return None
    candidates = fit[np.argsort(-share[fit], kind="stable")][:MAX_SHAPES].tolist()
    strengths = _strengths(page, shapes, candidates)
    # Of equal ones the outermost: a byline is in the post, not in its body.
    members = {each: shapes.rows[_full(shapes, each)] for each in candidates}
    order = sorted(candidates, key=lambda each: (-round(strengths[each], 6), int(members[each][0])))
    return next((each for each in order if strengths[each] and eligible(members[each]).mean() >= MIN_FIT), None)


def _full(shapes: Shapes, shape: int) -> Ints:
    """Places of the elements of one shape that have text."""
    places = shapes.of_shape(shape)
    return places[shapes.text[places] > 0]


def _accompanied(rows: Ints, shape: Ints, end: Ints, marks_ahead: Ints) -> Bools:
    """Which rows have a mark before the next row of their shape; of the last, in itself or after the one before it."""
    order = stable_order(shape)
    start, stop = rows[order], end[rows[order]]
    has_next = np.append(shape[order[1:]] == shape[order[:-1]], False)
    stop = np.where(has_next, np.append(start[1:], 0), stop)
    marked = marks_ahead[stop] > marks_ahead[start]
    marked[1:] |= ~has_next[1:] & has_next[:-1] & marked[:-1]
    found = np.zeros(len(rows), dtype=bool)
    found[order] = marked
    return found


def _strengths(page: Page, shapes: Shapes, candidates: list[int]) -> dict[int, float]:
    """How strong each of some repetitions is; 0 where only one member has text that is not in another."""
    places = [shapes.of_shape(each) for each in candidates]
    starts = np.cumsum([0, *map(len, places[:-1])])
    text = np.concatenate([_text_apart(shapes.rows[each], page.end, shapes.text[each]) for each in places])
    is_full = text > 0
    powers = np.power(text, EVENNESS, where=is_full, out=np.zeros(len(text)))
    strengths = np.add.reduceat(powers, starts) * (np.add.reduceat(is_full, starts, dtype=np.int64) > 1)
    return dict(zip(candidates, strengths.tolist(), strict=True))


def _text_apart(rows: Ints, end: Ints, text: Floats) -> Floats:
    """The text of each of *rows* without that of the ones inside of it."""
    stops = end[rows]
    if (stops[:-1] <= rows[1:]).all():
        return text
    apart, around = text.copy(), list[int]()
    for place, row in enumerate(rows.tolist()):
        while around and stops[around[-1]] <= row:
            around.pop()
        if around:
            apart[around[-1]] -= text[place]
        around.append(place)
    return apart


def _bodies(page: Page, shapes: Shapes, shape: int) -> Ints:
    """The elements that hold the text of each member: the least of those that most members have exactly once."""
    places = shapes.of_shape(shape)
    members = shapes.rows[places]
    is_member = np.zeros(len(page.tag), dtype=bool)
    is_member[members] = True
    owner = nearest(is_member, page.end)[shapes.rows]
    text = _text_apart(members, page.end, shapes.text[places])
    counting = int((text >= MIN_OF_AVERAGE * text.mean()).sum())
    wanted = (owner >= 0) & (shapes.shape != shape)
    held = MIN_BODY_SHARE * float(text.sum())
    bodies = _had_once(shapes, owner, wanted, at_least=MIN_COVER * counting, text_at_least=held)
    fitting = [each for each in bodies if _are_apart(shapes.rows[each.places], page.end)]
    if not fitting:
        return _with_namesakes(page, shapes, places, owner < 0)
    most = max(each.members for each in fitting)
    best = min((each for each in fitting if each.members >= MIN_OF_MOST * most), key=_BodyShape.order)
    return _with_namesakes(page, shapes, best.places, owner < 0)


class _BodyShape(NamedTuple):
    """A shape that may be that of the bodies."""

    members: int  #: members that have it
    text: float  #: what it holds of their text
    places: Ints

    def order(self) -> tuple[float, int]:
        """The least text first, and of equal ones the innermost."""
        return self.text, -int(self.places[0])


def _had_once(
    shapes: Shapes, owner: Ints, inside: Bools, *, at_least: float, text_at_least: float
) -> Iterator[_BodyShape]:
    """The shapes that enough members have, each of them exactly once, and that hold enough text."""
    size = int(shapes.shape.max()) + 1
    count = np.bincount(shapes.shape[inside], minlength=size)
    text = np.bincount(shapes.shape[inside], weights=shapes.text[inside], minlength=size)
    enough = np.flatnonzero((count >= max(at_least, 1)) & (text >= text_at_least))
    for shape in enough[np.argsort(text[enough], kind="stable")][:MAX_SHAPES].tolist():
        places = shapes.of_shape(shape)
        places = places[inside[places]]
        if len(np.unique(owner[places])) == len(places):
            yield _BodyShape(len(places), float(text[shape]), shapes.of_shape(shape))


def _with_namesakes(page: Page, shapes: Shapes, bodies: Ints, outside: Bools) -> Ints:
    """Rows of the bodies and of what outside of all members is named alike: the post that opens a thread."""
    rows = shapes.rows[bodies]
    if not shapes.has_class[bodies[0]]:
        return rows
    namesakes = shapes.rows[outside & (shapes.name == shapes.name[bodies[0]])]
    together = np.union1d(rows, namesakes)
    return together if _are_apart(together, page.end) else rows


def _are_apart(rows: Ints, end: Ints) -> bool:
    """Whether none of the rows is in the subtree of another."""
    return bool((end[rows[:-1]] <= rows[1:]).all())
