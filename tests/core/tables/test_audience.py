"""Who is told what of a table, and when."""

from __future__ import annotations

import pytest

from gamehall.tables.inputs import Act, Connection, Part
from gamehall_hello.messages import Keep
from gamehall_hello.plugin import GAME as HELLO
from gamehall_sdk.errors import (
    IllegalAction,
)
from gamehall_sdk.table import Ask, Phase, Snapshot
from tests.doubles import House, Watcher, act, buy, pair
from tests.games import Bet, Call, Check, coins

pytestmark = pytest.mark.anyio


# --- who is told what ---


async def test_a_viewer_gets_one_snapshot_and_then_only_rising_updates() -> None:
    async with House().running() as house:
        table = await pair(house, coins(), 50, pause="0")
        watcher = Watcher(99)
        await table.watch(watcher)
        for _ in range(3):
            for _ in range(2):
                seat = table.machine.flow.turns()[0].seat
                await act(table, 10 + seat, Check())
        await table.settled()
        assert isinstance(watcher.log[0], Snapshot)
        assert not [one for one in watcher.log[1:] if isinstance(one, Snapshot)]
        assert watcher.seqs == list(range(watcher.seqs[0], watcher.seqs[0] + len(watcher.seqs)))


async def test_only_the_seats_viewer_is_asked_and_once_a_turn() -> None:
    async with House().running() as house:
        table = await pair(house)
        mine, theirs, nobodys = Watcher(10), Watcher(11, wants_views=True), Watcher(99)
        for watcher in (mine, theirs, nobodys):
            await table.watch(watcher)
        await table.settled()
        assert [(ask.seat, ask.turn, ask.view) for ask in mine.asks] == [(0, 1, None)]
        await table.submit(Connection(11, up=False))
        await table.submit(Connection(11, up=True))
        assert len(mine.asks) == 1
        await act(table, 10, Keep())
        await table.settled()
        assert [(ask.seat, ask.turn) for ask in theirs.asks] == [(1, 2)]
        assert theirs.asks[0].view == table.machine.flow.view(1)
        assert (len(mine.asks), nobodys.asks) == (1, [])


async def test_who_comes_back_is_shown_the_table_and_asked_again() -> None:
    async with House().running() as house:
        table = await pair(house)
        back = Watcher(10)
        await table.submit(Connection(10, up=True), watch=back)
        assert [type(one) for one in back.log] == [Snapshot, Ask]
        assert back.log[0].view == table.machine.flow.view(0)
        assert back.log[0].you == 0


async def test_private_events_reach_only_their_seat() -> None:
    async with House().running() as house:
        table = await house.open(coins())
        watchers = {account: Watcher(account) for account in (10, 11, 99)}
        await table.watch(watchers[99])
        for account in (10, 11):
            await buy(table, account, 50, watchers[account])
        await act(table, 10, Bet())
        await table.settled()
        got = {
            account: [one.seat for one in watcher.take() if type(one).__name__ == "Got"]
            for account, watcher in watchers.items()
        }
        assert got == {10: [0], 11: [1], 99: []}
        for account, watcher in watchers.items():
            assert "Got" not in str(watcher.log), account


async def test_a_join_is_answered_then_the_others_hear_then_the_joiner_sees() -> None:
    async with House().running() as house:
        table = await house.open(HELLO)
        order: list[str] = []
        old, new = Watcher(99), Watcher(10)
        await table.watch(old)
        await table.settled()
        old.check = lambda: order.append("told")
        new.check = lambda: order.append("shown")
        outcome = await buy(table, 10, 0, new)
        assert outcome.seat == 0
        assert order == ["told", "shown"]
        assert [type(one) for one in new.log] == [Snapshot]
        assert [seat.name for seat in new.log[0].seats] == ["p10"]


async def test_a_reply_comes_before_the_update() -> None:
    async with House().running() as house:
        table = await pair(house)
        order: list[str] = []
        watcher = Watcher(10)
        await table.watch(watcher)
        await table.settled()
        watcher.check = lambda: order.append("told")
        await table.post(Act(10, {"keep": {}}), lambda result: order.append(type(result).__name__))
        await table.post(Act(10, {"keep": {}}), lambda result: order.append(type(result).__name__))
        await table.settled()
        assert order == ["Outcome", "told", "OutOfTurn"]


async def test_a_reply_that_fails_hurts_nobody() -> None:
    async with House().running() as house:
        table = await pair(house)
        await table.post(Act(10, {"keep": {}}), lambda result: 1 / 0)  # type: ignore[arg-type]  # it fails
        await table.settled()
        await act(table, 11, Keep())


async def test_spectators_who_are_told_late_hear_of_a_round_when_it_is_over() -> None:
    async with House().running() as house:
        table = await pair(house, coins(), 50, spectators="delayed", pause="1")
        late, player = Watcher(99), Watcher(10)
        await table.watch(late)
        await table.watch(player)
        await act(table, 10, Bet())
        await buy(table, 12, 50)
        await table.settled()
        [before] = late.take()
        assert (before.number, before.phase, before.view, before.turns) == (0, Phase.WAITING, None, ())
        assert "Did" in str(player.take())
        newcomer = Watcher(98)
        await table.watch(newcomer)
        await act(table, 11, Call())
        await table.settled()
        for watcher in (late, newcomer):
            events = [one for one in watcher.take() if not isinstance(one, Snapshot)]
            names = [type(one).__name__ for one in events]
            assert names[:5] == ["PhaseChanged", "RoundStarted", "TurnStarted", "Did", "TurnStarted"]
            assert "Joined" in names
            assert "Got" not in str(events)
            assert type(events[-1]).__name__ == "PhaseChanged"


@pytest.mark.parametrize("policy", ["all", "delayed"])
async def test_whoever_watches_and_however_they_sit_the_numbers_rise(policy: str) -> None:
    async with House().running() as house:
        table = await pair(house, coins(), 50, spectators=policy, pause="0")
        watchers = [Watcher(account) for account in (10, 11, 12, 99)]
        for watcher in watchers:
            await table.watch(watcher)
        await buy(table, 12, 50)
        for number in range(12):
            seat = table.machine.flow.turns()[0].seat
            account = next(one for one in (10, 11, 12) if table.machine.flow.seat_of(one) == seat)
            if number == 5:
                await table.submit(Part(12))
            elif table.machine.flow.turns() and table.machine.flow.seat_of(account) is not None:
                await act(table, account, Check())
            late = Watcher(99)
            watchers.append(late)
            await table.watch(late)
        await table.settled()
        for watcher in watchers:
            assert watcher.seqs == sorted(set(watcher.seqs))
            assert not [one for one in watcher.log[1:] if isinstance(one, Snapshot)]


async def test_who_has_left_a_table_that_nobody_may_watch_is_told_nothing_more() -> None:
    async with House().running() as house:
        table = await pair(house, spectators="nobody", pause="60")
        watcher = Watcher(11)
        await table.watch(watcher)
        await act(table, 10, Keep())
        await act(table, 11, Keep())
        await table.submit(Part(11))
        assert watcher.log[-1] == "you have left the table, and it lets nobody watch"
        await table.submit(Part(10))
        assert watcher.log[-1] == "you have left the table, and it lets nobody watch"
        assert table.spectators == 0


async def test_who_leaves_is_told_nothing_more_even_while_still_waiting_to_watch() -> None:
    async with House().running() as house:
        table = await pair(house)
        one, other = Watcher(98), Watcher(99)
        await table.watch(one)
        await table.settled()
        assert table.spectators == 1
        table.leave(one)
        await table.watch(other)
        table.leave(other)
        await table.settled()
        await act(table, 10, Keep())
        assert (len(one.log), other.log, table.spectators) == (1, [], 0)


async def test_a_viewer_that_fails_is_told_nothing_more_and_hurts_nobody() -> None:
    async with House().running() as house:
        table = await pair(house)
        bad, good = Watcher(99), Watcher(98)
        for watcher in (bad, good):
            await table.watch(watcher)
        await table.settled()
        calls: list[int] = []

        def fail() -> None:
            calls.append(1)
            raise BufferError

        bad.check = fail
        await act(table, 10, Keep())
        await act(table, 11, Keep())
        assert (len(calls), table.spectators) == (1, 1)
        assert len(good.log) == 3


async def test_an_observer_that_fails_hurts_nobody() -> None:
    async with House().running() as house:
        house.seen.fails = True
        table = await pair(house)
        await act(table, 10, Keep())
        assert [outcome.kind for outcome in house.seen.outcomes] == ["open", "join", "join", "deal", "act"]


async def test_a_refusal_reaches_only_the_one_who_asked() -> None:
    async with House().running() as house:
        table = await pair(house, coins(), 50)
        watcher = Watcher(99)
        await table.watch(watcher)
        await table.settled()
        stored = len(house.store.entries[1])
        with pytest.raises(IllegalAction):
            await act(table, 10, Call())
        await table.settled()
        assert (len(watcher.log), len(house.store.entries[1])) == (1, stored)
