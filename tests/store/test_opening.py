"""Opening a store: what is made, what is brought up to date, and what is refused with which sentence."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from sqlalchemy import inspect

from thresher.errors import MissingExtra, StoreError, UsageError
from thresher.store import Part, Step, Store, StoredExtraction, migrations, schema

RYE = StoredExtraction("https://mill.example/rye", "Rye.")
BARN = Part("barn", (Step("sheaves", ("CREATE TABLE sheaf (id {id}, tied {moment}, facts {json})",)),))
TALLER = Part("barn", (*BARN.steps, Step("heights", ("ALTER TABLE sheaf ADD COLUMN height INTEGER",))))
BROKEN = Part("barn", (*BARN.steps, Step("half", ("CREATE TABLE half (id {id})", "CREATE NONSENSE"))))


class TestMigrations:
    """Numbered steps, each taken once."""

    def test_tables_are_as_described(self, store):
        """What the steps make is what the program reads and writes: the same columns, the same that may be missing."""
        with store.reading() as connection:
            found = inspect(connection)
            for table in schema.METADATA.sorted_tables:
                made = {column["name"]: column["nullable"] for column in found.get_columns(table.name)}
                described = {column.name: column.nullable for column in table.columns}
                # SQLite says of its primary keys that they may be missing, which they may not.
                keys = [column.name for column in table.primary_key]
                assert made | dict.fromkeys(keys, False) == described

    def test_opened_again(self, store_url):
        """A store that is there is opened with what it holds."""
        with Store.open(store_url) as store:
            store.put_many([RYE])
        with Store.open(store_url) as store, Store.open(store_url, create=False) as other:
            assert store.count() == other.count() == 1

    def test_another_part(self, store):
        """Another part of the program has tables of its own, which take their own steps."""
        store.add_part(BARN)
        store.add_part(BARN)
        with store.writing() as connection:
            connection.exec_driver_sql("INSERT INTO sheaf (tied) VALUES ('2026-01-01T00:00:00Z')")
        store.add_part(TALLER)
        with store.reading() as connection:
            assert connection.exec_driver_sql("SELECT height FROM sheaf").all() == [(None,)]
            assert migrations.version(connection, TALLER) == 2

    def test_newer_database(self, store, store_url):
        """A database that a newer program has changed is refused, and told from a broken one."""
        store.add_part(TALLER)
        with pytest.raises(
            StoreError, match=r"made by a newer thresher .*version 2 of the barn tables.* knows 1.*update"
        ):
            store.add_part(BARN)
        with store.writing() as connection:
            connection.execute(schema.VERSIONS.update().values(version=99))
        with pytest.raises(StoreError, match="made by a newer thresher"):
            Store.open(store_url)

    def test_step_that_fails(self, store):
        """A step that fails leaves nothing behind, so that it can be taken again."""
        store.add_part(BARN)
        with pytest.raises(StoreError, match=r"cannot use the store .*syntax error"):
            store.add_part(BROKEN)
        with store.reading() as connection:
            assert migrations.version(connection, BARN) == 1
            assert not inspect(connection).has_table("half")

    def test_error_in_a_transaction(self, store):
        """After an error nothing of a transaction is kept."""
        with pytest.raises(RuntimeError, match="stop"), store.writing() as connection:
            connection.execute(schema.VERSIONS.delete())
            raise RuntimeError("stop")
        store.add_part(migrations.STORE)


class TestRefused:
    """What cannot be opened, each with a sentence that says why."""

    @pytest.mark.parametrize(
        "url",
        [
            "",
            "results.db",
            "/srv/results.db",
            "sqlite",
            "mysql://a/b",
            "sqlite+aiosqlite:///x",
            "http://mill.example/",
            "://",
        ],
    )
    def test_urls(self, url):
        """What is not the URL of a store is a wrong call, with what to write instead."""
        with pytest.raises(
            UsageError, match=re.escape("is not the URL of a store; write sqlite:///PATH or postgresql://")
        ):
            Store.open(url)

    @pytest.mark.parametrize("create", [True, False])
    def test_folder_that_is_not_there(self, tmp_path, create):
        """A folder that is not there is named, and not made."""
        with pytest.raises(StoreError, match=r"there is no (folder|file) .*missing"):
            Store.open(f"sqlite:///{tmp_path}/missing/store.db", create=create)
        assert not list(tmp_path.iterdir())

    def test_folder(self, tmp_path):
        """A folder is no database."""
        with pytest.raises(StoreError, match=f"{tmp_path} is a folder"):
            Store.open(f"sqlite:///{tmp_path}")

    def test_file_that_must_be_there(self, tmp_path):
        """Where a store must be there already, none is made."""
        with pytest.raises(StoreError, match="there is no file"):
            Store.open(f"sqlite:///{tmp_path}/store.db", create=False)
        assert not list(tmp_path.iterdir())

    def test_database_without_a_store(self, store_url, tmp_path):
        """A database of something else is no store, unless one may be made in it."""
        (tmp_path / "store.db").touch()
        with pytest.raises(StoreError, match="the database contains no store"):
            Store.open(store_url, create=False)

    @pytest.mark.parametrize("start", [b"no database at all. " * 99, b"SQLite format 3\x00" + b"\xff" * 5000])
    def test_no_database(self, tmp_path, start):
        """A file of something else is left as it is."""
        path = tmp_path / "store.db"
        path.write_bytes(start)
        with pytest.raises(StoreError, match=r"not a database|malformed"):
            Store.open(f"sqlite:///{path}")
        assert path.read_bytes() == start

    def test_broken_database(self, tmp_path):
        """A store whose pages were overwritten is an error with a sentence, not a wrong answer."""
        path = tmp_path / "store.db"
        with Store.open(f"sqlite:///{path}") as store:
            store.put_many(StoredExtraction(f"https://mill.example/{n}", f"Rye {n}. " * 99) for n in range(200))
        data = bytearray(path.read_bytes())
        data[8192:-4096] = b"\xaa" * (len(data) - 12288)
        path.write_bytes(data)
        with pytest.raises(StoreError, match=r"malformed|not a database"), Store.open(f"sqlite:///{path}") as store:
            list(store.each())

    def test_read_only(self, tmp_path):
        """A store that may only be read is read, and refuses to be written."""
        with Store.open(f"sqlite:///{tmp_path}/store.db") as store:
            store.put_many([RYE])
        with Store.open(f"sqlite:///file:{tmp_path}/store.db?mode=ro&uri=true") as store:
            assert store.get(RYE.url).text == "Rye." and store.search("rye")
            with pytest.raises(StoreError, match="readonly database"):
                store.put_many([RYE])

    def test_server_that_is_not_there(self, free_port):
        """A server that does not answer is an error with a sentence that names it, without the password."""
        with pytest.raises(StoreError, match=r"(?s)127\.0\.0\.1.*refused") as error:
            Store.open(f"postgresql://miller:flour@127.0.0.1:{free_port}/mill")
        assert f"the store postgresql://miller:***@127.0.0.1:{free_port}/mill: " in str(error.value)
        assert "flour" not in str(error.value)

    @pytest.mark.xdist_group("postgresql")
    def test_database_that_is_not_there(self, postgresql):
        """A database that the server does not have is named."""
        with pytest.raises(StoreError, match='database "missing" does not exist'):
            Store.open(f"{postgresql}missing")


@pytest.fixture
def free_port():
    """A port on which nobody listens."""
    import socket

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        yield free.getsockname()[1]


@pytest.mark.parametrize(("package", "url"), [("sqlalchemy", "sqlite://"), ("psycopg", "postgresql://127.0.0.1/mill")])
def test_missing_extra(package, url):
    """Without the extra there is one sentence that says how to get it."""
    code = f"import sys; sys.modules[{package!r}] = None; from thresher.store import Store; Store.open({url!r})"
    finished = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert finished.stderr.splitlines()[-1].startswith(
        f"{MissingExtra.__module__}.{MissingExtra.__name__}: keeping results"
    )
    assert finished.stderr.endswith(f"needs {package}: pip install 'thresher[store]'\n")
