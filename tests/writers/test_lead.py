"""The picture that an article begins with."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest

from thresher import Page, Selection, writers

STORY = f"<div id=story><p>{'Rye stands the frost and needs little. ' * 4}</p><p>It keeps the soil.</p></div>"
LEAD = "<div class=hero><img src=rye.jpg alt='Rye in June'></div>"


def markdown_of(before: str, **fields: Any) -> str:
    """The Markdown of a story behind some markup, only the story itself being selected."""
    page = Page.from_html(before + STORY, "https://mill.example/")
    story = page.select("#story")[0]
    runs = (page.at > story) & (page.length > 0)
    selection = dataclasses.replace(Selection(page, np.asarray(runs)), **fields)
    return writers.create("markdown").write(selection)


def test_lead_is_written() -> None:
    """A picture between the headline and the story comes first."""
    written = markdown_of(f"<h1>Rye is back</h1>{LEAD}")
    assert written.startswith("![Rye in June](https://mill.example/rye.jpg)\n\nRye stands")


@pytest.mark.parametrize(
    "before",
    [
        "<h1>Rye</h1><div class=author-box><img src=ann.jpg></div>",
        "<h1>Rye</h1><div><img src=ann-150x150.jpg></div>",
        "<h1>Rye</h1><div><img src=ann.jpg width=100></div>",
        "<h1>Rye</h1><div><img src=ann.jpg alt='Headshot of Ann'></div>",
        "<h1>Rye</h1><a href=/oats><img src=oats.jpg></a>",
        "<h1>Rye</h1><ul><li><img src=oats.jpg></ul>",
        "<h1>Rye</h1><aside><img src=oats.jpg></aside>",
        "<h1>Rye</h1><div class=share><img src=us.jpg></div>",
        "<h1>Rye</h1><img src=/themes/mill/stars.png>",
        "<h1>Rye</h1><img src=waves.svg>",
        "<h1><img src=ear.jpg>Rye</h1>",
        "<div><img src=masthead.jpg></div><h1>Rye</h1>",
        f"<h1>Rye</h1>{LEAD}<p>{'Another story was here before. ' * 11}</p>",
        "<div><img src=masthead.jpg></div>",
    ],
)
def test_no_other_picture(before: str) -> None:
    """Pictures of people, of the site and of other stories are not the article's, nor is what is far from it."""
    assert "![" not in markdown_of(before)


@pytest.mark.parametrize("fields", [{"kind": "forum"}, {"kind": "listing"}, {"is_overview": True}])
def test_only_articles(fields: dict[str, Any]) -> None:
    """A thread or an overview has no such picture."""
    assert "![" not in markdown_of(f"<h1>Rye is back</h1>{LEAD}", **fields)


def test_no_captions_without_pictures() -> None:
    """Where pictures are not asked for, no caption is left behind."""
    figure = "<h1>Rye</h1><figure><img src=ears.jpg><figcaption>Ears</figcaption></figure>"
    page = Page.from_html(figure + STORY)
    selection = Selection(page, np.asarray((page.at > page.select("#story")[0]) & (page.length > 0)))
    assert "Ears" in writers.create("markdown").write(selection)
    assert "Ears" not in writers.create("markdown", images=False).write(selection)


def test_one_with_a_caption_first() -> None:
    """Of several pictures the one with a caption is the article's."""
    figure = "<figure><img src=ears.jpg><figcaption>Ears</figcaption></figure>"
    written = markdown_of(f"<h1>Rye is back</h1>{LEAD}{figure}")
    assert written.startswith("![](https://mill.example/ears.jpg)\n\nEars\n\nRye stands")


def test_lead_in_an_article_with_the_headline_below_it() -> None:
    """A picture above the headline counts where both are in an article."""
    assert markdown_of(f"<article>{LEAD}<h1>Rye is back</h1>").startswith("![Rye in June]")
