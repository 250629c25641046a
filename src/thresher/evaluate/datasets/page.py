"""`LabelledPage`: a page with its labelled content; `Problem`: something wrong in a data file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit


@dataclass(frozen=True)
class Post:
    """One post of a thread, as far as it is known."""

    text: str
    user: str | None = None
    date: str | None = None


@dataclass(frozen=True)
class LabelledPage:
    """A page, its gold text, and other known facts."""

    set: str  #: name of the data set
    id: str  #: unique in its set
    html: str
    gold: str | None  #: ``None`` if the set has only kinds of pages and no gold text
    url: str | None = None
    kind: str | None = None  #: article, forum, product ...
    language: str | None = None
    title: str | None = None
    author: str | None = None
    date: str | None = None
    host: str | None = None  #: the site, if the URL is not known
    posts: tuple[Post, ...] = ()
    comments: str | None = None  #: gold text of user comments
    structure: str | None = None  #: gold text with CleanEval's marks

    @property
    def site(self) -> str | None:
        """The host of the page.

        >>> LabelledPage("s", "1", "", "", url="https://www.mill.example/flour").site
        'mill.example'
        """
        host = self.host or (urlsplit(self.url).hostname if self.url else None)
        return host.removeprefix("www.") if host else None


@dataclass(frozen=True)
class Problem:
    """A part of a data file that could not be used."""

    file: Path
    line: int | None  #: ``None`` if it concerns the whole file
    what: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else str(self.file)
        return f"{place}: {self.what}"


@dataclass
class Problems:
    """The problems in the files read so far; readers add to them and continue."""

    found: list[Problem] = field(default_factory=list)
    _seen: dict[tuple[str, str], str] = field(default_factory=dict, repr=False)

    def add(self, file: Path, line: int | None, what: str) -> None:
        """Add a problem."""
        self.found.append(Problem(file, line, what))

    def is_new(self, page: LabelledPage, file: Path, line: int | None) -> bool:
        """Whether the page's id is new in its set; a repeated id is added as a problem."""
        place = f"{file.name}:{line}" if line else file.name
        first = self._seen.setdefault((page.set, page.id), place)
        if first is place:
            return True
        self.add(file, line, f"the id {page.id!r} occurs before, in {first}")
        return False

    def __len__(self) -> int:
        return len(self.found)

    def __iter__(self) -> Iterator[Problem]:
        return iter(self.found)
