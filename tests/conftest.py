"""What all tests share: how hypothesis searches, and what happens where a part of the machine is missing."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
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
