"""Comments of readers stand apart from an article's story, however long they are and however they are marked."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from thresher import extract
from thresher.algorithms.auto.page_kinds import KINDS
from thresher.algorithms.auto.story import decide_apart

STORY = "The miller has bought a second pair of stones, and from May on he grinds spelt for the whole valley again."
REMARKS = [
    "My grandfather used to bring his rye there when the bridge was still made of wood, and he never paid a penny.",
    "Has anybody asked the people who live next to it what they think about the noise that it makes at five o'clock?",
    "I drove by last week and the wheel was turning. It made my day, and my children did not want to leave at all.",
    "What nobody mentions is the price of the flour, which is three times what the supermarket in town asks for it.",
]


def page(comments):
    """A blog post of one paragraph with what readers wrote below it."""
    return f"""<!doctype html><html lang=en><head><title>A second pair of stones - Valley Notes</title></head><body>
      <div id=header><a href=/>Valley Notes</a> <a href=/about>About</a></div><div class=content>
      <h1>A second pair of stones</h1><p class=date>May 3, 2012</p><p>{STORY}</p>{comments}</div>
      <div id=footer>Copyright Valley Notes</div></body></html>"""


NAMED = "<ol class=commentlist>" + "".join(f"<li><b>Reader</b><p>{text}</p>" for text in REMARKS * 9) + "</ol>"
ANNOUNCED = "<h2>Comments</h2>" + "".join(
    f"<p>{text}</p><p class=posted>Posted by: Reader {n} | May {n + 4}, 2012 10:19:46 PM</p>"
    for n, text in enumerate(REMARKS * 5)
)
WITH_HEADINGS = "".join(f"<div class=komentarz><h1>Re: stones</h1><p>{text}</p></div>" for text in REMARKS * 5)


@pytest.mark.parametrize("comments", [NAMED, ANNOUNCED, WITH_HEADINGS], ids=["named", "announced", "with headings"])
def test_a_short_story_is_found_beside_long_comments(comments):
    """One paragraph is what a person came for, though readers wrote twenty times as much below it."""
    text = extract(page(comments)).text
    assert STORY in text
    assert not any(remark in text for remark in REMARKS)


@pytest.mark.parametrize("comments", [NAMED, ANNOUNCED], ids=["named", "announced"])
def test_comments_are_told_apart(comments):
    """What readers wrote is there for who asks for it."""
    said = " ".join(record.text for record in extract(page(comments)).comments)
    assert all(remark in said for remark in REMARKS)
    assert STORY not in said


ATTRIBUTIONS = {
    "said": "<h4><b>Reader {0}</b> says:</h4><small>May {0}, 2012 at 9:30</small>",
    "posted": "<p>Posted by: Reader {0} at <a href=#c{0}>9:30</a></p>",
    "cited": "<cite>Reader {0}</cite>",
    "linked": "<p>Left by <a rel='external nofollow' href=https://reader{0}.example/>Reader {0}</a></p>",
}


@pytest.mark.parametrize("byline", ATTRIBUTIONS)
def test_who_wrote_a_comment(byline):
    """Names are told without a class that names them: by what credits them, as a citation, by the link they left."""
    comment = "<li>{}<div class=said><p>{}</p></div></li>"
    listed = "".join(comment.format(ATTRIBUTIONS[byline].format(n + 1), text) for n, text in enumerate(REMARKS * 2))
    comments = extract(page(f"<h3>8 comments</h3><ol class=commentlist>{listed}</ol>")).comments
    assert [record.author for record in comments] == [f"Reader {n}" for n in range(1, 9)]
    assert [record.text for record in comments] == REMARKS * 2


def test_the_form_for_an_answer_is_no_comment():
    """What a form asks of those who want to comment is said by nobody."""
    labels = "".join(f"<div class=row><label>Please tell us your {what} first</label><input></div>" for what in "abcd")
    form = f"<form><h3>Leave a comment</h3>{labels}<div><textarea></textarea></div></form>"
    [comment] = extract(page(f"<div id=comments><h3>One comment</h3><p>{REMARKS[0]}</p>{form}</div>")).comments
    assert REMARKS[0] in comment.text
    assert "tell us" not in comment.text


def test_a_story_named_like_a_comment_is_none():
    """Where a theme gives the text of the story and of comments one class, only the latter are comments."""
    listed = "".join(f"<li><b>Ann</b><div class=text><p>{text}</p></div></li>" for text in REMARKS)
    story = f"<div class=story><div class=text><p>{STORY}</p></div></div><p>Filed under mills</p>"
    comments = extract(page(f"{story}<ol id=comments class=commentlist>{listed}</ol>")).comments
    assert [record.text for record in comments] == REMARKS


def test_comments_on_request():
    """With the parameter, comments are part of the text."""
    text = extract(page(ANNOUNCED), algorithm="auto", parameters={"comments": True}).text
    assert STORY in text and REMARKS[0] in text


def test_a_heading_ends_what_another_one_announced():
    """Only what stands below the heading is comments: the story goes on where another one of its rank begins."""
    again = "<h2>Comments</h2><p>Nice!</p><h2>What it costs</h2><p>" + " ".join(f"{STORY}" for _ in range(3)) + "</p>"
    text = extract(page(again)).text
    assert text.count(STORY) == 4 and "Nice!" not in text


def test_a_page_of_comments_alone_is_not_empty():
    """Where nothing but comments is there, they are what the page has."""
    bare = f"<title>Remarks</title><body><div class=comments>{''.join(f'<p>{text}' for text in REMARKS)}</div>"
    assert REMARKS[0] in extract(bare).text


def test_a_thread_by_its_address_has_posts_and_no_comments():
    """What a forum names comments are its posts."""
    assert REMARKS[0] in extract(page(NAMED), "https://mill.example/forum/stones").text
    assert REMARKS[0] not in extract(page(NAMED), "https://mill.example/blog/stones").text


@pytest.mark.parametrize(("times", "expected"), [(5, True), (40, False)])
def test_comments_that_dwarf_a_story_are_no_thread(times, expected):
    """Where story and thread are alike in doubt, comments of many times the story's words are comments."""
    words, comments = np.array([30.0, 30.0 * times]), np.array([False, True])
    kinds = np.zeros(len(KINDS))
    kinds[[KINDS.index("article"), KINDS.index("forum")]] = 0.5
    own = np.arange(2)
    page = SimpleNamespace(words=words, shape=own, copy=own, heading=own > 1, tree=None)
    decision = decide_apart(np.array([-0.5, 0.5]), kinds, page, np.zeros(2, dtype=bool), comments)
    assert bool(decision.chosen[1]) is expected
