"""The groups of a selection as plain values: posts, comments and items with text, author, date, URL and picture."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from thresher.media.ornaments import is_ornament
from thresher.media.sources import absolute, base_url, image_source
from thresher.page.whitespace import collapse

if TYPE_CHECKING:
    from thresher.page import Page
    from thresher.selection import Group, Selection

IMAGES = ("img", "amp-img")


@dataclass(frozen=True)
class Record:
    """One post, comment or item of a page."""

    kind: str  #: "post", "comment" or "item"
    text: str  #: of an item: its teaser, without the title
    title: str | None = None
    url: str | None = None  #: the target of an item; the permalink of a post
    author: str | None = None
    date: str | None = None  #: as given in the page's markup, or else as displayed
    image: str | None = None  #: URL of the picture

    def as_dict(self) -> dict[str, Any]:
        """The record as plain values."""
        return asdict(self)


def records(selection: Selection, *kinds: str) -> list[Record]:
    """The groups of the given kinds in a selection, in document order.

    >>> from thresher import Page
    >>> from thresher.selection import Group, Selection
    >>> page = Page.from_html("<li><a href=/rye>Rye</a> is ripe.", "https://mill.example/")
    >>> import numpy as np
    >>> item = Group("item", 3, np.array([0, 1]), link=4, title=4)
    >>> records(Selection(page, np.array([True, True]), groups=[item]), "item")[0].as_dict()["url"]
    'https://mill.example/rye'
    """
    return [_record(selection.page, group) for group in selection.groups if group.kind in kinds]


def _record(page: Page, group: Group) -> Record:
    title = _text_of(page, group.title) or _alternative_text(page, group.title)
    return Record(
        kind=group.kind,
        # Themes repeat the title, for screen readers or on the picture.
        text=_text(page, group).removeprefix(title or "").lstrip(),
        title=title,
        url=_address(page, group.link),
        author=group.author_on(page),
        date=group.date_on(page),
        image=_picture(page, group),
    )


def _text(page: Page, group: Group) -> str:
    """The group's text, with spaces between blocks; for an item, without its title, date and author."""
    spans = [range(row, int(page.end[row])) for row in (group.title, group.date, group.author) if row is not None]
    runs = [
        run for run in group.runs.tolist() if group.kind != "item" or not any(page.host[run] in span for span in spans)
    ]
    pieces, last = [], -1
    for run in runs:
        block = int(page.block[page.host[run]])
        pieces.append(page.text[run] if block == last else f"\n{page.text[run]}")
        last = block
    return collapse("".join(pieces))


def _text_of(page: Page, row: int | None) -> str | None:
    if row is None:
        return None
    return collapse("".join(page.text[page.first_run[row] : page.run_stop[row]])) or None


def _alternative_text(page: Page, row: int | None) -> str | None:
    """The alternative text of a picture in an element that has no text."""
    if row is None:
        return None
    images = (place for place in range(row, int(page.end[row])) if page.tag[place] in IMAGES)
    return next(filter(None, (collapse(page.attribute_of(image, "alt") or "") for image in images)), None)


def _picture(page: Page, group: Group) -> str | None:
    """The URL of the first picture that is not an ornament or a placeholder."""
    if group.image is None:
        return None
    rows = range(group.image, int(page.end[max(group.row, 0)]))
    for row in (row for row in rows if page.tag[row] in IMAGES):
        url = image_source(page, row)
        if url and not is_ornament(url, page.attribute_of(row, "class") or ""):
            return absolute(url, base_url(page)) or None
    return None


def _address(page: Page, row: int | None) -> str | None:
    """The target of a link, as a full URL if the page's own URL is known."""
    return None if row is None else absolute(page.attribute_of(row, "href") or "", base_url(page)) or None
