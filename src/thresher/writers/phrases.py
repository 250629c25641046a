"""`Phrases`: which elements within the paragraphs of a page are written how, whatever the format.

A format is a subclass that says how each kind of element is written; this base finds them, drops what only serves or
repeats others, and has everything woven into paragraphs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import ClassVar

import numpy as np

from thresher.page.columns import Ints, prefix
from thresher.page.hidden import Cause
from thresher.page.tags import BLOCK, CODES, tag_set
from thresher.page.whitespace import collapse
from thresher.writers import formulas
from thresher.writers.addresses import Addresses
from thresher.writers.codes import code_text
from thresher.writers.escape import beginning_with, have_marks, without_marks
from thresher.writers.lists import is_box_of_item
from thresher.writers.named import Names
from thresher.writers.nests import inside, not_too_deep, outermost
from thresher.writers.notes import Notes, notes_of
from thresher.writers.outline import CODE, Outline
from thresher.writers.pictures import Instead, Picture, pictures_of, player_of
from thresher.writers.unmeant import (
    FORMULA,
    edit_links,
    is_permalink,
    links_in_headings,
    rendered_formulas,
    unmeant_emphasis,
)
from thresher.writers.weave import Loom

PREFORMATTED = Names("pre", "listing", "xmp", "plaintext")
LINKS, PICTURE = Names("a"), Names("img", "amp-img")
#: Controls stand in a line, but apart from each other.
CONTROLS = Names("button", "select", "textarea")
TICK = Names("input")
PLAYER = Names("video", "amp-video", "audio", "iframe", "amp-iframe", "embed", "object")
#: Elements whose text is always written as a whole; what is in an object stands in for it.
TAKING = Names(flags=PREFORMATTED.flags | PLAYER.flags & ~tag_set("embed", "object") | tag_set("math"))
#: Elements that mean something inside of one of their own kind, and how often.
NESTING, MAX_LEVELS = tag_set("q", "sub", "sup", "rt", "ruby", "bdi", "bdo", "span", "font"), 4

_NOSCRIPT = int(Cause.NOSCRIPT)
_CODE_IN_LINE = Names(flags=CODE.flags & ~BLOCK)
_MOST_LEVELS = np.where(NESTING, MAX_LEVELS, 1).astype(np.uint8)
_NOBODY = np.zeros(0, dtype=np.int64)


class Phrases:
    """Writes the paragraphs of an outline; elements are named by their number in it."""

    with_notes: ClassVar[bool] = True  #: whether the format has footnotes
    ticked: ClassVar[str] = "☑ "  #: a box that is ticked ...
    unticked: ClassVar[str] = "☐ "  #: ... and one that is not
    code_as_whole: ClassVar[bool] = True  #: whether code within a line is written without the elements in it

    def __init__(self, outline: Outline, *, links: bool, images: bool) -> None:
        self.outline, self.page, self.kept = outline, outline.page, outline.kept
        self.links, self.images = links, images
        self._rows = outline.rows
        self.addresses = Addresses(self.page)
        self.hrefs = self._hrefs()
        numbers, leading = list(self.hrefs), beginning_with(list(self.hrefs.values()), "#")
        #: the addresses of links to places on the page itself
        self._inner = {numbers[place]: self.hrefs[numbers[place]] for place in leading}
        self.notes = notes_of(outline, self._inner) if self.with_notes and self._inner else Notes()
        self.has_formulas = bool(len(self.kept.having(FORMULA)))
        self.unmeant = unmeant_emphasis(outline)
        taking = self._taking()
        #: whether an element is inside of one whose text is written as a whole, where there are any
        self._taken = inside(self.kept.row, self.kept.row[taking], self.kept.end[taking]) if len(taking) else None

    def paragraphs(self) -> list[str]:
        """Each paragraph of the outline; empty where its text is written elsewhere."""
        if have_marks(texts := self.outline.texts):
            texts[:] = map(without_marks, texts)
        self._leave_out(self.notes.ways_back)
        self._leave_out(self._permalinks())
        self._leave_out(edit_links(self.outline, self.hrefs))
        if self.has_formulas:
            self._leave_out(rendered_formulas(self.outline))
        loom = Loom(self.outline, self.escaped(texts))
        links = self._put_links(loom)
        if len(controls := self.free(self.kept.having(CONTROLS))):
            loom.put_around(controls.tolist(), [" "] * len(controls), [" "] * len(controls))
        self.put_signs(loom)
        for names, written in self._writers():
            numbers = self.free(self.kept.having(names))
            if len(numbers):
                loom.replace(numbers, written(numbers.tolist()))
        if self.notes.calls:
            calls = np.array(sorted(self.notes.calls))
            loom.replace(calls, [self.call(self.notes.calls[number]) for number in calls.tolist()])
        self.linked(loom.texts, links)
        return self.finished(*loom.weave())

    def _writers(self) -> tuple[tuple[Names, Callable[[list[int]], list[str]]], ...]:
        """Elements that something else stands for, and what writes that."""
        common = (
            (PREFORMATTED, lambda numbers: [""] * len(numbers)),
            (FORMULA, _each(self._formula)),
            (PICTURE, self._pictures),
            (PLAYER, _each(self._player)),
            (TICK, _each(self._tick)),
        )
        return ((_CODE_IN_LINE, _each(self._code)), *common) if self.code_as_whole else common

    # How a format writes.

    def escaped(self, texts: list[str]) -> list[str]:
        """Texts of runs as they stand in the format."""
        raise NotImplementedError

    def put_signs(self, loom: Loom) -> None:
        """Put what the format writes before and after emphasised text and the like."""
        raise NotImplementedError

    def link_signs(self, addresses: list[str]) -> tuple[list[str], list[str]]:
        """What stands before and after the texts of links."""
        raise NotImplementedError

    def pictures(self, pictures: list[Picture]) -> list[str]:
        """Some pictures."""
        raise NotImplementedError

    def player(self, picture: Picture, name: str) -> str:
        """What an element of that name plays."""
        raise NotImplementedError

    def code(self, number: int, words: str) -> str:
        """Code within a line."""
        raise NotImplementedError

    def formula(self, formula: formulas.Formula) -> str:
        """A formula."""
        raise NotImplementedError

    def call(self, label: str) -> str:
        """The call of a footnote."""
        raise NotImplementedError

    def finished(self, paragraphs: list[str], marked: list[int]) -> list[str]:
        """Paragraphs that were woven, with what the marks stand for in those that have any."""
        raise NotImplementedError

    # What is written, and what is not.

    def counting(self, numbers: Ints) -> list[int]:
        """Those of *numbers* that count where elements of one name are inside of each other, and call no footnotes."""
        kept, calls = self.kept, self.notes.calls
        found = not_too_deep(numbers, _MOST_LEVELS, kept.code, kept.row, kept.end)
        return [number for number in found if number not in calls] if calls else found

    def meant(self, names: Names) -> Ints:
        """Elements of some names, but for those that emphasise nearly everything."""
        return self.kept.having(names if self.unmeant is None else Names(flags=names.flags & ~self.unmeant))

    def free(self, numbers: Ints) -> Ints:
        """Those of *numbers* that are not inside of an element whose text is written as a whole."""
        return numbers if self._taken is None else numbers[~self._taken[numbers]]

    def _hrefs(self) -> dict[int, str]:
        """The address of each link."""
        numbers = self.kept.having(LINKS)
        found = self.page.attributes_at(self.kept.row[numbers], "href")
        return _known(numbers.tolist(), found)

    def _taking(self) -> Ints:
        """Elements whose text is written as a whole, none of them inside another."""
        kept, code = self.kept, self.kept.having(CODE) if self.code_as_whole else _NOBODY
        numbers = kept.having(TAKING)
        if not len(code) and not len(numbers) and not self.notes.calls:
            return _NOBODY
        if len(code):
            blocks = prefix(BLOCK[kept.code])
            code = code[blocks[kept.row.searchsorted(kept.end[code])] == blocks[code]]
        calls = np.array(list(self.notes.calls), dtype=np.int64)
        numbers = np.sort(np.concatenate((numbers, code, calls)))
        return numbers[outermost(kept.row[numbers], kept.end[numbers])]

    def _leave_out(self, numbers: Iterable[int]) -> None:
        """Leave out the text of elements."""
        for number in numbers:
            start, stop = int(self.kept.start[number]), int(self.kept.stop[number])
            self.outline.texts[start:stop] = [""] * (stop - start)

    def _permalinks(self) -> list[int]:
        """Links that are signs for the heading that they stand in; those around its words link no more."""
        found = links_in_headings(self.outline, list(self._inner)) if self._inner else []
        for number in found:
            del self.hrefs[number]
        return [number for number in found if is_permalink(self.outline.raw(number))]

    def _put_links(self, loom: Loom) -> Ints:
        """Put what stands around the text of links, and say which; of links around each other the outermost counts."""
        if not self.links or not self.hrefs:
            return _NOBODY
        addresses = _known(self.hrefs, self.addresses.links(list(self.hrefs.values())))
        numbers = self.free(np.array(list(addresses), dtype=np.int64))
        if self.notes.calls:
            numbers = numbers[~np.isin(numbers, list(self.notes.calls))]
        numbers = numbers[outermost(self.kept.row[numbers], self.kept.end[numbers])]
        found = numbers.tolist()
        starts, stops = self.link_signs(list(map(addresses.__getitem__, found)))
        loom.put_around(found, starts, stops, once=True)
        return numbers

    def linked(self, texts: list[str], links: Ints) -> None:
        """Change the texts of links, where a format must."""

    def _code(self, number: int) -> str:
        """Code within a line, with the white space around it."""
        row, end = self._rows[number], int(self.kept.end[number])
        has_lines = end > row + 1 and (self.page.code[row:end] == CODES["br"]).any()
        raw = code_text(self.outline, number) if has_lines else self.outline.raw(number)
        words = collapse(raw)
        if not words:
            return raw[:1]
        return f"{' ' * raw[0].isspace()}{self.code(number, words)}{' ' * raw[-1].isspace()}"

    def link_inside(self, number: int, words: str) -> str | None:
        """The address of a link that is around all the text of an element."""
        link = next((inner for inner in range(number + 1, number + 4) if inner in self.hrefs), None)
        if not self.links or link is None or self.kept.row[link] >= self.kept.end[number]:
            return None
        return self.addresses.link(self.hrefs[link]) if collapse(self.outline.raw(link)) == words else None

    def _formula(self, number: int) -> str:
        row = self._rows[number]
        is_script = self.page.tag[row] == "script"
        found = formulas.tex_script(self.page, row) if is_script else formulas.mathml(self.page, row)
        return self.formula(replace(found, text=without_marks(found.text))) if found is not None else ""

    def _pictures(self, numbers: list[int]) -> list[str]:
        """Pictures, or the texts that they stand for."""
        rows = [self._rows[number] for number in numbers]
        found = pictures_of(self.page, rows, self.addresses)
        written = [self._instead(each) if isinstance(each, Instead) else "" for each in found]
        pictures = {place: each for place, each in enumerate(found) if self.images and isinstance(each, Picture)}
        if pictures and (self.page.hidden[rows] & _NOSCRIPT).any():
            pictures = self._not_repeated(rows, pictures)
        for place, picture in zip(pictures, self.pictures(list(pictures.values())), strict=True):
            written[place] = picture
        return written

    def _instead(self, found: Instead) -> str:
        """The text that a picture stands for."""
        if found.is_formula:
            return self.formula(formulas.Formula(formulas.tidy_tex(found.text), is_tex=True, is_block=False))
        return self.escaped([found.text])[0]

    def _not_repeated(self, rows: list[int], pictures: dict[int, Picture]) -> dict[int, Picture]:
        """Pictures by their places among some rows: for readers without scripts pages bring many of them twice."""
        kept, last = dict[int, Picture](), 0
        for place, picture in pictures.items():
            causes = self.page.hidden[[rows[place], rows[last]]] & _NOSCRIPT
            if kept and causes.any():
                is_same = kept[last].address == picture.address
                if is_same or (causes[0] and self._stands_in(rows[place], rows[last])):
                    continue
            kept[place], last = picture, place
        return kept

    def _stands_in(self, row: int, last: int) -> bool:
        """Whether a picture for readers without scripts is right behind the one in the *last* row."""
        around = row
        while around > 0 and self.page.code[around] != CODES["noscript"]:
            around = int(self.page.parent[around])
        return last == around - 1

    def _player(self, number: int) -> str:
        row = self._rows[number]
        found = player_of(self.page, row, self.addresses)
        if found is None or not self.links:
            return ""
        return self.player(found, self.page.tag[row])

    def _tick(self, number: int) -> str:
        """The box of an item, ticked or not; other boxes are to be filled in, not to be read."""
        row = self._rows[number]
        if not is_box_of_item(self.page, row):
            return ""
        return self.unticked if self.page.tree.elements[row].attr("checked") is None else self.ticked

    def has_brackets(self, number: int) -> bool:
        """Whether the page has brackets of its own before a reading."""
        return bool(self.page.code[self.kept.row[number] - 1] == CODES["rp"])


def _known(numbers: Iterable[int], values: list[str | None]) -> dict[int, str]:
    """The values of some numbers, as far as they have one."""
    return {number: value for number, value in zip(numbers, values, strict=True) if value is not None}


def _each(written: Callable[[int], str]) -> Callable[[list[int]], list[str]]:
    """What writes several elements, of what writes one."""
    return lambda numbers: list(map(written, numbers))
