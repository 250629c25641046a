"""The role of each element for a reader: a label derived from its names and from what was selected."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np

from thresher.page.columns import Bools, Codes, has_in_subtree, mark_subtrees, subtree_sum
from thresher.page.tags import tag_set
from thresher.page.telling import Telling, first_rank, ranked_rows

if TYPE_CHECKING:
    from thresher.page import Page


class Label(IntEnum):
    """The role of an element for a reader."""

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
    OTHER = 11  #: text that was not selected, in an element whose names say nothing


#: An element with a larger share of its text in links is navigation (the same limit as in CUTER).
MAX_LINK_SHARE = 0.5

#: Words in class, id, role and aria-label that reveal the role of an element; the first label with a match wins. A bar
#: stands for the edge of a word in the name.
TELLING_NAMES: tuple[tuple[Label, str], ...] = (
    (Label.CONSENT, "cookie consent gdpr cmp onetrust didomi ccpa"),
    (
        Label.ADVERTISEMENT,
        "|ad| |ads| |advert |banner| |sponsor |promo |dfp| |adsense| |outbrain| |taboola|",
    ),
    (Label.COMMENT, "comment disqus replies"),
    (
        Label.RELATED,
        "related recommend morestories more-stories readnext read-next alsolike also-like trending popular seealso "
        "see-also",
    ),
    (Label.NAVIGATION, "|nav menu breadcrumb sidebar pagination pager toolbar tab| tabs| share social"),
    (Label.NOTICE, "copyright disclaimer legal newsletter subscribe signup paywall notice"),
)
#: The labels by rank, and the words with their ranks.
_LABELS = tuple(label for label, _ in TELLING_NAMES)
TELLING_WORDS = tuple(
    Telling(word.strip("|"), rank, word.startswith("|"), word.endswith("|"))
    for rank, (_, words) in enumerate(TELLING_NAMES)
    for word in words.split()
)
_NAMING = ("class", "id", "role", "aria-label")
_NAVIGATION, _MAIN = tag_set("nav", "menu", "footer"), tag_set("main", "article")


def label_elements(page: Page, runs: Bools) -> Codes:
    """A `Label` for each element: what was selected is content; the rest is labelled by names and links.

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
    chosen = subtree_sum(np.bincount(page.host[runs], minlength=len(page.tag)), page.end) > 0
    is_empty = (page.chars == 0) & ~chosen
    _label_by_names(page, labels, ~(chosen | is_empty))
    labels[chosen] = Label.CONTENT
    labels[chosen & mark_subtrees(page.heading, page.end)] = Label.HEADING
    labels[chosen & page.within("figcaption", "caption")] = Label.CAPTION
    labels[is_empty] = Label.EMPTY
    labels[page.media & (linked == page.chars)] = Label.MEDIA
    labels.setflags(write=False)
    return labels


def _label_by_names(page: Page, labels: Codes, candidates: Bools) -> None:
    """Label each subtree that contains *candidates* by its topmost telling name."""
    is_navigation = _NAVIGATION[page.code]
    around = has_in_subtree(candidates, page.end)
    around[: page.body + 1] = False
    # Everything inside navigation is navigation, so the names in it need not be examined.
    named = (around & ~mark_subtrees(is_navigation, page.end) & ~_MAIN[page.code]).nonzero()[0].tolist()
    ranks = ranked_rows(page.tree.elements, named, page.end, _NAMING, TELLING_WORDS)
    ranks.update(dict.fromkeys((around & is_navigation).nonzero()[0].tolist(), _LABELS.index(Label.NAVIGATION)))
    stop = 0
    for row in sorted(ranks):
        if row >= stop:
            stop = int(page.end[row])
            labels[row:stop] = _LABELS[ranks[row]]


def named_label(names: Iterable[str | None]) -> Label | None:
    """The label that names stand for; ``None`` if they stand for none.

    >>> named_label(("footer cookie-bar", None))
    <Label.CONSENT: 10>
    """
    ranks = [rank for name in names if name and (rank := first_rank(name.lower(), TELLING_WORDS)) >= 0]
    return _LABELS[min(ranks)] if ranks else None
