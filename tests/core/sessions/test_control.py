"""Pause, resume, stop, ticks and transcripts over the wire; and who is paid out."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from gamehall.app import Server
from gamehall_poker.messages import Call, Check
from gamehall_sdk.errors import BadOption, Forbidden, TablePaused
from gamehall_sdk.table import (
    Ask,
    Closed,
    Pause,
    Paused,
    Resume,
    Resumed,
    RoundEnded,
    Snapshot,
    Stop,
    Stopped,
    Ticked,
    Transcript,
    Warned,
)
from tests.hosting import Guests, books_balance, guests, hosting, news_of

SLOW = {"clock": "move:3600", "pause": "3600"}


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with hosting(tmp_path / "data") as one:
        yield one


@pytest.fixture
async def visit(server: Server) -> AsyncIterator[Guests]:
    async with guests(server) as some:
        yield some


async def two_at_poker(visit: Guests, more: dict[str, Any] | None = None, **options: str) -> tuple[int, Any, Any]:
    """Anna, who made the table, over XML, and Ben over JSON."""
    anna, ben = await visit("anna"), await visit("ben", address=visit.server.socket_address)
    number = await anna.create("holdem", "a table", {**SLOW, **options})
    first = await anna.join(number, buy_in=100)
    return number, first, await ben.join(number, buy_in=100, **(more or {}))


async def test_the_host_pauses_and_resumes_over_xml_and_json(visit: Guests) -> None:
    number, anna, ben = await two_at_poker(visit)
    with pytest.raises(Forbidden):
        await ben.command(Pause())
    await anna.command(Pause())
    for table in (anna, ben):
        assert await news_of(table, Paused) == Paused(0, "anna")
    guest = await visit("cleo")
    [listed] = await guest.listing()
    assert listed.additionalinfo is not None
    assert "paused" in [cell.text() for cell in listed.additionalinfo.other.parameters]
    cleo = await guest.join(number, watch=True)
    assert (await news_of(cleo, Snapshot)).paused
    asked = next(turn.seat for turn in visit.server.lobby.table(number).machine.flow.turns())
    actor = anna if asked == 0 else ben
    with pytest.raises(TablePaused):
        await actor.act(Call())
    await anna.command(Resume())
    for table in (anna, ben, cleo):
        assert await news_of(table, Resumed) == Resumed(0, "anna")
    await actor.act(Call())


async def test_where_all_may_the_other_stops_it_and_everybody_is_paid_out(visit: Guests) -> None:
    number, anna, ben = await two_at_poker(visit, opencontrol="true")
    await ben.command(Stop())
    assert await news_of(anna, Stopped) == Stopped(1, "ben")
    people = {0: anna, 1: ben}
    machine = visit.server.lobby.table(number).machine
    while turns := machine.flow.turns():
        question = machine.flow.question(turns[0].seat)
        assert question is not None
        legal = question.legal
        await people[turns[0].seat].act(Check() if Check() in legal else Call())
    for table in (anna, ben):
        assert await news_of(table, RoundEnded)
        assert await news_of(table, Closed) == Closed("ben has stopped it")
    await books_balance(visit.server)


async def test_whoever_shows_a_clock_hears_it_tick_and_nobody_else_does(visit: Guests) -> None:
    number, anna, _ = await two_at_poker(visit)
    cleo = await (await visit("cleo")).join(number, watch=True, ticks=0.2)
    first, second = await news_of(cleo, Ticked), await news_of(cleo, Ticked)
    assert [turn.turn for turn in first.turns] == [turn.turn for turn in second.turns]
    assert 3590 < second.turns[0].seconds < first.turns[0].seconds <= 3600
    await anna.command(Pause())
    heard = [one for one in anna._news if isinstance(one, Ticked)]
    assert not heard
    with pytest.raises(BadOption, match=r"'ticks' is '0\.01'"):
        await (await visit("dora")).join(number, watch=True, ticks=0.01)


async def test_a_silent_player_is_told_before_the_clock_plays(visit: Guests) -> None:
    number, anna, ben = await two_at_poker(visit, clock="move:1", idle="60")
    first = (anna, ben)[visit.server.lobby.table(number).machine.flow.turns()[0].seat]
    assert await news_of(first, Ask)
    assert (await news_of(first, Warned)).seconds == 0.5


async def test_a_transcript_comes_with_the_events_for_who_asks(visit: Guests) -> None:
    _, _, ben = await two_at_poker(visit, more={"transcript": True})
    told = await news_of(ben, Transcript)
    assert told.lines
    assert any("big blind" in line for line in told.lines), told.lines
