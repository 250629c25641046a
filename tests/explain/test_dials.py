"""Dials say of every value what the method itself says."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.algorithms import create
from thresher.explain.dials import Dial, dial_of
from thresher.page import Page

PAGES = sorted((Path(__file__).parent.parent / "pages").glob("*/source.html"))
MENU = "<ul><li><a href=/>Home</a><li><a href=/rye>Rye</a></ul>"
STORY = "<p>Rye is a grass that is sown in autumn.</p><p>It is <a href=/c>cut</a> in summer.</p>"


def dial(name: str, html: str | bytes) -> Dial | str:
    method = create(name)
    return dial_of(method, method.select(Page.from_html(html)))


@pytest.mark.parametrize("name", ["cetd-ds", "cectd-ds", "cectd-s"])
@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.parent.name)
def test_lambda_selects_what_the_method_would(path, name):
    """At several values of λ the dial keeps exactly the runs that the method keeps with that parameter."""
    page, method = Page.from_html(path.read_bytes()), create(name)
    found = dial_of(method, method.select(page))
    if isinstance(found, str):
        assert "whatever λ" in found or "nothing was kept" in found
        return
    for lam in (0, 0.05, 0.3, 0.77, 1.0, 1.3, 2.0):
        assert found.kept(lam).tolist() == replace(method, lam=lam).select(page).runs.tolist()


TREES = st.recursive(
    st.sampled_from(["Rye ", "oats and barley ", "<a href=/>link</a>", "<button>Send</button>", "<b>x</b>"]),
    lambda inside: st.lists(inside, max_size=4).map(lambda parts: f"<div>{''.join(parts)}</div>"),
    max_leaves=25,
)


@given(html=TREES, lam=st.floats(0, 3, allow_nan=False))
def test_lambda_on_any_tree(html, lam):
    """The same holds on trees of any shape and for any value."""
    page, method = Page.from_html(html), create("cectd-ds")
    found = dial_of(method, method.select(page))
    if isinstance(found, Dial):
        assert found.kept(lam).tolist() == replace(method, lam=lam).select(page).runs.tolist()


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.parent.name)
def test_probability_at_its_own_value(path):
    """At the value that `auto` found, the dial keeps what `auto` keeps."""
    page, method = Page.from_html(path.read_bytes()), create("auto")
    selection = method.select(page)
    found = dial_of(method, selection)
    if isinstance(found, Dial):
        assert found.kept(found.value).tolist() == selection.runs.tolist()


def test_probability_keeps_less_and_less():
    """A greater probability never keeps more, and what a policy leaves out stays out."""
    page = Page.from_html(
        f"{MENU}<article>{STORY * 5}<figure><figcaption>A field of rye</figcaption></figure></article>"
    )
    method = create("auto")
    found = dial_of(method, method.select(page))
    counts = [int(found.kept(value).sum()) for value in (0, 0.25, 0.5, 0.75, 1)]
    assert counts == sorted(counts, reverse=True)
    caption = page.text.index("A field of rye")
    assert not found.kept(0)[caption]


@pytest.mark.parametrize(
    ("name", "html", "reason"),
    [
        ("cuter", STORY, "does not decide by one number"),
        ("cectd-ds", "<p>Rye is a grass.</p>", "whatever λ is"),
        ("cectd-ds", "", "nothing was kept: the page has no text"),
    ],
)
def test_no_dial_has_a_reason(name, html, reason):
    """Where there is no dial, a sentence says why."""
    assert reason in dial(name, html)


def test_path_text_is_more_than_lambda():
    """With text on the way to content kept, λ alone does not decide."""
    method = create("cectd-ds", {"keep_path_text": True})
    assert "keep_path_text" in dial_of(method, method.select(Page.from_html(MENU + STORY)))
