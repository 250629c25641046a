"""Why a reader does not see an element: every cause, and what is spared."""

from __future__ import annotations

import pytest

from thresher import extract
from thresher.page import Page
from thresher.page.hidden import INVISIBLE, Cause, noscript_is_content

STORY = "Oats are sown in spring and cut in late summer, as every farmer knows. " * 5


def cause(attributes, before="", tag="p"):
    """The causes of an element with these attributes on a page that is long enough for it to be a small part."""
    page = Page.from_html(f"{before}<div>{STORY}</div><{tag} {attributes}>Here</{tag}>")
    return Cause(int(page.hidden[page.host[page.text.index("Here")]]))


@pytest.mark.parametrize(
    ("attributes", "expected"),
    [
        ("", Cause.NONE),
        ("hidden", Cause.ATTRIBUTE),
        ("hidden=hidden", Cause.ATTRIBUTE),
        ("hidden=until-found", Cause.NONE),
        ("hidden=false", Cause.NONE),
        ("aria-hidden=true", Cause.ARIA),
        ("aria-hidden=false", Cause.NONE),
        ("style='display:none'", Cause.STYLE),
        ("style='color:red; DISPLAY :\tNone !important'", Cause.STYLE),
        ("style='visibility: hidden'", Cause.STYLE),
        ("style='overflow: hidden'", Cause.NONE),
        ("style='opacity: 0'", Cause.TRICK),
        ("style='opacity: 0.5'", Cause.NONE),
        ("style='font-size:0px;'", Cause.TRICK),
        ("style='font-size:0.9em'", Cause.NONE),
        ("style='position:absolute; left:-9999px'", Cause.TRICK),
        ("style='text-indent: -999em'", Cause.TRICK),
        ("style='margin-left: -9px'", Cause.NONE),
        ("hidden aria-hidden=true style='display:none'", Cause.ATTRIBUTE | Cause.ARIA | Cause.STYLE),
    ],
)
def test_causes_of_an_element(attributes, expected):
    """Attributes and styles, however they are written, hide for the cause that they are."""
    assert cause(attributes) == expected


def test_causes_go_down():
    """What is in a hidden element is hidden for the same cause, and what follows it is not."""
    page = Page.from_html(f"<div>{STORY}</div><div hidden><p style='display:none'><b>1</b></p><i>2</i></div><u>3</u>")
    assert [int(page.hidden[page.host[page.text.index(text)]]) for text in "123"] == [3, 1, 0]


@pytest.mark.parametrize(
    ("sheet", "expected"),
    [
        (".x{display:none}", Cause.RULE),
        ("#y { visibility: hidden }", Cause.RULE),
        ("div .x{display:none}", Cause.NONE),
        ("@media print{.x{display:none}}", Cause.NONE),
        (".x:hover{display:none}", Cause.NONE),
        ("p{display:none}", Cause.NONE),
        ("".join(f".a{n}," for n in range(9)) + ".x{display:none}", Cause.RULE),
        ("".join(f".a{n}," for n in range(9)) + "#y{display:none}", Cause.RULE),
    ],
)
def test_rules_of_the_page(sheet, expected):
    """One class or one id in a rule for all readers hides; a rule that depends on more does not."""
    assert cause("class='w x' id=y", before=f"<style>{sheet}</style>") == expected


@pytest.mark.parametrize(
    ("attributes", "tag", "expected"),
    [
        ("hidden class='accordion-body'", "div", Cause.COLLAPSED),
        ("style='display:none' role=tabpanel", "div", Cause.COLLAPSED),
        ("style='display:none' id=read-more-3", "div", Cause.COLLAPSED),
        ("style='display:none' class=tablet", "div", Cause.STYLE),
        ("style='opacity:0' class=collapse", "div", Cause.TRICK),
        ("hidden class=collapse", "nav", Cause.ATTRIBUTE),
    ],
)
def test_what_a_reader_can_open(attributes, tag, expected):
    """Tabs, accordions and the like are collapsed, not invisible; menus and tricks stay what they are."""
    assert cause(attributes, tag=tag) == expected
    assert bool(Cause.COLLAPSED & INVISIBLE) is False


@pytest.mark.parametrize(("mark", "collapsed"), [("", True), (" open", False)])
def test_details(mark, collapsed):
    """Closed details are collapsed but for their summary; open ones are not."""
    page = Page.from_html(f"<details{mark}><summary>More</summary><p>Inside</p></details><p>{STORY}")
    hidden = [
        Cause.COLLAPSED in Cause(int(page.hidden[page.host[page.text.index(text)]])) for text in ("More", "Inside")
    ]
    assert hidden == [False, collapsed]


@pytest.mark.parametrize("how", ["hidden", "style='display:none'", "style='opacity:0'", "class=gone"])
def test_the_page_itself_is_not_hidden(how):
    """What holds most of the text is shown once scripts run: it is not hidden, nor is the body."""
    for html in (f"<body {how}><p>{STORY}", f"<p>Loading</p><div {how}><p>{STORY}</p></div>"):
        assert STORY.strip() in extract(f"<style>.gone{{display:none}}</style>{html}").text


class TestNoscript:
    """Text in noscript: a cause of hiddenness, or all that there is."""

    POSTS = "<p>A post of the thread about oats and rye.</p>" * 12

    def test_beside_content(self):
        """Beside the page's own text, it is for others."""
        page = Page.from_html(f"<p>{STORY}</p><noscript><p>Please enable scripts.</p></noscript>")
        assert not noscript_is_content(page)
        assert page.hidden[page.tag.index("noscript")] == Cause.NOSCRIPT
        assert page.repairs == ()

    def test_as_content(self):
        """Where little stands around it, it is the page, and this is on record."""
        extraction = extract(f"<div id=app>Loading</div><noscript><nav><a>Home</a></nav>{self.POSTS}</noscript>")
        assert extraction.text.count("A post of the thread") == 12
        assert extraction.page.repairs == ("noscript-content",)

    def test_short_notice(self):
        """A short notice is not the content of a page, even where there is nothing else."""
        extraction = extract("<body><noscript>You need to enable JavaScript to run this app.</noscript>")
        assert (extraction.outcome.value, extraction.text) == ("empty", "")

    def test_in_head(self):
        """A noscript of the head is metadata for browsers."""
        assert not noscript_is_content(Page.from_html(f"<head><noscript><style>{self.POSTS}</style></noscript><p>x"))
