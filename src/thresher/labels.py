"""What an element is to a reader: a label for each element of a page, from its names and from what was selected."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import IntEnum
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from thresher.page.columns import Bools, Codes, mark_subtrees, subtree_sum
from thresher.page.tags import tag_set
from thresher.page.telling import telling_rows

if TYPE_CHECKING:
    from thresher.page import Page


class Label(IntEnum):
    """What an element is to a reader."""

    EMPTY = 0
    CONTENT = 1
    HEADING = 2
    CAPTION = 3
    MEDIA = 4
    COMMENT = 5
    RELATED = 6
    NAVIGATION = 7
    ADVERTISEMENT = 8
    NOTICE = 9
    CONSENT = 10
    OTHER = 11  #: text that was not selected and has no telling name


#: An element with a larger share of its text in links is navigation (the limit of CUTER).
MAX_LINK_SHARE = 0.5

#: Words of class, id, role and aria-label that tell what an element is, the first that matches winning.
TELLING_NAMES: tuple[tuple[Label, str], ...] = (
    (Label.CONSENT, r"cookie|consent|gdpr|cmp|onetrust|didomi|ccpa"),
    (Label.ADVERTISEMENT, r"\b(?:ad|ads|advert\w*|banner|sponsor\w*|promo\w*|dfp|adsense|outbrain|taboola)\b"),
    (Label.COMMENT, r"comment|disqus|replies"),
    (Label.RELATED, r"related|recommend|more-?stories|read-?next|also-?like|trending|popular|see-?also"),
    (Label.NAVIGATION, r"\bnav|menu|breadcrumb|sidebar|pagination|pager|toolbar|tabs?\b|share|social"),
    (Label.NOTICE, r"copyright|disclaimer|legal|newsletter|subscribe|signup|paywall|notice"),
)
_TELLING = tuple((label, re.compile(pattern)) for label, pattern in TELLING_NAMES)
#: Whatever has one of these patterns has one of these words: a quick look before the long ones.
TELLING_WORDS = tuple(
    "cookie consent gdpr cmp onetrust didomi ccpa ad banner sponsor promo dfp outbrain taboola comment disqus replies "
    "related recommend more read also trending popular see nav menu breadcrumb sidebar pagination pager toolbar tab "
    "share social copyright disclaimer legal newsletter subscribe signup paywall notice".split()
)
_NAMING = ("class", "id", "role", "aria-label")
_NAVIGATION = tag_set("nav", "menu", "footer")


def label_elements(page: Page, runs: Bools) -> Codes:
    """A `Label` for each element: what was selected is content, the rest is told by its names and its links.

    >>> from thresher.page import Page
    >>> page = Page.from_html("<nav><a>Home</a></nav><h1>Oats</h1><p>Fine oats.</p>")
    >>> labels = label_elements(page, np.array([False, True, True]))
    >>> [Label(code).name for code in labels[3:]]
    ['NAVIGATION', 'NAVIGATION', 'HEADING', 'CONTENT']
    """
    labels = np.full(len(page.tag), Label.OTHER, dtype=np.uint8)
    links = mark_subtrees(page.is_tag("a", "button", "select"), page.end)
    linked = subtree_sum(page.own * links, page.end)
    labels[linked > MAX_LINK_SHARE * page.chars] = Label.NAVIGATION
    _label_by_names(page, labels)
    chosen = subtree_sum(np.bincount(page.host[runs], minlength=len(page.tag)), page.end) > 0
    labels[chosen] = Label.CONTENT
    labels[chosen & mark_subtrees(page.heading, page.end)] = Label.HEADING
    labels[chosen & page.within("figcaption", "caption")] = Label.CAPTION
    labels[(page.chars == 0) & ~chosen] = Label.EMPTY
    labels[page.media & (linked == page.chars)] = Label.MEDIA
    labels.setflags(write=False)
    return labels


def _label_by_names(page: Page, labels: Codes) -> None:
    """Give each subtree the label that its topmost telling name stands for."""
    navigation = set(_NAVIGATION[page.code].nonzero()[0].tolist())
    stop = page.body + 1
    names = _telling_names(page)
    for row in sorted(navigation | names.keys()):
        if row < stop:
            continue
        label = Label.NAVIGATION if row in navigation else named_label(names[row])
        if label is not None and page.tag[row] not in ("main", "article"):
            stop = int(page.end[row])
            labels[row:stop] = label


def _telling_names(page: Page) -> dict[int, list[str]]:
    """The names of elements that may tell something; nearly all elements have a class, few have other names."""
    elements, few = page.tree.elements, page.select("[id],[role],[aria-label]").tolist()
    asked = (list(range(len(elements))), few, few, few)
    found: dict[int, list[str]] = {}
    for name, rows in zip(_NAMING, asked, strict=True):
        for row, told in telling_rows(elements, rows, name, TELLING_WORDS).items():
            found.setdefault(row, []).append(told)
    return found


def named_label(names: Iterable[str | None]) -> Label | None:
    """The label that names stand for, if they stand for one.

    >>> named_label(("footer cookie-bar", None))
    <Label.CONSENT: 10>
    """
    # Patterns find small letters several times faster than letters of either case.
    return _label_of(" ".join([name for name in names if name]).lower())


@lru_cache(maxsize=4096)
def _label_of(names: str) -> Label | None:
    return next((label for label, pattern in _TELLING if pattern.search(names)), None)
