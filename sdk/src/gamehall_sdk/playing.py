"""Seats a bot at a table through a client, and plays until the table or the connection ends."""

from __future__ import annotations

import contextlib
from typing import Any

import attrs

from gamehall_sdk.bot import Bot
from gamehall_sdk.client import Client, TableSession
from gamehall_sdk.errors import Refusal
from gamehall_sdk.game import Game, Stakes
from gamehall_sdk.table import Ask, Closed, Left, RoundEnded, RoundStarted, Snapshot, legal_of
from gamehall_sdk.wire import Raw

__all__ = ["play"]


@attrs.define
class _Watcher:
    """What must be known beside the bot to keep its chair: its chips, and who plays."""

    seat: int
    playing: tuple[int, ...] = ()
    broke: bool = False
    gone: bool = False

    def see(self, news: Any) -> None:
        match news:
            case RoundStarted(_, seats):
                self.playing = seats
            case RoundEnded(_, _, stacks) if self.seat in self.playing:
                self.broke = stacks[self.playing.index(self.seat)] == 0
            case Left(seat) if seat == self.seat:
                self.gone = True
            case Closed():
                self.gone = True


async def play(client: Client, bot: Bot, gameid: int, *, seat: int | None = None, buy_in: int | None = None) -> int:
    """Join table *gameid* and let *bot* play there; return how many rounds it played.

    *buy_in* ``None`` takes the most that the table allows, where chips are played; a bot that has none left buys
    in again. Raises what refuses the join.
    """
    table, snapshot = await _sit(client, gameid, seat, buy_in)
    game = table.game
    if game is None:
        sentence = f"the game {snapshot.game!r} is not installed here, so no bot can play it"
        raise ValueError(sentence)
    place = table.seat if table.seat is not None else -1
    bot.sit(place, snapshot.game, snapshot.variant, snapshot.options)
    watcher = _Watcher(place)
    rounds = 0
    while True:
        async for news in table:
            if isinstance(news, Ask):
                action = bot.act(news.view, legal_of(news, game.payloads), news.seconds)
                await table.respond(action, news.turn)
                continue
            watcher.see(news)
            if not isinstance(news, Raw | Snapshot):
                bot.hear(news)
            rounds += isinstance(news, RoundEnded) and place in watcher.playing
            if watcher.gone or watcher.broke:
                break
        if not watcher.broke or watcher.gone:
            return rounds
        watcher.broke = False
        with contextlib.suppress(Refusal):
            table = await client.join(gameid, buy_in=_chips(game, snapshot, buy_in), views=True)


async def _sit(client: Client, gameid: int, seat: int | None, buy_in: int | None) -> tuple[TableSession, Snapshot]:
    """Watch first, to see which game it is and what it takes; then sit down."""
    watching = await client.join(gameid, watch=True, views=True)
    first = await anext(watching)
    if watching.seat is not None:
        return watching, first
    chips = _chips(watching.game, first, buy_in)
    table = await client.join(gameid, seat=seat, buy_in=chips, views=True)
    return table, await anext(table)


def _chips(game: Game | None, snapshot: Snapshot, wanted: int | None) -> int:
    if wanted is not None or game is None or game.stakes is Stakes.POINTS or game.buy_in is None:
        return wanted or 0
    return game.buy_in(game.read_options(snapshot.options))[1]
