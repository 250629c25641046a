"""Templates of hosts: what pages of each site have in common, learned from the corpus and left out of it.

Hosts are shared out among buckets by a hash of their names. Whoever learns a bucket reads all inputs and parses only
the first pages of its own hosts; so templates do not depend on how many workers there are.
"""

from __future__ import annotations

import re
import zlib
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

from thresher.corpus.records import Record
from thresher.errors import InputError
from thresher.options import Options
from thresher.page import Page
from thresher.template import StyleTree, Template, file

#: Into so many parts hosts are divided for learning: each costs a reading of all inputs, which takes a fortieth of the
#: time that extraction takes.
BUCKETS = 4
#: Trees that one who learns has in memory; others wait in their files.
TREES_IN_MEMORY = 64
#: Templates that one who extracts has in memory.
TEMPLATES_IN_MEMORY = 64
#: What is fit to be the name of a file; longer names are refused by file systems, with an ending.
_HOST = re.compile(r"[\w-][\w.-]*")
MAX_HOST_BYTES = 250
#: A template of fewer pages is worth nothing (see `docs/methods/template.md`).
MIN_PAGES = 2


def host_of(url: str | None) -> str | None:
    """The host of an address, fit to be the name of a file; ``None`` where there is none.

    >>> host_of("https://Rye.example:8080/a"), host_of("dns:rye"), host_of("http://[bad")
    ('rye.example', None, None)
    """
    try:
        host = urlsplit(url or "").hostname
    except ValueError:
        return None
    return host if host and _HOST.fullmatch(host) and len(host.encode()) <= MAX_HOST_BYTES else None


class HostTemplates:
    """The templates in a folder, each loaded when its host first occurs; without a folder there are none."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._known: OrderedDict[str, Options | None] = OrderedDict()

    def options_for(self, url: str | None, options: Options) -> Options:
        """The options for a page of that address: with the template of its host, if there is one."""
        host = host_of(url) if self._folder else None
        if host is None:
            return options
        if host not in self._known:
            self._known[host] = self._with_template(host, options)
            if len(self._known) > TEMPLATES_IN_MEMORY:
                self._known.popitem(last=False)
        self._known.move_to_end(host)
        return self._known[host] or options

    def _with_template(self, host: str, options: Options) -> Options | None:
        path = (self._folder or Path()) / f"{host}.json"
        return replace(options, template=path) if path.is_file() and file.load(path).pages >= MIN_PAGES else None


#: For those who have none.
NO_TEMPLATES = HostTemplates()


def learn(records: Iterable[Record], folder: Path, pages: int, bucket: int) -> Iterator[Record]:
    """Learn the templates of the hosts of a bucket from the first *pages* of each; gives back what was looked at."""
    folder.mkdir(parents=True, exist_ok=True)
    trees: OrderedDict[str, StyleTree] = OrderedDict()
    seen: dict[str, int] = {}
    for record in records:
        host = host_of(record.url)
        if host is None or record.fault or zlib.crc32(host.encode()) % BUCKETS != bucket or seen.get(host, 0) >= pages:
            continue
        seen[host] = seen.get(host, 0) + 1
        try:
            page = Page.from_html(record.body, record.url, encoding=record.charset)
        except InputError:
            continue
        path = folder / f"{host}.json"
        if host not in trees:
            # The first page begins anew, whatever an attempt that was killed has left.
            trees[host] = file.load(path) if seen[host] > 1 and path.exists() else StyleTree()
        trees[host].learn(page)
        trees.move_to_end(host)
        if len(trees) > TREES_IN_MEMORY:
            _save(folder, *trees.popitem(last=False))
        yield record
    for host, tree in trees.items():
        _save(folder, host, tree)


def _save(folder: Path, host: str, tree: StyleTree) -> None:
    Template(tree).save(folder / f"{host}.json")
