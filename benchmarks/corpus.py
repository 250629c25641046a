"""How corpora run: speed against the bare library, memory of a worker over the run, two workers against one.

    python benchmarks/corpus.py DATA_FOLDER [--only speed|scaling] [--warcs 20] [--pages 1000] [--algorithm auto]
                                [--work FOLDER] [--results FILE]

Builds WARCs from the pages of DATA_FOLDER/wcxb-dev.jsonl.xz, each page as often as it takes, in the folder of work.
Speed is CPU time a page, so that it holds on a busy machine: of the bare library over pages in memory, before and after
the run, and of a worker from the packed file to the published Parquet, its start included. Scaling is by the clock, so
it holds on a quiet machine only; the load of the machine is told beside it.
"""

from __future__ import annotations

import argparse
import io
import json
import lzma
import os
import resource
import shutil
import statistics
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from results_file import put_part

from thresher.corpus.inputs import Columns, find_shards
from thresher.corpus.local import Local
from thresher.corpus.records import Log, Record
from thresher.corpus.rows import RowMaker
from thresher.corpus.run import Plan, span_jobs
from thresher.corpus.span_job import Settings
from thresher.options import Options

#: Pages of the bare library's measurement at most; they are held in memory.
BARE_PAGES = 400
#: Parts of a run over which the memory of a worker is averaged.
PARTS = 4


def main() -> None:
    """Measure, print, and keep the figures if there is where."""
    options = _options()
    settings = Settings(Options(algorithm=options.algorithm, parameters={}))
    with tempfile.TemporaryDirectory() as folder:
        work = options.work or Path(folder)
        crawl = build(options.data, work / f"crawl-{options.warcs}x{options.pages}", options.warcs, options.pages)
        for name in [options.only] if options.only else FIGURES:
            figures = FIGURES[name](crawl, work, settings)
            print("\n".join(f"{each:22} {figure}" for each, figure in figures.items()), flush=True)
            if options.results:
                put_part(options.results, name, figures)


def build(data: Path, folder: Path, warcs: int, pages: int) -> Path:
    """A folder of WARCs with so many pages each; one that is there is taken as it is."""
    if folder.is_dir():
        return folder
    draft = folder.with_name(f"{folder.name}.draft")
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(parents=True)
    # Packing takes longer than all the rest, so each page is packed once.
    packed = cycle([_packed(url, body) for url, body in islice(_pages(data), warcs * pages)])
    for number in range(warcs):
        (draft / f"{number:02}.warc.gz").write_bytes(b"".join(islice(packed, pages)))
    return draft.rename(folder)


def _pages(data: Path) -> Iterator[tuple[str, bytes]]:
    with lzma.open(data / "wcxb-dev.jsonl.xz", "rt", encoding="utf-8") as lines:
        for record in map(json.loads, lines):
            yield record["url"] or "https://page.example/", record["html"].encode()


def _packed(url: str, body: bytes) -> bytes:
    """The record of a page, packed as it stands in a WARC."""
    from warcio.statusandheaders import StatusAndHeaders
    from warcio.warcwriter import WARCWriter

    file = io.BytesIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        writer = WARCWriter(file, gzip=True)
        headers = StatusAndHeaders("200 OK", [("Content-Type", "text/html; charset=utf-8")], protocol="HTTP/1.1")
        writer.write_record(writer.create_warc_record(url, "response", io.BytesIO(body), http_headers=headers))
    return file.getvalue()


def speed(crawl: Path, work: Path, settings: Settings) -> dict[str, Any]:
    """What a page costs in a worker and without one, and what a worker takes of memory."""
    records = list(islice(_records(crawl), BARE_PAGES))
    before = bare_seconds(records, settings)
    run = _engine_run(crawl, work / "out-1", settings, 1)
    bare = (before + bare_seconds(records, settings)) / 2
    output = sum(file.stat().st_size for file in (work / "out-1").glob("*.parquet"))
    return {
        "algorithm": str(settings.options.algorithm),
        "pages": run["pages"],
        "warcs": len(list(crawl.iterdir())),
        "html_bytes_per_page": round(statistics.mean(len(record.body) for record in records)),
        "input_bytes_per_page": round(sum(file.stat().st_size for file in crawl.iterdir()) / run["pages"]),
        "output_bytes_per_page": round(output / run["pages"]),
        "bare_ms_per_page": round(1000 * bare, 3),
        "engine_ms_per_page": round(1000 * run["cpu"] / run["pages"], 3),
        "share_of_bare": round(bare * run["pages"] / run["cpu"], 4),
        "worker_megabytes": run["memory"],
        "load_before": round(run["load"], 1),
        "cores": os.cpu_count(),
    }


def scaling(crawl: Path, work: Path, settings: Settings) -> dict[str, Any]:
    """How much more two workers do than one, by the clock and by CPU time."""
    one, two = (_engine_run(crawl, work / f"out-{workers}", settings, workers) for workers in (1, 2))
    return {
        "pages": one["pages"],
        "warcs": len(list(crawl.iterdir())),
        "two_workers_wall": round(one["wall"] / two["wall"], 3),
        "two_workers_cpu": round(2 * one["cpu"] / two["cpu"], 3),
        "load_before": round(one["load"], 1),
        "cores": os.cpu_count(),
    }


#: What can be measured.
FIGURES: dict[str, Callable[[Path, Path, Settings], dict[str, Any]]] = {"speed": speed, "scaling": scaling}


def bare_seconds(records: list[Record], settings: Settings) -> float:
    """CPU seconds a page of the library itself, for the same columns of a row."""
    maker = RowMaker(settings.options)
    for record in records[:3]:
        maker.row(record)
    start = time.process_time()
    for record in records:
        maker.row(record)
    return (time.process_time() - start) / len(records)


def _records(crawl: Path) -> Iterator[Record]:
    """Pages from all over a crawl."""
    for shard in find_shards([crawl], crawl / "none"):
        yield from islice(shard.records(shard.spans()[0], Log(), Columns()), 0, None, 5)


def _engine_run(crawl: Path, output: Path, settings: Settings, workers: int) -> dict[str, Any]:
    """One run of an engine: CPU seconds of its workers, seconds, megabytes of a worker over the run."""
    shutil.rmtree(output, ignore_errors=True)
    load, cpu, start = os.getloadavg()[0], _children_cpu(), time.perf_counter()
    memory: list[tuple[int, int]] = []
    plan = Plan((crawl,), output, settings=settings, workers=workers)
    jobs = span_jobs(plan, find_shards(plan.inputs, output))
    with Local(workers) as engine:
        for result in engine.run(jobs, lambda: memory.append((engine.meter.pages, _resident(engine.processes[0])))):
            if result.error:
                raise SystemExit(result.error)
        wall = time.perf_counter() - start
        pages = engine.meter.pages
        if engine.meter.errors:
            # Pages that fail are fast; a speed that has them in it is none.
            raise SystemExit(f"{engine.meter.errors} of {pages} pages failed: see {output}")
    return {"pages": pages, "wall": wall, "cpu": _children_cpu() - cpu, "load": load, "memory": _parts(memory, pages)}


def _parts(samples: list[tuple[int, int]], pages: int) -> list[float]:
    """Mean megabytes in each part of a run."""
    parts: list[list[int]] = [[] for _ in range(PARTS)]
    for done, size in samples:
        if done:
            parts[min(PARTS * done // (pages + 1), PARTS - 1)].append(size)
    return [round(statistics.mean(part) / 1e6, 1) if part else 0.0 for part in parts]


def _children_cpu() -> float:
    """CPU seconds of the processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _resident(process: int) -> int:
    """Bytes of memory of a process; 0 where it is gone."""
    try:
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("data", type=Path, help="folder with wcxb-dev.jsonl.xz")
    parser.add_argument("--only", choices=[*FIGURES], help="one of the two")
    parser.add_argument("--warcs", type=int, default=20)
    parser.add_argument("--pages", type=int, default=1000, help="pages of a WARC")
    parser.add_argument("--algorithm", default="auto")
    parser.add_argument("--work", type=Path, help="folder for crawl and output, which stay there")
    parser.add_argument("--results", type=Path, help="JSON file that the docs are made from")
    return parser.parse_args()


if __name__ == "__main__":
    main()
