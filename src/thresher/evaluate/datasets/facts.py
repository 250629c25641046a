"""A `LabelledPage` from the facts about a page in a JSON file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from thresher.evaluate.datasets.page import LabelledPage, Post

#: Facts about a page, and their names in data files; the first name found wins.
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


def page_of_facts(
    facts: Mapping[str, Any], *, set_name: str, page_id: str, html: str, gold: str | None
) -> LabelledPage:
    """The labelled page described by the facts.

    >>> page = page_of_facts({"lang": "de", "page_type": "forum"}, set_name="s", page_id="1", html="", gold="")
    >>> page.language, page.kind
    ('de', 'forum')
    """
    return LabelledPage(
        set=set_name,
        id=page_id,
        html=html,
        gold=gold,
        posts=tuple(_post(post) for post in facts.get("posts") or ()),
        **{fact: _text(facts, names) for fact, names in NAMES.items()},
    )


def _text(facts: Mapping[str, Any], names: tuple[str, ...]) -> str | None:
    """The value of the first of *names* that is a string."""
    return next((str(facts[name]) for name in names if facts.get(name)), None)


def _post(post: Mapping[str, Any]) -> Post:
    return Post(str(post["text"]), _text(post, ("user", "author")), _text(post, ("date", "datetime")))
