"""What tests of several folders share: how hypothesis searches, databases, servers, and what is not on this machine."""

from __future__ import annotations

import importlib
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NoReturn

import pytest
from hypothesis import settings

# A busy machine is no failure, so nothing has to be done by a deadline; and a few dozen examples find what there is.
settings.register_profile("thresher", deadline=None, max_examples=40)
settings.load_profile("thresher")
# What a user has configured is not what is tested.
os.environ["THRESHER_CONFIG"] = ""


@pytest.fixture(scope="session")
def missing():
    """What to call when a part is not on this machine: a visible skip for a user, a failure in CI."""

    def tell(part: str) -> NoReturn:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(f"needs {part}")

    return tell


#: Nothing of a test's database has to survive the machine, so nothing waits for the disk.
QUICK = "-c fsync=off -c full_page_writes=off -c synchronous_commit=off"


@pytest.fixture(scope="session")
def postgresql(missing):
    """URL of a PostgreSQL server of our own, without the name of a database; it runs as long as the tests.

    Tests that use it are marked ``xdist_group("postgresql")``, so that one server is started, not one for each process.
    """
    programs = max(Path("/usr/lib/postgresql").glob("*/bin/initdb"), default=shutil.which("initdb"))
    if programs is None:
        missing("PostgreSQL")
    # As root it refuses to run; and the folder of pytest is closed to its user.
    account = {"user": "postgres", "group": "postgres", "extra_groups": []} if os.geteuid() == 0 else {}
    folder = Path(tempfile.mkdtemp(prefix="thresher-postgresql-"))
    if account:
        shutil.chown(folder, "postgres", "postgres")

    def run(name: str, *words: str) -> None:
        command = [str(Path(programs).parent / name), "-D", str(folder / "data"), *words]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=folder, timeout=120, **account)

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    try:
        run("initdb", "-U", "thresher", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync")
        run("pg_ctl", "-o", f"-p {port} -k {folder} -h 127.0.0.1 {QUICK}", "-l", str(folder / "log"), "-w", "start")
        yield f"postgresql://thresher@127.0.0.1:{port}/"
        run("pg_ctl", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder)


@pytest.fixture
def postgresql_database(postgresql):
    """URL of a place of its own on the server: a schema, since it costs less than a database."""
    import psycopg

    with psycopg.connect(f"{postgresql}postgres", autocommit=True) as connection:
        number = connection.execute("SELECT count(*) FROM pg_namespace").fetchone()[0]
        connection.execute(f"CREATE SCHEMA test{number}")
    return f"{postgresql}postgres?options=-csearch_path%3Dtest{number}"


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.xdist_group("postgresql"))])
def store_url(request, tmp_path):
    """URL of a store that is not there yet, in each kind of database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/store.db"
    return request.getfixturevalue("postgresql_database")


@pytest.fixture(scope="session")
def serving():
    """What serves requests on the loopback by a class of handlers, with their options, until a block ends."""

    @contextmanager
    def serve(handler, context=None, **options):
        quiet = type("Quiet", (handler,), {"log_message": lambda *_: None})
        with ThreadingHTTPServer(("127.0.0.1", 0), partial(quiet, **options)) as server:
            # Some of its guests stop in the middle, and nobody waits for what they have asked for.
            server.daemon_threads, server.block_on_close = True, False
            if context is not None:
                server.socket = context.wrap_socket(server.socket, server_side=True)
                server.handle_error = lambda *_: None
            thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
            thread.start()
            try:
                yield server
            finally:
                server.shutdown()
                thread.join()

    return serve


@pytest.fixture(scope="session")
def answering():
    """What makes handlers that answer paths as a table says, by status, headers and body, and all others by 404."""

    def make(answers):
        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                status, headers, body = answers.get(self.path, (404, {}, b""))
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

        return Handler

    return make


@pytest.fixture
def scripts(monkeypatch):
    """What imports a module of the scripts folder."""
    monkeypatch.syspath_prepend(Path(__file__).parent.parent / "scripts")
    yield importlib.import_module
    for name in [name for name in sys.modules if name == "make_docs" or name.startswith("doc_parts")]:
        del sys.modules[name]
