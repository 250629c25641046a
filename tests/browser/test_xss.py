"""HTML and Markdown of hostile pages in a real browser: nothing runs, nothing is loaded, nothing waits for a click."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from markdown_it import MarkdownIt

from thresher import Page, Selection, extract
from thresher.writers.html import Html
from thresher.writers.markdown import Markdown

sys.path.insert(0, str(Path(__file__).parents[1] / "writers"))
from allowed import ATTRIBUTES, ELEMENTS, EVERYWHERE, SCHEMES
from vectors import VECTORS

pytestmark = pytest.mark.xdist_group("browser")

#: The page of a reader that shows what was extracted; nothing answers under its address.
READER = "https://reader.example/"
STORY = "<p>Barley keeps well in a dry barn, and so the old people kept two winters of it there, for the bad years.</p>"
#: What Markdown renders to, beyond what HTML may have: the language of code.
MARKDOWN_ATTRIBUTES = ATTRIBUTES | {"code": {"class"}}
#: Of the vectors as they are, at least this many run by themselves; most others wait for a click, or for old browsers.
MIN_RUNNING = 40
#: ... and of this share it is to be seen in what they become; the others are text that only looks like something else.
MIN_SHARE_FOUND = 0.7
#: How long a browser gets to run what it was given, in milliseconds.
PATIENCE = 300

#: Every way of a script to be noticed, in all frames.
HOOK = """
for (const name of ["alert", "confirm", "prompt", "print", "open", "msgbox"])
  window[name] = (...words) => { (window.top.ran ||= []).push(`${name}(${words})`); };
"""
#: Puts pieces of HTML into the page, each into a section of its own.
EMBED = """(pieces) => {
  document.body.replaceChildren(...pieces.map((piece) => {
    const section = document.createElement("section");
    section.className = "piece";
    section.innerHTML = piece;
    return section;
  }));
}"""
#: What the sections of the page hold that is not allowed: [number of the section, what it is].
FIND = """([elements, attributes, everywhere, schemes]) => {
  const found = [];
  // Forms whose fields have the names of properties hide these.
  const read = (element, name) => Object.getOwnPropertyDescriptor(Element.prototype, name).get.call(element);
  document.querySelectorAll("section.piece").forEach((section, number) => {
    for (const element of section.querySelectorAll("*")) {
      const name = read(element, "localName");
      if (!elements.includes(name)) found.push([number, `<${name}>`]);
      for (const each of read(element, "attributes")) {
        const allowed = [...(attributes[name] || []), ...everywhere];
        if (!allowed.includes(each.name)) found.push([number, `<${name} ${each.name}="${each.value}">`]);
      }
      for (const address of [element.href, element.src, element.currentSrc]) {
        // What is no address to a browser leads nowhere.
        if (typeof address !== "string" || !URL.canParse(address, document.baseURI)) continue;
        if (!schemes.includes(new URL(address, document.baseURI).protocol.slice(0, -1))) found.push([number, address]);
      }
    }
  });
  return found;
}"""


class Reader:
    """A page that shows pieces of HTML, and tells what they did."""

    def __init__(self, context) -> None:
        self.requests: list[tuple[str, str]] = []
        self.page = context.new_page()
        self.page.add_init_script(HOOK)
        context.route("**/*", self._answer)
        self.page.goto(READER)
        self.requests.clear()

    def _answer(self, route) -> None:
        """Answer with an empty page, as far as a page is asked for."""
        kind = route.request.resource_type
        self.requests.append((kind, route.request.url))
        route.fulfill(body="<body></body>", content_type="text/html") if kind == "document" else route.abort()

    def embed(self, pieces: list[str]) -> None:
        """Put pieces into the page by script."""
        self.page.evaluate(EMBED, pieces)
        self.page.wait_for_timeout(PATIENCE)

    def load(self, pieces: list[str]) -> None:
        """Show pieces as one document."""
        sections = "".join(f"<section class=piece>{piece}</section>\n" for piece in pieces)
        self.page.set_content(f"<!doctype html><body>{sections}</body>")
        self.page.wait_for_timeout(PATIENCE)

    def ran(self) -> list[str]:
        """What scripts did."""
        return self.page.evaluate("window.ran || []")

    def problems(self, attributes: dict[str, set[str]]) -> list[tuple[int, str]]:
        """What the pieces have become that is not allowed."""
        tables = [sorted(ELEMENTS), {name: sorted(each) for name, each in attributes.items()}]
        return self.page.evaluate(FIND, [*tables, sorted(EVERYWHERE), sorted(SCHEMES)])

    def check(self, pieces: list[str], attributes: dict[str, set[str]]) -> None:
        """All pieces are there and none of them did or holds anything that it should not."""
        assert self.page.locator("section.piece").count() == len(pieces)
        assert [(VECTORS[number], pieces[number], what) for number, what in self.problems(attributes)] == []
        assert self.ran() == []
        # Pictures, films and sounds are content; nothing else is asked for, from anywhere.
        assert {kind for kind, _ in self.requests} <= {"image", "media"}
        assert self.page.url == READER


@pytest.fixture
def reader(chromium):
    """A page in a browser, cut off from the network."""
    context = chromium.new_context()
    yield Reader(context)
    context.close()


def everything(html: str, url: str | None = None) -> Selection:
    """All text of a page, hidden or not."""
    page = Page.from_html(html, url)
    return Selection(page, np.ones(len(page.text), dtype=bool))


def article(vector: str) -> str:
    """A page with a vector in the midst of its story."""
    return f"<title>Barley</title><nav><a href=/>Home</a></nav><h1>Barley</h1><article>{STORY}{vector}{STORY * 3}"


def chosen(vector: str, algorithm: str) -> Selection:
    """What a method finds on a page with a vector."""
    return extract(article(vector), "https://mill.example/barley", algorithm=algorithm).selection


#: Ways of selecting what is written: all there is, without and with an address, and methods of several kinds.
SELECTIONS: dict[str, Callable[[str], Selection]] = {
    "everything": everything,
    "everything at an address": lambda vector: everything(article(vector), "https://mill.example/barley"),
    "auto": lambda vector: chosen(vector, "auto"),
    "cectd-ds": lambda vector: chosen(vector, "cectd-ds"),
    "bte": lambda vector: chosen(vector, "bte"),
}


@cache
def selections(name: str) -> list[Selection]:
    """What is selected of each vector's page."""
    return list(map(SELECTIONS[name], VECTORS))


def test_there_are_enough() -> None:
    """At least two hundred different vectors are tried."""
    assert len(set(VECTORS)) == len(VECTORS) >= 200


def test_the_check_can_fail(reader) -> None:
    """Put into a page as they are, vectors run, ask for addresses, and hold what is not allowed."""
    reader.embed(list(VECTORS))
    reader.page.wait_for_function(f"(window.ran || []).length >= {MIN_RUNNING}")
    assert {kind for kind, _ in reader.requests} - {"image", "media"}
    found = {number for number, _ in reader.problems(ATTRIBUTES)}
    assert len(found) >= MIN_SHARE_FOUND * len(VECTORS)


@pytest.mark.parametrize("name", SELECTIONS)
def test_html(reader, name: str) -> None:
    """HTML of a hostile page is safe, put into a page by script or loaded as a document."""
    pieces = list(map(Html().write, selections(name)))
    for show in (reader.embed, reader.load):
        show(pieces)
        reader.check(pieces, ATTRIBUTES)


@pytest.mark.parametrize("with_html", [False, True])
@pytest.mark.parametrize("name", ["everything", "auto"])
def test_markdown(reader, name: str, *, with_html: bool) -> None:
    """Markdown of a hostile page is safe once it is rendered, even if tags and all addresses are let through."""
    parser = MarkdownIt("commonmark", {"html": with_html}).enable(["table", "strikethrough"])
    parser.validateLink = lambda _address: True
    pieces = [parser.render(Markdown().write(selection)) for selection in selections(name)]
    reader.embed(pieces)
    reader.check(pieces, MARKDOWN_ATTRIBUTES)
