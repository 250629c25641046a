"""Which blocks are no part of what a page says, whatever its kind: dialogs that open over it, signatures below posts."""

from __future__ import annotations

from functools import cache

from thresher.algorithms.auto.features import Sight
from thresher.algorithms.auto.named import blocks_in_named
from thresher.algorithms.auto.names import words_of
from thresher.algorithms.auto.prints import Slots, prints_of
from thresher.page.columns import Bools

#: Words of class, id and role of dialogs, which say how a site is used or what it stores, and of what writers put below
#: each of their posts (+.002 word F1 on wcxb-dev, cross-validated).
BYSTANDERS = ("modal", "dialog", "alertdialog", "consent", "signature")
#: An element of that name with a greater share of the page's words is the page, shown in a dialog.
MAX_SHARE = 0.5


def bystander_blocks(sight: Sight) -> Bools:
    """Blocks in elements that name themselves for dialogs or signatures.

    >>> from thresher.algorithms.auto.features import look
    >>> from thresher.page import Page
    >>> page = Page.from_html("<p>Oats, rye, barley<div role=dialog><p>Your<p>choices</div><p class=modality>of grain")
    >>> bystander_blocks(look(page)).tolist()
    [False, True, True, False]
    """
    words = sight.names.words
    found = _known().of(words.prints).nonzero()[0]
    numbers = words.first.searchsorted(found, side="right") - 1
    return blocks_in_named(sight, numbers, MAX_SHARE * float(sight.words.sum()))


def names_bystander(names: str) -> bool:
    """Whether names of an element say that it is a dialog or a signature.

    >>> names_bystander("cookieConsent-box"), names_bystander("multimodal")
    (True, False)
    """
    return not set(BYSTANDERS).isdisjoint(words_of([names]).strings())


@cache
def _known() -> Slots:
    return Slots(prints_of(BYSTANDERS), range(1, len(BYSTANDERS) + 1))
