"""Addresses of links and pictures: absolute, cleaned as a browser would, and only with schemes that do no harm."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from thresher.page.kernels import kernel
from thresher.page.tags import tag_set
from thresher.writers.named import rows_named

if TYPE_CHECKING:
    from thresher.page import Page

#: Schemes that a link may have.
LINK_SCHEMES = frozenset(
    {"http", "https", "mailto", "tel", "sms", "ftp", "ftps", "sftp", "magnet", "geo", "xmpp", "news"}
)
#: Schemes that a picture, a film or a sound may have.
MEDIA_SCHEMES = frozenset({"http", "https"})
_USUAL = ("https://", "http://")
_SCHEME = re.compile(r"([a-zA-Z][a-zA-Z0-9+.\-]*):")
#: A browser leaves these out wherever they stand in an address ...
_LEFT_OUT = dict.fromkeys(map(ord, "\t\n\r"))
#: ... and these at its ends.
_TRIMMED = "".join(map(chr, range(0x21)))
_UNSAFE = re.compile(r"[\x00-\x20\"<>\\^`{|}\x7f]")
_UNSAFE_SIGNS = "".join(sign for sign in map(chr, range(0x80)) if _UNSAFE.match(sign))
_COLON_IN_FIRST_STEP = re.compile(r"[^/?#]*:")
#: The origin of nearly all addresses; those with anything else in it are taken apart with more care.
_PLAIN_ORIGIN = re.compile(r"(https?)://[a-z0-9.-]+(?::\d+)?(?=/)")
_BASE = tag_set("base")
_DOTS = re.compile(r"(?:^|/)\.{1,2}(?:[/?#]|$)")


class Addresses:
    """Makes the addresses of one page absolute.

    >>> from thresher.page import Page
    >>> addresses = Addresses(Page.from_html("<base href='/en/'>", "https://mill.example/"))
    >>> addresses.link("rye.html"), addresses.link("//x.example/a b"), addresses.link(" JavaScript:alert(1)")
    ('https://mill.example/en/rye.html', 'https://x.example/a%20b', None)
    """

    def __init__(self, page: Page) -> None:
        self.base = _base(page)
        self.scheme, self.origin = _origin(self.base) if self.base else ("", "")
        self.page = (self.base or "").partition("#")[0]
        path = self.page.partition("?")[0]
        self.folder = path[: path.rfind("/") + 1] if path.count("/") > 2 else f"{path}/"

    def link(self, address: str | None) -> str | None:
        """The address that a link goes to, or ``None`` if it goes nowhere that is safe."""
        return self._absolute(address, LINK_SCHEMES)

    def links(self, addresses: list[str]) -> list[str | None]:
        """The addresses that links go to."""
        return self._all(addresses, LINK_SCHEMES)

    def media(self, address: str | None) -> str | None:
        """The address of a picture, a film or a sound, or ``None`` if it has none of its own."""
        return self._absolute(address, MEDIA_SCHEMES)

    def all_media(self, addresses: list[str]) -> list[str | None]:
        """The addresses of pictures, films or sounds."""
        return self._all(addresses, MEDIA_SCHEMES)

    def _all(self, addresses: list[str], schemes: frozenset[str]) -> list[str | None]:
        found = plain_addresses(addresses, self.origin, _UNSAFE_SIGNS)
        for place in [place for place, plain in enumerate(found) if plain is None]:
            found[place] = self._absolute(addresses[place], schemes)
        return found

    def _absolute(self, address: str | None, schemes: frozenset[str]) -> str | None:
        """An address cleaned and made absolute."""
        if not address:
            return None
        if _UNSAFE.search(address):
            address = _quoted(address.strip(_TRIMMED).translate(_LEFT_OUT))
        if address.startswith(_USUAL):
            return address
        return self._resolved(address, schemes)

    def _resolved(self, address: str, schemes: frozenset[str]) -> str | None:
        """An address without unsafe characters that may be relative, or have another scheme."""
        scheme = _SCHEME.match(address)
        if scheme:
            return address if scheme[1].lower() in schemes else None
        return self._joined(address) if address else None

    def _joined(self, address: str) -> str | None:
        """A relative address made absolute as far as the page's own address is known."""
        if not self.base:
            # What a browser might yet take for a scheme is marked as a path.
            return f"./{address}" if _COLON_IN_FIRST_STEP.match(address) else address
        if address.startswith("//"):
            return f"{self.scheme}:{address}"
        if not (("/." in address or address[0] == ".") and _DOTS.search(address)):
            if address.startswith("/"):
                return self.origin + address
            if address.startswith("#"):
                return self.page + address
            if not address.startswith(("?", ";")):
                return self.folder + address
        try:
            return urljoin(self.base, address)
        except ValueError:
            return None


@kernel
def plain_addresses(addresses: list[str], origin: str, unsafe: str) -> list[str | None]:
    """Addresses made absolute where they are whole ones, or begin at the root of their site; ``None`` for others.

    Most addresses of a page are of these two kinds. Those with *unsafe* characters have to be mended first.

    >>> plain_addresses(["http://a.example/b", "/c", "d", "/e f", "/../g"], "https://mill.example", " ")
    ['http://a.example/b', 'https://mill.example/c', None, None, None]
    """
    return [
        None
        if any(sign in address for sign in unsafe)
        else address
        if address.startswith(_USUAL)
        else origin + address
        if origin and address[:1] == "/" and address[1:2] != "/" and "/." not in address
        else None
        for address in addresses
    ]


def _quoted(address: str) -> str:
    """An address whose blanks, quotes and controls are written as percent signs and digits."""
    if not _UNSAFE.search(address):
        return address
    return _UNSAFE.sub(lambda found: f"%{ord(found[0]):02X}", address)


def _base(page: Page) -> str | None:
    """What relative addresses are relative to: the page's ``<base>``, or its own address."""
    own = page.url if page.url and _is_web(page.url) else None
    for row in rows_named(_BASE, page.code)[:1].tolist():
        declared = page.attributes(row).get("href", "").strip(_TRIMMED).translate(_LEFT_OUT)
        try:
            base = urljoin(own, declared) if own else declared
        except ValueError:
            return own
        return _quoted(base) if _is_web(base) else own
    return own


def _origin(base: str) -> tuple[str, str]:
    """Scheme and origin of a whole address of the web.

    >>> _origin("https://mill.example:8080/a?b")
    ('https', 'https://mill.example:8080')
    """
    if plain := _PLAIN_ORIGIN.match(base):
        return plain[1], plain[0]
    parts = urlsplit(base)
    return parts.scheme, f"{parts.scheme}://{parts.netloc}"


def _is_web(address: str) -> bool:
    """Whether an address is a whole one of the web."""
    if _PLAIN_ORIGIN.match(address):
        return True
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    return parts.scheme.lower() in MEDIA_SCHEMES and bool(parts.netloc)
