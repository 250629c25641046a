"""HTTP as httptools reads it, several times faster than the reader in Python; heads of requests have a limit."""

from __future__ import annotations

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

#: A head of a request has at most so many bytes, as with the reader in Python; httptools would take any number.
MAX_HEAD = 65536


class Http(HttpToolsProtocol):
    """A connection that ends when the head of a request grows too long."""

    _head: int = 0  #: bytes that have come of a head that is not complete
    _in_head: bool = True

    def data_received(self, data: bytes) -> None:
        """Take what has come, unless it is more of a head than may be."""
        super().data_received(data)
        self._head += len(data) if self._in_head else 0
        if self._head > MAX_HEAD and not self.transport.is_closing():
            self.send_400_response("The head of the request is too long.")

    def on_message_begin(self) -> None:
        """A request begins."""
        self._head, self._in_head = 0, True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Its head is complete."""
        self._head, self._in_head = 0, False
        super().on_headers_complete()
