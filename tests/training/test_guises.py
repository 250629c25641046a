"""Pages in other guises: what they say is gone, what they are like is not, and their kind is taught by all of them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from thresher.algorithms.auto.page_kinds import KINDS
from thresher.evaluate.datasets import LabelledPage
from thresher.page import Page
from thresher.training.examples import example_of
from thresher.training.guises import Guise, unaddressed, undeclared
from thresher.training.kinds import KindLessons, teach_kinds
from thresher.training.lessons import Tables
from thresher.training.scripts import SCRIPTS, in_script
from thresher.training.told_kinds import MIN_WORDS, kind_of

HEAD = '<meta property="og:type" content="article"><title>Rye &amp; oats</title><script>var a = "Oats";</script>'
TEXT = "Rye is sown in autumn, and the miller said: Oats are not."
STORY = LabelledPage(
    "set", "1", f"{HEAD}<h1 class=headline>Rye &amp; oats</h1><p>{TEXT}</p><p>Share", TEXT,
    url="https://mill.example/news/rye", kind="article",
)  # fmt: skip


@pytest.mark.parametrize("script", SCRIPTS)
def test_scripts_change_the_text_alone(script):
    """No Latin letter is left in the text, tags, names and scripts are as they were, and the gold is still found."""
    written = in_script(STORY, script)
    page, before = Page.from_html(written.html), Page.from_html(STORY.html)
    text = "".join(page.blocks.text(number) for number in range(len(page.blocks)))
    assert not any(letter.isascii() and letter.isalpha() for letter in text)
    assert page.tag == before.tag
    assert 'var a = "Oats"' in written.html
    assert "class=headline" in written.html
    assert example_of(written).found == 1


def test_bare_pages_have_no_address_and_declare_nothing():
    """Without address and head the names and words of a page are left, and its counts."""
    own = example_of(STORY)
    left = undeclared(unaddressed(Guise(own.page, own.hints)))
    assert {"og:article", "path:news"} <= own.hints
    assert left.hints == {hint for hint in own.hints if hint.split(":")[0] in ("headline", "text", "title")}
    assert left.page[-3:].tolist() == [-1, -1, -1]
    assert np.array_equal(left.page[:-3], own.page[:-3])


def test_home_pages_stay_as_they_are():
    """A page of another kind has other guises; home pages, known in many scripts, and pages of no kind have none."""
    counts = {kind: len(example_of(replace(STORY, kind=kind)).guises) for kind in ("article", "home", None)}
    assert counts == {"article": 3, "home": 0, None: 0}


def test_kinds_are_taught_by_all_guises():
    """A model that learned the kind of pages with an address knows it of pages without, too."""
    pages = []
    for number in range(60):
        story = f"<div class=story>{'<p>Rye is sown in autumn and cut in summer by the miller.</p>' * (5 + number % 7)}"
        shop = f"<ul>{'<li><a href=/x>Rye, 5 kg</a> $ 9</li>' * (9 + number % 7)}</ul>"
        for kind, html in (("article", story), ("collection", shop)):
            url = f"https://{kind}{number}.example/{kind}/{number}"
            pages.append(example_of(LabelledPage("set", f"{kind}{number}", html, None, url=url, kind=kind)))
    lessons = KindLessons.of(pages, Tables.learn(pages))
    model = teach_kinds(lessons, seed=1)
    for row, number in zip(lessons.rows, np.repeat(np.arange(len(pages)), np.diff(lessons.first)), strict=True):
        assert KINDS[int(model.chances(row).argmax())] == pages[number].kind


def test_told_kinds_are_for_pages_of_some_length():
    """Pages that are written to test a program are no articles, and a kind that is given stays."""
    page = LabelledPage("readability", "1", "", None)
    assert kind_of(page, MIN_WORDS) == "article"
    assert kind_of(page, MIN_WORDS - 1) is None
    assert kind_of(LabelledPage("set", "1", "", None), MIN_WORDS) is None
    assert kind_of(LabelledPage("readability", "1", "", None, kind="forum"), 1) == "forum"
