"""Kinds of pages whose set does not name them, told by reading: articles without an address, many of them Chinese."""

from __future__ import annotations

from thresher.algorithms.auto.page_kinds import KINDS
from thresher.evaluate.datasets import LabelledPage

#: Sets of pages that are articles, ...
_ARTICLES = ("chinese-elwin", "readability")
#: ... but for those of fewer words, which are written to test a program, ...
MIN_WORDS = 200
#: ... and for these: threads, pages about a product, documentation.
_OTHERS = frozenset(
    """
    386d70f8-19dc-495b-aa14-18cc057e1544 77fa9435-93a8-401b-a264-a3f5909d5ea7 a6e8b739-734a-4962-b1e3-b5ac29ecf4ab
    e4232eb3-4c02-47c6-9287-b91c2f95b795 mozilla-1 mozilla-2 ietf-1 mercurial mathjax google-sre-book-1
    """.split()
)


def kind_of(labelled: LabelledPage, words: float) -> str | None:
    """The kind of a page of so many words, where it is known.

    >>> kind_of(LabelledPage("readability", "bbc-1", "", None), 900)
    'article'
    """
    if labelled.kind in KINDS:
        return labelled.kind
    is_article = labelled.set in _ARTICLES and labelled.id not in _OTHERS and words >= MIN_WORDS
    return "article" if is_article else None
