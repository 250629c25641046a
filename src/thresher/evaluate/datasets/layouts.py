"""The folder layouts of CleanEval, the article extraction benchmark (AEB) and WCXB."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

from thresher.evaluate.datasets.facts import page_of_facts
from thresher.evaluate.datasets.page import LabelledPage, Problems
from thresher.evaluate.metrics.structure import segments
from thresher.page import decode

#: Folders of pages and of gold text in the releases of CleanEval, its successors and its Chinese part.
CLEANEVAL_FOLDERS = (
    ("input", "GoldStandard"),
    ("original", "cleaned"),
    ("en_original", "en_cleaned"),
    ("zh_original", "zh_cleaned"),
)
_CLEANEVAL_URL = re.compile(r"\s*URL:\s*(\S+)[^\n]*\n?")


def read_text(path: Path) -> str:
    """The text of a file, decompressed and decoded from its actual encoding."""
    body = path.read_bytes()
    return decode(gzip.decompress(body) if path.suffix == ".gz" else body).text


def is_cleaneval(folder: Path) -> bool:
    """Whether a folder has the layout of CleanEval."""
    return any((folder / pages).is_dir() and (folder / gold).is_dir() for pages, gold in CLEANEVAL_FOLDERS)


def read_cleaneval(folder: Path, problems: Problems) -> Iterator[LabelledPage]:
    """Pages of CleanEval; the gold text is kept both with and without its marks."""
    for pages, golds in CLEANEVAL_FOLDERS:
        if not ((folder / pages).is_dir() and (folder / golds).is_dir()):
            continue
        for file in sorted((folder / pages).glob("*.htm*")):
            gold = _cleaneval_gold(folder / golds, file.stem)
            if gold is None:
                problems.add(file, None, f"no gold text in {folder / golds}")
                continue
            page = _cleaneval_page(folder.name, file, gold)
            if problems.is_new(page, file, None):
                yield page


def _cleaneval_gold(folder: Path, stem: str) -> Path | None:
    names = (f"{stem}.txt", f"{stem}-cleaned.txt", f"{stem}.html-cleaned.txt")
    return next((folder / name for name in names if (folder / name).is_file()), None)


def _cleaneval_page(set_name: str, file: Path, gold_file: Path) -> LabelledPage:
    marked = read_text(gold_file)
    if address := _CLEANEVAL_URL.match(marked):
        marked = marked[address.end() :]
    marked = unescape(marked)
    record: dict[str, Any] = {"url": address[1] if address else None, "structure": marked.strip() or None}
    if file.parent.name.startswith("zh"):
        record["language"] = "zh"
    text = "\n".join(piece for _, piece in segments(marked))
    return page_of_facts(record, set_name=set_name, page_id=file.stem, html=read_text(file), gold=text)


def is_aeb(folder: Path) -> bool:
    """Whether a folder has the layout of the article extraction benchmark."""
    return (folder / "ground-truth.json").is_file() and (folder / "html").is_dir()


def read_aeb(folder: Path, problems: Problems) -> Iterator[LabelledPage]:
    """Pages of the article extraction benchmark: ``html/ID.html.gz`` and one ``ground-truth.json``."""
    truth = _json(folder / "ground-truth.json", problems) or {}
    for page_id, record in truth.items():
        file = folder / "html" / f"{page_id}.html.gz"
        if not file.is_file():
            problems.add(folder / "ground-truth.json", None, f"the page {page_id!r} has no file in html/")
        elif not isinstance(gold := record.get("articleBody"), str):
            problems.add(folder / "ground-truth.json", None, f"the page {page_id!r} has no gold text")
        elif (html := _page_text(file, problems)) is not None:
            facts = {"url": record.get("url"), "kind": "article"}
            yield page_of_facts(facts, set_name=folder.name, page_id=page_id, html=html, gold=gold)


def is_wcxb(folder: Path) -> bool:
    """Whether a folder has the layout of a part of WCXB."""
    return (folder / "ground-truth").is_dir() and (folder / "html").is_dir()


def read_wcxb(folder: Path, problems: Problems) -> Iterator[LabelledPage]:
    """Pages of a part of WCXB: ``html/ID.html.gz`` and ``ground-truth/ID.json``."""
    for file in sorted((folder / "ground-truth").glob("*.json")):
        record = _json(file, problems)
        if record is None:
            continue
        truth = record.get("ground_truth") or {}
        pages = [page for ending in (".html.gz", ".html") if (page := folder / "html" / (file.stem + ending)).is_file()]
        if not pages:
            problems.add(file, None, "the page has no file in html/")
        elif not isinstance(gold := truth.get("main_content"), str):
            problems.add(file, None, "the page has no gold text")
        elif (html := _page_text(pages[0], problems)) is not None:
            facts = {**truth, "url": record.get("url"), "kind": _wcxb_kind(record)}
            yield page_of_facts(facts, set_name=_wcxb_name(folder), page_id=file.stem, html=html, gold=gold)


def _wcxb_kind(record: dict[str, Any]) -> str | None:
    kind = (record.get("_internal") or {}).get("page_type")
    return kind.get("primary") if isinstance(kind, dict) else kind


def _wcxb_name(folder: Path) -> str:
    return f"wcxb-{folder.name}" if folder.name in ("dev", "test") else folder.name


def _page_text(file: Path, problems: Problems) -> str | None:
    """The text of a page's file; a file that cannot be decompressed is reported."""
    try:
        return read_text(file)
    except (OSError, EOFError) as error:
        problems.add(file, None, f"the page cannot be read: {error}")
        return None


def _json(file: Path, problems: Problems) -> dict[str, Any] | None:
    """The object in a JSON file; a broken file is reported."""
    try:
        found = json.loads(file.read_bytes())
    except ValueError as error:
        problems.add(file, getattr(error, "lineno", None), f"broken JSON: {error}")
        return None
    if isinstance(found, dict):
        return found
    problems.add(file, None, "not a JSON object")
    return None
