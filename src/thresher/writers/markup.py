"""What formats made of tags have in common within paragraphs: tags around words, links, escaped text."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING, ClassVar

from thresher.page.columns import Bools, Ints
from thresher.page.kernels import kernel
from thresher.page.tags import CODES, tag_set
from thresher.writers.escape import enclosed
from thresher.writers.named import Names
from thresher.writers.phrases import Phrases
from thresher.writers.weave import EDGES, LINE, Loom

if TYPE_CHECKING:
    from thresher.writers.pictures import Picture

#: An element without text; films and sounds have none.
_EMPTY = re.compile(r"<((?!video|audio)\w+)(?: [^<>]*)?></\1>")


#: What is escaped in attributes.
_MARKUP = "&<>\"'"
#: A tag that is closed where another one ends.
_CLOSED_AT_ONCE = re.compile(r"></(\w+)>")


class Tags(Phrases):
    """Writes paragraphs with tags in them."""

    NAMES: ClassVar[dict[str, str]]  #: names of elements within a line, and the tag that each is written as
    ASKED: ClassVar[Bools] = tag_set()  #: those of them that are no more than their text unless `marked` says so
    LINE_BREAK: ClassVar[str]  #: how the end of a line is written
    LINK: ClassVar[tuple[str, str]]  #: the tag of a link, and its attribute
    _names: ClassVar[Names]
    _tags: ClassVar[dict[int, tuple[str, str]]]

    def __init_subclass__(cls) -> None:
        """Note which elements a subclass has tags for."""
        if hasattr(cls, "NAMES"):
            cls._names = Names(flags=tag_set(*cls.NAMES) & ~cls.ASKED)
            cls._tags = {CODES[name]: (f"<{tag}>", f"</{tag.partition(' ')[0]}>") for name, tag in cls.NAMES.items()}

    def escaped(self, texts: list[str]) -> list[str]:
        """Texts of runs, escaped."""
        return escape_markup(texts)

    def put_signs(self, loom: Loom) -> None:
        """Put tags around text; most names count only where they are not inside of themselves."""
        if numbers := self.counting(self.marked()):
            starts, stops = zip(*self.tags(numbers), strict=True)
            loom.put_around(numbers, list(starts), list(stops))

    def marked(self) -> Ints:
        """Elements within a line that are written as such."""
        return self.free(self.meant(self._names))

    def tags(self, numbers: list[int]) -> list[tuple[str, str]]:
        """The tags of elements within a line."""
        return [self._tags[code] for code in self.kept.code[numbers].tolist()]

    def code(self, number: int, words: str) -> str:
        """Code within a line, in a link if all of it is one."""
        written, address = f"<code>{escape_text(words)}</code>", self.link_inside(number, words)
        return written.join(self.link(address)) if address else written

    def link(self, address: str) -> tuple[str, str]:
        """The tags of a link."""
        starts, stops = self.link_signs([address])
        return starts[0], stops[0]

    def link_signs(self, addresses: list[str]) -> tuple[list[str], list[str]]:
        """The tags of links."""
        name, told = self.LINK
        starts = enclosed(addresses, f'<{name} {told}="', '">', _MARKUP, escape)
        return starts, [f"</{name}>"] * len(starts)

    def finished(self, paragraphs: list[str], marked: list[int]) -> list[str]:
        """Paragraphs without empty elements and with line breaks written out."""
        for number in hollow(paragraphs):
            paragraphs[number] = _without_empty(paragraphs[number])
        for number in marked:
            paragraphs[number] = paragraphs[number].replace(LINE, self.LINE_BREAK)
        return paragraphs


def _without_empty(text: str) -> str:
    """A paragraph without elements that have nothing in them.

    >>> _without_empty("rye <b><i></i></b>")
    'rye'
    """
    whole = text
    while _is_hollow(text) and (shorter := _EMPTY.sub("", text)) != text:
        text = shorter
    return text if text is whole else text.strip(EDGES)


@kernel
def hollow(texts: list[str]) -> list[int]:
    """Which of the texts may have an element without anything in it.

    >>> hollow(["<i></i>", "<a><i>rye</i></a>", "<b><img></b>"])
    [0]
    """
    return [number for number, text in enumerate(texts) if "></" in text and _is_hollow(text)]


def _is_hollow(text: str) -> bool:
    """Whether a tag may close the one right before it; to look at their ends only is much faster."""
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
    return escape(text, quote=False)


@kernel
def escape_markup(texts: list[str], quotes: bool = False) -> list[str]:
    """Texts as they stand between tags, or between the *quotes* of an attribute.

    >>> escape_markup(["a < b & c", 'd"']), escape_markup(["'"], True)
    (['a &lt; b &amp; c', 'd"'], ['&#x27;'])
    """
    return [escape(text, quote=quotes) for text in texts]


def attribute(name: str, value: object) -> str:
    """An attribute, with the blank before it.

    >>> attribute("alt", 'a "b" <c>')
    ' alt="a &quot;b&quot; &lt;c&gt;"'
    """
    return f' {name}="{escape(str(value))}"'


def image_attributes(pictures: list[Picture], source: str, words: str) -> list[str]:
    """The attributes of pictures, whatever a format calls them."""
    addresses, told = (escape_markup([picture[place] for picture in pictures], True) for place in (0, 1))
    return [f' {source}="{address}" {words}="{each}"' for address, each in zip(addresses, told, strict=True)]
