"""Names of authors out of the lines in which they stand: "By Ann Rye, PhD, and Bob Oats | Updated May 4"."""

from __future__ import annotations

import re

from thresher.dates import dates_in
from thresher.dates.months import month_number
from thresher.metadata.name_words import (
    BY,
    DEGREES,
    DONE,
    DONE_BY_OTHERS,
    GROUPS,
    LABELS,
    NETWORKS,
    NOBODY,
    ROLES,
    any_of,
)
from thresher.page.whitespace import collapse

#: Longer texts are sentences; names have at most so many words.
MAX_NAME_CHARS, MAX_NAME_WORDS = 60, 7
#: Of a longer line the rest is not read.
MAX_LINE_CHARS = 400

_BY = rf"(?:{any_of(DONE)}\s+by|{any_of(BY)})"
_PREFIX = re.compile(rf"\s*(?:{_BY}(?:\s*[:：|]\s*|\s+)|{any_of(LABELS)}\s*[:：|]\s*)", re.IGNORECASE)
_LABEL = re.compile(rf"(?:{_BY}|{any_of(LABELS)})\s*[:：]?", re.IGNORECASE)
#: What these begin with, two letters or the only one, and a length that no label has.
_FIRST = frozenset(word[:2] for words in (DONE, BY, LABELS) for word in words)
_MAX_LABEL_CHARS = 60
_BY_OTHERS = re.compile(rf"\b{any_of(DONE_BY_OTHERS)}\s+by\b", re.IGNORECASE)
_SEPARATORS = re.compile(
    r"\s*(?:[;,|•·–—»\n／、]|\s-\s|\s//?(?:\s|$)|\b(?:and|und|et|y|e|og|och|en|ve|и|та|oraz|with)\b(?=\s)|&)\s*",
    re.IGNORECASE,
)
_DEGREE = re.compile(rf"{any_of(DEGREES)}\b[®™\s\d-]*(?:\s?[A-Z®]{{2,5}})?", re.IGNORECASE)
_DEGREE_BEHIND = re.compile(rf"(?<=\w)\s+(?:{any_of(DEGREES[:8])}|jr|esq|cpa|cfp®?|mba)$", re.IGNORECASE)
_HONORIFIC = re.compile(r"(?:dr|prof|professor|mr|mrs|ms|sir|herr|frau)\b\.?\s+(?=\S)", re.IGNORECASE)
_WORD = re.compile(r"\w+")
_ROLES = frozenset(ROLES)
_MORE_ROLES = re.compile(r"\bphotograph|\bfact.?check|\b(?:years?|head) (?:of|in)\b", re.IGNORECASE)
#: Nobody of the staff who has a role there signs for all of it.
_GROUP = re.compile(rf"\b{any_of(GROUPS)}\b(?!\s+{any_of(ROLES)}\b)", re.IGNORECASE)
_NETWORKS = frozenset(NETWORKS)
_NOBODY = re.compile(rf"{any_of([*NOBODY, *NETWORKS])}|https?:.*|www\..*|\d+", re.IGNORECASE)
_ADDRESS = re.compile(r"https?://\S+|www\.\S+|\S+@\S+\.\w+|[<(\[][^<>()\[\]]*[>)\]]")
#: What follows a name and is no part of it.
_TRAILING = re.compile(r"\s+(?:on|at|for|in|from|last|updated|published|posted|e-?mail)\b.*$", re.IGNORECASE)
#: What begins a sentence about somebody, or about what he wrote.
_SENTENCE = re.compile(
    r"\s+(?:is\s+an?|is\s+the|covers|writes|contributed|has|was|filed\s+(?:under|in))\b.*$", re.IGNORECASE
)
_CLOCK = re.compile(r"\d:\d\d|^\d+\s|^\d+shares?\b|\d\s?[時时시]", re.IGNORECASE)
#: A word and a number that may be a day without its year.
_DAY = re.compile(r"\b([^\W\d_]{3,10})\.?\s+\d{1,2}(?:st|nd|rd|th)?\b")
#: Chinese sets no blanks, so that a sentence would pass for a word: the "记者：" of an interview asks something.
_IN_SENTENCES = frozenset("。？！，")
#: A signature in small letters has no more words than this.
MAX_HANDLE_WORDS = 2
#: More full stops in one word are those of a program's variable.
MAX_STOPS = 2


def names_in(text: str) -> tuple[str, ...]:
    """The names in a line that says who wrote something; none where it says something else.

    >>> names_in("By Ann Rye, PhD, and Bob Oats | Updated May 4, 2025")
    ('Ann Rye', 'Bob Oats')
    >>> names_in("Genevieve Carlton, Ph.D."), names_in("admin"), names_in("作者：王小麦")
    (('Genevieve Carlton',), (), ('王小麦',))
    """
    line = _SENTENCE.sub("", _ADDRESS.sub(" ", collapse(text)[:MAX_LINE_CHARS]))
    for written in reversed(dates_in(line)):
        line = f"{line[: written.start]}|{line[written.stop :]}"
    line = _DAY.sub(lambda day: "|" if month_number(day[1]) else day[0], line)
    found: dict[str, str] = {}
    for part in _SEPARATORS.split(_without_label(line)):
        if part.casefold() in _NETWORKS and found:
            # Behind the names stand links by which a page is shared.
            break
        if name := _name(part):
            found.setdefault(name.casefold(), name)
    return tuple(found.values())


def is_signature(text: str) -> bool:
    """Whether a whole text can stand for whoever wrote something.

    >>> is_signature("Luxury Travel Expert"), is_signature("admin"), is_signature("page.head.extra.author")
    (True, False, False)
    """
    is_short = len(text) <= MAX_NAME_CHARS and text.count(".") <= MAX_STOPS
    return is_short and not _NOBODY.fullmatch(text) and not _ADDRESS.search(text)


def signed(line: str) -> str:
    """What a line says by whom, empty where it does not begin like that.

    >>> signed("Written by Ann Rye"), signed("By the river grows rye, as it has always done."), signed("Rye")
    ('Ann Rye', '', '')
    """
    names = _without_label(line)
    is_sentence = names[:1].islower() and len(names.split()) > MAX_HANDLE_WORDS
    return "" if names == line or is_sentence else names


def is_label(line: str) -> bool:
    """Whether a line says no more than that names will follow.

    >>> is_label("By"), is_label("Author:"), is_label("By Ann Rye")
    (True, True, False)
    """
    return len(line) <= _MAX_LABEL_CHARS and may_lead(line) and _LABEL.fullmatch(line) is not None


def _without_label(line: str) -> str:
    """A line without what stands ahead of the names: "Article by", "Author: by"."""
    for _ in range(2):
        label = _PREFIX.match(line) if may_lead(line) else None
        if label is None:
            break
        line = line[label.end() :]
    return line


def may_lead(line: str) -> bool:
    """Whether a line may begin with what stands ahead of names, by a quick look before the long one."""
    start = line.lstrip()[:2].lower()
    return start in _FIRST or start[:1] in _FIRST


def _name(part: str) -> str:
    """One part of a line as a name, empty where it is none."""
    if _BY_OTHERS.search(part):
        return ""
    name = _TRAILING.sub("", _without_label(part.strip(' \t:·-–—|.,*#"“”«»›‹'))).strip(" .:")
    if honorific := _HONORIFIC.match(name):
        name = name[honorific.end() :]
    name = _DEGREE_BEHIND.sub("", name)
    return _in_order(name) if _has_form(name) and not _is_something_else(name) else ""


def _has_form(name: str) -> bool:
    """Whether a text can be a name by its form."""
    words = name.split()
    if not _IN_SENTENCES.isdisjoint(name):
        return False
    if not 2 <= len(name) <= MAX_NAME_CHARS or not 1 <= len(words) <= MAX_NAME_WORDS:
        return False
    return any(map(str.isalpha, name)) and (len(words) > 1 or name.count(".") <= MAX_STOPS)


def _is_something_else(name: str) -> bool:
    """Whether it is a degree, a role, a time, a label or what fills the place of a name."""
    if _CLOCK.search(name) or _NOBODY.fullmatch(name) or is_label(name):
        return True
    if _DEGREE.fullmatch(name.replace(".", "")):
        return True
    return _has_role(name) and not _GROUP.search(name)


def _has_role(name: str) -> bool:
    """Whether a word of a text is what somebody is."""
    return not _ROLES.isdisjoint(_WORD.findall(name.lower())) or _MORE_ROLES.search(name) is not None


def _in_order(name: str) -> str:
    """A name without the mark of a handle, and not in capitals throughout.

    >>> _in_order("ANN RYE"), _in_order("@annrye"), _in_order("BBC")
    ('Ann Rye', 'annrye', 'BBC')
    """
    name = name.lstrip("@")
    return name.title() if name.isupper() and " " in name and name.isascii() else name
