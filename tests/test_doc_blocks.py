"""Every code block of the README and the docs runs, page by page and in order, in a folder as a user has it.

The web of the docs is a site on the loopback, and the service has a port of its own; beyond that, a block runs as it
stands. One that cannot be run here says so in a comment above it: ``<!-- not run: the reason -->``. A ``toml`` block is
the configuration file of the commands that follow it.
"""

from __future__ import annotations

import contextlib
import gzip
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import uuid
from http.server import SimpleHTTPRequestHandler
from pathlib import Path
from typing import NamedTuple

import pytest

import thresher

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
_LANGUAGES = "python|sh|console|toml"
_BLOCK = re.compile(
    rf"(?:^<!-- not run: (?P<reason>[^\n]+?) -->\n+)?"
    rf"^(?P<indent> *)```(?P<language>{_LANGUAGES})\n(?P<code>.*?)^ *```$",
    re.MULTILINE | re.DOTALL,
)
#: Blocks that a test of their own runs: page, language.
RUN_ELSEWHERE = {("docs/corpus.md", "python"): "tests/corpus/test_engines.py"}
#: Addresses that stand for the site on the loopback.
_SITES = re.compile(r"https://(?:mill\.example|example\.org)(?=/)")
#: The service's usual port, which may be taken.
_PORT = "8000"
#: Seconds that a block may take.
PATIENCE = 180

_ARTICLE = re.compile(r"(?<=<article>).*?(?=</article>)", re.DOTALL)
STORY = (
    "{} is sown in the valley again, as it was when the mill still turned, and the bakers are glad of it.",
    "It stands the frost of the hills; and {} needs little, as the old farmers say, and keeps the soil where it is.",
    "Whoever wants to see how {} is ground may come to the mill on any second Saturday, a little after nine.",
)
FEED = """<rss version="2.0"><channel><title>The Mill</title><link>{site}/</link>
<item><title>How a village mill learned to grind again</title><link>{site}/one.html</link></item>
<item><title>Which rye for poor soil?</title><link>{site}/thread.html</link></item>
</channel></rss>"""
OPML = '<opml version="2.0"><body><outline type="rss" title="The Mill" xmlUrl="{site}/feed.xml"/></body></opml>'


class Block(NamedTuple):
    """A code block of a page."""

    language: str
    code: str
    line: int
    reason: str | None  #: why it is not run


def blocks(path):
    """The code blocks of a page, in order."""
    text = path.read_text(encoding="utf-8")
    for found in _BLOCK.finditer(text):
        code = re.sub(f"^{found['indent']}", "", found["code"], flags=re.MULTILINE)
        if found["language"] == "console":
            code = "\n".join(line.removeprefix("$ ") for line in code.splitlines() if line.startswith("$ "))
        line = text.count("\n", 0, found.start("code")) + 1
        elsewhere = RUN_ELSEWHERE.get((str(path.relative_to(ROOT)), found["language"]))
        yield Block(found["language"], code, line, found["reason"] or elsewhere)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with pages, a crawl and the like, as a user has them."""
    examples = ROOT / "examples"
    article, thread = examples / "article.html", examples / "thread.html"
    shutil.copytree(examples, tmp_path / "examples")
    shutil.copy(article, tmp_path / "page.html")
    shutil.copy(thread, tmp_path / "thread.html")
    html = article.read_text(encoding="utf-8")
    (tmp_path / "site").mkdir()
    for name, grain in {"one": "Rye", "two": "Oats", "three": "Barley"}.items():
        story = f"<h1>{grain}</h1>" + "".join(f"<p>{line.format(grain)}</p>" for line in STORY)
        (tmp_path / "site" / f"{name}.html").write_text(_ARTICLE.sub(story, html), encoding="utf-8")
    record = f"<page><url>https://valley.example/</url><title>Rye</title><html><![CDATA[{html}]]></html></page>"
    (tmp_path / "pages.xml").write_text(f"<pages>{record}</pages>", encoding="utf-8")
    (tmp_path / "pages.jsonl").write_text(json.dumps({"html": html, "id": "mill"}) + "\n", encoding="utf-8")
    write_crawl(tmp_path / "crawl", [article, thread])
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("EDITOR", "true")
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    return tmp_path


def write_crawl(folder, pages):
    """A WARC with some pages in it, each record packed by itself."""
    folder.mkdir()
    with (folder / "valley.warc.gz").open("wb") as out:
        for page in pages:
            answer = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + page.read_bytes()
            about = (
                "WARC/1.1\r\nWARC-Type: response\r\nContent-Type: application/http; msgtype=response\r\n"
                f"WARC-Record-ID: <urn:uuid:{uuid.uuid4()}>\r\nWARC-Date: 2026-09-14T07:30:00Z\r\n"
                f"WARC-Target-URI: https://valley.example/{page.stem}\r\nContent-Length: {len(answer)}\r\n\r\n"
            )
            out.write(gzip.compress(about.encode() + answer + b"\r\n\r\n"))


@pytest.fixture
def site(folder, serving):
    """Address of a site on the loopback with a page, its feed and what it announces."""
    web = folder / ".web"
    shutil.copytree(folder / "site", web)
    shutil.copy(folder / "thread.html", web / "thread.html")
    with serving(SimpleHTTPRequestHandler, directory=web) as server:
        address = f"http://127.0.0.1:{server.server_port}"
        (web / "index.html").write_text(f"<link rel=alternate type=application/rss+xml href=/feed.xml>{'<p>Rye.' * 99}")
        (web / "feed.xml").write_text(FEED.format(site=address))
        (folder / "subscriptions.opml").write_text(OPML.format(site=address))
        yield address


@pytest.fixture
def port(folder, monkeypatch):
    """A free port for the service, which the user's configuration names; feeds there may be on the loopback."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        number = free.getsockname()[1]
    home = folder / ".config"
    (home / "thresher").mkdir(parents=True)
    settings = f"[serve]\nport = {number}\nworkers = 1\n[feeds]\nallow-private = true\ndelay = 0\nworkers = 1\n"
    (home / "thresher" / "config.toml").write_text(settings)
    monkeypatch.delenv("THRESHER_CONFIG", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home))
    return number


@pytest.fixture
def shell(folder, port, missing):
    """Runs the code of a block; what it leaves in the background is ended with the page."""
    groups = []

    def run_code(code, place):
        if "curl " in code and shutil.which("curl") is None:
            missing("curl")
        with (folder / ".output").open("w+") as output:
            words = ["bash", "-euo", "pipefail", "-c", code]
            started = subprocess.Popen(words, stdout=output, stderr=subprocess.STDOUT, start_new_session=True)
            groups.append(started.pid)
            ended = started.wait(PATIENCE)
            output.seek(0)
            assert ended == 0, f"{place} ended with {ended}:\n{output.read()[-3000:]}"
        if "thresher serve" in code:
            wait_for(port)

    yield run_code
    for group in groups:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(group, signal.SIGTERM)


def wait_for(port):
    """Wait until somebody listens."""
    for _ in range(PATIENCE * 10):
        with contextlib.suppress(ConnectionRefusedError), socket.create_connection(("127.0.0.1", port)):
            return
        time.sleep(0.1)
    pytest.fail("the service does not answer")


@pytest.mark.parametrize(
    "path",
    [path for path in PAGES if any(not block.reason for block in blocks(path))],
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_blocks_run(path, folder, site, port, shell, capsys):
    """What a page tells a reader to type works as it stands."""
    html = (folder / "page.html").read_text(encoding="utf-8")
    names = {"__name__": "__main__", "thresher": thresher, "html": html}
    for block in blocks(path):
        if block.reason:
            continue
        place = f"{path.relative_to(ROOT)}:{block.line}"
        if block.language == "python":
            exec(compile("\n" * (block.line - 1) + block.code, str(path), "exec"), names)  # noqa: S102 - our own docs
        elif block.language == "toml":
            (folder / "thresher.toml").write_text(block.code, encoding="utf-8")
        else:
            shell(_SITES.sub(site, block.code).replace(f":{_PORT}", f":{port}"), place)


def test_blocks_are_found():
    """The pattern sees the blocks, those within lists and those that are not run included."""
    fences = re.compile(rf"^ *```(?:{_LANGUAGES})$", re.MULTILINE)
    counted = sum(len(fences.findall(path.read_text(encoding="utf-8"))) for path in PAGES)
    assert counted == sum(1 for path in PAGES for _ in blocks(path)) > 10
