"""Crawls of our own pages: the pages, and how they are written."""

from __future__ import annotations

import io
import warnings
from pathlib import Path

CROPS = ("rye", "oats", "wheat", "barley", "spelt", "millet", "emmer", "teff")


def page_of(number: int, lead: str = "") -> str:
    """A page with a story of its own."""
    crop = CROPS[number % len(CROPS)]
    story = "".join(
        f"<p>In year {number * 7 + year} the {crop} of field {number} stood {year + 3} spans high, and the miller of"
        f" village {number * year} bought all of it before the first frost came down from the hills.</p>"
        for year in range(1, 7)
    )
    return (
        f"<html lang=en><title>The {crop} of field {number}</title><body><nav><a href=/>Home</a> <a href=/m>Market</a>"
        f"</nav><article>{lead}{story}</article><footer><a href=/imprint>Imprint</a></footer>"
    )


def url_of(number: int) -> str:
    return f"https://field{number % 3}.example/{number}"


def write_warc(
    path: Path, pages: list[str | bytes], *, gzip: bool = True, extra: bool = True, headers: tuple = ()
) -> list[int]:
    """A crawl with a page a record, and records that are no pages; the places where pages begin."""
    from warcio.statusandheaders import StatusAndHeaders
    from warcio.warcwriter import WARCWriter

    places = []
    with path.open("wb") as file, warnings.catch_warnings():
        # It leaves its temporary files to the garbage collector.
        warnings.simplefilter("ignore", ResourceWarning)
        writer = WARCWriter(file, gzip=gzip)

        def write(url: str, body: bytes, kind: str = "text/html; charset=utf-8", status: str = "200 OK") -> None:
            places.append(file.tell())
            answer = StatusAndHeaders(status, [("Content-Type", kind), *headers], protocol="HTTP/1.0")
            writer.write_record(writer.create_warc_record(url, "response", io.BytesIO(body), http_headers=answer))

        for number, page in enumerate(pages):
            write(url_of(number), page if isinstance(page, bytes) else page.encode())
        ours = list(places)
        if extra:
            write("https://field0.example/a.png", b"\x89PNG\r\n\x1a\n", "image/png")
            write("https://field0.example/gone", b"<p>Gone", status="404 Not Found")
    return ours
