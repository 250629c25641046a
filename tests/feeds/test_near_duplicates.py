"""Texts that are nearly the same are known by their signatures, in any script."""

from __future__ import annotations

import random

import pytest

from thresher.feeds.near_duplicates import ALIKE, bands, from_bytes, signature, to_bytes
from thresher.minhash import likeness


def text(seed, words=300, alphabet="abcdefgh"):
    rng = random.Random(seed)  # noqa: S311 - no secret
    return " ".join("".join(rng.choices(alphabet, k=5)) for _ in range(words))


@pytest.mark.parametrize("alphabet", ["abcdefgh", "абвгдежз", "燕麦在春天播种夏末收割山谷里的每个农民都知道"])
def test_a_remark_more_is_nearly_the_same(alphabet):
    """Texts that differ in a sentence are alike and share a band; others do neither."""
    story, other = text(1, alphabet=alphabet), text(2, alphabet=alphabet)
    one, nearly, different = (signature(each) for each in (story, f"{story} {text(3, 8)}", other))
    assert likeness(one, nearly) >= ALIKE and set(bands(one)) & set(bands(nearly))
    assert likeness(one, different) < 0.2 and not set(bands(one)) & set(bands(different))


def test_signatures_are_for_ever():
    """A signature that the store has kept is that of the same text today."""
    kept = "5c261e00"
    assert to_bytes(signature(text(1))).hex()[:8] == kept
    assert (from_bytes(to_bytes(signature(text(1)))) == signature(text(1))).all()


def test_short_texts_have_none():
    """A few words tell nothing."""
    assert signature("Please enable cookies.") is None
