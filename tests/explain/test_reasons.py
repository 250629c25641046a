"""What decided: sentences that are true of the page."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from thresher.algorithms import create, names
from thresher.explain.reasons import Reasons
from thresher.explain.unseen import Unseen
from thresher.explain.verdicts import Verdict
from thresher.labels import Label
from thresher.page import Page

PAGES = sorted((Path(__file__).parent.parent / "pages").glob("*/source.html"))
STORY = "Rye is a grass that is sown in autumn, and cut in the summer of the year after it was sown there. "
ARTICLE = Path(__file__).parents[2] / "examples" / "article.html"
PARAGRAPHS = "".join(f"<p>{STORY * 2}Part {n} ends with <a href=/{n}>a link</a>.</p>" for n in range(8))
LINKS = "".join(f"<li><a href=/s{n}>Another story, number {n}</a></li>" for n in range(8))
HTML = f"""<title>Rye</title><nav id=menu><ul>{LINKS}</ul></nav>
<article id=story><h1>Rye</h1>{PARAGRAPHS}<p>Short.</p>
<p><a href=/x>All of this text is in one link, as you can see</a></p>
<figure><img src=a><figcaption>A field of rye in the morning</figcaption></figure>
<button>Send this to somebody</button></article>
<div id=comments class=comments><p>Ann: {STORY}</p><p>Bob: {STORY}</p></div>
<p style="font-size:0">A trick for machines</p>"""


def reasons(name: str, html: str | bytes = HTML, **parameters: object) -> Reasons:
    page, method = Page.from_html(html), create(name, parameters)
    return Reasons(Verdict(name, method, method.select(page)), Unseen(page))


def told(name: str, words: str, **parameters: object) -> str:
    """What is said about the first run that has the words."""
    found = reasons(name, **parameters)
    run = next(run for run, text in enumerate(found.verdict.page.text) if words in text)
    return found.of(run)


def test_a_heading_among_comments_is_not_told_as_the_headline():
    """The heading above comments, and those that readers wrote, are comments; the headline is the headline."""
    comments = "<h2>2 Comments</h2><p>Ann: We sow it in October, always have.</p><p>Bob: And reap it in July.</p>"
    html = HTML.replace("</article>", f"{comments}</article>")
    assert html != HTML
    found = reasons("auto", html)
    about = {text.strip(): found.of(run) for run, text in enumerate(found.verdict.page.text)}
    assert about["2 Comments"].startswith("it is in readers' comments")
    assert about["Bob: And reap it in July."].startswith("it is in readers' comments")


@pytest.mark.parametrize(
    ("method", "words", "expected"),
    [
        ("auto", "Part 3", r"its probability of content reaches 0\.\d+, the threshold on this page"),
        ("auto", "Another story", r"its probability of content is below 0\.\d+, the threshold on this page"),
        ("auto", "A field of rye", "it is a caption, and captions are left out by default .*"),
        ("auto", "Ann:", "it is in readers' comments, which are left out below articles .*"),
        ("auto", "A trick", "no reader sees it: no size, no opacity, or a place off the screen, at p"),
        ("cectd-ds", "Part 3", r"it is in \S+, the densest part below .* through densities of at least \S+"),
        ("cectd-ds", "Another story", r"the search stopped at nav#menu: its density 0 is below \S+"),
        ("cectd-ds", "Send this", "it is the text of a button or a drop-down list, which is not content"),
        ("textsweeper", "Part 3", "it is in article#story, which the elements .* have in common, .*"),
        ("textsweeper", "Short.", "it is shorter than 25 characters"),
        ("textsweeper", "All of this text", "more than 50% of it is in links"),
        ("textsweeper", "Another story", "everything that was kept is in article#story, and this is outside of it"),
        ("cuter", "Part 3", "it belongs to the first long group .*"),
        ("cuter", "Another story", "the share of it that is in links is not below 0.5"),
        ("cuter", "Short.", r"its share of the page's text is not above 0\.\d+"),
        ("danag", "Part 3", "its lines of the source have more content than code, .*"),
        ("danag", "Another story", "its lines of the source .*"),
        ("contentex", "Part 3", "it is not in a table of links, has no common pattern, and is in .*"),
        ("contentex", "Another story", "it is in a table of links: at .*"),
        ("lqf", "Another story", "everything that was kept is in .*|the method decides by share of linked text, .*"),
        ("bte", "Part 3", "the method has no measure to show here"),
    ],
)
def test_sentences(method, words, expected):
    """Each way in which a text is kept or dropped has its sentence."""
    assert re.fullmatch(expected, told(method, words))


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Flour power", "it is in a small element that is named as an advertisement"),
        ("Your choices", "it is in an element that is named as a dialog or a signature"),
        ("© 2026", "it is in the footer of the page"),
        ("2", "it is in a data table of which at least half is kept, .*"),
        ("Anybody who would", r"its probability of content reaches 0\.\d+, .*"),
    ],
)
def test_rules_beside_the_model_are_told(words, expected):
    """What `auto` adds or leaves out whatever the probability is told as what it is."""
    cell = b"<td class='footer-menu nav'><a href=/passes>2</a></td>"
    dialog = b"<div role=dialog><p>Your choices.<p>Take all.</div></main>"
    found = reasons("auto", ARTICLE.read_bytes().replace(b"<td>2</td>", cell).replace(b"</main>", dialog))
    run = next(run for run, text in enumerate(found.verdict.page.text) if text.strip().startswith(words))
    assert re.fullmatch(expected, found.of(run))


@pytest.mark.parametrize(
    ("case", "words", "expected"),
    [
        ("pressed-questions", "When does the mill", "it is the button that opens an answer, .*"),
        ("advertisement-labels", "ADVERTISEMENT", "it only announces an advertisement"),
        ("bare-heading", "You may also", "it is a heading at the end of the text, and the links below it are left out"),
    ],
)
def test_small_rules_are_told(case, words, expected):
    """A question, a label and a heading that were added or left out are told as what they are."""
    found = reasons("auto", (Path(__file__).parents[1] / "pages" / case / "source.html").read_bytes())
    run = next(run for run, text in enumerate(found.verdict.page.text) if text.strip().startswith(words))
    assert re.fullmatch(expected, found.of(run))


def test_captions_that_are_wanted_are_told():
    """A caption is kept on request, and said to be one."""
    assert told("auto", "A field of rye", captions=True).startswith("it is a caption among the text")


def test_quotes_that_are_not_wanted_are_told():
    """A quote that was left out on request is not told as a comment."""
    quote = b"<blockquote><p>Whoever sows rye may sleep in winter, as it was said here of old.</p></blockquote></main>"
    found = reasons("auto", ARTICLE.read_bytes().replace(b"</main>", quote), quotes=False)
    run = next(run for run, text in enumerate(found.verdict.page.text) if text.startswith("Whoever sows"))
    assert found.of(run) == "it is a quote, and quotes=false leaves quotes out"


@pytest.mark.parametrize("name", names())
def test_every_method_has_a_reason_for_every_text(name):
    """Whatever the method and the page, something is said of each text."""
    for path in PAGES[::8]:
        found = reasons(name, path.read_bytes())
        for run in np.flatnonzero(found.verdict.page.length).tolist():
            assert found.of(run)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.parent.name)
def test_the_search_stopped_where_it_says(path):
    """Where CETD is said to have stopped at a density, what is below it was dropped; what is found is above."""
    found = reasons("cectd-ds", path.read_bytes())
    selection = found.verdict.selection
    for run in np.flatnonzero(found.verdict.page.length).tolist():
        sentence = found.of(run)
        assert not (sentence.startswith("the search stopped") and selection.runs[run])
        assert not (sentence.startswith("it is in ") and " densest part " in sentence and not selection.runs[run])


def test_nothing_kept_is_the_reason_for_all():
    """Where a method keeps nothing, its own reason is told."""
    found = reasons("cuter", "<a href=/>Home</a> <a href=/rye>Rye</a>")
    assert found.of(0).startswith("nothing on this page was kept: links only")


def test_dropped_text_is_not_called_content():
    """Text that stands directly beside content in one element has a label of its own."""
    page = Page.from_html(f"<body>Skip this<article>{PARAGRAPHS}</article><nav><a href=/>Home</a></nav>")
    method = create("cectd-ds")
    verdict = Verdict("cectd-ds", method, method.select(page))
    labels = [Label(int(label)) for label in verdict.block_labels]
    assert labels == [Label.OTHER, *[Label.CONTENT] * 8, Label.NAVIGATION]
