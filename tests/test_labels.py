"""Labels: what each element is to a reader."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.labels import TELLING_WORDS, Label, label_elements, named_label
from thresher.page import Page


def label_of(html, text, *chosen):
    """The label of the element in which a text stands, where some texts were chosen."""
    page = Page.from_html(html)
    labels = label_elements(page, np.array([each.strip() in chosen for each in page.text], dtype=bool))
    return Label(int(labels[page.host[[each.strip() for each in page.text].index(text)]]))


@pytest.mark.parametrize(
    ("html", "label"),
    [
        ("<p>Rye</p>", Label.CONTENT),
        ("<h2>Rye</h2>", Label.HEADING),
        ("<h2><span>Rye</span></h2>", Label.HEADING),
        ("<figure><img><figcaption>Rye</figcaption></figure>", Label.CAPTION),
        ("<table><caption>Rye</caption></table>", Label.CAPTION),
        ("<div class=comments><p>Rye</p></div>", Label.CONTENT),
        ("<nav><a>Rye</a></nav>", Label.CONTENT),
    ],
)
def test_what_was_chosen(html, label):
    """Chosen text is content, a heading or a caption, whatever the names around it say."""
    assert label_of(html, "Rye", "Rye") is label


@pytest.mark.parametrize(
    ("html", "label"),
    [
        ("<p>Rye</p>", Label.OTHER),
        ("<p><a>Rye</a></p>", Label.NAVIGATION),
        ("<nav>Rye</nav>", Label.NAVIGATION),
        ("<footer><p>Rye</p></footer>", Label.NAVIGATION),
        ("<div class='site-menu'>Rye</div>", Label.NAVIGATION),
        ("<div id=cookie-banner><p>Rye</p></div>", Label.CONSENT),
        ("<div class='ad'>Rye</div>", Label.ADVERTISEMENT),
        ("<div class='adapter'>Rye</div>", Label.OTHER),
        ("<section id=comments><p>Rye</p></section>", Label.COMMENT),
        ("<aside class=related-stories><a>Rye</a></aside>", Label.RELATED),
        ("<div aria-label='Newsletter signup'>Rye</div>", Label.NOTICE),
        ("<main class=menu>Rye</main>", Label.OTHER),
        ("<div class=comments><div class=ad>Rye</div></div>", Label.COMMENT),
    ],
)
def test_what_was_not_chosen(html, label):
    """The rest is told by its names, the outermost that tells something, or by its links."""
    assert label_of(html + "<p>Oats</p>", "Rye", "Oats") is label


def test_what_has_no_text():
    """Pictures are media, elements without text are empty."""
    page = Page.from_html("<p>Rye</p><img><div><span></span></div>")
    labels = label_elements(page, np.array([True]))
    assert [Label(int(labels[page.tag.index(tag)])) for tag in ("img", "div", "span")] == [
        Label.MEDIA, Label.EMPTY, Label.EMPTY,
    ]  # fmt: skip
    assert not labels.flags.writeable


@pytest.mark.parametrize(
    ("names", "label"),
    [((), None), ((None, ""), None), (("x", None, "Onetrust"), Label.CONSENT), (("comment ad",), Label.ADVERTISEMENT)],
)
def test_named_label(names, label):
    """The first kind of which a name speaks wins; absent names say nothing."""
    assert named_label(names) is label


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("ads", Label.ADVERTISEMENT),
        ("loads", None),
        ("advertising", Label.ADVERTISEMENT),
        ("top_ad", None),
        ("navbar", Label.NAVIGATION),
        ("canavan", None),
        ("tabs", Label.NAVIGATION),
        ("table", None),
        ("crosstab", Label.NAVIGATION),
    ],
)
def test_edges_of_words(name, label):
    """Short words tell something as words of their own, or at that edge of a word at which they stand."""
    assert named_label((name,)) is label


@given(st.text("ad -_stbnv"), st.sampled_from(TELLING_WORDS), st.text("ad -_stbnv"))
def test_names_of_elements_have_their_labels(ahead, telling, behind):
    """An element has the label of its name, whichever attribute has it."""
    names = f"{ahead}{telling.word}{behind}"
    for attribute in ("class", "id", "role", "aria-label"):
        page = Page.from_html(f'<div {attribute}="{names}">Rye</div>')
        label = named_label((page.attribute_of(3, attribute),))
        assert label_elements(page, np.zeros(1, dtype=bool))[page.host[0]] == (Label.OTHER if label is None else label)
