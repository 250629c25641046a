"""Captions: the words of pictures and tables, in the text or not as is asked for."""

from __future__ import annotations

import numpy as np

from thresher.algorithms.auto.features import Sight
from thresher.algorithms.auto.headline import headline_block
from thresher.page.columns import Bools


def with_captions(sight: Sight, chosen: Bools) -> Bools:
    """The chosen blocks and the captions among them.

    The first may be above the text but below the headline, the last behind it in the same element.

    >>> from thresher.algorithms.auto.features import look
    >>> from thresher.page import Page
    >>> caption = "<figure><img src=a.jpg><figcaption>The mill</figcaption></figure>"
    >>> page = Page.from_html(f"{caption}<h1>Rye</h1>{caption}<div><p>It is back.</p>{caption}</div>{caption}")
    >>> with_captions(look(page), np.array([False, False, False, True, False, False])).tolist()
    [False, False, True, True, True, False]
    """
    if not chosen.any():
        return chosen
    view, rows = sight.view, sight.blocks.row
    text = np.flatnonzero(chosen)
    headline = headline_block(sight)
    first = text[0] if headline is None else min(headline, text[0])
    end = int(view.end[view.parent[rows[text[-1]]]])
    captions = caption_blocks(sight)
    captions[:first] = False
    return chosen | (captions & (rows < end))


def caption_blocks(sight: Sight) -> Bools:
    """Blocks that are captions of pictures or tables."""
    return sight.view.within("figcaption", "caption")[sight.blocks.row]
