"""`Keep`: which pages keep their text; each page that is left out has a reason that can be counted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from thresher.algorithms.auto.page_kinds import KINDS
from thresher.errors import UnknownName, UsageError


@dataclass(frozen=True)
class Keep:
    """Rules that a page must satisfy; without any rules, all pages are kept.

    >>> Keep.of(["kind=article", "lang=de,fr"], 0.5)
    Keep(kinds=('article',), languages=('de', 'fr'), min_confidence=0.5)
    """

    kinds: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    min_confidence: float = 0.0

    @classmethod
    def of(cls, rules: Iterable[str], min_confidence: float = 0.0) -> Keep:
        """The rules given on a command line, such as ``kind=article`` and ``lang=de,fr``."""
        found: dict[str, tuple[str, ...]] = {"kind": (), "lang": ()}
        for rule in rules:
            name, equals, values = rule.partition("=")
            if not equals or not values:
                raise UsageError(f"--keep takes kind=NAME,... or lang=CODE,..., not {rule!r}")
            if name not in found:
                raise UnknownName("rule", name, found)
            found[name] += tuple(value.strip().lower() for value in values.split(","))
        for kind in found["kind"]:
            if kind not in KINDS:
                raise UnknownName("kind of page", kind, KINDS)
        return cls(found["kind"], found["lang"], min_confidence)

    def left_out(self, kind: str | None, language: str | None, confidence: float | None) -> str:
        """Why a page of that kind and language is left out; empty if it is kept.

        >>> Keep(languages=("de",)).left_out("article", "en-GB", 0.9)
        'lang=en'
        """
        if self.kinds and kind not in self.kinds:
            return f"kind={kind or 'unknown'}"
        if self.languages and _primary(language) not in self.languages:
            return f"lang={_primary(language)}"
        if self.min_confidence and (confidence is None or confidence < self.min_confidence):
            return f"confidence<{self.min_confidence:g}"
        return ""


def _primary(language: str | None) -> str:
    """The language in a tag, without region and script.

    >>> _primary("pt-BR"), _primary("EN_us"), _primary(None)
    ('pt', 'en', 'unknown')
    """
    return (language or "unknown").replace("_", "-").partition("-")[0].lower()[:8]
