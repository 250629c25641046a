"""`Sources`: for each fact about a page everything that tells it, the surest first, looked for when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from thresher.cached import cached_property
from thresher.media.sources import base_url
from thresher.metadata import days, headlines, rest, titles
from thresher.metadata.authors import Names, declared_authors, without_sites
from thresher.metadata.bylines import visible_authors
from thresher.metadata.declared import Links, Metas, links, metas
from thresher.metadata.facts import Found
from thresher.metadata.front import Front
from thresher.metadata.languages import SAMPLE_CHARS, WHOLE_SAMPLE_CHARS, beginning, languages
from thresher.metadata.marked import Marked
from thresher.metadata.seen_days import Seen, dates_anywhere, embedded_dates, other_dates, sure_dates
from thresher.metadata.site_names import Site, site_names
from thresher.metadata.slugs import slug
from thresher.metadata.subject import is_told_article, subjects
from thresher.metadata.things import Described, things
from thresher.metadata.title_parts import ends_with_part, squashed
from thresher.page.hidden import INVISIBLE
from thresher.page.tags import CODES
from thresher.vocabulary import vocabulary

if TYPE_CHECKING:
    from thresher.page import Page
    from thresher.page.columns import Bools


@dataclass(frozen=True, eq=False)
class Sources:
    """What tells something about a page."""

    page: Page
    runs: Bools | None  #: the text whose language is asked for; all that is visible if ``None``
    thorough: bool  #: whether dates are also looked for in the data that programs leave in a page's source
    signed: bool  #: whether what looks like a byline is one

    def title(self) -> Iterator[Found[str]]:
        """What the page is called."""
        top = self._headline
        opening = headlines.opening(self.page, top[0]) if top else ""
        return titles.titles(self._site, self._titles, self._headings, top, self._lines, opening)

    def authors(self) -> Iterator[Found[Names]]:
        """Who wrote it: whom it declares, but sooner a person whom a reader sees than the site itself."""
        declared = []
        for each in declared_authors(self._subjects, self._metas):
            declared.append(each)
            if (people := without_sites(each, self._site.names)).value:
                yield people
        if self.signed:
            yield from visible_authors(self._front)
        yield from declared

    def published(self) -> Iterator[Found[str]]:
        """When it was published; where it tells only when it was changed, that."""
        yield from days.declared_published(self._subjects, self._metas, self._declared_language)
        yield from (each.found for each in self._sure if not each.changed)
        yield from days.date_of_address(self.page.url)
        yield from (each.found for each in self._others if not each.changed)
        yield from (each.found for each in dates_anywhere(self._front) if not each.changed)
        if self.thorough:
            yield from embedded_dates(self.page, self._declared_language, changed=False)
        yield from self.modified()

    def modified(self) -> Iterator[Found[str]]:
        """When it was changed."""
        yield from days.declared_modified(self._subjects, self._metas, self._declared_language)
        yield from (each.found for each in self._sure if each.changed)
        yield from (each.found for each in self._others if each.changed)
        if self.thorough:
            yield from (each.found for each in dates_anywhere(self._front) if each.changed)
            yield from embedded_dates(self.page, self._declared_language, changed=True)

    def site(self) -> Iterator[Found[str]]:
        """The name of its site."""
        return site_names(self._things, self._subjects, self._metas)

    def canonical(self) -> Iterator[Found[str]]:
        """Its address."""
        return rest.addresses(self._metas, self._links, self.page.url, self._base)

    def description(self) -> Iterator[Found[str]]:
        """What it is about."""
        return rest.descriptions(self._subjects, self._metas)

    def language(self) -> Iterator[Found[str]]:
        """Its language."""
        return languages(self.page, self._sample)

    def tags(self) -> Iterator[Found[tuple[str, ...]]]:
        """The words that it is filed under."""
        return rest.tags(self._subjects, self._metas)

    def licence(self) -> Iterator[Found[str]]:
        """The licence that it is under."""
        return rest.licences(self._subjects, self._metas, self._links, self._marked.licences, self.page.url)

    def image(self) -> Iterator[Found[str]]:
        """Its lead image."""
        return rest.images(self._subjects, self._metas, self._links, self._base)

    # What several facts are told by.

    @cached_property
    def _metas(self) -> Metas:
        return metas(self.page)

    @cached_property
    def _links(self) -> Links:
        return links(self.page)

    @cached_property
    def _things(self) -> list[Described]:
        return things(self.page, self._marked)

    @cached_property
    def _marked(self) -> Marked:
        return Marked.of(self.page)

    @cached_property
    def _subjects(self) -> list[Described]:
        return subjects(self._things, self.page.url)

    @cached_property
    def _site(self) -> Site:
        return Site([found.value for found in self.site()], self.page.url)

    @cached_property
    def _titles(self) -> list[Found[str]]:
        found = list(titles.declared_titles(self._subjects, self._metas, self.page))
        return titles.behind_way(found, self._site)

    @cached_property
    def _headline(self) -> tuple[int, str] | None:
        is_article = is_told_article(self._subjects, self._metas)
        least = headlines.MIN_SHARED if is_article else headlines.MIN_SHARED_ELSEWHERE
        told = [found.value for found in self._titles]
        site = self._site
        cut: Callable[[str], str] = str if site.is_home else site.without
        found = headlines.headline(self._headings, told, least, self._words_of_address, cut)
        if found is None or not self._is_of_site(found[1], told):
            return found
        # Many sites have their own name as a heading on every page.
        others = [each for each in self._headings if not self._is_of_site(each[1], told)]
        return headlines.headline(others, told, least, self._words_of_address, cut)

    def _words_of_address(self) -> frozenset[str]:
        return vocabulary(slug(self.page.url))

    def _is_of_site(self, heading: str, told: Sequence[str]) -> bool:
        """Whether a heading is but the name of the site or of a part of it, on a page that is called something else."""
        url = self.page.url
        if self._site.is_home or squashed(heading) in map(squashed, told):
            return False
        return self._site.is_named(heading) or any(ends_with_part(each, heading, slug(url)) for each in told[:1])

    def _lines(self, chars: int) -> Iterator[str]:
        """The lines of the page that a reader sees and that have no more characters, but for headings."""
        blocks = self.page.blocks
        numbers = ((blocks.length >= titles.MIN_LINE_CHARS) & (blocks.length <= chars)).nonzero()[0]
        rows = blocks.row[numbers]
        seen = ((self.page.hidden[rows] & int(INVISIBLE)) == 0) & (self.page.code[rows] != CODES["h1"])
        return iter(blocks.texts_of(numbers[seen]))

    @cached_property
    def _headings(self) -> list[tuple[int, str]]:
        return headlines.headings(self.page)

    @cached_property
    def _front(self) -> Front:
        # Whatever the page is called, who wrote it and when stands near its first heading.
        top = self._headline or headlines.headline(self._headings, [found.value for found in self._titles])
        return Front(self.page, top[0] if top else None, self._marked)

    @cached_property
    def _sure(self) -> list[Seen]:
        return sure_dates(self._front)

    @cached_property
    def _others(self) -> list[Seen]:
        return other_dates(self._front)

    @property
    def _declared_language(self) -> str:
        return self.page.language or ""

    @cached_property
    def _base(self) -> str:
        return base_url(self.page)

    @property
    def _sample(self) -> str:
        """The beginning of the text whose language is asked for."""
        page = self.page
        if self.runs is not None:
            return beginning(page.text, page.length, self.runs, SAMPLE_CHARS)
        visible = (page.hidden[page.host] & int(INVISIBLE)) == 0
        return beginning(page.text, page.length, visible, WHOLE_SAMPLE_CHARS)
