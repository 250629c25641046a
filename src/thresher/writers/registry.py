"""The table of output formats, and how a writer is made from its name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from thresher.errors import UnknownName

if TYPE_CHECKING:
    from thresher.selection import Selection

#: Name of each format and where its writer lives; a writer is imported when it is first used.
FORMATS: dict[str, str] = {
    "text": "thresher.writers.text.Text",
    "markdown": "thresher.writers.markdown.Markdown",
    "html": "thresher.writers.html.Html",
    "json": "thresher.writers.json.Json",
    "xml": "thresher.writers.xml.Xml",
    "tei": "thresher.writers.tei.Tei",
    "csv": "thresher.writers.csv.Csv",
    "cleaneval": "thresher.writers.cleaneval.CleanEval",
    "cuter-xml": "thresher.writers.cuter_xml.CuterXml",
    "contentex-xml": "thresher.writers.contentex_xml.ContentExXml",
}


class Writer(Protocol):
    """A format: a small frozen object of options with one method."""

    def write(self, selection: Selection) -> str:
        """What was selected, in this format."""
        ...


def create(name: str, **options: Any) -> Writer:
    """The writer of that format, with those of the options that it knows.

    >>> create("text", links=False)
    Text()
    """
    writer, known = _writer(name)
    return writer(**{key: value for key, value in options.items() if key in known})


@cache
def _writer(name: str) -> tuple[Callable[..., Writer], frozenset[str]]:
    """The writer of a format, and the names of its options."""
    if name not in FORMATS:
        raise UnknownName("format", name, FORMATS)
    module, _, attribute = FORMATS[name].rpartition(".")
    writer = getattr(import_module(module), attribute)
    return writer, frozenset(each.name for each in fields(writer))
