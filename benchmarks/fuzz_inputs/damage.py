"""Damage: bytes of an input that are cut, doubled, moved, changed or added."""

from __future__ import annotations

import random
from collections.abc import Sequence

#: Small inputs reach as much as large ones, and more of them in the same time; growth is tested elsewhere.
MAX_BYTES = 20_000
#: How often damage is a piece of what the kind is made of, in a wrong place.
TOKEN_SHARE = 0.4


def damaged(body: bytes, tokens: Sequence[str], chance: random.Random, others: Sequence[bytes] = ()) -> bytes:
    """The input with some of its bytes cut, doubled, moved, changed or added, or with a part of others."""
    for _ in range(chance.choice((1, 1, 2, 3, 6))):
        if chance.random() < TOKEN_SHARE:
            body = _with_token(body, chance.choice(tokens), chance)[:MAX_BYTES]
        else:
            body = chance.choice(DAMAGES)(body, others or [body], chance)[:MAX_BYTES]
    return body


def _with_token(body: bytes, token: str, chance: random.Random) -> bytes:
    place = chance.randint(0, len(body))
    return body[:place] + token.encode("utf-8", "surrogatepass") * chance.choice((1, 1, 1, 3, 40)) + body[place:]


def _part(body: bytes, chance: random.Random) -> tuple[int, int]:
    start = chance.randint(0, len(body))
    return start, min(len(body), start + chance.choice((1, 2, 5, 20, 100, 1000)))


def _cut(body: bytes, _others: Sequence[bytes], chance: random.Random) -> bytes:
    start, stop = _part(body, chance)
    return body[:start] + body[stop:]


def _break_off(body: bytes, _others: Sequence[bytes], chance: random.Random) -> bytes:
    return body[: chance.randint(0, len(body))]


def _repeat(body: bytes, _others: Sequence[bytes], chance: random.Random) -> bytes:
    start, stop = _part(body, chance)
    return body[:stop] + body[start:stop] * chance.choice((1, 2, 10, 50)) + body[stop:]


def _move(body: bytes, _others: Sequence[bytes], chance: random.Random) -> bytes:
    start, stop = _part(body, chance)
    rest = body[:start] + body[stop:]
    place = chance.randint(0, len(rest))
    return rest[:place] + body[start:stop] + rest[place:]


def _change(body: bytes, _others: Sequence[bytes], chance: random.Random) -> bytes:
    start, _ = _part(body, chance)
    return body[:start] + bytes([chance.randrange(256)]) + body[start + 1 :]


def _graft(body: bytes, others: Sequence[bytes], chance: random.Random) -> bytes:
    other = chance.choice(others)
    start, stop = _part(other, chance)
    place = chance.randint(0, len(body))
    return body[:place] + other[start:stop] + body[place:]


DAMAGES = (_cut, _break_off, _repeat, _move, _change, _change, _graft)
