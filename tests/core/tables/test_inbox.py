"""The queue before a table's task."""

from __future__ import annotations

import asyncio

import anyio
import pytest
from anyio.lowlevel import checkpoint

from gamehall.tables.inbox import Inbox


async def test_first_in_first_out_and_the_reader_waits() -> None:
    inbox: Inbox[int] = Inbox(3)
    got: list[int] = []

    async def read() -> None:
        while len(got) < 4:
            got.append(await inbox.get())

    async with anyio.create_task_group() as group:
        group.start_soon(read)
        await checkpoint()
        for number in range(4):
            await inbox.put(number)
            if number % 2:
                await checkpoint()
    assert got == [0, 1, 2, 3]
    assert len(inbox) == 0
    with pytest.raises(IndexError):
        inbox.pop()


async def test_who_finds_it_full_waits_for_a_place_in_turn() -> None:
    inbox: Inbox[int] = Inbox(1)
    await inbox.put(0)
    assert inbox.full
    async with anyio.create_task_group() as group:
        for number in (1, 2):
            group.start_soon(inbox.put, number)
            await checkpoint()
        assert len(inbox) == 1
        assert [await inbox.get() for _ in range(3)] == [0, 1, 2]


async def test_a_place_given_to_one_who_went_away_is_given_on() -> None:
    inbox: Inbox[int] = Inbox(1)
    inbox.add(0)
    first = asyncio.ensure_future(inbox.put(1))
    await asyncio.sleep(0)
    second = asyncio.ensure_future(inbox.put(2))
    await asyncio.sleep(0)
    assert inbox.pop() == 0
    first.cancel()  # the place is its own already
    assert await inbox.get() == 2
    assert first.cancelled()
    await second


async def test_a_reader_that_was_cancelled_does_not_take_anything_along() -> None:
    inbox: Inbox[int] = Inbox(1)
    with anyio.move_on_after(0):
        await inbox.get()
    inbox.add(5)
    assert await inbox.get() == 5
