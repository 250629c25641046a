"""Pages made of two labelled ones: a story among the links of a home page, and a thread of posts below a story.

Few of the labelled pages are in other languages than English, few of their articles stand among as many links as those
of portals and of the older web do, and few have as many comments below them as a thread has posts. Home pages are known
from many languages, and threads are there. A page made of two teaches that a story is a story whatever stands around
it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from thresher.evaluate.datasets import LabelledPage
from thresher.page import Page
from thresher.page.columns import lowest_common_ancestor, mark_subtrees
from thresher.page.parse import NOWHERE
from thresher.page.spans import locate
from thresher.page.tags import tag_set
from thresher.training.alignment import content_shares
from thresher.training.examples import MIN_FOUND, site_of
from thresher.training.folds import fold_of_site

#: Pages of each sort that are made. With more of them, threads and overview pages are taken for articles.
STORIES_IN_HOMES, THREADS_BELOW_STORIES = 160, 65
#: Elements among whose children a story may stand ...
_HOLDERS = tag_set("body", "div", "section", "main", "td", "center", "form")
#: ... unless they are in one of these.
_SMALL = tag_set("a", "ul", "ol", "dl", "nav", "header", "footer", "p", "button", "figure")
#: A holder has at least this share of the home page's text: a story does not stand in a teaser.
MIN_SHARE = 0.05
#: An element that has more than this many times the characters of its gold holds more than a story, or a thread.
MAX_AROUND_STORY, MAX_AROUND_THREAD = 1.5, 2.5
_TITLE = re.compile(r"(<title\b[^>]*>).*?(</title\s*>)", re.IGNORECASE | re.DOTALL)
_NAMES = re.compile(r"""\s(?:class|id)=("[^"]*"|'[^']*'|[^\s>]+)""", re.IGNORECASE)


def made_pages(pages: Sequence[LabelledPage], seed: int) -> Iterator[LabelledPage]:
    """Articles made of an article and a home page or a thread; each counts as a page of the article's site."""
    random = np.random.default_rng(seed)
    articles = [page for page in pages if page.kind == "article" and page.gold]
    homes = [page for page in pages if page.kind == "home"]
    threads = [page for page in pages if page.kind == "forum" and page.gold]
    yield from _first(STORIES_IN_HOMES, _in_homes(articles, homes, random))
    yield from _first(THREADS_BELOW_STORIES, _above_threads(articles, threads, random))


def _first(count: int, pages: Iterator[LabelledPage]) -> Iterator[LabelledPage]:
    yield from (page for page, _ in zip(pages, range(count), strict=False))


def _in_homes(
    articles: Sequence[LabelledPage], homes: Sequence[LabelledPage], random: np.random.Generator
) -> Iterator[LabelledPage]:
    """Stories, each among the links of another home page."""
    places = random.permutation(len(homes)).tolist()
    for number in random.permutation(len(articles)).tolist():
        article = articles[number]
        story = _part(article, MAX_AROUND_STORY) if places else None
        if story is not None:
            home = homes[places.pop()]
            html = _with_story(home.html, story, article.title or "", random)
            if html is not None:
                yield replace(article, id=f"{article.id} in {home.id}", html=html, url=None, host=site_of(article))


def _above_threads(
    articles: Sequence[LabelledPage], threads: Sequence[LabelledPage], random: np.random.Generator
) -> Iterator[LabelledPage]:
    """Articles, each with a thread below its story; of every other one without names."""
    parts: defaultdict[int, list[str]] = defaultdict(list)
    for thread in threads:
        part = _part(thread, MAX_AROUND_THREAD)
        if part is not None:
            parts[fold_of_site(site_of(thread))].append(part)
    for number in random.permutation(len(articles)).tolist():
        article = articles[number]
        # Of its own fold, so that no model is asked about a thread that it was taught as something else.
        near = parts[fold_of_site(site_of(article))]
        if near:
            part = near[random.integers(len(near))]
            html = _with_thread(article, _NAMES.sub("", part) if random.random() < 0.5 else part)
            if html is not None:
                yield replace(article, id=f"{article.id} with comments", html=html)


def _with_story(html: str, story: str, title: str, random: np.random.Generator) -> str | None:
    """A home page with a story among its links, ``None`` where there is no place for one."""
    page = Page.from_html(html)
    if page.repairs:
        return None
    opening = locate(page).open
    holds = _HOLDERS[page.code] & ~mark_subtrees(_SMALL[page.code], page.end)
    holds &= page.chars >= MIN_SHARE * max(int(page.chars[page.body]), 1)
    is_place = holds[np.maximum(page.parent, 0)] & (opening != NOWHERE)
    is_place[: page.body + 1] = False
    if not is_place.any():
        return None
    place = int(opening[random.choice(np.flatnonzero(is_place))])
    head = _TITLE.sub(lambda found: found[1] + title + found[2], html[:place], count=1)
    return head + story + html[place:]


def _with_thread(article: LabelledPage, thread: str) -> str | None:
    """An article with a thread right behind its story, ``None`` where that cannot be found."""
    page = Page.from_html(article.html)
    row = _gold_row(page, article.gold or "")
    span = None if row is None or page.repairs else locate(page).element(row)
    if span is None:
        return None
    return f"{article.html[: span.stop]}<div>{thread}</div>{article.html[span.stop :]}"


def _part(labelled: LabelledPage, most: float) -> str | None:
    """The source of the element that holds the gold, ``None`` where it holds much more than that."""
    page = Page.from_html(labelled.html)
    gold = labelled.gold or ""
    row = _gold_row(page, gold)
    if row is None or page.chars[row] > most * len(gold):
        return None
    return page.tree.elements[row].html


def _gold_row(page: Page, gold: str) -> int | None:
    """The smallest element that holds all of the gold, ``None`` where that is the body or most is not to be found."""
    shares, found = content_shares([page.blocks.text(number) for number in range(len(page.blocks))], gold)
    # The title in the head may be in the gold, too.
    rows = page.blocks.row[(shares > 0.5) & (page.blocks.row > page.body)]
    if found < MIN_FOUND or len(rows) < 2:
        return None
    row = lowest_common_ancestor(rows, page.parent, page.end)
    return row if row > page.body else None
