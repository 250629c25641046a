"""Footnotes: which links call a note, which elements are the notes, and which links lead back from them."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import unquote

import numpy as np

from thresher.page.columns import nearest
from thresher.page.tags import BLOCK
from thresher.page.whitespace import collapse

if TYPE_CHECKING:
    from thresher.writers.outline import Outline

#: What the text of a link to a note looks like: a number, a letter, a sign.
_CALL = re.compile(r"[\[(]?(?:note |nb |n )?(\d{1,4}|[a-z]|[ivxlc]{1,6}|[*†‡§¶‖#]{1,4})[\])]?", re.IGNORECASE)
#: What the text of a link back from a note looks like.
_BACK = re.compile(
    r"[\[(]?(?:[↩↑⏎←↵⤴^\ufe0e\ufe0f\s]+|\d{1,4}|[a-z]{1,2}|back|zurück|retour|jump up|return(?: to text)?)[\])]?",
    re.IGNORECASE,
)
#: Several of them, as behind an arrow: "^ a b".
_BACKS = re.compile(r"(?:[↩↑⏎←↵⤴^]|\s|\b[a-z]{1,2}\b|\b\d{1,3}\.\d{1,2}\b)+", re.IGNORECASE)
_SIGN_ELEMENTS = ("span", "sup", "b", "small")
_ARROWS = tuple("↩↑⏎←↵⤴^")
_NAMES = re.compile(r"foot-?note|note-?ref|fn-?ref|cite|reference|endnote", re.IGNORECASE)
_LABEL = re.compile(r"[\w-]+")
_NOTE_ELEMENTS = ("li", "p", "div", "dd", "aside", "section")
#: A raised sign that calls a note has no more runs than this, and no more elements between it and its link.
MAX_SIGN_RUNS, MAX_SIGN_STEPS = 8, 4


@dataclass
class Notes:
    """Footnotes of the kept part of a page; elements are named by their number in the outline."""

    calls: dict[int, str] = field(default_factory=dict)  #: links, and raised signs around them: the note's label
    notes: dict[int, str] = field(default_factory=dict)  #: elements that are notes: their label
    ways_back: list[int] = field(default_factory=list)  #: links that lead back to the call


def notes_of(outline: Outline, hrefs: dict[int, str]) -> Notes:
    """The footnotes of the kept part of a page, *hrefs* being the addresses of its links."""
    inner = {number: href for number, href in hrefs.items() if href[:1] == "#" and len(href) > 1}
    if not inner:
        return Notes()
    texts = {number: collapse(outline.raw(number)) for number in inner}
    if not any(map(_CALL.fullmatch, texts.values())):
        return Notes()
    return _Finder(outline, {number: unquote(href[1:]) for number, href in inner.items()}, texts).find()


class _Finder:
    """Looks for the footnotes among the links within a page."""

    def __init__(self, outline: Outline, inner: dict[int, str], texts: dict[int, str]) -> None:
        self.outline, self.page, self.kept = outline, outline.page, outline.kept
        self.inner, self.texts = inner, texts
        self.rows: list[int] = outline.rows
        self.places = _places(outline, set(inner.values()))
        self.parent = self.kept.row.searchsorted(np.maximum(self.page.parent[self.kept.row], 0)).tolist()
        self.block = nearest(BLOCK[self.page.code], self.page.end)
        self.links_to: dict[int, list[int]] = defaultdict(list)
        for number, place in inner.items():
            self.links_to[self.places.get(place, -1)].append(number)
        self.found = Notes()

    def find(self) -> Notes:
        """The footnotes."""
        labels: set[str] = set()
        for number, place in self.inner.items():
            if not _CALL.fullmatch(self.texts[number]):
                continue
            note = self._note_at(place)
            if note <= number or not self._is_call(number, note):
                continue
            if note not in self.found.notes:
                self.found.notes[note] = _new_label(self.texts[number], labels)
            self.found.calls[self._sign(number)] = self.found.notes[note]
        if self.found.notes:
            self._find_ways_back()
        return self.found

    def _note_at(self, place: str) -> int:
        """The kept block that a place on the page is in, if it can be a note."""
        row = self.places.get(place, -1)
        note = int(self.block[row]) if row >= 0 else -1
        if note <= self.page.body or self.page.tag[note] not in _NOTE_ELEMENTS:
            return -1
        number = min(self.outline.number(note), len(self.rows) - 1)
        return number if self.rows[number] == note else -1

    def _is_call(self, number: int, note: int) -> bool:
        """Whether a link calls a note: it is raised, is named so, or the note leads back to it."""
        row = self.rows[number]
        if self._sign(number) != number:
            return True
        attributes = self.page.attributes(row)
        if attributes.get("role") == "doc-noteref":
            return True
        if _NAMES.search(f"{attributes.get('class', '')} {attributes.get('id', '')}"):
            return True
        back = [*self.links_to[row][:MAX_SIGN_RUNS], *self.links_to[int(self.page.parent[row])][:MAX_SIGN_RUNS]]
        return any(self.rows[note] < self.rows[other] < self.kept.end[note] for other in back)

    def _sign(self, number: int) -> int:
        """The ``<sup>`` around a link that holds nothing else, or the link itself."""
        sign = number
        for _ in range(MAX_SIGN_STEPS):
            sign = self.parent[sign]
            if self.page.tag[self.rows[sign]] != "span":
                break
        if self.page.tag[self.rows[sign]] != "sup" or self.kept.stop[sign] - self.kept.start[sign] > MAX_SIGN_RUNS:
            return number
        return sign if collapse(self.outline.raw(sign)) == self.texts[number] else number

    def _find_ways_back(self) -> None:
        """Links inside notes that lead to a place ahead of them."""
        is_note = np.zeros(len(self.page.tag), dtype=bool)
        is_note[self.kept.row[list(self.found.notes)]] = True
        note_of = nearest(is_note, self.page.end)
        for number, place in self.inner.items():
            row, text = self.rows[number], self.texts[number]
            in_note = note_of[row] >= 0 and self._sign(number) not in self.found.calls
            leads_ahead = self.places.get(place, row) < note_of[row] or text.startswith(_ARROWS)
            if in_note and leads_ahead and _BACK.fullmatch(text):
                self.found.ways_back.append(self._signs_back(number))

    def _signs_back(self, number: int) -> int:
        """The element around a link that leads back which has nothing but such links, or the link itself."""
        around = self.parent[number]
        is_sign = self.page.tag[self.rows[around]] in _SIGN_ELEMENTS
        return around if is_sign and _BACKS.fullmatch(collapse(self.outline.raw(around))) else number


def _places(outline: Outline, names: set[str]) -> dict[str, int]:
    """Row of each kept element, or anchor without text, that has one of *names*."""
    page, places = outline.page, dict[str, int]()
    can_be = page.is_tag("a", "span")
    can_be[outline.kept.row] = True
    named = page.select("[id],[name]")
    for row in named[can_be[named]].tolist():
        element = page.tree.elements[row]
        name = element.attr("id") or element.attr("name")
        if name in names:
            places.setdefault(name, row)
    return places


def _new_label(text: str, labels: set[str]) -> str:
    """A label that no other note has, the text of the call if possible."""
    told = _LABEL.search(text)
    label = told[0] if told else str(len(labels) + 1)
    if label in labels:
        label = f"{label}-{len(labels) + 1}"
    labels.add(label)
    return label
