"""The source view: the tokens of a page in order, their places, and what counts as content and as code."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.page import Cleaning, Page
from thresher.page.source import SourceView, source_view, token_places, without_attributes
from thresher.page.tags import tag_set

#: Leaves nothing out, so that the source is that of the whole page.
EVERYTHING = Cleaning(drop=(), hidden=0)


def source_of(html: str, cleaning: Cleaning = EVERYTHING) -> SourceView:
    return source_view(Page.from_html(html).view(cleaning))


def body_of(html: str) -> str:
    """The source between the tags of the body."""
    return source_of(html).text.partition("<body>")[2].removesuffix("</body></html>")


@pytest.mark.parametrize(
    ("html", "source"),
    [
        ("<p>one<b>two</b>three", "<p>one<b>two</b>three</p>"),
        ("<p>a<br>b<img src=x.png alt=''>c", '<p>a<br>b<img src="x.png" alt="">c</p>'),
        ("<pre>\n a\n  b\n</pre>", "<pre> a\n  b\n</pre>"),
        ("<ul>\n<li>a\n<li>b\n</ul>", "<ul>\n<li>a\n</li><li>b\n</li></ul>"),
        ("a<!-- no -->b", "ab"),
        ("<p>y<script>if (a < b) x('<p>')</script>z", "<p>y<script></script>z</p>"),
        ("<iframe src=z><p>raw</p></iframe><b id=i>x", '<iframe src="z"></iframe><b id="i">x</b>'),
        ("<p title='a > b'>c", '<p title="a &gt; b">c</p>'),
        ("<p>1 &lt; 2 &amp; 3", "<p>1 < 2 & 3</p>"),
        ("<style-guide class=s><p>x</style-guide>", '<style-guide class="s"><p>x</p></style-guide>'),
        ("<svg viewBox='0 0 1 1'><path d=M></svg>", '<svg viewBox="0 0 1 1"><path d="M"></path></svg>'),
    ],
)
def test_source_is_the_view_as_markup(html, source):
    """Tags have their attributes, text is raw and decoded, void elements have no end tag, code has no text."""
    assert body_of(html) == source


def test_start_tags_survive_a_script_in_a_script():
    """Where text of a script looks like its end, the tags are still those of the elements."""
    html = "<script id=s><!--<script></script><p class=no>--></script><p class=yes>x"
    tree = Page.from_html(html).tree
    assert tree.start_tags[-1] == '<p class="yes">'
    assert len(tree.start_tags) == len(tree.elements)


def test_view_leaves_its_mark():
    """What the cleaning leaves out is not in the source, what it unwraps leaves its content."""
    cleaning = Cleaning(unwrap=("form",))
    assert source_of("<form><p hidden>no<p>yes</form><script>x</script>", cleaning).text == (
        "<html><body><p>yes</p></body></html>"
    )


def test_tokens_know_where_they_come_from():
    """Each text token is the raw text of its run, each tag names its element, and offsets are places in the text."""
    source = source_of("<div>a<p>b <i>c</i></p>\n<hr>d</div>")
    view = source.view
    for token, text in enumerate(source.tokens):
        run, row, start = int(source.run[token]), int(source.row[token]), int(source.start[token])
        assert source.text[start : start + len(text)] == text
        if run >= 0:
            assert (text, row) == (view.text[run], view.host[run])
        else:
            assert text.strip("</>").split()[0] == view.tag[row]
            assert source.closing[token] == text.startswith("</")
    assert sorted(source.run[source.run >= 0].tolist()) == list(range(len(view.text)))


TAGS = st.sampled_from(
    ["<p>", "</p>", "<b>", "</b>", "<div>", "</div>", "<ul><li>", "</ul>", "<br>", "<td>", "<table>"]
)
SOUP = st.lists(TAGS | st.sampled_from(["a", " ", "b c", "\n", "é"]), max_size=40).map("".join)


NESTED = st.recursive(
    st.sampled_from(["a", " ", "b c", "\n", "é", "<br>", "<img src=x>"]),
    lambda inside: st.tuples(st.sampled_from(["div", "section", "span", "b"]), st.lists(inside, max_size=4)).map(
        lambda element: f"<{element[0]} id=q>{''.join(element[1])}</{element[0]}>"
    ),
)


@given(NESTED)
def test_source_reads_back_as_the_same_page(html):
    """Parsing the source gives the elements and the text that it was made from."""
    page = Page.from_html(html)
    again = Page.from_html(source_of(html).text)
    assert (list(again.tag), "".join(again.text)) == (list(page.tag), "".join(page.text))


@given(SOUP)
def test_places_are_a_permutation(html):
    """Every start tag, end tag and run has a place of its own."""
    places = np.concatenate(token_places(Page.from_html(html)))
    assert sorted(places.tolist()) == list(range(len(places)))


@pytest.mark.parametrize(
    ("html", "content"),
    [
        ("<p>a&amp;b", 3),
        ("<p>a \n\t b", 3),
        ("<p> a ", 3),
        ("<p>a</p> \n <p>b</p>", 2),
        ("<p>\u00a0\n</p>", 0),
        ("", 0),
    ],
)
def test_content_counts(html, content):
    """An entity and a stretch of white space are one character each, white space alone is none."""
    source = source_of(html)
    assert source.content.sum() == source.counts.sum() == content
    assert source.code.sum() == len(source.text) - len(source.characters)


@given(SOUP, st.integers(1, 30))
def test_lines_of_one_width(html, width):
    """All lines but the last have as many characters that count as the width says, and nothing is lost."""
    source = source_of(html)
    edges = source.edges(width)
    content, code = source.content_between(edges), source.code_between(edges)
    assert (content + code)[:-1].tolist() == [width] * (len(edges) - 2)
    assert (content.sum(), code.sum()) == (source.content.sum(), source.code.sum())
    assert (edges[0], edges[-1]) == (0, len(source.text))


def test_lines_do_not_depend_on_the_layout():
    """Indentation and line breaks between tags and in text leave the counts of every line as they are."""
    tight = "<div><p>Wheat and rye</p><p>oats</p></div>"
    loose = "\n  <div>\n    <p>Wheat\n      and   rye</p>\n\n    <p>oats</p>\n  </div>\n"
    counts = []
    for html in (tight, loose):
        source = source_of(html)
        edges = source.edges(10)
        counts.append((source.content_between(edges).tolist(), source.code_between(edges).tolist()))
    assert counts[0] == counts[1]


def test_lines_of_the_source():
    """Without a width, the lines are those of the source."""
    source = source_of("<p>one\ntwo</p>\n<p>three")
    edges = source.edges(None)
    lines = [source.text[start:stop] for start, stop in pairwise(edges)]
    assert lines == source.text.splitlines(keepends=True)


def test_chosen_characters_may_be_content():
    """A method may say for itself which characters of text are content."""
    source = source_of("<p>ab א ב")
    other = source.code_points > 127
    assert source.content_between(source.edges(1000), other).tolist() == [2]


def test_attributes_are_left_out_of_some_tags_or_all():
    """Only the tags that are meant lose their attributes."""
    source = source_of("<p id=a><a href=b>c</a>")
    assert without_attributes(source, tag_set("a")).text.endswith('<p id="a"><a>c</a></p></body></html>')
    assert without_attributes(source).text.endswith("<p><a>c</a></p></body></html>")


def test_what_is_known_of_text_stays_when_tags_change():
    """A source with other tags has new offsets and the same text."""
    source = source_of("<p class=x>Rye and <b id=y>oats")
    known = source.content, source.blank
    bare = without_attributes(source)
    assert (bare.content.tolist(), bare.blank.tolist()) == (known[0].tolist(), known[1].tolist())
    assert bare.text[int(bare.start[-5]) :].startswith("oats")


def test_deep_pages():
    """Nesting has no limit."""
    depth = 60_000
    source = source_of("<div>" * depth + "x")
    assert source.text.count("<div>") == source.text.count("</div>") == depth
