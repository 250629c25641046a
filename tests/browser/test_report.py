"""The report of ``thresher explain`` in a real browser."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from thresher.algorithms import create
from thresher.explain import METHODS, report
from thresher.options import Options
from thresher.page import Page
from thresher.page.whitespace import collapse

pytestmark = pytest.mark.xdist_group("browser")

ROOT = Path(__file__).parent.parent.parent
ARTICLE = (ROOT / "examples" / "article.html").read_bytes()
HOSTILE = (Path(__file__).parent / "hostile.html").read_bytes()
THREAD = (ROOT / "tests" / "pages" / "forum-thread" / "source.html").read_bytes()

#: The kept text of each block, as the report shows it.
KEPT_TEXTS = """() => Array.from(document.querySelectorAll(".b"), (block) =>
  block.classList.contains("k") ? block.textContent
  : block.classList.contains("d") ? ""
  : Array.from(block.querySelectorAll(":scope > .p:not(.off)"), (part) => part.textContent).join(""))"""


@pytest.fixture
def opened(visit, tmp_path):
    """Open the report of a page: ``opened(html, options=..., width=...)``."""

    def open_report(html: str | bytes, options: Options | None = None, methods: Sequence[str] = METHODS, **how: object):
        path = tmp_path / "report.html"
        path.write_text(report(html, options=options, methods=methods), encoding="utf-8")
        return visit(path.as_uri(), **how)

    return open_report


def kept_texts(page: Page, method) -> list[str]:
    """The kept text of each block, as Python has it."""
    texts = method.select(page).texts()
    blocks = page.blocks
    return [
        collapse("".join(texts[start:stop]))
        for start, stop in zip(blocks.start.tolist(), blocks.stop.tolist(), strict=True)
    ]


def shown_texts(page) -> list[str]:
    return [collapse(text) for text in page.evaluate(KEPT_TEXTS)]


def choose(page, name: str) -> None:
    page.select_option("#method", label=name)


def turn(page, value: float) -> float:
    """Move the slider; the answer is the value that it went to."""
    move = "(node, value) => { node.value = value; node.dispatchEvent(new Event('input')); return Number(node.value); }"
    return page.locator("#value").evaluate(move, value)


def test_nothing_is_loaded_and_nothing_goes_wrong(opened):
    """The report needs no other file, and its script runs without an error."""
    seen = opened(ARTICLE)
    assert seen.page.locator(".b.k").count() > 3
    assert seen.page.locator("#summary").inner_text().startswith("auto keeps ")
    assert seen.errors == []
    assert seen.requests == [seen.page.url]


@pytest.mark.parametrize("method", ["auto", "cectd-ds", "textsweeper", "cuter", "danag", "contentex"])
def test_each_method_shows_what_it_keeps(opened, method):
    """The blocks that are shown as kept are those that the method keeps, to the character."""
    seen = opened(ARTICLE)
    choose(seen.page, method)
    assert shown_texts(seen.page) == kept_texts(Page.from_html(ARTICLE), create(method))
    assert seen.errors == []


@pytest.mark.parametrize("html", [ARTICLE, THREAD], ids=["article", "thread"])
def test_the_slider_selects_what_the_method_would(opened, html):
    """At every λ the browser's selection is Python's."""
    seen = opened(html)
    choose(seen.page, "cectd-ds")
    for wanted in (0, 0.2, 0.5, 0.9, 1.0, 1.1, 1.5, 2.0):
        lam = turn(seen.page, wanted)
        assert shown_texts(seen.page) == kept_texts(Page.from_html(html), create("cectd-ds", {"lam": lam}))
    seen.page.click("#reset")
    assert shown_texts(seen.page) == kept_texts(Page.from_html(html), create("cectd-ds"))


def test_the_slider_changes_the_markdown(opened):
    """While the dial is turned, the Markdown is a preview of what is kept, with the command that makes it."""
    seen = opened(ARTICLE)
    choose(seen.page, "cectd-ds")
    before = seen.page.locator("#markdown").text_content()
    turn(seen.page, 0)
    seen.page.locator("#markdown-note", has_text="-a cectd-ds --set lam=0").wait_for()
    assert len(seen.page.locator("#markdown").text_content()) > len(before)


def test_a_method_without_a_dial_says_why(opened):
    """Where no number decides, there is a reason instead of a slider."""
    seen = opened(ARTICLE)
    choose(seen.page, "cuter")
    assert seen.page.locator("#dial").is_hidden()
    assert "does not decide by one number" in seen.page.locator("#no-dial").inner_text()


def test_from_a_block_to_the_markdown_and_back(opened):
    """A click on a block marks its passage of the Markdown; a click on another passage marks its block."""
    seen = opened(ARTICLE, height=640)
    block = seen.page.locator(".b.k").last
    text = block.inner_text()
    block.click()
    passage = seen.page.locator("#markdown [aria-current]").first
    assert passage.inner_text()[:20].strip("# -*\n") in text
    assert in_sight(passage)
    other = seen.page.locator("#markdown [data-b]").first
    other.click()
    chosen = seen.page.locator(".b[aria-current]")
    assert chosen.get_attribute("id") == "b" + other.get_attribute("data-b")
    assert in_sight(chosen)


def in_sight(node) -> bool:
    """Whether the middle of a node is what is seen at its place."""
    return node.evaluate(
        """(node) => { const box = node.getBoundingClientRect();
        const seen = document.elementFromPoint(box.left + 8, box.top + Math.min(box.height / 2, 8));
        return seen !== null && (node.contains(seen) || seen.contains(node)) && !seen.contains(document.body); }"""
    )


def test_details_tell_what_decided(opened):
    """The chosen block's details have the sentence, the score, the measures, the selector and the other methods."""
    seen = opened(ARTICLE)
    choose(seen.page, "cectd-ds")
    seen.page.locator(".b.d", has_text="Home").first.click()
    told = seen.page.locator("#details").inner_text()
    for words in (
        "Dropped",
        "navigation",
        "The search stopped at",
        "composite text density",
        "threshold",
        "html > body",
    ):
        assert words in told
    assert "✗ auto" in told


def test_comparing_methods_shows_where_they_differ(opened):
    """Blocks that one of two methods keeps alone are marked with its name, and the keys go from one to the next."""
    seen = opened(ARTICLE, Options(algorithm="cectd-ds", parameters={"lam": 0}))
    seen.page.select_option("#other", label="auto")
    ours = kept_texts(Page.from_html(ARTICLE), create("cectd-ds", {"lam": 0}))
    theirs = kept_texts(Page.from_html(ARTICLE), create("auto"))
    expected = [number for number, (a, b) in enumerate(zip(ours, theirs, strict=True)) if bool(a) != bool(b)]
    ids = seen.page.locator(".b[data-only]").evaluate_all("(nodes) => nodes.map((node) => Number(node.id.slice(1)))")
    assert ids == expected != []
    seen.page.select_option("#show", "differ")
    assert seen.page.locator(".b:visible").count() == len(expected)
    seen.page.keyboard.press("Tab")
    seen.page.click("#next-difference")
    assert seen.page.locator(".b[aria-current]").get_attribute("id") == f"b{expected[0]}"
    seen.page.keyboard.press("n")
    assert seen.page.locator(".b[aria-current]").get_attribute("id") == f"b{expected[1]}"


def test_the_keyboard_is_enough(opened):
    """Arrows go through the blocks, Enter goes across to the Markdown and back, Escape lets go."""
    seen = opened(ARTICLE)
    seen.page.locator(".b[tabindex='0']").focus()
    for _ in range(60):
        seen.page.keyboard.press("ArrowDown")
        if seen.page.locator(".b.k[aria-current]").count():
            break
    chosen = seen.page.locator(".b[aria-current]").get_attribute("id")
    seen.page.keyboard.press("Enter")
    assert seen.page.evaluate("document.activeElement.dataset.b") == chosen.removeprefix("b")
    seen.page.keyboard.press("Enter")
    assert seen.page.evaluate("document.activeElement.id") == chosen
    seen.page.keyboard.press("Escape")
    assert seen.page.locator(".b[aria-current]").count() == 0


def test_densities_are_drawn(opened):
    """The histograms of both densities have bars of kept and of other elements, and a threshold that the dial moves."""
    seen = opened(ARTICLE)
    choose(seen.page, "cectd-ds")
    seen.page.click("#densities summary")
    seen.page.locator(".chart svg").nth(1).wait_for()
    assert seen.page.locator(".chart svg").count() == 2
    assert seen.page.locator(".chart .yes").nth(1).get_attribute("d").startswith("M")
    before = float(seen.page.locator(".chart line").get_attribute("y1"))
    turn(seen.page, 2)
    assert float(seen.page.locator(".chart line").get_attribute("y1")) < before
    choose(seen.page, "auto")
    assert seen.page.locator(".chart svg").count() == 3
    assert seen.errors == []


@pytest.mark.parametrize("html", [ARTICLE, THREAD], ids=["article", "thread"])
def test_a_phone_needs_no_sideways_scrolling(opened, html):
    """At the width of a phone everything fits, before and after a block is chosen, and a tab shows the Markdown."""
    seen = opened(html, width=360, height=700)
    assert seen.page.evaluate("document.documentElement.scrollWidth") <= 360
    seen.page.locator(".b.k").first.click()
    assert seen.page.locator("#details").is_visible()
    seen.page.get_by_role("button", name="Show in Markdown").click()
    assert seen.page.locator("#markdown").is_visible() and not seen.page.locator("#picture").is_visible()
    assert seen.page.evaluate("document.documentElement.scrollWidth") <= 360
    assert seen.errors == []


def test_a_chosen_block_is_seen_above_its_details_on_a_phone(opened):
    """The sheet of details covers half of the screen, and not the block that it is about."""
    seen = opened(ARTICLE, width=360, height=700)
    for number in (0, 3, -1):
        seen.page.locator(".b.k").nth(number).evaluate("(node) => node.click()")
        seen.page.wait_for_function("""() => {
            const [block, sheet] = [".b[aria-current]", "#details"].map((place) => document.querySelector(place));
            const { y, height } = block.getBoundingClientRect();
            return y + Math.min(height, 100) <= sheet.getBoundingClientRect().y;
        }""")


def test_the_dark_is_dark(opened):
    """Colours follow what the reader's system asks for, and text stays readable."""
    colours = {}
    for dark in (False, True):
        seen = opened(ARTICLE, dark=dark)
        colours[dark] = [
            seen.page.evaluate(f"getComputedStyle(document.querySelector('{place}')).{what}")
            for place, what in ((":root", "backgroundColor"), (".b.k", "color"))
        ]
    light_paper, light_ink = (brightness(colour) for colour in colours[False])
    dark_paper, dark_ink = (brightness(colour) for colour in colours[True])
    assert light_paper - light_ink > 0.6 and dark_ink - dark_paper > 0.6


def brightness(colour: str) -> float:
    numbers = colour[colour.index("(") + 1 : -1].split(",")[:3]
    return sum(float(number) for number in numbers) / 3 / 255


def test_nothing_of_a_hostile_page_runs(opened):
    """Scripts, handlers, links, frames, drawings and text that looks like markup do nothing, and nothing is fetched."""
    seen = opened(HOSTILE, Options(algorithm="cectd-ds", parameters={"lam": 0}))
    page = seen.page
    for block in page.locator(".b").all():
        block.hover()
        block.click()
    for method in page.locator("#method option").all_inner_texts():
        choose(page, method)
    page.click("#densities summary")
    page.wait_for_timeout(100)
    assert page.evaluate("window.pwned") is None
    assert seen.errors == []
    assert seen.requests == [page.url]
    assert page.locator("iframe, object, embed, video, img, link, base, form").count() == 0
    assert page.locator("script").count() == 2  # the report's own: its data and its code
    assert "</script><script>" in page.locator("#picture").inner_text()


def test_the_policy_would_stop_what_came_through(opened):
    """Even a script that gets into the document cannot run: the policy allows the report's own only."""
    seen = opened(ARTICLE)
    seen.page.evaluate(
        """() => { const script = document.createElement("script"); script.textContent = "window.pwned = 1";
        document.body.append(script); const image = new Image(); image.src = "https://evil.example/"; }"""
    )
    assert seen.page.evaluate("window.pwned") is None
    assert any("Content Security Policy" in error for error in seen.errors)


def test_a_frame_of_another_page_shows_it(visit, tmp_path):
    """In a sandbox without an origin, as the web service shows it, the report works the same."""
    made = report(ARTICLE).replace("&", "&amp;").replace('"', "&quot;")
    frame = f'<iframe sandbox="allow-scripts" srcdoc="{made}" width=1000 height=700></iframe>'
    (tmp_path / "frame.html").write_text(f"<!doctype html><meta charset=utf-8>{frame}", encoding="utf-8")
    seen = visit((tmp_path / "frame.html").as_uri())
    frame = seen.page.frame_locator("iframe")
    frame.locator(".b.k").first.click()
    assert frame.locator("#details .verdict").inner_text().startswith("Kept")
    assert seen.errors == []


def test_five_thousand_blocks_stay_usable(opened):
    """A page of 5,000 blocks answers a turn of the dial and a click within a second each."""
    rows = (f"<p>Field {n} was sown with rye, and field {n + 1} with <a href=/{n}>oats</a>.</p>" for n in range(5000))
    seen = opened("<title>Fields</title>" + "".join(rows), Options(algorithm="cectd-ds"), ["lqf"])
    took = seen.page.evaluate(
        """() => { const start = performance.now(), value = document.querySelector("#value");
        value.value = 0.4; value.dispatchEvent(new Event("input"));
        document.querySelectorAll(".b")[4000].click();
        document.body.getBoundingClientRect();
        return performance.now() - start; }"""
    )
    assert took < 2000
    assert seen.page.locator(".b[aria-current]").get_attribute("id") == "b4000"
    seen.page.click("#reset")
    seen.page.locator("#b4500").click()
    assert in_sight(seen.page.locator("#markdown [aria-current]").first)
    assert seen.errors == []
