"""Which blocks of an article page are advertisements that stand amid the story."""

from __future__ import annotations

import re
from functools import lru_cache

import numpy as np

from thresher.algorithms.auto.features import Sight
from thresher.algorithms.auto.named import blocks_in_named, names_with
from thresher.page.columns import Bools
from thresher.page.words import holding

#: Words of class, id and role under which sites show advertisements [D].
_ADVERTISEMENT = re.compile(r"(?<![A-Za-z])(?:[Aa]ds?(?![a-z])|[Aa]dvert|[Ss]ponsored|taboola|outbrain)")
#: One of these is in all such names: a quick look before the long one.
_STEMS = ("ad", "Ad", "ponsored", "taboola", "outbrain")
#: An element of that name with more words holds more than an advertisement.
MAX_WORDS = 60
#: What stands above or below advertisements, which the rest of the page may load elsewhere or have lost [D].
_LABEL = re.compile(
    r"\W*(?:(?:advertisements?|sponsored|werbung|anzeige|reklam[aă]?|реклама|διαφήμιση|publicidade?|publicité"
    r"|pubblicità|advertentie)|(?:story|article) continues (?:below|after)(?: (?:this )?advertisement)?)\W*",
    re.IGNORECASE,
)
#: One of these is in each label: a quick look before the long one.
_LABEL_WORDS = tuple(
    "advertisement advertisements sponsored werbung anzeige reklam reklamă reklama реклама διαφήμιση publicidad "
    "publicidade publicité pubblicità advertentie continues".split()
)
#: Labels have no more words than this.
MAX_LABEL_WORDS = 5


def advertisement_blocks(sight: Sight) -> Bools:
    """Blocks in small elements that name themselves for advertisements, and labels of advertisements.

    >>> from thresher.algorithms.auto.features import look
    >>> from thresher.page import Page
    >>> page = Page.from_html("<p>Oats<div class=ad-slot><p>Advertisement<p>Buy!</div><p class=address>Mill Lane 1")
    >>> advertisement_blocks(look(page)).tolist()
    [False, True, True, False]
    """
    names = sight.names.names
    numbers = [number for number in holding(names, _STEMS) if names_advertisement(names[number])]
    return blocks_in_named(sight, numbers, MAX_WORDS) | label_blocks(sight)


def label_blocks(sight: Sight) -> Bools:
    """Blocks that say no more than that an advertisement is near.

    >>> from thresher.algorithms.auto.features import look
    >>> from thresher.page import Page
    >>> page = Page.from_html("<p>Oats.<p>ADVERTISEMENT<p>An advertisement for oats.<p>(Story continues below)")
    >>> label_blocks(look(page)).tolist()
    [False, True, False, True]
    """
    found = np.zeros(len(sight.blocks), dtype=bool)
    likely = names_with(sight.openings, _LABEL_WORDS)
    for number in likely[sight.words[likely] <= MAX_LABEL_WORDS].tolist():
        found[number] = _LABEL.fullmatch(sight.blocks.text(number)) is not None
    return found


@lru_cache(maxsize=16384)
def names_advertisement(names: str) -> bool:
    """Whether names of an element say that it holds advertisements.

    >>> names_advertisement("post-ad adSlot"), names_advertisement("header-shadow loading")
    (True, False)
    """
    return _ADVERTISEMENT.search(names) is not None
