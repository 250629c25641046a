"""Messages on stderr: the line of progress is for people at a terminal only."""

from __future__ import annotations

import io

from thresher.cli.messages import LiveLine


class Terminal(io.StringIO):
    """A stream that a person looks at."""

    def isatty(self):
        return True


def test_the_line_is_rewritten(monkeypatch):
    """What the line said before is replaced, and the line is empty in the end."""
    out = Terminal()
    monkeypatch.setattr("sys.stderr", out)
    with LiveLine() as line:
        line.show("10 pages")
        line.show("20 pages")
    assert out.getvalue() == "\r\033[K10 pages\r\033[K20 pages\r\033[K"


def test_files_get_nothing(monkeypatch):
    """A log file is not filled with lines that are rewritten."""
    out = io.StringIO()
    monkeypatch.setattr("sys.stderr", out)
    with LiveLine() as line:
        line.show("10 pages")
    assert out.getvalue() == ""
