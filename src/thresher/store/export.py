"""Writing records to files as JSON lines, XML, or Parquet (with pyarrow), with at most a batch in memory."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any, BinaryIO

from thresher.errors import MissingExtra, UnknownName
from thresher.store.record import StoredExtraction, StoredMedia
from thresher.writers.markup import attribute, escape_text
from thresher.writers.xml_document import DECLARATION, clean

#: Records in a row group of a Parquet file.
ROW_GROUP = 2_000

Writer = Callable[[Iterable[StoredExtraction], BinaryIO], int]


def writer(name: str) -> Writer:
    """The function that writes the named format."""
    if name not in EXPORTS:
        raise UnknownName("export format", name, EXPORTS)
    return EXPORTS[name]


def json_lines(records: Iterable[StoredExtraction], out: BinaryIO) -> int:
    """Write each record as a JSON object on its own line.

    >>> import io
    >>> out = io.BytesIO()
    >>> json_lines([StoredExtraction("https://mill.example/rye", "Rye.")], out), json.loads(out.getvalue())["text"]
    (1, 'Rye.')
    """
    count = 0
    for record in records:
        count += 1
        out.write(json.dumps(record.as_dict(), ensure_ascii=False).encode() + b"\n")
    return count


def xml(records: Iterable[StoredExtraction], out: BinaryIO) -> int:
    """Write the records as one XML document, with an element for each known fact.

    >>> import io
    >>> out = io.BytesIO()
    >>> record = StoredExtraction("https://mill.example/rye", "Rye & oats.", authors=("Ada", "Bo"))
    >>> count = xml([record], out)
    >>> print(out.getvalue().decode().rstrip())
    <?xml version="1.0" encoding="UTF-8"?>
    <extractions>
    <extraction>
    <content_hash>6c...</content_hash>
    <url>https://mill.example/rye</url>
    <text>Rye &amp; oats.</text>
    <outcome>content</outcome>
    <author>Ada</author>
    <author>Bo</author>
    </extraction>
    </extractions>
    """
    count = 0
    out.write(f"{DECLARATION}<extractions>\n".encode())
    for record in records:
        count += 1
        facts = "".join(_element(name, value) for name, value in record.as_dict().items())
        out.write(clean(f"<extraction>\n{facts}</extraction>\n").encode())
    out.write(b"</extractions>\n")
    return count


def _element(name: str, value: Any) -> str:
    """The element of a fact, or one element per item of a list; empty for unknown facts."""
    if name == "authors":
        return "".join(_element("author", author) for author in value)
    if name == "media":
        return "".join(f"<{item['kind']}{''.join(map(attribute, *_known(item)))}/>\n" for item in value)
    if value is None or value in ("", {}):
        return ""
    written = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return f"<{name}>{escape_text(written)}</{name}>\n"


def _known(item: dict[str, Any]) -> tuple[list[str], list[Any]]:
    """Names and values of the known facts about a picture, video or sound."""
    known = {name: value for name, value in item.items() if name != "kind" and value not in (None, "")}
    return [*known], [*known.values()]


def parquet(records: Iterable[StoredExtraction], out: BinaryIO) -> int:
    """Write the records as a Parquet file."""
    try:
        import pyarrow as pa
        from pyarrow import parquet as pq
    except ImportError:
        raise MissingExtra("pyarrow", "corpus", "writing Parquet") from None
    schema, count, iterator = _parquet_schema(pa), 0, iter(records)
    with pq.ParquetWriter(out, schema, compression="zstd") as file:
        while batch := [_parquet_row(record) for record in islice(iterator, ROW_GROUP)]:
            file.write_table(pa.Table.from_pylist(batch, schema=schema))
            count += len(batch)
    return count


def _parquet_row(record: StoredExtraction) -> dict[str, Any]:
    """A record with its times unchanged, and with facts that have no columns of their own as JSON."""
    plain = record.as_dict()
    moments = {name: getattr(record, name) for name in ("fetched_at", "stored_at", "seen_at")}
    return plain | moments | {name: json.dumps(plain[name], ensure_ascii=False) for name in ("metadata", "parameters")}


def _parquet_schema(pa: Any) -> Any:
    """The columns of the file, which do not depend on its contents; columns that are not named here are text."""
    types = dict.fromkeys(("id", "duplicate_of", "status"), pa.int64())
    types |= dict.fromkeys(("fetched_at", "stored_at", "seen_at"), pa.timestamp("us", "UTC"))
    types |= {"is_overview": pa.bool_(), "confidence": pa.float64(), "authors": pa.list_(pa.string())}
    numbers = dict.fromkeys(("width", "height", "place"), pa.int64())
    names = vars(StoredMedia("image", ""))
    types["media"] = pa.list_(pa.struct([(name, numbers.get(name, pa.string())) for name in names]))
    return pa.schema([(name, types.get(name, pa.string())) for name in StoredExtraction("", "").as_dict()])


#: The name of each format, which is also its file name ending, and the function that writes it.
EXPORTS: dict[str, Writer] = {"jsonl": json_lines, "xml": xml, "parquet": parquet}
