"""What docs/explain.md shows is what the commands print."""

from __future__ import annotations

from pathlib import Path

from thresher.cli.main import main

ROOT = Path(__file__).parent.parent.parent


def test_the_example_is_real(capsys):
    """The answer in the docs is the answer on the sample page."""
    main(["why", str(ROOT / "examples" / "article.html"), "weather", "-a", "cectd-ds"])
    assert capsys.readouterr().out.strip() in (ROOT / "docs" / "explain.md").read_text(encoding="utf-8")
