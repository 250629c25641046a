"""How many results a second a store takes, and how long a search takes in what it then holds.

    python benchmarks/store.py [--records 20000] [--store URL ...] [--least 2000]

Without a URL, an SQLite file in a temporary folder is measured. A result has an article's text of about 3,000
characters in one of several scripts, its Markdown, metadata and two pictures. Seconds in which the process was ready
and others had the core are left out of the rate, so that it holds on a busy machine; disks are waited for. The exit
code is 1 where a store takes fewer than the least.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path

from thresher.store import Store, StoredExtraction, StoredMedia

#: Results a second that SQLite has to take.
LEAST = 2_000
#: Characters of a text, and different words of all texts together.
CHARACTERS, WORDS = 3_000, 100_000
#: What words of the languages are made of, and how many of the texts are in each.
LANGUAGES = {
    "ka lo mi ter sen bru vol dan ris ped no an": 0.6,
    "ka lo mi ter sen brü vol dän riß": 0.2,
    "ро жь ёл ка мо ст ен": 0.1,
    "麦 田 春 天 播 种 収 穫 ": 0.1,
}
QUERIES = ("{0}", "{0} {1}", '"{0} {1}"', "{2}*", "{0} -{1}")


def main() -> int:
    """Measure every store, print, and say whether all were fast enough."""
    options = _options()
    records = list(made_records(options.records))
    with tempfile.TemporaryDirectory() as folder:
        urls = options.store or [f"sqlite:///{folder}/store.db"]
        rates = [measure(url, records) for url in urls]
    return int(min(rates) < options.least)


def measure(url: str, records: list[StoredExtraction]) -> float:
    """Put the records into a store twice and search in it; the answer is how many new ones it took in a second."""
    with Store.open(url) as store:
        rates = [put(store, records) for _ in range(2)]
        start = time.perf_counter()
        found = [len(store.search(query)) for query in made_queries(records)]
        milliseconds = (time.perf_counter() - start) / len(found) * 1000
        print(f"{store.url}: {milliseconds:.1f} ms a search ({sum(found) / len(found):.1f} results on average)")
    return rates[0]


def put(store: Store, records: list[StoredExtraction]) -> float:
    """Put the records into a store and print how fast it took them; the answer leaves out the wait for a core."""
    start, cpu_start, queued_start = time.perf_counter(), time.process_time(), queued()
    written = store.put_many(records)
    clock, cpu, waited = time.perf_counter() - start, time.process_time() - cpu_start, queued() - queued_start
    rate, clock_rate, cpu_rate = (len(records) / each for each in (clock - waited, clock, cpu))
    print(f"{store.url}: {written}: {rate:,.0f} a second", end=" ")
    print(
        f"({clock_rate:,.0f} by the clock, {cpu_rate:,.0f} a second of CPU here; load {os.getloadavg()[0]:.1f})",
        flush=True,
    )
    return rate


def queued() -> float:
    """Seconds in which this process could have gone on and others had the core; 0 where the system does not tell."""
    try:
        return int(Path("/proc/self/schedstat").read_text().split()[1]) / 1e9
    except (OSError, IndexError):
        return 0.0


def made_records(count: int) -> Iterator[StoredExtraction]:
    """Results with texts that differ, the same in every run."""
    chance = random.Random(8)  # noqa: S311 - the same records each time are the point
    vocabularies = [made_words(chance, syllables.split()) for syllables in LANGUAGES]
    # As in any language (Zipf), the word of rank n is n times rarer than the first.
    shares = list(accumulate(1 / rank for rank in range(1, WORDS + 1)))
    for number in range(count):
        (vocabulary,) = chance.choices(vocabularies, [*LANGUAGES.values()])
        text = " ".join(chance.choices(vocabulary, cum_weights=shares, k=CHARACTERS // 7))
        yield StoredExtraction(
            url=f"https://mill.example/{number}",
            text=text,
            markdown=f"# {text}",
            title=text[:60],
            kind="article",
            authors=("Ada Müller",),
            language="de",
            metadata={"site": "The Mill", "tags": text[:40].split()},
            media=tuple(StoredMedia("image", f"https://mill.example/{number}-{each}.jpg", text[:30]) for each in "ab"),
            algorithm="auto",
        )


def made_words(chance: random.Random, syllables: list[str]) -> list[str]:
    """The words of a language, the most common first."""
    return ["".join(chance.choices(syllables, k=chance.randint(1, 4))) for _ in range(WORDS)]


def made_queries(records: list[StoredExtraction]) -> list[str]:
    """Words, phrases, beginnings and exclusions from the middle of some texts."""
    texts = [record.text.split()[100:103] for record in records[:: max(1, len(records) // 20)]]
    return [query.format(*words) for words in texts for query in QUERIES]


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--records", type=int, default=20_000, help="how many results (default: 20,000)")
    parser.add_argument("--store", action="append", metavar="URL", help="an empty store; may be given several times")
    parser.add_argument("--least", type=float, default=LEAST, help="results a second that are enough")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
