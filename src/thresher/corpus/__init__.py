"""CORPUS: rows of extracted text from crawls, on all cores of a machine or on a cluster.

    inputs         the shards of the inputs, and the reader of each (warc, arc, table, jsonlines, folder)
    rows           from a record of a shard to a row with its outcome
    span_job       extracting a span of a shard into a draft; the last one to finish publishes the shard
    local          the engine of one machine: worker processes that are monitored and replaced when they fail
    cluster        the same on Ray
    output_folder  the locations of rows, drafts and receipts, and what is finished
    run            a whole run
    batch          one Arrow batch in, one out, for any other engine

>>> import pyarrow as pa
>>> from thresher.corpus import extract_batch
>>> page = "<nav><a href=/>Home</a></nav>" + "<p>Rye is sown in autumn and stands the frost of the hills.</p>" * 4
>>> extract_batch(pa.record_batch({"html": [page], "url": ["https://rye.example/frost"]})).column("outcome")[0]
<pyarrow.StringScalar: 'content'>
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from thresher.corpus.batch import extract_batch
    from thresher.corpus.rows import SCHEMA

__all__ = ["SCHEMA", "extract_batch"]


def __getattr__(name: str) -> Any:
    """A public name, imported on first use, so that a missing extra is reported in a sentence."""
    from importlib import import_module

    modules = {"SCHEMA": "rows", "extract_batch": "batch"}
    if name not in modules:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    need("pyarrow", "working on corpora")
    return getattr(import_module(f"{__name__}.{modules[name]}"), name)


def need(module: str, purpose: str, extra: str = "corpus") -> None:
    """Raise an error that names the missing extra if *module* is not installed."""
    from importlib.util import find_spec

    from thresher.errors import MissingExtra

    if find_spec(module) is None:
        raise MissingExtra(module, extra, purpose)
