"""`extract`: from a page to what a person came for, and `Extraction`, which writes it in any format when asked."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from thresher import writers
from thresher.labels import Label
from thresher.options import DEFAULTS, Options
from thresher.page import Page
from thresher.page.whitespace import collapse
from thresher.writers.record import record

if TYPE_CHECKING:
    from thresher.selection import Outcome, Selection


@dataclass(frozen=True)
class Block:
    """One block of a page: a paragraph, a heading, a cell."""

    text: str
    tag: str  #: name of its element
    label: str  #: what it is to a reader
    kept: bool  #: whether it was selected
    score: float | None  #: what the method measured there
    row: int  #: row of its element in the page


@dataclass(frozen=True, eq=False)
class Extraction:
    """What came of a page; every view of it is made when it is asked for.

    >>> story = "<p>Barley keeps well in a dry barn, and so the old people kept two winters of it there.</p>" * 4
    >>> extraction = extract(f"<nav><a href=/>Home</a> <a href=/b>Oats</a></nav><article>{story}</article>")
    >>> extraction.outcome.value, extraction.text[:18]
    ('content', 'Barley keeps well ')
    """

    page: Page
    selection: Selection
    options: Options = DEFAULTS

    @cached_property
    def text(self) -> str:
        """Plain text."""
        return self.written("text")

    @cached_property
    def markdown(self) -> str:
        """Markdown, with links and images unless the options say otherwise."""
        return self.written("markdown")

    @cached_property
    def html(self) -> str:
        """Sanitised HTML that keeps the structure of the page and is safe to embed."""
        return self.written("html")

    def written(self, name: str, **options: Any) -> str:
        """What was found in the format of that name (`thresher.writers.FORMATS`), with options of its writer."""
        writer = writers.create(name, links=self.options.links, images=self.options.images, **options)
        return writer.write(self.selection)

    def json(self, **dumps: Any) -> str:
        """Everything as a JSON object."""
        return json.dumps(self.as_dict(), ensure_ascii=False, **dumps)

    def as_dict(self) -> dict[str, Any]:
        """Everything as plain values."""
        return record(self.selection) | {"text": self.text, "markdown": self.markdown}

    @property
    def title(self) -> str:
        """The page's title."""
        return self.page.title

    @property
    def language(self) -> str | None:
        """The language that the page declares."""
        return self.page.language

    @property
    def encoding(self) -> str | None:
        """The encoding of the page's bytes, ``None`` where text was given."""
        return self.page.source.encoding

    @property
    def kind(self) -> str | None:
        """The kind of page, where the method tells it."""
        return self.selection.kind

    @property
    def is_overview(self) -> bool | None:
        """Whether the page is a list of other pages, where the method tells it."""
        return self.selection.is_overview

    @property
    def outcome(self) -> Outcome:
        """What came of the page."""
        return self.selection.outcome

    @property
    def reason(self) -> str:
        """The evidence for the outcome, a sentence."""
        return self.selection.reason

    @cached_property
    def blocks(self) -> Sequence[Block]:
        """Every block of the page, kept or not, in document order."""
        page, selection = self.page, self.selection
        blocks = page.blocks
        kept = blocks.total(selection.runs) > 0
        return [
            Block(
                text=blocks.text(number),
                tag=page.tag[row],
                label=Label(int(selection.labels[row])).name.lower(),
                kept=bool(kept[number]),
                score=_score(selection, row),
                row=row,
            )
            for number, row in enumerate(blocks.row.tolist())
        ]

    def __repr__(self) -> str:
        return f"<Extraction: {self.outcome.value}, {len(self.text)} characters, {collapse(self.title)[:60]!r}>"


def extract(
    html: str | bytes | Page, url: str | None = None, *, options: Options | None = None, **fields: Any
) -> Extraction:
    """What a person came for on a page; *fields* such as ``algorithm="cetd-ds"`` override the options.

    A page without content is an `Extraction` with an empty text, an outcome and a reason.

    >>> extract("").outcome.value, extract("").reason
    ('empty', 'the page has no text')
    """
    options = replace(options or DEFAULTS, **fields) if fields else options or DEFAULTS
    page = html if isinstance(html, Page) else Page.from_html(html, url)
    return Extraction(page, options.method.select(page), options)


def _score(selection: Selection, row: int) -> float | None:
    """What the method measured at an element, as far as it looked there."""
    if selection.score is None or selection.score[row] != selection.score[row]:
        return None
    return round(float(selection.score[row]), 6)
