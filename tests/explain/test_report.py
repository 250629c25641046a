"""The report as a file: harmless, complete, bounded. How it works in a browser is in tests/browser."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import sys
from pathlib import Path

import pytest

from thresher.errors import UnknownName
from thresher.explain import METHODS, data, policy, report
from thresher.options import Options
from thresher.page import Page

sys.path.insert(0, str(Path(__file__).parent.parent / "contract"))
from hard_inputs import ARTICLES, EMPTY

MENU = "<nav><ul><li><a href=/>Home</a><li><a href=/rye>Rye</a></ul></nav>"
STORY = "<p>Rye is a grass that is sown in autumn.</p><p>It is <a href=/c>cut</a> in summer, and stored.</p>"


def data_of(made: str) -> dict:
    return json.loads(re.search(r'id="data">(.*?)</script>', made, re.DOTALL)[1])


def test_the_policy_allows_exactly_the_reports_own_code():
    """The hashes of the policy are those of the one script and the one style, and the rest is forbidden."""
    made = report(MENU + STORY)
    found = {
        kind: base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        for kind, text in (
            ("script-src", re.search(r"<script>(.*?)</script>", made, re.DOTALL)[1]),
            ("style-src", re.search(r"<style>(.*?)</style>", made, re.DOTALL)[1]),
        )
    }
    assert f'content="{policy()}"' in made
    assert policy().startswith("default-src 'none'; ")
    for kind, digest in found.items():
        assert f"{kind} 'sha256-{digest}'" in policy()
    assert "unsafe" not in policy()


def test_methods_and_their_order():
    """The asked method comes first, then the others, none of them twice."""
    made = report(MENU + STORY, options=Options(algorithm="cectd-ds"))
    assert [method["name"] for method in data_of(made)["methods"]] == [
        "cectd-ds",
        *(n for n in METHODS if n != "cectd-ds"),
    ]
    tuned = report(MENU + STORY, options=Options(algorithm="cectd-ds", parameters={"lam": 0.5}), methods=["cectd-ds"])
    assert [method["name"] for method in data_of(tuned)["methods"]] == ["cectd-ds (lam=0.5)", "cectd-ds"]


def test_unknown_methods_are_told():
    """A method that does not exist is an error with suggestions."""
    with pytest.raises(UnknownName, match="textsweeper"):
        report(STORY, methods=["textsweper"])


def test_labels_and_reasons_are_there_for_each_block():
    """Every block has a label and a reason of every method, and every piece a decision."""
    found = data_of(report(f"{MENU}{STORY * 4}<p hidden>Chaff</p>"))
    blocks = len(found["blocks"]["element"])
    for method in found["methods"]:
        assert len(method["labels"]) == len(method["reasons"]) == len(method["scored"]) == blocks
        assert len(method["kept"]) == len(found["pieces"])
    density = next(method for method in found["methods"] if method["name"] == "cectd-ds")
    hidden = density["sentences"][density["reasons"][-1]]
    assert hidden == "no reader sees it: the attribute hidden, at p"


def test_a_pages_own_attributes_stay_out():
    """Neither ids, classes, styles nor addresses of the page are in the picture of it."""
    made = report('<div id=secret1 class=secret2 style="color:red" data-x=secret3><p onclick=secret4()>Rye is a grass.')
    picture = made[made.index('id="picture"') : made.index('class="side"')]
    assert not re.search(r"secret\d|style=|onclick|color:red", picture)


def test_long_pages_are_cut_and_say_so(monkeypatch):
    """Blocks, texts and Markdown beyond the limits are left out, with a sentence that counts them."""
    monkeypatch.setattr(data, "MAX_BLOCKS", 20)
    monkeypatch.setattr(data, "MAX_MARKDOWN", 300)
    html = MENU + f"<article>{STORY * 30}</article>" + f"<p>{'Oats. ' * 2000}</p>"
    made = report(html)
    found = data_of(made)
    total = len(Page.from_html(html).blocks)
    assert len(found["blocks"]["element"]) == 20
    assert found["cuts"] == [f"The last {total - 20} of {total} blocks are not shown."]
    assert found["methods"][0]["markdownLeft"] > 0
    assert "more characters</span>" in report(f"<p>{'Oats. ' * 2000}</p>")


@pytest.mark.parametrize("name", [*EMPTY, *ARTICLES])
def test_hard_pages_have_a_report(name):
    """Pages that break programs have a report that is a valid text with valid data."""
    html = (EMPTY | ARTICLES)[name]()
    made = report(html, methods=["cectd-ds", "danag"])
    made.encode("utf-8")
    found = data_of(made)
    assert made.count('class="b') == len(found["blocks"]["element"])


def test_deep_nesting_costs_no_more_than_its_size():
    """Elements nested by the ten thousands are shown with those nearest to the text."""
    made = report("<div>" * 20_000 + "<p>Rye is a grass.</p>" * 50, methods=["cectd-ds"])
    assert len(made) < 500_000


def test_nothing_ends_the_data():
    """Whatever a page says in its text, names and addresses, the report has the elements that every report has."""
    hostile = "</script><script>alert(1)</script><!--<img src=x onerror=alert(1)>"
    escaped = hostile.replace("<", "&lt;")
    page = f"<title>{escaped}</title><p class='{escaped}' id='{escaped}'>{escaped}<a href='{escaped}'>x</a> {STORY}"
    plain = report(page.replace(escaped, "x"), "https://mill.example/x")
    made = report(page, f"https://mill.example/{hostile}")
    for mark in ("<script", "</script", "<!--", "<img"):
        assert made.lower().count(mark) == plain.lower().count(mark)
