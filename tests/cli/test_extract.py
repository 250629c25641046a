"""``thresher extract``: pages from everywhere, results to everywhere, and exit codes that tell how it went."""

from __future__ import annotations

import io
import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

import thresher
from thresher.cli import main
from thresher.cli.extract import page_stem
from thresher.fetch import vetting

STORY = "Rye is sown in autumn and cut in the summer of the next year. " * 4
PAGE = f"<title>Rye</title><nav><a href=/>Home</a></nav><article><p>{STORY}</p><p>{STORY}</p></article>"
EMPTY = "<script>nothing</script>"
PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(50)
CONTENT, FAILURE, USAGE, NOTHING_FOUND = 0, 1, 2, 3


@pytest.fixture
def folder(tmp_path):
    """A folder of pages, good and bad."""
    (tmp_path / "rye.html").write_text(PAGE, encoding="utf-8")
    (tmp_path / "oats.html").write_text(PAGE.replace("Rye", "Oats"), encoding="utf-8")
    (tmp_path / "empty.html").write_text(EMPTY, encoding="utf-8")
    (tmp_path / "picture.png").write_bytes(PICTURE)
    return tmp_path


@pytest.fixture
def server(serving, answering):
    """Address of our own server on the loopback, with one page."""
    handler = answering({"/rye": (200, {"Content-Type": "text/html; charset=utf-8"}, PAGE.encode())})
    with serving(handler) as found:
        yield f"http://127.0.0.1:{found.server_port}"


def program(*words, stdout=subprocess.PIPE, **variables):
    """A process of the program, with output that is buffered as usual."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    environment |= {"PYTHONPATH": str(Path(thresher.__file__).parents[1]), **variables}
    command = [sys.executable, "-m", "thresher", *map(str, words)]
    return subprocess.Popen(command, stdout=stdout, stderr=subprocess.PIPE, env=environment)


class TestExitCodes:
    """What a script can tell from the exit code."""

    def test_content(self, run, folder):
        """0: the content is on stdout, and nothing else is anywhere."""
        assert run("extract", folder / "rye.html") == (CONTENT, f"{STORY.strip()}\n\n{STORY.strip()}\n", "")

    def test_nothing_found(self, run, folder):
        """3: nothing was found, and the reason is on stderr."""
        code, out, err = run(folder / "empty.html")
        assert (code, out.strip()) == (NOTHING_FOUND, "")
        assert err == f"thresher: {folder / 'empty.html'}: empty: the page has no text\n"

    @pytest.mark.parametrize(
        ("words", "message"),
        [
            (["-a", "nonsense"], "unknown algorithm 'nonsense'"),
            (["-a", "cectd-ds", "--set", "lam=-1"], "lam=-1 is not allowed: it must be a number of at least 0"),
            (["-a", "cectd-ds", "--set", "lam=x"], "lam='x' is not allowed"),
            (["-a", "cectd-ds", "--set", "lma=1"], "unknown parameter 'lma'; did you mean 'lam'?"),
            (["-a", "cectd-ds", "--set", "lam"], "--set takes NAME=VALUE, not 'lam'"),
            (["--format", "poem"], "argument -f/--format: invalid choice: 'poem'"),
            (["--formta", "text"], "unknown option '--formta'; did you mean '--format'?"),
            (["--formta=text"], "unknown option '--formta'; did you mean '--format'?"),
            (["--front-matter"], "--front-matter needs --format markdown"),
            (["--front-matter", "-f", "html"], "--front-matter needs --format markdown"),
            (["--evidence"], "--evidence needs --format json"),
            (["--max-chars", "x"], "argument --max-chars: must be a whole number of at least 1, not 'x'"),
            (["--max-nodes", "0"], "argument --max-nodes: must be a whole number of at least 1, not '0'"),
            (["--time-limit", "soon"], "argument --time-limit: must be a number above 0, not 'soon'"),
            (["-x"], "-x: unexpected; see thresher --help"),
            (["--set"], "argument --set: expected one argument; see thresher extract --help"),
        ],
    )
    def test_usage(self, run, folder, words, message):
        """2: it was asked for in a wrong way, said in one sentence before any page is read."""
        code, out, err = run(folder / "missing.html", *words)
        assert (code, out) == (USAGE, "")
        assert err.startswith(f"thresher: {message}") and err.count("\n") == 1

    def test_a_mistyped_command(self, run, folder, monkeypatch):
        """2: a word that is nearly a command is no page, unless there is a file of that name."""
        monkeypatch.chdir(folder)
        code, out, err = run("extrct", "rye.html")
        assert (code, out) == (USAGE, "")
        assert err.startswith("thresher: unknown command 'extrct'; did you mean 'extract'?")
        (folder / "rye.html").rename(folder / "extrct")
        assert run("extrct")[0] == CONTENT

    @pytest.mark.parametrize(
        ("name", "message"),
        [
            ("missing.html", "No such file or directory"),
            ("picture.png", "picture.png: not a page of text: the bytes look like a PNG picture"),
            (".", "it is a folder; give its pages"),
        ],
    )
    def test_failure(self, run, folder, name, message):
        """1: a page could not be had, said in one sentence that names it."""
        code, out, err = run(folder / name)
        assert (code, out) == (FAILURE, "")
        assert message in err and str(folder) in err and err.count("\n") == 1

    @pytest.mark.parametrize("name", ["ftp://mill.example/rye.html", "file:///srv/rye.html"])
    def test_addresses_that_are_not_of_the_web(self, run, name):
        """1: an address of another kind is told to be one, not to be a file that is missing."""
        code, _, err = run(name)
        assert code == FAILURE and f"cannot fetch {name}: only http and https are fetched" in err

    def test_no_address_steers_the_terminal(self, run):
        """What a message repeats is shown without the signs that a terminal takes for commands."""
        _, _, told = run("extract", "http://127.0.0.1:1/\x1b[31m\x9b2Jrye")
        assert "/ [31m 2Jrye: the server refused" in told and told.replace("\n", "").isprintable()

    def test_interrupted(self, run, monkeypatch):
        """130: somebody pressed the key for it, which is no traceback."""

        def interrupt(*_):
            raise KeyboardInterrupt

        monkeypatch.setattr("thresher.cli.extract.read_input", interrupt)
        assert run("page.html") == (130, "", "thresher: interrupted\n")

    @pytest.mark.parametrize(("module", "said"), [("argparse", b""), ("numpy", b"thresher: interrupted\n")])
    def test_interrupted_while_it_loads(self, tmp_path, module, said):
        """130 without a traceback, too, if Ctrl-C comes while the first modules are imported."""
        (tmp_path / f"{module}.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n")
        source = Path(thresher.__file__).parents[1]
        with program("page.html", PYTHONPATH=f"{tmp_path}{os.pathsep}{source}") as process:
            assert (process.wait(60), process.stderr.read()) == (130, said)

    @pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
    def test_closed_streams(self, folder, closed):
        """What the caller has closed is read as empty, or written to nowhere."""
        command = f"'{sys.executable}' -m thresher {folder / 'rye.html'} {closed}"
        environment = os.environ | {"PYTHONPATH": str(Path(thresher.__file__).parents[1])}
        done = subprocess.run(["sh", "-c", command], env=environment, capture_output=True, check=False)
        assert (done.returncode, done.stderr) == (CONTENT, b"")
        assert bool(done.stdout) == (">&-" not in closed.replace("2>&-", ""))

    def test_no_room(self, folder, missing):
        """1: a full disk is told as what it is."""
        if not Path("/dev/full").exists():
            missing("/dev/full")
        with program(folder / "rye.html", "-o", "/dev/full") as process:
            assert process.stderr.read() == b"thresher: cannot write /dev/full: No space left on device\n"
        assert process.returncode == FAILURE


class TestSeveralPages:
    """Several pages at once."""

    def test_each_has_a_header(self, run, folder):
        """Each text comes under the name of its page."""
        code, out, err = run(folder / "rye.html", folder / "oats.html")
        assert (code, err) == (CONTENT, "")
        assert (
            out.index(f"==> {folder / 'rye.html'} <==")
            < out.index("Rye is")
            < out.index("oats.html")
            < out.index("Oats is")
        )

    def test_a_bad_one_does_not_stop_the_rest(self, run, folder):
        """After a bad page the next ones are extracted, and the end says how many failed."""
        code, out, err = run(*(folder / name for name in ("missing.html", "rye.html", "picture.png", "oats.html")))
        assert code == FAILURE
        assert "Rye is" in out and "Oats is" in out
        assert err.endswith("thresher: 2 of 4 pages failed\n")

    def test_one_with_content_is_enough(self, run, folder):
        """Content in one of them is content."""
        assert run(folder / "empty.html", folder / "rye.html")[0] == CONTENT


class TestInputs:
    """Files, standard input and addresses."""

    @pytest.mark.parametrize("words", [[], ["-"], ["extract"], ["extract", "-"], ["-f", "text"]])
    def test_stdin(self, run, monkeypatch, words):
        """Without a page, or with -, the page comes from standard input."""
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(PAGE.encode())))
        code, out, _ = run(*words)
        assert (code, out.count("Rye is")) == (CONTENT, 8)

    def test_address(self, run, monkeypatch, server):
        """An address is fetched, with its links made absolute by it."""
        monkeypatch.setattr(vetting, "is_public", lambda address: True)
        code, out, _ = run(f"{server}/rye", "-a", "cectd-ds")
        assert (code, out.count("Rye is")) == (CONTENT, 8)

    def test_address_that_is_not_there(self, run, monkeypatch, server, folder):
        """An address that answers with an error is a page that failed; the others go on."""
        monkeypatch.setattr(vetting, "is_public", lambda address: True)
        code, out, err = run(f"{server}/gone", folder / "rye.html")
        assert code == FAILURE
        assert "404" in err and "Rye is" in out

    def test_page_without_a_command(self, run, folder):
        """``thresher PAGE`` is short for ``thresher extract PAGE``, options first or last."""
        long = run("extract", "-a", "cetd-ds", folder / "rye.html")
        assert run("-a", "cetd-ds", folder / "rye.html") == run(folder / "rye.html", "-a", "cetd-ds") == long

    def test_value_that_looks_like_a_command(self, run, folder, monkeypatch):
        """Only the first word is a command: an output file may be called like one."""
        monkeypatch.chdir(folder)
        assert run("-o", "algorithms", "rye.html")[0] == CONTENT
        assert "Rye is" in (folder / "algorithms").read_text(encoding="utf-8")


class TestOutputs:
    """Where results go."""

    def test_file(self, run, folder):
        """One page goes to the file that is named."""
        assert run(folder / "rye.html", "-o", folder / "out.txt") == (CONTENT, "", "")
        assert (folder / "out.txt").read_text(encoding="utf-8").startswith("Rye is sown")

    def test_folder(self, run, folder):
        """Several pages go to a folder, which is made, under their own names."""
        out = folder / "new" / "results"
        assert run(folder / "rye.html", folder / "oats.html", "-o", out, "-f", "markdown")[0] == CONTENT
        assert sorted(path.name for path in out.iterdir()) == ["oats.md", "rye.md"]

    def test_folder_for_one(self, run, folder):
        """One page goes into a folder that is there."""
        run(folder / "rye.html", "-o", folder)
        assert (folder / "rye.txt").exists()

    def test_pages_of_the_same_name(self, run, folder):
        """Pages of the same name in different folders do not overwrite each other."""
        (folder / "b").mkdir()
        (folder / "b" / "rye.html").write_text(PAGE.replace("Rye", "Spelt"), encoding="utf-8")
        run(folder / "rye.html", folder / "b" / "rye.html", "-o", folder / "out")
        texts = {path.name: path.read_text(encoding="utf-8")[:5] for path in (folder / "out").iterdir()}
        assert texts == {"rye.txt": "Rye i", "rye-2.txt": "Spelt"}

    @pytest.mark.parametrize(
        "name",
        [
            "https://a.example/../../../etc/passwd",
            "https://a.example/%2e%2e/x",
            "https://../..",
            "https://a.example/\\..\\x\0",
            "http:///etc/passwd",
            "../../rye.html",
            "..",
            f"https://a.example/{'o' * 999}",
        ],
    )
    def test_no_name_leads_out_of_the_folder(self, folder, name):
        """The file of a page lies in the folder that was named, whatever its address."""
        path = folder / "out" / f"{page_stem(name)}.txt"
        assert path.resolve().parent == (folder / "out").resolve()
        assert len(path.name) < 200 and not {"/", "\\", "\0"} & set(path.name)

    @pytest.mark.parametrize("where", ["missing/out.txt", "rye.html/out.txt"])
    def test_output_that_cannot_be_written(self, run, folder, where):
        """A place that cannot be written to is one sentence and a failure, not a traceback."""
        code, out, err = run(folder / "rye.html", "-o", folder / where)
        assert (code, out) == (FAILURE, "")
        assert err.startswith(f"thresher: cannot open {folder / where}: ") and err.count("\n") == 1

    def test_json(self, run, folder):
        """The JSON of a page is an object on its own."""
        _, out, _ = run(folder / "rye.html", "-f", "json")
        assert json.loads(out)["title"] == "Rye"

    def test_parameters(self, run, folder):
        """Parameters reach the method: a λ of 0 keeps the menu."""
        assert "Home" not in run(folder / "rye.html")[1]
        assert "Home" in run(folder / "rye.html", "-a", "cectd-ds", "--set", "lam=0")[1]

    def test_front_matter(self, run, folder):
        """What is known of a page stands ahead of its Markdown."""
        code, out, _ = run(folder / "rye.html", "-f", "markdown", "--front-matter")
        assert code == CONTENT and out.startswith("---\ntitle: ") and out.rstrip().endswith(STORY.strip())

    def test_quotes(self, run, folder):
        """Text that is quoted is part of the text, unless it is not wanted."""
        quoted = f"<blockquote><p>Oats were sown here before the war. {STORY}</p></blockquote></article>"
        (folder / "quote.html").write_text(PAGE.replace("</article>", quoted), encoding="utf-8")
        assert "Oats were sown" in run(folder / "quote.html")[1]
        code, out, _ = run(folder / "quote.html", "--no-quotes")
        assert code == CONTENT and "Rye is" in out and "Oats were sown" not in out

    def test_odd_characters(self, capsysbinary, folder):
        """A half of a pair is written as a sign that UTF-8 has."""
        (folder / "odd.html").write_text(PAGE + "<p>&#xD800; \udfff" + STORY, encoding="utf-8", errors="surrogatepass")
        assert main([str(folder / "odd.html")]) == CONTENT
        assert b"Rye is" in capsysbinary.readouterr().out


class TestProcess:
    """The program as a process of its own."""

    def test_reader_that_has_seen_enough(self, folder):
        """A reader that goes away is no error and leaves no message."""
        (folder / "long.html").write_text(f"<p>{STORY}</p>" * 20_000, encoding="utf-8")
        process = program(folder / "long.html")
        assert process.stdout.read(10)
        process.stdout.close()
        assert (process.stderr.read(), process.wait(60)) == (b"", CONTENT)
        process.stderr.close()

    def test_reader_that_never_reads(self):
        """Output short enough to wait for the end of the program is no error either."""
        read, write = os.pipe()
        os.close(read)
        process = program("algorithms", stdout=write)
        os.close(write)
        assert (process.communicate(timeout=60)[1], process.returncode) == (b"", CONTENT)

    def test_terminal_without_the_letters(self):
        """Where the terminal lacks a letter, another sign stands for it."""
        process = program("algorithms", "cectd-ds", PYTHONIOENCODING="ascii")
        out, err = process.communicate(timeout=60)
        assert (err, process.returncode) == (b"", CONTENT)
        assert b"?: the threshold's factor" in out


@pytest.mark.parametrize(
    ("words", "expected"), [(["--version"], "thresher 0."), (["-h"], "thresher PAGE... is short for")]
)
def test_help_and_version(capsys, words, expected):
    """Help and version are on stdout, with exit code 0."""
    with pytest.raises(SystemExit) as stop:
        main(words)
    assert stop.value.code == CONTENT
    assert expected in capsys.readouterr().out


def test_several_pages_make_one_table(tmp_path, capfdbinary):
    """As CSV on stdout, the names of the columns stand once, however many pages there are."""
    for name in ("a", "b"):
        (tmp_path / f"{name}.html").write_text(f"<title>{name}</title><p>{'Rye is sown in autumn. ' * 9}</p>")
    assert main([str(tmp_path / "a.html"), str(tmp_path / "b.html"), "--format", "csv"]) == 0
    lines = capfdbinary.readouterr().out.decode().splitlines()
    assert sum(line.startswith("url,") or ",title," in line for line in lines) == 1


def test_a_page_cannot_command_the_terminal(tmp_path):
    """Control sequences in a page's text are left out where it is shown, and only there."""
    page = tmp_path / "rye.html"
    page.write_text(PAGE.replace("Rye is", "Rye\x1b]0;owned\x07 is"), encoding="utf-8")
    command = [sys.executable, "-m", "thresher", str(page)]
    ours, theirs = pty.openpty()
    subprocess.run(command, stdout=theirs, check=True, stdin=subprocess.DEVNULL)
    os.close(theirs)
    shown = os.read(ours, 1 << 16)
    os.close(ours)
    assert b"Rye]0;owned is sown" in shown
    assert not {b"\x1b", b"\x07"} & {shown[at : at + 1] for at in range(len(shown))}
    assert b"\x1b" in subprocess.run(command, capture_output=True, check=True, stdin=subprocess.DEVNULL).stdout


@pytest.mark.parametrize(("option", "expected"), [("--headline", True), ("--no-headline", False)])
def test_the_headline_is_in_or_out_as_asked(tmp_path, capfd, option, expected):
    """Both answers can be given on the command line."""
    page = tmp_path / "rye.html"
    page.write_text(PAGE.replace("<p>", "<h1>Rye</h1><p>", 1), encoding="utf-8")
    assert main([str(page), option]) == CONTENT
    assert capfd.readouterr().out.startswith("Rye\n") is expected
