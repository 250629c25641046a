"""Network errors as sentences."""

from __future__ import annotations

import contextlib
import http.client
import socket
import ssl
import zlib
from collections.abc import Iterator

from thresher.errors import FetchError
from thresher.fetch.limits import FetchLimits


@contextlib.contextmanager
def sentences(url: str, limits: FetchLimits) -> Iterator[None]:
    """Turn network errors into a `FetchError` that says what happened."""
    try:
        yield
    except (OSError, http.client.HTTPException, zlib.error) as error:
        raise FetchError(url, sentence(error, limits)) from error


def sentence(error: Exception, limits: FetchLimits) -> str:
    """A network error as a sentence.

    >>> sentence(TimeoutError(), FetchLimits(seconds=3)), sentence(zlib.error("-3"), FetchLimits())
    ('timed out (the limit is 3 s)', 'its compressed body is broken')
    """
    if isinstance(error, TimeoutError):
        return f"timed out (the limit is {limits.seconds:g} s)"
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate is not valid ({error.verify_message})"
    if known := next((text for kind, text in _SENTENCES.items() if isinstance(error, kind)), None):
        return known
    if isinstance(error, http.client.HTTPException):
        return f"the answer is not HTTP ({type(error).__name__})"
    return f"the connection failed ({getattr(error, 'strerror', None) or str(error) or type(error).__name__})"


#: Errors with a fixed sentence.
_SENTENCES: dict[type[Exception], str] = {
    socket.gaierror: "its host name cannot be resolved",
    ConnectionRefusedError: "the server refused the connection",
    http.client.IncompleteRead: "the connection broke off before the page was complete",
    zlib.error: "its compressed body is broken",
}
