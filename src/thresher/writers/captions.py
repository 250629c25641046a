"""Captions of pictures that are shown although nobody selected the text around them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from thresher.media.captions import captions
from thresher.page.columns import Ints
from thresher.page.hidden import INVISIBLE
from thresher.page.tags import tag_set
from thresher.writers.content import MAX_CAPTION

if TYPE_CHECKING:
    from thresher.page import Page

#: What readers press beside a caption, and what stands in for a picture, is not part of it.
_NO_CAPTION = tag_set("button", "select", "script", "style", "noscript", "svg")


def caption_runs(page: Page, rows: list[int]) -> Ints:
    """The runs that a reader sees of the captions of the media at *rows*.

    >>> from thresher.page import Page
    >>> page = Page.from_html("<figure><img><figcaption>Rye <button>Hide</button></figcaption></figure><p>Oats")
    >>> caption_runs(page, [4]).tolist()
    [0]
    """
    found = [_seen(page, below) for below in set(captions(page, rows)) if below >= 0]
    return np.concatenate([np.zeros(0, dtype=np.int64), *found])


def _seen(page: Page, caption: int) -> Ints:
    """The runs of a caption; none where it is longer than captions are."""
    runs = np.arange(page.first_run[caption], page.run_stop[caption])
    runs = runs[(page.hidden[page.host[runs]] & INVISIBLE) == 0]
    runs = runs[[not _is_pressed(page, int(host), caption) for host in page.host[runs]]]
    stop = len(runs) if page.length[runs].sum() <= MAX_CAPTION else 0
    return np.asarray(runs[:stop])


def _is_pressed(page: Page, row: int, caption: int) -> bool:
    """Whether an element, or one around it within a caption, is none of its text."""
    while row >= caption:
        if _NO_CAPTION[page.code[row]]:
            return True
        row = int(page.parent[row])
    return False
