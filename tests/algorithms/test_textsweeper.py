"""TextSweeper: the worked example of the specification with its numbers, its links and teasers, its verdict."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.algorithms.registry import create
from thresher.algorithms.teasers import PHRASES, breaks_off, ends_in_phrase, teaser_elements
from thresher.algorithms.textsweeper import (
    TextSweeper,
    content_node,
    content_view,
    length_weight,
    link_rows,
    weighted_lengths,
)
from thresher.algorithms.widths import count_wide
from thresher.errors import BadParameter
from thresher.page import Cleaning, Page
from thresher.selection import Outcome

#: The test example of the specification: a menu, a wrapper around two paragraphs, a footer.
EXAMPLE = (
    "<body><div id=nav><a>home</a><a>oats</a><a>wheat</a></div>"
    f"<div id=wrap><div id=main><p>{'x' * 100}</p><p>{'y' * 120}</p></div></div>"
    f"<div id=foot><p>{'z' * 30}</p></div></body>"
)
STORY = "Barley is sown in spring and cut in late summer, as every farmer in the valley knows. "
MENU = "<ul>" + "".join(f"<li><a href=/{n}>Section {n}</a></li>" for n in range(8)) + "</ul>"


def texts_of(html, **parameters):
    """The selected runs of a page."""
    page = Page.from_html(html)
    return [page.text[run].strip() for run in np.flatnonzero(TextSweeper(**parameters).select(page).runs)]


def links_of(html, **scope):
    """Ids of the elements that count as links."""
    view = Page.from_html(html).view(Cleaning())
    return [view.attributes(row).get("id") for row in np.flatnonzero(link_rows(view, **scope)).tolist()]


def test_ratios_of_the_worked_example():
    """The ratios of the specification's example come out to the digit."""
    page = Page.from_html(EXAMPLE)
    score = TextSweeper(unit_weights=True).select(page).score
    ratio = {page.attributes(row).get("id", page.tag[row]): score[row] for row in range(page.body, len(page.tag))}
    assert ratio["body"] == pytest.approx(250 / 9)
    assert ratio["nav"] == 0
    assert ratio["wrap"] == ratio["main"] == pytest.approx(220 / 6)
    assert [score[row] for row in np.flatnonzero(page.is_tag("p"))] == pytest.approx([20, 24, 7.5])
    assert ratio["foot"] == pytest.approx(7.5)


def test_common_node_of_the_worked_example():
    """Wrapper and main element are relevant; their common node is followed down to the main element."""
    view = Page.from_html(EXAMPLE).view(Cleaning())
    rows = {view.attributes(row).get("id"): row for row in range(len(view.tag))}
    assert content_node(view, np.array([rows["wrap"], rows["main"]])) == rows["main"]


def test_verdict_of_the_worked_example():
    """A net text of 220 characters is an overview by default, and an article where 220 are enough."""
    page = Page.from_html(EXAMPLE)
    assert TextSweeper(unit_weights=True).select(page).is_overview is True
    assert "220 characters" in TextSweeper(unit_weights=True).select(page).reason
    assert TextSweeper(unit_weights=True, min_net_chars=220).select(page).is_overview is False


@pytest.mark.parametrize(("chars", "weight"), [(0, 0.5), (20, 0.625), (80, 1), (100, 1.125), (160, 1.5), (9999, 1.5)])
def test_length_weights(chars, weight):
    """The weight of a text grows with its length from one half to one and a half."""
    assert length_weight(np.array([chars])).tolist() == [weight]


@pytest.mark.parametrize(
    ("html", "factor"),
    [
        ("<h1>{}</h1>", 1.5),
        ("<h5>{}</h5>", 1.3),
        ("<b>{}</b>", 1.2),
        ("<p><b>{}</b></p>", 1.2 * 1.1),
        ("<ul><li><p>{}</p></li></ul>", 1.1 * 0.9),
        ("<div><span>{}</span></div>", 1.0),
    ],
)
def test_tag_weights(html, factor):
    """A text weighs by the kind of its element and of the one around it."""
    view = Page.from_html(html.format("x" * 80)).view(Cleaning())
    assert weighted_lengths(view).sum() == pytest.approx(80 * factor)


@pytest.mark.parametrize(
    ("html", "links"),
    [
        ("<a id=x href=/y>Rye</a>", ["x"]),
        ("<a id=x name=y>Rye</a>", []),
        ("<div id=x onclick='go()'>Rye</div>", ["x"]),
        ("<span id=x role=link>Rye</span>", ["x"]),
        ("<div id=box><p id=x>Fire at the mill ...</p></div>", ["box", "x"]),
        ("<div id=box>Fire at the mill. <a id=x>Read more</a></div>", ["box", "x"]),
        (f"<div id=box><p id=x>Fire ...</p><p id=y>{STORY * 6}</p></div>", ["x"]),
        ("<p id=x>He said ... nothing</p>", []),
        ("<p id=x>He liked his bread on</p>", []),
    ],
)
def test_links(html, links):
    """Anchors, click handlers and teasers count as links, and so does a short element around a teaser."""
    assert links_of(html) == links


def test_parent_scope_always_is_the_literal_reading():
    """With the literal reading one sentence that breaks off makes a link of all that is around it."""
    html = f"<div id=box><p id=x>Fire ...</p><p id=y>{STORY * 6}</p></div>"
    assert links_of(html, parent_scope="always") == ["box", "x"]
    assert links_of("<p id=x>Fire ...</p>", parent_scope="always") == ["x"]


@pytest.mark.parametrize("phrase", [phrase for phrases in PHRASES.values() for phrase in phrases])
def test_phrases_in_every_language(phrase):
    """Every phrase is known alone, decorated, shouted, and at the end of a sentence."""
    for text in (phrase, f" {phrase} » ", f"[{phrase}]", phrase.upper(), f"Oats. {phrase}"):
        assert ends_in_phrase(text), text
    assert not ends_in_phrase(f"{phrase} oats and rye")


@pytest.mark.parametrize("text", ["bread on", "unlearn more", "", " ", "...", "mehrlesen"])
def test_no_phrase_inside_of_a_word(text):
    """A phrase begins with a word of its own."""
    assert not ends_in_phrase(text)


@pytest.mark.parametrize("text", ["a…", "a ...", "a […]", "a [...] ", "a (…)"])
def test_ellipses(text):
    """A text that breaks off does so by any of the usual signs."""
    assert breaks_off(text)
    assert not breaks_off(text + " b")


def test_teaser_that_spans_elements():
    """An element is a teaser by the whole of its text, which ends where its last text ends."""
    page = Page.from_html("<div><h3>Fire</h3><p>The mill burned <i>down…</i></p></div>")
    assert [page.tag[row] for row in np.flatnonzero(teaser_elements(page))][-4:] == ["body", "div", "p", "i"]


def test_article_is_kept_and_menu_is_not():
    """The paragraphs of an article come out, its menu, short lines and empty headings do not."""
    html = (
        f"<nav>{MENU}</nav><div><h1>Barley</h1><p>{STORY * 8}</p><p>By Ann</p><p>{STORY * 8}</p>"
        f"<p><a href=/x>{STORY}</a></p><h2>See also</h2></div>"
    )
    assert texts_of(html) == ["Barley", (STORY * 8).strip(), (STORY * 8).strip()]


@pytest.mark.parametrize(
    ("html", "kept"),
    [
        (f"<h2>A</h2><h3>B</h3><p>{STORY}</p><h3>C</h3><h2>D</h2><p>{STORY}</p>", ["A", "B", "D"]),
        (f"<p>{STORY}</p><h2>A</h2><h1>B</h1><p>{STORY}</p>", ["B"]),
        (f"<h3>A</h3><h3>B</h3><p>{STORY}</p>", ["B"]),
    ],
)
def test_headings_of_nothing_go(html, kept):
    """A heading stays if a text follows before the next heading of its rank or above."""
    assert [text for text in texts_of(f"<div>{html}</div>") if len(text) == 1] == kept


def test_short_blocks_go_but_items_cells_and_code_stay():
    """The minimum length holds for paragraphs, not for list items, cells, captions and code."""
    html = f"<div><p>{STORY * 9}</p><p>Short.</p><ul><li>Oats</li></ul><pre>x = 1</pre><table><td>12</table></div>"
    assert texts_of(html)[1:] == ["Oats", "x = 1", "12"]
    assert "Short." in texts_of(html, min_chars=0)


def test_page_wide_form_is_a_wrapper():
    """A form around the whole page leaves its content, a search form goes with its own."""
    html = (
        f"<form id=page><div><p>{STORY * 8}</p><p>{STORY * 8}</p></div></form>"
        "<form><p>Search the whole archive of the farmers' paper</p></form>"
    )
    view = content_view(Page.from_html(html))
    assert "form" not in view.tag
    assert len(texts_of(html)) == 2


@pytest.mark.parametrize("html", ["", "<p></p>", "<script>x</script>", "<nav> </nav>"])
def test_empty_page(html):
    """A page without text is answered with a reason."""
    selection = TextSweeper().select(Page.from_html(html))
    assert (selection.outcome, selection.reason) == (Outcome.EMPTY, "the page has no text")


def test_page_of_links_is_an_overview():
    """A page with nothing but links is an overview without content."""
    selection = TextSweeper().select(Page.from_html(MENU))
    assert selection.is_overview is True
    assert selection.outcome is Outcome.OVERVIEW
    assert not selection.runs.any()


def test_overview_is_flagged_or_rejected():
    """A list of teasers is told, and its text is withheld where that is asked for."""
    teasers = "".join(f"<div><h3><a href=/{n}>Farm {n}</a></h3><p>{STORY}</p></div>" for n in range(6))
    page = Page.from_html(f"<main>{teasers}</main>")
    flagged, rejected = TextSweeper().select(page), TextSweeper(overview="reject").select(page)
    assert flagged.is_overview is rejected.is_overview is True
    assert flagged.outcome is Outcome.CONTENT
    assert flagged.runs.any()
    assert rejected.outcome is Outcome.OVERVIEW
    assert not rejected.runs.any()
    assert rejected.reason.endswith("less than 1000")


def test_long_article_is_no_overview():
    """An article is told from an overview by its net text."""
    page = Page.from_html(f"<nav>{MENU}</nav><div><p>{STORY * 8}</p><p>{STORY * 8}</p></div>")
    assert TextSweeper(overview="reject").select(page).is_overview is False


def test_han_characters_count_double():
    """A Chinese article of 600 characters is no overview, since each says as much as two letters."""
    page = Page.from_html(f"<div><p>{'麦' * 300}。</p><p>{'田' * 300}。</p></div>")
    assert TextSweeper().select(page).is_overview is False
    assert TextSweeper(wide=1).select(page).is_overview is True
    assert count_wide(["麦 and かな 쌀", "rye"]).tolist() == [4, 0]


def test_min_share_climbs():
    """Where the best element holds little of the page, a share makes it grow, the verdict staying the same."""
    dense = f"<div><p>{STORY * 9}</p><p>{STORY * 9}</p></div>"
    loose = f"<div><div><p>{STORY * 3}</p></div><div><p>{STORY * 3}</p></div></div>"
    assert len(texts_of(f"<div>{dense}{loose}</div>")) == 2
    assert len(texts_of(f"<div>{dense}{loose}</div>", min_share=0.7)) == 2
    assert len(texts_of(f"<div>{dense}{loose}</div>", min_share=0.8)) == 4


def test_tolerance_of_one_still_finds_the_best():
    """With a tolerance of one only the best element is left, and with none nearly all are."""
    html = f"<nav>{MENU}</nav><div><p>{STORY * 8}</p><p>{STORY * 8}</p></div><div><p>{STORY}</p></div>"
    assert len(texts_of(html, tolerance=1)) == 2
    assert len(texts_of(html, tolerance=0)) == 3


def test_smoothing_changes_ratios():
    """Smoothing averages over siblings, so that an element beside a dense one gains."""
    page = Page.from_html(EXAMPLE)
    plain = TextSweeper(unit_weights=True).select(page).score
    smooth = TextSweeper(unit_weights=True, smoothing=True).select(page).score
    nav = next(row for row in range(len(page.tag)) if page.attributes(row).get("id") == "nav")
    assert plain[nav] == 0
    assert smooth[nav] == pytest.approx((2 * 0 + 220 / 6) / 3)


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"tolerance": 2}, "tolerance=2 is not allowed: it must be a number from 0 to 1"),
        ({"min_net_chars": -1}, "min_net_chars=-1 is not allowed: it must be a whole number of at least 0"),
        ({"overview": "drop"}, "overview='drop' is not allowed: it must be one of flag, reject"),
        ({"parent_scope": "never"}, "parent_scope='never' is not allowed: it must be one of short, always"),
    ],
)
def test_bad_parameters(parameters, sentence):
    """A parameter outside of what is allowed is refused in one sentence."""
    with pytest.raises(BadParameter, match=f"^{re.escape(sentence)}$"):
        create("textsweeper", parameters)


@given(st.text(alphabet="<>/abdpivul ….\n麦", max_size=300))
def test_any_soup_is_answered(soup):
    """Whatever the markup, there is an answer, with a verdict or a reason."""
    selection = TextSweeper(min_share=0.5, smoothing=True).select(Page.from_html(soup))
    assert selection.is_overview is not None or selection.reason
