"""The lobby's commands, tokens, balances and views, over a real connection."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import anyio
import attrs
import pytest

from gamehall.app import Server
from gamehall_sdk.client import Client, TableSession, connect
from gamehall_sdk.errors import Forbidden, LoginFailed, UnknownGame, UnknownPayload, UnknownTable
from gamehall_sdk.lobby import (
    LOBBY,
    BalanceChanged,
    BotNames,
    DescribeGames,
    DescribeTable,
    GameSheets,
    KeepLogin,
    ListBots,
    ListRounds,
    Replay,
    ReplayRound,
    RoundList,
    TableSheet,
    Token,
)
from gamehall_sdk.shuffle import commitment, shuffle
from gamehall_sdk.table import Ask, RoundEnded, RoundStarted, Viewed
from gamehall_sdk.wire import Custom, GameRequest, Join, JoinResponse, Message, Raw, Request
from tests.hosting import PASSWORD, PATIENCE_S, hosting


@attrs.define
class Site:
    """A server, and people at it."""

    server: Server
    stack: AsyncExitStack

    async def visit(self, name: str, word: str = PASSWORD, *, create: bool = True) -> Client:
        games = dict(self.server.plugins.games)
        client = await self.stack.enter_async_context(connect(self.server.socket_address, games))
        if create:
            await client.create_account(name, PASSWORD)
        await client.log_in(name, word)
        return client


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(hosting(tmp_path / "data"))
        yield Site(server, stack)


async def desk(client: Client, command: Any, game: str = "") -> Any:
    answer = await client.ask(Message(Request(GameRequest(0, Custom(command))), client.lobby), Custom, 0)
    payloads = LOBBY | client.games[game].payloads if game else LOBBY
    return payloads.load(answer.body.payload)


async def play(*tables: TableSession, rounds: int = 1) -> None:
    """Everybody does the first thing that they may, until so many rounds are over."""

    async def one(table: TableSession) -> None:
        async for news in table:
            if isinstance(news, Ask):
                await table.act(news.actions[0], news.turn)
            if isinstance(news, RoundEnded) and news.number >= rounds:
                return

    with anyio.fail_after(PATIENCE_S):
        async with anyio.create_task_group() as group:
            for table in tables:
                group.start_soon(one, table)


async def test_a_token_logs_in_and_ends_at_logout(site: Site) -> None:
    alice = await site.visit("alice")
    token = await desk(alice, KeepLogin())
    assert isinstance(token, Token)
    again = await site.visit("alice", token.token, create=False)
    assert again.name == "alice"
    await again.log_out()
    with pytest.raises(LoginFailed):
        await site.visit("alice", token.token, create=False)


async def test_a_token_changes_no_password_and_deletes_nothing(site: Site) -> None:
    alice = await site.visit("alice")
    token = await desk(alice, KeepLogin())
    with pytest.raises(LoginFailed):
        await alice.change_password("alice", token.token, "a new password")
    with pytest.raises(LoginFailed):
        await alice.delete_account("alice", token.token)
    await alice.change_password("alice", PASSWORD, "a new password")
    with pytest.raises(LoginFailed):
        await site.visit("alice", token.token, create=False)


async def test_games_and_bots_are_described(site: Site) -> None:
    alice = await site.visit("alice")
    sheets = await desk(alice, DescribeGames())
    assert isinstance(sheets, GameSheets)
    hello = next(sheet for sheet in sheets.games if sheet.name == "hello")
    assert (hello.title, hello.least, hello.most, hello.stakes) == ("Hello", 2, 8, "points")
    assert "random" in (await desk(alice, ListBots("hello"))).names
    assert isinstance(await desk(alice, ListBots("hello")), BotNames)
    with pytest.raises(UnknownGame):
        await desk(alice, ListBots("chess"))


async def test_a_table_is_described_to_each_as_it_is_for_them(site: Site) -> None:
    alice, bob = await site.visit("alice"), await site.visit("bob")
    number = await alice.create("holdem", "hers", {"password": "open sesame", "bigblind": 10})
    mine, theirs = await desk(alice, DescribeTable(number)), await desk(bob, DescribeTable(number))
    assert isinstance(mine, TableSheet)
    assert (mine.leastbuyin, mine.mostbuyin, mine.creator, mine.private) == (200, 2000, "alice", True)
    assert (mine.host, mine.open) == (True, True)
    assert (theirs.host, theirs.open) == (False, False)
    assert "sesame" not in str(mine)
    with pytest.raises(UnknownTable):
        await desk(alice, DescribeTable(number + 1))


async def test_an_unknown_command_is_refused(site: Site) -> None:
    alice = await site.visit("alice")
    with pytest.raises(UnknownPayload):
        await desk(alice, Raw("gimme", {}))


async def test_the_balance_is_told_when_a_table_takes_or_gives_chips(site: Site) -> None:
    alice = await site.visit("alice")
    await alice.listing()
    number = await alice.create("holdem", "one")
    table = await alice.join(number, buy_in=100)
    assert await _balance(alice) == 9_900
    await table.leave()
    assert await _balance(alice) == 10_000


async def _balance(client: Client) -> int:
    with anyio.fail_after(PATIENCE_S):
        while True:
            for news in list(client.news):
                if isinstance(news, BalanceChanged):
                    client.news.remove(news)
                    return news.balance
            await client.heard()


async def _watched(client: Client, number: int, *words: Raw) -> TableSession:
    message = Message(Request(GameRequest(number, Join((Raw("views", "all"), *words)))), client.lobby)
    answer = await client.ask(message, JoinResponse, number)
    entered = LOBBY.load(answer.body.parameters[0])
    return client.tables[entered.session]


async def test_views_all_brings_the_view_after_every_change_and_no_card_of_others(site: Site) -> None:
    alice, bob, carol = [await site.visit(name) for name in ("alice", "bob", "carol")]
    number = await alice.create("hello", "one", {"pause": 600})
    watcher = await _watched(carol, number, Raw("watch", ""))
    tables = [await _watched(alice, number), await _watched(bob, number)]
    views: list[tuple[int | None, Viewed]] = []

    async def note(table: TableSession) -> None:
        ended = False
        async for news in table:
            if isinstance(news, Viewed):
                views.append((table.seat, news))
                if ended:
                    return
            if isinstance(news, Ask):
                await table.act(news.actions[0], news.turn)
            ended = ended or isinstance(news, RoundEnded)

    with anyio.fail_after(PATIENCE_S):
        async with anyio.create_task_group() as group:
            for table in (watcher, *tables):
                group.start_soon(note, table)
    for seat in (None, 0, 1):
        mine = [viewed for viewer, viewed in views if viewer == seat]
        during = [viewed for viewed in mine if viewed.turns]
        assert during
        for viewed in during:
            known = {player.seat for player in viewed.view.players if player.card is not None}
            assert known == (set() if seat is None else {seat})
        # The round as it ended, with all cards, is there after it.
        assert all(player.card is not None for player in mine[-1].view.players)


async def test_who_takes_a_seat_after_a_round_does_not_see_its_hand(site: Site) -> None:
    alice, bob, carol = [await site.visit(name) for name in ("alice", "bob", "carol")]
    number = await alice.create("holdem", "one", {"pause": 600, "seats": 3})
    first = await alice.join(number, seat=0, buy_in=100)
    second = await bob.join(number, seat=1, buy_in=100)
    hands: list[Any] = []

    async def fold(table: TableSession) -> None:
        async for news in table:
            if type(news).__name__ == "HoleCardsDealt":
                hands.append(news)
            if isinstance(news, Ask):
                await table.act(news.actions[0], news.turn)
            if isinstance(news, RoundEnded):
                return

    with anyio.fail_after(PATIENCE_S):
        async with anyio.create_task_group() as group:
            group.start_soon(fold, first)
            group.start_soon(fold, second)
        await first.leave()
        table = await _watched(carol, number, Raw("seat", "0"), Raw("buyin", "100"))
        seen = [await anext(table), await anext(table)]
    [viewed] = [news for news in seen if isinstance(news, Viewed)]
    assert viewed.view is not None
    assert all(not seat.cards for seat in viewed.view.seats)


async def test_a_round_is_listed_and_replayed_with_its_proof(site: Site) -> None:
    alice, bob, carol = [await site.visit(name) for name in ("alice", "bob", "carol")]
    number = await alice.create("hello", "one", {"pause": 600})
    first = await alice.join(number)
    watcher = await carol.join(number, watch=True)
    second = await bob.join(number)
    await play(first, second)
    async for news in watcher:
        if isinstance(news, RoundStarted):
            heard = news.commitment
            break
    for reader in (alice, carol):
        rows = await desk(reader, ListRounds(number))
        assert isinstance(rows, RoundList)
        assert [row.number for row in rows.rounds] == [1]
    [row] = (await desk(bob, ListRounds())).rounds
    replay = await desk(carol, ReplayRound(row.round), "hello")
    assert isinstance(replay, Replay)
    # Hello tells its secret with the round's end: all seats are open to everybody.
    assert replay.viewers == (0, 1)
    secret = bytes.fromhex(replay.secret)
    assert commitment(secret) == heard
    assert shuffle(replay.deck, secret) == replay.deal
    assert len(replay.steps) == 3
    assert (await desk(carol, ReplayRound(row.round, 1), "hello")).seat == 1


async def test_a_hand_of_poker_is_open_to_its_own_players_only(site: Site) -> None:
    alice, bob, carol = [await site.visit(name) for name in ("alice", "bob", "carol")]
    number = await alice.create("holdem", "one", {"pause": 600})
    first = await alice.join(number, seat=0, buy_in=100)
    second = await bob.join(number, seat=1, buy_in=100)
    await play(first, second)
    [row] = (await desk(alice, ListRounds(number))).rounds
    mine = await desk(alice, ReplayRound(row.round, 0), "holdem")
    assert mine.viewers == (0,)
    assert (mine.secret, mine.deck, mine.deal) == ("", (), ())
    assert all(len(step.view.seats[0].cards) == 2 for step in mine.steps)
    assert not any(step.view.seats[1].cards for step in mine.steps[:-1])
    for client, seat in ((alice, 1), (carol, 0)):
        with pytest.raises(Forbidden):
            await desk(client, ReplayRound(row.round, seat))
    with pytest.raises(Forbidden):
        await desk(carol, ReplayRound(row.round + 1))


async def test_rounds_of_a_table_that_nobody_may_watch_are_its_players_own(site: Site) -> None:
    alice, bob, carol = [await site.visit(name) for name in ("alice", "bob", "carol")]
    number = await alice.create("hello", "one", {"pause": 600, "spectators": "nobody"})
    first, second = await alice.join(number), await bob.join(number)
    await play(first, second)
    [row] = (await desk(alice, ListRounds(number))).rounds
    assert (await desk(carol, ListRounds(number))).rounds == ()
    with pytest.raises(Forbidden):
        await desk(carol, ReplayRound(row.round))
