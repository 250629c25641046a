"""Templates of hosts: what the pages of each site have in common, learned from the corpus and removed from it.

Hosts are divided among buckets by a hash of their names. The worker that learns a bucket reads all inputs and parses
only the first pages of its own hosts, so templates do not depend on the number of workers.
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

#: Number of parts into which hosts are divided for learning: each part requires reading all inputs, which takes a
#: fortieth of the time of extraction.
BUCKETS = 4
#: Trees kept in memory while learning; the others wait in their files.
TREES_IN_MEMORY = 64
#: Templates kept in memory while extracting.
TEMPLATES_IN_MEMORY = 64
#: A valid file name; file systems refuse longer names once an ending is added.
_HOST = re.compile(r"[\w-][\w.-]*")
MAX_HOST_BYTES = 250
#: A template learned from fewer pages is useless (see `docs/methods/template.md`).
MIN_PAGES = 2


def host_of(url: str | None) -> str | None:
    """The host of a URL, if it can be used as a file name; otherwise ``None``.

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
        """The options for the page at a URL: with the template of its host, if there is one."""
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


#: No templates.
NO_TEMPLATES = HostTemplates()


def learn(records: Iterable[Record], folder: Path, pages: int, bucket: int) -> Iterator[Record]:
    """Learn the templates of the hosts in a bucket from the first *pages* of each; yields the records used."""
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
            # The first page starts a new tree, whatever a killed attempt has left.
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
