"""Filters 1 to 3: the numbers of the paper's example, and what each filter leaves alone."""

import pytest

from thresher.page import Cleaning, Page
from thresher.page.links import FILTERS, filtered
from thresher.page.source import SourceView, source_view

SPIEGEL = '<a href="http://www.spiegel.de/">Spiegel Web Site</a>'


def link_source(html: str, name: int | str) -> tuple[SourceView, str]:
    """The source after a filter, and what stands between the tags of the paragraph."""
    source = filtered(source_view(Page.from_html(f"<p>{html}").view(Cleaning())), name)
    return source, source.text.removeprefix("<html><body><p>").removesuffix("</p></body></html>")


@pytest.mark.parametrize(
    ("name", "code", "content", "text"),
    [
        (0, 37, 16, SPIEGEL),
        (1, 0, 0, ""),
        (2, 7, 16, "<a>Spiegel Web Site</a>"),
        (3, 16, 16, "<a         >Spiegel Web Site</a>"),
        ("tags", 0, 16, "Spiegel Web Site"),
    ],
)
def test_example_of_the_paper(name, code, content, text):
    """The link to the Spiegel has 37 characters of code and 16 of content, and what the filters make of them."""
    source, link = link_source(SPIEGEL, name)
    around = len("<html><body><p></p></body></html>")
    assert (link, source.code.sum() - around, source.content.sum()) == (text, code, content)


@pytest.mark.parametrize(
    ("html", "after"),
    [
        ("<a href=x>News</a>", "<a>News</a>"),
        ("<a href=x>1234567</a>", "<a>1234567</a>"),
        ("<a href=x>12345678</a>", "<a >12345678</a>"),
        ("<a href=x>four  \n five</a>", "<a  >four  \n five</a>"),
        ("<a href=x><b class=c>bold text</b></a>", '<a  ><b class="c">bold text</b></a>'),
        ("<a name=top></a>", "<a></a>"),
        ('<a href=x><img src="y.png"></a>', '<a><img src="y.png"></a>'),
    ],
)
def test_filter_3_balances_each_link(html, after):
    """Seven characters are the bare tags; tags in the link stay and do not count, nor does white space twice."""
    assert link_source(html, 3)[1] == after


def test_filter_1_removes_links_with_all_that_is_in_them():
    """Text and tags of a link go, the sentence around it stays."""
    assert link_source("See <a href=x>the <b>whole</b> story</a> here", 1)[1] == "See  here"


def test_filter_1_spares_places_to_link_to():
    """An anchor that is never closed and leads nowhere does not take the page with it."""
    assert link_source("<a name=top>All the text of the page", 1)[0].content.sum() > 0


def test_filter_2_touches_links_only():
    """Attributes of other tags stay."""
    assert link_source("<b id=q><a id=r href=x>y</a></b>", 2)[1] == '<b id="q"><a>y</a></b>'


@pytest.mark.parametrize("name", FILTERS)
def test_filters_leave_the_source_unchanged(name):
    """A filter answers with another source; runs of the filtered source are those of the view."""
    source = source_view(Page.from_html(f"<p>a {SPIEGEL} b").view(Cleaning()))
    before = source.text
    after = filtered(source, name)
    assert source.text == before
    for token, run in enumerate(after.run.tolist()):
        assert run < 0 or after.tokens[token] == source.view.text[run]
