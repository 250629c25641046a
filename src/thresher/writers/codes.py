"""Preformatted text and code: its text without line numbers, and the language that its class names tell."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from thresher.page.columns import Ints, nesting
from thresher.page.tags import BLOCK, CODES, tag_set
from thresher.writers.code_lines import unparted_lines
from thresher.writers.named import rows_named

if TYPE_CHECKING:
    from thresher.writers.outline import Outline

#: How many elements around a block of code may tell its language.
MAX_STEPS_UP = 3
_LANGUAGE = re.compile(
    r"(?:^|\s)(?:(?:language|lang|highlight-source|highlight-text|highlight|src|code|syntax)-|brush:\s*)([a-z][\w+#.-]{0,19})",
    re.IGNORECASE,
)
_SECOND_NAME = re.compile(r"(?:^|\s)(?:hljs|sourceCode|prettyprint)\s+([a-z][\w+#.-]{0,19})", re.IGNORECASE)
_ATTRIBUTES = ("data-lang", "data-language", "data-code-language")
_NO_LANGUAGE = frozenset(
    "none text plain plaintext nohighlight txt default notranslate block wrapper toolbar copy linenums line-numbers "
    "code box example snippet container source highlight inline auto syntax".split()
)
_NAME = re.compile(r"[a-z][\w+#.-]{0,19}", re.IGNORECASE)
_LINE_NUMBERS = re.compile(
    r"(?:^|[\s_-])(?:gutter|linenos?|linenumbers?|line-numbers?|line-num|ln-num|lnt|blob-num|hljs-ln-numbers)(?:$|[\s_-])",
    re.IGNORECASE,
)


def language_of(outline: Outline, row: int) -> str:
    """The language of a block of code, as its own class names or those around it tell; empty if none does.

    >>> _language_of_names("highlight language-c++"), _language_of_names("hljs python"), _language_of_names("box")
    ('c++', 'python', '')
    """
    page = outline.page
    inner = [child for child in range(row + 1, min(row + 3, int(page.end[row]))) if page.tag[child] == "code"]
    around, step = [], row
    for _ in range(MAX_STEPS_UP):
        around.append(step)
        step = int(page.parent[step])
        if step <= page.body:
            break
    for place in (*inner, *around):
        attribute = page.tree.elements[place].attr
        for name in _ATTRIBUTES:
            told = (attribute(name) or "").strip()
            if told and _NAME.fullmatch(told) and told not in _NO_LANGUAGE:
                return told.lower()
        if (names := attribute("class")) and (told := _language_of_names(names)):
            return told
    return ""


def _language_of_names(names: str) -> str:
    """The language that class names tell."""
    for pattern in (_LANGUAGE, _SECOND_NAME):
        for found in pattern.finditer(names):
            told = found[1].lower().rstrip(".-")
            if told not in _NO_LANGUAGE:
                return told
    return ""


def is_line_numbers(names: str | None) -> bool:
    """Whether class names say that an element holds the numbers of lines of code.

    >>> is_line_numbers("td gutter"), is_line_numbers("line")
    (True, False)
    """
    return bool(names and _LINE_NUMBERS.search(names))


def code_text(outline: Outline, number: int) -> str:
    """The text of a kept block of code, lines as a reader sees them: ends of blocks and ``<br>`` are ends of lines."""
    row = outline.rows[number]
    if outline.page.end[row] == row + 1:
        return tidy(outline.raw(number))
    start, stop = int(outline.kept.start[number]), int(outline.kept.stop[number])
    runs = outline.runs[start:stop]
    dropped, breaks = _in_line_numbers(outline, row, runs), _line_breaks(outline, row, runs)
    if not any(dropped) and not any(breaks):
        return tidy(outline.raw(number))
    parts: list[str] = []
    for is_dropped, ended, text in zip(dropped, breaks, outline.texts[start:stop], strict=True):
        if ended and parts:
            _end_lines(parts, ended)
        if not is_dropped:
            parts.append(text)
    return tidy("".join(parts))


def _in_line_numbers(outline: Outline, row: int, runs: Ints) -> list[bool]:
    """Which of an element's runs are inside of line numbers."""
    page = outline.page
    names = page.attributes_at(range(row, int(page.end[row])), "class")
    telling = {name for name in set(names) if is_line_numbers(name)}
    if not telling:
        return [False] * len(runs)
    numbers = np.array([name in telling for name in names])
    around: Ints = nesting(numbers, page.end[row : page.end[row]] - row)[page.host[runs] - row]
    found: list[bool] = (around > 0).tolist()
    return found


def _end_lines(parts: list[str], count: int) -> None:
    """End as many lines as there are breaks; the end of a block ends a line only once."""
    if count == _BLOCK_END:
        if parts[-1][-1:] != "\n":
            parts.append("\n")
    else:
        parts.append("\n" * count)


_BLOCK_END = -1
_BREAKING = BLOCK | tag_set("br")


def _line_breaks(outline: Outline, row: int, runs: Ints) -> list[int]:
    """For each run how many lines ended before it since the last, or that a block begins or ends there."""
    page = outline.page
    here = slice(row, int(page.end[row]))
    unparted = unparted_lines(page, row, here.stop) - row
    if not len(unparted) and not len(rows_named(_BREAKING, page.code[row + 1 : here.stop])):
        return [0] * len(runs)
    lines, blocks = page.code[here] == CODES["br"], BLOCK[page.code[here]]
    lines[unparted] = True
    blocks[0] = False
    count = np.concatenate(([0], np.cumsum(lines)))[page.at[runs] - row]
    started = np.concatenate(([0], np.cumsum(blocks)))[page.at[runs] - row]
    around = nesting(blocks, page.end[here] - row)[page.host[runs] - row]
    breaks = np.diff(count, prepend=count[:1])
    ends = (np.diff(started, prepend=started[:1]) != 0) | (np.diff(around, prepend=around[:1]) != 0)
    found: list[int] = np.where(breaks > 0, breaks, np.where(ends, _BLOCK_END, 0)).tolist()
    return found


def tidy(text: str) -> str:
    """Code without empty lines around it and blanks at its end."""
    return text.replace("\r\n", "\n").replace("\r", "\n").strip("\n").rstrip()
