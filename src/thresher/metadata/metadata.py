"""`Metadata`: what a page tells about itself, each fact with its source and with what else the page says of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from thresher.cached import cached_property
from thresher.metadata.facts import Fact
from thresher.metadata.sources import Sources

if TYPE_CHECKING:
    from thresher.page import Page
    from thresher.page.columns import Bools
    from thresher.selection import Selection

#: The facts, in the order in which they are written.
FIELDS = (
    "title",
    "authors",
    "published",
    "modified",
    "site",
    "canonical",
    "description",
    "language",
    "tags",
    "licence",
    "image",
)
#: Kinds of pages that nobody signs: names that stand on them are of customers, makers or accounts.
UNSIGNED = ("product", "collection", "listing", "service", "home")


@dataclass(frozen=True, eq=False)
class Metadata:
    """What a page tells about itself; each fact is found when it is asked for.

    >>> from thresher.page import Page
    >>> head = '<title>Rye is back | The Mill</title><meta property=og:site_name content="The Mill">'
    >>> metadata = Metadata(Page.from_html(head + "<p>By Ann Rye<p>May 4, 2025"))
    >>> metadata.title.value, metadata.title.source, [other.value for other in metadata.title.alternatives]
    ('Rye is back', 'title', ['Rye is back | The Mill'])
    >>> metadata.authors.value, metadata.published.value
    (('Ann Rye',), '2025-05-04')
    """

    page: Page
    runs: Bools | None = None  #: the text whose language is asked for; all that is visible if not given
    dates: str = "fast"  #: "thorough": dates are looked for in the whole page, not only where they mostly are
    kind: str | None = None  #: the kind of the page, where a method has told it

    @classmethod
    def of(cls, selection: Selection, dates: str = "fast") -> Metadata:
        """What the page of a selection tells about itself."""
        return cls(selection.page, selection.runs, dates, selection.kind)

    @cached_property
    def title(self) -> Fact[str]:
        """What the page is called, without the name of its site."""
        return Fact.of(self._sources.title())

    @cached_property
    def authors(self) -> Fact[tuple[str, ...]]:
        """Who wrote it."""
        return Fact.of(self._sources.authors())

    @cached_property
    def published(self) -> Fact[str]:
        """When it was published, in ISO 8601; where it tells only when it was changed, that."""
        return Fact.of(self._sources.published())

    @cached_property
    def modified(self) -> Fact[str]:
        """When it was changed, in ISO 8601."""
        return Fact.of(self._sources.modified())

    @cached_property
    def site(self) -> Fact[str]:
        """The name of its site."""
        return Fact.of(self._sources.site())

    @cached_property
    def canonical(self) -> Fact[str]:
        """Its address, as it gives it itself."""
        return Fact.of(self._sources.canonical())

    @cached_property
    def description(self) -> Fact[str]:
        """What it is about, in its own words."""
        return Fact.of(self._sources.description())

    @cached_property
    def language(self) -> Fact[str]:
        """Its language: declared, detected, or told by its script."""
        return Fact.of(self._sources.language())

    @cached_property
    def tags(self) -> Fact[tuple[str, ...]]:
        """The words that it is filed under."""
        return Fact.of(self._sources.tags())

    @cached_property
    def licence(self) -> Fact[str]:
        """The licence that it is under, an address as a rule."""
        return Fact.of(self._sources.licence())

    @cached_property
    def image(self) -> Fact[str]:
        """The address of its lead image."""
        return Fact.of(self._sources.image())

    def value(self, name: str) -> Any:
        """The value of one fact, without looking for more than the surest.

        >>> from thresher.page import Page
        >>> Metadata(Page.from_html("<meta name=author content='Ann Rye'>")).value("authors")
        ('Ann Rye',)
        """
        found = next(getattr(self._sources, name)(), None)
        return found.value if found else None

    def as_dict(self) -> dict[str, dict[str, Any]]:
        """All facts as plain values, with their sources and alternatives."""
        return {name: getattr(self, name).as_dict() for name in FIELDS}

    @cached_property
    def _sources(self) -> Sources:
        return Sources(self.page, self.runs, self.dates == "thorough", self.kind not in UNSIGNED)
