"""A line of text: something like a date, something like methods that are combined."""

from __future__ import annotations

import random

from .words import TRAPS, WORDS

DATE_PARTS = (
    "2024 24 1403 2567 令和6年 平成 民國113年 03 3 13 31 32 00 99999 March Mär. mars марта 3月 5日 مارس ۵ "
    "فروردین मार्च ngày tháng năm Jan januari th st / - . , T Z : +01:00 GMT PM 午後 12:61 10:00:00.123 20240305 ²  ٣ "
).split(" ")


def text(chance: random.Random) -> bytes:
    """Something like a date."""
    parts = chance.choices((*DATE_PARTS, *WORDS[:6], *TRAPS[:9]), k=chance.randint(1, 9))
    return chance.choice((" ", "", "-", "/")).join(parts).encode("utf-8", "surrogatepass")


EXPRESSION_PARTS = (
    "union intersection vote serial weighted auto lqf cectd-ds fe bte ( ) [ ] , = lam favor 0.5 1 2 -1 nan 1e999 : * x"
).split()


def expression(chance: random.Random) -> bytes:
    """Something like methods that are combined."""
    parts = chance.choices(EXPRESSION_PARTS, k=chance.randint(1, 14))
    return chance.choice(("", " ")).join(parts).encode() * chance.choice((1, 1, 1, 30))
