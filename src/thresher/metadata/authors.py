"""Who wrote a page: as it declares it, and as a reader sees it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from thresher.metadata.declared import Metas, declared
from thresher.metadata.facts import Found
from thresher.metadata.names import is_signature, names_in
from thresher.metadata.title_parts import squashed

if TYPE_CHECKING:
    from thresher.metadata.things import Described

#: Names of ``<meta>`` elements, the surest first; what is read together is one line.
METAS = (
    "citation_author",
    "dc.creator",
    "dcterms.creator",
    "dc.contributor.author",
    "parsely-author",
    "sailthru.author",
    "author",
    "article:author",
    "byl",
    "article:author_name",
    "cxenseparse:author",
    "shareaholic:article_author_name",
    "bt:author",
    "rbauthors",
    "mediator_author",
    "og:author",
    "authors",
    "creator",
    "vr:author",
    "book:author",
    "twitter:creator_name",
)
#: What labels of Twitter cards call an author.
_CARD_LABELS = (
    "written by",
    "author",
    "by",
    "geschrieben von",
    "verfasst von",
    "écrit par",
    "escrito por",
    "scritto da",
)

Names = tuple[str, ...]


def declared_authors(subjects: Sequence[Described], metas: Metas) -> Iterator[Found[Names]]:
    """The authors that a page declares, by each way in which it does."""
    for subject in subjects:
        for name in ("author", "creator"):
            if (told := subject.thing.get(name)) and (found := _people(told)):
                yield Found(found, f"{subject.syntax}:{name}")
    for name in METAS:
        if name in metas and (found := _joined(metas[name], is_citation=name.startswith("citation"))):
            yield Found(found, f"meta:{name}")
    yield from _from_cards(metas)


def without_sites(found: Found[Names], sites: Sequence[str]) -> Found[Names]:
    """The authors but for those that are the site itself.

    >>> without_sites(Found(("Ann Rye", "The Mill"), "meta:author"), ["The Mill"])
    Found(value=('Ann Rye',), source='meta:author')
    """
    known = {squashed(site) for site in sites}
    return Found(tuple(name for name in found.value if squashed(name) not in known), found.source)


def _people(values: Sequence[Any]) -> Names:
    """The names of the people among some authors, or of the groups where there are no others."""
    people = [value for value in values if isinstance(value, str) or not _is_group(value)]
    texts: list[str] = []
    for value in people or values:
        if isinstance(value, str):
            texts.append(value)
        else:
            texts += [name for name in value.get("name", ()) if isinstance(name, str)] or _full_name(value)
    return _joined(texts)


def _is_group(thing: dict[str, list[Any]]) -> bool:
    """Whether a thing is an organisation of some kind."""
    return any(isinstance(kind, str) and kind.lower().endswith("organization") for kind in thing.get("@type", ()))


def _full_name(person: dict[str, list[Any]]) -> list[str]:
    """First and last name of a person who has no other."""
    parts = [part for name in ("givenName", "familyName") for part in person.get(name, ())[:1] if isinstance(part, str)]
    return [" ".join(parts)] if parts else []


def _joined(texts: Sequence[str], *, is_citation: bool = False) -> Names:
    """The names in several texts, each once; where all, or a citation, are of the form "Rye, Ann", that is one name."""
    turned = [_turned(text) for text in texts]
    if texts and all(turned) and (len(texts) > 1 or is_citation):
        return tuple(dict.fromkeys(turned))
    return tuple(dict.fromkeys(name for text in texts for name in names_in(text))) or _whole(texts)


def _whole(texts: Sequence[str]) -> Names:
    """A signature that is no name by its form, such as that of a site: "Luxury Travel Expert"."""
    return tuple(text for text in texts[:1] if is_signature(text))


def _turned(text: str) -> str:
    """A name such as "Rye, Ann" as "Ann Rye", empty where it is not of that form."""
    last, comma, first = text.partition(",")
    is_name = comma and first.strip() and "," not in first and len(text.split()) <= 4
    return f"{first.strip()} {last.strip()}" if is_name else ""


def _from_cards(metas: Metas) -> Iterator[Found[Names]]:
    """What the labelled lines of a Twitter card say."""
    for number in ("1", "2"):
        for label in metas.get(f"twitter:label{number}", ())[:1]:
            if label.lower().strip(": ") in _CARD_LABELS:
                for found in declared(metas, (f"twitter:data{number}",)):
                    if names := names_in(found.value):
                        yield Found(names, found.source)
