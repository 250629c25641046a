"""``thresher feeds``: from a site's page to articles in a file, with messages and exit codes that mean something."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from http.server import SimpleHTTPRequestHandler
from xml.etree import ElementTree

import pytest

STORY = "".join(f"<p>{'Rye is sown in autumn and cut in summer, as the miller knows. ' * 4}{n}</p>" for n in range(4))
FILES = {
    "index.html": "<link rel=alternate type=application/rss+xml href=/news.xml><p>The mill",
    "rye.html": f"<title>Rye is back - The Mill</title><nav><a href=/>Home</a></nav><article>{STORY}</article>",
    "news.xml": "<rss><channel><title>The Mill</title><item><title>Rye is back</title><link>/rye.html</link>"
    "<author>Ada</author></item><item><title>Gone</title><link>/gone.html</link></item></channel></rss>",
}


@pytest.fixture
def base(tmp_path, serving):
    """Where a small site is."""
    folder = tmp_path / "site"
    folder.mkdir()
    for name, text in FILES.items():
        (folder / name).write_text(text)
    with serving(SimpleHTTPRequestHandler, directory=folder) as server:
        yield f"http://127.0.0.1:{server.server_port}"


@pytest.fixture
def feeds(tmp_path, run):
    """Run an action on a store of the test's; exit code, output and messages."""

    def call(*words, store=True):
        return run("feeds", *words, *(["--store", f"sqlite:///{tmp_path}/feeds.db"] if store else []))

    return call


def test_from_a_page_to_articles(base, feeds, tmp_path):
    """A site's feed is found, followed, run, listed and exported; a second run has nothing to do."""
    code, out, _ = feeds("discover", base, "--allow-private", store=False)
    assert code == 0 and f"{base}/news.xml  rss, 2 entries, declared  The Mill" in out
    assert feeds("add", base, "--allow-private")[0] == 0
    code, _, told = feeds("run", "--allow-private", "--delay", "0", "--workers", "1")
    assert code == 0 and "feeds: 1; articles: 1; other pages: 1 failed; the next feed is due in" in told
    assert "The Mill" in feeds("list")[1]
    assert feeds("status")[1] == f"feeds: 1 active\npages: 1 failed, 1 stored\n  {base}/gone.html: HTTP 404\n"
    [line] = feeds("export")[1].splitlines()
    record = json.loads(line)
    assert (record["title"], record["authors"], record["url"]) == ("Rye is back", ["Ada"], f"{base}/rye.html")
    [article] = ElementTree.fromstring(feeds("export", "-f", "cuter")[1])  # noqa: S314 - made by ourselves just now
    assert article.findtext("title") == "Rye is back" and len(article.findall("body/p")) == 4
    assert feeds("export", "-f", "parquet", "-o", str(tmp_path / "a.parquet"))[0] == 0
    assert (tmp_path / "a.parquet").read_bytes()[:4] == b"PAR1"
    assert "feeds: 0; articles: 0" in feeds("run", "--allow-private")[2]


def test_outlines_come_and_go(feeds, tmp_path):
    """What one store follows, another one can take over."""
    outline = tmp_path / "feeds.opml"
    outline.write_text('<opml><body><outline text="A" xmlUrl="http://a.example/f"/></body></opml>')
    assert "1 new feed, 0 already" in feeds("import", str(outline))[2]
    assert "0 new feeds, 1 already" in feeds("import", str(outline))[2]
    assert 'xmlUrl="http://a.example/f"' in feeds("list", "--opml")[1]
    assert feeds("remove", "http://a.example/f")[0] == 0
    assert feeds("remove", "http://a.example/f")[0] == 3
    assert feeds("list")[0] == 3


def test_what_cannot_be_followed(base, feeds):
    """Each failure is one sentence and an exit code; private hosts need to be allowed."""
    code, _, told = feeds("add", f"{base}/rye.html", "--allow-private")
    assert code == 1 and "it is not a feed, and it does not lead to one" in told
    code, _, told = feeds("add", base)
    assert code == 1 and "not on the public internet" in told
    assert feeds("add", "mill.example", "--unchecked")[0] == 2
    assert feeds("run")[0] == 3
    assert feeds("add", f"{base}/news.xml", "--unchecked")[0] == 0
    code, _, told = feeds("run", "--delay", "0", "--workers", "1")
    assert code == 1 and "feeds: 1 (1 failing)" in told
    assert "not on the public internet" in feeds("list")[1]


def test_wrong_calls(feeds):
    """A method that does not exist and Parquet on a terminal are refused before anything is done."""
    feeds("add", "http://a.example/", "--unchecked")
    assert feeds("run", "--algorithm", "cutter")[0] == 2
    assert feeds("export", "-f", "parquet")[0] == 2


def test_ctrl_c_is_clean(base, feeds, tmp_path):
    """A run that watches ends at once, says so, and leaves a store that goes on."""
    feeds("add", base, "--allow-private")
    words = ["feeds", "run", "--watch", "--allow-private", "--delay", "0", "--store", f"sqlite:///{tmp_path}/feeds.db"]
    command = [sys.executable, "-c", "import sys; from thresher.cli import main; sys.exit(main())", *words]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True) as run:
        deadline = time.monotonic() + 60
        while "1 stored" not in feeds("status")[1] and time.monotonic() < deadline:
            time.sleep(0.1)
        os.killpg(run.pid, signal.SIGINT)
        _, told = run.communicate(timeout=60)
    assert run.returncode == 130
    assert "articles: 1" in told and "the next run continues from here" in told and "Traceback" not in told
    assert "1 stored" in feeds("status")[1]


@pytest.mark.parametrize("package", ["aiohttp", "protego", "feedparser"])
def test_a_missing_part_is_one_sentence(package):
    """Without a part of the extra, the command says how to install it."""
    code = f"import sys; sys.modules[{package!r}] = None; from thresher.cli import main; sys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", code, "feeds", "discover", "http://127.0.0.1:9/"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 1
    assert (
        package in done.stderr
        and done.stderr.endswith("pip install 'thresher[feeds]'\n")
        and "Trace" not in done.stderr
    )
