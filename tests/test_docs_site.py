"""The docs are a site: it builds without a warning, has every page in its menu, and loads nothing from elsewhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
pytestmark = pytest.mark.xdist_group("docs_site")  # it is built once
#: What a browser loads with a page.
_LOADED = re.compile(r"<(?:script|img|link|iframe)\b[^>]*?(?:src|href)=[\"']?(?:https?:)?//", re.IGNORECASE)


@pytest.fixture(scope="module")
def site(tmp_path_factory, missing):
    """The built site; building it is what fails where a link leads nowhere or a docstring cannot be read."""
    if find_spec("material") is None or find_spec("mkdocstrings") is None:
        missing("mkdocs-material and mkdocstrings")
    folder = tmp_path_factory.mktemp("site")
    words = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return folder


def test_every_page_is_in_the_menu(site):
    """No page of the docs is left out of the site's menu."""
    menu = (site / "index.html").read_text(encoding="utf-8")
    pages = {str(path.relative_to(ROOT / "docs").with_suffix(".html")) for path in (ROOT / "docs").rglob("*.md")}
    assert [page for page in sorted(pages) if f'href="{page}"' not in menu] == []


def test_nothing_is_loaded_from_elsewhere(site):
    """Scripts, styles, fonts and pictures are the site's own."""
    pages = {path.name: path.read_text(encoding="utf-8") for path in site.rglob("*.html")}
    assert {name: found[0] for name, text in pages.items() if (found := _LOADED.search(text))} == {}
    assert "fonts.googleapis" not in "".join(pages.values())


def test_reference_and_manual(site):
    """The reference comes from docstrings and comments, the manual from the commands."""
    reference = (site / "api.html").read_text(encoding="utf-8")
    assert "seconds; a method that takes longer is stopped" in reference  # a comment beside an option
    assert "&gt;&gt;&gt; " not in re.sub(r"<pre.*?</pre>", "", reference, flags=re.DOTALL)  # examples are code
    assert "Fetch feeds that are due" in (site / "commands.html").read_text(encoding="utf-8")
