"""The error tree of thresher; every error says in one sentence what was wrong and carries the evidence.

ThresherError
    UsageError              a request that cannot be fulfilled as given
        UnknownName         no algorithm, format or command of that name
        BadParameter        a parameter value that is not allowed
        BadExpression       a combination of methods that cannot be parsed
    InputError              a page that could not be fetched or read
        DecodeError         bytes that are not text in any encoding tried
        FetchError          a URL that could not be fetched within the limits
            ConnectionFailed    a server that did not answer, or did not answer completely
            PrivateHost         a host that is not on the public internet
    StoreError              a database that cannot be opened, read or written
    MissingExtra            an optional part that is not installed

An empty page or a page without content is not an error: it is an `Extraction` with an outcome and a reason.
"""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


class ThresherError(Exception):
    """Base of every error that thresher raises on purpose."""


class UsageError(ThresherError):
    """A request that cannot be fulfilled as given."""


class UnknownName(UsageError):  # noqa: N818 - reads as what happened
    """A name that does not exist; the closest known name is suggested.

    >>> print(UnknownName("algorithm", "cetd", ["cetd-ds", "bte"]))
    unknown algorithm 'cetd'; did you mean 'cetd-ds'? Known: bte, cetd-ds
    """

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        self.what, self.name, self.known = what, name, tuple(sorted(known))
        close = difflib.get_close_matches(name, self.known, n=1)
        hint = f"; did you mean {close[0]!r}?" if close else "."
        super().__init__(f"unknown {what} {name!r}{hint} Known: {', '.join(self.known)}")


class BadParameter(UsageError):  # noqa: N818 - reads as what happened
    """A parameter value that is not allowed.

    >>> print(BadParameter("threshold", -1, "a number from 0 to 1"))
    threshold=-1 is not allowed: it must be a number from 0 to 1
    """

    def __init__(self, name: str, given: object, allowed: str) -> None:
        self.name, self.given, self.allowed = name, given, allowed
        super().__init__(f"{name}={given!r} is not allowed: it must be {allowed}")


class BadExpression(UsageError):  # noqa: N818 - reads as what happened
    """A combination of methods that cannot be parsed, with a caret under the position of the error.

    >>> print(BadExpression("union(lqf, )", 11, "a method is missing"))
    a method is missing
        union(lqf, )
                   ^
    """

    def __init__(self, expression: str, place: int, reason: str) -> None:
        self.expression, self.place, self.reason = expression, place, reason
        super().__init__(f"{reason}\n    {expression}\n    {' ' * place}^")


class InputError(ThresherError):
    """A page that could not be fetched or read."""


class DecodeError(InputError):
    """Bytes that are not text in any encoding tried."""

    def __init__(self, reason: str, tried: tuple[str, ...] = ()) -> None:
        self.reason, self.tried = reason, tried
        super().__init__(f"not a page of text: {reason}" + (f" (tried {', '.join(tried)})" if tried else ""))


class FetchError(InputError):
    """A URL that could not be fetched within the limits."""

    def __init__(self, url: str, reason: str) -> None:
        self.url, self.reason = url, reason
        super().__init__(f"cannot fetch {url}: {reason}")


class PrivateHost(FetchError):  # noqa: N818 - reads as what happened
    """A host that is not on the public internet, where only public hosts are allowed."""

    def __init__(self, url: str, address: str) -> None:
        self.address = address
        super().__init__(url, f"its address {address} is not on the public internet")


class ConnectionFailed(FetchError):  # noqa: N818 - reads as what happened
    """A server that did not answer, or did not answer completely; another attempt may succeed."""


class StoreError(ThresherError):
    """A database that cannot be opened, read or written; its address is shown without a password.

    >>> print(StoreError("sqlite:///rye.db", "file is not a database"))
    cannot use the store sqlite:///rye.db: file is not a database
    """

    def __init__(self, url: str, reason: str) -> None:
        self.url, self.reason = url, reason
        super().__init__(f"cannot use the store {url}: {reason}")


class MissingExtra(ThresherError):  # noqa: N818 - reads as what happened
    """An optional part that is not installed, with the command that installs it.

    >>> print(MissingExtra("rapidfuzz", "bench", "scoring by longest common subsequence"))
    scoring by longest common subsequence needs rapidfuzz: pip install 'thresher[bench]'
    """

    def __init__(self, package: str, extra: str, needed_for: str) -> None:
        self.package, self.extra, self.needed_for = package, extra, needed_for
        super().__init__(f"{needed_for} needs {package}: pip install 'thresher[{extra}]'")
