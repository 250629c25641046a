"""What formats made of tags have in common within paragraphs: tags around words, links, escaped text."""

from __future__ import annotations

import re
from collections import defaultdict
from html import escape as escape_attribute
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from thresher.page.columns import Bools, Ints
from thresher.page.kernels import kernel
from thresher.page.tags import tag_set
from thresher.writers.phrases import MAX_LEVELS, NESTING, Phrases
from thresher.writers.weave import EDGES, LINE, Loom

if TYPE_CHECKING:
    from thresher.writers.pictures import Picture

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
