"""A folder of your own pages: ``NAME.html``, its gold text ``NAME.txt`` and, optionally, facts in ``NAME.json``.

Folders inside it count as well. Facts are any of: url, kind, language, title, author, date, posts, comments, and
structure (the gold text with CleanEval's marks).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from thresher.errors import DecodeError
from thresher.evaluate.datasets.facts import page_of_facts
from thresher.evaluate.datasets.layouts import read_text
from thresher.evaluate.datasets.page import LabelledPage, Problems


def read_folder(folder: Path, problems: Problems) -> Iterator[LabelledPage]:
    """The pages of a folder, each with its gold text."""
    for file in sorted(file for file in folder.rglob("*.htm*") if file.suffix in (".html", ".htm")):
        gold = file.with_suffix(".txt")
        if not gold.is_file():
            problems.add(file, None, f"no gold text: {gold.name} is missing")
            continue
        try:
            html, text = read_text(file), read_text(gold)
        except DecodeError as error:
            problems.add(file, None, str(error))
            continue
        page_id = file.relative_to(folder).with_suffix("").as_posix()
        page = page_of_facts(
            _facts(file.with_suffix(".json"), problems), set_name=folder.name, page_id=page_id, html=html, gold=text
        )
        if problems.is_new(page, file, None):
            yield page
    for gold in sorted(folder.rglob("*.txt")):
        if not any(gold.with_suffix(ending).is_file() for ending in (".html", ".htm")):
            problems.add(gold, None, "gold text without a page")


def _facts(file: Path, problems: Problems) -> dict[str, Any]:
    """The facts in a file; none if it is missing or broken."""
    if not file.is_file():
        return {}
    try:
        facts = json.loads(file.read_bytes())
        if not isinstance(facts, dict):
            raise TypeError("not a JSON object")  # noqa: TRY301 - reported like any other broken file
    except (ValueError, TypeError) as error:
        problems.add(file, getattr(error, "lineno", None), f"the facts were ignored: {error}")
        return {}
    return facts
