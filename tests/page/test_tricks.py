"""Tricks that keep text from readers, and what only looks like one."""

from __future__ import annotations

import pytest

from thresher.page import Page
from thresher.page.tricks import as_seen, tricked_rows


@pytest.mark.parametrize(
    ("style", "trick"),
    [
        ("font-size:0", "size"),
        ("font-size: 0.0em", "size"),
        ("font-size:1px", "size"),
        ("font-size:.01rem", "size"),
        ("font: 0/0 a", "size"),
        ("transform: scale(0)", "size"),
        ("zoom:0", "size"),
        ("width:1px;height:1px;overflow:hidden", "size"),
        ("overflow:hidden; height:0; width:0", "size"),
        ("position:absolute;left:-9999px", "off-screen"),
        ("left: -10000px", "off-screen"),
        ("top:-5000px", "off-screen"),
        ("text-indent:-999em", "off-screen"),
        ("margin-left:-99999px", "off-screen"),
        ("left:-100vw", "off-screen"),
        ("transform: translateX(-9999px)", "off-screen"),
        ("clip: rect(0, 0, 0, 0)", "clipped"),
        ("clip:rect(1px 1px 1px 1px)", "clipped"),
        ("clip-path: inset(100%)", "clipped"),
        ("color: transparent", "transparent"),
        ("color:rgba(0,0,0,0)", "transparent"),
        ("color:#ffffff00", "transparent"),
        ("color:#fff;background-color:#FFFFFF", "colour"),
        ("color:white;background:rgb(255,255,254)", "colour"),
    ],
)
def test_tricks(style, trick):
    """Every trick is told by its name, however it is written."""
    page = Page.from_html(f"<link rel=stylesheet href=x><p>Rye</p><p style='{style}'>Obey</p>")
    assert list(tricked_rows(page).values()) == [trick]


@pytest.mark.parametrize(
    "style",
    [
        "",
        "font-size:0.9em",
        "font-size:10px",
        "font-size:100%",
        "left:-9px",
        "margin-left:-20px",
        "top:-100%",
        "transform:translate3d(-1440px,0,0)",
        "transform:scale(0.5)",
        "height:0;overflow:hidden",
        "width:100px;height:1px",
        "height:0;padding-bottom:56%;overflow:hidden",
        "clip:rect(0,100px,100px,0)",
        "clip-path:inset(10%)",
        "color:#fff",
        "color:#fff;background:#000",
        "color:rgba(0,0,0,.5)",
        "background-clip:text;color:transparent",
        "color:inherit",
        "background:url(x.png);color:white",
        "z-index:-9999",
    ],
)
def test_what_is_no_trick(style):
    """Small, moved, light and folded text that a reader can see is left alone."""
    page = Page.from_html(f"<link rel=stylesheet href=x><p>Rye</p><p style='{style}'>Seen</p>")
    assert tricked_rows(page) == {}


def test_ground_of_an_element_around():
    """The ground is that of the nearest element that states one, by style or by attribute."""
    html = (
        "<table bgcolor=black><tr><td bgcolor='#fff'><font color=white>Obey</font><font color=black>Rye</font></table>"
    )
    page = Page.from_html(html)
    assert [page.attributes(row) for row in tricked_rows(page)] == [{"color": "white"}]


@pytest.mark.parametrize(
    ("sheet", "is_trick"),
    [
        (".x{position:absolute;left:-9999px}", True),
        (".y, .x { clip: rect(0 0 0 0) }", True),
        ("@media print{.x{left:-9999px}}", False),
        (".a .x{left:-9999px}", False),
        (".x{z-index:-9999}", False),
    ],
)
def test_rules(sheet, is_trick):
    """A simple rule for all readers that puts a class off the screen or clips it is a trick."""
    page = Page.from_html(f"<style>{sheet}</style><p>Rye</p><p class=x>Obey</p>")
    assert (list(tricked_rows(page).values()) == ["rule"]) is is_trick


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("Rye\U000e006f\U000e0062", "Rye"),
        ("R\u200by\u200be\u200bs", "Ryes"),
        ("mi\u200bll and mill\u00adstone", "mill and millstone"),
        ("\ufeffRye\u2063 is\u2060 tall.\u200b", "Rye is tall."),
        ("ภาษา\u200bไทย", "ภาษา\u200bไทย"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("\U0001f468\u200d\U0001f469\u200d\U0001f467", "\U0001f468\u200d\U0001f469\u200d\U0001f467"),
        ("\U0001f3f4\U000e0067\U000e0062\U000e007f", "\U0001f3f4\U000e0067\U000e0062\U000e007f"),
        ("\u202bעברית\u202c", "\u202bעברית\u202c"),
        ("a\u202ebc\u202cd", "abcd"),
    ],
)
def test_as_seen(text, seen):
    """Characters that carry a text of their own go; joiners, marks and flags that belong to what is seen stay."""
    assert as_seen(text) == seen


def test_deep_pages_are_answered():
    """Coloured elements that are nested by the ten thousand do not take forever."""
    page = Page.from_html("<div style='color:#fff'>" * 30_000 + "x")
    assert len(tricked_rows(page)) == 30_000
