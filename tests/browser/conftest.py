"""A real Chromium, and visits to pages with it that notice errors and requests."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, field
from typing import Any

import pytest

#: As root, in a container, without anything that the browser does of its own accord.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


@pytest.fixture(scope="module")
def chromium(missing):
    """The browser; tests that use it are marked ``xdist_group("browser")``, so that one is started for each file.

    It ends with the file: while playwright runs, no other event loop can in the same process.
    """
    path = shutil.which("chromium")
    if path is None:
        missing("Chromium")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("playwright")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()


@dataclass
class Visit:
    """An open page, and what it did."""

    page: Any
    errors: list[str] = field(default_factory=list)  #: errors on the console and in scripts, and dialogs
    requests: list[str] = field(default_factory=list)  #: addresses that it asked for


@pytest.fixture
def visit(chromium):
    """Open an address: ``visit(url, width=1280, height=800, dark=False)``; all is closed after the test."""
    contexts = []

    def open_page(url: str, *, width: int = 1280, height: int = 800, dark: bool = False) -> Visit:
        context = chromium.new_context(
            viewport={"width": width, "height": height}, color_scheme="dark" if dark else "light"
        )
        contexts.append(context)
        visited = Visit(context.new_page())
        _watch(visited)
        visited.page.goto(url)
        return visited

    yield open_page
    for context in contexts:
        context.close()


def _watch(visited: Visit) -> None:
    """Write down what goes wrong and what is asked for."""
    page = visited.page
    page.on("console", lambda message: visited.errors.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: visited.errors.append(str(error)))
    page.on("dialog", lambda dialog: (visited.errors.append(f"dialog: {dialog.message}"), dialog.dismiss()))
    page.on("request", lambda request: visited.requests.append(request.url))
