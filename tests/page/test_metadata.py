"""What a page says about itself: title and language."""

from __future__ import annotations

import pytest

from thresher.page import Page


@pytest.mark.parametrize(
    ("html", "title"),
    [
        ("<title> On \n oats </title><h1>Oats</h1>", "On oats"),
        ("<meta property=og:title content='Oats today'><title>Oats today - The Mill</title>", "Oats today"),
        ("<meta property=og:title content=' '><title>Oats</title>", "Oats"),
        ("<meta name=og:title content='Oats &amp; rye'>", "Oats & rye"),
        ("<title></title><h1>Oats <b>and</b> rye</h1>", "Oats and rye"),
        ("<svg><title>Icon</title></svg><h1>Oats</h1>", "Oats"),
        ("<h2>Oats</h2>", ""),
        ("", ""),
    ],
)
def test_title(html, title):
    """The title is Open Graph's, the document's or the first heading's, whichever comes first and is not empty."""
    assert Page.from_html(html).title == title


@pytest.mark.parametrize(
    ("html", "language"),
    [
        ("<html lang=pt-BR>", "pt-BR"),
        ("<html lang=' de '>", "de"),
        ("<html xml:lang=fr>", "fr"),
        ("<html lang=''><meta http-equiv=Content-Language content=sv>", "sv"),
        ("<meta property=og:locale content=fa_IR>", "fa_IR"),
        ("<html lang=' '>", None),
        ("<p lang=en>x", None),
    ],
)
def test_language(html, language):
    """The language is what the root says, or what the head says of the whole page."""
    assert Page.from_html(html).language == language
