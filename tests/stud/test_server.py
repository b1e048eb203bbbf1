"""Stud on a real server: HSP over XML and JSON, clocks that tick, and a table that comes back after a crash."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from gamehall.app import Server
from gamehall.tables.inputs import Act, Command, Join
from gamehall_sdk.advice import AskAdvice
from gamehall_sdk.table import Ask, Kind, Pause, Phase
from gamehall_stud.messages import (
    HSP_EVENTS,
    HspAction,
    HspAdviceTalk,
    HspDistributedCard,
    HspGamePause,
    HspGotCard,
    HspPlayTurn,
    HspTimeTick,
)
from gamehall_stud.plugin import GAME
from tests.hosting import Guests, books_balance, guests, hosting, news_of
from tests.line import Line

SLOW = {"clock": "move:3600", "pause": "3600"}


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with hosting(tmp_path / "data") as one:
        yield one


@pytest.fixture
async def visit(server: Server) -> AsyncIterator[Guests]:
    async with guests(server) as some:
        yield some


async def test_hsp_is_heard_over_xml_and_json_alike_but_for_closed_cards(visit: Guests) -> None:
    anna, ben = await visit("anna"), await visit("ben", address=visit.server.socket_address)
    number = await anna.create("stud", "hsp", {**SLOW, "variant": "nl"})
    tables: list[Any] = [await anna.join(number, buy_in=100), await ben.join(number, buy_in=100, ticks=0.2)]
    heard: list[list[Any]] = [[], []]
    for table, events in zip(tables, heard, strict=True):
        while not events or type(events[-1]) is not HspPlayTurn:
            one = await news_of(table, *HSP_EVENTS)
            events.append(one)
    public = [[one for one in events if type(one) is not HspDistributedCard] for events in heard]
    assert [one for one in public[0] if type(one) is not HspTimeTick] == [
        one for one in public[1] if type(one) is not HspTimeTick
    ]
    own = [[one for one in events if type(one) is HspDistributedCard] for events in heard]
    for seat, cards in enumerate(own):
        assert [one.player for one in cards] == [seat] * 3
        assert [one.hidden for one in cards] == [True, True, False]
    open_cards = {one.card for one in public[0] if type(one) is HspGotCard and one.card is not None}
    assert open_cards == {one.card for cards in own for one in cards if not one.hidden}
    tick = await news_of(tables[1], HspTimeTick)
    assert tick.player == heard[0][-1].player
    await tables[1].command(HspAction("looks at the clock"))
    assert await news_of(tables[0], HspAction) == HspAction("looks at the clock", 1)
    await tables[0].command(AskAdvice())
    talk = await news_of(tables[0], HspAdviceTalk)
    assert (talk.player, bool(talk.text)) == (0, True)
    assert 0 <= talk.chance <= 1
    await tables[0].command(Pause())
    assert not isinstance(await news_of(tables[1], HspGamePause, HspAdviceTalk), HspAdviceTalk)
    await books_balance(visit.server)


async def test_two_people_play_a_hand_of_stud(visit: Guests) -> None:
    anna, ben = await visit("anna"), await visit("ben")
    number = await anna.create("stud", "limit", SLOW)
    tables = [await anna.join(number, buy_in=100), await ben.join(number, buy_in=100)]
    machine = visit.server.lobby.table(number).machine
    rng = random.Random(1)
    while machine.flow.phase is Phase.PLAYING:
        seat = machine.flow.turns()[0].seat
        ask = await news_of(tables[seat], Ask)
        question = machine.flow.question(seat)
        assert question is not None
        assert ask.actions == question.legal.actions
        await tables[seat].act(question.legal.choose(rng))
    assert sum(seat.stack for seat in machine.flow.seats()) == 200
    await books_balance(visit.server)


@pytest.mark.parametrize("seed", range(2))
def test_a_table_of_hsp_comes_back_after_a_crash_at_any_input(seed: int) -> None:
    rng = random.Random(seed)
    line = Line(GAME, "spread", pause="0", clock="move:3600")
    for seat in range(3):
        line.do(Join(seat + 10, f"p{seat}", Kind.HUMAN, seat, 400))
    for _ in range(80):
        turns = line.machine.flow.turns()
        if not turns:
            break
        question = line.machine.flow.question(turns[0].seat)
        assert question is not None
        payload = GAME.payloads.dump_json(question.legal.choose(rng))
        line.do(Act(turns[0].seat + 10, payload))
        if rng.random() < 0.3:
            line.do(Command(10, {"pause": {}}, host=True))
            line.come_back()
            line.do(Command(10, {"resume": {}}, host=True))
        before = line.seen()
        line.come_back()
        assert line.seen() == before
    assert line.machine.round_number > 2
    assert line.conserved()
