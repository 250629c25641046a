"""Which blocks are no part of what a page says, whatever its kind.

They are those of dialogs that open over it, of its footer, and of what writers put below each of their posts.
"""

from __future__ import annotations

from thresher.algorithms.auto.feature_columns import AROUND, COLUMNS
from thresher.algorithms.auto.features import Sight
from thresher.algorithms.auto.named import blocks_in_named, names_with
from thresher.algorithms.auto.names import words_of
from thresher.page.columns import Bools

#: Words of class, id and role of dialogs, which say how a site is used or what it stores, and of what writers put below
#: each of their posts (+.002 word F1 on wcxb-dev, cross-validated; footers +.001).
BYSTANDERS = ("modal", "dialog", "alertdialog", "consent", "signature")
#: What is around blocks, as a column of features.
_FOOTER, _ARTICLE = (COLUMNS["elements around"].start + AROUND.index(name) for name in ("footer", "article"))
#: Such an element with a greater share of the page's words is the page, shown in a dialog or never closed.
MAX_SHARE = 0.5


def bystander_blocks(sight: Sight) -> Bools:
    """Blocks in elements that name themselves for dialogs or signatures, and in the footer of the page.

    >>> from thresher.algorithms.auto.features import look
    >>> from thresher.page import Page
    >>> page = Page.from_html("<p>Oats, rye, barley<div role=dialog><p>Your<p>choices</div><p class=modality>of grain")
    >>> bystander_blocks(look(page)).tolist()
    [False, True, True, False]
    """
    words, most = sight.names.words, MAX_SHARE * float(sight.words.sum())
    named = blocks_in_named(sight, names_with(words, BYSTANDERS), most)
    footer = _footer_blocks(sight)
    return named | footer if float(sight.words[footer].sum()) <= most else named


def _footer_blocks(sight: Sight) -> Bools:
    """Blocks in footers, but for those of articles: a post is one, and its footer may hold a part of it."""
    is_in: Bools = (sight.features[:, _FOOTER] > 0) & (sight.features[:, _ARTICLE] == 0)
    return is_in


def names_bystander(names: str) -> bool:
    """Whether names of an element say that it is a dialog or a signature.

    >>> names_bystander("cookieConsent-box"), names_bystander("multimodal")
    (True, False)
    """
    return not set(BYSTANDERS).isdisjoint(words_of([names]).strings())
