"""What stands within a paragraph of Markdown: emphasis, links, code, pictures, formulas, raised and lowered text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

import numpy as np

from thresher.page.columns import Bools, Ints, prefix
from thresher.page.hidden import Cause
from thresher.page.tags import CODES, HEADINGS, tag_set
from thresher.page.whitespace import collapse
from thresher.writers import formulas
from thresher.writers.addresses import Addresses
from thresher.writers.emphasis import DELETED, EMPHASIS, KINDS, STRONG, Kind, resolve, resolve_plain
from thresher.writers.escape import escape, escape_runs, take_out_marks, without_marks
from thresher.writers.notes import Notes, notes_of
from thresher.writers.outline import BLOCK, Outline, inside, outermost
from thresher.writers.pictures import Instead, Picture, picture_of, player_of
from thresher.writers.weave import LINE, PARAGRAPH, Loom

#: Stand for the beginning of a link, the end of its text and its end until all is woven.
LINK, LINK_END, LINK_STOP = "\x07", "\x08", "\x0e"
#: What elements within a line put around their text.
AROUND: dict[str, tuple[str, str]] = {
    "sub": ("<sub>", "</sub>"),
    "sup": ("<sup>", "</sup>"),
    "q": ("“", "”"),
    "rt": ("(", ")"),
}
EMPHASISED: tuple[tuple[Kind, Bools], ...] = (
    (STRONG, tag_set("strong", "b", "summary")),
    (EMPHASIS, tag_set("em", "i")),
    (DELETED, tag_set("del", "s", "strike")),
)
CODE = tag_set("code", "kbd", "samp", "tt")
PREFORMATTED = tag_set("pre", "listing", "xmp", "plaintext")
LINKS, FORMULA, PICTURE = tag_set("a"), tag_set("math", "script"), tag_set("img", "amp-img")
PLAYER = tag_set("video", "amp-video", "audio", "iframe", "amp-iframe", "embed", "object")
#: Elements whose text is always written as a whole; what is in an object stands in for it.
TAKING = PREFORMATTED | PLAYER & ~tag_set("embed", "object") | tag_set("math")
_AROUND = tag_set(*AROUND)
_BACKTICKS = re.compile("`+")
_ROUND = str.maketrans({"(": "%28", ")": "%29"})
_ENTITY = re.compile(r"&(?=#?\w{1,32};)")
_UNESCAPED_BRACKET = re.compile(r"(\\.)|([\[\]])", re.DOTALL)
_EMPTY_LINK = re.compile(f"{LINK}[ {LINE}]*{LINK_END}[^{LINK_STOP}]*{LINK_STOP}")
_BLANK_BEFORE_END = re.compile(f" ({LINK_END}[^{LINK_STOP}]*{LINK_STOP})")
_BLANKS = re.compile("  +")
_MARKS = (*(kind.start for kind in KINDS), LINK)
_STOP_OF = {LINK: LINK_END} | {kind.start: kind.stop for kind in KINDS}
_EDGES = " " + LINE
#: The text of links that lead to the heading that they stand in.
_PERMALINKS = frozenset("#¶§🔗") | {""}


class Inline:
    """Writes the paragraphs of an outline; elements are named by their number in it."""

    def __init__(self, outline: Outline, *, links: bool, images: bool) -> None:
        self.outline, self.page, self.kept = outline, outline.page, outline.kept
        self.links, self.images = links, images
        self.addresses = Addresses(self.page)
        self.hrefs = self._hrefs()
        self.notes: Notes = notes_of(outline, self.hrefs)
        self._picture = (-1, "")  #: row and address of the last picture
        self._takes = self._taking()
        self._taken = inside(self.kept.row, self.kept.row[self._takes], self.kept.end[self._takes])

    def paragraphs(self) -> list[str]:
        """Each paragraph of the outline, lines within it parted by `LINE`; empty where its text is taken elsewhere."""
        has_formulas = bool(len(self.kept.having(FORMULA)))
        take_out_marks(self.outline.texts)
        self._leave_out(self.notes.ways_back)
        self._leave_out(self._permalinks())
        if has_formulas:
            self._leave_out(self._rendered_formulas())
        loom = Loom(self.outline, escape_runs(self.outline.texts, formulas=has_formulas))
        self._put_links(loom)
        self._put_emphasis(loom)
        self._put_signs(loom)
        for flags, written in self._writers():
            numbers = self._free(self.kept.having(flags))
            if len(numbers):
                loom.replace(numbers, [written(number) for number in numbers.tolist()])
        if self.notes.calls:
            calls = np.array(sorted(self.notes.calls))
            loom.replace(calls, [f"[^{self.notes.calls[number]}]" for number in calls.tolist()])
        return _finish(loom.weave())

    def _writers(self) -> tuple[tuple[Bools, Callable[[int], str]], ...]:
        """Elements that something else stands for, and the methods that write that."""
        return (
            (PREFORMATTED, lambda number: ""),
            (CODE, self.code),
            (FORMULA, self.formula),
            (PICTURE, self.picture),
            (PLAYER, self.player),
        )

    # Before weaving.

    def _hrefs(self) -> dict[int, str]:
        """The address of each link."""
        elements, numbers = self.page.tree.elements, self.kept.having(LINKS)
        rows = self.kept.row[numbers].tolist()
        found = [elements[row].attr("href") for row in rows]
        return {number: href for number, href in zip(numbers.tolist(), found, strict=True) if href is not None}

    def _taking(self) -> Ints:
        """Elements whose text is written as a whole, none of them inside another."""
        kept = self.kept
        taking = TAKING[kept.code]
        code = kept.having(CODE)
        if len(code):
            blocks = prefix(BLOCK[kept.code])
            below = np.searchsorted(kept.row, kept.end[code])
            taking[code] = blocks[below] == blocks[code]
        taking[list(self.notes.calls)] = True
        numbers = np.flatnonzero(taking)
        return numbers[outermost(kept.row[numbers], kept.end[numbers])]

    def _free(self, numbers: Ints) -> Ints:
        """Those of *numbers* that are not inside of an element whose text is written as a whole."""
        return numbers[~self._taken[numbers]]

    def _leave_out(self, numbers: Iterable[int]) -> None:
        """Leave out the text of elements."""
        for number in numbers:
            start, stop = int(self.kept.start[number]), int(self.kept.stop[number])
            self.outline.texts[start:stop] = [""] * (stop - start)

    def _permalinks(self) -> list[int]:
        """Links in headings that lead to the heading itself."""
        inner = np.array([number for number, href in self.hrefs.items() if href.startswith("#")], dtype=np.int64)
        headings = self.kept.having(HEADINGS)
        found = inner[inside(self.kept.row[inner], self.kept.row[headings], self.kept.end[headings])]
        return [number for number in found.tolist() if collapse(self.outline.raw(number)) in _PERMALINKS]

    def _rendered_formulas(self) -> list[int]:
        """What shows a formula that stands beside it as MathML or TeX."""
        kept, page = self.kept, self.page
        formula = prefix(FORMULA[kept.code])
        parent = np.searchsorted(kept.row, page.parent[kept.row])
        count = formula[np.searchsorted(kept.row, kept.end)] - formula[:-1]
        beside = np.flatnonzero((count == 0) & (count[parent] > 0))
        elements, rows = page.tree.elements, kept.row[beside].tolist()
        names = [elements[row].attr("class") for row in rows]
        return [number for number, name in zip(beside.tolist(), names, strict=True) if formulas.is_rendered(name)]

    # What stands around text.

    def _put_links(self, loom: Loom) -> None:
        """Brackets and addresses around the text of links; of links around each other the outermost counts."""
        if not self.links or not self.hrefs:
            return
        addresses = {number: self.addresses.link(href) for number, href in self.hrefs.items()}
        numbers = np.array([number for number, address in addresses.items() if address is not None], dtype=np.int64)
        numbers = self._free(numbers)
        numbers = numbers[outermost(self.kept.row[numbers], self.kept.end[numbers])]
        if self.notes.calls:
            numbers = numbers[~np.isin(numbers, list(self.notes.calls))]
        stops = [f"{LINK_END}]({destination(addresses[number] or '')}){LINK_STOP}" for number in numbers.tolist()]
        loom.put_around(numbers, [LINK] * len(stops), stops, once=True)
        self._balance_brackets(loom.texts, numbers)

    def _balance_brackets(self, texts: list[str], links: Ints) -> None:
        """Escape the brackets in the text of links unless they come in pairs."""
        bracketed = [run for run, text in enumerate(texts) if "[" in text or "]" in text]
        if not bracketed:
            return
        starts, stops = self.kept.start[links], self.kept.stop[links]
        some = np.searchsorted(bracketed, starts) < np.searchsorted(bracketed, stops)
        for start, stop in zip(starts[some].tolist(), stops[some].tolist(), strict=True):
            if not _is_balanced(_bare_brackets("".join(texts[start:stop])), "[", "]"):
                texts[start:stop] = [_escape_brackets(text) for text in texts[start:stop]]

    def _put_emphasis(self, loom: Loom) -> None:
        """Marks around emphasised text; of several around each other the outermost counts, and headings are strong."""
        kept = self.kept
        for kind, flags in EMPHASISED:
            around = kept.having(flags | HEADINGS if kind is STRONG else flags)
            numbers = around[outermost(kept.row[around], kept.end[around]) & flags[kept.code[around]]]
            numbers = self._free(numbers)
            loom.put_around(numbers, [kind.start] * len(numbers), [kind.stop] * len(numbers))

    def _put_signs(self, loom: Loom) -> None:
        """Tags around raised and lowered text, quotation marks, brackets around readings."""
        numbers = self._free(self.kept.having(_AROUND)).tolist()
        numbers = [number for number in numbers if number not in self.notes.calls and not self._has_brackets(number)]
        signs = [AROUND[self.page.tag[row]] for row in self.kept.row[numbers].tolist()] if numbers else []
        loom.put_around(
            np.array(numbers, dtype=np.int64), [start for start, _ in signs], [stop for _, stop in signs]
        )

    def _has_brackets(self, number: int) -> bool:
        """Whether the page has brackets of its own before a reading."""
        return bool(self.page.code[self.kept.row[number] - 1] == CODES["rp"])

    # What stands for an element.

    def code(self, number: int) -> str:
        """Code within a line."""
        raw = self.outline.raw(number)
        words = collapse(raw)
        if not words:
            return raw[:1]
        written = code_span(words)
        if self.links and (address := self._whole_link(number, words)):
            written = f"[{written}]({destination(address)})"
        return f"{' ' * raw[0].isspace()}{written}{' ' * raw[-1].isspace()}"

    def _whole_link(self, number: int, words: str) -> str | None:
        """The address of a link that is around all the text of an element."""
        link = next((inner for inner in range(number + 1, number + 4) if inner in self.hrefs), None)
        if link is None or self.kept.row[link] >= self.kept.end[number] or collapse(self.outline.raw(link)) != words:
            return None
        return self.addresses.link(self.hrefs[link])

    def formula(self, number: int) -> str:
        """A formula: TeX between dollar signs, anything else as text."""
        row = int(self.kept.row[number])
        is_script = self.page.tag[row] == "script"
        found = formulas.tex_script(self.page, row) if is_script else formulas.mathml(self.page, row)
        return _formula(found) if found is not None else ""

    def picture(self, number: int) -> str:
        """A picture, or the text that it stands for."""
        row = int(self.kept.row[number])
        found = picture_of(self.page, row, self.addresses)
        if isinstance(found, Instead):
            tex = formulas.Formula(formulas.tidy_tex(found.text), is_tex=True, is_block=False)
            return _formula(tex) if found.is_formula else escape(without_marks(found.text))
        if found is None or not self.images or self._is_repeated(row, found):
            return ""
        self._picture = (row, found.address)
        return f"![{escape(without_marks(found.words))}]({destination(found.address)})"

    def _is_repeated(self, row: int, picture: Picture) -> bool:
        """Whether a picture was just written: for readers without scripts pages bring pictures twice."""
        last, address = self._picture
        hidden = self.page.hidden
        if hidden[row] & int(Cause.NOSCRIPT):
            outside = int(self.page.parent[self.page.parent[row]])
            return last > outside or address == picture.address
        return last >= 0 and address == picture.address and bool(hidden[last] & int(Cause.NOSCRIPT))

    def player(self, number: int) -> str:
        """A link to what a player plays."""
        found = player_of(self.page, int(self.kept.row[number]), self.addresses)
        if found is None or not self.links:
            return ""
        return f"[{escape(without_marks(found.words))}]({destination(found.address)})"


def _finish(woven: str) -> list[str]:
    """Paragraphs with white space collapsed and marks written out."""
    woven = " ".join(woven.split())
    marks = [mark for mark in _MARKS if mark in woven]
    if marks:
        woven = _blanks_out(woven, marks)
    if LINK in marks:
        woven = _write_links(woven)
    paragraphs = (resolve_plain(woven) if marks else woven).split(PARAGRAPH)
    paragraphs = [paragraph.strip(_EDGES) for paragraph in paragraphs]
    if LINE in woven:
        paragraphs = [_single_lines(paragraph) if LINE in paragraph else paragraph for paragraph in paragraphs]
    return list(map(resolve, paragraphs)) if marks and marks != [LINK] else paragraphs


def _blanks_out(woven: str, marks: list[str]) -> str:
    """White space at the edges of marked text moved out of it."""
    moved = False
    for start in marks:
        # Looking behind each mark is faster than looking for a mark with a blank behind it in all the text.
        if any(piece.startswith(" ") for piece in woven.split(start)[1:]):
            woven, moved = woven.replace(start + " ", " " + start), True
    for start in marks:
        stop = _STOP_OF[start]
        if any(piece.endswith(" ") for piece in woven.split(stop)[:-1]):
            woven = _BLANK_BEFORE_END.sub(r"\1 ", woven) if start == LINK else woven.replace(" " + stop, stop + " ")
            moved = True
    return _BLANKS.sub(" ", woven) if moved else woven


def _write_links(woven: str) -> str:
    """Links written out, but for empty ones."""
    pieces = _EMPTY_LINK.sub("", woven).split(LINK)
    # An exclamation mark before a link would make it a picture.
    pieces[:-1] = [piece[:-1] + "\\!" if piece.endswith("!") else piece for piece in pieces[:-1]]
    return "[".join(pieces).replace(LINK_END, "").replace(LINK_STOP, "")


def _single_lines(paragraph: str) -> str:
    """A paragraph without white space around its line breaks."""
    return LINE.join(filter(None, (line.strip() for line in paragraph.split(LINE))))


def _formula(formula: formulas.Formula) -> str:
    """A formula: TeX between dollar signs, anything else as text."""
    text = without_marks(formula.text)
    if not formula.is_tex:
        return escape_runs([text], formulas=True)[0]
    return f"$${text}$$" if formula.is_block else f"${text}$"


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
