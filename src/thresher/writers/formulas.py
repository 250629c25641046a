"""Formulas: the TeX that a page brings along, or MathML written on one line."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from thresher.page.whitespace import collapse

if TYPE_CHECKING:
    from thresher.page import Page

#: A formula with more elements than this is written as its bare text [D].
MAX_ELEMENTS = 2000
_DISPLAY_STYLE = re.compile(r"^\{\\(?:display|text)style\s*(.*)\}$", re.DOTALL)
_READ_AS_MARKDOWN = re.compile(r"<(?=[A-Za-z/!?])|\](?=[(\[:])")
_TEX = re.compile(r"(?:^|[^a-z])(?:la)?tex$", re.IGNORECASE)
_TEX_SCRIPT = re.compile(r"math/tex\b", re.IGNORECASE)
#: Elements of formula renderers that show a formula which the page also holds as MathML or TeX.
_RENDERED = re.compile(r"(?:^|\s)(?:katex-html|MathJax(?:_Preview|_SVG|_CHTML|_Display)?|MJX_Assistive_MathML)(?:\s|$)")
#: Elements whose second part is written after a sign, and elements whose text is put in a root.
_SIGNS = {"msup": "^", "msub": "_", "mfrac": "/", "mover": "^", "munder": "_"}
_PLAIN = frozenset("mi mn mo mtext ms".split())
_SKIPPED = frozenset(("annotation", "annotation-xml", "mphantom"))


@dataclass(frozen=True)
class Formula:
    """A formula on one line."""

    text: str
    is_tex: bool
    is_block: bool


def mathml(page: Page, row: int) -> Formula | None:
    """The formula of a ``<math>`` element: its TeX if it brings that along, else its parts on one line.

    >>> from thresher.page import Page
    >>> page = Page.from_html("<math><mfrac><mi>a</mi><mrow><mi>b</mi><mo>+</mo><mn>1</mn></mrow></mfrac></math>")
    >>> mathml(page, 3).text
    'a/(b+1)'
    """
    attributes = page.attributes(row)
    is_block = attributes.get("display", "").lower() == "block" or attributes.get("mode", "").lower() == "display"
    if tex := _annotation(page, row) or attributes.get("alttext", "").strip():
        return Formula(tidy_tex(tex), is_tex=True, is_block=is_block)
    text = _linear(page, row)
    return Formula(text, is_tex=False, is_block=is_block) if text else None


def tex_script(page: Page, row: int) -> Formula | None:
    """The formula of a ``<script type="math/tex">``."""
    kind = page.attributes(row).get("type", "")
    if not _TEX_SCRIPT.match(kind):
        return None
    return Formula(tidy_tex(page.code_of(row)), is_tex=True, is_block="mode=display" in kind.replace(" ", ""))


def is_rendered(names: str | None) -> bool:
    """Whether class names say that an element merely shows a formula that the page holds in another form.

    >>> is_rendered("katex-html"), is_rendered("katex")
    (True, False)
    """
    return bool(names and _RENDERED.search(names))


def tidy_tex(tex: str) -> str:
    r"""TeX on one line, without what only says how large it is shown, and in Markdown neither a tag nor a link.

    >>> tidy_tex("{\\displaystyle  E=mc^{2}}"), tidy_tex("a<b"), tidy_tex("f[x](y)")
    ('E=mc^{2}', 'a< b', 'f[x] (y)')
    """
    tex = collapse(tex)
    if found := _DISPLAY_STYLE.match(tex):
        tex = found[1].strip()
    # To TeX a blank in a formula is nothing; to readers of Markdown that know no formulas it makes the difference.
    return _READ_AS_MARKDOWN.sub(r"\g<0> ", tex.strip("$").strip())


def _annotation(page: Page, row: int) -> str:
    """The TeX that a formula brings along."""
    for place in range(row + 1, int(page.end[row])):
        if page.tag[place] == "annotation" and _TEX.search(page.attributes(place).get("encoding", "")):
            return "".join(page.text[page.first_run[place] : page.run_stop[place]]).strip()
    return ""


def _linear(page: Page, row: int) -> str:
    """A formula's parts on one line, from the last element to the first, so that parts are there before the whole."""
    end = int(page.end[row])
    if end - row > MAX_ELEMENTS:
        return collapse("".join(page.text[page.first_run[row] : page.run_stop[row]]))
    parts: dict[int, list[str]] = {}
    for place in range(end - 1, row, -1):
        if page.tag[place] not in _SKIPPED:
            parts.setdefault(int(page.parent[place]), []).append(_written(page, place, parts.pop(place, [])[::-1]))
    return collapse("".join(parts.get(row, [])[::-1]))


def _written(page: Page, row: int, parts: list[str]) -> str:
    """One element of a formula, its parts being written already."""
    name = page.tag[row]
    if name in _PLAIN or not parts:
        return collapse("".join(page.text[page.first_run[row] : page.run_stop[row]]))
    if name in _SIGNS and len(parts) == 2:
        return f"{_grouped(parts[0])}{_SIGNS[name]}{_grouped(parts[1])}"
    if name in ("msubsup", "munderover") and len(parts) == 3:
        return f"{_grouped(parts[0])}_{_grouped(parts[1])}^{_grouped(parts[2])}"
    if name == "msqrt":
        return f"√{_grouped(''.join(parts))}"
    if name == "mroot" and len(parts) == 2:
        return f"{_grouped(parts[0])}^(1/{parts[1]})"
    if name == "mfenced":
        return f"({', '.join(parts)})"
    if name == "mtr":
        return ", ".join(parts)
    if name == "mtable":
        return f"[{'; '.join(parts)}]"
    return "".join(parts)


def _grouped(part: str) -> str:
    """A part in brackets, unless it is a single name or number."""
    return part if len(part) <= 1 or part.isalnum() else f"({part})"


#: Elements of MathML that only show; all others are left out, their text is not.
_SHOWING = frozenset(
    "math mrow mi mn mo mtext ms mspace msup msub msubsup mfrac msqrt mroot mover munder munderover mtable mtr mtd "
    "mstyle mpadded menclose merror mmultiscripts mprescripts".split()
)


def safe_mathml(page: Page, row: int) -> str:
    """A ``<math>`` element written anew with the elements that only show and without their attributes.

    >>> from thresher.page import Page
    >>> page = Page.from_html("<math onclick=a()><mi>x</mi><maction actiontype=b><mo>&lt;</mo></maction></math>")
    >>> safe_mathml(page, 3)
    '<math><mi>x</mi><mo>&lt;</mo></math>'
    """
    end = int(page.end[row])
    if end - row > MAX_ELEMENTS:
        return escape(collapse("".join(page.text[page.first_run[row] : page.run_stop[row]])))
    events = []
    for place in range(row, end):
        if page.tag[place] in _SHOWING:
            opens, closes = place + page.first_run[place], page.end[place] + page.run_stop[place]
            is_block = place == row and page.attributes(row).get("display", "").lower() == "block"
            told = ' display="block"' if is_block else ""
            events += [(opens, 1, 0, f"<{page.tag[place]}{told}>"), (closes, 0, -place, f"</{page.tag[place]}>")]
    in_skipped = _inside_skipped(page, row)
    for run in range(int(page.first_run[row]), int(page.run_stop[row])):
        if page.host[run] not in in_skipped:
            events.append((page.at[run] + run, 1, 0, escape(page.text[run], quote=False)))
    return "".join(text for *_, text in sorted(events))


def _inside_skipped(page: Page, row: int) -> set[int]:
    """Rows inside of what a formula does not show."""
    rows: set[int] = set()
    for place in range(row, int(page.end[row])):
        if page.tag[place] in _SKIPPED and place not in rows:
            rows.update(range(place, int(page.end[place])))
    return rows
