"""The service's page in a real browser: give a page, see why, switch methods, take the result along."""

from __future__ import annotations

import json
import re
import socket
import threading
import time
from pathlib import Path

import pytest

from thresher import extract
from thresher.service.formats import MEDIA_TYPES
from thresher.service.settings import Settings

pytestmark = pytest.mark.xdist_group("browser")

OATS = "Oats are sown in spring and cut in late summer, when the straw is dry and the days are long. " * 5
PAGE = (
    f"<title>Oats</title><nav><a href=/>Home</a> <a href=/n>News</a></nav>"
    f"<article><h1>All about oats</h1><p>{OATS}</p></article><script>alert('mine')</script><img src=http://elsewhere.example/x>"
)


def serving(settings):
    """A service in a thread: what it is at, and what stops it."""
    import uvicorn

    from thresher.service.app import create_app

    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(create_app(settings), log_config=None))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.05)

    def stop():
        server.should_exit = True
        thread.join()
        listener.close()

    return f"http://127.0.0.1:{listener.getsockname()[1]}/", stop


@pytest.fixture(scope="module")
def address():
    url, stop = serving(Settings(workers=1))
    yield url
    stop()


@pytest.fixture
def at_page(visit, address):
    """The page, ready to be used; what it does wrong fails the test."""
    visits = []

    def go(**more):
        visited = visit(address, **more)
        visited.page.wait_for_selector("#method option", state="attached")
        visits.append(visited)
        return visited.page

    yield go
    for visited in visits:
        assert visited.errors == []
        assert [url for url in visited.requests if not url.startswith((address, "data:", "blob:", "about:"))] == []


def paste(page, html=PAGE):
    page.fill("#html", html)
    page.click("#go")
    page.wait_for_selector("#report:not([hidden])")


def show(page, name):
    page.click(f"#view-{name}")
    page.wait_for_selector("#text:not([hidden])")
    page.wait_for_selector("#panel[aria-busy=false]")


def test_paste_and_see_why(at_page):
    """A pasted page is explained: its text is in the report, its scripts and pictures are not."""
    page = at_page()
    paste(page)
    report = page.frame_locator("#report")
    report.get_by_text("All about oats").first.wait_for()
    assert report.locator("select").count() >= 1
    assert "auto" in page.inner_text("#status")


def test_the_result_is_in_sight(at_page):
    """Who has given a page sees what came of it without scrolling, and what can be done with it in one row."""
    page = at_page()
    paste(page)
    page.locator("#panel[aria-busy=false]").wait_for()
    page.wait_for_function("Math.abs(document.querySelector('#result').getBoundingClientRect().y) < 60")
    tabs, copying = (page.locator(place).bounding_box() for place in ("#views", "#copy"))
    assert abs(tabs["y"] - copying["y"]) < 10


def test_switch_methods(at_page):
    """Another method answers for the same page at once, and says what it is."""
    page = at_page()
    paste(page)
    show(page, "markdown")
    assert page.inner_text("#text").strip() == extract(PAGE).markdown.strip()
    page.select_option("#method", "cetr")
    page.locator("#status", has_text="cetr").wait_for()
    assert page.inner_text("#text").strip() == extract(PAGE, algorithm="cetr").markdown.strip()
    assert page.inner_text("#method-about") != ""


def test_every_format_has_a_tab(at_page):
    """Each format of the service can be looked at."""
    page = at_page()
    tabs = page.locator("[role=tab]").evaluate_all("tabs => tabs.map(tab => tab.id.replace('view-', ''))")
    assert set(tabs) == {"explain", *MEDIA_TYPES}
    paste(page)
    for name in MEDIA_TYPES:
        show(page, name)
        assert "Oats are sown" in page.inner_text("#text")


def test_copy_and_download(at_page):
    """What is shown can be copied and saved under a fitting name."""
    page = at_page()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    paste(page)
    show(page, "text")
    page.click("#copy")
    page.locator("#status", has_text="Copied.").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == extract(PAGE).text
    with page.expect_download() as saved:
        page.click("#download")
    assert saved.value.suggested_filename == "page.txt"
    assert Path(saved.value.path()).read_text() == extract(PAGE).text


def test_a_file(at_page, tmp_path):
    """A file is taken in its own encoding, named, and can be removed again."""
    file = tmp_path / "mill.html"
    file.write_bytes(f"<meta charset=iso-8859-2><p>źdźbło {OATS}</p>".encode("iso-8859-2"))
    page = at_page()
    page.set_input_files("#file", file)
    page.wait_for_selector("#report:not([hidden])")
    show(page, "text")
    assert "źdźbło" in page.inner_text("#text")
    assert "mill.html" in page.inner_text("#file-name")
    page.click("#file-drop")
    assert page.is_visible("#html")


def test_a_dropped_file(at_page):
    """A file that is dropped on the page is taken as well."""
    page = at_page()
    page.evaluate(
        """html => {
            const data = new DataTransfer();
            data.items.add(new File([html], "dropped.html", { type: "text/html" }));
            document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
        }""",
        PAGE,
    )
    page.wait_for_selector("#report:not([hidden])")
    assert "dropped.html" in page.inner_text("#file-name")


def test_by_keyboard(at_page):
    """Everything can be done without a mouse: paste, extract, walk through the tabs."""
    page = at_page()
    page.focus("#html")
    page.keyboard.insert_text(PAGE)
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("#report:not([hidden])")
    page.focus("#view-explain")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("#text:not([hidden])")
    assert page.evaluate("document.activeElement.id") == "view-markdown"
    page.keyboard.press("End")
    assert page.evaluate("document.activeElement.id") == "view-cleaneval"


def test_for_a_screen_reader(at_page):
    """Every field has a label, the tabs say what they show, and what happens is announced."""
    page = at_page()
    unnamed = page.evaluate(
        "[...document.querySelectorAll('input:not([hidden]), textarea, select')].filter(e => !e.labels.length).length"
    )
    assert unnamed == 0
    assert page.locator("[role=tab][aria-selected=true]").count() == 1
    assert page.locator("#panel").get_attribute("aria-labelledby") == "view-explain"
    assert page.locator("[role=status]").count() == 1 and page.locator("[role=alert]").count() == 1
    assert page.evaluate("document.documentElement.lang") == "en"


@pytest.mark.parametrize("dark", [False, True])
def test_on_a_phone(at_page, dark):
    """At the width of a phone nothing sticks out, and what is to be touched is large enough."""
    page = at_page(width=360, height=740, dark=dark)
    page.click("#sample")
    page.wait_for_selector("#report:not([hidden])")
    for name in ("markdown", "json"):
        show(page, name)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
    heights = page.locator("button:visible").evaluate_all("all => all.map(each => each.offsetHeight)")
    assert min(heights) >= 44


def test_dark_and_light_differ(at_page):
    """The page follows the colours that a reader has chosen, and its text can be read in both."""
    colours = {}
    for dark in (False, True):
        page = at_page(dark=dark)
        colours[dark] = page.evaluate(
            "[getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]"
        )
    assert colours[False] != colours[True]
    assert all(contrast(*pair) > 7 for pair in colours.values())


def contrast(one, other):
    """Contrast of two colours as WCAG counts it."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour):
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_no_page_is_told(at_page):
    """Who gives no page is told so."""
    page = at_page()
    page.click("#go")
    assert "There is no page yet" in page.inner_text("#error")


def test_a_page_that_cannot_be_read_is_told(visit, address):
    """A picture is told to be one, and the result of the page before is not taken for its own."""
    page = visit(address).page
    page.wait_for_selector("#method option", state="attached")
    paste(page)
    picture = {"name": "rye.html", "mimeType": "text/html", "buffer": b"\x89PNG\r\n\x1a\n" + bytes(99)}
    page.set_input_files("#file", picture)
    page.wait_for_selector("#error:not([hidden])")
    assert "PNG picture" in page.inner_text("#error")
    assert page.is_visible("#empty") and not page.is_visible("#report")
    assert page.is_disabled("#copy") and page.is_disabled("#download")


def test_json_has_lines(at_page):
    """JSON, which programs get on one line, is shown with a line for each fact."""
    page = at_page()
    paste(page)
    show(page, "json")
    shown = page.inner_text("#text")
    assert '\n  "outcome": "content"' in shown
    assert json.loads(shown)["text"] == extract(PAGE).text


def test_text_runs_as_its_script_does(at_page):
    """Arabic begins at the right, beside a page of the service that begins at the left."""
    page = at_page()
    paste(page, f"<html lang=ar><article>{'<p>' + 'عاد الجاودار إلى الوادي بعد ثلاثين عاما. ' * 9 + '</p>'}</article>")
    show(page, "text")
    first = page.locator("#text").evaluate("""(node) => {
        const range = document.createRange();
        range.setStart(node.firstChild, 0);
        range.setEnd(node.firstChild, 1);
        return range.getBoundingClientRect().right;
    }""")
    box = page.locator("#text").bounding_box()
    assert first > box["x"] + box["width"] - 40


def test_url_only_where_it_is_fetched(at_page):
    """A service that does not fetch has no field for a URL, and none for a token that it does not need."""
    page = at_page()
    assert page.is_hidden("#url") and page.is_hidden("#token")


def test_a_service_with_a_token(visit):
    """The page asks for the token and works once it has it; a service that fetches has a field for a URL."""
    url, stop = serving(Settings(workers=1, token="sesame", fetch=True))  # noqa: S106 - a test
    try:
        visited = visit(url)
        page = visited.page
        assert page.is_visible("#url")
        page.fill("#token", "sesame")
        page.press("#token", "Tab")
        page.wait_for_selector("#method option", state="attached")
        paste(page)
        page.fill("#url", "http://127.0.0.1/private")
        page.click("#go")
        page.wait_for_selector("#error:not([hidden])")
        assert page.inner_text("#error") == "The URL leads to a host that is not on the public internet."
    finally:
        stop()
