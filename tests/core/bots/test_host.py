"""Bots of the server's own, in processes of their own: whatever one does, its table and the server go on."""

from __future__ import annotations

import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import attrs
import pytest

from gamehall.accounts.model import Account
from gamehall.app import Server
from gamehall.bots import host
from gamehall.tables.inputs import Close
from gamehall_sdk import record
from gamehall_sdk.client import Client, TableSession
from gamehall_sdk.errors import BotFailed, GamehallError, NotSeated, StoreUnavailable, UnknownBot, UnknownTable
from gamehall_sdk.lobby import DescribeTable
from gamehall_sdk.record import By
from gamehall_sdk.table import (
    AddBot,
    Ask,
    Dropped,
    Left,
    RemoveBot,
    Returned,
    RoundEnded,
    SitOut,
    Snapshot,
    TurnStarted,
)
from tests.core.site import Site
from tests.hosting import books_balance, guests, hosting, news_of, plugins, until

QUICK = {"pause": "0", "clock": "move:60", "grace": "60", "misses": "0"}


@attrs.frozen
class Place:
    """A server with one person, alice."""

    server: Server
    alice: Client

    async def table(self, game: str = "hello", **options: str) -> TableSession:
        """A new table with alice in seat 0."""
        number = await self.alice.create(game, "one", QUICK | options)
        return await self.alice.join(number, seat=0, buy_in="most")

    def rounds(self, table: TableSession) -> list[record.RoundRecord]:
        """The records of its finished rounds, the oldest first."""
        kept = self.server.store.rounds
        found = [kept.get(one.id) for one in kept.list_rounds(table_id=table.gameid)]
        return [record.read(one.document) for one in reversed(found) if one is not None]


Opener = Callable[..., AbstractAsyncContextManager[Place]]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installed distribution of odd bots; where they leave their notes."""
    site = Site(tmp_path / "site")
    text = (Path(__file__).parent / "odd.py").read_text(encoding="utf-8")
    site.install("gamehall-bot-odd", {"odd": "odd_bots"}, {"odd_bots.py": text})
    monkeypatch.syspath_prepend(str(site.folder))
    monkeypatch.setenv("PYTHONPATH", str(site.folder), prepend=os.pathsep)
    monkeypatch.setenv("ODD_FOLDER", str(tmp_path))
    return tmp_path


@pytest.fixture
def opened(folder: Path) -> Opener:
    @asynccontextmanager
    async def opened(*, made: bool = False, **settings: Any) -> AsyncIterator[Place]:
        async with hosting(folder / "data", plugins(), **settings) as server, guests(server) as visit:
            yield Place(server, await visit("alice", made=made))

    return opened


async def play(table: TableSession, rounds: int) -> list[Any]:
    """Play the first legal action whenever alice is asked, until so many more rounds are over; what was told."""
    heard: list[Any] = []
    while rounds:
        news = await news_of(table, object)
        heard.append(news)
        if isinstance(news, Ask):
            await table.respond(news.actions[0], news.turn)
        rounds -= isinstance(news, RoundEnded)
    return heard


async def test_a_bot_plays_and_is_sent_away(opened: Opener, folder: Path) -> None:
    async with opened() as place:
        table = await place.table("holdem")
        await table.command(AddBot("good", 3))
        await table.command(AddBot("good"))
        details = await place.alice.details(table.gameid)
        names = [[raw.text() for raw in player.info.parameters][:3] for player in details.players]
        assert names == [["0", "alice", "human"], ["1", "good.2", "bot"], ["3", "good.1", "bot"]]
        third = await pid(folder, 3)
        await play(table, 4)
        assert {one.by for played in place.rounds(table) for one in played.inputs} == {By.PLAYER}
        with pytest.raises(NotSeated, match="seat 5"):
            await table.command(RemoveBot(5))
        await table.command(RemoveBot(3))
        # Whoever plays leaves after the round, which may be the next one by now.
        assert [news.why for news in await play_until_left(table)] == ["sent away"]
        await until(lambda: len(place.server.bots._bots) == 1)
        await until(lambda: not alive(third))
        await table.command(AddBot("good", 3))
        assert [one.account.name for one in place.server.bots._bots.values()] == ["~good.2", "~good.1"]
        await books_balance(place.server)


async def test_an_unknown_bot_is_refused_with_the_names_that_are_near(opened: Opener) -> None:
    async with opened() as place:
        table = await place.table()
        with pytest.raises(UnknownBot, match=r"'hangs'"):
            await table.command(AddBot("hang"))
        with pytest.raises(UnknownBot, match=r"good, .*random"):
            await table.command(AddBot("zzzzzz"))
        with pytest.raises(UnknownBot, match="hello"):
            await table.command(AddBot("tight"))


async def test_a_bot_that_dies_at_its_start_is_told_of_and_takes_no_seat(opened: Opener) -> None:
    async with opened() as place:
        table = await place.table("holdem")
        with pytest.raises(BotFailed, match="no license found"):
            await table.command(AddBot("stillborn"))
        with pytest.raises(BotFailed, match="sits in seat 0"):
            await table.command(AddBot("good", 0))
        assert len(place.server.lobby.table(table.gameid).machine.flow.seats()) == 1
        assert not place.server.bots._bots
        await books_balance(place.server)


@pytest.mark.parametrize("name", ["hangs", "sleeps"])
async def test_a_bot_that_does_not_answer_is_played_for_and_then_started_anew(
    opened: Opener, folder: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(host, "_TRIES", 2)
    async with opened(move_limit_s=0.1) as place:
        table = await place.table()
        await table.command(AddBot(name))
        first = await pid(folder, 1)
        heard = await play(table, 2)
        assert [one.by for one in place.rounds(table)[0].inputs] == [By.PLAYER, By.CLOCK]
        while not any(isinstance(news, Left) for news in heard):
            heard = await play_until_left(table)
        assert next(news.why for news in heard if isinstance(news, Left)) == "its program failed"
        await until(lambda: not alive(first))
        await books_balance(place.server)


@pytest.mark.parametrize(("clock", "limit_s", "told_s"), [("move:60", 7.0, 7.0), ("move:6", 600.0, 6.0)])
async def test_a_bot_is_told_the_lesser_of_the_clock_and_its_own_limit(
    opened: Opener, folder: Path, clock: str, limit_s: float, told_s: float
) -> None:
    async with opened(move_limit_s=limit_s) as place:
        table = await place.table(clock=clock)
        await table.command(AddBot("watches"))
        await play(table, 1)
        told = float((folder / "seconds").read_text())
        assert told_s - 3 < told <= told_s


async def play_until_left(table: TableSession) -> list[Any]:
    while True:
        news = await news_of(table, Ask, Left)
        if isinstance(news, Left):
            return [news]
        await table.respond(news.actions[0], news.turn)


@pytest.mark.parametrize(
    ("name", "why"),
    [("raises", "I do not like these cards"), ("killed", "-9"), ("garbles", "framing"), ("floods", "flood")],
)
async def test_a_bot_that_breaks_is_played_for_and_in_the_end_gives_its_seat_up(
    opened: Opener, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, name: str, why: str
) -> None:
    tries = 3 if name == "killed" else 1
    monkeypatch.setattr(host, "_TRIES", tries)
    async with opened(messages_per_s=20.0, burst=20) as place:
        table = await place.table()
        await table.command(AddBot(name))
        assert (await play_until_left(table))[0].why == "its program failed"
        played = [one for found in place.rounds(table) for one in found.inputs if one.seat == 1]
        if name != "floods":
            assert {one.by for one in played} == {By.CLOCK}
        await table.command(AddBot("good", 1))
        await play(table, 2)
        await books_balance(place.server)
    said = capsys.readouterr().out
    assert said.count("bot failed") == tries
    assert why in said


async def test_a_bot_that_takes_all_memory_gets_no_more_than_its_share(
    opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host, "_TRIES", 1)
    async with opened(bot_memory_mb=600) as place:
        table = await place.table()
        await table.command(AddBot("hoards"))
        assert (await play_until_left(table))[0].why == "its program failed"


@pytest.mark.parametrize(("name", "count"), [("forks", 12), ("daemons", 4)])
async def test_a_bot_that_forks_ends_with_all_its_children(opened: Opener, folder: Path, name: str, count: int) -> None:
    async with opened() as place:
        table = await place.table()
        await table.command(AddBot(name))
        await play(table, 2)
        await until(lambda: (folder / "children").exists() and len(_children(folder)) >= count)
        await table.command(RemoveBot(1))
        await play(table, 1)
        await until(lambda: not any(alive(child) for child in _children(folder)))
        await books_balance(place.server)


def _children(folder: Path) -> list[int]:
    return [int(line) for line in (folder / "children").read_text(encoding="utf-8").splitlines()]


async def test_while_a_bot_starts_all_else_goes_on_and_answers_keep_their_order(opened: Opener, folder: Path) -> None:
    async with opened() as place:
        alice, table = place.alice, await place.table()
        other = await place.table()
        answered: list[str] = []

        async def ask(what: str, command: Any) -> None:
            try:
                await table.command(command)
            except GamehallError as error:
                what = f"{what}: {type(error).__name__}"
            answered.append(what)

        async with anyio.create_task_group() as group:
            group.start_soon(ask, "sleeper", AddBot("sleeper", 1))
            await until((folder / "begun").exists)
            group.start_soon(ask, "taken", AddBot("good", 0))
            group.start_soon(ask, "sat out", SitOut())
            # Neither the other table nor the lobby waits, and what is refused there is not taken for the bot's.
            await other.command(AddBot("good", 1))
            await play(other, 2)
            with pytest.raises(UnknownTable):
                await alice.details(999)
            assert (await alice.command(DescribeTable(table.gameid))).gameid == table.gameid
            await table.say("is anybody there?")
            assert answered == []
            (folder / "go").touch()
        assert answered == ["sleeper", "taken: BotFailed", "sat out"]


async def test_so_many_bots_play_at_one_time(opened: Opener) -> None:
    async with opened(max_bots=1) as place:
        table = await place.table("holdem")
        await table.command(AddBot("good"))
        with pytest.raises(BotFailed, match=r"1 bots .*\(max_bots\)"):
            await table.command(AddBot("good"))
        await table.command(RemoveBot(1))
        await play_until_left(table)
        await until(lambda: not place.server.bots._bots)
        await table.command(AddBot("good"))


async def test_a_bot_that_died_comes_back_to_its_seat_and_plays_on(opened: Opener) -> None:
    async with opened() as place:
        table = await place.table()
        await table.command(AddBot("diesonce"))
        heard = await play(table, 3)
        rounds = place.rounds(table)
        assert rounds[0].inputs[1].by is By.CLOCK
        if not any(isinstance(news, Returned) for news in heard):
            await news_of_returned(table)
        await play(table, 2)
        assert place.rounds(table)[-1].inputs[1].by is By.PLAYER
        assert not [news for news in heard if isinstance(news, Left)]


async def news_of_returned(table: TableSession) -> None:
    while True:
        news = await news_of(table, Ask, Returned)
        if isinstance(news, Returned):
            return
        await table.respond(news.actions[0], news.turn)


async def test_a_bot_killed_while_it_waits_comes_back(opened: Opener, folder: Path) -> None:
    async with opened() as place:
        table = await place.table()
        await table.command(AddBot("good"))
        await news_of(table, Ask)
        os.kill(await pid(folder, 1), signal.SIGKILL)
        assert (await news_of(table, Dropped)).seat == 1
        assert (await news_of(table, Returned)).seat == 1
        await table.respond(place.alice.games["hello"].actions[0]())
        await play(table, 2)
        assert place.rounds(table)[1].inputs[1].by is By.PLAYER


@pytest.mark.parametrize(("name", "game"), [("illegal", "holdem"), ("absurd", "hello")])
async def test_a_bot_that_plays_illegally_gets_the_default_action_at_once(opened: Opener, name: str, game: str) -> None:
    async with opened(move_limit_s=600.0) as place:
        table = await place.table(game)
        await table.command(AddBot(name))
        await play(table, 3)
        assert {one.by for found in place.rounds(table) for one in found.inputs if one.seat == 1} == {By.CLOCK}
        await books_balance(place.server)


async def test_what_a_bot_prints_does_not_reach_the_protocol(opened: Opener) -> None:
    async with opened() as place:
        table = await place.table()
        await table.command(AddBot("prints"))
        await play(table, 3)
        assert {one.by for found in place.rounds(table) for one in found.inputs} == {By.PLAYER}


async def test_a_bot_does_nothing_but_play_and_sees_no_settings(
    opened: Opener, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GAMEHALL_DATABASE", "postgresql://user:secret@db/games")
    async with opened() as place:
        table = await place.table()
        await table.command(AddBot("oversteps"))
        await play(table, 2)
        assert [row.name for row in await place.alice.listing()] == ["one"]
        variables = (folder / "variables").read_text().split()
        assert [name for name in variables if name.startswith("GAMEHALL")] == ["GAMEHALL_PLUGINS"]


async def test_a_bot_sits_down_where_nobody_may_watch_and_at_a_private_table(opened: Opener) -> None:
    async with opened() as place:
        table = await place.table(spectators="nobody", password="open sesame")
        await table.command(AddBot("random"))
        await play(table, 2)


async def test_bots_end_with_their_table(opened: Opener, folder: Path) -> None:
    async with opened() as place:
        table = await place.table(pause="3600")
        await table.command(AddBot("good"))
        process = await pid(folder, 1)
        await play(table, 1)
        await table.leave()
        await table.client.join(table.gameid, watch=True)
        await place.server.hall.close(next(iter(place.server.hall.connections)))
        await place.server.lobby.table(table.gameid).submit(Close("closed by the operator"))
        await until(lambda: not alive(process))
        await until(lambda: not place.server.bots._bots)


async def test_a_graceful_stop_is_no_failure_of_the_bots_and_they_are_back_after_it(
    opened: Opener, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with opened() as place:
        table = await place.table()
        await table.command(AddBot("good"))
        await table.command(AddBot("hangs"))
        hanging, waiting = await pid(folder, 2), await pid(folder, 1)
        while (await news_of(table, TurnStarted)).seat != 2:
            await table.respond(place.alice.games["hello"].actions[0]())
        number = table.gameid
        before = place.server.lobby.table(number).machine.number
    said = capsys.readouterr().out
    for word in ("bot failed", "bot ended", "Traceback", "never retrieved"):
        assert word not in said
    await until(lambda: not alive(hanging) and not alive(waiting))
    async with opened(made=True, move_limit_s=0.5) as place:
        entries = place.server.store.tables.entries_after(number, before)
        assert "giveup" not in [entry.kind for entry in entries]
        back = await place.alice.join(number)
        seats = (await news_of(back, Snapshot)).seats
        assert [(view.seat, view.name) for view in seats] == [(0, "alice"), (1, "good.1"), (2, "hangs.1")]
        await play(back, 2)


async def pid(folder: Path, seat: int) -> int:
    """The process of the bot that sat down there last."""
    note = folder / f"seat-{seat}"
    await until(lambda: note.exists() and note.read_text() != "")
    return int(note.read_text())


def alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


async def test_a_bot_that_dies_while_the_database_is_away_is_back_when_that_is(
    opened: Opener, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(host, "_STORE_PAUSE_S", 0.01)
    async with opened() as place:
        table = await place.table()
        await table.command(AddBot("good"))
        first = await pid(folder, 1)
        accounts = place.server.hall.accounts
        right, away = accounts.by_id, 8

        async def by_id(number: int) -> Account | None:
            nonlocal away
            if away:
                away -= 1
                raise StoreUnavailable("The database does not answer now.")
            return await right(number)

        monkeypatch.setattr(accounts, "by_id", by_id)
        os.kill(first, signal.SIGKILL)
        await until(lambda: away == 0 and (folder / "seat-1").read_text() not in ("", str(first)))
        await play(table, 2)
    assert "Traceback" not in capsys.readouterr().out
