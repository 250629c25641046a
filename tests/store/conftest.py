"""A store in each kind of database, and records to put there."""

from __future__ import annotations

import pytest

from thresher.store import Store, StoredExtraction


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.xdist_group("postgresql"))])
def store_url(request, tmp_path):
    """URL of a store that is not there yet, in each kind of database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/store.db"
    return request.getfixturevalue("postgresql_database")


@pytest.fixture
def store(store_url):
    """An empty store."""
    with Store.open(store_url) as found:
        yield found


@pytest.fixture
def record():
    """A maker of records."""

    def make(name="rye", text="Rye is sown in autumn.", **facts):
        return StoredExtraction(f"https://mill.example/{name}", text, **({"title": name.title()} | facts))

    return make
