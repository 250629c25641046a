"""Rows from records: every page of a corpus produces one, with its text or with the reason why it has none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import pyarrow as pa

from thresher import __version__
from thresher.corpus.keep import Keep
from thresher.corpus.records import MAX_PAGE_BYTES, Record
from thresher.corpus.templates import NO_TEMPLATES, HostTemplates
from thresher.errors import DecodeError
from thresher.extraction import Extraction, extract
from thresher.metadata import Metadata
from thresher.options import DEFAULTS, Options
from thresher.page import Page

Row: TypeAlias = dict[str, Any]

#: The columns of a row: name, type, meaning.
COLUMNS: tuple[tuple[str, pa.DataType, str], ...] = (
    ("url", pa.string(), "URL of the page"),
    ("title", pa.string(), "title of the page, without the name of its site"),
    ("date", pa.string(), "date of publication in ISO 8601, if the page gives it"),
    ("language", pa.string(), "its language: declared, detected, or evident from its script"),
    ("kind", pa.string(), "its kind, where the method determines it"),
    ("is_overview", pa.bool_(), "whether it is a list of other pages"),
    ("confidence", pa.float64(), "the method's own estimate of how good the text is, 0 to 1"),
    ("outcome", pa.string(), "whether content was found, or what went wrong; see below"),
    ("reason", pa.string(), "the evidence for the outcome"),
    ("text", pa.string(), "plain text; null if the page was left out or failed"),
    ("markdown", pa.string(), "the same as Markdown"),
    ("encoding", pa.string(), "encoding of its bytes; null if it was given as text"),
    ("record_id", pa.string(), "identifier of the record in the crawl"),
    ("offset", pa.int64(), "where the record begins in its input: a byte, a row, a position in the list of files"),
    ("length", pa.int64(), "length of the record there, in bytes"),
    ("source", pa.string(), "name of the input"),
    ("algorithm", pa.string(), "the method"),
    ("version", pa.string(), "version of thresher"),
)
SCHEMA = pa.schema([(name, kind) for name, kind, _ in COLUMNS])

#: Outcomes besides those of an extraction (`thresher.Outcome`), and what they mean.
LEFT_OUT, UNREADABLE, TOO_LARGE, FAILED = "left-out", "unreadable", "too-large", "failed"
TIMEOUT, CRASHED, OUT_OF_MEMORY, DUPLICATE = "timeout", "crashed", "out-of-memory", "duplicate"
OUTCOMES = {
    LEFT_OUT: "excluded by `--keep` or `--min-confidence`",
    UNREADABLE: "its bytes are not a page of text",
    TOO_LARGE: f"more than {MAX_PAGE_BYTES:,} bytes",
    TIMEOUT: "it exceeded the time limit",
    OUT_OF_MEMORY: "it needed more memory than allowed",
    CRASHED: "it crashed its process several times",
    FAILED: "an internal error",
    DUPLICATE: "a near-duplicate of an earlier page, found by `--dedup`",
}
#: Outcomes that count as errors.
ERRORS = frozenset([TIMEOUT, OUT_OF_MEMORY, CRASHED, FAILED])


@dataclass(frozen=True)
class RowMaker:
    """Makes rows from records."""

    options: Options = DEFAULTS
    keep: Keep = field(default_factory=Keep)
    templates: HostTemplates = NO_TEMPLATES
    source: str | None = None

    def row(self, record: Record) -> Row:
        """The row of a record; there is one whatever is wrong with the record."""
        if record.fault:
            return self.failed(record, UNREADABLE, record.fault)
        if record.is_too_large:
            return self.failed(record, TOO_LARGE, f"more than {MAX_PAGE_BYTES:,} bytes")
        try:
            return self._extracted(record)
        except DecodeError as error:
            return self.failed(record, UNREADABLE, str(error))
        except MemoryError:
            return self.failed(record, OUT_OF_MEMORY, "the page needs more memory than allowed")
        except Exception as error:  # noqa: BLE001, RUF100 - a bug that affects one page must not end the run
            return self.failed(record, FAILED, f"{type(error).__name__}: {error}"[:300])

    def failed(self, record: Record, outcome: str, reason: str) -> Row:
        """The row of a page without a result."""
        return self._known(record) | {"outcome": outcome, "reason": reason}

    def _known(self, record: Record) -> Row:
        return {
            "url": record.url,
            "record_id": record.id,
            "offset": record.offset,
            "length": record.length,
            "source": self.source,
            "algorithm": algorithm_name(self.options),
            "version": __version__,
        }

    def _extracted(self, record: Record) -> Row:
        page = Page.from_html(record.body, record.url, encoding=record.charset)
        extraction = extract(page, options=self.templates.options_for(record.url, self.options))
        row = self._known(record) | _facts(extraction)
        left_out = self.keep.left_out(row["kind"], row["language"], row["confidence"])
        if left_out:
            return row | {"outcome": LEFT_OUT, "reason": left_out}
        return row | {"text": extraction.text, "markdown": extraction.markdown}


def _facts(extraction: Extraction) -> Row:
    """The columns of a page that do not need its text."""
    metadata = Metadata.of(extraction.selection)
    return {
        "title": metadata.value("title"),
        "date": metadata.value("published"),
        "language": metadata.value("language"),
        "kind": extraction.kind,
        "is_overview": extraction.is_overview,
        "confidence": extraction.selection.confidence,
        "outcome": extraction.outcome.value,
        "reason": extraction.reason,
        "encoding": extraction.encoding,
    }


def algorithm_name(options: Options) -> str:
    """The method and the parameters that differ from its defaults.

    >>> algorithm_name(Options(algorithm="cectd-ds", parameters={"lam": 0.9}))
    'cectd-ds[lam=0.9]'
    """
    name = options.algorithm if isinstance(options.algorithm, str) else type(options.algorithm).__name__
    given = ",".join(f"{parameter}={value}" for parameter, value in options.given.items())
    return f"{name}[{given}]" if given else name


def batch_of(rows: Sequence[Mapping[str, Any]]) -> pa.RecordBatch:
    """Rows as an Arrow batch; lone surrogates, which cannot be encoded, are replaced."""
    try:
        return pa.RecordBatch.from_pylist(list(rows), schema=SCHEMA)
    except UnicodeEncodeError:
        whole = [{name: _whole(value) for name, value in row.items()} for row in rows]
        return pa.RecordBatch.from_pylist(whole, schema=SCHEMA)


def _whole(value: Any) -> Any:
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else value
