"""CUTER's XML: valid by its schema for every method and page, with bodies, media and counts where they belong."""

from __future__ import annotations

from pathlib import Path

import pytest
from lxml import etree

import thresher
from thresher.page import Page
from thresher.selection import Selection
from thresher.writers import create
from thresher.writers.cuter_xml import CuterXml, selected_bodies

SCHEMA = etree.XMLSchema(etree.parse(Path(thresher.__file__).parent / "writers" / "cuter.xsd"))
LABELLED = sorted((Path(__file__).parents[1] / "labelled" / "multibody").glob("*.html"))
TEXT = "The mill grinds rye & wheat for the <valley>. ".replace("<", "&lt;").replace("&", "&amp;", 1) * 6


def article(html: str, method: str = "cuter", url: str | None = None, **options):
    """The article of a page, parsed and checked against the schema."""
    selection = thresher.extract(html, url, algorithm=method, parameters=options.pop("parameters", {})).selection
    element = etree.fromstring(CuterXml(**options).write(selection))
    SCHEMA.assertValid(element)
    return element


@pytest.mark.parametrize("method", ["cuter", "cectd-ds", "cetd-ds"])
@pytest.mark.parametrize("path", LABELLED, ids=lambda path: path.stem)
def test_articles_are_valid(path: Path, method: str):
    """The article of every labelled page is valid, whichever method found it."""
    element = article(path.read_text("utf-8"), method, "https://news.example.org/a")
    assert element.findall("body/p")


def test_parts_of_an_article():
    """Title, paragraphs, media and counts are where the schema has them."""
    html = f"<title>Mill news</title><p>{TEXT}<p>{TEXT}<img src=/m.jpg alt='A \"mill\"' width=640><p>{TEXT}"
    element = article(html, url="https://news.example.org/a?b&c")
    assert element.get("url") == "https://news.example.org/a?b&c"
    assert element.findtext("title") == "Mill news"
    assert [p.text[:40] for p in element.findall("body/p")] == ["The mill grinds rye & wheat for the <val"] * 3
    (item,) = element.findall("media/item")
    assert dict(item.attrib) == {
        "type": "image",
        "src": "https://news.example.org/m.jpg",
        "alt": 'A "mill"',
        "width": "640",
        "place": item.get("place"),
    }
    assert int(item.get("place")) > 0
    nodes = element.find("nodes")
    assert list(nodes.attrib) == ["ad", "nav", "text", "multimedia", "empty"]
    assert nodes.get("multimedia") == "1"


def test_given_title_wins():
    """The title that the feed tells is written instead of the page's own."""
    assert article(f"<title>Own</title><p>{TEXT}", title="From the feed").findtext("title") == "From the feed"


def test_an_empty_page_is_an_article_with_a_reason():
    """A page without text gives a valid article without paragraphs that says why."""
    element = article("")
    assert element.get("reason") == "the page has no text"
    assert element.find("body") is not None
    assert element.findall("body/p") == []


def test_several_bodies():
    """All bodies that were selected are written, each as an element of its own."""
    html = "".join(f"<article><h2>{n}</h2><p>{TEXT}<p>{TEXT}</article>" for n in "ab")
    assert len(article(html).findall("body")) == 1
    assert len(article(html, parameters={"bodies": "all"}).findall("body")) == 2


def test_a_method_without_groups_has_one_body():
    """A selection that tells no bodies apart is one body."""
    selection = Selection.nothing(Page.from_html("<p>x"), "none")
    assert selected_bodies(selection) == [selection]


def test_forbidden_characters_are_left_out():
    """Characters that XML cannot hold do not make the document broken."""
    element = article(f"<title>a&#x1;b\ufffe</title><p>{TEXT}\x0b\x08<p>{TEXT}<img alt='\x02x' src='a.jpg'><p>{TEXT}")
    assert element.findtext("title") == "ab"
    assert element.find("media/item").get("alt") == "x"


def test_damage_is_mended_unless_asked_not_to():
    """Mojibake is mended by default, and left with ``repair=False``; soft hyphens are in no format."""
    html = f"<p>{'Getrei­de – itâ€™s here. '.replace('–', 'x') * 12}<p>{TEXT}"
    assert "Getreide x it’s" in article(html).findtext("body/p")
    assert "Getreide x itâ€™s" in article(html, repair=False).findtext("body/p")


def test_line_breaks_stay_in_a_paragraph():
    """Lines of one paragraph stay together; paragraphs are told by the page, not by line breaks."""
    element = article(f"<p>{TEXT}<br>{TEXT}</p><p>{TEXT}</p>")
    assert len(element.findall("body/p")) == 2


def test_the_format_is_in_the_table():
    """The writer is known by its name."""
    assert create("cuter-xml", repair=False) == CuterXml(repair=False)
