"""XHTML of a page: well-formed XML, whatever came in."""

import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.page import Page
from thresher.page.xhtml import XHTML, to_xhtml

NASTY = [
    "",
    "<o:p>x</o:p>",
    '<p a:b=1 xmlns:q=u q:z=2 "x"=1 <y=2 =z 1a=2 é=3 @click=x :bind=1 a\x00b=1 \U0001f600=1>t',
    "<a b=1 B=2 b=3>",
    "<p xmlns:='x' xmlns:1=y xmlns:a='' a:c=1 xml:space=q xmlns=z xmlns:xml=q>",
    '<svg xlink:href="#a" xmlns:xlink=u><use xlink:href="#b"/><foreignObject><p>x</foreignObject></svg>',
    "<math><mi>x</math>",
    "<x<y>z",
    '<a"b>q',
    "<!-- a -- b ---><p>x",
    '<!doctype html SYSTEM "a\'b"><p>x',
    '<?php echo "?>" ?><p>x',
    '<script>if (a < b && "]]>") x("</p>")</script>',
    "<p>\x01\x0b\x0c&#x1;&#xFFFE;\uffff x]]>y\r\n&#13;",
    "<template><b>x</b></template>",
    '<p class="a&b<c>\'\n\t">',
    "<xml:foo xmlns:xml=a><:a><a:><a::b>",
    "<é>x</é>",
    "<plaintext>a</b>",
    "<frameset><frame></frameset>",
    '<!doctype foo [<!ENTITY x "y">]>&x; &nbsp; &hearts;',
    "<svg><![CDATA[x]]y]]></svg>",
    "\ud800<p>lone surrogate",
]


def read(html: str) -> ET.Element:
    """The XHTML of a page as an XML parser reads it that knows namespaces."""
    return ET.fromstring(to_xhtml(Page.from_html(html)))  # noqa: S314 - it is our own output


@pytest.mark.parametrize("html", NASTY)
def test_well_formed_whatever_comes_in(html):
    """An XML parser reads it."""
    read(html)


@given(st.text(alphabet=st.sampled_from("<>/=!-?&;:\"' \n\x00\x1faAbpxé\ud800\ufffe1svgcriptt[]"), max_size=80))
def test_well_formed_for_any_string(html):
    """No string of markup characters leads to XML that is not well-formed."""
    read(html)


def test_nothing_of_the_page_is_lost():
    """Elements, attributes, text and the text of scripts are all there, in order."""
    html = "<title>T</title><p id=a class='b c'>one <b>two</b><br>&lt;3&gt;<script>a < b</script>"
    root = read(html)
    tags = [element.tag.removeprefix(f"{{{XHTML}}}") for element in root.iter()]
    assert tags == ["html", "head", "title", "body", "p", "b", "br", "script"]
    assert root.find(f".//{{{XHTML}}}p").attrib == {"id": "a", "class": "b c"}
    assert "".join(root.itertext()) == "Tone two<3>a < b"


def test_vocabularies_have_their_namespaces():
    """SVG and MathML are in their own namespaces, HTML within SVG is HTML again."""
    html = "<svg><foreignObject><p>x</p></foreignObject></svg><math><mi>y</mi></math>"
    root = read(html)
    names = {element.tag for element in root.iter()}
    assert {f"{{{XHTML}}}p", "{http://www.w3.org/2000/svg}foreignObject"} < names
    assert "{http://www.w3.org/1998/Math/MathML}mi" in names


def test_names_that_xml_does_not_know_are_made_plain():
    """Attributes of script frameworks and prefixes that nobody declared keep their values under plain names."""
    root = read("<o:p @click=go v-on:x=y>z")
    element = root.find(f".//{{{XHTML}}}o_p")
    assert element is not None
    assert element.attrib == {"_click": "go", "v-on_x": "y"}
