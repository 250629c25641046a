"""Which blocks of an article page are comments of readers."""

from __future__ import annotations

import numpy as np

from thresher.algorithms.auto.features import Sight
from thresher.algorithms.auto.headline import headline_block
from thresher.algorithms.comment_headings import announced_comments
from thresher.algorithms.comments import naming_comments
from thresher.page.columns import Bools, mark_subtrees


def comment_blocks(sight: Sight) -> Bools:
    """Blocks below a heading that announces comments, or in a section of that name that does not hold the story.

    The story is told by the headline.

    >>> from thresher.algorithms.auto.features import look
    >>> from thresher.page import Page
    >>> page = Page.from_html("<div class=comments-open><h1>Oats</h1><p>x<ul id=comments><li>y<li>z")
    >>> comment_blocks(look(page)).tolist()
    [False, False, True, True]
    """
    tree, names = sight.tree, sight.names
    numbers = naming_comments(names.names)
    if not numbers:
        return announced_comments(sight.view)
    is_named = np.zeros(len(names.names), dtype=bool)
    is_named[numbers] = True
    named = is_named[names.name_of]
    named[: tree.body + 1] = False
    headline = headline_block(sight)
    if headline is not None:
        place = tree.block[headline]
        named[: place + 1] &= tree.end[: place + 1] <= place
    return mark_subtrees(named, tree.end)[tree.block] | announced_comments(sight.view)
