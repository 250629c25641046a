"""Search queries as typed by users, in the languages of the two databases, and snippets of what was found.

Any input is a query: words that must all occur, ``"words in a row"``, ``begin*``, ``-unwanted``. Everything else only
separates words, so that no input is an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from thresher.store.words import placed_words, words

if TYPE_CHECKING:
    from thresher.store.record import StoredExtraction

#: Maximum number of phrases of a query; SQLite refuses expressions that are nested more than 256 levels deep.
MAX_PHRASES = 50
#: Maximum number of words of a phrase.
MAX_PHRASE_WORDS = 50
#: Maximum length of a word: PostgreSQL does not index words that are much longer, and refuses to search for them.
MAX_WORD = 500
#: Characters of a snippet before the first match, and in total.
AHEAD, SNIPPET = 60, 240
#: Characters of a text in which a snippet is searched; enough for several chapters of a book.
MAX_LOOKED = 100_000
#: Maximum number of matches that are compared to find the best snippet.
MAX_MATCHES = 200

_TERM = re.compile(r'(-?)(?:"([^"]*)"|"?([^\s"]+))(\*?)')


@dataclass(frozen=True)
class Phrase:
    """Consecutive words; the last one may be a prefix."""

    words: tuple[str, ...]
    is_prefix: bool = False

    def begins(self, text: Sequence[str]) -> bool:
        """Whether a text begins with the phrase."""
        *first, last = self.words
        if len(text) < len(self.words) or list(text[: len(first)]) != first:
            return False
        return text[len(first)].startswith(last) if self.is_prefix else text[len(first)] == last


@dataclass(frozen=True)
class Query:
    """The phrases that must occur, and those that must not.

    >>> query = read_query('Rye "winter bread" bak* -wheat )!(')
    >>> query.fts5
    '("rye" AND "winter bread" AND "bak" *) NOT ("wheat")'
    >>> query.tsquery
    "'rye' & ('winter' <-> 'bread') & 'bak':* & !'wheat'"
    """

    wanted: tuple[Phrase, ...]
    unwanted: tuple[Phrase, ...]

    @property
    def fts5(self) -> str:
        """The query in SQLite's query language."""
        wanted, unwanted = (list(map(_fts5, phrases)) for phrases in (self.wanted, self.unwanted))
        return f"({' AND '.join(wanted)})" + (f" NOT ({' OR '.join(unwanted)})" if unwanted else "")

    @property
    def tsquery(self) -> str:
        """The query in PostgreSQL's query language."""
        return " & ".join([*map(_tsquery, self.wanted), *(f"!{_tsquery(phrase)}" for phrase in self.unwanted)])


def read_query(text: str) -> Query:
    """The query for an input; without a wanted word it finds nothing."""
    wanted: list[Phrase] = []
    unwanted: list[Phrase] = []
    for minus, quoted, plain, star in islice(_TERM.findall(text), MAX_PHRASES):
        found = tuple(word[:MAX_WORD] for word in words(quoted or plain).split()[:MAX_PHRASE_WORDS])
        if found:
            phrase = Phrase(found, is_prefix=bool(star) or plain.endswith("*"))
            (unwanted if minus else wanted).append(phrase)
    return Query(tuple(wanted), tuple(unwanted))


def _fts5(phrase: Phrase) -> str:
    return f'"{" ".join(phrase.words)}"' + (" *" if phrase.is_prefix else "")


def _tsquery(phrase: Phrase) -> str:
    row = " <-> ".join(f"'{word}'" for word in phrase.words) + (":*" if phrase.is_prefix else "")
    return f"({row})" if len(phrase.words) > 1 else row


@dataclass(frozen=True)
class Snippet:
    """A part of a text around the words that were searched for."""

    text: str
    marks: tuple[tuple[int, int], ...] = ()  #: start and stop of each match

    def marked(self, before: str, after: str) -> str:
        """The snippet with *before* and *after* around each match.

        >>> Snippet("Rye is back.", ((0, 3),)).marked("<", ">")
        '<Rye> is back.'
        """
        pieces, end = [], 0
        for start, stop in self.marks:
            pieces += [self.text[end:start], before, self.text[start:stop], after]
            end = stop
        return "".join([*pieces, self.text[end:]])


class Match(NamedTuple):
    """An occurrence of a phrase in a text."""

    start: int
    stop: int
    phrase: Phrase


@dataclass(frozen=True)
class Found:
    """A record that was found, and the snippet of its text that shows why."""

    record: StoredExtraction
    snippet: Snippet


def snippet(text: str, query: Query) -> Snippet:
    """The part of *text* that matches most of the query; its beginning if only the title matches.

    >>> snippet("The mill stands still. All winter long.", read_query("MILLS? mill* long"))
    Snippet(text='The mill stands still. All winter long.', marks=((4, 8), (34, 38)))
    """
    text = " ".join(text[:MAX_LOOKED].split())
    matches = list(islice(_matches(text, query.wanted), MAX_MATCHES))
    start = _word_start(text, _best(matches) - AHEAD)
    stop = _word_start(text, start + SNIPPET) if len(text) > start + SNIPPET else len(text)
    before, after = "… " if start else "", " …" if stop < len(text) else ""
    shift = len(before) - start
    marks = tuple((first + shift, last + shift) for first, last in _joined(matches) if start <= first and last <= stop)
    return Snippet(before + text[start:stop].rstrip() + after, marks)


def _best(matches: Sequence[Match]) -> int:
    """The start of the match that is followed closely by the most different phrases; the first of several."""

    def phrases_from(match: Match) -> int:
        return len({other.phrase for other in matches if 0 <= other.start - match.start < SNIPPET - AHEAD})

    return max(matches, key=phrases_from).start if matches else 0


def _word_start(text: str, place: int) -> int:
    """The start of the word at a place; the place itself if that is far away, as in scripts without spaces."""
    if place <= 0:
        return 0
    blank = text.rfind(" ", place - AHEAD // 2 if place > AHEAD else 0, place)
    return blank + 1 if blank >= 0 else place


def _matches(text: str, phrases: Sequence[Phrase]) -> Iterator[Match]:
    """The occurrences of the phrases in *text*, in order."""
    placed = list(placed_words(text))
    plain = [word for word, _, _ in placed]
    for number in range(len(placed)):
        for phrase in phrases:
            if phrase.begins(plain[number : number + len(phrase.words)]):
                yield Match(placed[number][1], placed[number + len(phrase.words) - 1][2], phrase)


def _joined(matches: Iterable[Match]) -> list[tuple[int, int]]:
    """Start and stop of matches, with overlapping ones merged."""
    joined: list[tuple[int, int]] = []
    for match in matches:
        if joined and match.start < joined[-1][1]:
            joined[-1] = (joined[-1][0], max(match.stop, joined[-1][1]))
        else:
            joined.append((match.start, match.stop))
    return joined
