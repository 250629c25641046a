"""The results file: append-only JSON lines, a row for each page and contestant.

An interrupted run resumes where it stopped; if a page and contestant have two rows, the later one counts.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, TypeAlias

from thresher.evaluate.metrics import Score
from thresher.workers import CRASHED, TIMEOUT

#: Set, page and contestant: the key of a row.
Key: TypeAlias = tuple[str, str, str]

FILE = "results.jsonl"
#: The status of a row, unless the process was lost.
OK, EMPTY, FAILED = "ok", "empty", "failed"
#: The statuses that count as errors.
ERRORS = (FAILED, TIMEOUT, CRASHED)


@dataclass(frozen=True)
class Facts:
    """Facts about a page that do not depend on the contestant."""

    set: str
    page: str
    kind: str | None
    language: str | None
    site: str | None
    size: int  #: characters of HTML
    body: str | None = None  #: single, interrupted or comments


@dataclass(frozen=True)
class Row:
    """The result of one contestant on one page."""

    facts: Facts
    method: str
    is_peer: bool
    status: str
    seconds: float | None  #: CPU time from string to text
    scores: dict[str, Score | None] = field(default_factory=dict)  #: ``None`` where a metric does not apply
    error: str = ""  #: what failed, a sentence
    fault: str = ""  #: what is wrong with the answer
    missing: str = ""
    superfluous: str = ""

    @property
    def key(self) -> Key:
        """The set, page and contestant of the row."""
        return (self.facts.set, self.facts.page, self.method)

    def as_json(self) -> str:
        """The row as one line of JSON."""
        columns: dict[str, Any] = {name: getattr(self.facts, name) for name in _FACTS}
        columns |= {name: getattr(self, name) for name in _COLUMNS}
        for name, score in self.scores.items():
            columns[name] = score.value if score else None
            if score:
                columns |= {f"{name}_precision": score.precision, f"{name}_recall": score.recall}
        return json.dumps(columns, ensure_ascii=False)

    @classmethod
    def from_json(cls, line: str, metrics: Iterable[str]) -> Row:
        """The row in a line, with those of the *metrics* that it contains."""
        columns = json.loads(line)
        facts = Facts(**{name: columns[name] for name in _FACTS})
        scores = {name: _score(columns, name) for name in metrics if name in columns}
        return cls(facts, scores=scores, **{name: columns[name] for name in _COLUMNS})


_FACTS = tuple(each.name for each in fields(Facts))
_COLUMNS = tuple(each.name for each in fields(Row) if each.name not in ("facts", "scores"))


def _score(columns: dict[str, Any], name: str) -> Score | None:
    if columns[name] is None:
        return None
    return Score(columns[f"{name}_precision"], columns[f"{name}_recall"], columns[name])


class Results:
    """The results file of a folder."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE
        folder.mkdir(parents=True, exist_ok=True)

    def rows(self, metrics: Sequence[str]) -> list[Row]:
        """The last row for each page and contestant."""
        latest: dict[Key, Row] = {}
        for line in self._lines():
            row = Row.from_json(line, metrics)
            latest[row.key] = row
        return list(latest.values())

    def finished(self, metrics: Sequence[str]) -> set[Key]:
        """The keys of rows that have all *metrics* and need not be computed again."""
        return {row.key for row in self.rows(metrics) if all(name in row.scores for name in metrics)}

    def append(self, rows: Iterable[Row]) -> Iterator[Row]:
        """Write each row immediately and pass it on."""
        self._mend()
        with self.path.open("a", encoding="utf-8") as file:
            for row in rows:
                file.write(row.as_json() + "\n")
                file.flush()
                yield row

    def clear(self) -> None:
        """Delete all results."""
        self.path.unlink(missing_ok=True)

    def _lines(self) -> Iterator[str]:
        if self.path.is_file():
            self._mend()
            with self.path.open(encoding="utf-8") as file:
                yield from file

    def _mend(self) -> None:
        """Remove a last line that is incomplete because the run was killed."""
        if not self.path.is_file():
            return
        body = self.path.read_bytes()
        whole = body.rfind(b"\n") + 1
        if whole < len(body):
            with self.path.open("r+b") as file:
                file.truncate(whole)
