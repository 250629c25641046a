"""Inputs that try to break a reader: made by a small grammar for each kind, or by damaging kept ones.

Every input comes from a `random.Random`, so that a seed and a number name it; hypothesis can be that source of chance
as well (``st.randoms()``), and then shrinks what it finds.
"""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

from .damage import MAX_BYTES, damaged
from .kinds import KINDS
from .markup import markup

__all__ = ["CORPUS", "KINDS", "MAX_BYTES", "folders", "made", "markup"]

#: Inputs that are kept: seeds, and what was found before; a folder for each kind.
CORPUS = Path(__file__).parents[2] / "tests" / "fuzz" / "corpus"
#: Pages of ours that are seeds as well.
PAGES = Path(__file__).parents[2] / "tests" / "pages"
#: How often an input is made by the grammar, the others being damaged ones that were kept.
GRAMMAR_SHARE = 0.6
#: How often what the grammar made is damaged as well.
DAMAGED_SHARE = 0.25


def made(kind: str, chance: random.Random, corpus: Path = CORPUS) -> bytes:
    """An input of a kind."""
    kept = _kept(kind, corpus)
    if chance.random() < GRAMMAR_SHARE or not kept:
        body = KINDS[kind].make(chance)
        return body[:MAX_BYTES] if chance.random() > DAMAGED_SHARE else damaged(body, KINDS[kind].tokens, chance, kept)
    return damaged(chance.choice(kept), KINDS[kind].tokens, chance, kept)


@cache
def _kept(kind: str, corpus: Path) -> list[bytes]:
    return [
        path.read_bytes() for folder in folders(kind, corpus) for path in sorted(folder.rglob(f"*{KINDS[kind].ending}"))
    ]


def folders(kind: str, corpus: Path = CORPUS) -> list[Path]:
    """Where inputs of a kind are kept."""
    return [corpus / "page", PAGES] if kind in ("page", "bytes") else [corpus / kind]
