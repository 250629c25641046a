"""Media of an article: what belongs to it, where it really comes from, and in which order."""

from __future__ import annotations

import numpy as np
import pytest

from thresher import extract
from thresher.algorithms import create
from thresher.media import article_media, media
from thresher.media.sources import absolute, largest, player_source
from thresher.page import Page
from thresher.selection import Selection

TEXT = "The mill on the river grinds rye and wheat for the whole valley. " * 5
URL = "https://news.example.org/2024/mill.html"


def media_of(inside: str, *, before: str = "", after: str = "", url: str | None = URL, method: str = "cuter"):
    """Media of an article with something between its paragraphs, before and after it."""
    html = f"<body>{before}<div class=story><p>{TEXT}</p>{inside}<p>{TEXT}</p></div>{after}"
    return media(extract(html, url, algorithm=method).selection)


def urls(items) -> list[str]:
    return [item.url.rpartition("/")[2] for item in items]


@pytest.mark.parametrize(
    ("tag", "name"),
    [
        ("<img src=a.jpg>", "a.jpg"),
        ("<img src=blank.gif data-src=real.jpg>", "real.jpg"),
        ("<img src='data:image/gif;base64,R0lGOD' data-original=real.jpg>", "real.jpg"),
        ("<img src=s.jpg srcset='s.jpg 480w, m.jpg 800w, l.jpg 1600w'>", "l.jpg"),
        ("<img data-srcset='s.jpg 1x, l.jpg 2x'>", "l.jpg"),
        ("<picture><source srcset='p.webp 900w'><img></picture>", "p.webp"),
        ("<picture><source srcset=p.webp><img src=p.jpg></picture>", "p.jpg"),
        ("<img class=lazy src=spacer.gif><noscript><img src=real.jpg></noscript>", "real.jpg"),
        ("<img data-src=real.jpg><noscript><img src='real-small.jpg'></noscript>", "real.jpg"),
        ("<img style='opacity:0' src=late.jpg>", "late.jpg"),
        ("<amp-img src=amp.jpg width=600 height=400></amp-img>", "amp.jpg"),
        ("<video src=film.mp4 width=640></video>", "film.mp4"),
        ("<video><source src=film.webm></video>", "film.webm"),
        ("<audio controls><source src=talk.mp3></audio>", "talk.mp3"),
        ("<object data=old.swf width=400 height=300></object>", "old.swf"),
        ("<img src=same.jpg><img src=same.jpg>", "same.jpg"),
    ],
)
def test_where_it_comes_from(tag: str, name: str):
    """Lazy attributes, srcset, sources and noscript lead to the one real address."""
    assert urls(media_of(tag)) == [name]


@pytest.mark.parametrize(
    "tag",
    [
        "<img src=a.jpg width=16 height=16>",
        "<img src=a.jpg width=0 height=0>",
        "<img src=a.jpg width=59 height=400>",
        "<img src=a.jpg style='width: 20px'>",
        "<img src=https://www.facebook.com/tr?id=1>",
        "<img src=https://b.scorecardresearch.com/p?c=2>",
        "<img src=https://ad.doubleclick.net/x.jpg>",
        "<img src=t.gif width=1 height=1>",
        "<img src=share-icon.png>",
        "<img src=/files/hero-logos/iso.svg>",
        "<img src=/smilies/wave.gif>",
        "<img src=smilie_wave.gif>",
        "<img class=avatar src=joe.jpg>",
        "<img src=logo.png>",
        "<img src='data:image/png;base64,AAAA'>",
        "<img src=spacer.gif>",
        "<img>",
        "<img src=hidden.jpg hidden>",
        "<img src=hidden.jpg style='display:none'>",
        "<img src='http://[bad'>",
        "<img src='javascript:alert(1)'>",
        "<iframe src=https://maps.example.com/embed></iframe>",
        "<div class=advertisement><img src=sofa.jpg width=300 height=250></div>",
        "<a href='https://ad.doubleclick.net/click'><img src=sofa.jpg></a>",
        "<aside><img src=other.jpg></aside>",
        "<div class=related-stories><img src=other.jpg></div>",
        "<div id=comments><img src=selfie.jpg></div>",
        "<svg><image href=x.png></svg>",
    ],
)
def test_what_does_not_count(tag: str):
    """Icons, pixels, placeholders, advertisements, hidden pictures and those of other stories are left out."""
    assert media_of(tag) == []


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("https://www.youtube.com/embed/x", "video"),
        ("//player.vimeo.com/video/1", "video"),
        ("https://w.soundcloud.com/player/?url=x", "audio"),
        ("https://open.spotify.com/embed/episode/1", "audio"),
        ("https://notyoutube.com.evil.example/embed", ""),
        ("", ""),
    ],
)
def test_players(source: str, kind: str):
    """Frames of known players are film or sound; others are nothing."""
    page = Page.from_html(f"<iframe src='{source}'></iframe>")
    row = int(np.flatnonzero(page.is_tag("iframe"))[0])
    assert player_source(page, row)[0] == kind


def test_rank_by_words_in_common():
    """The item whose alt text and caption share most words with the body comes first, then document order."""
    items = media_of(
        "<img src=1.jpg><figure><img src=2.jpg><figcaption>Rye and wheat on the river</figcaption></figure>"
        "<img src=3.jpg alt='Our valley seen from Mars'>"
    )
    assert urls(items) == ["2.jpg", "3.jpg", "1.jpg"]
    assert [item.overlap for item in items] == [1.0, pytest.approx(1 / 5), 0.0]


def test_facts_of_an_item():
    """An item knows its kind, absolute address, alt text, caption, size, place and element."""
    (item,) = media_of(
        "<figure><img src=/i/mill.jpg alt='The  mill' width=640 height=480px><figcaption>At dusk</figcaption></figure>"
    )
    page = Page.from_html(f"<body><div class=story><p>{TEXT}</p><figure><img>")
    assert (item.kind, item.url, item.alt) == ("image", "https://news.example.org/i/mill.jpg", "The mill")
    assert (item.caption, item.width, item.height) == ("At dusk", 640, 480)
    assert item.place == len(TEXT.strip())
    assert page.tag[item.row] == "img"


@pytest.mark.parametrize(
    "markup",
    [
        "<div class=wp-caption><img src=a.jpg><p class=wp-caption-text>A caption</p></div>",
        "<table class=photo><tr><td><img src=a.jpg></td></tr><tr><td class=caption>A caption</td></tr></table>",
        "<figure><a href=/big><picture><img src=a.jpg></picture></a><figcaption>A caption</figcaption></figure>",
    ],
    ids=["wordpress", "table", "figure"],
)
def test_captions(markup: str):
    """Captions are found in figures, in captioned boxes and in old tables."""
    levels = media_of(markup)
    assert [item.caption for item in levels] == ["A caption"]


def test_lead_picture_counts_and_logo_row_does_not():
    """A picture between headline and text is the article's; one far ahead, behind other text, is not."""
    far = f"<div><img src=far.jpg></div><p><a href=/x>{'Other stories here. ' * 30}</a></p>"
    assert urls(media_of("", before=f"{far}<h1>Mill</h1><img src=lead.jpg>")) == ["lead.jpg"]


def test_pictures_after_the_article_do_not_count():
    """What follows the text outside of its element belongs to something else."""
    assert media_of("", after="<div><img src=teaser.jpg></div>") == []


def test_base_element_wins_over_the_address():
    """Addresses are relative to what the base element says."""
    html = f"<base href='https://cdn.example.net/x/'><p>{TEXT}<img src=a.jpg><p>{TEXT}"
    assert [item.url for item in media(extract(html, URL).selection)] == ["https://cdn.example.net/x/a.jpg"]


def test_without_an_address_urls_stay_relative():
    """A page from a file keeps the addresses that its author wrote."""
    assert [item.url for item in media_of("<img src=img/a.jpg>", url=None)] == ["img/a.jpg"]


@pytest.mark.parametrize("method", ["cuter", "cectd-ds", "cetd-ds"])
def test_every_method_has_media(method: str):
    """Media are found for the selection of any method."""
    assert urls(media_of("<img src=a.jpg>", method=method)) == ["a.jpg"]


def test_nothing_selected_has_no_media():
    """Without text there is no article and there are no media."""
    assert media(Selection.nothing(Page.from_html("<img src=a.jpg>"), "none")) == []


@pytest.mark.parametrize(
    ("srcset", "url"),
    [
        ("a.jpg 1x, b.jpg 3x, c.jpg 2x", "b.jpg"),
        (
            "https://x.example/w_400,h_300/a.jpg 400w, https://x.example/w_800,h_600/a.jpg 800w",
            "https://x.example/w_800,h_600/a.jpg",
        ),
        ("a.jpg", "a.jpg"),
        (" , ", ""),
        ("a.jpg 9..9w", "a.jpg"),
    ],
)
def test_largest(srcset: str, url: str):
    """The largest candidate wins, commas within addresses notwithstanding."""
    assert largest(srcset) == url


@pytest.mark.parametrize(
    "url", ["data:image/png;base64,AA", "javascript:0", "blob:x", "http://[::1", "file:///etc/passwd"]
)
def test_addresses_that_are_none(url: str):
    """Only addresses of the web are addresses."""
    assert absolute(url, URL) == ""


def test_deep_pages_are_answered():
    """A picture below 100,000 elements takes no recursion and no long climb."""
    page = Page.from_html("<div>" * 100_000 + f"<p>{TEXT}<img src=a.jpg><p>{TEXT}")
    assert len(article_media(create("cuter").select(page))) == 1


@pytest.mark.parametrize("size", ["width={0}", "style='width: {0}px'"])
def test_sizes_that_are_no_numbers(size: str):
    """More digits than Python reads are no size, and no error."""
    assert [item.width for item in media_of(f"<img src=a.jpg {size.format('9' * 5000)}>")] == [None]
