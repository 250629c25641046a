"""Which of the titles and headings of a page is what it is called."""

from __future__ import annotations

import json

import pytest

from thresher import Page
from thresher.metadata import Metadata

SITE = "<meta property=og:site_name content='The Mill'>"


def title_of(html: str, path: str = "a") -> str | None:
    return Metadata(Page.from_html(html, f"https://www.grainmill.example/{path}")).title.value


def thread(headline: str) -> str:
    thing = {"@context": "https://schema.org", "@type": "DiscussionForumPosting", "headline": headline}
    return f'<script type="application/ld+json">{json.dumps(thing)}</script>'


def test_heading_that_is_the_title_beside_the_name_of_the_site():
    """A heading that says what the title does beside the site's name is the headline, whatever other ones say."""
    html = SITE + "<title>Bread | The Mill</title><h1>Bread</h1><h1>All about the Mill and its bread</h1>"
    assert title_of(html) == "Bread"


@pytest.mark.parametrize(
    ("title", "og", "value"),
    [
        ("Grainmill: Manual: 18: STONES", "STONES", "STONES"),
        ("The Mill's Blog: Rye in May, week 2", "Rye in May, week 2", "Rye in May, week 2"),
        # Neither the name of the site nor the end of a sentence is what a way leads to.
        ("Rye in May: The Mill", "The Mill", "Rye in May: The Mill"),
        ("Where rye grows", "grows", "Where rye grows"),
        # What stands ahead belongs to the title where it does not name the site.
        ("Old School of Oats: Lessons in the city", "Lessons in the city", "Old School of Oats: Lessons in the city"),
    ],
)
def test_way_from_the_site_to_the_page(title, og, value):
    """Where a title begins with the site and its sections, the title that the page declares elsewhere ends it."""
    assert title_of(f"{SITE}<title>{title}</title><meta property=og:title content='{og}'>") == value


def test_first_page_of_a_site_has_no_way_ahead_of_its_title():
    """A site's first page keeps the name of the site where the page declares its title without it as well."""
    html = "<title>Grainmill: Flour for all</title><meta property=og:title content='Flour for all'>"
    assert title_of(html, "") == "Grainmill: Flour for all"


def test_site_ahead_of_a_title_is_no_headline():
    """A heading that the title has as its way is not the headline, though the title has all of its words."""
    html = "<title>Grainmill Data Log: Small stones turn fast</title>"
    html += "<meta property=og:title content='Small stones turn fast'>"
    assert title_of(html + "<h1>Grainmill Data Log</h1><h1>So many stones!</h1>") == "Small stones turn fast"


def test_words_that_only_the_title_element_lacks_are_no_label():
    """A shortened ``<title>`` does not cut the headline that the page declares elsewhere."""
    html = "<title>Best mill for rye</title><meta property=og:title content='Which is the best mill for rye?'>"
    assert title_of(html + "<h1>Which is the best mill for rye?</h1>") == "Best mill for rye"
    html += "<meta name=twitter:title content='Which is the best mill for rye?'>"
    assert title_of(html + "<h1>Which is the best mill for rye?</h1>") == "Which is the best mill for rye?"


def test_label_of_a_thread():
    """The headline of a thread tells what is a label, however many titles repeat the label."""
    label = "News Rye is back in the valley"
    html = thread("Rye is back in the valley") + f"<title>{label}</title><meta property=og:title content='{label}'>"
    assert title_of(f"{html}<h1>{label}</h1>") == "Rye is back in the valley"


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("c/all-flours", "All flours"),
        ("c/flours", "Flours for every bread"),
        ("all/flours", "Flours for every bread"),
        ("c/more", "Flours for every bread"),
    ],
)
def test_address_that_says_a_heading_word_for_word(path, value):
    """A heading of two words is the headline where the address has exactly these, though the title is another."""
    headings = "<h1>All flours</h1><h1>More</h1>"
    assert title_of(f"<title>Flours for every bread | Fine & coarse</title>{headings}", path) == value


def test_heading_without_its_section():
    """Of two headings, one of which adds a section, the page is called by the shorter."""
    html = "<title>Tips on rye for beginners - Oat Forum - The Mill</title>" + SITE
    headings = "<h1>Tips on rye for beginners - Oat Forum</h1><h1>Tips on rye for beginners</h1>"
    assert title_of(html + headings) == "Tips on rye for beginners"


@pytest.mark.parametrize(
    ("title", "heading", "value"),
    [
        ("Grainmill – Flour for all.", "Flour for all.", "Grainmill – Flour for all."),
        ("Welcome to Grainmill [grainmill.example]", "Welcome to Grainmill", "Welcome to Grainmill"),
        ("Grainmill - Shop", "Grainmill", "Grainmill"),
    ],
)
def test_slogan_on_the_first_page_of_a_site(title, heading, value):
    """A site's first page is called by the name and the slogan, not by the slogan alone."""
    assert title_of(f"<title>{title}</title><h1>{heading}</h1>", "") == value
