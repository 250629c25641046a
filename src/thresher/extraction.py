"""`extract` finds the content of a page; `Extraction` writes it in any format on request."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from thresher import writers
from thresher.cached import cached_property
from thresher.options import DEFAULTS, Options, changed
from thresher.page import Page
from thresher.page.collector import CollectorAtRest
from thresher.page.whitespace import collapse
from thresher.quarantine import quarantined

if TYPE_CHECKING:
    from thresher.evidence import Block, Evidence
    from thresher.media import MediaItem
    from thresher.metadata import Metadata
    from thresher.quarantine import Hidden
    from thresher.records import Record
    from thresher.selection import Outcome, Selection


@dataclass(frozen=True, eq=False)
class Extraction:
    """The result of extracting a page; every property is computed on first use.

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
        """The content in a format given by name (`thresher.writers.FORMATS`), with options of its writer."""
        given = self.options
        writer = writers.create(
            name,
            links=given.links,
            images=given.images,
            dates=given.dates,
            front_matter=given.front_matter,
            **options,
        )
        return writer.write(self.selection)

    def json(self, *, evidence: bool = False, hidden: bool = False, **dumps: Any) -> str:
        """Everything as a JSON object; sources, evidence and hidden text only on request."""
        return json.dumps(self.as_dict(evidence=evidence, hidden=hidden), ensure_ascii=False, **dumps)

    def as_dict(self, *, evidence: bool = False, hidden: bool = False) -> dict[str, Any]:
        """Everything as plain values."""
        from thresher.writers.json import Json

        given = self.options
        writer = Json(given.links, given.images, dates=given.dates, evidence=evidence, hidden=hidden)
        return writer.values(self.selection)

    @cached_property
    def metadata(self) -> Metadata:
        """What the page says about itself: each fact with its source and alternatives, found on first use."""
        from thresher.metadata import Metadata

        return Metadata.of(self.selection, self.options.dates)

    @cached_property
    def title(self) -> str:
        """The page's title, without the name of its site; empty if it has none."""
        return self.metadata.value("title") or ""

    @cached_property
    def language(self) -> str | None:
        """The page's language: declared, or else detected."""
        language: str | None = self.metadata.value("language")
        return language

    @cached_property
    def media(self) -> Sequence[MediaItem]:
        """Pictures, videos and sounds that belong to the content, the most relevant first."""
        from thresher.media import media

        return media(self.selection)

    @cached_property
    def hidden(self) -> Sequence[Hidden]:
        """Texts that readers cannot see, each with its cause and position; they are never part of the text."""
        from thresher.quarantine import hidden_text

        return list(hidden_text(self.page))

    @property
    def encoding(self) -> str | None:
        """The encoding of the page's bytes; ``None`` if the page was given as text."""
        return self.page.source.encoding

    @property
    def kind(self) -> str | None:
        """The kind of page, where the method determines it."""
        return self.selection.kind

    @property
    def is_overview(self) -> bool | None:
        """Whether the page is a list of other pages, where the method determines it."""
        return self.selection.is_overview

    @property
    def confidence(self) -> float | None:
        """The method's own estimate of the F1 of its result, where it makes one."""
        return self.selection.confidence

    @cached_property
    def comments(self) -> Sequence[Record]:
        """Readers' comments below an article, with author and date; not part of the text unless requested."""
        from thresher.records import records

        return records(self.selection, "comment")

    @cached_property
    def records(self) -> Sequence[Record]:
        """The items of an overview page, or the posts of a thread."""
        from thresher.records import records

        return records(self.selection, "item", "post")

    @property
    def outcome(self) -> Outcome:
        """Whether content was found, and if not, what the page is instead."""
        return self.selection.outcome

    @property
    def reason(self) -> str:
        """The evidence for the outcome, a sentence."""
        return self.selection.reason

    @property
    def degraded(self) -> str:
        """What was cut short by limits of time or size, a sentence; empty if nothing was."""
        return self.selection.degraded

    @cached_property
    def blocks(self) -> Sequence[Block]:
        """Every block of the page, kept or not, in document order."""
        from thresher.evidence import blocks_of

        return list(blocks_of(self.selection))

    @cached_property
    def evidence(self) -> Sequence[Evidence]:
        """The same blocks, each with its position in the page and in its source, and why it was kept or dropped."""
        from thresher.evidence import evidence_of

        return list(evidence_of(self.selection))

    def __repr__(self) -> str:
        return f"<Extraction: {self.outcome.value}, {len(self.text)} characters, {collapse(self.title)[:60]!r}>"


def extract(
    html: str | bytes | Page, url: str | None = None, *, options: Options | None = None, **fields: Any
) -> Extraction:
    """The content of a page; *fields* such as ``algorithm="cetd-ds"`` override the options.

    A page without content is an `Extraction` with an empty text, an outcome and a reason.

    >>> extract("").outcome.value, extract("").reason
    ('empty', 'the page has no text')
    """
    options = changed(options or DEFAULTS, fields) if fields else options or DEFAULTS
    if options.has_limits:
        from thresher.budget import extract_within

        selection = extract_within(html, url, options)
        return Extraction(selection.page, quarantined(selection), options)
    with CollectorAtRest():
        page = html if isinstance(html, Page) else Page.from_html(html, url)
        selection = quarantined(options.method.select(page))
    # Content that is not in the tree, such as that of scripts, is in a page of its own.
    return Extraction(selection.page, selection, options)
