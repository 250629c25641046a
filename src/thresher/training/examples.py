"""Labelled pages as the model sees them: features, labels and weights of their blocks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context

import numpy as np

from thresher.algorithms.auto.advertisements import advertisement_blocks
from thresher.algorithms.auto.bystanders import bystander_blocks
from thresher.algorithms.auto.comments import comment_blocks
from thresher.algorithms.auto.features import Matrix, look
from thresher.algorithms.auto.hashes import Words
from thresher.algorithms.auto.hints import hints
from thresher.algorithms.auto.names import Names
from thresher.algorithms.auto.outline import Tree
from thresher.algorithms.auto.page_kinds import KINDS
from thresher.evaluate.datasets import LabelledPage
from thresher.evaluate.tokens import words as word_list
from thresher.page import Page
from thresher.page.columns import Bools, Floats, Ints
from thresher.training.alignment import content_shares
from thresher.training.guises import Guise, foreign_guise

#: Pages of whose gold less than this share is on the page teach nothing true about blocks.
MIN_FOUND = 0.6


@dataclass(frozen=True, eq=False)
class Example:
    """One page: what the model sees of it, and what is known about it."""

    set_name: str
    id: str
    site: str  #: pages of one site stay on one side of a split
    kind: str | None
    language: str | None
    gold_words: Counter[str] | None  #: ``None``: only the kind is known
    found: float  #: share of the gold that is on the page
    features: Matrix  #: block: features but for those of names and words
    page: Floats  #: what the page as a whole is like
    words: Floats  #: block: words
    labels: Floats  #: block: share of its words that are content
    masked: Ints  #: blocks whose label says nothing: captions where gold sets disagree about them
    bags: tuple[Counter[str], ...]  #: block: words as the metric counts them
    openings: Words  #: block: the words that it begins with
    names: Names
    tree: Tree
    hints: frozenset[str]
    foreign: Guise | None  #: how it would look in another script
    address: str
    shape: Ints
    copy: Ints
    heading: Bools
    advertisements: Bools  #: blocks that name themselves so
    bystanders: Bools  #: blocks of dialogs and signatures
    comments: Bools  #: blocks that are comments of readers if the page is an article
    thread: LabelledPage | None  #: the page as it came, where its posts are known

    @property
    def teaches_blocks(self) -> bool:
        """Whether its gold says something true about its blocks."""
        return bool(self.gold_words) and self.found >= MIN_FOUND


def examples(pages: Iterable[LabelledPage], workers: int) -> Iterator[Example]:
    """The examples of labelled pages, made by several processes; pages without text give none."""
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        for example in pool.map(example_of, pages, chunksize=16):
            if example is not None:
                yield example


def example_of(labelled: LabelledPage) -> Example | None:
    """The example of one labelled page."""
    page = Page.from_html(labelled.html, labelled.url)
    sight = look(page)
    if sight is None:
        return None
    texts = [sight.blocks.text(number) for number in range(len(sight.blocks))]
    labels, found = (np.zeros(len(texts)), 0.0) if labelled.gold is None else content_shares(texts, labelled.gold)
    caption = sight.view.within("figcaption", "caption")[sight.blocks.row]
    return Example(
        set_name=labelled.set,
        id=labelled.id,
        site=site_of(labelled),
        kind=labelled.kind if labelled.kind in KINDS else None,
        language=labelled.language,
        gold_words=None if labelled.gold is None else Counter(word_list(labelled.gold.lower())),
        found=found,
        features=sight.features,
        page=sight.page,
        words=sight.words,
        labels=labels,
        masked=np.flatnonzero(caption),
        bags=tuple(Counter(word_list(text.lower())) for text in texts),
        openings=sight.openings,
        names=sight.names,
        tree=sight.tree,
        hints=hints(page, sight).strings(),
        foreign=foreign_guise(labelled),
        address=sight.address,
        shape=sight.shape,
        copy=sight.copy,
        heading=sight.heading,
        advertisements=advertisement_blocks(sight),
        bystanders=bystander_blocks(sight),
        comments=comment_blocks(sight),
        thread=labelled if labelled.posts else None,
    )


#: Second-level domains under which people register, so that a site's name has three parts.
_SHARED = frozenset("co com org net gov ac edu or ne go".split())


def site_of(labelled: LabelledPage) -> str:
    """The registered domain of a page, or its own id where it has no address.

    >>> site_of(LabelledPage("set", "1", "", None, url="https://news.bbc.co.uk/1"))
    'bbc.co.uk'
    """
    host = labelled.site or f"{labelled.set}-{labelled.id}"
    parts = host.split(".")
    keep = 3 if len(parts) > 2 and len(parts[-1]) == 2 and parts[-2] in _SHARED else 2
    return ".".join(parts[-keep:])
