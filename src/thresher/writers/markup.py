"""What formats made of tags have in common: paragraphs with tags in them, and the elements around paragraphs."""

from __future__ import annotations

import re
from collections import defaultdict
from html import escape as escape_attribute
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from thresher.page.columns import Bools, Ints
from thresher.page.kernels import kernel
from thresher.page.tags import tag_set
from thresher.writers import codes
from thresher.writers.outline import Outline
from thresher.writers.phrases import MAX_LEVELS, NESTING, Phrases
from thresher.writers.tables import MAX_COLUMN_SPAN, MAX_ROW_SPAN, span
from thresher.writers.walker import Numbers, Texts, Walker
from thresher.writers.weave import EDGES, LINE, Loom

if TYPE_CHECKING:
    from thresher.writers.pictures import Picture

#: Elements nested deeper than this are left out, their text is not [D]; browsers themselves stop at 512.
MAX_DEPTH = 200
#: An element without text; films and sounds have none.
_EMPTY = re.compile(r"<((?!video|audio)\w+)(?: [^<>]*)?></\1>")


#: What no value of an attribute may hold as it is.
_SPECIAL = re.compile("[&<>\"']")
#: A tag that is closed where another one ends.
_CLOSED_AT_ONCE = re.compile(r"></(\w+)>")


class Tags(Phrases):
    """Writes paragraphs with tags in them."""

    NAMES: ClassVar[dict[str, str]]  #: names of elements within a line, and the tag that each is written as
    LINE_BREAK: ClassVar[str]  #: how the end of a line is written
    LINK: ClassVar[tuple[str, str]]  #: the tag of a link, and its attribute
    SPECIAL: ClassVar[str] = "&<>"
    _flags: ClassVar[Bools]

    def __init_subclass__(cls) -> None:
        """Note which elements a subclass has tags for."""
        if hasattr(cls, "NAMES"):
            cls._flags = tag_set(*cls.NAMES)

    def escaped(self, texts: list[str], signs: str) -> list[str]:
        """Texts of runs, escaped."""
        return escape_markup(texts) if signs else texts

    def put_signs(self, loom: Loom) -> None:
        """Put tags around text; most names count only where they are not inside of themselves."""
        found = self.free(self.meant(self._flags))
        if len(found):
            self.put_tags(loom, [number for number in self._not_too_deep(found) if number not in self.notes.calls])

    def put_tags(self, loom: Loom, numbers: list[int]) -> None:
        """Put the tags of elements around their text."""
        tags = [self.tag(number) for number in numbers]
        loom.put_around(np.array(numbers, dtype=np.int64), [start for start, _ in tags], [stop for _, stop in tags])

    def _not_too_deep(self, found: Ints) -> list[int]:
        """Those of *found* that count where elements of one name are inside of each other."""
        kept = self.kept
        columns = found.tolist(), kept.code[found].tolist(), kept.row[found].tolist(), kept.end[found].tolist()
        around: defaultdict[int, list[int]] = defaultdict(list)  # name: where the elements end that are open
        numbers = []
        for number, code, row, end in zip(*columns, strict=True):
            ends = around[code]
            while ends and ends[-1] <= row:
                ends.pop()
            if len(ends) < (MAX_LEVELS if NESTING[code] else 1):
                numbers.append(number)
            ends.append(end)
        return numbers

    def tag(self, number: int) -> tuple[str, str]:
        """The tags of an element within a line."""
        name = self.NAMES[self.page.tag[self._rows[number]]]
        return f"<{name}>", f"</{name.partition(' ')[0]}>"

    def code(self, number: int, words: str) -> str:
        """Code within a line, in a link if all of it is one."""
        written, address = f"<code>{escape_text(words)}</code>", self.link_inside(number, words)
        return written.join(self.link(address)) if address else written

    def link(self, address: str) -> tuple[str, str]:
        """The tags of a link."""
        starts, stops = self.link_signs([address])
        return starts[0], stops[0]

    def link_signs(self, addresses: list[str]) -> tuple[list[str], list[str]]:
        """The tags of links, whose addresses are escaped in one go."""
        name, told = self.LINK
        escaped = escape_attribute("\n".join(addresses)).split("\n")
        if len(escaped) != len(addresses):  # there are none, or the page's own address has line breaks
            escaped = [escape_attribute(address) for address in addresses]
        return [f'<{name} {told}="{address}">' for address in escaped], [f"</{name}>"] * len(escaped)

    def finished(self, paragraphs: list[str], marked: list[int]) -> list[str]:
        """Paragraphs without empty elements and with line breaks written out."""
        paragraphs = [_without_empty(text) if "></" in text else text for text in paragraphs]
        for number in marked:
            paragraphs[number] = paragraphs[number].replace(LINE, self.LINE_BREAK)
        return paragraphs


class Markup(Walker):
    """Writes paragraphs and the elements around them as tags."""

    #: Elements that text may stand in without an element of its own, and those in which it always does.
    BARE: ClassVar[frozenset[str]] = frozenset()
    ONE_LINE: ClassVar[frozenset[str]] = frozenset()
    SPANS: ClassVar[tuple[str, str]]  #: the attributes that say how many columns and rows a cell takes ...
    MAX_SPANS: ClassVar[tuple[int, int]] = (MAX_COLUMN_SPAN, MAX_ROW_SPAN)  #: ... and how many that may be

    def __init__(self, outline: Outline, paragraphs: list[str]) -> None:
        super().__init__(outline, paragraphs)
        self.out: list[str] = []
        self._around: list[int] = outline.kept.around.tolist()
        self._paragraph_around = outline.atoms.around[outline.atoms.first].tolist()
        self._open: list[tuple[str, int]] = []  #: names of elements that are open, and how many blocks are around
        self._bare_end = -1  #: where a paragraph without a tag ended
        self._left_out = 0  #: how many elements are open that were not written
        self.in_one_line = False  #: whether an element is open that holds only text
        self.joined: dict[int, str] = {}  #: paragraphs that are written with the element around them, and how

    def stretch(self, numbers: slice) -> None:
        """Write paragraphs, with tags of their own unless they stand directly in an element that may have text."""
        name, around = self._open[-1] if self._open else ("", -1)
        if name in self.ONE_LINE:
            for text in filter(None, self.paragraphs[numbers]):
                self.out += (text, " ")
        elif name in self.BARE:
            joined = {} if self.is_deep else self.joined
            for number in range(numbers.start, numbers.stop):
                if number in joined:
                    self.out.append(joined[number])
                else:
                    self._bare(self.paragraphs[number], is_direct=around == self._paragraph_around[number])
        else:
            self.write_paragraphs(numbers)

    @property
    def is_deep(self) -> bool:
        """Whether no further elements are written."""
        return bool(self._left_out) or len(self._open) >= MAX_DEPTH

    def write_paragraphs(self, numbers: slice) -> None:
        """Write paragraphs that have tags of their own."""
        for text in filter(None, self.paragraphs[numbers]):
            self.write_paragraph(text)

    def _bare(self, text: str, *, is_direct: bool) -> None:
        """Write a paragraph in an element that it may stand in without a tag, unless another one did just that."""
        if is_direct and text and len(self.out) != self._bare_end:
            self.out.append(text)
            self._bare_end = len(self.out)
        elif text:
            self.write_paragraph(text)

    def wholes(self, numbers: Numbers, name: str, attributes: list[str] | None = None) -> None:
        """Write elements of one name around one paragraph each and nothing else."""
        in_line, is_bare, around = name in self.ONE_LINE, name in self.BARE, self._around
        is_left_out = self.is_deep or self.in_one_line
        paragraph_of, paragraph_around = self._paragraph_of, self._paragraph_around
        for number, told in zip(numbers, attributes or [""] * len(numbers), strict=True):
            paragraph = paragraph_of[number]
            text = self.paragraphs[paragraph]
            is_direct = in_line or (is_bare and around[number] == paragraph_around[paragraph])
            if is_left_out or not text or (paragraph in self.joined and not is_direct):
                self.start(number, name, told)
                self.only_stretch(number)
                self.stop()
            elif is_direct:
                self.out.append(f"<{name}{told}>{text}</{name}>\n")
            else:
                self.out.append(f"<{name}{told}>")
                self.write_paragraph(text)
                self.out.append(f"</{name}>\n")

    def spans(self, numbers: Numbers) -> Texts:
        """How many columns and rows cells take, as attributes, where that is more than one."""
        told = [""] * len(numbers)
        for place, number in enumerate(numbers) if self.cell_spans else ():
            values = self.cell_spans.get(number, ())
            for name, value, most in zip(self.SPANS, values, self.MAX_SPANS, strict=False):
                if (count := span(value, most)) > 1:
                    told[place] += attribute(name, count)
        return told

    def write_paragraph(self, text: str) -> None:
        """Write a paragraph that has a tag of its own."""
        self.out.append(f"<p>{text}</p>\n")

    def code(self, number: int) -> str:
        """The text of preformatted text, escaped; empty where it is only the numbers of lines."""
        row = self.row(number)
        places = (row, int(self.page.parent[row]))
        if any(codes.is_line_numbers(self.page.tree.elements[place].attr("class")) for place in places):
            return ""
        return escape_text(codes.code_text(self.outline, number))

    def start(self, number: int, name: str, attributes: str = "") -> None:
        """Open an element, unless it is too deep or inside of one that holds only text."""
        if self.is_deep or self.in_one_line:
            self._left_out += 1
            return
        self._open.append((name, self._around[number]))
        self.in_one_line = name in self.ONE_LINE
        self.out.append(f"<{name}{attributes}>")

    def stop(self) -> None:
        """Close the element that was opened last."""
        if self._left_out:
            self._left_out -= 1
            return
        name, _ = self._open.pop()
        if self.in_one_line and self.out[-1] == " ":
            self.out.pop()
        self.in_one_line = False
        self.out.append(f"</{name}>\n")


def _without_empty(text: str) -> str:
    """A paragraph without elements that have nothing in them.

    >>> _without_empty("rye <b><i></i></b>")
    'rye'
    """
    whole = text
    while _may_have_empty(text) and (shorter := _EMPTY.sub("", text)) != text:
        text = shorter
    return text if text is whole else text.strip(EDGES)


def _may_have_empty(text: str) -> bool:
    """Whether there may be an element without anything in it; to look at their ends only is much faster."""
    for found in _CLOSED_AT_ONCE.finditer(text):
        start = text.rfind("<", 0, found.start()) + 1
        if text.startswith(found[1], start):
            return True
    return False


def escape_text(text: str) -> str:
    """Text as it stands between tags.

    >>> escape_text("a < b & c")
    'a &lt; b &amp; c'
    """
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


@kernel
def escape_markup(texts: list[str]) -> list[str]:
    """Texts as they stand between tags.

    >>> escape_markup(["a < b & c", "d"])
    ['a &lt; b &amp; c', 'd']
    """
    return escape_text("\x00".join(texts)).split("\x00") if texts else texts


def attribute(name: str, value: object) -> str:
    """An attribute, with the blank before it.

    >>> attribute("alt", 'a "b" <c>')
    ' alt="a &quot;b&quot; &lt;c&gt;"'
    """
    return f' {name}="{escape_attribute(str(value))}"'


def image_attributes(picture: Picture, source: str, words: str) -> str:
    """The attributes of a picture, whatever a format calls them."""
    address, told = (escape_attribute(text) if _SPECIAL.search(text) else text for text in picture)
    return f' {source}="{address}" {words}="{told}"'
