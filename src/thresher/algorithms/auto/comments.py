"""Which blocks of an article page are comments of readers."""

from __future__ import annotations

import numpy as np

from thresher.algorithms.auto.features import Sight
from thresher.algorithms.comments import may_name_comments, names_comments
from thresher.page.columns import Bools, mark_subtrees, subtree_sum
from thresher.page.tags import CODES


def comment_blocks(sight: Sight) -> Bools:
    """Blocks in a section that names itself for comments and does not hold the story: no first-rank heading.

    >>> from thresher.algorithms.auto.features import look
    >>> from thresher.page import Page
    >>> page = Page.from_html("<div class=comments-open><h1>Oats</h1><p>x<ul id=comments><li>y<li>z")
    >>> comment_blocks(look(page)).tolist()
    [False, False, True, True]
    """
    tree, names = sight.tree, sight.names
    if not may_name_comments(names.words.text):
        return np.zeros(len(tree.block), dtype=bool)
    named = np.array([names_comments(name) for name in names.names], dtype=bool)[names.name_of]
    story = np.zeros(len(tree.end), dtype=np.int64)
    story[tree.block[sight.view.code[sight.blocks.row] == CODES["h1"]]] = 1
    named &= subtree_sum(story, tree.end) == 0
    named[: tree.body + 1] = False
    return mark_subtrees(named, tree.end)[tree.block]
