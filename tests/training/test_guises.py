"""Pages in another script: what they say is gone, what they are like is not, and their kind is taught by both."""

from __future__ import annotations

from dataclasses import replace

import pytest

from thresher.algorithms.auto.page_kinds import KINDS
from thresher.evaluate.datasets import LabelledPage
from thresher.page import Page
from thresher.training.examples import example_of
from thresher.training.kinds import KindLessons, teach_kinds
from thresher.training.lessons import Tables
from thresher.training.scripts import SCRIPTS, in_script

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


def test_which_pages_are_shown_in_another_script():
    """Pages of a kind are, if they have an address; home pages, known in many scripts, and others are not."""
    pages = {
        "article": STORY, "home": replace(STORY, kind="home"), "unknown": replace(STORY, kind=None),
        "no address": replace(STORY, url=None),
    }  # fmt: skip
    assert [name for name, page in pages.items() if example_of(page).foreign is not None] == ["article"]


def test_kinds_of_pages_in_another_script():
    """A model that was taught pages of one script knows the kind of such pages in another."""
    pages = []
    for number in range(60):
        story = f"<div class=story>{'<p>Rye is sown in autumn and cut in summer by the miller.</p>' * (5 + number % 7)}"
        shop = f"<ul>{'<li><a href=/x>Rye, 5 kg</a> $ 9</li>' * (9 + number % 7)}</ul>"
        for kind, html in (("article", story), ("collection", shop)):
            url = f"https://{kind}{number}.example/{kind}/{number}"
            pages.append(example_of(LabelledPage("set", f"{kind}{number}", html, None, url=url, kind=kind)))
    lessons = KindLessons.of(pages, Tables.learn(pages))
    model = teach_kinds(lessons, seed=1)
    assert len(lessons.foreign) == len(pages)
    for rows in (lessons.own, lessons.foreign):
        assert [KINDS[int(model.chances(row).argmax())] for row in rows] == [page.kind for page in pages]
