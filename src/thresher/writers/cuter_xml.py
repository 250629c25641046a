"""CUTER's XML: an article with its title, its bodies, its media and the numbers of its nodes by class.

``cuter.xsd`` beside this file is the schema.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

import numpy as np

from thresher.labels import Label
from thresher.media import MediaItem, media
from thresher.text_repair import repair
from thresher.writers.text import paragraphs
from thresher.writers.xml_document import clean

if TYPE_CHECKING:
    from thresher.selection import Selection

#: Attributes of ``<nodes>`` and the labels that they count.
NODES: tuple[tuple[str, frozenset[Label]], ...] = (
    ("ad", frozenset([Label.ADVERTISEMENT])),
    ("nav", frozenset([Label.NAVIGATION])),
    ("text", frozenset([Label.CONTENT, Label.HEADING, Label.CAPTION])),
    ("multimedia", frozenset([Label.MEDIA])),
    ("empty", frozenset([Label.EMPTY])),
)
#: What cannot stand in an attribute as it is.
_SPECIAL = re.compile('[&<>"\n\r\t]')


@dataclass(frozen=True)
class CuterXml:
    """An ``<article>`` element for a selection of any method.

    >>> from thresher import extract
    >>> page = extract("<title>Rye</title><p>" + "Rye & oats. " * 20 + "<p>" + "More. " * 50, algorithm="cuter")
    >>> print(CuterXml().write(page.selection)[:72])
    <article>
      <title>Rye</title>
      <body>
        <p>Rye &amp; oats. Rye &amp;
    """

    title: str = ""  #: the title that the feed tells; empty: what the page calls itself
    repair: bool = True  #: mend broken words and wrongly read UTF-8

    def write(self, selection: Selection) -> str:
        """The article as one XML element, without a declaration."""
        mend = repair if self.repair else str
        lines = [
            f"<article{_attributes(url=selection.page.url, reason=selection.reason)}>",
            f"  <title>{escape(mend(self.title or selection.page.title))}</title>",
            *_bodies(selection, mend),
            *_media(selection, mend),
            f"  <nodes{_attributes(**_node_counts(selection))}/>",
            "</article>",
        ]
        # What XML forbids is no part of its markup, so that all texts can be cleaned of it at once.
        return clean("\n".join(lines))


def _bodies(selection: Selection, mend: Callable[[str], str]) -> Iterator[str]:
    """The lines of each body."""
    for body in selected_bodies(selection):
        texts, _ = paragraphs(body)
        # Broken words are told by the rest of the text, so it is mended as a whole.
        mended = mend("\n\n".join(text.replace("\n\n", "\n") for text in texts))
        lines = [f"    <p>{text}</p>" for text in escape(mended).split("\n\n") if text]
        yield from ["  <body>", *lines, "  </body>"] if lines else ["  <body/>"]


def selected_bodies(selection: Selection) -> list[Selection]:
    """The selection of each body that was selected; of a method that tells none apart, all that was selected."""
    bodies = []
    for group in selection.groups:
        runs = np.zeros_like(selection.runs)
        runs[group.runs] = True
        runs &= selection.runs
        if group.kind == "body" and runs.any():
            bodies.append(replace(selection, runs=runs))
    return bodies or [selection]


def _media(selection: Selection, mend: Callable[[str], str]) -> Iterator[str]:
    """The lines of the media, the most telling first."""
    lines = [_item(item, mend) for item in media(selection)]
    yield from ["  <media>", *lines, "  </media>"] if lines else ["  <media/>"]


def _item(item: MediaItem, mend: Callable[[str], str]) -> str:
    """The line of a picture, a film or a sound, with the facts that are known of it."""
    # Most media say nothing, and nothing is whole.
    alt = mend(item.alt) if item.alt else ""
    caption = f" caption={_quoted(mend(item.caption))}" if item.caption else ""
    width = f' width="{item.width}"' if item.width is not None else ""
    height = f' height="{item.height}"' if item.height is not None else ""
    return (
        f'    <item type="{item.kind}" src={_quoted(item.url)} alt={_quoted(alt)}'
        f'{caption}{width}{height} place="{item.place}"/>'
    )


def _node_counts(selection: Selection) -> dict[str, int]:
    """How many elements of the body there are of each class."""
    page = selection.page
    counts = np.bincount(selection.labels[page.body : page.end[page.body]], minlength=len(Label)).tolist()
    return {name: sum(counts[label] for label in labels) for name, labels in NODES}


def _attributes(**values: str | int | None) -> str:
    """Attributes as they stand in a tag, without those that have no value."""
    given = [(name, str(value)) for name, value in values.items() if value is not None and value != ""]
    return "".join([f" {name}={_quoted(value)}" for name, value in given])


def _quoted(text: str) -> str:
    """A text as the value of an attribute, with the quotes around it.

    >>> print(_quoted("rye.jpg?a=1&b"), _quoted('"Rye"'))
    "rye.jpg?a=1&amp;b" '"Rye"'
    """
    return quoteattr(text) if _SPECIAL.search(text) else f'"{text}"'
