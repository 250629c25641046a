r"""Escaping text so that a Markdown reader gives back the same text, and no more of it than that needs.

Runs are escaped all at once, joined by a mark that no page's text holds: what a character means depends on its
neighbours, and those may be in the next run.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from thresher.page.kernels import kernel

if TYPE_CHECKING:
    from thresher.page.columns import Ints

#: Marks that writers put between pieces of text; they are taken out of the page's own text.
MARKS = "\x00\x01\x02\x03\x04\x05\x06\x07\x08\x0e\x10\x11"
_MARK = re.compile(f"[{MARKS}]")
_EDGE = "\x00"

Rule = tuple[str, Callable[[str], str]]


def _escaping(pattern: str) -> Callable[[str], str]:
    """A function that puts a backslash before what *pattern* finds."""
    found = re.compile(pattern)
    # A function is called faster than a template is filled in.
    return lambda text: found.sub(_behind_backslash, text)


def _behind_backslash(found: re.Match[str]) -> str:
    return "\\" + found[0]


#: A character, and how text that has it is escaped. Patterns begin with that character, since that is fast to find.
RULES: tuple[Rule, ...] = (
    ("\\", _escaping(r"\\(?=[!-/:-@\[-`{-~]|\s*(?:\x00|\Z))")),
    ("`", _escaping("`")),
    # A star between blanks is no emphasis, an underscore within a word is none.
    ("*", _escaping(r"\*(?:(?<![^\s\x00][ \n\t]\*)|(?![ \n\t]+[^\s\x00]))")),
    ("_", _escaping(r"_(?:(?<![^\W_]_)|(?![^\W_]))")),
    ("<", _escaping(r"<(?=[A-Za-z/!?\x00])")),
    ("&", _escaping(r"&(?=[\w#\x00]{1,33};)")),
    # Brackets are text unless they make a link, a footnote or a definition.
    ("]", _escaping(r"\](?=\x00*[(\[:])")),
    ("[", _escaping(r"\[(?=\x00*\^)")),
    ("!", _escaping(r"!(?=\x00*\[)")),
    ("~", _escaping(r"~(?:(?<=~~)|(?<=~\x00~)|(?=\x00?~))")),
)
_DOLLAR, _TILDE = _escaping(r"\$"), _escaping("~(?<!\\\\~)")
_BRACKETS = _escaping(r"[\[\]]")
#: All that text is escaped for.
SIGNS = "".join(character for character, _ in RULES) + "$"
_SIGN = re.compile(f"[{re.escape(SIGNS)}]")


@kernel
def have_marks(texts: list[str]) -> bool:
    r"""Whether any of the texts has characters that writers use as marks.

    >>> have_marks(["Oats\n", "rye\t"]), have_marks(["Oats", "r\x01ye"])
    (False, True)
    """
    return any(map(_MARK.search, texts))


@kernel
def escape_runs(texts: list[str], *, formulas: bool = False, strikes: bool = False) -> list[str]:
    r"""*texts* escaped; dollar signs as well where there are *formulas*, and tildes where there are *strikes*.

    >>> escape_runs(["2 * 3", "*new*", "snake_case", "_x_", "[a](b)", "[1]", "<b>", "5 < 6 & 7"])
    ['2 * 3', '\\*new\\*', 'snake_case', '\\_x\\_', '[a\\](b)', '[1]', '\\<b>', '5 < 6 & 7']
    """
    joined = _EDGE.join(texts)
    for character, escape in RULES:
        if character in joined:
            joined = escape(joined)
    if formulas:
        joined = _DOLLAR(joined)
    if strikes:
        joined = _TILDE(joined)
    return joined.split(_EDGE) if texts else []


def escape(text: str) -> str:
    r"""One text escaped, brackets in any case, as they must be in the text of a link or a picture.

    >>> escape("see [1]")
    'see \\[1\\]'
    """
    if not _SIGN.search(text):
        return text
    for character, escape_it in RULES:
        if character in text and character not in "[]":
            text = escape_it(text)
    return _BRACKETS(text) if "[" in text or "]" in text else text


def without_marks(text: str) -> str:
    """*text* without the characters that writers use as marks."""
    if text.isprintable():
        return text
    return text.translate(dict.fromkeys(map(ord, MARKS)))


_NUMBER = re.compile(r"(\d{1,9})([.)])(?= |$)")
#: A quote, a heading, an item or a rule, an underline or the second line of a table, a definition.
_MEANT = re.compile(r">|#{1,6}(?: |$)|[-+*](?: |$)|-[-:| ]*$|=+ *$|[|:][-:| ]*-[-:| ]*$|[:~] ")
_TASK = re.compile(r"\[[ xX]\](?: |$)")
#: Characters that a line may have to be escaped for where it begins.
STARTS = "#>-+*=|:~0123456789"


@kernel
def beginning_with(texts: list[str], signs: str) -> list[int]:
    """Which of the texts begin with one of some characters of ASCII.

    >>> beginning_with(["rye", "", "1."], "0123")
    [2]
    """
    begun = tuple(signs)
    return [number for number, text in enumerate(texts) if text.startswith(begun)]


@kernel
def stretches_with(texts: list[str], signs: str, starts: Ints, stops: Ints) -> list[int]:
    """Which stretches of the texts, from *starts* to *stops*, have one of some characters of ASCII in them.

    >>> import numpy as np
    >>> stretches_with(["a", "b]", "c"], "[]", np.array([0, 2]), np.array([2, 3]))
    [0]
    """
    stretches = map(slice, starts.tolist(), stops.tolist())
    return [
        number for number, each in enumerate(stretches) if any(sign in text for text in texts[each] for sign in signs)
    ]


@kernel
def escape_starts(texts: list[str], line: str, line_end: str) -> list[str]:
    r"""Texts with each *line* of them escaped where it begins, and ended as Markdown ends it.

    >>> escape_starts(["1. a|# b", "c"], "|", "  \n")
    ['1\\. a  \n\\# b', 'c']
    """
    return [line_end.join(map(escape_start, text.split(line))) for text in texts]


@kernel
def enclosed(texts: list[str], before: str, after: str, odd: str, mend: Callable[[str], str]) -> list[str]:
    """Texts between two others; those with one of some *odd* characters of ASCII in them are mended.

    >>> enclosed(["a", "b&c"], "<", ">", "&", lambda text: text.replace("&", "+"))
    ['<a>', '<b+c>']
    """
    mended = (mend(text) if any(sign in text for sign in odd) else text for text in texts)
    return [f"{before}{text}{after}" for text in mended]


def escape_start(line: str) -> str:
    r"""A line whose beginning would be taken for a heading, a quote, an item, a rule or a table, escaped.

    >>> [escape_start(line) for line in ("# 1", "#1", "1. a", "1.5", "- a", "-5", "> a", "---")]
    ['\\# 1', '#1', '1\\. a', '1.5', '\\- a', '-5', '\\> a', '\\---']
    """
    if not line or line[0] not in STARTS:
        return line
    if number := _NUMBER.match(line):
        return f"{number[1]}\\{line[number.end(1) :]}"
    return "\\" + line if _MEANT.match(line) else line


def escape_box(line: str) -> str:
    r"""The first line of an item whose text begins with what would be taken for a box to tick.

    >>> escape_box("[ ] empty"), escape_box("[a] b")
    ('\\[ ] empty', '[a] b')
    """
    return "\\" + line if _TASK.match(line) else line


def escape_heading_end(text: str) -> str:
    r"""The text of a heading whose last word is made of hashes, which would be taken for a part of its mark.

    >>> escape_heading_end("C #")
    'C \\#'
    """
    return re.sub(r"(^| )(#+)$", r"\1\\\2", text) if text.endswith("#") else text
