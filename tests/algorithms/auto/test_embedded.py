"""Content beside the tree: found where the tree has too little, named, and left alone where it has enough."""

from __future__ import annotations

import json

import pytest

from thresher import extract

STORY = "The mill by the ford grinds rye again, and the baker of the village has bought the first two sacks of it. " * 4
SHELL = "<title>Mill</title><div id=root></div><script src=a.js></script><script src=b.js></script>"


def script(kind, data):
    return f'<script type="{kind}">{json.dumps(data)}</script>'


@pytest.mark.parametrize(
    ("markup", "origin"),
    [
        (script("application/ld+json", {"@graph": [{"articleBody": STORY}]}), "structured data (articleBody)"),
        (script("application/ld+json", {"@type": "Product", "description": STORY}), "structured data (description)"),
        (script("application/json", {"props": {"post": {"body": f"<p>{STORY}</p>"}}}), "embedded state (body)"),
        (f"<script>window.__INITIAL_STATE__ = {json.dumps({'text': STORY})};run()</script>", "embedded state (text)"),
    ],
    ids=["article", "product", "next", "state"],
)
def test_shell_with_its_content_in_a_script(markup, origin):
    """The text of a page without a tree comes from its scripts; reason and repairs say from where."""
    found = extract(SHELL + markup)
    assert "baker of the village" in found.text
    assert origin in found.reason
    assert any(repair.startswith("content-from-") for repair in found.page.repairs)
    assert found.page.title == "Mill"


def test_a_body_that_a_script_writes_does_not_end_the_head():
    """The head goes on behind a script that has a body in a string."""
    writer = "<script>document.write('<body class=a>')</script>"
    data = script("application/ld+json", {"articleBody": STORY})
    found = extract(f"<head>{writer}<title>Mill</title></head><body><div id=root></div>{data}</body>")
    assert "baker of the village" in found.text
    assert found.page.title == "Mill"


def test_parameter_switches_it_off():
    """With ``embedded=False``, a shell stays a shell."""
    shell = SHELL + script("application/ld+json", {"articleBody": STORY})
    assert extract(shell, parameters={"embedded": False}).outcome == "js-shell"


def test_tree_with_enough_text_is_not_overruled():
    """Structured data never replaces an article that is in the tree."""
    other = script("application/ld+json", {"articleBody": "Another text of another page about oats. " * 30})
    found = extract(f"<article>{''.join(f'<p>{STORY}</p>' for _ in range(4))}</article>{other}")
    assert "oats" not in found.text


def test_template_in_a_script_does_not_overrule_a_short_text():
    """Of what is embedded nothing may be content; then the little that the tree has is the answer."""
    link = "<li><a href=/p>All prices and all orders of our shop, sign in or sign up</a></li>"
    menu = script("application/json", {"html": f"<nav><ul>{link * 40}</ul></nav>"})
    found = extract(f"<article><h1>Mill</h1><p>{STORY[:105]}</p></article>{menu}")
    assert found.text.endswith("first two sacks of it.")


@pytest.mark.parametrize("data", ["{", "[]", '{"body": 3}', '{"body": "short"}', "[" * 5000], ids=lambda data: data[:9])
def test_odd_data_is_no_content(data):
    """Broken, empty, short and deeply nested data give nothing and break nothing."""
    assert not extract(f'{SHELL}<script type="application/json">{data}{" " * 200}</script>').text
