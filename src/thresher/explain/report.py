"""`report`: a page and the decisions about it as one HTML file, assembled from the files in ``assets``."""

from __future__ import annotations

import base64
import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from functools import cache
from html import escape
from importlib.resources import files
from itertools import islice
from typing import Any
from unicodedata import bidirectional

from thresher import __version__
from thresher.explain.data import Case, report_data
from thresher.explain.picture import Picture
from thresher.explain.verdicts import METHODS, verdicts
from thresher.options import DEFAULTS, Options
from thresher.page import Page

#: The files that form the report's script, in this order.
SCRIPTS = ("decisions", "page", "head", "markdown", "choice", "details", "densities", "helpers", "start")
#: Number of text runs that determine the direction of a page that declares none.
FIRST_RUNS = 200


def report(
    html: str | bytes | Page,
    url: str | None = None,
    *,
    options: Options | None = None,
    methods: Sequence[str] = METHODS,
) -> str:
    """One HTML file that explains what the options' method keeps of a page, compared with other *methods*.

    >>> document = report("<nav><a href=/>Home</a></nav><p>Rye is a grass, and <script>alert(1)</script>a cereal.")
    >>> "<!doctype html>" in document, "alert(1)" in document
    (True, False)
    """
    options = options or DEFAULTS
    page = html if isinstance(html, Page) else Page.from_html(html, url)
    found = verdicts(page, options, methods)
    page = found[0].page
    case = Case(page, found, options)
    document = _filled(
        policy=policy(),
        style=_file("report.css"),
        script=_script(),
        title=escape(page.title or page.url or "a page"),
        address=escape(page.url or ""),
        language=escape(page.language or "", quote=True),
        direction=_direction(page),
        picture=Picture(page, case.count).html(case.by_block),
        data=_embedded(report_data(case)),
        version=__version__,
    )
    # A page may contain lone surrogates, which cannot be written to a file.
    return document.encode("utf-8", "replace").decode("utf-8")


@cache
def policy() -> str:
    """The report's content security policy: it allows its own style and script and nothing else.

    A page that shows the report in an ``<iframe srcdoc>`` passes its own policy on, which must allow both hashes.

    >>> policy().split("; ")[0]
    "default-src 'none'"
    """
    script, style = _hash(_script()), _hash(_file("report.css"))
    return f"default-src 'none'; script-src '{script}'; style-src '{style}'; base-uri 'none'; form-action 'none'"


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"


def _script() -> str:
    return "\n".join(_file(f"{name}.js") for name in SCRIPTS)


def _file(name: str) -> str:
    return files("thresher.explain").joinpath("assets", name).read_text(encoding="utf-8")


def _filled(**parts: str) -> str:
    """The template with its parts filled in; placeholders inside a part are not replaced."""
    pieces = _file("report.html").split("{{")
    names = [piece.partition("}}") for piece in pieces[1:]]
    return "".join([pieces[0], *(parts[name] + rest for name, _, rest in names)])


def _embedded(data: dict[str, Any]) -> str:
    """Data encoded so that it is safe inside a ``<script>``."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c")


def _direction(page: Page) -> str:
    """The text direction that the page declares, or else that of most of its first letters."""
    declared = (page.attribute_of(row, "dir") for row in (0, page.body) if len(page.tag))
    if direction := next((value.lower() for value in declared if value and value.lower() in ("rtl", "ltr")), None):
        return direction
    kinds = Counter(map(bidirectional, "".join(islice(page.text, FIRST_RUNS))))
    return "rtl" if kinds["R"] + kinds["AL"] > kinds["L"] else "ltr"
