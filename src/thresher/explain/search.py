"""Finding a sentence on a page regardless of spaces, case and quotes, or where it is if it is not in the text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np

from thresher.cached import cached_property
from thresher.page import Page
from thresher.page.tags import CODE_TEXT
from thresher.page.whitespace import collapse

#: Characters that are used interchangeably, and invisible ones.
ALIKE = str.maketrans("’‘‛´`“”„«»‐‑‒–—―−", "'''''\"\"\"\"\"-------", "\u00ad\u200b\u200c\u200d\u2060\ufeff")
#: Texts are similar if they share this much of the sentence's groups of three letters.
MIN_NEAR = 0.4
#: Number of similar texts that are shown.
MOST_NEAR = 3
_ESCAPED = re.compile(r"\\u([0-9a-fA-F]{4})|\\(.)")


@dataclass(frozen=True)
class Place:
    """The position of a sentence: its first and last character, as runs and positions in their raw text."""

    first_run: int
    start: int
    last_run: int
    stop: int  #: one past the last character


def normal(text: str) -> str:
    r"""A text normalised for comparison: without white space, in one case, with one kind of quotes and dashes.

    >>> normal("“Rye – a\u00a0grass”")
    '"rye-agrass"'
    """
    return "".join(text.translate(ALIKE).casefold().split())


class Text:
    r"""The text of a page, prepared for searching.

    >>> page = Page.from_html("<p>Rye is\n a <b>Grass</b>.</p>")
    >>> list(Text(page).find("rye is a grass"))
    [Place(first_run=0, start=0, last_run=1, stop=5)]
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        texts, runs, places = [], [], []
        for run in np.flatnonzero(page.length).tolist():
            for place, char in enumerate(page.text[run]):
                if plain := normal(char):
                    texts.append(plain)
                    runs += [run] * len(plain)
                    places += [place] * len(plain)
        self._text, self._runs, self._places = "".join(texts), runs, places

    def find(self, sentence: str) -> Iterator[Place]:
        """Every occurrence of the sentence."""
        wanted, start = normal(sentence), 0
        while wanted and (start := self._text.find(wanted, start)) >= 0:
            last = start + len(wanted) - 1
            yield Place(self._runs[start], self._places[start], self._runs[last], self._places[last] + 1)
            start = last + 1

    def near(self, sentence: str) -> list[str]:
        """The texts of the page that are most similar to the sentence, most similar first."""
        wanted = _threes(normal(sentence))
        if not wanted:
            return []
        shares = [(len(wanted & threes) / len(wanted), block) for block, threes in enumerate(self._block_threes)]
        best = sorted((-share, block) for share, block in shares if share >= MIN_NEAR)
        return [self.page.blocks.text(block) for _, block in best[:MOST_NEAR]]

    @cached_property
    def _block_threes(self) -> list[set[str]]:
        blocks = self.page.blocks
        return [_threes(normal(blocks.text(block))) for block in range(len(blocks))]


def elsewhere(page: Page, sentence: str) -> str:
    """Where a sentence is if it is not in the text: in an attribute, a script, a comment; empty if it is nowhere.

    >>> elsewhere(Page.from_html("<img alt='A field of rye'>"), "field of rye")
    'in the attribute alt of <img>'
    """
    wanted = normal(sentence)
    found = (*islice(_in_code(page, wanted), 1), *islice(_in_attributes(page, wanted), 1))
    if found:
        return " and ".join(found)
    return "in the source, in a comment or in markup that browsers drop" if wanted in normal(page.source.html) else ""


def _in_code(page: Page, wanted: str) -> Iterator[str]:
    for row in np.flatnonzero(CODE_TEXT[page.code]).tolist():
        if wanted in normal(_unescaped(page.code_of(row))):
            kind = page.attribute_of(row, "type")
            yield f"in <{page.tag[row]}{f' type={kind}' if kind else ''}>"


def _in_attributes(page: Page, wanted: str) -> Iterator[str]:
    for row, tag in enumerate(page.tag):
        for name, value in page.attributes(row).items():
            if wanted in normal(value):
                yield f"in the attribute {name} of <{tag}>"


def _unescaped(code: str) -> str:
    """Code with the escapes in its strings decoded."""
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)) if found[1] else found[2], code)


def _threes(text: str) -> set[str]:
    """Groups of three letters."""
    return {text[place : place + 3] for place in range(len(text) - 2)}


def excerpt(page: Page, place: Place, around: int = 40) -> str:
    """The sentence as written on the page, in brackets, with some of the text around it in its blocks.

    >>> page = Page.from_html("<p>Rye is a <b>grass</b>, and a cereal.</p>")
    >>> excerpt(page, next(Text(page).find("a grass")), around=5)
    '…e is [a grass], and…'
    """
    blocks, texts = page.blocks, page.text
    start, stop = int(blocks.start[blocks.of_run[place.first_run]]), int(blocks.stop[blocks.of_run[place.last_run]])
    before = "".join([*texts[start : place.first_run], texts[place.first_run][: place.start]])
    after = "".join([texts[place.last_run][place.stop :], *texts[place.last_run + 1 : stop]])
    lead = before if len(before) <= around else "…" + before[-around:]
    rest = after if len(after) <= around else after[:around] + "…"
    return collapse(f"{lead}[{_between(page, place)}]{rest}")


def _between(page: Page, place: Place) -> str:
    """The text at a position."""
    texts = page.text
    if place.first_run == place.last_run:
        return texts[place.first_run][place.start : place.stop]
    middle = texts[place.first_run + 1 : place.last_run]
    return "".join([texts[place.first_run][place.start :], *middle, texts[place.last_run][: place.stop]])
