"""What a selection consists of: the posts of a thread, the items of an overview page, the comments below an article.

They are found when they are asked for; who only wants the text does not wait for them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import overload

from thresher.algorithms.anchors import link_anchors
from thresher.algorithms.auto.features import CLEANING
from thresher.algorithms.auto.page_kinds import OVERVIEWS
from thresher.algorithms.comment_headings import announced_comments
from thresher.algorithms.comments import in_comments
from thresher.algorithms.items import find_items
from thresher.algorithms.posts import find_posts
from thresher.cached import cached_property
from thresher.page import Page
from thresher.page.columns import Bools, lowest_common_ancestor, mark_subtrees, prefix
from thresher.selection import Group

#: Texts of fewer words around a comment are names and dates, unless it has a body of its own.
MIN_SAID = 3


@dataclass(frozen=True, eq=False)
class Groups(Sequence[Group]):
    """The groups of a page, found on first use."""

    page: Page
    runs: Bools  #: run: whether it is selected
    kind: str  #: kind of the page

    @overload
    def __getitem__(self, place: int) -> Group: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Group]: ...
    def __getitem__(self, place: int | slice) -> Group | Sequence[Group]:
        return self._found[place]

    def __len__(self) -> int:
        return len(self._found)

    @cached_property
    def _found(self) -> list[Group]:
        if self.kind == "forum":
            return posts(self.page, self.runs)
        if self.kind in OVERVIEWS:
            view = self.page.view(CLEANING)
            return find_items(view, self.runs[view.runs])
        return list(comments(self.page))


def posts(page: Page, runs: Bools) -> list[Group]:
    """The posts of a thread, *runs* being those that are taken for its text."""
    view = page.view(CLEANING)
    return find_posts(view, runs[view.runs], link_anchors(view))


def comments(page: Page) -> Iterator[Group]:
    """What readers wrote below an article, in sections that name themselves so or that a heading announces."""
    view = page.view(CLEANING)
    blocks = view.blocks
    apart = in_comments(view, blocks.row, None) | announced_comments(view)
    if not apart.any():
        return
    links = link_anchors(view)
    in_link = mark_subtrees(links, view.end)[view.host]
    said = (blocks.of_run >= 0) & apart[blocks.of_run] & ~in_link & (view.words >= MIN_SAID)
    said &= ~(view.within("time") | _answer_forms(page)[view.rows])[view.host]
    # What is named like the body of a comment may be that of the story.
    found = [group for group in find_posts(view, said, links) if view.in_origin(said)[group.runs].any()]
    for group in found:
        yield replace(group, kind="comment")
    if not found and said.any():
        # Where no element is around each comment, none can be told from the next.
        around = lowest_common_ancestor(view.host[said], view.parent, view.end)
        yield Group("comment", int(view.rows[around]), view.runs[said])


def _answer_forms(page: Page) -> Bools:
    """Elements of the forms that a reader answers with; a form around half of the page is not one of them."""
    forms, fields = page.rows_of("form"), prefix(page.is_tag("textarea"))
    is_answer = (fields[page.end[forms]] > fields[forms]) & (2 * page.chars[forms] < page.chars[page.body])
    return mark_subtrees(forms[is_answer], page.end)
