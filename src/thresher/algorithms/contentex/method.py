"""ContentEx: content is what filters leave of a page; which filters depends on the kind of page.

Linhai Song, Xueqi Cheng, Yan Guo, Yue Liu and Guodong Ding: ContentEx: A Framework for Automatic Content Extraction
Programs. 2009.
The paper has a method for forums: a filter of link tables and one of common patterns. Those for news and blogs, and
the posts as a repeated structure, are ours.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from thresher.algorithms.base import Method, parameter
from thresher.algorithms.contentex.kinds import told_kind
from thresher.algorithms.contentex.link_tables import LinkCounts, link_tables
from thresher.algorithms.contentex.news import article, comment_elements
from thresher.algorithms.contentex.patterns import Pattern, run_patterns
from thresher.algorithms.contentex.xhtml import through_xhtml
from thresher.algorithms.posts import find_posts, text_weights
from thresher.page import Cleaning, Page, View
from thresher.page.clean import MACHINERY
from thresher.page.columns import Bools, mark_subtrees
from thresher.page.hidden import INVISIBLE, Cause
from thresher.selection import Group, Selection

#: What a reader fills in or presses is dropped, what only holds it is looked through [D].
CONTROLS = ("button", "select", "textarea", "input", "keygen", "progress", "meter", "output")
FORMS = ("form", "fieldset")
#: Never text of a page, whatever is switched off.
HEAD = ("head", "title", "frameset", "param", "datalist")
#: Unless a page tells that it is a forum, posts are looked for if it has this many dates [D] ...
MIN_DATES = 3
#: ... and are its content if they hold this share of the text [D] ...
MIN_HELD_SHARE = 0.5
#: ... this share of them tells who wrote them or when [D] ...
MIN_SIGNED_SHARE = 0.5
#: ... and on a page that tells nothing, no larger share of them is named for comments [D].
MAX_COMMENTS_SHARE = 0.5


@dataclass(frozen=True)
class ContentEx(Method):
    """ContentEx: what is left without tables of links and without texts of common patterns, and the posts in it.

    >>> from thresher.page import Page
    >>> menu = "<div><a href=/>Home</a> <a href=/oats>Oats</a> <a href=/rye>Rye</a></div>"
    >>> page = Page.from_html(f"{menu}<p>Ann wrote:</p><p>The rye is ripe, see <a href=/r>here</a>.</p><p>10:30</p>")
    >>> [page.text[run] for run in np.flatnonzero(ContentEx(kind="forum").select(page).runs)]
    ['The rye is ripe, see ', 'here', '.']
    """

    paper: ClassVar[str] = "Song, Cheng, Guo, Liu, Ding: ContentEx, 2009"
    family: ClassVar[str] = "contentex"

    kind: str = parameter(
        "auto", "which method: for forums [S], for news or for blogs [D]; auto: for what the page tells it is [D]",
        choices=("auto", "forum", "news", "blog"),
    )  # fmt: skip
    posts: bool = parameter(
        True, "posts are found as a repeated structure and only they are kept [D]; false: as in the paper [S]"
    )
    threshold: float = parameter(0.5, "a link's parent that scores less begins a link table [D]", at_least=0, at_most=1)
    drop_inline_links: bool = parameter(False, "every link goes, as the paper's listing reads literally [S]")
    patterns: bool = parameter(True, "the common pattern filter [S]")
    strict_colon: bool = parameter(False, "every text that ends in a colon goes, not only short ones [S]")
    ignore_forms: bool = parameter(True, "preprocessing: controls go, forms are looked through [S]")
    remove_scripts: bool = parameter(True, "preprocessing: scripts, templates and noscript go [S]")
    xhtml: bool = parameter(False, "preprocessing: convert to XHTML and read that; costs time, changes nothing [S]")
    remove_statements: bool = parameter(True, "preprocessing: short copyright and legal notices go [S]")

    def select(self, page: Page) -> Selection:
        """What the filters for the page's kind leave."""
        view = self._explained(page)
        if not view.length.any():
            return Selection.nothing(page, "the page has no text")
        counts = LinkCounts.of(view)
        runs, dates = self._filtered(view, counts)
        kind = told_kind(page) if self.kind == "auto" else self.kind
        groups = self._posts(view, runs, counts, kind) if kind == "forum" or dates >= MIN_DATES else []
        if groups:
            runs = _runs_of(groups, view)
        elif kind != "forum":
            runs &= article(view, text_weights(view, runs, counts.links))[view.host]
        selection = Selection.of_view(
            view, runs, score=counts.score, score_name="share of words that are no links", threshold=self.threshold
        )
        return replace(selection, groups=groups, kind="forum" if groups and kind is None else kind)

    def _explained(self, page: Page) -> View:
        """The page as the paper's explanation tier leaves it, by the functions that are switched on."""
        scripts = tuple(name for name in MACHINERY if name not in HEAD)
        view = page.view(
            Cleaning(
                drop=HEAD + (CONTROLS if self.ignore_forms else ()) + (scripts if self.remove_scripts else ()),
                hidden=INVISIBLE if self.remove_scripts else INVISIBLE & ~Cause.NOSCRIPT,
                statements=self.remove_statements,
            )
        )
        return through_xhtml(view) if self.xhtml else view

    def _filtered(self, view: View, counts: LinkCounts) -> tuple[Bools, int]:
        """Runs that the link table filter and the common pattern filter leave, and how many dates there are."""
        tables = link_tables(view, counts, self.threshold, view.is_tag(*FORMS) if self.ignore_forms else None)
        dates = int((view.is_tag("time") & ~tables).sum())
        if self.drop_inline_links:
            tables |= mark_subtrees(counts.links, view.end)
        runs = ~tables[view.host]
        if not self.patterns:
            return runs, dates
        patterns = run_patterns(view, runs, strict_colon=self.strict_colon)
        return runs & (patterns == 0), dates + int(np.count_nonzero(patterns == int(Pattern.TIME)))

    def _posts(self, view: View, runs: Bools, counts: LinkCounts, kind: str | None) -> list[Group]:
        """The posts of a thread, or the entries of a blog; none where a page has neither."""
        if not self.posts or kind == "news":
            return []
        if kind == "forum":
            return find_posts(view, runs, counts.links)
        groups = find_posts(view, runs, counts.links, min_share=MIN_HELD_SHARE)
        if not _are_signed(groups):
            return []
        fit = _are_entries(view, groups) if kind == "blog" else not _are_comments(view, groups)
        return groups if fit else []


def _runs_of(groups: list[Group], view: View) -> Bools:
    """The runs of a view that are in groups."""
    chosen = np.zeros(len(view.origin.text), dtype=bool)
    chosen[np.concatenate([group.runs for group in groups])] = True
    return chosen[view.runs]


def _are_signed(groups: list[Group]) -> bool:
    """Whether there are posts, and enough of them are signed or dated."""
    signed = sum(group.author is not None or group.date is not None for group in groups)
    return bool(groups) and signed >= MIN_SIGNED_SHARE * len(groups)


def _are_comments(view: View, groups: list[Group]) -> bool:
    """Whether many posts are named for comments, as those below an article are."""
    named = comment_elements(view.origin, view.origin.chars)
    return sum(bool(named[group.row]) for group in groups) > MAX_COMMENTS_SHARE * len(groups)


def _are_entries(view: View, groups: list[Group]) -> bool:
    """Whether all posts have a heading, as entries of a blog do and comments do not."""
    page = view.origin
    return all(page.heading[group.row : page.end[group.row]].any() for group in groups)
