"""What tells the kind of a page: its title, its address, and things side by side."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from thresher import Page, extract
from thresher.algorithms.auto.address import address_of, address_shape
from thresher.algorithms.auto.features import look
from thresher.algorithms.auto.hints import hints
from thresher.algorithms.auto.kinds import HintTable

CARD = "<div><a href=/{0}>Mill number {0}</a><p>It grinds {0} sacks a day</p></div>"
TEXT = "<p>Rye is sown in autumn, and cut when the ears turn pale and bow their heads.</p>"
STORY = f"<h1>Rye</h1>{TEXT * 4}"


def facts(body, head="", url=None):
    """The last facts of a page: of things side by side three, then title, first heading and address."""
    return look(Page.from_html(f"<head>{head}</head><body>{body}", url)).page[-8:]


def test_cards_are_things_to_choose_from_and_paragraphs_are_not():
    """Elements side by side with a link and few words each are counted with their words; a story has none of them."""
    cards = "".join(CARD.format(number) for number in range(9))
    things, share, spread = facts(f"<section>{cards}</section>{TEXT}")[:3]
    assert things == 9 and share > 0.8 and spread < 0.1
    assert facts(STORY)[:3].tolist() == [0, 0, 0]


def test_two_cards_are_no_choice():
    """A choice has more than two things, so that a link to the next story and to the one before are none."""
    assert facts(CARD.format(1) + CARD.format(2))[:3].tolist() == [0, 0, 0]


def test_the_greatest_choice_is_that_with_most_words():
    """A menu of many short links is not taken for the choice where cards have more words."""
    menu = "".join(f"<li><a href=/{number}>The mill and {number}</a></li>" for number in range(12))
    cards = "".join(CARD.format(number) for number in range(6))
    assert facts(f"<ul>{menu}</ul><section>{cards}</section>")[0] == 6


@pytest.mark.parametrize(("title", "count"), [("Rye of the valley", 4), ("谷物收割", 4), ("", 0)])
def test_words_of_the_title_are_counted_in_any_script(title, count):
    """A title without blanks is as long as it has characters, and no title has no words."""
    assert facts(STORY, f"<title>{title}</title>")[3] == count


def test_the_first_heading_and_the_address_are_measured():
    """Words of the first h1 and the shape of the address are the last facts of a page."""
    found = facts(f"<h1>Rye and oats</h1>{TEXT}<h1>More</h1>", url="https://mill.example/news/rye-is-cut")
    assert found[4:].tolist() == [3, *address_shape("https://mill.example/news/rye-is-cut")]


@pytest.mark.parametrize("url", ["", "/news/rye", "https://[", "mailto:ann@mill.example", "https:///rye"])
def test_what_is_no_address_has_no_shape(url):
    """Addresses without a host, or that are none, are told from those of home pages, whose path is empty."""
    assert address_shape(url) == (-1, -1, -1)
    assert address_shape("https://mill.example/") == (0, 0, 0)


def test_the_page_is_asked_for_its_address_where_nobody_gave_one():
    """Where it is from counts most, then what it declares, then its canonical link."""
    canonical = '<link rel="canonical" href="https://mill.example/a">'
    page, given = Page.from_html(canonical), Page.from_html(canonical, "https://mill.example/c")
    assert address_of(page, {}) == "https://mill.example/a"
    assert address_of(page, {"og:url": "https://mill.example/b"}) == "https://mill.example/b"
    assert address_of(given, {"og:url": "https://mill.example/b"}) == "https://mill.example/c"


def test_words_of_the_title_are_hints():
    """They are learned and found again like other hints, without the marks around them."""
    page = Page.from_html(f"<title>Rye: the harvest, day by day</title>{STORY}")
    found = hints(page, look(page))
    assert {"title:rye", "title:harvest", "title:day"} <= found.strings()
    table = HintTable({"title:harvest": 0, "title:oats": 1}, look(page).page[:2].reshape(2, 1))
    assert table.lines_of(found).tolist() == [0]


def test_a_short_thread_without_an_address_is_one():
    """Three signed and dated posts that hold the text make a thread of a page in doubt; without dates they do not."""
    thread = (Path(__file__).parents[3] / "examples" / "thread.html").read_text(encoding="utf-8")
    found = extract(thread)
    assert found.kind == "forum"
    assert [(post.author, post.date) for post in found.records] == [
        ("marta", "2026-03-02T08:15"),
        ("olaf", "2026-03-02T09:40"),
        ("marta", "2026-03-03T19:05"),
    ]
    assert extract(re.sub("<time.*?</time>", "", thread)).kind == "article"
