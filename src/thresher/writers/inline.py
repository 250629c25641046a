"""What stands within a paragraph of Markdown: emphasis, links, code, pictures, formulas, raised and lowered text."""

from __future__ import annotations

import re
from operator import add
from typing import TYPE_CHECKING, ClassVar

from thresher.page.columns import Ints
from thresher.page.kernels import kernel
from thresher.writers.emphasis import DELETED, EMPHASIS, KINDS, STRONG, Kind, resolve, resolve_plain
from thresher.writers.escape import SIGNS, enclosed, escape, escape_runs, stretches_with
from thresher.writers.kept import HEADED
from thresher.writers.named import Names
from thresher.writers.nests import apart_from
from thresher.writers.phrases import Phrases
from thresher.writers.weave import EDGES, LINE, Loom

if TYPE_CHECKING:
    from thresher.writers.formulas import Formula
    from thresher.writers.pictures import Picture

#: Stand for the beginning of a link, and for the end of its text and its own end, until all is woven.
LINK, LINK_END = "\x07", "\x08"
#: Stands at the end of code.
CODE_END = "\x11"
#: What elements within a line put around their text.
AROUND: tuple[tuple[Names, tuple[str, str]], ...] = (
    (Names("sub"), ("<sub>", "</sub>")),
    (Names("sup"), ("<sup>", "</sup>")),
    (Names("q"), ("“", "”")),
    (Names("rt"), ("(", ")")),
)
_RAISED, _WITH_SIGNS = Names("sub", "sup"), Names("sub", "sup", "q", "rt")
#: What is left of raised and lowered text that was left out.
_NOTHING = re.compile("<(su[bp])>[ \x01-\x06]*</\\1>")
_STRUCK = Names("del", "s", "strike")
EMPHASISED: tuple[tuple[Kind, Names], ...] = (
    (STRONG, Names("strong", "b", "summary")),
    (EMPHASIS, Names("em", "i")),
    (DELETED, _STRUCK),
)
_BACKTICKS = re.compile("`+")
_ROUND = str.maketrans({"(": "%28", ")": "%29"})
#: What addresses may have to be changed for.
_ODD_IN_ADDRESSES = "&()"
_ENTITY = re.compile(r"&(?=#?\w{1,32};)")
_UNESCAPED_BRACKET = re.compile(r"(\\.)|([\[\]])", re.DOTALL)
_EMPTY_LINK = re.compile(f"{LINK}[ {LINE}]*{LINK_END}[^{LINK_END}]*{LINK_END}")
_BANG_BEFORE_LINK = re.compile(f"!(?=[\x01-\x06]*{LINK})")
#: What empty links begin with, or links behind an exclamation mark.
_ODD_LINK = re.compile(f"{LINK}[ {LINE}{LINK_END}]|{_BANG_BEFORE_LINK.pattern}")
_EMPHASISED = re.compile(f"[{''.join(kind.start for kind in KINDS)}]")


class Inline(Phrases):
    """Writes the paragraphs of an outline as Markdown, lines within them parted by `LINE`."""

    # A box is a part of the mark of its item.
    ticked: ClassVar[str] = ""
    unticked: ClassVar[str] = ""

    def escaped(self, texts: list[str]) -> list[str]:
        """Texts of runs, escaped."""
        strikes = bool(len(self.kept.having(_STRUCK)))
        return escape_runs(texts, formulas=self.has_formulas, strikes=strikes)

    def put_signs(self, loom: Loom) -> None:
        """Put marks around emphasised text, tags around raised text, quotation marks, brackets around readings."""
        self._put_emphasis(loom)
        for names, (start, stop) in AROUND if len(self.kept.having(_WITH_SIGNS)) else ():
            found = self.free(self.kept.having(names))
            if not len(found):
                continue
            numbers = [number for number in self.counting(found) if not self.has_brackets(number)]
            loom.put_around(numbers, [start] * len(numbers), [stop] * len(numbers))

    def _put_emphasis(self, loom: Loom) -> None:
        """Of emphasis of one kind around each other the outermost counts; headings are strong in themselves."""
        kept, headings = self.kept, self.kept.having(HEADED)
        for kind, names in EMPHASISED:
            numbers = self.free(self.meant(names))
            if not len(numbers):
                continue
            others = headings if kind is STRONG else headings[:0]
            numbers = numbers[apart_from(kept.row[numbers], kept.end[numbers], kept.row[others], kept.end[others])]
            loom.put_around(numbers.tolist(), [kind.start] * len(numbers), [kind.stop] * len(numbers))

    def link_signs(self, addresses: list[str]) -> tuple[list[str], list[str]]:
        """Marks that become brackets, and the addresses."""
        stops = enclosed(addresses, f"{LINK_END}](", f"){LINK_END}", _ODD_IN_ADDRESSES, destination)
        return [LINK] * len(stops), stops

    def linked(self, texts: list[str], links: Ints) -> None:
        """Escape the brackets in the text of links unless they come in pairs."""
        starts, stops = self.kept.start[links], self.kept.stop[links]
        for place in stretches_with(texts, "[]", starts, stops):
            link, start, stop = int(links[place]), int(starts[place]), int(stops[place])
            # Brackets in code are no brackets to Markdown.
            words = "".join([text for text in texts[start:stop] if CODE_END not in text])
            if not self._is_balanced(link, words):
                texts[start:stop] = [text if CODE_END in text else _escape_brackets(text) for text in texts[start:stop]]

    def _is_balanced(self, link: int, words: str) -> bool:
        """Whether the brackets in the text of a link come in pairs, all of them in one paragraph."""
        paragraph, kept = self.outline.atoms.paragraph, self.kept
        return bool(paragraph[kept.first[link]] == paragraph[kept.last[link]]) and _is_balanced(
            _bare_brackets(words), "[", "]"
        )

    def code(self, number: int, words: str) -> str:
        """Code between backticks, in a link if all of it is one."""
        address = self.link_inside(number, words)
        return f"[{code_span(words)}{CODE_END}]({destination(address)})" if address else code_span(words) + CODE_END

    def formula(self, formula: Formula) -> str:
        """TeX between dollar signs, anything else as text."""
        if not formula.is_tex:
            return escape_runs([formula.text], formulas=True)[0]
        return f"$${formula.text}$$" if formula.is_block else f"${formula.text}$"

    def pictures(self, pictures: list[Picture]) -> list[str]:
        """Some pictures."""
        words = enclosed([picture.words for picture in pictures], "![", "](", SIGNS, escape)
        addresses = enclosed([picture.address for picture in pictures], "", ")", _ODD_IN_ADDRESSES, destination)
        return list(map(add, words, addresses))

    def player(self, picture: Picture, _name: str) -> str:
        """A link to what is played."""
        return f"[{escape(picture.words)}]({destination(picture.address)})"

    def call(self, label: str) -> str:
        """The call of a footnote."""
        return f"[^{label}]"

    def finished(self, paragraphs: list[str], marked: list[int]) -> list[str]:
        """Paragraphs with marks written out."""
        if len(self.kept.having(_RAISED)):
            paragraphs = [_NOTHING.sub("", text).strip(EDGES) if "<su" in text else text for text in paragraphs]
        for number in settle(paragraphs, marked):
            paragraphs[number] = _written_out(paragraphs[number])
        return paragraphs


@kernel
def settle(paragraphs: list[str], numbers: list[int]) -> list[int]:
    r"""Write out the marks in some paragraphs; the numbers of those that need a closer look.

    These have emphasis that is not plain, links without text, or links behind an exclamation mark.

    >>> paragraphs = ["a \x01b\x02 \x07c\x08](d)\x08 \x0e `e`\x11", "\x07\x08](e)\x08", "\x01(f)\x02g"]
    >>> settle(paragraphs, [0, 1, 2]), paragraphs[0]
    ([1, 2], 'a **b** [c](d)\x0e`e`')
    """
    left = []
    for number in numbers:
        text = paragraphs[number]
        if LINK in text:
            if _ODD_LINK.search(text):
                left.append(number)
                continue
            text = text.replace(LINK, "[").replace(LINK_END, "")
        text = resolve_plain(text)
        if _EMPHASISED.search(text):
            left.append(number)
        else:
            text = _code_ended(_single_lines(text))
        paragraphs[number] = text
    return left


def _written_out(text: str) -> str:
    """A paragraph with the marks written out that are left in it."""
    if LINK in text:
        text = _EMPTY_LINK.sub("", text)
        # An exclamation mark before a link would make it a picture.
        text = _BANG_BEFORE_LINK.sub(r"\\!", text).replace(LINK, "[").replace(LINK_END, "")
        text = resolve_plain(text).strip(EDGES)
    text = _single_lines(text)
    return _code_ended(resolve(text) if _EMPHASISED.search(text) else text)


def _single_lines(paragraph: str) -> str:
    """A paragraph without white space around its line breaks."""
    if LINE not in paragraph:
        return paragraph
    return LINE.join(filter(None, map(str.strip, paragraph.split(LINE))))


def _code_ended(paragraph: str) -> str:
    """A paragraph without marks at the ends of code; code beside code would be read as one otherwise."""
    return paragraph.replace(f"{CODE_END}`", "<!-- -->`").replace(CODE_END, "") if CODE_END in paragraph else paragraph


def code_span(words: str) -> str:
    """Code within a line, between more backticks than it has.

    >>> code_span("a"), code_span("`a`")
    ('`a`', '`` `a` ``')
    """
    if "`" not in words:
        return f"`{words}`"
    fence = "`" * (max(map(len, _BACKTICKS.findall(words))) + 1)
    gap = " " if words[0] == "`" or words[-1] == "`" else ""
    return f"{fence}{gap}{words}{gap}{fence}"


def code_spans(text: str) -> str:
    r"""The lines of a block of code where it can be none.

    >>> code_spans("a\n\n  b").split(LINE)
    ['`a`', '`b`']
    """
    return LINE.join(code_span(line.strip()) for line in text.split("\n") if line.strip())


def destination(address: str) -> str:
    """An address as it can stand in a link of Markdown.

    >>> destination("https://a.example/b_(c)"), destination("https://a.example/b)")
    ('https://a.example/b_(c)', 'https://a.example/b%29')
    """
    if "&" in address:
        address = _ENTITY.sub("&amp;", address)
    if ("(" in address or ")" in address) and not _is_balanced(address, "(", ")"):
        address = address.translate(_ROUND)
    return address


def _is_balanced(text: str, opening: str, closing: str) -> bool:
    """Whether every opening bracket has its closing one."""
    depth = 0
    for char in text:
        depth += (char == opening) - (char == closing)
        if depth < 0:
            return False
    return depth == 0


def _bare_brackets(words: str) -> str:
    """*words* without brackets that are escaped already."""
    return _UNESCAPED_BRACKET.sub(lambda found: found[2] or "", words)


def _escape_brackets(words: str) -> str:
    """*words* with all brackets escaped."""
    return _UNESCAPED_BRACKET.sub(lambda found: found[1] or f"\\{found[2]}", words)
