"""What every method of the registry keeps, ours or not: one battery over all of their names."""

from __future__ import annotations

import gc
import pickle
import re
import sys
import weakref
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from thresher import Page, extract
from thresher.algorithms import DEFAULT, create, describe, names
from thresher.algorithms.base import parameters
from thresher.errors import BadParameter, UnknownName
from thresher.page import Cleaning
from thresher.selection import Outcome
from thresher.writers import FORMATS

sys.path.insert(0, str(Path(__file__).parent))
from hard_inputs import ARTICLES, EMPTY, HARD
from sample_pages import SAMPLES

every_method = pytest.mark.parametrize("name", names())
every_sample = pytest.mark.parametrize("sample", SAMPLES)

#: Methods that answer with less by their nature, and what share of an article they find at least.
LEAST_SHARES = {
    "fe": 0.2,  # one block
    "dsc": 0.3,  # cuts at pieces of tokens, which are long where pages are short
}
LEAST_SHARE = 0.5
#: Scripts that a method knows nothing of.
BLIND = {"r2l": {"Chinese", "Japanese", "Thai", "English"}, "dana": {"English"}}

#: Methods that weigh text which is hidden by plain means, instead of leaving it out: scripts may show it.
JUDGES_OF_HIDDEN_TEXT = {"auto"}

COLUMNS = ("code", "parent", "end", "host", "at", "length", "words", "hidden", "own", "chars", "depth")


@lru_cache(maxsize=1)
def hard_page(hard):
    """The page of a hard input; methods take turns on it, so one is enough to remember."""
    return Page.from_html(HARD[hard]())


@pytest.fixture(scope="module", autouse=True)
def _forget():
    """Large pages are forgotten when all is done, so that tests of time after these are not slowed down."""
    yield
    hard_page.cache_clear()


@lru_cache(maxsize=len(SAMPLES))
def sample_page(sample):
    return Page.from_html(SAMPLES[sample].html)


def same(one, other):
    """Whether two selections decided the same."""
    return (
        (one.runs == other.runs).all()
        and np.array_equal(one.cuts, other.cuts)
        and (one.score is other.score or np.array_equal(one.score, other.score, equal_nan=True))
        and (one.outcome, one.reason, one.kind, one.is_overview)
        == (other.outcome, other.reason, other.kind, other.is_overview)
    )


def pieces(text):
    """All stretches of six letters of a text, marks and blanks left out."""
    letters = re.sub(r"[\W\d_]+", "", text)
    return {letters[place : place + 6] for place in range(len(letters) - 5)}


@every_method
def test_page_is_left_unchanged(name):
    """A method reads the page and writes only its selection."""
    page = Page.from_html(SAMPLES["mixed"].html)
    before = {column: getattr(page, column).copy() for column in COLUMNS}
    tags, texts, classes = list(page.tag), list(page.text), list(page.attribute("class"))
    create(name).select(page)
    assert (page.tag, page.text, page.attribute("class")) == (tags, texts, classes)
    assert [column for column in COLUMNS if not np.array_equal(getattr(page, column), before[column])] == []
    assert [column for column in COLUMNS if getattr(page, column).flags.writeable] == []


@every_method
def test_a_page_is_freed_when_nobody_holds_it(name):
    """Nothing that a method leaves on a page leads back to it, so memory does not wait for the collector."""
    page = Page.from_html(SAMPLES["mixed"].html)
    there = weakref.ref(page)
    gc.collect()
    gc.disable()
    try:
        extract(page, algorithm=name).written("markdown")
        del page
        assert there() is None
    finally:
        gc.enable()


@every_method
@pytest.mark.parametrize("sample", ["mixed", "Chinese"])
def test_deterministic(name, sample):
    """The same page gives the same selection, again, parsed anew, and in another process."""
    page = Page.from_html(SAMPLES[sample].html)
    first = create(name).select(page)
    assert same(create(name).select(page), first)
    assert same(create(name).select(Page.from_html(SAMPLES[sample].html)), first)
    assert same(create(name).select(pickle.loads(pickle.dumps(page))), first)  # noqa: S301 - our own


@every_method
@pytest.mark.parametrize("hard", ["plain", "line breaks only", "nothing is closed", "entities", "misnested links"])
def test_selects_text_of_the_page_in_order(name, hard):
    """There is a flag for each run, cuts lie within selected runs and in order, and the text is the page's."""
    page = hard_page(hard)
    selection = create(name).select(page)
    assert selection.page is page
    assert selection.runs.dtype == bool and len(selection.runs) == len(page.text)
    cuts = selection.cuts.tolist()
    assert all(selection.runs[run] and 0 <= start < stop <= len(page.text[run]) for run, start, stop in cuts)
    assert all(a[0] < b[0] or (a[0] == b[0] and a[2] <= b[1]) for a, b in pairwise(cuts))
    assert selection.score is None or len(selection.score) == len(page.tag)
    assert len(selection.labels) == len(page.tag)
    words = iter(re.findall(r"\w+", " ".join(page.text)))
    assert all(word in words for word in re.findall(r"\w+", extract(page, algorithm=name).text))


SECRET = "Secret oats are sown in spring and cut in late summer, as nobody knows. " * 4


def with_traps(*traps):
    """A page with traps ahead of two paragraphs of its article."""
    return SAMPLES["mixed"].html.replace("<p>", "".join(traps) + "<p>", 2)


@every_method
def test_what_is_no_text_is_never_selected(name):
    """Code, templates, comments, fallbacks and what is hidden by a trick are in no answer."""
    names = ("script", "style", "template", "iframe", "video", "noscript")
    traps = [f"<{name}>{SECRET}</{name}>" for name in names]
    html = with_traps(*traps, f"<!-- {SECRET} -->", f"<p style='opacity:0'>{SECRET}</p>")
    assert "Secret" not in extract(html, algorithm=name).text


@pytest.mark.parametrize("name", [name for name in names() if name not in JUDGES_OF_HIDDEN_TEXT])
def test_hidden_text_is_not_selected(name):
    """What no reader sees is in no answer."""
    html = with_traps(f"<p hidden>{SECRET}</p>", f"<p style='display:none'>{SECRET}</p>")
    assert "Secret" not in extract(html, algorithm=name).text


@every_method
def test_views_are_pages(name):
    """A method works on what another left of a page, and answers in terms of the page itself."""
    page = sample_page("mixed")
    view = page.view(Cleaning(drop=("head", "nav", "aside")))
    selection = create(name).select(view)
    assert selection.page is page or not selection.runs.any()
    assert len(selection.runs) == len(selection.page.text)
    assert not selection.runs[page.within("nav", "aside")[page.host]].any()


@every_method
@pytest.mark.parametrize("hard", HARD)
def test_hard_inputs(name, hard):
    """Every page gets an answer: a text, or an outcome with the reason why there is none."""
    extraction = extract(hard_page(hard), algorithm=name)
    assert isinstance(extraction.outcome, Outcome)
    if extraction.outcome is Outcome.CONTENT:
        assert extraction.text.strip()
    else:
        assert extraction.reason
    if extraction.outcome is Outcome.EMPTY:
        assert extraction.text == ""


@every_method
@pytest.mark.parametrize("hard", EMPTY)
def test_empty_pages(name, hard):
    """A page without text is an empty answer with a reason."""
    extraction = extract(hard_page(hard), algorithm=name)
    assert (extraction.text, bool(extraction.reason)) == ("", True)
    assert extraction.outcome is not Outcome.CONTENT


@pytest.mark.parametrize("hard", ARTICLES)
def test_no_article_is_lost(hard):
    """The default method finds the whole article in the midst of whatever it stands in."""
    assert extract(hard_page(hard), algorithm=DEFAULT).text.replace("\n", " ").count("Oats are sown") == 18


@every_sample
@every_method
def test_scripts(name, sample):
    """The article is found in every script, as far as the method knows the script at all."""
    extraction = extract(sample_page(sample), algorithm=name)
    if sample in BLIND.get(name, ()):
        assert (extraction.text, bool(extraction.reason)) == ("", True)
        return
    article = pieces(" ".join(SAMPLES[sample].paragraphs))
    if name == "r2l":
        article = {piece for piece in article if not re.search(r"[a-zA-Z]", piece)}
    assert len(article & pieces(extraction.text)) >= LEAST_SHARES.get(name, LEAST_SHARE) * len(article)


@every_sample
def test_scripts_by_default(sample):
    """The default method finds the whole article, its paragraphs as they are, and nothing of the menus."""
    text = extract(sample_page(sample)).text
    assert [paragraph for paragraph in SAMPLES[sample].paragraphs if paragraph not in text] == []
    assert [name for name in SAMPLES[sample].related if name in text.splitlines()] == []


@every_method
@pytest.mark.parametrize("form", FORMATS)
def test_every_method_has_every_format(name, form):
    """Whatever was selected can be written in every format."""
    assert isinstance(extract(sample_page("mixed"), algorithm=name).written(form), str)


def bad_values(each):
    """Values that a parameter does not allow."""
    facts = each.metadata
    yield object()
    if facts["choices"] or isinstance(each.default, bool):
        yield "nonsense"
    elif not isinstance(each.default, str):
        yield from (float("nan"), float("inf"), "nonsense")
        yield from (
            limit + step for limit, step in ((facts["at_least"], -1), (facts["at_most"], 1)) if limit is not None
        )


def good_values(each):
    """Values at the edge of what a parameter allows."""
    facts = each.metadata
    if isinstance(each.default, bool):
        yield not each.default
    yield from facts["choices"] or ()
    yield from facts["also"]
    yield from (limit for limit in (facts["at_least"], facts["at_most"]) if limit is not None)


@every_method
def test_bad_parameters(name):
    """A value that is not allowed is refused in a sentence that names the parameter, the value and what is allowed."""
    for each in parameters(describe(name)):
        for value in bad_values(each):
            with pytest.raises(BadParameter) as refusal:
                create(name, {each.name: value})
            assert refusal.value.name == each.name
            assert str(refusal.value).startswith(f"{each.name}={refusal.value.given!r} is not allowed: it must be ")
    with pytest.raises(UnknownName, match="unknown parameter 'nonsense'"):
        create(name, {"nonsense": 1})


@every_method
def test_parameters_at_their_limits(name):
    """Every value that is allowed works, also as text, on a page and on an empty one."""
    for each in parameters(describe(name)):
        for value in good_values(each):
            method = create(name, {each.name: value})
            assert create(name, {each.name: str(value)}) == method
            for page in (sample_page("mixed"), hard_page("line breaks only"), hard_page("empty")):
                selection = method.select(page)
                assert selection.reason or selection.runs.any()
