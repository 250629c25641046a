"""Records as files: JSON lines, XML, and Parquet where pyarrow is installed; none holds more than a batch in memory."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any, BinaryIO

from thresher.errors import MissingExtra, UnknownName
from thresher.store.record import StoredExtraction, StoredMedia
from thresher.writers.markup import attribute, escape_text
from thresher.writers.xml_document import DECLARATION, clean

#: Records of one group of rows of a Parquet file.
ROW_GROUP = 2_000

Writer = Callable[[Iterable[StoredExtraction], BinaryIO], int]


def writer(name: str) -> Writer:
    """What writes the format of that name."""
    if name not in EXPORTS:
        raise UnknownName("export format", name, EXPORTS)
    return EXPORTS[name]


def json_lines(records: Iterable[StoredExtraction], out: BinaryIO) -> int:
    """Write each record as a JSON object on a line of its own.

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
    """Write the records as one XML document: an element for each fact that is known.

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
    """The element of a fact; those of a list one after the other, nothing for what is not known."""
    if name == "authors":
        return "".join(_element("author", author) for author in value)
    if name == "media":
        return "".join(f"<{item['kind']}{''.join(map(attribute, *_known(item)))}/>\n" for item in value)
    if value is None or value in ("", {}):
        return ""
    written = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return f"<{name}>{escape_text(written)}</{name}>\n"


def _known(item: dict[str, Any]) -> tuple[list[str], list[Any]]:
    """Names and values of what is known of a picture, a film, a sound."""
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
    """A record with moments as they are, and as JSON what has no columns of its own."""
    plain = record.as_dict()
    moments = {name: getattr(record, name) for name in ("fetched_at", "stored_at", "seen_at")}
    return plain | moments | {name: json.dumps(plain[name], ensure_ascii=False) for name in ("metadata", "parameters")}


def _parquet_schema(pa: Any) -> Any:
    """The columns of the file, the same whatever is in it; what is not named here is text."""
    types = dict.fromkeys(("id", "duplicate_of", "status"), pa.int64())
    types |= dict.fromkeys(("fetched_at", "stored_at", "seen_at"), pa.timestamp("us", "UTC"))
    types |= {"is_overview": pa.bool_(), "confidence": pa.float64(), "authors": pa.list_(pa.string())}
    numbers = dict.fromkeys(("width", "height", "place"), pa.int64())
    names = vars(StoredMedia("image", ""))
    types["media"] = pa.list_(pa.struct([(name, numbers.get(name, pa.string())) for name in names]))
    return pa.schema([(name, types.get(name, pa.string())) for name in StoredExtraction("", "").as_dict()])


#: Name of each format, which is also the ending of its files, and what writes it.
EXPORTS: dict[str, Writer] = {"jsonl": json_lines, "xml": xml, "parquet": parquet}
