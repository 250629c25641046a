"""JSON Feed, version 1 and 1.1, read value by value: values of the wrong type are skipped, the rest is kept."""

from __future__ import annotations

import json
from typing import Any

from thresher.feeds.entries import Entry, Feed, NotAFeed, moment, plain
from thresher.page.halves import without_halves


def parse_json(text: str) -> Feed | NotAFeed:
    """The feed in a JSON text.

    >>> feed = parse_json('{"version": "https://jsonfeed.org/version/1.1", "items": [{"id": 7, "url": "/rye"}, "?"]}')
    >>> feed.entries
    (Entry(id='7', url='/rye', title='', author='', published=''),)
    """
    try:
        values = json.loads(without_halves(text))
    except (ValueError, RecursionError) as error:
        return NotAFeed(f"it is not valid JSON ({error})")
    if not isinstance(values, dict) or not isinstance(values.get("items"), list):
        return NotAFeed("it is JSON, but not a JSON Feed: it has no list of items")
    items = [item for item in values["items"] if isinstance(item, dict)]
    return Feed(
        title=plain(_text(values, "title")),
        site=_text(values, "home_page_url"),
        entries=tuple(_entry(item) for item in items),
        format="json",
    )


def _entry(item: dict[str, Any]) -> Entry:
    url = _text(item, "url") or _text(item, "external_url")
    return Entry(
        id=_text(item, "id") or url,
        url=url,
        title=plain(_text(item, "title")),
        author=_author(item),
        published=moment(_text(item, "date_published")),
    )


def _author(item: dict[str, Any]) -> str:
    """The names of the authors, in version 1.1 or version 1."""
    listed = item.get("authors")
    authors = [*(listed if isinstance(listed, list) else []), item.get("author")]
    names = [_text(author, "name") for author in authors if isinstance(author, dict)]
    return ", ".join(dict.fromkeys(name for name in names if name))


def _text(values: dict[str, Any], name: str) -> str:
    value = values.get(name)
    return str(value).strip() if isinstance(value, str | int) and not isinstance(value, bool) else ""
