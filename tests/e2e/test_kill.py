"""A server that is killed or stopped in the middle of a hand, and started again on the same folder."""

from __future__ import annotations

import time
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import anyio
import attrs
import msgspec
import pytest

from gamehall.ledger import BANK, table_key
from gamehall.settings import Settings
from gamehall.store.store import Store
from gamehall_sdk.errors import ShuttingDown
from gamehall_sdk.game import Game
from gamehall_sdk.table import AddBot, Ask, Phase, RoundEnded, Snapshot, legal_of
from tests.e2e.running import Player, Running, command, database_of, environment, running, stored
from tests.hosting import PATIENCE_S, news_of, until
from tests.kept_journal import keep_journal, whole_journal

PLAYERS = 4
LIVES = 3
"""How often the server of the test under load lives; test_kill_crowd.py has larger crowds and more kills."""
QUICK = {"pause": "0", "clock": "move:600", "grace": "600", "minplayers": str(PLAYERS), "mostbuyin": "40"}


def crowd(games: dict[str, Game], seed: int = 0) -> list[Player]:
    return [Player(f"player {number}", games, Random(seed * 100 + number)) for number in range(PLAYERS)]


async def _connect(stack: AsyncExitStack, server: Running, players: list[Player], *, create: bool) -> None:
    for number, player in enumerate(players):
        address = server.ws if number == 0 else server.tcp
        await stack.enter_async_context(player.connected(address, create=create))


async def _sit(players: list[Player], gameid: int) -> list[Snapshot]:
    return [await player.sit(gameid) for player in players]


def _comparable(snapshot: Snapshot) -> Snapshot:
    """Without what a restart may change: the sequence goes on, and the time to think is given anew."""
    seats = tuple(attrs.evolve(view, connected=True) for view in snapshot.seats)
    turns = tuple(attrs.evolve(turn, seconds=0) for turn in snapshot.turns)
    return attrs.evolve(snapshot, seq=0, seats=seats, turns=turns)


def _check_books(store: Store, table: int) -> None:
    """Chips are conserved, none is on its way, and what lies at the table is what the stacks are."""
    store.ledger.check()
    # A server that is killed during a join leaves chips on their way; the next one gives them back at its start.
    store.ledger.return_all(0)
    balances = store.ledger.balances()
    assert -balances[BANK] == PLAYERS * 10_000 == sum(chips for key, chips in balances.items() if key != BANK)
    assert set(balances) <= {BANK, table_key(table), *(f"account:{number}" for number in range(1, 100))}


@pytest.mark.parametrize("end", ["kill", "stop"])
async def test_the_hand_goes_on_with_the_same_cards_stacks_and_turn(
    folder: Path, games: dict[str, Game], end: str
) -> None:
    players = crowd(games)
    async with running(folder) as server, AsyncExitStack() as stack:
        await _connect(stack, server, players, create=True)
        assert players[0].client is not None
        gameid = await players[0].client.create("holdem", "one", QUICK)
        await _sit(players, gameid)
        await _play_to_a_flop(players)
        before = await _sit(players, gameid)
        assert before[0].view.board
        assert all(len(snapshot.view.seats[place].cards) == 2 for place, snapshot in enumerate(before))
        if end == "kill":
            await server.kill()
        else:
            await _stop(server)
            for player in players:
                assert player.client is not None
                with anyio.fail_after(PATIENCE_S):
                    while player.client.lost is None:
                        await player.client.heard()
                assert isinstance(player.client.parting, ShuttingDown)
        assert server.faults == []
    async with running(folder) as server, AsyncExitStack() as stack:
        await _connect(stack, server, players, create=False)
        after = await _sit(players, gameid)
        for player, snapshot in zip(players, after, strict=True):
            player.catch_up(snapshot)
        assert list(map(_comparable, after)) == list(map(_comparable, before))
        assert all(new.seq >= old.seq for new, old in zip(after, before, strict=True))
        number = before[0].number
        with anyio.fail_after(PATIENCE_S):
            async with anyio.create_task_group() as group:
                for player in players:
                    group.start_soon(player.play, number + 2)
        assert await server.stop() == 0
        assert server.faults == []
    store = stored(folder)
    _check_books(store, gameid)
    assert len(store.rounds.list_rounds(table_id=gameid)) >= number + 2
    store.close()


async def _play_to_a_flop(players: list[Player]) -> None:
    """Everybody calls or checks until there is a board."""
    by_seat = {player.table.seat: player for player in players if player.table is not None}
    while True:
        # All know of every turn; the one who is asked answers.
        for player in by_seat.values():
            assert player.table is not None
            if player.table._news:
                news = await anext(player.table)
                player.note(news)
                if type(news).__name__ == "BoardDealt":
                    return
                if isinstance(news, Ask):
                    calm = [one for one in news.actions if type(one).__name__ in ("Call", "Check")]
                    await player.table.act(calm[0], news.turn)
        await anyio.lowlevel.checkpoint()


async def test_a_server_killed_under_load_forgets_nothing_that_it_acknowledged(
    folder: Path, games: dict[str, Game]
) -> None:
    instants = Random(7)
    players = crowd(games, 7)
    gameid = 0
    keep_journal(database_of(folder))
    for turn in range(LIVES):
        async with running(folder, GAMEHALL_RECOVERY_GRACE_S="600") as server, AsyncExitStack() as stack:
            await _connect(stack, server, players, create=turn == 0)
            if turn == 0:
                assert players[0].client is not None
                gameid = await players[0].client.create("holdem", "one", QUICK)
            for player in players:
                _compare(player, await player.sit(gameid), first=turn == 0)
            if turn < LIVES - 1:
                async with anyio.create_task_group() as group:
                    for player in players:
                        group.start_soon(player.play, 1_000_000)
                    goal = _acknowledged(players) + instants.randint(15, 60)
                    await until(lambda goal=goal: _acknowledged(players) >= goal)  # type: ignore[misc]  # bound now
                    await anyio.sleep(instants.uniform(0, 0.03))
                    # It is killed until the last time but one, when it is stopped.
                    await (server.kill() if turn < LIVES - 2 else _stop(server))
            assert server.faults == []
        store = stored(folder)
        _check_books(store, gameid)
        _check_journal(store, gameid, players)
        store.close()
    assert sum(player.rounds for player in players) > PLAYERS


def _acknowledged(players: list[Player]) -> int:
    return sum(len(player.acknowledged) for player in players)


async def _stop(server: Running) -> None:
    began = time.monotonic()
    assert await server.stop() == 0
    # Nothing waited for its limit.
    assert time.monotonic() - began < Settings().stop_limit_s / 2


def _compare(player: Player, snapshot: Snapshot, *, first: bool) -> None:
    """The table is where the player knows it to be, or further on: others' last inputs may have been stored."""
    assert snapshot.seq >= player.seq
    assert snapshot.number >= player.round
    same = not first and snapshot.number == player.round and snapshot.phase is Phase.PLAYING
    if same and player.round in player.cards and snapshot.view is not None:
        assert player.table is not None
        own = next((seat for seat in snapshot.view.seats if seat.seat == player.table.seat), None)
        assert own is not None
        assert own.cards == player.cards[player.round]
        known = player.board[player.round]
        assert snapshot.view.board[: len(known)] == known
    player.catch_up(snapshot)


def _check_journal(store: Store, gameid: int, players: list[Player]) -> None:
    """Every answer that was acknowledged is there, once."""
    acts: dict[int, set[int]] = {}
    for entry in whole_journal(store, gameid):
        if entry.kind == "act":
            body = msgspec.json.decode(entry.body)
            assert body["turn"] not in acts.setdefault(body["account"], set())
            acts[body["account"]].add(body["turn"])
    for player in players:
        known = store.accounts.find(player.name)
        assert known is not None
        assert set(player.acknowledged) <= acts.get(known.account.id, set())


async def test_two_servers_do_not_share_a_folder(folder: Path) -> None:
    async with running(folder) as server:
        second = await anyio.run_process(command(folder), check=False, env=environment(), cwd=folder.parent)
        assert second.returncode == 1
        assert second.stdout == b""
        [line] = second.stderr.decode().splitlines()
        assert f"process {server.process.pid}" in line
        assert "Traceback" not in line
        assert await server.stop() == 0
    async with running(folder) as third:
        assert await third.stop() == 0
        assert third.faults == []


async def test_bots_are_at_their_seats_again_after_a_kill_and_none_is_left_behind(
    folder: Path, games: dict[str, Game]
) -> None:
    [player] = crowd(games)[:1]
    async with running(folder) as server, AsyncExitStack() as stack:
        await stack.enter_async_context(player.connected(server.tcp, create=True))
        assert player.client is not None
        gameid = await player.client.create("holdem", "one", QUICK | {"minplayers": "2"})
        await player.sit(gameid)
        assert player.table is not None
        await player.table.command(AddBot("random"))
        await news_of(player.table, Ask)
        bots = _children(server.process.pid)
        assert len(bots) == 1
        await server.kill()
    await until(lambda: not _alive(bots))
    async with running(folder) as server, AsyncExitStack() as stack:
        await stack.enter_async_context(player.connected(server.tcp))
        await player.sit(gameid)
        assert player.table is not None
        while True:
            news = await news_of(player.table, Ask, RoundEnded)
            if isinstance(news, RoundEnded):
                break
            assert player.table.game is not None
            await player.table.act(legal_of(news, player.table.game.payloads).choose(player.rng), news.turn)
        bots = _children(server.process.pid)
        await _stop(server)
        assert not _alive(bots)
        assert server.faults == []


def _children(parent: int) -> list[int]:
    listed = Path(f"/proc/{parent}/task/{parent}/children")
    if not listed.exists():
        pytest.skip("this system does not list a process's children")
    return [int(word) for word in listed.read_text().split()]


def _alive(processes: list[int]) -> list[int]:
    return [one for one in processes if Path(f"/proc/{one}").exists()]
