"""The name of the site that a page belongs to, and titles without it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from thresher.metadata.declared import Metas, declared
from thresher.metadata.facts import Found
from thresher.metadata.subject import told

if TYPE_CHECKING:
    from thresher.metadata.things import Described

METAS = ("og:site_name", "application-name", "apple-mobile-web-app-title", "citation_journal_title", "dc.publisher")
SITES = frozenset(("website", "newsmediaorganization", "organization", "corporation", "onlinestore", "localbusiness"))

#: What stands between a title and the name of its site.
_SEPARATOR = re.compile(r"\s+(?:[|·•»›«~/]|[-–—]{1,2}|::?|\\)\s+|\s*[|｜]\s*|\s+[–—]\s*|(?<=\S)\s*::\s*")
_SQUASHED = re.compile(r"[\W_]+")
#: A shorter name may be part of any word.
MIN_NAME_CHARS = 3
#: Parts of an address that name no site.
_PLAIN_LABELS = frozenset(
    "com org net edu gov info io co uk de fr es it ru jp cn blog blogs news en forum forums shop store m amp".split()
)


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


def squashed(text: str) -> str:
    """A text without case, blanks and signs.

    >>> squashed("The Mill’s Gazette")
    'themillsgazette'
    """
    return _SQUASHED.sub("", text.casefold())


def without_site(title: str, names: Iterable[str], url: str | None) -> str:
    """A title without the name of its site at its end or its beginning.

    >>> without_site("Rye is back | The Mill", ["The Mill"], None)
    'Rye is back'
    >>> without_site("Mill News - Rye is back", [], "https://www.millnews.example/rye")
    'Rye is back'
    >>> without_site("Rye - a history", ["The Mill"], "https://mill.example/")
    'Rye - a history'
    """
    known = [name for name in map(squashed, names) if len(name) >= MIN_NAME_CHARS]
    hosts = _labels(url)
    parts = _split(title)
    while len(parts) > 1:
        if _is_site(parts[-1][1], known, hosts):
            parts.pop()
        elif _is_site(parts[0][1], known, hosts):
            parts = [("", parts[1][1]), *parts[2:]]
        else:
            break
    return "".join(gap + part for gap, part in parts).strip()


def _split(title: str) -> list[tuple[str, str]]:
    """The parts of a title, each with what separates it from the one before."""
    parts, start, gap = [], 0, ""
    for found in _SEPARATOR.finditer(title):
        parts.append((gap, title[start : found.start()]))
        start, gap = found.end(), found[0]
    return [*parts, (gap, title[start:])]


def _is_site(part: str, names: Sequence[str], hosts: Sequence[str]) -> bool:
    """Whether a part of a title is the name of the site: as the page tells it, or as its address has it."""
    own = squashed(part)
    if not own:
        return True
    return any(own in name or _is_mostly(own, name) for name in names) or any(
        own == f"the{host}" or _is_mostly(own, host) or _is_mostly(host, own) for host in hosts
    )


def _is_mostly(text: str, name: str) -> bool:
    """Whether a name makes up at least half of a text."""
    return len(name) > MIN_NAME_CHARS and name in text and 2 * len(name) >= len(text)


def _labels(url: str | None) -> list[str]:
    """The parts of an address's host that can be the name of the site."""
    try:
        host = (urlsplit(url or "").hostname or "").removeprefix("www.")
    except ValueError:
        return []
    labels = [squashed(label) for label in host.split(".")[:-1]]
    return [squashed(host), *(label for label in labels if label not in _PLAIN_LABELS and len(label) >= MIN_NAME_CHARS)]
