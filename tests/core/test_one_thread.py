"""One thread for calls that come all the time: in order, and nobody who called is forgotten."""

from __future__ import annotations

import threading

import anyio
import anyio.from_thread
import anyio.lowlevel
import anyio.to_thread
import pytest

from gamehall.one_thread import OneThread

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


async def test_calls_are_made_in_order_in_one_thread() -> None:
    thread = OneThread("one")
    seen: list[tuple[int, int]] = []

    async def call(number: int) -> None:
        await thread.call(lambda: seen.append((number, threading.get_ident())))

    async with anyio.create_task_group() as group:
        for number in range(5):
            group.start_soon(call, number)
    thread.end()
    assert [number for number, _ in seen] == [0, 1, 2, 3, 4]
    assert len({ident for _, ident in seen} - {threading.get_ident()}) == 1


async def test_what_a_call_raises_is_raised_and_the_next_is_made() -> None:
    thread = OneThread("one")
    with pytest.raises(ZeroDivisionError):
        await thread.call(lambda: 1 // 0)
    assert await thread.call(lambda: 7) == 7
    thread.end()


async def test_who_is_cancelled_waits_for_the_end_of_the_call() -> None:
    thread, begun, gate = OneThread("one"), anyio.Event(), threading.Event()
    done: list[bool] = []

    def slow() -> None:
        anyio.from_thread.run_sync(begun.set, token=token)
        assert gate.wait(10)
        done.append(True)

    token = anyio.lowlevel.current_token()
    async with anyio.create_task_group() as group:
        group.start_soon(thread.call, slow)
        await begun.wait()
        group.cancel_scope.cancel()
        threading.Thread(target=gate.set).start()
    assert done == [True]
    thread.end()


async def test_it_ends_after_the_calls_that_wait_and_begins_anew() -> None:
    thread = OneThread("one")
    first = await thread.call(threading.current_thread)
    thread.end()
    with anyio.fail_after(10):
        await anyio.to_thread.run_sync(first.join, 10)
    assert not first.is_alive()
    assert await thread.call(threading.current_thread) is not first
    thread.end()
