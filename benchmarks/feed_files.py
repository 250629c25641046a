"""Feed files of anybody's: whether each can be read, what is in it, and how long reading takes.

    python benchmarks/feed_files.py FILE... | FOLDER...

The exit code is 1 where a file is neither read nor refused with a reason.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from thresher.feeds.entries import Feed
from thresher.feeds.parse import parse


def main() -> int:
    """Read every file, and print a line about it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")
    files = [
        file for path in parser.parse_args().paths for file in ([path] if path.is_file() else sorted(path.iterdir()))
    ]
    parse(b"<rss><channel/></rss>")
    told = [_line(file) for file in files]
    print(f"{len(files)} files, {sum(told)} feeds, {len(files) - sum(told)} refused")
    return 0


def _line(file: Path) -> bool:
    """Print what became of a file; whether it is a feed."""
    body = file.read_bytes()
    begun = time.process_time()
    feed = parse(body, f"https://feeds.example/{file.name}")
    milliseconds = 1000 * (time.process_time() - begun)
    if isinstance(feed, Feed):
        linked = sum(bool(entry.url) for entry in feed.entries)
        dated = sum(bool(entry.published) for entry in feed.entries)
        found = f"{feed.format:4} {len(feed.entries):4} entries, {linked:4} with addresses, {dated:4} with dates"
    else:
        found = f"refused: {feed.reason}"
    print(f"{file.name:32} {len(body):9,} bytes {milliseconds:8.1f} ms  {found}")
    return isinstance(feed, Feed)


if __name__ == "__main__":
    sys.exit(main())
