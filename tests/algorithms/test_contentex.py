"""ContentEx: the worked examples of the specification with their numbers, its filters, its switches, its kinds."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher import extract
from thresher.algorithms.contentex import ContentEx
from thresher.algorithms.contentex.kinds import told_kind
from thresher.algorithms.contentex.link_tables import LinkCounts, link_tables
from thresher.algorithms.contentex.news import article, comment_elements
from thresher.algorithms.contentex.patterns import Pattern, run_patterns
from thresher.algorithms.contentex.xhtml import through_xhtml
from thresher.algorithms.registry import create
from thresher.errors import BadParameter
from thresher.page import Cleaning, Page
from thresher.selection import Outcome

#: The test example of the specification: a menu, a post of 20 words, a link and 5 words, a footer of 3 words.
EXAMPLE = (
    "<body><div id=nav><a>Home</a><a>Oats</a><a>Rye</a></div>"
    f"<div id=post>{' '.join(['rye'] * 20)} <a>this and that</a> {' '.join(['oat'] * 5)}</div>"
    "<div id=foot>All rights reserved</div></body>"
)
PAPER = {"kind": "forum", "posts": False}
STORY = "Barley is sown in spring and cut in late summer, as every farmer in the valley knows. "
MENU = "<ul>" + "".join(f"<li><a href=/{n}>Section {n}</a></li>" for n in range(8)) + "</ul>"
SAYINGS = (
    "The rye is ripe by now, and the weather has held for a whole week in the valley.",
    "Then let us reap it before the rain comes, since wet sheaves rot in the barn.",
    "My neighbour began on Monday and has already brought in half of his fields.",
)
POST = (
    "<div class=post><a href=/user/{n}>User {n}</a> <time>2026-07-0{n}</time><div class=body>{text}</div>"
    "<a href=#p55{n}>#{n}</a></div>"
)
THREAD = f"{MENU}<div>{''.join(POST.format(n=n, text=text) for n, text in enumerate(SAYINGS))}</div>"


def texts_of(html, **parameters):
    """The selected texts of a page that have more than white space."""
    page = Page.from_html(html)
    runs = np.flatnonzero(ContentEx(**parameters).select(page).runs)
    return [page.text[run].strip() for run in runs if page.text[run].strip()]


def counts_of(html):
    """The counts of a page by the ids of its elements."""
    page = Page.from_html(html)
    counts = LinkCounts.of(page)
    names = [page.attributes(row).get("id", page.tag[row]) for row in range(len(page.tag))]
    columns = (counts.text_count, counts.link_count, counts.score)
    return {name: tuple(float(column[row]) for column in columns) for row, name in enumerate(names)}


def tables_in(html, **ignored):
    """Ids of the elements that are in link tables."""
    page = Page.from_html(html)
    gone = link_tables(page, LinkCounts.of(page), 0.5, **{name: page.is_tag(*tags) for name, tags in ignored.items()})
    return [page.attributes(row)["id"] for row in np.flatnonzero(gone) if "id" in page.attributes(row)]


def test_counts_of_the_worked_example():
    """Words, links and scores of the specification's example come out to the digit."""
    counts = counts_of(EXAMPLE)
    assert counts["nav"] == (3, 3, 0)
    assert counts["post"] == (26, 1, pytest.approx(0.9615, abs=5e-5))
    assert counts["foot"] == (3, 0, 1)
    assert counts["body"] == (32, 4, 0.875)


def test_result_of_the_worked_example():
    """The menu goes as a table, the link in the post stays, the footer goes by the copyright pattern."""
    kept = texts_of(EXAMPLE, **PAPER, remove_statements=False)
    assert kept == [" ".join(["rye"] * 20), "this and that", " ".join(["oat"] * 5)]
    assert "All rights reserved" in texts_of(EXAMPLE, **PAPER, remove_statements=False, patterns=False)


def test_climb_of_the_worked_example():
    """From the first link on, the table grows to the whole list at once."""
    first = "<li id=first>Oats<a>a</a><a>b</a></li>"
    html = f"<div id=box><ul id=list>{first}{'<li><a>c</a></li>' * 6}</ul><p id=text>{STORY}</p></div>"
    counts = counts_of(html)
    assert counts["first"][2] == pytest.approx(1 / 3)
    assert counts["list"] == (9, 8, pytest.approx(1 / 9))
    assert tables_in(html) == ["list", "first"]


def test_pure_list_goes_item_by_item():
    """In a list of nothing but links no score is lower than another, so each item goes alone."""
    assert tables_in(
        f"<div id=box><ul id=list><li id=a><a>x</a></li><li id=b><a>y</a></li></ul><p>{STORY}</p></div>"
    ) == [
        "a",
        "b",
    ]


def test_link_under_a_good_parent_goes_with_a_later_table():
    """A link that is no table itself is lost when a later link condemns an element around both."""
    html = f"<div id=box><p id=p>Oats and rye <a>x</a></p>{'<p><a>y</a> z</p>' * 9}</div><p>{STORY}</p>"
    assert "p" not in tables_in(html)
    worse = f"<div id=box><p id=p>Oats and rye <a>x</a></p><div id=q>{'<a>y</a>' * 9}z</div></div><p>{STORY}</p>"
    assert tables_in(worse) == ["q"]
    linked = f"<div id=q>u v <a>y</a><a>y</a><a>y</a></div>{'<a>y</a>' * 9}"
    rising = f"<div id=box><p id=p>Oats <a>x</a></p>{linked}</div>{STORY}"
    assert tables_in(rising) == ["box", "p", "q"]


def test_table_never_takes_the_page():
    """On a page that is one table of links the body stays, and only links and their elements go."""
    assert tables_in("<body id=all><a id=a href=/x>x</a><div id=d><a id=b href=/y>y</a></div>") == ["a", "d", "b"]


def test_forms_are_looked_through():
    """A form between a list and its links neither stops the climb nor is a table by itself."""
    item = "<li id=li>Oats <form id=f><a>a</a><a>b</a></form></li>"
    html = f"<ul id=list>{item}{'<li><a>c</a></li>' * 6}</ul><p>{STORY}</p>"
    assert tables_in(html, ignored=("form",)) == ["list", "li", "f"]
    assert tables_in(html) == ["f"]


def test_named_anchor_is_no_link():
    """An anchor that an XML serialiser left open holds the post, and is no link."""
    html = f"<div><a name='post1'/><p>{STORY}</p></div>{MENU}"
    assert texts_of(html, **PAPER) == [STORY.strip()]


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("2026-07-01 10:30", Pattern.TIME),
        ("Posted: Tue Dec 31, 2019 2:22 pm", Pattern.NONE),
        ("Tue Dec 31, 2019 2:22 pm", Pattern.TIME),
        ("发表于 2009-10-3 12:30", Pattern.TIME),
        ("IP: 192.168.0.1", Pattern.IP),
        ("10.20.*.*", Pattern.IP),
        ("Joined:", Pattern.COLON),
        ("作者：", Pattern.COLON),
        ("and so he told all of us this:", Pattern.NONE),
        ("Copyright Mill. ALL RIGHT RESERVED", Pattern.COPYRIGHT),
        ("Copyright Mill, all rights reserved.", Pattern.COPYRIGHT),
        ("I came at 10:30 and left before noon", Pattern.NONE),
        ("Thanks", Pattern.NONE),
    ],
)
def test_patterns(text, pattern):
    """Each of the paper's patterns is known, and a sentence is none of them."""
    page = Page.from_html(f"<p>{text}</p>")
    assert [Pattern(code) for code in run_patterns(page, page.length > 0)] == [pattern]


def test_strict_colon():
    """Read strictly, every text that ends in a colon goes."""
    html = "<p>and so he told all of us this:</p>"
    assert texts_of(html, **PAPER) == ["and so he told all of us this:"]
    assert texts_of(html, **PAPER, strict_colon=True) == []


@pytest.mark.parametrize(("times", "left"), [(2, 2), (3, 0)])
def test_repeated_short_text(times, left):
    """A short text that is there three times goes with all its copies; a long one stays."""
    html = f"<p>Report this post</p><p>{STORY}</p>" * times
    assert texts_of(html, **PAPER).count("Report this post") == left
    assert texts_of(html, **PAPER).count(STORY.strip()) == times


def test_long_unspaced_text_is_no_label():
    """A Chinese sentence has no blanks and is still no short text."""
    sentence = "今年春天我们在河边的田里种了大麦和燕麦："
    assert texts_of(f"<p>{sentence}</p>" * 3, **PAPER) == [sentence] * 3


@pytest.mark.parametrize(
    ("html", "switch", "text"),
    [
        (f"<p>{STORY}</p><button>Press</button>", "ignore_forms", "Press"),
        (f"<p>{STORY}</p><noscript>Noscript text</noscript>", "remove_scripts", "Noscript text"),
        (f"<p>{STORY}</p><p>Copyright 2026 Mill</p>", "remove_statements", "Copyright 2026 Mill"),
    ],
)
def test_preprocessing_switches(html, switch, text):
    """Each preprocessing function can be switched off, and what it removes is then there."""
    assert text not in texts_of(html, **PAPER)
    assert text in texts_of(html, **PAPER, **{switch: False})


def test_drop_inline_links():
    """Read literally, the listing deletes every link."""
    assert texts_of(f"<p>{STORY}<a>link</a></p>", **PAPER) == [STORY.strip(), "link"]
    assert texts_of(f"<p>{STORY}<a>link</a></p>", **PAPER, drop_inline_links=True) == [STORY.strip()]


@given(st.text(alphabet="<>/abdpiul &;:1\r\n\x01麦'\"", max_size=200))
def test_xhtml_changes_nothing(soup):
    """Converted to XHTML and read back, a page has the same elements and texts, whatever it was."""
    view = Page.from_html(soup).view(Cleaning())
    back = through_xhtml(view)
    assert back.parent.tolist() == view.parent.tolist()
    assert back.end.tolist() == view.end.tolist()
    assert back.host.tolist() == view.host.tolist()
    assert back.at.tolist() == view.at.tolist()
    assert [re.sub("[\x00-\x08\x0e-\x1f]", "\ufffd", text) for text in view.text] == back.text


def test_xhtml_switch():
    """The fourth switch costs time and nothing else."""
    assert texts_of(THREAD, xhtml=True) == texts_of(THREAD)


def test_posts_are_groups():
    """The posts of a thread come as groups with author, date and link, and nothing else is selected."""
    page = Page.from_html(THREAD)
    selection = ContentEx(kind="forum").select(page)
    assert [page.text[int(group.runs[0])] for group in selection.groups] == list(SAYINGS)
    assert all(None not in (group.author, group.date, group.link) for group in selection.groups)
    assert selection.runs.sum() == len(SAYINGS)
    assert selection.kind == "forum"


def test_paper_has_no_posts():
    """As the paper has it, the text is what the filters leave, and there are no groups."""
    page = Page.from_html(THREAD)
    selection = ContentEx(**PAPER).select(page)
    assert selection.groups == []
    assert set(SAYINGS) <= {page.text[run] for run in np.flatnonzero(selection.runs)}


@pytest.mark.parametrize(
    ("head", "url", "kind"),
    [
        ("<meta name=generator content='phpBB'>", None, "forum"),
        ("<meta name=Generator content='WordPress 6.5'>", None, "blog"),
        ("<body class='xenforo light'>", None, "forum"),
        ('<script type="application/ld+json">{"@type": "NewsArticle"}</script>', None, "news"),
        ("<main itemscope itemtype=https://schema.org/QAPage>", None, "forum"),
        ("<main itemscope itemtype=https://schema.org/BlogPosting>", None, "blog"),
        ("", "https://mill.example/forum/viewtopic.php?t=1", "forum"),
        ("<meta name=generator content=WordPress>", "https://mill.example/threads/rye.1/", "forum"),
        ("", "https://mill.example/blog/rye", "blog"),
        ("", "https://mill.example/rye", None),
        ("<meta property=og:type content=article>", None, None),
    ],
)
def test_kinds(head, url, kind):
    """Pages tell what they are by their programs, their vocabulary or their address."""
    assert told_kind(Page.from_html(head, url)) == kind


def test_thread_is_known_without_being_told():
    """A page that tells nothing is a thread if most of its text is in dated posts."""
    selection = ContentEx().select(Page.from_html(THREAD))
    assert selection.kind == "forum"
    assert len(selection.groups) == 3


def test_article_with_comments_is_no_thread():
    """Comments below an article are neither posts nor content, however many there are."""
    comments = THREAD.replace("class=post", "class=comment").removeprefix(MENU)
    html = f"{MENU}<article><h1>Barley</h1><p>{STORY * 3}</p><p>{STORY * 3}</p></article>{comments}"
    assert texts_of(html) == texts_of(html, kind="news") == ["Barley", (STORY * 3).strip(), (STORY * 3).strip()]


def test_article_is_the_smallest_element_with_most_of_the_text():
    """News: what stands around the article is left out, and a section named for comments."""
    story = f"<p>{STORY * 5}</p><p>{STORY * 5}</p><ul id=comments>{STORY}</ul>"
    html = f"<div id=top>Some words before</div><div id=a>{story}</div>"
    view = Page.from_html(html).view(Cleaning())
    chosen = [
        view.attributes(row).get("id", view.tag[row]) for row in np.flatnonzero(article(view, view.own.astype(float)))
    ]
    assert chosen == ["a", "p", "p"]


def test_element_named_for_comments_that_holds_all_is_content():
    """A name is not enough: where an element named for comments holds most of the text, it is the content."""
    page = Page.from_html(f"<div class=comments-open><p>{STORY}</p></div>")
    assert not comment_elements(page, page.chars).any()


def test_entries_of_a_blog():
    """Blog: entries with headings are posts; a single entry is an article."""
    entry = (
        "<div class=entry><h2><a href=/{n}>Day {n}</a></h2><time>2026-07-0{n}</time><div class=text>{text}</div></div>"
    )
    page = Page.from_html("".join(entry.format(n=n, text=STORY * 3) for n in range(4)))
    assert len(ContentEx(kind="blog").select(page).groups) == 4
    single = ContentEx(kind="blog").select(Page.from_html(f"{MENU}<h1>Day 1</h1><p>{STORY * 3}</p>"))
    assert single.groups == []
    assert single.outcome is Outcome.CONTENT


#: A thread in one sentence of each language, and a menu.
LANGUAGES = {
    "ar": ("نضج القمح في الوادي هذا الأسبوع وسوف نحصده قبل أن يأتي المطر من الجبال.", "الرئيسية"),
    "fa": ("گندم دره این هفته رسیده است و ما پیش از آمدن باران از کوه آن را درو می‌کنیم.", "خانه"),
    "he": ("החיטה בעמק הבשילה השבוע ואנחנו נקצור אותה לפני שיבוא הגשם מן ההרים.", "ראשי"),
    "ur": ("وادی کی گندم اس ہفتے پک گئی ہے اور ہم بارش آنے سے پہلے اسے کاٹ لیں گے۔", "صفحہ اول"),
    "zh": ("山谷里的小麦这个星期成熟了，我们要在山雨到来之前把它全部收割完毕。", "首页"),
    "ja": ("谷の小麦は今週熟したので、山から雨が来る前にすべて刈り取るつもりです。", "ホーム"),
    "th": ("ข้าวสาลีในหุบเขาสุกแล้วในสัปดาห์นี้และเราจะเกี่ยวก่อนที่ฝนจะมาจากภูเขา", "หน้าแรก"),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("parameters", [{}, {"kind": "forum"}, PAPER], ids=["auto", "forum", "paper"])
def test_threads_in_many_scripts(language, parameters):
    """Posts are found in scripts that run from right to left and in those without blanks."""
    sentence, home = LANGUAGES[language]
    menu = f"<div>{f'<a href=/x>{home}</a>' * 6}</div>"
    posts = "".join(POST.format(n=n, text=f"{sentence} {n}") for n in range(4))
    kept = texts_of(f"<html lang={language}>{menu}<div>{posts}</div>", **parameters)
    assert [text for text in kept if sentence in text] == [f"{sentence} {n}" for n in range(4)]
    assert home not in kept


@pytest.mark.parametrize("html", ["", "<p></p>", "<script>x</script>"])
def test_empty_page(html):
    """A page without text is answered with a reason."""
    selection = ContentEx().select(Page.from_html(html))
    assert (selection.outcome, selection.reason) == (Outcome.EMPTY, "the page has no text")


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"threshold": -1}, "threshold=-1 is not allowed: it must be a number from 0 to 1"),
        ({"kind": "wiki"}, "kind='wiki' is not allowed: it must be one of auto, forum, news, blog"),
        ({"posts": "maybe"}, "posts='maybe' is not allowed: it must be true or false"),
    ],
)
def test_bad_parameters(parameters, sentence):
    """A parameter outside of what is allowed is refused in one sentence."""
    with pytest.raises(BadParameter, match=f"^{re.escape(sentence)}$"):
        create("contentex", parameters)


def test_text_is_in_the_order_of_the_page():
    """What is written has the posts in order."""
    text = extract(THREAD, algorithm="contentex").text
    assert [text.index(saying) for saying in SAYINGS] == sorted(text.index(saying) for saying in SAYINGS)
