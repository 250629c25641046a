"""Other extractors, each as one small function that imports its package on first use.

Every peer extracts the main text with its defaults, without comments if it can leave them out.
If a peer returns HTML, our own writer turns it into text, which keeps block elements apart.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, TypeAlias

from thresher.errors import MissingExtra, UnknownName, UsageError

if TYPE_CHECKING:
    from thresher.evaluate.datasets import LabelledPage

#: Extracts the text of a page, given its HTML, URL and language; the gold text is not used.
Extractor: TypeAlias = Callable[["LabelledPage"], str]


@dataclass(frozen=True)
class Peer:
    """An extractor of another project."""

    package: str  #: name of its distribution package
    module: str  #: the module that is imported
    extract: Extractor

    @property
    def installed(self) -> bool:
        """Whether it is installed."""
        return find_spec(self.module) is not None

    @property
    def version(self) -> str:
        """The installed version; empty if it is not installed."""
        try:
            return version(self.package)
        except PackageNotFoundError:
            return ""


def _trafilatura(page: LabelledPage) -> str:
    return import_module("trafilatura").extract(page.html, url=page.url, include_comments=False) or ""


def _trafilatura_fast(page: LabelledPage) -> str:
    return import_module("trafilatura").extract(page.html, url=page.url, include_comments=False, fast=True) or ""


def _readability(page: LabelledPage) -> str:
    return _text_of(import_module("readability").Document(page.html, url=page.url).summary())


def _resiliparse(page: LabelledPage) -> str:
    return import_module("resiliparse.extract.html2text").extract_plain_text(page.html, main_content=True) or ""


def _justext(page: LabelledPage) -> str:
    justext = import_module("justext")
    name = _JUSTEXT_LANGUAGES.get((page.language or "en").partition("-")[0])
    if name:
        paragraphs = justext.justext(page.html.encode("utf-8", "replace"), justext.get_stoplist(name), encoding="utf-8")
    else:
        # Without a stop word list, the thresholds for stop words are set to 0, as its documentation says.
        paragraphs = justext.justext(
            page.html.encode("utf-8", "replace"), frozenset(), stopwords_low=0, stopwords_high=0, encoding="utf-8"
        )
    return "\n".join(paragraph.text for paragraph in paragraphs if not paragraph.is_boilerplate)


_JUSTEXT_LANGUAGES = {
    "ar": "Arabic",
    "cs": "Czech",
    "de": "German",
    "el": "Greek",
    "en": "English",
    "es": "Spanish",
    "fa": "Persian",
    "fr": "French",
    "he": "Hebrew",
    "it": "Italian",
    "nl": "Dutch",
    "pl": "Polish",
    "pt": "Portuguese",
    "ru": "Russian",
    "tr": "Turkish",
    "uk": "Ukrainian",
    "ur": "Urdu",
}


def _boilerpy3(page: LabelledPage) -> str:
    extractors = import_module("boilerpy3.extractors")
    return str(extractors.ArticleExtractor(raise_on_failure=False).get_content(page.html))


def _newspaper4k(page: LabelledPage) -> str:
    article = import_module("newspaper").Article(page.url or "http://page.invalid/", fetch_images=False)
    article.download(input_html=page.html)
    article.parse()
    return str(article.text)


@cache
def _goose() -> Any:
    return import_module("goose3").Goose({"enable_image_fetching": False})


def _goose3(page: LabelledPage) -> str:
    return str(_goose().extract(raw_html=page.html).cleaned_text)


def _turbohtml(page: LabelledPage) -> str:
    return import_module("turbohtml").parse(page.html).article().text or ""


def _magic_html(page: LabelledPage) -> str:
    answer = import_module("magic_html").GeneralExtractor().extract(page.html, base_url=page.url or "")
    return _text_of(answer.get("html") or "")


PEERS: dict[str, Peer] = {
    "trafilatura": Peer("trafilatura", "trafilatura", _trafilatura),
    "trafilatura-fast": Peer("trafilatura", "trafilatura", _trafilatura_fast),
    "readability-lxml": Peer("readability-lxml", "readability", _readability),
    "resiliparse": Peer("resiliparse", "resiliparse", _resiliparse),
    "justext": Peer("justext", "justext", _justext),
    "boilerpy3": Peer("boilerpy3", "boilerpy3", _boilerpy3),
    "newspaper4k": Peer("newspaper4k", "newspaper", _newspaper4k),
    "goose3": Peer("goose3", "goose3", _goose3),
    "turbohtml": Peer("turbohtml", "turbohtml", _turbohtml),
    "magic-html": Peer("magic-html", "magic_html", _magic_html),
}


def peer(name: str) -> Peer:
    """The installed peer of that name; ``module:function`` names a function of your own, from HTML to text."""
    if ":" in name:
        return _own(name)
    if name not in PEERS:
        raise UnknownName("peer", name, PEERS)
    found = PEERS[name]
    if not found.installed:
        raise MissingExtra(found.package, "peers", f"comparing with {name}")
    return found


def _own(name: str) -> Peer:
    """A peer made from a function in any module."""
    module, _, attribute = name.partition(":")
    try:
        function = getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise UsageError(f"no peer {name!r}: {error}") from None
    return Peer(module, module, lambda page: function(page.html))


def installed() -> list[str]:
    """Names of the installed peers.

    >>> "turbohtml" in installed()
    True
    """
    return [name for name, each in PEERS.items() if each.installed]


def _text_of(html: str) -> str:
    """All text of an HTML fragment."""
    import numpy as np

    from thresher import writers
    from thresher.page import Page
    from thresher.selection import Selection

    page = Page.from_html(html)
    return writers.create("text").write(Selection(page, np.ones(len(page.text), dtype=bool)))
