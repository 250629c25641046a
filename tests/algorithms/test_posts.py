"""Repeated structure: which elements repeat, what is their body, who wrote a post, when, and where it is linked to."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.algorithms.anchors import link_anchors
from thresher.algorithms.bylines import bylines
from thresher.algorithms.posts import find_posts
from thresher.algorithms.repeated import class_stems, find_repetition
from thresher.algorithms.times import is_time
from thresher.page import Cleaning, Page
from thresher.page.columns import alone_around

SAYINGS = (
    "The rye is ripe by now, and the weather has held for a whole week in the valley.",
    "Then let us reap it before the rain comes, since wet sheaves rot in the barn.",
    "My neighbour began on Monday and has already brought in half of his fields.",
    "I would rather wait for the oats, they stand green and need another ten days.",
)
NAMES = ("Ann", "Bob", "Cem", "Dan")


def text_of(page, runs):
    """The text of some runs."""
    return " ".join("".join(page.text[run] for run in runs).split())


def posts_in(html):
    """The posts of a page, everything outside of links being text."""
    page = Page.from_html(html)
    view = page.view(Cleaning())
    links = link_anchors(view)
    in_link = np.isin(view.host, np.flatnonzero(links))
    return page, find_posts(view, (view.length > 20) & ~in_link, links)


def facts_of(page, post):
    """Author, date and link of a post as text."""
    return tuple(
        None if row is None else text_of(page, range(page.first_run[row], page.run_stop[row]))
        for row in (post.author, post.date, post.link)
    )


def thread(template, count=4):
    """A page with a menu, a thread whose posts are made by a template, and a footer."""
    posts = "".join(
        template.format(n=n, name=NAMES[n], text=SAYINGS[n], odd=("odd", "even")[n % 2]) for n in range(count)
    )
    menu = "".join(f"<li><a href=/{n}>Section {n}</a></li>" for n in range(9))
    return f"<ul>{menu}</ul><h1>Rye</h1>{posts}<div>Powered by Mill, the board for farmers and for bakers</div>"


TEMPLATES = {
    "classed": """<div class="post bg{n}">
        <div class=author><a href=/user/{n}>{name}</a></div><div class=side>Joined: 2 May 2019</div>
        <a href="#p100{n}"><time>2026-07-0{n}</time></a>
        <div class=body>{text}</div><div class=foot>Reply</div></div>""",
    "numbered": """<li id=c{n} class="comment-{n} {odd}"><a href="/members/{name}.{n}/">{name}</a>
        <a href="/t?pid=77{n}#pid77{n}">July {n}, 2026, 10:3{n} am</a><div>{text}</div><a href=/r>Reply</a></li>""",
    "wrapped": """<div><div><table class=post><tr><td>2026-07-0{n}, 10:3{n}</td></tr>
        <tr><td><a href="member.php?u={n}">{name}</a></td><td><div>{text}</div></td></tr>
        <tr><td><a class=permalink href="#{n}">#{n}</a></td></tr></table></div></div>""",
    "table rows": """<tr><td class=head><a class=user href=/{name}>{name}</a>:
        <a href="/t#5550{n}">10:3{n}pm</a></td></tr>
        <tr><td class=said><div>{text}</div></td></tr>""",
}


@pytest.mark.parametrize("name", TEMPLATES)
def test_posts_of_common_boards(name):
    """Each post comes out alone, whole and in order, with its author, its date and its link."""
    template = TEMPLATES[name]
    html = thread(template)
    page, posts = posts_in(html.replace("<tr><td class=head>", "<table><tr><td class=head>", 1))
    assert [text_of(page, post.runs) for post in posts] == list(SAYINGS)
    for n, post in enumerate(posts):
        author, date, link = facts_of(page, post)
        assert author == NAMES[n]
        assert date is not None
        assert f"{n}" in date
        assert link is not None
        assert post.kind == "post"


def test_opening_post_of_another_shape():
    """The post that opens a thread stands elsewhere, and is known by its body's name."""
    reply = '<li class=reply><a href=/u/{n}>{name}</a><div class="message text">{text}</div></li>'
    html = thread(reply, count=3)
    html = html.replace("<h1>Rye</h1>", f"<h1>Rye</h1><section><div class='message first'>{SAYINGS[3]}</div></section>")
    page, posts = posts_in(html)
    assert [text_of(page, post.runs) for post in posts] == [SAYINGS[3], *SAYINGS[:3]]


def test_nested_replies():
    """Replies inside of replies are posts of their own, and none has the text of another."""
    inner = "".join(f"<li class=c><a href=/u/{n}>{NAMES[n]}</a><div class=t>{SAYINGS[n]}</div><ul>" for n in range(4))
    page, posts = posts_in(f"<ul>{inner}{'</ul></li>' * 4}</ul>")
    assert [text_of(page, post.runs) for post in posts] == list(SAYINGS)


def test_quotations_are_no_bodies():
    """A quotation that every other post has is a part of its post."""
    quoting = "<div class=post><a href=/u/{n}>{name}</a><div class=body>{quote}{text}</div></div>"
    posts = "".join(
        quoting.format(
            n=n, name=NAMES[n], text=SAYINGS[n], quote=f"<div class=quote>{SAYINGS[0]}</div>" if n % 2 else ""
        )
        for n in range(4)
    )
    page, found = posts_in(f"<div>{posts}</div>")
    assert [text_of(page, post.runs).endswith(SAYINGS[n]) for n, post in enumerate(found)] == [True] * 4
    assert text_of(page, found[1].runs).startswith(SAYINGS[0])


def test_teasers_are_no_posts():
    """Texts that break off are teasers of other threads, however many there are."""
    teasers = "".join(f"<div class=t><a href=/{n}>Thread {n}</a><p>{SAYINGS[n % 4]} ...</p></div>" for n in range(12))
    posts = "".join(f"<div class=p><a href=/u/{n}>{NAMES[n]}</a><p>{SAYINGS[n]}</p></div>" for n in range(2))
    page, found = posts_in(f"<main>{posts}</main><aside>{teasers}</aside>")
    assert [text_of(page, post.runs) for post in found] == list(SAYINGS[:2])


@pytest.mark.parametrize(
    "html",
    ["", "<p>One text</p>", f"<div>{SAYINGS[0]}</div>", f"<article><p>{SAYINGS[0]}</p><p>{SAYINGS[1]}</p></article>"],
)
def test_nothing_repeats(html):
    """Paragraphs of an article are no posts: nothing stands between them."""
    assert posts_in(html)[1] == []


def test_min_share():
    """Posts that hold little of a page's text are none where that is asked for."""
    comments = "".join(f"<li class=c><a href=/u/{n}>{NAMES[n]}</a><div>{SAYINGS[n]}</div></li>" for n in range(3))
    page = Page.from_html(f"<article><p>{' '.join(SAYINGS * 3)}</p></article><ul>{comments}</ul>")
    view = page.view(Cleaning())
    assert len(find_posts(view, view.length > 20, view.is_tag("a"))) == 3
    assert find_posts(view, view.length > 20, view.is_tag("a"), min_share=0.5) == []


def test_date_of_membership_is_not_the_date_of_a_post():
    """Since when somebody has been a member is passed over."""
    html = "<div><p><b>Joined:</b> 3 May 2011, 10:20</p><p>12 July 2026, 11:30</p><div>{}</div></div>"
    page = Page.from_html(html.format(SAYINGS[0]))
    body = int(np.flatnonzero(page.is_tag("div"))[1])
    [byline] = bylines(page, np.array([body]), np.array([3]))
    assert text_of(page, range(page.first_run[byline["date"]], page.run_stop[byline["date"]])) == "12 July 2026, 11:30"


BYLINES = {
    "a letter stands for the picture": (
        "<li><a class=avatar href=/members/{name}.7/>A</a> <a class=username href=/members/{name}.7/>{name}</a>"
        "<div>{text}</div></li>",
        ("{name}", None),
    ),
    "rank and picture are in the author's element": (
        '<li><div class=message-user><i>A</i> <h4><b class=username>{name}</b></h4> <h5 class="user-title">Miller</h5>'
        "</div><div>{text}</div></li>",
        ("{name}", None),
    ),
    "the body begins with it": (
        "<table><tr><td><b>By</b> <a href=user_info.pl?id=7>{name}</a> <b>on</b> 2026.07.0{n} 13:17</td></tr>"
        "<tr><td>{text}</td></tr></table>",
        ("{name}", "2026.07.0{n} 13:17"),
    ),
    "hour and day are styled apart": (
        "<li><a href=/u/{name}>{name}</a> <span><b>12:15pm</b> on <b>Apr 2{n}</b></span><div>{text}</div></li>",
        ("{name}", "12:15pm on Apr 2{n}"),
    ),
    "the name is in the margin, and again beside the date": (
        '<li><dl><dt><a class=username href="?mode=viewprofile&u={n}">{name}</a></dt></dl>'
        '<p class=author><span>von <b><a class=username href="?mode=viewprofile&u={n}">{name}</a></b> » </span>'
        "1{n} Jan 2018, 12:15</p><div>{text}</div></li>",
        ("{name}", "1{n} Jan 2018, 12:15"),
    ),
    "who changed the text is named ahead of who wrote it": (
        "<li><div>{text}</div><div><p>edited <i>9 Mar 2021, 10:20</i></p> <a href=/users/9>Rye Keeper</a></div>"
        "<div><p>asked <i>1{n} Jan 2018, 12:15</i></p> <a href=/users/2{n}>{name}</a></div></li>",
        ("{name}", "1{n} Jan 2018, 12:15"),
    ),
    "the name stands beside the hour": (
        "<li><p><i class=author>{name}</i> <b>12:1{n}</b></p><div>{text}</div></li>",
        ("{name}", "12:1{n}"),
    ),
}


@pytest.mark.parametrize("case", BYLINES)
def test_byline_is_name_and_date_alone(case):
    """Author and date are told without what stands beside them, and are no part of the post's text."""
    template, told = BYLINES[case]
    page, posts = posts_in(thread(template))
    assert len(posts) == 4
    for n, post in enumerate(posts):
        author, _, _ = facts_of(page, post)
        assert (author, post.date_on(page)) == tuple(each and each.format(name=NAMES[n], n=n) for each in told)
        assert text_of(page, post.runs) == SAYINGS[n]


def test_byline_within_the_body_is_no_part_of_the_text():
    """Where a method takes the byline for text, the post that it heads has it as author and date only."""
    byline = "<td>By <a href=/user/{n}>{name}</a>, 2026-07-0{n} 13:17<br>Member</td>"
    post = f"<tr>{byline}<td><p>{{text}}</p><p>So be it.</p></td></tr>"
    page = Page.from_html(f"<table>{thread(post)}</table>")
    view = page.view(Cleaning())
    posts = find_posts(view, view.length > 0, link_anchors(view))
    told = [(facts_of(page, post)[0], text_of(page, post.runs).partition(".")[0]) for post in posts]
    assert told[-4:] == [(name, saying.partition(".")[0]) for name, saying in zip(NAMES, SAYINGS, strict=True)]


def test_posts_are_the_greatest_elements_around_one_body():
    """A post reaches as far as no other post is in it."""
    page = Page.from_html("<div id=a><div id=b><p>x</p></div></div><div id=c><p>y</p></div>")
    bodies = np.flatnonzero(page.is_tag("p"))
    assert [page.attributes(row)["id"] for row in alone_around(bodies, page.parent, page.end, page.body).tolist()] == [
        "a",
        "c",
    ]


@pytest.mark.parametrize(
    ("names", "stem"),
    [("post odd", "post"), ("post-12 x", "post"), ("bg2", "bg"), ("c1a2b", "c"), ("", ""), (" ", ""), ("12", "")],
)
def test_class_stems(names, stem):
    """Numbers in a class do not part what belongs together."""
    assert class_stems([names, None]) == {names: stem, None: ""}


@pytest.mark.parametrize(
    "text",
    [
        "2026-07-01",
        "2026年7月1日",
        "1.7.2026",
        "10:30",
        "10:30:59 pm",
        "July 1",
        "1 July 2026",
        "Tue Dec 31, 2019 2:22 pm",
        "3 hours ago",
        "vor 3 Tagen",
        "il y a 2 heures",
        "hace 5 minutos",
        "1 Jahr 2 Tage her",
        "3小时前",
        "昨天 10:30",
        "12 août 2026, 19h46",
        "Posted on 01/07/2026",
    ],
)
def test_times(text):
    """Times are known in the usual forms of several languages."""
    assert is_time(text)


@pytest.mark.parametrize(
    "text",
    ["Market 5", "Version 2.1", "3 days", "I came at 10:30 and left", "May", "Page 2 of 7", "", "Marshal 3", "Thanks"],
)
def test_no_times(text):
    """Numbers and names that only look like times are none."""
    assert not is_time(text)


def test_deep_nesting():
    """A page of 50,000 nested elements is looked through without recursion."""
    html = "<div class=a>" * 50_000 + SAYINGS[0] + "<a href=/x>y</a>" + "</div>" * 25_000 + SAYINGS[1]
    assert isinstance(posts_in(html)[1], list)


@given(
    st.lists(
        st.sampled_from(["<div class=a>", "</div>", "<li>", "<a href=/u/1>Ann</a>", *SAYINGS, "<p>", "10:30"]),
        max_size=60,
    )
)
def test_posts_are_apart_and_on_the_page(pieces):
    """Whatever the markup, posts are in order and no run is in two of them."""
    page, posts = posts_in("".join(pieces))
    runs = [run for post in posts for run in post.runs.tolist()]
    assert len(runs) == len(set(runs))
    assert all(0 <= run < len(page.text) for run in runs)


def test_repetition_needs_marks():
    """Elements of one shape without anything between them are paragraphs by another name."""
    page = Page.from_html("".join(f"<div class=x>{saying}</div>" for saying in SAYINGS))
    text, marks = page.own.astype(float), np.zeros(len(page.tag), dtype=np.int64)
    assert find_repetition(page, text, marks, lambda rows: rows >= 0) is None
    found = find_repetition(page, text, marks + 1, lambda rows: rows >= 0)
    assert found is not None
    assert len(found.members) == 4
    assert not found.has_bodies
    assert find_repetition(page, text, marks + 1, lambda rows: rows < 0) is None
