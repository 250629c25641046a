"""Items of overview pages: what leads to other pages, with title, address, teaser, date and picture."""

from __future__ import annotations

from thresher import Page, extract
from thresher.algorithms.items import find_items
from thresher.page import Cleaning
from thresher.records import records
from thresher.selection import Selection

MENU = "<nav><ul>" + "".join(f"<li><a href=/m{n}>The menu entry number {n}</a>" for n in range(30)) + "</ul></nav>"
TEASER = (
    '<div class="card"><img src="/{0}.jpg"><h3><a href="/story/{0}">What the harvest of {0} brought to the village</a>'
    '</h3><time datetime="{0}-08-01">August {0}</time><p>It was a good one, the miller says.</p>'
    '<a href="/story/{0}#comments">3</a></div>'
)
PAGE = MENU + "<main>" + "".join(TEASER.format(year) for year in range(2010, 2026)) + "</main>"


def found(html):
    page = Page.from_html(html, "https://mill.example/news")
    view = page.view(Cleaning())
    groups = find_items(view, view.length > 0)
    return records(Selection(page, view.in_origin(view.length > 0), groups=groups), "item")


def test_items_have_all_their_facts():
    """Every teaser is an item with its headline, full address, teaser text, date of the markup and picture."""
    items = found(PAGE)
    assert len(items) == 16
    first = items[0]
    assert first.title == "What the harvest of 2010 brought to the village"
    assert first.url == "https://mill.example/story/2010"
    assert first.date == "2010-08-01"
    assert first.image == "https://mill.example/2010.jpg"
    assert "good one" in first.text
    assert "harvest" not in first.text


def test_the_title_is_the_link_that_says_most():
    """Stars and their number are no title, and of owner and project it is the project that the item leads to."""
    rated = "<div class=x><a href=/b/{0}>Rye, part {0}</a><a href=/stars/{0}>4.7 of 5 (58,48{0}) 1 2 3 4</a></div>"
    assert {(item.title, item.url) for item in found("".join(rated.format(n) for n in range(1, 9)))} == {
        (f"Rye, part {n}", f"https://mill.example/b/{n}") for n in range(1, 9)
    }
    owned = "<article class=x><h3><a href=/mill>mill</a> / <a href=/mill/rye{0}>rye{0}</a></h3><p>Rye.</article>"
    urls = [item.url for item in found("".join(owned.format("x" * n) for n in range(1, 9)))]
    assert urls == [f"https://mill.example/mill/rye{'x' * n}" for n in range(1, 9)]


def test_pictures_are_those_of_the_item():
    """A picture that is loaded late is told by its own address, placeholders and icons are none, alt is a title."""
    card = (
        "<div class=x><img class=icon src=/star-{0}.png><a href=/b/{0}><img src=/loading.svg data-src=/rye-{0}.jpg "
        "alt='Rye of the year {0}'></a><span>69,99</span></div>"
    )
    first = found("".join(card.format(n) for n in range(1, 9)))[0]
    assert first.image == "https://mill.example/rye-1.jpg"
    assert first.title == "Rye of the year 1"


def test_menus_are_no_items():
    """A menu repeats, too, but is in no item."""
    assert not any("menu entry" in (item.title or "") for item in found(PAGE))


def test_links_within_the_page_lead_nowhere():
    """Elements whose links only jump or run a script are no items."""
    assert found("".join(f"<div class=x><a href='#{n}'>Jump to part {n} of it</a></div>" for n in range(9))) == []


def test_extraction_has_the_records_of_an_overview_page():
    """``records`` of an overview page are its items."""
    extraction = extract(PAGE, "https://mill.example/news")
    assert extraction.is_overview
    assert [record.url for record in extraction.records][:2] == [
        "https://mill.example/story/2010",
        "https://mill.example/story/2011",
    ]


def test_extraction_has_the_records_of_a_thread():
    """``records`` of a thread are its posts, with text, author, date and permalink."""
    texts = [
        f"My mill number {n} stands still since the spring, does anybody know what to do about it?" for n in range(8)
    ]
    posts = "".join(
        f'<div class="post"><a class="username" href="/user/{n}">Ann{n}</a> <a href="#post{n}00">2026-07-0{n + 1}</a>'
        f'<div class="post-content">{text}</div><a href="/reply">Reply</a> <a href="/quote">Quote</a></div>'
        for n, text in enumerate(texts)
    )
    page = f'<title>Forum thread</title><body class="forum topic"><div class="posts">{posts}</div>'
    extraction = extract(page, "https://forum.example/viewtopic.php?t=3")
    assert extraction.kind == "forum"
    assert [record.text for record in extraction.records] == texts
    assert extraction.records[0].author == "Ann0"
    assert extraction.records[0].date == "2026-07-01"


def test_comments_are_apart_from_the_article():
    """Comments below an article are in ``comments``, with their authors, and not in the text."""
    story = "".join(f"<p>{'The mill by the ford grinds rye again after sixty years. ' * 5}</p>" for _ in range(6))
    said = "".join(
        f'<li class="comment"><b class="author">Bob{n}</b> <time>2026-07-0{n + 1}</time>'
        f"<p>How good that the old mill number {n} runs again, I will buy flour there.</p></li>"
        for n in range(4)
    )
    page = f'<h1>Mill</h1><article>{story}</article><ol id="comments">{said}</ol>'
    extraction = extract(page)
    assert extraction.kind == "article"
    assert "buy flour" not in extraction.text
    assert len(extraction.comments) == 4
    assert extraction.comments[0].author == "Bob0"
    assert "buy flour" in extraction.comments[0].text


def test_the_title_is_the_greatest_heading_that_says_something():
    """Numbers on pictures, and what appears under the mouse, are headings in many themes."""
    card = "<li class=x><a href=/b/{0}><h4>View details</h4><h3>{0}</h3><h2>Boots of the year 200{0}</h2></a>69,99</li>"
    assert [item.title for item in found("".join(card.format(n) for n in range(1, 5)))] == [
        f"Boots of the year 200{n}" for n in range(1, 5)
    ]


def test_a_title_that_is_said_twice_is_in_no_teaser():
    """What is written once more for those who hear the page is not said of the item."""
    title = "What the harvest of {0} brought to the village"
    card = f"<article class=x><a href=/s/{{0}}>{title}</a><h2><a href=/s/{{0}}>{title}</a></h2><p>Rye.</p></article>"
    assert [item.text for item in found("".join(card.format(year) for year in range(2020, 2024)))] == ["Rye."] * 4


def test_items_whose_link_is_around_them_or_beside_them():
    """A card may stand in its link, or have a link without text laid over it."""
    around = "<a class=card href=/r/{0}><div class=body><b>Soup of the {0}. day of the year</b> Quick.</div></a>"
    over = "<div><div class=body>Soup of the {0}. day of the year</div><a href=/r/{0} aria-label=Soup></a></div>"
    for card in (around, over):
        items = found("<main>" + "".join(card.format(n) for n in range(1, 9)) + "</main>")
        assert [item.url for item in items] == [f"https://mill.example/r/{n}" for n in range(1, 9)]
        assert "Soup of the 8. day" in f"{items[-1].title} {items[-1].text}"
