"""What people do in a room, over the wire: other places, bots of all, an observer who sees all hands."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from gamehall.app import Server
from gamehall_hello.messages import Dealt
from gamehall_sdk.errors import AccountTypeForbidden, Forbidden, UnknownBot
from gamehall_sdk.lobby import BotNames, ListBots
from gamehall_sdk.table import (
    AddBot,
    AnswerSwap,
    AskSwap,
    Interrupt,
    Interrupted,
    Joined,
    MoveBot,
    Ready,
    RemoveBot,
    RoundStarted,
    SeatsSwapped,
    Sights,
    SwapAsked,
)
from tests.hosting import Guests, guests, hosting, news_of

OBSERVER, ADMIN = 3, 4
ROOM = {"clock": "move:3600", "pause": "0", "ready": "true", "interrupts": "true", "openbots": "true"}


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with hosting(tmp_path / "data") as one:
        yield one


@pytest.fixture
async def visit(server: Server) -> AsyncIterator[Guests]:
    async with guests(server) as some:
        yield some


async def two_at_a_table(visit: Guests, **options: str) -> tuple[int, Any, Any]:
    anna, ben = await visit("anna"), await visit("ben", address=visit.server.socket_address)
    number = await anna.create("hello", "a room", {**ROOM, **options})
    return number, await anna.join(number), await ben.join(number)


async def test_people_change_places_over_xml_and_json(visit: Guests) -> None:
    _, anna, ben = await two_at_a_table(visit)
    await anna.command(AskSwap(1))
    asked = await news_of(ben, SwapAsked)
    assert asked == SwapAsked(0, "anna", 1)
    await ben.command(AnswerSwap(asked.seat))
    for table in (anna, ben):
        assert await news_of(table, SeatsSwapped) == SeatsSwapped(0, 1)
    assert (anna.seat, ben.seat) == (1, 0)


async def test_a_player_ends_the_round_for_all(visit: Guests) -> None:
    _, anna, ben = await two_at_a_table(visit)
    for table in (anna, ben):
        await table.command(Ready())
    await news_of(anna, RoundStarted)
    await ben.command(Interrupt())
    assert await news_of(anna, Interrupted) == Interrupted(1, "ben")


async def test_all_who_sit_add_and_move_bots_where_the_table_says_so(visit: Guests) -> None:
    number, anna, ben = await two_at_a_table(visit)
    names: BotNames = await ben.client.command(ListBots("hello"))
    assert "random" in names.names
    assert len(names.pictures) == len(names.names)
    await ben.command(AddBot("random", 4))
    joined = await news_of(anna, Joined)
    while joined.name == "ben":
        joined = await news_of(anna, Joined)
    assert (joined.seat, joined.master, joined.ready) == (4, "ben", True)
    await ben.command(MoveBot(4, 6))
    assert await news_of(anna, SeatsSwapped) == SeatsSwapped(4, 6)
    await ben.command(RemoveBot(6))
    cleo = await visit("cleo")
    watching = await cleo.join(number, watch=True)
    with pytest.raises(Forbidden):
        await watching.command(AddBot("random"))


async def test_elsewhere_only_the_creator_does(visit: Guests) -> None:
    _, _, ben = await two_at_a_table(visit, openbots="false")
    for command in (AddBot("random", 4), MoveBot(1, 2)):
        with pytest.raises(Forbidden):
            await ben.command(command)
    with pytest.raises(UnknownBot):
        await (await two_at_a_table_of_others(visit)).command(AddBot("nobody"))


async def two_at_a_table_of_others(visit: Guests) -> Any:
    cleo = await visit("cleo")
    return await cleo.join(await cleo.create("hello", "another", ROOM))


@pytest.mark.parametrize("kind", [OBSERVER, ADMIN])
async def test_an_observer_that_an_operator_made_sees_all_hands(visit: Guests, kind: int) -> None:
    number, anna, ben = await two_at_a_table(visit, spectators="delayed")
    zeus = await visit("zeus", kind)
    assert zeus.kind == kind
    heaven = await zeus.join(number, watch=True, hands=True)
    assert await news_of(heaven, Sights) == Sights()
    for table in (anna, ben):
        await table.command(Ready())
    dealt = {}
    for _ in range(2):
        one = await news_of(heaven, Dealt)
        dealt[one.seat] = one.card
    sights = await news_of(heaven, Sights)
    seen = {
        sight.seat: player.card for sight in sights.seats for player in sight.view.players if player.seat == sight.seat
    }
    assert seen == dealt
    assert set(seen) == {0, 1}


async def test_nobody_else_does(visit: Guests) -> None:
    number, anna, ben = await two_at_a_table(visit)
    cleo = await visit("cleo")
    with pytest.raises(Forbidden, match="observer"):
        await cleo.join(number, watch=True, hands=True)
    with pytest.raises(Forbidden):
        await anna.client.join(number, hands=True)
    with pytest.raises(AccountTypeForbidden):
        await cleo.create_account("argus", "a good password", OBSERVER)
    watching = await cleo.join(number, watch=True)
    for table in (anna, ben):
        await table.command(Ready())
    news = await news_of(watching, RoundStarted, Dealt, Sights)
    assert isinstance(news, RoundStarted)
    assert not [one for one in watching._news if isinstance(one, Dealt | Sights)]


async def test_an_admin_who_sits_sees_no_more_than_others(visit: Guests) -> None:
    number, anna, _ = await two_at_a_table(visit)
    boss = await visit("boss", ADMIN)
    table = await boss.join(number, hands=True)
    await anna.leave()
    for one in list(table._news):
        assert not isinstance(one, Sights) or one == Sights()
