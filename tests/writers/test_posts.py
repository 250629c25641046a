"""Posts of threads in the formats that keep structure."""

from __future__ import annotations

import numpy as np
import pytest

from thresher import Page, Selection, writers
from thresher.selection import Group

POST = "<li><b class=by>{}</b><i class=on>{}</i><div class=body>{}</div></li>"
THREAD = (
    "<h3>Rye<ul>" + POST.format("ann", "1. May", "<p>Is it ripe?") + POST.format("ben [x]", "2. May", "<hr><p>It is.")
)


def written(name: str, html: str = THREAD, *, kind: str | None = "forum", bylines: bool = True) -> str:
    """A format of a thread of which only the bodies are selected, and known to be posts."""
    page = Page.from_html(html)
    bodies, by, on = (page.select(names).tolist() for names in (".body", ".by", ".on"))
    runs = np.isin(page.host, [row for body in bodies for row in range(body, int(page.end[body]))])
    told = zip(by, on, strict=True) if bylines else [(None, None)] * len(bodies)
    groups = [
        Group("post", body, np.arange(page.first_run[body], page.run_stop[body]), author=author, date=date)
        for body, (author, date) in zip(bodies, told, strict=True)
    ]
    return writers.create(name).write(Selection(page, runs, groups=groups, kind=kind))


def test_markdown_parts_posts() -> None:
    """A rule stands between posts, no other beside it, and each begins with who wrote it when."""
    assert written("markdown") == "**ann**, 1. May\n\nIs it ripe?\n\n---\n\n**ben \\[x\\]**, 2. May\n\nIt is."


def test_markdown_without_bylines() -> None:
    """Posts of nobody are parted by rules."""
    assert written("markdown", bylines=False) == "Is it ripe?\n\n---\n\nIt is."


def test_posts_that_a_theme_marks_as_quotes() -> None:
    """A quote around all that a post says is none; one that is answered, and one in the answer, are."""
    said = "<p>Re: rye<blockquote><blockquote>Is it ripe?</blockquote>It is.</blockquote>"
    html = THREAD.replace("<p>Is it ripe?", "<blockquote><p>Is it ripe?</blockquote>").replace("<hr><p>It is.", said)
    assert written("markdown", html, bylines=False) == "Is it ripe?\n\n---\n\nRe: rye\n\n> Is it ripe?\n\nIt is."
    answered = THREAD.replace("<hr><p>It is.", "<blockquote><p>Is it ripe?</blockquote><p>It is.")
    assert written("markdown", answered, bylines=False).endswith("---\n\n> Is it ripe?\n\nIt is.")


def test_date_alone_is_no_list() -> None:
    """A date that begins with a number and a stop begins no list."""
    assert written("markdown", THREAD.replace("ann", "")).startswith("1\\. May\n\nIs it ripe?")


@pytest.mark.parametrize(
    ("name", "post"),
    [
        ("html", "<article><p><strong>ann</strong>, 1. May</p>\n<p>Is it ripe?</p>\n</article>"),
        ("xml", '<post author="ann" date="1. May"><p>Is it ripe?</p>\n</post>'),
        ("tei", '<div type="post">\n<p><name>ann</name>, 1. May</p>\n<p>Is it ripe?</p>\n</div>'),
    ],
)
def test_markup_parts_posts(name: str, post: str) -> None:
    """Formats made of tags have an element around each post; the list around posts is none."""
    document = written(name)
    assert post in document
    assert "<li>" not in document
    assert "<item" not in document


def test_text_is_what_it_was() -> None:
    """Plain text has neither rules nor names that nobody selected."""
    text = written("text")
    assert "ann" not in text
    assert "---" not in text


@pytest.mark.parametrize("kind", ["article", "listing"])
def test_only_threads_have_posts(kind: str) -> None:
    """On pages of other kinds nobody looks for posts."""
    assert "---" not in written("markdown", THREAD.replace("<hr>", ""), kind=kind)


def test_table_of_posts_is_no_table() -> None:
    """Where a table lays out posts, no text of it is lost, and what a post has of tables stays."""
    row = "<tr><td><b class=by>{0}</b><i class=on></i><td><div class=body><p>{1}</div>"
    inner = "<table><tr><th>Grain<th>Price<tr><td>Rye<td>9</table>"
    html = f"<table>{row.format('ann', 'What is it?')}{row.format('ben', f'See: {inner}')}</table>"
    assert written("markdown", html) == (
        "**ann**\n\nWhat is it?\n\n---\n\n**ben**\n\nSee:\n\n| Grain | Price |\n| --- | --- |\n| Rye | 9 |"
    )


def test_names_in_the_text_are_not_repeated() -> None:
    """Where names and dates are selected, they are not written twice."""
    page = Page.from_html(THREAD)
    groups = [
        Group("post", body, np.arange(page.first_run[body], page.run_stop[body]), author=author)
        for body, author in zip(page.select(".body").tolist(), page.select(".by").tolist(), strict=True)
    ]
    selection = Selection(page, page.length > 0, groups=groups, kind="forum")
    assert writers.create("markdown").write(selection).count("ann") == 1
