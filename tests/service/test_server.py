"""``thresher serve`` as a process: it says where it is, answers over a real connection, and stops as it should."""

from __future__ import annotations

import contextlib
import json
import re
import signal
import socket
import subprocess
import sys
import time
from asyncio import base_events
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from thresher.cli import main
from thresher.service.server import _bound
from thresher.service.settings import Settings

from .conftest import OATS, PAGE
from .running import Running

pytestmark = pytest.mark.xdist_group("service")


def children(process):
    """Processes that a process has started."""
    found = subprocess.run(["pgrep", "-P", str(process.pid)], capture_output=True, text=True, check=False)
    return [int(line) for line in found.stdout.split()]


def wait_until_gone(pids):
    end = time.monotonic() + 60
    while any(Path(f"/proc/{pid}").exists() for pid in pids):
        assert time.monotonic() < end, "a process was left behind"
        time.sleep(0.05)


def wait_until_closed(port):
    """Until a service that was told to stop takes no more connections."""
    with pytest.raises(ConnectionError):
        while True:
            socket.create_connection(("127.0.0.1", port)).close()
            time.sleep(0.01)


def test_it_answers(running):
    """What is asked over a real connection is answered."""
    status, body = running.post("/extract?format=text", PAGE)
    assert status == 200 and OATS.strip() in body.decode()


def test_an_answer_is_sent_at_once():
    """A connection to the service waits for nothing: asyncio sees by the protocol that it may send small pieces."""
    with contextlib.closing(_bound(Settings(port=0))) as listener:
        listener.listen()
        with socket.create_connection(listener.getsockname()), contextlib.closing(listener.accept()[0]) as connection:
            base_events._set_nodelay(connection)
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def answered(connection):
    """An answer of some length, head and body."""
    answer = b""
    while not (length := re.search(rb"content-length: (\d+)\r\n(?:.+\r\n)*\r\n", answer)) or (
        len(answer) < length.end() + int(length[1])
    ):
        piece = connection.recv(65536)
        assert piece, "the connection was closed"
        answer += piece
    return answer


@pytest.mark.parametrize(("size", "status"), [(30_000, b"200"), (70_000, b"400")])
def test_the_head_of_a_request_is_bounded(running, size, status):
    """A head that does not end is refused and not kept, on a connection that has been used before, too."""
    with socket.create_connection(("127.0.0.1", running.port), timeout=30) as connection:
        for _ in range(3):
            connection.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\nX-Rye: " + b"r" * 30_000 + b"\r\n\r\n")
            assert answered(connection).startswith(b"HTTP/1.1 200")
        connection.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\nX-Rye: ")
        for _ in range(0, size, 10_000):
            connection.sendall(b"r" * 10_000)
            time.sleep(0.02)
        if status == b"200":
            connection.sendall(b"\r\n\r\n")
        assert answered(connection).startswith(b"HTTP/1.1 " + status)


def test_a_body_without_length_is_bounded(running):
    """A chunked body is refused as soon as it is too large, not when it ends."""
    with contextlib.closing(running.connection()) as connection:
        connection.putrequest("POST", "/extract")
        connection.putheader("Transfer-Encoding", "chunked")
        connection.endheaders()
        with contextlib.suppress(OSError):
            for _ in range(1000):
                connection.send(b"10000\r\n" + b"x" * 0x10000 + b"\r\n")
        answer = connection.getresponse()
        assert answer.status == 413


def test_a_body_that_does_not_come(running):
    """Who says that a body comes and sends none is told so in time."""
    with contextlib.closing(running.connection()) as connection:
        connection.putrequest("POST", "/extract")
        connection.putheader("Content-Length", "100")
        connection.endheaders(b"<p>")
        start = time.monotonic()
        assert connection.getresponse().status == 408
        assert time.monotonic() - start > 4.5


def test_clients_that_leave(running):
    """Clients that leave in the middle leave nothing behind."""
    for head in (
        b"POST /extract HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n<p>",
        b"POST /ext",
        b"\x00\xff\r\n\r\n",
    ):
        with socket.create_connection(("127.0.0.1", running.port)) as connection:
            connection.sendall(head)
    assert running.post("/extract", PAGE)[0] == 200
    assert not any("Traceback" in line for line in running.log)


def test_a_batch_is_streamed(running):
    """The answer to a line comes while the next line has not been sent yet."""
    line = json.dumps({"html": PAGE}).encode() + b"\n"
    with socket.create_connection(("127.0.0.1", running.port), 30) as connection:
        head = b"POST /extract/batch HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
        connection.sendall(head + b"%x\r\n%s\r\n" % (len(line), line))
        received = b""
        while b'"line": 1' not in received:
            received += connection.recv(65536)
        assert b"\r\n0\r\n" not in received
        connection.sendall(b"%x\r\n%s\r\n0\r\n\r\n" % (len(line), line))
        while not received.endswith(b"\r\n0\r\n\r\n"):
            received += connection.recv(65536)
        assert b'"line": 2' in received


def test_refused_clients_read_why(running, held):
    """Who is refused can read the answer, though its page was not read."""
    with ThreadPoolExecutor(6) as threads:
        with held():
            waiting = [threads.submit(running.post, "/extract?algorithm=waiting", PAGE) for _ in range(6)]
            running.wait_for("thresher_requests_inside 6.0")
            status, why = running.post("/extract", b"<p>" + b"x" * 290_000)
        assert {each.result()[0] for each in waiting} == {200}
    assert status == 503 and b"6 pages are already being processed or waiting" in why


def test_it_stops_gracefully(held):
    """Told to stop, it answers what has begun, ends with code 0, and leaves no process behind."""
    service = Running("--port", "0", "--workers", "1", "--time-limit", "5")
    below = children(service.process)
    with ThreadPoolExecutor(1) as threads:
        with held():
            asked = threads.submit(service.post, "/extract?algorithm=waiting", PAGE)
            service.wait_for("thresher_workers_busy 1.0")
            service.process.send_signal(signal.SIGINT)
            wait_until_closed(service.port)
        assert asked.result()[0] == 200
    assert service.ended() == 0
    assert below
    wait_until_gone(below)


def test_its_own_end_is_the_end_of_its_workers(faults):
    """Killed without warning, it leaves no worker behind, not even one that hangs."""
    service = Running("--port", "0", "--workers", "1", "--time-limit", "1")
    below = children(service.process)
    with socket.create_connection(("127.0.0.1", service.port)) as connection:
        body = PAGE.encode()
        head = f"POST /extract?algorithm=hanging HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n\r\n"
        connection.sendall(head.encode() + body)
        service.wait_for("thresher_workers_busy 1.0")
        service.stop(signal.SIGKILL)
    wait_until_gone(below)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--host", "0.0.0.0"], "give --token or THRESHER_TOKEN"),  # noqa: S104 - refused
        (["--port", "99999"], "is not a port"),
        (["--time-limit", "0"], "must be a number above 0"),
        (["--memory", "inf"], "must be a number above 0"),
        (["--queue", "-1"], "--queue: must be a whole number of at least 0, not '-1'"),
        (["--port", "http"], "--port: must be a whole number of at least 0, not 'http'"),
    ],
)
def test_a_wrong_start_is_told(capsys, monkeypatch, words, sentence):
    """A service that cannot or must not start says why in a sentence, with the code of a wrong call."""
    monkeypatch.delenv("THRESHER_TOKEN", raising=False)
    assert main(["serve", *words]) == 2
    assert sentence in capsys.readouterr().err


def test_a_port_that_is_taken(running, capsys):
    """A port that somebody else has is told."""
    assert main(["serve", "--port", str(running.port)]) == 2
    assert "cannot listen on 127.0.0.1" in capsys.readouterr().err


def test_without_the_extra(capsys, monkeypatch):
    """Where a package is missing, the command that installs it is told."""
    monkeypatch.delitem(sys.modules, "thresher.service.server", raising=False)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert main(["serve"]) == 1
    assert "thresher serve needs uvicorn: pip install 'thresher[service]'" in capsys.readouterr().err
