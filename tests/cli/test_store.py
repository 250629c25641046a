"""``thresher PAGE... --store URL`` and ``thresher store``: what was extracted is kept, listed, shown and found."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from thresher.cli import main
from thresher.cli.store import FORMATS
from thresher.store import Store
from thresher.store.export import EXPORTS

CONTENT, FAILURE, USAGE, NOTHING_FOUND = 0, 1, 2, 3
STORY = "Rye is sown in autumn and cut in the summer of the next year. " * 4
HEAD = "<html lang=en><title>Rye \x1b[31m</title><nav><a href=/>Home</a></nav>"
PAGE = f"{HEAD}<article><p>{STORY}</p><p>{STORY}</p></article>"


@pytest.fixture
def url(store_url):
    """A short name for it."""
    return store_url


@pytest.fixture
def folder(tmp_path):
    """A folder of pages, good and bad."""
    (tmp_path / "rye.html").write_text(PAGE, encoding="utf-8")
    (tmp_path / "oats.html").write_text(PAGE.replace("Rye", "Oats"), encoding="utf-8")
    (tmp_path / "empty.html").write_text("<script>nothing</script>", encoding="utf-8")
    return tmp_path


@pytest.fixture
def kept(run, folder, url):
    """URL of a store with the results of the pages."""
    run(folder / "rye.html", folder / "oats.html", folder / "empty.html", "--store", url)
    return url


class TestExtract:
    """Keeping results."""

    def test_a_line_each(self, run, folder, url):
        """Each page that is kept is a line with what came of it; the end says how many were new."""
        pages = [folder / name for name in ("rye.html", "missing.html", "empty.html")]
        code, out, err = run(*pages, "--store", url)
        assert code == FAILURE and "1 of 3 pages failed" in err
        assert [line.split()[:2] for line in out.splitlines()] == [["new", "content"], ["new", "empty"]]
        assert (folder / "rye.html").as_uri() in out and "\x1b" not in out
        assert "2 new results, 0 already known" in err

    def test_again(self, run, folder, kept):
        """The same pages again are known."""
        code, out, err = run(folder / "rye.html", "--store", kept)
        assert (code, out.split()[0]) == (CONTENT, "known") and "0 new results, 1 already known" in err

    def test_written_as_well(self, run, folder, url):
        """Where a format is asked for, the result is written as without a store."""
        plain = run(folder / "rye.html", "-f", "markdown")[1]
        assert run(folder / "rye.html", "-f", "markdown", "--store", url)[1] == plain
        assert run(folder / "rye.html", "-o", folder / "out.txt", "--store", url)[1] == ""
        assert (folder / "out.txt").read_text(encoding="utf-8").startswith("Rye is sown")

    def test_address(self, run, url, serving, answering):
        """A page that is fetched is kept under the address that was asked for, with what the server said."""
        pages = {"/old": (302, {"Location": "/rye"}, b""), "/rye": (200, {"Content-Type": "text/html"}, PAGE.encode())}
        with serving(answering(pages)) as server:
            address = f"http://127.0.0.1:{server.server_port}"
            run(f"{address}/old", "--store", url)
        facts = json.loads(run("store", "show", f"{address}/old", "--store", url, "-f", "json")[1])
        assert (facts["status"], facts["final_url"], facts["content_type"]) == (200, f"{address}/rye", "text/html")
        assert facts["fetched_at"]

    @pytest.mark.parametrize("words", [(), ("-f", "markdown")])
    def test_reader_that_has_seen_enough(self, folder, url, words):
        """A reader that goes away ends the report, not the keeping."""
        read, write = os.pipe()
        os.close(read)
        pages = [str(folder / name) for name in ("rye.html", "empty.html", "oats.html")]
        code = "import sys; from thresher.cli import main; sys.exit(main())"
        finished = subprocess.run(
            [sys.executable, "-c", code, *pages, "--store", url, *words], stdout=write, stderr=write, check=False
        )
        os.close(write)
        assert finished.returncode == CONTENT
        with Store.open(url) as store:
            assert store.count() == len(pages)

    @pytest.mark.parametrize(
        ("where", "code"), [("results.db", USAGE), ("sqlite:////missing/folder/store.db", FAILURE)]
    )
    def test_store_that_cannot_be(self, run, folder, where, code):
        """A store that cannot be opened is one sentence, before any page is read."""
        found = run(folder / "missing.html", "--store", where)
        assert found[:2] == (code, "") and found[2].startswith("thresher: ") and found[2].count("\n") == 1


class TestList:
    """``thresher store list``."""

    def test_newest_first(self, run, kept):
        """The newest results come first, and the rest is counted."""
        code, out, err = run("store", "list", "--store", kept, "-n", 2)
        assert code == CONTENT and "the newest 2 of 3" in err
        assert ["empty.html" in line for line in out.splitlines()] == [True, False]

    def test_filter(self, run, kept):
        """Only what is wanted is listed; nothing is exit code 3."""
        code, out, err = run("store", "list", "--store", kept, "--outcome", "content", "--language", "en")
        assert (code, out.count("\n"), err) == (CONTENT, 2, "")
        assert run("store", "list", "--store", kept, "--since", "2999-01-01")[0] == NOTHING_FOUND

    @pytest.mark.parametrize(
        "words", [["--since", "soon"], ["--outcome", "nonsense"], ["--limit", "-1"], ["--limit", "x"]]
    )
    def test_wrong_values(self, capsys, words):
        """A value that cannot be is a wrong call."""
        assert main(["store", "list", "--store", "sqlite://", *words]) == USAGE
        told = capsys.readouterr().err
        assert words[0] in told and "_" not in told  # no name of ours


class TestShow:
    """``thresher store show``."""

    def test_by_number_and_address(self, run, kept, folder):
        """A result is shown by its number or its address, facts first, and without commands to the terminal."""
        address = (folder / "oats.html").as_uri()
        code, out, _ = run("store", "show", address, "--store", kept)
        assert code == CONTENT and f"url: {address}\n" in out and "language: en\n" in out and "\n\nOats is sown" in out
        number = out.splitlines()[0].removeprefix("id: ")
        assert run("store", "show", number, "--store", kept)[1] == out and "\x1b" not in out

    def test_versions(self, run, kept, folder):
        """Where a page has several versions, the newest is shown and the others are named."""
        (folder / "rye.html").write_text(PAGE.replace("sown", "strewn"), encoding="utf-8")
        run(folder / "rye.html", "--store", kept)
        out = run("store", "show", (folder / "rye.html").as_uri(), "--store", kept)[1]
        assert "Rye is strewn" in out and "other versions: 1\n" in out

    @pytest.mark.parametrize("name", ["99", "https://mill.example/", "9" * 30])
    def test_nothing(self, run, kept, name):
        """What is not there is one sentence and exit code 3."""
        assert run("store", "show", name, "--store", kept) == (
            NOTHING_FOUND,
            "",
            f"thresher: there is no result {name}\n",
        )


class TestSearch:
    """``thresher store search``."""

    def test_found(self, run, kept):
        """What is found is shown with the words that were searched for."""
        code, out, _ = run("store", "search", "oats", '"sown in"', "--store", kept)
        assert code == CONTENT and "oats.html" in out and "**Oats** is **sown in** autumn" in out

    @pytest.mark.parametrize(
        "words", [["barley"], ["("], ['"'], ["--", "-rye"], ["\x00"], ["'; DROP TABLE extraction"]]
    )
    def test_not_found(self, run, kept, words):
        """What finds nothing, hostile input included, is exit code 3."""
        assert run("store", "search", "--store", kept, *words)[0] == NOTHING_FOUND


class TestExport:
    """``thresher store export``."""

    def test_formats(self):
        """The formats that the command offers are those that the store has."""
        assert tuple(EXPORTS) == FORMATS

    def test_stdout(self, run, kept):
        """Without a file, JSON lines go to stdout, and nothing but them."""
        code, out, _ = run("store", "export", "--store", kept, "--outcome", "content")
        assert code == CONTENT
        assert [json.loads(line)["text"].split()[0] for line in out.splitlines()] == ["Rye", "Oats"]

    @pytest.mark.parametrize("name", FORMATS)
    def test_file(self, run, kept, tmp_path, name):
        """Each format goes to a file, of which there is never a half."""
        path = tmp_path / "out" / "results"
        path.parent.mkdir()
        assert run("store", "export", "--store", kept, "-f", name, "-o", path) == (
            CONTENT,
            "",
            "thresher: 3 results\n",
        )
        assert path.stat().st_size > 500 and list(path.parent.iterdir()) == [path]

    @pytest.mark.parametrize("name", ["missing/results", "folder"])
    def test_file_that_cannot_be(self, run, kept, tmp_path, name):
        """What cannot be written is told by the name that was given, and leaves nothing behind."""
        (tmp_path / "folder").mkdir()
        before = sorted(tmp_path.iterdir())
        code, _, err = run("store", "export", "--store", kept, "-o", tmp_path / name)
        assert code == FAILURE and f"cannot open {tmp_path / name}: " in err
        assert sorted(tmp_path.iterdir()) == before

    def test_pipe(self, run, kept, tmp_path):
        """A pipe that was made before is written to, and not replaced by a file."""
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
        assert run("store", "export", "--store", kept, "-o", pipe)[0] == CONTENT
        assert os.read(reader, 100).startswith(b'{"') and pipe.is_fifo()
        os.close(reader)

    def test_parquet_needs_a_file(self, run, kept):
        """Parquet on a terminal helps nobody."""
        code, _, err = run("store", "export", "--store", kept, "-f", "parquet")
        assert code == USAGE and "--output" in err


@pytest.mark.parametrize("action", ["list", "show 1", "search rye", "export"])
def test_store_that_is_not_there(run, tmp_path, action):
    """A store that is not there is told, and not made by asking for it."""
    code, _, err = run("store", *action.split(), "--store", f"sqlite:///{tmp_path}/typo.db")
    assert code == FAILURE and "there is no file" in err and err.count("\n") == 1
    assert not list(tmp_path.iterdir())
