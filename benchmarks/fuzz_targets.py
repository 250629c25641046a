"""What is fuzzed: a table of targets, each with the kind of its inputs, its share of them and what it does with one.

A target answers, or raises an error of `thresher.errors`; `Broken` and everything else is a finding.
"""

from __future__ import annotations

import csv
import io
import json
import pickle
import re
import tempfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from xml.parsers import expat

import numpy as np

from thresher import Page, Selection, algorithms, extract, writers
from thresher.page import Cleaning, decode
from thresher.selection import Outcome

#: What the sender of a page may declare.
LABELS = (
    None,
    None,
    None,
    "utf-8",
    "latin-1",
    "shift_jis",
    "utf-16",
    "gb18030",
    "klingon",
    "",
    "utf-7",
    "\x00",
    "iso-2022-jp",
)
#: Where a page may come from.
URLS = (
    None,
    "https://mill.example/a/b",
    "http://[",
    "",
    "file:///x",
    "https://mill.example:99999/",
    "//x",
    "mailto:a",
)
#: Methods that decide together, one of which may choose from what a script carries.
EXPRESSIONS = ("vote(2, auto, bte, cetr)", "serial(cectd-ds, auto)", "serial(auto, danag)", "union(lqf, auto)")
#: A surrogate cannot be written to a file.
_SURROGATE = re.compile("[\ud800-\udfff]")
#: What must not come out as HTML: elements and attributes that run, load or hide something, schemes that do.
_HARMFUL = frozenset("script iframe frame object embed applet style link meta base form input button svg".split())
_HARMFUL_NAME = re.compile(r"on|style$|srcdoc$|srcset$|action$|formaction$|ping$|xlink|http-equiv$")
_HARMFUL_SCHEME = re.compile(r"[\x00-\x20]*(?:javascript|data|vbscript|file|blob)\s*:", re.IGNORECASE)


class Broken(Exception):  # noqa: N818 - reads as what happened
    """A promise that was not kept, a sentence."""


@dataclass(frozen=True)
class Target:
    """One thing that is fuzzed."""

    kind: str  #: of its inputs (`fuzz_inputs.KINDS`)
    share: int  #: how many inputs of a thousand it gets
    run: Callable[[bytes], None]


def promise(kept: bool, sentence: str) -> None:
    """Say which promise was not kept."""
    if not kept:
        raise Broken(sentence)


def chosen(body: bytes, options: Sequence[str | None]) -> str | None:
    """One of the options, always the same for the same input."""
    return options[zlib.crc32(body) % len(options)]


def as_text(body: bytes) -> str:
    """The input as text, halves of characters included."""
    try:
        return body.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return body.decode("utf-8", "surrogateescape")


def page_of(body: bytes) -> Page:
    """The page of an input, given as text."""
    return Page.from_html(as_text(body), chosen(body, URLS))


# Reading.


def _decode(body: bytes) -> None:
    decoded = decode(body, chosen(body, LABELS))
    promise(not _SURROGATE.search(decoded.text), "decoded text has no halves of characters")
    promise(bool(decoded.encoding and decoded.found), "an encoding is named, and how it was found")


def _page(body: bytes) -> None:
    page = page_of(body)
    rows, runs = len(page.tag), len(page.text)
    promise(
        all(len(each) == rows for each in (page.depth, page.own, page.chars, page.hidden, page.block)), "a value a row"
    )
    promise(all(len(each) == runs for each in (page.length, page.words, page.host)), "a value a run")
    promise(bool((page.end > np.arange(rows)).all() and (page.parent < np.arange(rows)).all()), "rows are in order")
    view = page.view(Cleaning())
    promise(len(view.text) <= runs, "a view has no more than its page")
    again = pickle.loads(pickle.dumps(page))  # noqa: S301 - our own
    promise((again.text, again.tag, again.title) == (page.text, page.tag, page.title), "a pickled page is the same")
    _ = (page.blocks, page.language, page.repairs, [page.attributes(row) for row in range(min(rows, 20))])


def _places(body: bytes) -> None:
    from thresher.page.spans import locate

    # Without halves of characters, which the parser's own places do not bear.
    page = Page.from_html(_SURROGATE.sub("\ufffd", as_text(body)), chosen(body, URLS))
    locate(page)


# Methods and writers.


def _algorithm(name: str, body: bytes) -> None:
    page = page_of(body)
    selection = algorithms.create(name).select(page)
    promise(len(selection.runs) == len(selection.page.text), "a flag a run")
    promise(len(selection.labels) == len(selection.page.tag), "a label a row")
    cuts = selection.cuts.tolist()
    texts = selection.page.text
    promise(all(0 <= start < stop <= len(texts[run]) for run, start, stop in cuts), "cuts are inside of their runs")
    promise(selection.outcome is Outcome.CONTENT or bool(selection.reason), "an empty answer has a reason")


def _ensemble(body: bytes) -> None:
    _algorithm(chosen(body, EXPRESSIONS) or "", body)


def _writer(name: str, body: bytes) -> None:
    page = page_of(body)
    # What a method leaves out may be what breaks a writer, so mostly all is written.
    if zlib.crc32(body) % 3:
        selection = Selection(page, np.ones(len(page.text), dtype=bool))
    else:
        selection = algorithms.create("cectd-ds").select(page)
    written = writers.create(name).write(selection)
    promise(bool(_SURROGATE.search(as_text(body))) or not _SURROGATE.search(written), "no character is cut in halves")
    CHECKS.get(name, str)(written)


def _well_formed(written: str) -> None:
    try:
        expat.ParserCreate("utf-8").Parse(written.encode(), True)
    except (expat.ExpatError, UnicodeEncodeError) as error:
        raise Broken(f"the XML is well-formed: {error}") from error


def _safe(written: str) -> None:
    page = Page.from_html(written)
    promise(not _HARMFUL & set(page.tag), "the HTML has no elements that do harm")
    for row in range(len(page.tag)):
        for name, value in page.attributes(row).items():
            promise(not _HARMFUL_NAME.match(name), f"the HTML has no attribute {name}")
            promise(name not in ("href", "src") or not _HARMFUL_SCHEME.match(value), f"{name} goes to no harm")


def _json_object(written: str) -> None:
    promise(isinstance(json.loads(written), dict), "the JSON is an object")


def _csv_rows(written: str) -> None:
    csv.field_size_limit(10**9)
    rows = list(csv.reader(io.StringIO(written, newline="")))
    promise(len({len(row) for row in rows}) == 1, "all rows are as long")


#: What is written can be read again, where there is something to read it.
CHECKS: dict[str, Callable[[str], object]] = {
    "html": _safe,
    "json": _json_object,
    "csv": _csv_rows,
    "xml": _well_formed,
    "tei": _well_formed,
    "cuter-xml": _well_formed,
    "contentex-xml": _well_formed,
}


def _extract(body: bytes) -> None:
    """All that an extraction tells, from bytes."""
    found = extract(body, chosen(body, URLS), dates="thorough")
    told = (found.media, found.hidden, found.comments, found.records, found.blocks, found.evidence, repr(found))
    promise(all(each is not None for each in told), "every part is there")
    written = found.written("json", evidence=True, hidden=True)
    _json_object(written)
    promise(not _SURROGATE.search(written), "what was read from bytes has no halves of characters")
    promise(found.outcome is not Outcome.CONTENT or bool(found.text.strip()), "content has a text")


def _limited(body: bytes) -> None:
    found = extract(as_text(body), max_chars=300, max_nodes=20, algorithm="cectd-ds")
    promise(bool(found.degraded) or len(as_text(body)) <= 300, "what limits cost is told")


def _metadata(body: bytes) -> None:
    found = extract(page_of(body), algorithm="bte").metadata
    written = json.dumps(found.as_dict(), ensure_ascii=False)
    promise(bool(_SURROGATE.search(as_text(body))) or not _SURROGATE.search(written), "no character is cut in halves")


def _explain(body: bytes) -> None:
    from thresher.explain import report

    promise("</html>" in report(page_of(body), methods=("cectd-ds", "danag")), "the report has an end")


# Feeds.


def _feed(body: bytes) -> None:
    from thresher.feeds.entries import Feed
    from thresher.feeds.parse import parse

    found = parse(body, chosen(body, URLS) or "", chosen(body, LABELS))
    if isinstance(found, Feed):
        texts = [
            found.title,
            *(each for entry in found.entries for each in (entry.id, entry.url, entry.title, entry.author)),
        ]
        promise(all(isinstance(each, str) for each in texts), "what a feed says is text")
        promise(not any(map(_SURROGATE.search, texts)), "what a feed says has no halves of characters")
        # A document has no more text than it has bytes, unless entities were expanded.
        promise(max(map(len, texts), default=0) <= 2 * len(body) + 100, "entities are not expanded")
    else:
        promise(bool(found.reason), "what is no feed has a reason")


def _outline(body: bytes) -> None:
    from thresher.feeds.opml import read_opml

    promise(bool(read_opml(body)), "an outline has feeds")


def _discover(body: bytes) -> None:
    from thresher.feeds.discover import candidates

    promise(all(each.url for group in candidates(page_of(body)) for each in group), "a candidate has an address")


def _robots(body: bytes) -> None:
    from thresher.feeds.robots import RobotsText, Rules

    rules = Rules(RobotsText(body.decode("utf-8", "replace"), datetime.now(UTC)))
    promise(isinstance(rules.allow("https://mill.example/rye?a=%ff"), bool), "rules allow or do not")
    promise(rules.delay is None or rules.delay == rules.delay, "a delay is a number")


# Crawls.

#: One file for all inputs of a process: readers want one.
_FOLDER = tempfile.TemporaryDirectory(prefix="thresher-fuzz-")


def _crawl(kind: str, body: bytes) -> None:
    from thresher.corpus.inputs import READERS, Columns
    from thresher.corpus.records import Log
    from thresher.corpus.spans import Span

    path = Path(_FOLDER.name) / f"input.{kind}"
    path.write_bytes(body)
    reader = READERS[kind]
    read = partial(reader.read, columns=Columns()) if reader.has_columns else reader.read
    for span in (*reader.spans(path), Span(len(body) // 3, len(body))):
        for record in read(path, span, Log()):
            promise(isinstance(record.body, bytes | str), "a record has a body")
            promise(record.url is None or isinstance(record.url, str), "an address is text")


def _cuter(body: bytes) -> None:
    from thresher.algorithms.cuter.stream import PageRecord, read_pages

    records = list(read_pages(io.BytesIO(body)))
    pages = [each for each in records if isinstance(each, PageRecord)]
    size = sum(len(each.html) + len(each.url or "") + len(each.title) for each in pages)
    # A document has no more text than it has bytes, unless entities were expanded or other files were read.
    promise(size <= len(body), "entities are not expanded")


# Smaller readers.


def _date(body: bytes) -> None:
    from thresher.dates.reading import read_date

    found = read_date(as_text(body), chosen(body, ("", "en", "de", "fa", "zh", "th")) or "")
    promise(found is None or bool(re.match(r"\d{4}-\d\d-\d\d", found)), "a date is one of ISO 8601")


def _expression(body: bytes) -> None:
    algorithms.create(as_text(body))


def _template(body: bytes) -> None:
    from thresher.template.file import dump, parse

    tree = parse(as_text(body))
    promise(parse(dump(tree)) == tree, "a template that was read can be written")


def _each(run: Callable[[str, bytes], None], names: Sequence[str], share: int) -> Iterator[tuple[str, Target]]:
    """A target for each name of a registry."""
    word = run.__name__.strip("_")
    return ((f"{word}:{name}", Target("page", share, partial(run, name))) for name in names)


#: Name of each target: kind of its inputs, its share of a thousand, what is done with one.
TARGETS: dict[str, Target] = {
    "decode": Target("bytes", 250, _decode),
    "page": Target("page", 60, _page),
    "places": Target("page", 10, _places),
    **dict(_each(_algorithm, algorithms.names(), 8)),
    **dict(_each(_writer, list(writers.FORMATS), 8)),
    "ensemble": Target("page", 5, _ensemble),
    "extract": Target("page", 5, _extract),
    "limited": Target("page", 5, _limited),
    "metadata": Target("page", 10, _metadata),
    "explain": Target("page", 1, _explain),
    "feed": Target("feed", 25, _feed),
    "outline": Target("outline", 30, _outline),
    "discover": Target("page", 10, _discover),
    "robots": Target("robots", 20, _robots),
    "warc": Target("warc", 40, partial(_crawl, "warc")),
    "arc": Target("arc", 5, partial(_crawl, "arc")),
    "jsonl": Target("jsonl", 20, partial(_crawl, "jsonl")),
    "cuter": Target("cuter", 100, _cuter),
    "date": Target("text", 80, _date),
    "expression": Target("expression", 40, _expression),
    "template": Target("template", 20, _template),
}
