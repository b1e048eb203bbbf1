"""What goes on at a table: actions in each form, talk, watching, matches, and who is a bot."""

from __future__ import annotations

import base64
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from gamehall.app import Server
from gamehall_sdk.errors import AlreadySeated, Forbidden
from gamehall_sdk.table import (
    AddBot,
    Ask,
    Back,
    Joined,
    Left,
    Phase,
    PhaseChanged,
    Ready,
    ReadySaid,
    Rematch,
    RemoveBot,
    RoundEnded,
    RoundStarted,
    SitIn,
    SitOut,
    Snapshot,
    SteppedOut,
)
from gamehall_sdk.wire import (
    ActionResponse,
    Chat,
    EventResponse,
    GameRequest,
    GameResponse,
    Message,
    Raw,
    Request,
    Response,
    Voice,
)
from tests.hosting import Guests, books_balance, guests, hosting, news_of

SLOW = {"clock": "move:3600", "pause": "0", "grace": "3600"}


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with hosting(tmp_path / "data") as one:
        yield one


@pytest.fixture
async def visit(server: Server) -> AsyncIterator[Guests]:
    async with guests(server) as some:
        yield some


async def two_at_hello(visit: Guests, **options: str) -> tuple[Any, Any]:
    alice, bob = await visit("alice"), await visit("bob", address=visit.server.socket_address)
    table = await alice.create("hello", "one", SLOW | options)
    return await alice.join(table, seat=0), await bob.join(table, seat=1)


async def test_an_action_counts_as_a_request_as_a_response_and_as_an_events_response(visit: Guests) -> None:
    tables = dict(enumerate(await two_at_hello(visit)))

    async def answer(form: int, table: Any, ask: Ask) -> None:
        match form:
            case 1:
                await table.act(ask.actions[0], ask.turn)
            case 2:
                await table.respond(ask.actions[0], ask.turn)
            case 3:
                await _send(table, EventResponse(success=True, parameters=(Raw("keep"),)))
            case _:
                await _send(table, ActionResponse(success=True, parameters=(Raw("swap"),)))

    for number in range(1, 5):
        await news_of(tables[0], RoundStarted)
        for seat in (0, 1):
            await answer(number, tables[seat], await news_of(tables[seat], Ask))
        assert (await news_of(tables[1], RoundEnded)).number == number


async def _send(table: Any, body: Any) -> None:
    await table.client.transport.send(Message(Response(GameResponse(table.gameid, body)), table.session))


async def test_the_sender_of_a_line_is_who_sent_it_and_all_at_the_table_hear_it(visit: Guests) -> None:
    alice, bob = await two_at_hello(visit)
    watcher = await (await visit("walter", 3)).join(alice.gameid, watch=True)
    other = await visit("other")
    elsewhere = await other.join(await other.create("hello", "two"))
    forged = Message(Request(GameRequest(alice.gameid, Chat("it was not me", "bob"))), alice.session)
    await alice.client.transport.send(forged)
    for table in (alice, bob, watcher):
        assert await news_of(table, Chat) == Chat("it was not me", "alice")
    await watcher.say("well played")
    assert (await news_of(bob, Chat)).sender == "walter"
    clip = base64.b64encode(bytes(range(256))).decode()
    await bob.speak(clip)
    for table in (alice, bob, watcher):
        assert await news_of(table, Voice) == Voice(clip)
    await other.details(elsewhere.gameid)
    assert not [news for news in elsewhere._news if isinstance(news, Chat | Voice)]


async def test_a_spectator_sees_no_card_and_what_a_spectator_may_do_is_watch(visit: Guests) -> None:
    alice, bob = await two_at_hello(visit)
    watcher = await (await visit("walter", 3)).join(alice.gameid, watch=True, views=True)
    snapshot = await news_of(watcher, Snapshot)
    assert snapshot.you is None
    assert [player.card for player in snapshot.view.players] == [None, None]
    own = await news_of(bob, Snapshot)
    assert own.you == 1
    with pytest.raises(Forbidden, match="watch"):
        await watcher.client.join(alice.gameid)
    await watcher.leave()
    assert watcher.client.tables == {}


async def test_a_match_is_played_again_with_the_same_people_when_all_want_it(visit: Guests) -> None:
    alice, bob = await two_at_hello(visit, rounds="1", pause="1")
    for match in (1, 2):
        for table in (alice, bob):
            await table.respond((await news_of(table, Ask)).actions[0])
        assert (await news_of(alice, RoundEnded)).number == match
        while (await news_of(alice, PhaseChanged)).phase is not Phase.OVER:
            pass
        if match == 1:
            await bob.command(Rematch())
            while not (said := await news_of(alice, ReadySaid)).ready:
                pass
            assert said.seat == 1
            await alice.command(Rematch())


async def test_players_say_ready_sit_out_and_come_back(visit: Guests) -> None:
    alice, bob = await two_at_hello(visit, ready="true")
    await bob.command(SitOut())
    assert (await news_of(alice, SteppedOut)).seat == 1
    await bob.command(SitIn())
    assert (await news_of(alice, Back)).seat == 1
    await bob.command(Ready())
    assert (await news_of(alice, ReadySaid)) == ReadySaid(1, ready=True)
    await alice.command(Ready())
    assert (await news_of(bob, RoundStarted)).seats == (0, 1)


async def test_bots_are_marked_as_bots_wherever_a_player_is_told_of(server: Server, visit: Guests) -> None:
    host = await visit("alice")
    table = await host.join(await host.create("hello", "one", SLOW), seat=0)
    await table.command(AddBot("random", 5))
    remote = await (await visit("remote", 2)).join(table.gameid, seat=1)
    joined = [await news_of(table, Joined), await news_of(table, Joined)]
    assert [(one.seat, one.name, str(one.kind)) for one in joined] == [(5, "random.1", "bot"), (1, "remote", "bot")]
    snapshot = await news_of(remote, Snapshot)
    assert {one.name: str(one.kind) for one in snapshot.seats} == {"alice": "human", "random.1": "bot", "remote": "bot"}
    details = await host.details(table.gameid)
    kinds = [{raw.name: raw.text() for raw in one.info.parameters}["kind"] for one in details.players]
    assert kinds == ["human", "bot", "bot"]
    await table.command(RemoveBot(5))
    for seat in (table, remote):
        await seat.respond(snapshot_action(host))
    assert (await news_of(table, Left)).name == "random.1"


def snapshot_action(client: Any) -> Any:
    return client.games["hello"].actions[0]()


async def test_buying_in_by_word_takes_what_the_table_and_the_account_allow(server: Server, visit: Guests) -> None:
    host = await visit("alice")
    number = await host.create("holdem", "one", SLOW | {"pause": "3600", "bigblind": "100", "mostbuyin": "1000"})
    table = await host.join(number, buy_in="most")
    assert (await news_of(table, Snapshot)).seats[0].stack == 10_000
    bob = await visit("bob")
    assert (await news_of(await bob.join(number, buy_in="least"), Snapshot)).seats[1].stack == 2000
    again = await host.join(number, buy_in="most")
    assert (await news_of(again, Snapshot)).seats[0].stack == 10_000
    await books_balance(server)


async def test_a_seat_that_is_as_good_as_left_takes_no_chips_and_can_be_looked_through(
    server: Server, visit: Guests
) -> None:
    host = await visit("alice")
    number = await host.create("hello", "one", SLOW | {"minplayers": "3"})
    tables = [await (await visit(name)).join(number) for name in ("bob", "carol", "dora")]
    await news_of(tables[2], RoundStarted)
    await tables[2].leave()
    with pytest.raises(AlreadySeated, match="seat 2"):
        await tables[2].client.join(number, buy_in=5)
    again = await tables[2].client.join(number)
    assert (await news_of(again, Snapshot)).view.players[2].card is not None
    await books_balance(server)
