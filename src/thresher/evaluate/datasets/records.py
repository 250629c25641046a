"""From a record of facts, as JSON files have it, to a `LabelledPage`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from thresher.evaluate.datasets.page import LabelledPage, Post

#: Facts of a page, and the names that data files have for each, the first one found winning.
NAMES: dict[str, tuple[str, ...]] = {
    "url": ("url",),
    "kind": ("kind", "page_type"),
    "language": ("language", "lang"),
    "title": ("title",),
    "author": ("author",),
    "date": ("date", "publish_date"),
    "host": ("host",),
    "comments": ("comments", "gold_comments"),
    "structure": ("structure",),
}


def page_of_record(
    record: Mapping[str, Any], *, set_name: str, page_id: str, html: str, gold: str | None
) -> LabelledPage:
    """The labelled page that a record of facts describes.

    >>> page = page_of_record({"lang": "de", "page_type": "forum"}, set_name="s", page_id="1", html="", gold="")
    >>> page.language, page.kind
    ('de', 'forum')
    """
    return LabelledPage(
        set=set_name,
        id=page_id,
        html=html,
        gold=gold,
        posts=tuple(_post(post) for post in record.get("posts") or ()),
        **{fact: _text(record, names) for fact, names in NAMES.items()},
    )


def _text(record: Mapping[str, Any], names: tuple[str, ...]) -> str | None:
    """The first of *names* that has a text."""
    return next((str(record[name]) for name in names if record.get(name)), None)


def _post(post: Mapping[str, Any]) -> Post:
    return Post(str(post["text"]), _text(post, ("user", "author")), _text(post, ("date", "datetime")))
