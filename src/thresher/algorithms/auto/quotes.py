"""Which blocks are quoted: what somebody else wrote, repeated in an answer or a story."""

from __future__ import annotations

from thresher.algorithms.auto.features import Sight
from thresher.algorithms.auto.named import blocks_in_named, names_with
from thresher.page.columns import Bools, mark_subtrees
from thresher.page.tags import CODES

#: Words of class and id of quotes of boards that do not mark them up as such.
QUOTES = ("quote", "quoted", "quotation", "blockquote")
#: Such an element with a greater share of the page's words is no quote: pages of old set text in that way.
MAX_SHARE = 0.5


def quote_blocks(sight: Sight) -> Bools:
    """Blocks in quotes: elements of that tag or name that do not hold most of the page.

    >>> from thresher.algorithms.auto.features import look
    >>> from thresher.page import Page
    >>> page = Page.from_html("<blockquote>Rye?</blockquote><p>It stands frost.<div class=bbc_quote><p>Oats?</div>")
    >>> quote_blocks(look(page)).tolist()
    [True, False, True]
    """
    view, blocks = sight.view, sight.blocks
    most = MAX_SHARE * float(sight.words.sum())
    named = blocks_in_named(sight, names_with(sight.names.words, QUOTES), most)
    quotes = (view.code == CODES["blockquote"]) & (view.chars <= MAX_SHARE * view.chars[view.body])
    return named | mark_subtrees(quotes, view.end)[blocks.row]
