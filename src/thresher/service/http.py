"""HTTP parsing by httptools, several times faster than the parser in Python, with a limit for request headers."""

from __future__ import annotations

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

#: Maximum bytes of a request header, the same as in the parser in Python; httptools itself has no limit.
MAX_HEAD = 65536


class Http(HttpToolsProtocol):
    """A connection that ends when the header of a request grows too long."""

    _head: int = 0  #: bytes received of an incomplete header
    _in_head: bool = True

    def data_received(self, data: bytes) -> None:
        """Process received bytes, unless they make the header too long."""
        super().data_received(data)
        self._head += len(data) if self._in_head else 0
        if self._head > MAX_HEAD and not self.transport.is_closing():
            self.send_400_response("The header of the request is too long.")

    def on_message_begin(self) -> None:
        """Note the start of a request."""
        self._head, self._in_head = 0, True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Note that its header is complete."""
        self._head, self._in_head = 0, False
        super().on_headers_complete()
