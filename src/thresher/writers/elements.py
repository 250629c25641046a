"""The elements around the paragraphs of a format: what elements of a page become, and what may stand in what."""

from __future__ import annotations

from typing import NamedTuple

from thresher.page.columns import Bools, Codes, Ints
from thresher.page.kernels import kernel

#: Elements nested deeper than this are left out, their text is not [D]; browsers themselves stop at 512.
MAX_DEPTH = 200


class Element(NamedTuple):
    """What an element of a page is written as: an element around its paragraphs, or a block instead of all of it."""

    name: str = ""  #: empty: a block, or nothing
    attributes: str = ""  #: without a name: those of the paragraphs in it
    block: str = ""  #: an element without paragraphs; empty: nothing
    in_line: str = ""  #: what stands for that block where only text may stand
    section: str = ""  #: attributes of the section that it begins where nothing is open, with a head of this name


#: What an element is written as, from the outside in.
Written = tuple[Element, ...]


class Grammar(NamedTuple):
    """What may stand in what, by the names of elements of a format."""

    one_line: frozenset[str]  #: elements that hold only text
    bare: frozenset[str]  #: elements that text may stand in directly
    #: An element that is open, and one in it: what is opened in between. Nothing open is "", a paragraph is "p".
    between: dict[tuple[str, str], tuple[str, ...]]
    fillings: dict[str, str]  #: elements that cannot be empty: what stands in them if they are
    section: str = ""  #: the element of a section, if everything stands in sections
    headed: str = ""  #: an element that a head may stand in, ...
    begun: str = ""  #: ... and one that may begin with one; elsewhere a head is a paragraph
    most: int = MAX_DEPTH  #: elements nested deeper than this are left out, their text is not


class Outlined(NamedTuple):
    """Columns of the kept elements of a page, then of its paragraphs."""

    code: Codes  #: the number of its name
    wanted: Bools  #: whether it is written
    opens: Ints  #: the place where it opens
    closes: Ints  #: the place where it closes
    around: Ints  #: how many blocks are around it, itself included
    places: Ints  #: paragraph: where it begins
    blocks: Ints  #: paragraph: how many blocks are around it


@kernel
def elements_around(
    outlined: Outlined, paragraphs: list[str], known: list[Written], own: dict[int, Written], grammar: Grammar
) -> str:
    """Paragraphs and the elements around them, as a format with this grammar writes them.

    What an element is written as is *known* by its code, unless it has something of its *own*.

    >>> import numpy as np
    >>> code, opens, closes, around = np.array([[1, 2], [0, 1], [5, 3], [1, 2]])
    >>> outlined = Outlined(code.astype(np.uint8), code > 0, opens, closes, around, np.array([2, 4]), np.array([2, 1]))
    >>> known, own = [(), (Element("list"),), (Element("item"),)], {1: (Element("item", ' n="1"'),)}
    >>> grammar = Grammar(frozenset(), frozenset(("item",)), {("list", "p"): ("item",)}, {})
    >>> print(elements_around(outlined, ["Rye", "Oats"], known, own, grammar))
    <list><item n="1">Rye</item>
    <item><p>Oats</p></item>
    </list>
    <BLANKLINE>
    """
    code, wanted, opens, closes, around, places, blocks = outlined
    written = {number: own.get(number, known[code[number]]) for number in wanted.nonzero()[0].tolist()}
    # At each place elements close, the inner ones first; then one opens; then a paragraph begins.
    events = [(int(places[paragraph]), 2, paragraph) for paragraph in range(len(paragraphs))]
    for number in written:
        events += [(int(opens[number]), 1, number), (int(closes[number]), 0, -number)]
    pen = _Pen(grammar)
    for _, kind, number in sorted(events):
        if kind == 0:
            pen.close(written[-number])
        elif kind == 1:
            pen.open(written[number], int(around[number]))
        else:
            pen.paragraph(paragraphs[number], int(blocks[number]))
    return pen.finished()


class _Pen:
    """Writes elements and paragraphs in document order."""

    def __init__(self, grammar: Grammar) -> None:
        self.grammar = grammar
        self.out: list[str] = []
        self._names: list[str] = []  #: elements that are open ...
        self._around: list[int] = []  #: ... and how many blocks are around each of them
        self._between: list[int] = []  #: for each element that was started, how many were opened around it
        self._left_out = 0  #: how many elements are open that were not written
        self._bare_end = -1  #: where a paragraph without a tag ended
        self._told = ""  #: attributes of paragraphs
        self._has_section = False

    @property
    def _in_one_line(self) -> bool:
        """Whether only text may stand here."""
        return bool(self._names) and self._names[-1] in self.grammar.one_line

    def open(self, written: Written, around: int) -> None:
        """Open what an element is written as."""
        for element in written:
            if element.section and not self._names and not self._left_out:
                self._end_section()
                self._begin_section(element.section)
                if element.name:
                    self._start("head", "", around)
                else:
                    self._block(element.block, "")
            elif element.name:
                self._start(self._placed(element.name), element.attributes, around)
            elif not element.section:
                self._told = element.attributes or self._told
                self._block(element.block, element.in_line)

    def close(self, written: Written) -> None:
        """Close what an element is written as."""
        for element in reversed(written):
            if element.name:
                filling = self.grammar.fillings.get(element.name)
                if filling and self.out[-1].startswith(f"<{element.name}"):
                    self.out.append(filling)
                for _ in range(self._between.pop() + 1):
                    self._pop()
            elif element.attributes:
                self._told = ""

    def paragraph(self, text: str, around: int) -> None:
        """Write a paragraph, with a tag of its own unless it stands directly in an element that may have text."""
        if not text:
            return
        if self._in_one_line:
            self.out += (text, " ")
        elif self._names and self._is_bare(around):
            self.out.append(text)
            self._bare_end = len(self.out)
        else:
            self._block(f"<p{self._told}>{text}</p>", "")

    def finished(self) -> str:
        """All that was written."""
        self._end_section()
        return "".join(self.out)

    def _is_bare(self, around: int) -> bool:
        """Whether a paragraph needs no tag; of several behind each other only the first does not."""
        is_direct = self._names[-1] in self.grammar.bare and self._around[-1] == around
        return is_direct and len(self.out) != self._bare_end

    def _placed(self, name: str) -> str:
        """The name of an element here: a head out of place is a paragraph."""
        grammar, top = self.grammar, self._names[-1] if self._names else ""
        is_misplaced = name == "head" and top != grammar.headed and self.out[-1:] != [f"<{grammar.begun}>"]
        return "p" if is_misplaced else name

    def _block(self, block: str, in_line: str) -> None:
        """Write a block and what it needs around it, or what stands for it where only text may stand."""
        if self._in_one_line or not block:
            self.out += [in_line] * bool(in_line and self._in_one_line)
            return
        self._begin_section()
        between = self._needed("p")
        tags = [f"<{name}>" for name in between] + [block] + [f"</{name}>" for name in reversed(between)]
        self.out.append("".join(tags) + "\n")

    def _start(self, name: str, attributes: str, around: int) -> None:
        """Open an element and what it needs around it."""
        self._begin_section()
        between = self._needed(name)
        for each in between:
            self._push(each, "", around)
        self._between.append(len(between))
        self._push(name, attributes, around)

    def _needed(self, name: str) -> tuple[str, ...]:
        """What an element needs around it here."""
        return self.grammar.between.get((self._names[-1] if self._names else "", name), ())

    def _push(self, name: str, attributes: str, around: int) -> None:
        """Open an element, unless it is too deep or inside of one that holds only text."""
        if self._left_out or len(self._names) >= self.grammar.most or self._in_one_line:
            self._left_out += 1
            return
        self._names.append(name)
        self._around.append(around)
        self.out.append(f"<{name}{attributes}>")

    def _pop(self) -> None:
        """Close the element that was opened last."""
        if self._left_out:
            self._left_out -= 1
            return
        if self._in_one_line and self.out[-1] == " ":
            self.out.pop()
        self._around.pop()
        self.out.append(f"</{self._names.pop()}>\n")

    def _begin_section(self, attributes: str = "") -> None:
        """Begin a section unless there is one, or a format has none."""
        if self.grammar.section and not self._has_section:
            self.out.append(f"<{self.grammar.section}{attributes}>\n")
            self._has_section = True

    def _end_section(self) -> None:
        """End the section that is open; one without more than a heading gets an empty paragraph."""
        if self._has_section:
            self.out += ["<p/>\n"] * (self.out[-1] == "</head>\n") + [f"</{self.grammar.section}>\n"]
            self._has_section = False
