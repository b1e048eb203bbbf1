"""A game's code that does not come back is broken off, and nothing else is."""

from __future__ import annotations

import asyncio
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from types import FrameType
from typing import Any

import pytest

from gamehall.tables.machine import TableConfig
from gamehall.tables.watchdog import GameOverran, GameQuit, Watchdog

LIMIT_S = 0.1
TABLE = TableConfig(7, "a table", "odd", "odd", {}, 1)


@pytest.fixture
def dog() -> Iterator[Watchdog]:
    with Watchdog(LIMIT_S) as one:
        yield one


def loop() -> None:
    while True:
        pass


def stubborn() -> None:
    while True:
        try:
            loop()
        except Exception:  # noqa: BLE001, S112  # as a careless game does
            continue


def test_what_comes_back_is_given_and_what_it_raises_too(dog: Watchdog) -> None:
    assert dog(lambda: 5, TABLE) == 5
    with pytest.raises(ValueError, match="no such"):
        dog(lambda: int("no such"), TABLE)


@pytest.mark.parametrize("call", [loop, stubborn, lambda: time.sleep(3600)], ids=["loop", "stubborn", "sleep"])
def test_what_does_not_is_broken_off_and_named(dog: Watchdog, capsys: pytest.CaptureFixture[str], call: object) -> None:
    assert callable(call)
    for _ in range(2):
        with pytest.raises(GameOverran, match=r"0.1 s \(game_limit_s\)"):
            dog(call, TABLE)
    told = capsys.readouterr().out
    assert "game takes too long" in told
    assert "game=odd" in told
    assert "table=7" in told
    assert "test_watchdog.py" in told
    assert dog(lambda: 5, TABLE) == 5


def test_time_outside_of_a_call_and_many_short_ones_are_no_fault(dog: Watchdog) -> None:
    end = time.monotonic() + 4 * LIMIT_S
    while time.monotonic() < end:
        dog(lambda: None, TABLE)
    until = time.monotonic() + 4 * LIMIT_S
    while time.monotonic() < until:
        pass


def test_a_signal_that_comes_late_or_from_elsewhere_breaks_nothing_off(dog: Watchdog) -> None:
    for _ in range(10):
        signal.raise_signal(signal.SIGURG)

    def signalled() -> int:
        signal.raise_signal(signal.SIGURG)
        return 5

    assert dog(signalled, TABLE) == 5


def test_a_call_in_a_call_ends_by_itself(dog: Watchdog) -> None:
    def outer() -> int:
        with pytest.raises(GameOverran):
            dog(loop, TABLE)
        return dog(lambda: 5, TABLE)

    assert dog(outer, TABLE) == 5
    assert dog._running is None


@pytest.mark.parametrize("kind", [SystemExit, KeyboardInterrupt, GeneratorExit])
def test_what_would_end_the_program_is_only_a_fault(dog: Watchdog, kind: type[BaseException]) -> None:
    def quits() -> None:
        raise kind

    with pytest.raises(GameQuit, match=kind.__name__):
        dog(quits, TABLE)


def test_what_cannot_be_broken_off_is_told_of_again_and_again(capsys: pytest.CaptureFixture[str]) -> None:
    """In another thread than the main one nothing can be broken off; code in C is the same."""
    told: list[str] = []

    def elsewhere() -> None:
        with Watchdog(LIMIT_S) as one:
            one(lambda: time.sleep(5 * LIMIT_S), TABLE)

    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()
    told = [line for line in capsys.readouterr().out.splitlines() if "cannot be broken off" in line]
    assert len(told) >= 2
    assert "table=7" in told[0]


def test_a_loop_that_stands_still_outside_of_games_is_told_of(capsys: pytest.CaptureFixture[str]) -> None:
    async def stand_still() -> None:
        with Watchdog(LIMIT_S) as one:
            one.follow(asyncio.get_running_loop())
            await asyncio.sleep(LIMIT_S)
            assert one._beats is not None
            assert one._beats > 1
            time.sleep(3 * LIMIT_S)  # noqa: ASYNC251  # as a careless plugin does

    asyncio.run(stand_still())
    told = capsys.readouterr().out
    assert "event loop stands still" in told
    assert "stand_still" in told


@pytest.mark.parametrize("runner", [asyncio.run, pytest.importorskip("uvloop").run], ids=["asyncio", "uvloop"])
def test_an_event_loop_goes_on_after_a_call_was_broken_off(runner: Any) -> None:
    async def play() -> int:
        with Watchdog(LIMIT_S) as one:
            for _ in range(2):
                with pytest.raises(GameOverran):
                    one(loop, TABLE)
                await asyncio.sleep(0)
            await asyncio.sleep(LIMIT_S)
            return await asyncio.to_thread(lambda: 5)

    assert runner(play()) == 5


def in_thread(call: Callable[[], Any]) -> Any:
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(call).result()


def test_in_a_worker_thread_too_what_does_not_come_back_is_broken_off_and_named(
    dog: Watchdog, capsys: pytest.CaptureFixture[str]
) -> None:
    def work() -> int:
        assert dog.aside(lambda: 5, TABLE) == 5
        with pytest.raises(ValueError, match="no such"):
            dog.aside(lambda: int("no such"), TABLE)
        with pytest.raises(GameQuit, match="SystemExit"):
            dog.aside(sys.exit, TABLE)
        for call in (loop, stubborn):
            with pytest.raises(GameOverran, match=r"0.1 s \(game_limit_s\)"):
                dog.aside(call, TABLE)
        return dog.aside(lambda: 5, TABLE)

    assert in_thread(work) == 5
    told = capsys.readouterr().out
    assert told.count("game takes too long") == 2
    assert "table=7" in told
    assert "test_watchdog.py" in told
    assert not dog._aside


def test_in_a_worker_thread_nothing_is_raised_when_the_call_is_over(dog: Watchdog) -> None:
    def about(limits: float) -> None:
        end = time.monotonic() + LIMIT_S * limits
        while time.monotonic() < end:
            pass

    def work() -> int:
        broken_off = 0
        for step in range(1, 16):
            try:
                dog.aside(partial(about, step / 2), TABLE)
            except GameOverran:
                broken_off += 1
            # Were anything to come late, it would come here.
            sum(range(10_000))
        return broken_off

    assert in_thread(work)
    assert not dog._aside


@pytest.mark.parametrize("runner", [asyncio.run, pytest.importorskip("uvloop").run], ids=["asyncio", "uvloop"])
def test_code_of_a_package_that_keeps_the_loop_outside_of_calls_is_broken_off(runner: Any) -> None:
    async def answer() -> int:
        with Watchdog(LIMIT_S) as one:
            one.follow(asyncio.get_running_loop(), {"tests"})
            await asyncio.sleep(0)
            for call in (loop, lambda: time.sleep(3600)):
                with pytest.raises(GameOverran, match="game_limit_s"):
                    call()
                await asyncio.sleep(0)
            with pytest.raises(GameOverran):
                one(loop, TABLE)
            return await asyncio.to_thread(lambda: 5)

    assert runner(answer()) == 5


def frame_in(*modules: str) -> FrameType:
    """The frame of code in the last of *modules*, called by code in the one before it, and so on."""
    call: Callable[[], FrameType] = sys._getframe
    for name in reversed(modules):
        names = {"__name__": name, "call": call}
        exec("def here(): return call()", names)  # noqa: S102  # there is no other way to be in such a module
        call = names["here"]  # type: ignore[assignment]  # it is a function
    return call()


@pytest.mark.parametrize(
    ("modules", "foreign"),
    [
        (("gamehall.sessions.hall", "a_package.flow"), True),
        (("gamehall.sessions.hall", "a_package.flow", "json.decoder"), True),
        (("gamehall.net.dialects", "a_package.dialect", "gamehall.sessions.hall"), False),
        (("gamehall.net.dialects", "a_package.dialect", "gamehall.sessions.hall", "json.decoder"), False),
        (("gamehall.sessions.hall", "gamehall_sdk.wire.json"), False),
        (("another.package",), False),
    ],
)
def test_only_code_of_a_package_and_what_it_called_is_broken_off(modules: tuple[str, ...], foreign: bool) -> None:
    dog = Watchdog(LIMIT_S)
    dog._packages = frozenset({"a_package"})
    assert dog._is_foreign(frame_in(*modules)) is foreign


def test_the_signal_is_as_it_was_when_nobody_watches() -> None:
    before = signal.getsignal(signal.SIGURG)
    with Watchdog(LIMIT_S), Watchdog(LIMIT_S):
        assert signal.getsignal(signal.SIGURG) is not before
    assert signal.getsignal(signal.SIGURG) is before
