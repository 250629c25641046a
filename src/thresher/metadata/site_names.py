"""The name of the site that a page belongs to, and titles without it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from thresher.metadata.declared import Metas, declared
from thresher.metadata.facts import Found
from thresher.metadata.subject import told
from thresher.metadata.title_parts import parts_of, squashed

if TYPE_CHECKING:
    from thresher.metadata.things import Described

METAS = ("og:site_name", "application-name", "apple-mobile-web-app-title", "citation_journal_title", "dc.publisher")
SITES = frozenset(("website", "newsmediaorganization", "organization", "corporation", "onlinestore", "localbusiness"))

_WORD = re.compile(r"[^\W_]+")
#: A shorter name may be part of any word.
MIN_NAME_CHARS = 3
#: Parts of an address that name no site.
_PLAIN_LABELS = frozenset(
    "com org net edu gov info io co uk de fr es it ru jp cn blog blogs news en forum forums shop store m amp".split()
)
#: Words of names that addresses leave out, and numbers of versions and telephones; in small letters, which is faster.
_GENERIC = re.compile(
    r"['’]s\b|(?<!\w)[\d.]+(?!\w)|\b(?:the|official|online|forums?|blogs?|news|magazine|community|docs|documentation|site|website"
    r"|home(?:page)?|store|shop|app|inc|llc|ltd|com?|org|net|usa?|uk|wiki|discussions?|boards?)\b"
)


class Site:
    """The site of a page: the names that the page tells, and the page's address.

    >>> site = Site(["The Mill"], "https://www.millnews.example/rye")
    >>> site.without("Rye is back | The Mill"), site.is_named("Mill News")
    ('Rye is back', True)
    """

    def __init__(self, names: Sequence[str], url: str | None) -> None:
        self.names = names
        #: Whether the page is the site's first page, whose title is the name of the site.
        self.is_home = _is_home(url)
        self._url, self._hosts = url, _labels(url)
        self._known = list(dict.fromkeys(map(squashed, names)))
        self._bare: dict[str, str] = {}

    def without(self, title: str) -> str:
        """A title without the name of the site; found out once, as most pages tell one title several times."""
        if title not in self._bare:
            self._bare[title] = self._without(title)
        return self._bare[title]

    def _without(self, title: str) -> str:
        parts = parts_of(title)
        if len(parts) == 1:
            return _without_host(title.strip(), self._url)
        whole, hosts = squashed(title), self._hosts
        known = [name for name in self._known if len(name) >= MIN_NAME_CHARS and name != whole]
        while len(parts) > 1:
            if _is_site(parts[-1][1], known, hosts):
                parts.pop()
            elif squashed(parts[0][1]) in {"", *known, *hosts}:
                parts = [("", parts[1][1]), *parts[2:]]
            else:
                break
        return "".join(gap + part for gap, part in parts).strip()

    def is_named(self, text: str) -> bool:
        """Whether a text says no more than the name of the site.

        >>> Site([], "https://forum.mill.example/rye").is_named("The Mill’s Forum")
        True
        >>> Site(["The Mill"], None).is_named("Rye at the mill")
        False
        """
        return _is_exactly_site(text, self._known, self._hosts)

    def begins(self, text: str) -> bool:
        """Whether a text begins with a name of the site."""
        own = squashed(text)
        return any(len(name) >= MIN_NAME_CHARS and own.startswith(name) for name in (*self._known, *self._hosts))


def site_names(described: Sequence[Described], subjects: Sequence[Described], metas: Metas) -> Iterator[Found[str]]:
    """The names of the site that a page tells."""
    yield from declared(metas, METAS[:1])
    for each in described:
        if "website" in each.types:
            yield from told(each, "name", "alternateName")
    for subject in subjects:
        yield from told(subject, "publisher")
    for each in described:
        if each.types & SITES and "website" not in each.types:
            yield from told(each, "name")
    yield from declared(metas, METAS[1:])


def without_site(title: str, names: Iterable[str], url: str | None) -> str:
    """A title without the name of its site at its end or its beginning.

    >>> without_site("Rye is back | The Mill", ["The Mill"], None)
    'Rye is back'
    >>> without_site("Mill News - Rye is back", [], "https://www.millnews.example/rye")
    'Rye is back'
    >>> without_site("Rye is back | Farm Bureau Services", [], "https://www.fbs.example/rye")
    'Rye is back'
    >>> without_site("Rye - a history", ["The Mill"], "https://mill.example/")
    'Rye - a history'
    """
    return Site(tuple(names), url).without(title)


def _is_home(url: str | None) -> bool:
    """Whether an address is that of a site's first page.

    >>> _is_home("https://mill.example/"), _is_home("https://mill.example/rye"), _is_home(None)
    (True, False, False)
    """
    try:
        parts = urlsplit(url or "")
    except ValueError:
        return False
    return bool(parts.hostname) and not parts.path.strip("/")


def _without_host(title: str, url: str | None) -> str:
    """A title without the whole host ahead of it, which needs no sign to be told from a word of the title.

    >>> _without_host("mill.example Rye is back", "https://mill.example/rye"), _without_host("Rye", "https://mill.example/")
    ('Rye is back', 'Rye')
    """
    first, _, rest = title.partition(" ")
    return rest if rest and "." in first and squashed(first) in _labels(url)[:1] else title


def _is_site(part: str, names: Sequence[str], hosts: Sequence[str]) -> bool:
    """Whether a part of a title is or holds the name of the site: as the page tells it, or as its address has it."""
    own = squashed(part)
    if own.isdigit():
        return False
    return (
        _is_exactly_site(part, names, hosts)
        or any(own in name or _is_mostly(own, name) for name in names)
        or any(_is_mostly(own, host) or _is_mostly(host, own) for host in hosts)
        or _is_short_for(part, hosts)
    )


def _is_short_for(part: str, hosts: Sequence[str]) -> bool:
    """Whether an address has the initials of a name, or begins with it: "fbs.example", "rust-lang.example"."""
    words = _WORD.findall(_without_generic(part))
    initials, bare = "".join(word[0] for word in words), "".join(words)
    return any(
        len(name) >= MIN_NAME_CHARS and host.startswith(name) and (name is bare or host == name)
        for name in (initials, bare)
        for host in hosts
    )


def _is_exactly_site(part: str, names: Sequence[str], hosts: Sequence[str]) -> bool:
    """Whether a part of a title is the name of the site and nothing else; at the beginning, more may be a subject."""
    own = squashed(part)
    if not own or own in names or own in hosts:
        return True
    bare = squashed(_without_generic(part))
    return len(bare) >= MIN_NAME_CHARS and bare in hosts


@lru_cache(maxsize=16)
def _without_generic(part: str) -> str:
    """A part of a title in small letters and without words that addresses leave out.

    A page has few parts and several titles with them.
    """
    return _GENERIC.sub(" ", part.casefold())


def _is_mostly(text: str, name: str) -> bool:
    """Whether a name makes up at least half of a text."""
    return len(name) > MIN_NAME_CHARS and name in text and 2 * len(name) >= len(text)


@lru_cache(maxsize=16)
def _labels(url: str | None) -> tuple[str, ...]:
    """The parts of an address's host that can be the name of the site."""
    try:
        host = (urlsplit(url or "").hostname or "").removeprefix("www.")
    except ValueError:
        return ()
    labels = [squashed(label) for label in host.split(".")[:-1]]
    return squashed(host), *(label for label in labels if label not in _PLAIN_LABELS and len(label) >= MIN_NAME_CHARS)
