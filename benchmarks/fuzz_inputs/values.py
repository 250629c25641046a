"""Values that JSON can hold, under the names that readers look for, and what is made of them."""

from __future__ import annotations

import json
import random
from typing import Any

from .words import VALUES, WORDS

KEYS = (
    "@type @context @graph @id headline articleBody author name datePublished dateModified image url text comment "
    "mainEntity acceptedAnswer itemListElement publisher logo description keywords inLanguage props pageProps content "
    "body title items id href version feed_url home_page_url date_published authors content_html external_url"
).split()
STRINGS = (
    "Article NewsArticle DiscussionForumPosting Recipe Product",
    *WORDS,
    *VALUES,
    "<p>Oats are sown</p>",
    "\ud800",
)


def value(chance: random.Random, depth: int = 3) -> Any:
    """Something that JSON can hold, under the names that readers look for."""
    kind = chance.randrange(8 if depth else 4)
    if kind > 5:
        return {chance.choice(KEYS): value(chance, depth - 1) for _ in range(chance.randint(0, 5))}
    if kind == 4:
        return [value(chance, depth - 1) for _ in range(chance.randint(0, 3))]
    return chance.choice((None, True, -1, 1e308, 10**25, "", *chance.choices(STRINGS, k=12)))


def an_object(chance: random.Random) -> dict[str, Any]:
    """Names and values, or nothing at all."""
    found = value(chance)
    return found if isinstance(found, dict) else {}


def template(chance: random.Random) -> bytes:
    """A template of a site."""
    elements = [{"tag": "html", "pages": 2, "styles": value(chance)}, *([value(chance)] * chance.randint(0, 2))]
    whole = {"format": "thresher-template", "version": 1, "pages": 2, "elements": elements} | an_object(chance)
    return json.dumps(whole).encode()
