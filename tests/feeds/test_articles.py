"""What nearly repeats an article is marked, whatever was stored before it, beside it or at the same time."""

from __future__ import annotations

import asyncio
import threading
from hashlib import sha256

import pytest

from thresher.feeds.articles import keep_all
from thresher.feeds.near_duplicates import BANDS
from thresher.feeds.originals import MAX_CANDIDATES
from thresher.feeds.page_outcomes import PageRead
from thresher.feeds.store_thread import StoreThread

STORY = " ".join(f"word{number}" for number in range(120))
FORM = " ".join(f"field{number}" for number in range(120))
#: More articles of a form than one is compared with for all its bands.
MANY = MAX_CANDIDATES * BANDS + 1
#: Seconds in which a run that waits for nobody has written.
PATIENCE = 1.0


def keep(desk, *texts):
    """Store articles of these texts together."""
    articles = [desk.article(f"http://mill.example/{sha256(text.encode()).hexdigest()}", text) for text in texts]
    with desk.store.writing(alone=True) as connection:
        return keep_all(desk.store, connection, articles)


@pytest.mark.parametrize("texts", [(STORY, f"{STORY} more"), (f"A headline of some words {STORY}", STORY)])
@pytest.mark.parametrize("batches", [[slice(0, 2)], [slice(0, 1), slice(1, 2)]], ids=["together", "apart"])
def test_the_second_of_two_is_marked(desk, texts, batches):
    """Whether the longer or the shorter one comes first, and in one batch or, as after a kill, in two."""
    first, second = (kept for batch in batches for kept in keep(desk, *texts[batch]))
    assert (first.duplicate_of, second.duplicate_of) == (None, first.extraction)
    assert desk.store.get(second.extraction).duplicate_of == first.extraction


def test_whoever_comes_along_decides_nothing(desk):
    """An article beside one of a form of which there are many is compared with what it resembles itself."""
    form, *_ = keep(desk, FORM, *(f"{FORM} day{number}" for number in range(MANY)))
    [original] = keep(desk, STORY)
    today, found = keep(desk, f"{FORM} today", f"{STORY} more")
    assert today.duplicate_of == form.extraction
    assert found.duplicate_of == original.extraction


def test_two_runs_at_once_see_each_other(desk):
    """A run that has something to write while another one writes waits for it, and marks what nearly repeats that."""
    one, two = desk.follow("http://mill.example/a", "http://mill.example/b")
    original = PageRead(one, one.url, desk.article(one.url, STORY))
    repeated = PageRead(two, two.url, desk.article(two.url, f"{STORY} more"))

    async def write():
        async with StoreThread(desk.store) as store_thread:
            await store_thread.write(repeated)

    other = threading.Thread(target=asyncio.run, args=[write()])
    with desk.store.writing(alone=True) as connection:
        original.apply(desk.store, connection, desk.now)
        other.start()
        # Long enough for who does not wait; who does cannot be done before.
        other.join(timeout=PATIENCE)
    other.join()
    assert desk.store.get(two.url).duplicate_of == desk.store.get(one.url).id
