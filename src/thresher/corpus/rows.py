"""From a record to a row: what every page of a corpus yields, with its text or with the reason why it has none."""

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
    ("url", pa.string(), "address of the page"),
    ("title", pa.string(), "what the page is called, without the name of its site"),
    ("date", pa.string(), "when it was published, in ISO 8601, where the page says so"),
    ("language", pa.string(), "its language: declared, detected, or evident from its script"),
    ("kind", pa.string(), "its kind, where the method determines it"),
    ("is_overview", pa.bool_(), "whether it is a list of other pages"),
    ("confidence", pa.float64(), "the method's own estimate of how good the text is, 0 to 1"),
    ("outcome", pa.string(), "what came of it, see below"),
    ("reason", pa.string(), "the evidence for the outcome"),
    ("text", pa.string(), "plain text; null where the page was left out or failed"),
    ("markdown", pa.string(), "the same as Markdown"),
    ("encoding", pa.string(), "encoding of its bytes, where it had bytes"),
    ("record_id", pa.string(), "the crawl's own name for the record"),
    ("offset", pa.int64(), "where the record begins in its input: a byte, a row, a place in the list of files"),
    ("length", pa.int64(), "bytes that it takes there"),
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
    TIMEOUT: "it took longer than the time limit",
    OUT_OF_MEMORY: "it needed more memory than is allowed",
    CRASHED: "it crashed its process, several times",
    FAILED: "an internal error",
    DUPLICATE: "a near-duplicate of an earlier page, found by `--dedup`",
}
#: Outcomes that count as errors.
ERRORS = frozenset([TIMEOUT, OUT_OF_MEMORY, CRASHED, FAILED])


@dataclass(frozen=True)
class RowMaker:
    """Makes the row of a record."""

    options: Options = DEFAULTS
    keep: Keep = field(default_factory=Keep)
    templates: HostTemplates = NO_TEMPLATES
    source: str | None = None

    def row(self, record: Record) -> Row:
        """What came of a record; whatever is wrong with it, there is a row."""
        if record.fault:
            return self.failed(record, UNREADABLE, record.fault)
        if record.is_too_large:
            return self.failed(record, TOO_LARGE, f"more than {MAX_PAGE_BYTES:,} bytes")
        try:
            return self._extracted(record)
        except DecodeError as error:
            return self.failed(record, UNREADABLE, str(error))
        except MemoryError:
            return self.failed(record, OUT_OF_MEMORY, "the page needs more memory than is allowed")
        except Exception as error:  # noqa: BLE001, RUF100 - a fault of ours on one page is a row, not the end of a corpus
            return self.failed(record, FAILED, f"{type(error).__name__}: {error}"[:300])

    def failed(self, record: Record, outcome: str, reason: str) -> Row:
        """The row of a page that gave nothing."""
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
    """What is known of a page without writing its text."""
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
    """Rows as an Arrow batch; half characters, which no file can hold, are replaced."""
    try:
        return pa.RecordBatch.from_pylist(list(rows), schema=SCHEMA)
    except UnicodeEncodeError:
        whole = [{name: _whole(value) for name, value in row.items()} for row in rows]
        return pa.RecordBatch.from_pylist(whole, schema=SCHEMA)


def _whole(value: Any) -> Any:
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else value
