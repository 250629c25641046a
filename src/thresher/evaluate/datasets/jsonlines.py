"""Labelled pages as JSON lines, compressed or not, with facts about the set in a ``sets.toml`` next to them."""

from __future__ import annotations

import gzip
import json
import lzma
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from thresher.errors import InputError
from thresher.evaluate.datasets.facts import page_of_facts
from thresher.evaluate.datasets.page import LabelledPage, Problems

#: Endings of data files.
ENDINGS = (".jsonl", ".jsonl.xz", ".jsonl.gz")


@dataclass(frozen=True)
class SetFacts:
    """Facts about a set as a whole."""

    name: str
    gold: str = "human"  #: "human", "program" (made by another extractor) or "labels" (kinds of pages only)
    headline: bool | None = None  #: whether the gold text includes the headline
    trainable: bool | None = None  #: whether the shipped weights may be trained on it
    licence: str | None = None


def set_facts(path: Path) -> SetFacts:
    """The facts about a data file in the ``sets.toml`` next to it; without one, its gold text counts as human."""
    name = path.name.partition(".jsonl")[0]
    table = path.with_name("sets.toml")
    if not table.is_file():
        return SetFacts(name)
    try:
        known = tomllib.loads(table.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{table} is not a table of data sets: {error}") from None
    entry = next(((key, facts) for key, facts in known.items() if facts.get("file") == path.name), None)
    if entry is None:
        return SetFacts(name)
    key, facts = entry
    return SetFacts(key, **{fact: facts[fact] for fact in SetFacts.__dataclass_fields__ if fact in facts})


def read_json_lines(path: Path, problems: Problems) -> Iterator[LabelledPage]:
    """The pages of a file; a line that cannot be used is reported and skipped."""
    facts = set_facts(path)
    for number, line in _lines(path, problems):
        try:
            page = _page(json.loads(line), facts, number)
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            problems.add(path, number, f"not a labelled page: {_sentence(error)}")
            continue
        if page.gold is None and facts.gold != "labels":
            problems.add(path, number, f"the page {page.id!r} has no gold text")
        elif problems.is_new(page, path, number):
            yield page


def _lines(path: Path, problems: Problems) -> Iterator[tuple[int, bytes]]:
    """Non-empty lines with their numbers; a truncated file gives the lines that it has."""
    number = 0
    try:
        with _open(path) as file:
            for number, line in enumerate(file, start=1):
                if line.strip():
                    yield number, line
    except (OSError, EOFError, lzma.LZMAError) as error:
        problems.add(path, number + 1, f"the file cannot be read further: {error}")


def _open(path: Path) -> IO[bytes]:
    if path.suffix == ".xz":
        return lzma.open(path, "rb")
    if path.suffix == ".gz":
        return gzip.open(path, "rb")  # type: ignore[return-value]  # it reads bytes like any other
    return path.open("rb")


def _page(record: Any, facts: SetFacts, line: int) -> LabelledPage:
    """The page in one line; without an id it is named after the line."""
    html, gold = record["html"], record.get("gold_text", record.get("gold"))
    if not isinstance(html, str) or not isinstance(gold, str | None):
        raise TypeError("html and gold_text must be text")
    page_id = str(record.get("id") or f"line-{line}")
    return page_of_facts(record, set_name=facts.name, page_id=page_id, html=html, gold=gold)


def _sentence(error: Exception) -> str:
    return f"{error.args[0]!r} is missing" if isinstance(error, KeyError) else str(error)
