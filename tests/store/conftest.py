"""A store in each kind of database, and records to put there."""

from __future__ import annotations

import pytest

from thresher.store import Store, StoredExtraction


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
