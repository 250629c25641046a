"""How the tests of writers select text."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from thresher import Page, Selection

Selecting = Callable[..., Selection]
ADDRESS = "https://mill.example/a/page.html"


def select_all(html: str, url: str | None = ADDRESS) -> Selection:
    """All text of a page but that of its head."""
    page = Page.from_html(html, url)
    return Selection(page, ~page.within("head")[page.host])


def select_main(html: str, url: str | None = ADDRESS) -> Selection:
    """All text of a page's ``<main>``."""
    page = Page.from_html(html, url)
    return Selection(page, np.asarray(page.within("main")[page.host]))


@pytest.fixture(scope="session")
def all_of() -> Selecting:
    """Selects all text of a page."""
    return select_all


@pytest.fixture(scope="session")
def main_of() -> Selecting:
    """Selects the text of a page's main part."""
    return select_main
