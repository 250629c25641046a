"""Which blocks are quoted: what somebody else wrote, repeated in an answer or a story."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

import numpy as np

from thresher.algorithms.auto.features import Sight
from thresher.algorithms.auto.named import blocks_in_named, names_with
from thresher.page.columns import Bools, mark_subtrees

#: Words of class and id of quotes of boards that do not mark them up as such.
QUOTES = ("quote", "quoted", "quotation", "blockquote")
#: Elements of one name that have a greater share of the chosen words are no quotes: boards set whole posts in them, or
#: name these for what a reader may do with them ("select to quote").
MAX_SHARE = 0.5
_NUMBER = re.compile(r"\d+")


def quote_blocks(sight: Sight, chosen: Bools) -> Bools:
    """Blocks in quotes: in elements of that tag or name, unless most of the chosen ones are in those of one name.

    >>> from thresher.algorithms.auto.features import look
    >>> from thresher.page import Page
    >>> page = Page.from_html("<blockquote>Rye?</blockquote><p>It stands frost.<div class=bbc_quote><p>Oats?</div>")
    >>> quote_blocks(look(page), np.array([True, True, True])).tolist()
    [True, False, True]
    """
    words, quoted = sight.words * chosen, np.zeros_like(chosen)
    for marked in _marked(sight):
        if words[marked].sum() <= MAX_SHARE * words.sum():
            quoted |= marked
    return quoted


def _marked(sight: Sight) -> Iterator[Bools]:
    """Blocks in elements that are marked as quotes, for each way in which the page marks them."""
    view, names = sight.view, sight.names
    alike = defaultdict(list)
    for number in names_with(names.words, QUOTES).tolist():
        alike[_NUMBER.sub("", names.names[number])].append(number)
    for numbers in alike.values():
        yield blocks_in_named(sight, numbers, np.inf)
    rows = view.rows_of("blockquote")
    classes = np.array([name or "" for name in view.attributes_at(rows, "class")], dtype=object)
    for name in sorted(set(classes)):
        quotes = np.zeros(len(view.tag), dtype=bool)
        quotes[rows[classes == name]] = True
        yield mark_subtrees(quotes, view.end)[sight.blocks.row]
