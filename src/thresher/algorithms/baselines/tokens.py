"""A source as one sequence of tags and words, each word a token of its own."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from thresher.page.columns import Bools, Ints, prefix
from thresher.page.source import SourceView
from thresher.page.words import character_kinds

_LETTER = 1


@dataclass(frozen=True)
class Tokens:
    """Tags and words in document order, as parallel columns."""

    is_tag: Bools  #: token: whether it is a tag
    character: Ints  #: token: characters of text ahead of it; and all of them, at the end


def tokens_of(source: SourceView) -> Tokens:
    """The tags and words of a source.

    >>> from thresher.page import Cleaning, Page
    >>> from thresher.page.source import source_view
    >>> tokens = tokens_of(source_view(Page.from_html("<p>Bread, 麦 <b>and</b> rye").view(Cleaning())))
    >>> tokens.is_tag.astype(int).tolist()
    [1, 1, 1, 0, 0, 1, 0, 1, 0, 1, 1, 1]
    >>> tokens.character.tolist()
    [0, 0, 0, 0, 7, 9, 9, 12, 13, 16, 16, 16, 16]
    """
    ahead = prefix(np.where(source.is_tag, 0, source.size))
    tags, words = ahead[:-1][source.is_tag], _word_starts(source.characters, ahead)
    is_tag = np.zeros(len(tags) + len(words), dtype=bool)
    # A tag stands ahead of the word that starts at the same place.
    is_tag[np.arange(len(tags)) + np.searchsorted(words, tags)] = True
    character = np.empty(len(is_tag) + 1, dtype=np.int64)
    character[:-1][is_tag], character[:-1][~is_tag], character[-1] = tags, words, ahead[-1]
    return Tokens(is_tag, character)


def _word_starts(characters: str, edges: Ints) -> Ints:
    """Where words start, also those at the start of a run that follows another without a blank."""
    kinds = character_kinds(characters)
    goes_on = np.zeros(len(kinds) + 1, dtype=bool)
    goes_on[1:-1] = (kinds[1:] == _LETTER) & (kinds[:-1] == _LETTER)
    goes_on[edges] = False
    return np.flatnonzero((kinds > 0) & ~goes_on[:-1])
