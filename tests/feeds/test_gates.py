"""Turns at a host: how many at once, how far apart, and when not at all."""

from __future__ import annotations

import asyncio
import time
from itertools import pairwise

import pytest

from thresher.feeds.gates import MAX_GATES, ClosedError, Gate, Gates


def visit(gate, count, seconds=0.0):
    """When each of some visitors, who come together, began and ended."""
    times = []

    async def one():
        async with gate.passing():
            begun = time.monotonic()
            await asyncio.sleep(seconds)
            times.append((begun, time.monotonic()))

    async def all_of_them():
        await asyncio.gather(*(one() for _ in range(count)))

    asyncio.run(all_of_them())
    return sorted(times)


def test_visitors_keep_their_distance():
    """Each begins the delay after the one before has ended, the first after the delay too."""
    begun = time.monotonic()
    times = visit(Gate(0.05, 1), 4, seconds=0.02)
    assert times[0][0] - begun >= 0.05
    assert all(later[0] - earlier[1] >= 0.05 for earlier, later in pairwise(times))


def test_no_more_than_allowed_at_once():
    """Without a delay as many pass as may, and no more."""
    times = visit(Gate(0.0, 2), 6, seconds=0.03)
    assert max(sum(begun <= moment < ended for begun, ended in times) for moment, _ in times) == 2


def test_a_delay_that_is_told_later_counts_from_the_last():
    """What a host asks for in answer to the first request holds for the second."""

    async def visits():
        gate = Gate(0.0, 1)
        async with gate.passing():
            gate.delay = 0.1
        begun = time.monotonic()
        async with gate.passing():
            return time.monotonic() - begun

    assert asyncio.run(visits()) >= 0.095


def test_closed_gates_turn_visitors_away():
    """Nobody waits for long: who comes is told how long it would be."""
    gate = Gate(0.0, 1)
    gate.close(100)
    with pytest.raises(ClosedError) as error:
        visit(gate, 1)
    assert 99 < error.value.seconds <= 100


def test_gates_are_forgotten():
    """However many hosts there are, few gates are held; one that is closed is not forgotten."""
    gates = Gates(0.0, 1)
    gates.to("closed").close(100)
    for number in range(MAX_GATES + 5):
        gates.to(str(number))
    assert len(gates._gates) < 10 and not gates.to("closed").is_open
