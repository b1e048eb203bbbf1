"""Seats a bot at a table through a client, and plays until the table or the connection ends."""

from __future__ import annotations

import contextlib
from typing import Any, Literal

import attrs

from gamehall_sdk.bot import Bot
from gamehall_sdk.client import Client, TableSession
from gamehall_sdk.errors import BadBuyIn, Refusal
from gamehall_sdk.game import Stakes
from gamehall_sdk.table import (
    Ask,
    Closed,
    Left,
    Ready,
    RoundEnded,
    RoundStarted,
    SeatsSwapped,
    SeatView,
    SitIn,
    Snapshot,
    SteppedOut,
    legal_of,
)
from gamehall_sdk.tournament import DescribeTournament, RegisterTournament, TournamentSheet
from gamehall_sdk.wire import Raw

__all__ = ["play", "play_tournament"]


@attrs.define
class _Watcher:
    """What must be known beside the bot to keep its chair: its chips, and who plays."""

    seat: int
    chips: bool
    """Whether chips are played, so that an empty stack is the end."""
    playing: tuple[int, ...] | None = None
    """The seats of the round; ``None`` while that is not known, since it began before this session."""
    played: int = 0
    look: bool = False
    """Whether to look how many chips are left."""
    gone: bool = False

    def see(self, news: Any) -> None:
        match news:
            case RoundStarted(_, seats):
                self.playing = seats
            case RoundEnded(_, _, stacks):
                playing = (self.seat,) if self.playing is None else self.playing
                self.played += self.seat in playing
                known = self.playing is not None and self.seat in playing
                empty = stacks[playing.index(self.seat)] == 0 if known else self.playing is None
                self.look = self.chips and empty
            case Left(seat) if seat == self.seat:
                self.gone = True
            case Closed():
                self.gone = True


async def play(client: Client, bot: Bot, gameid: int, *, seat: int | None = None, buy_in: int | None = None) -> int:
    """Join table *gameid* and let *bot* play there; return how many rounds it played.

    *buy_in* ``None`` takes the most that the table and the account allow, where chips are played; a bot that has none
    left buys in again. Where the account sits at the table already, the bot takes that seat up. Raises what refuses
    the join.
    """
    chips: int | Literal["most"] = "most" if buy_in is None else buy_in
    table = await _sit(client, gameid, seat, chips)
    snapshot: Snapshot | None = await anext(table, None)
    if snapshot is None:
        return 0  # the connection was lost before the table was seen
    game = table.game
    if game is None:
        sentence = f"the game {snapshot.game!r} is not installed here, so no bot can play it"
        raise ValueError(sentence)
    place = table.seat if table.seat is not None else -1
    bot.sit(place, snapshot.game, snapshot.variant, snapshot.options)
    await _take_part(table, next((one for one in snapshot.seats if one.seat == place), None))
    watcher = _Watcher(place, game.stakes is Stakes.CHIPS)
    while True:
        async for news in table:
            if isinstance(news, Ask):
                action = bot.act(news.view, legal_of(news, game.payloads), news.seconds)
                await table.respond(action, news.turn)
                continue
            if isinstance(news, SeatsSwapped) and place in (news.first, news.second):
                watcher.seat = place = news.second if place == news.first else news.first
                bot.sit(place, snapshot.game, snapshot.variant, snapshot.options)
            watcher.see(news)
            if not isinstance(news, Raw | Snapshot):
                bot.hear(news)
            if isinstance(news, SteppedOut) and news.seat == place:
                with contextlib.suppress(Refusal):
                    await table.command(SitIn())
            if watcher.gone or watcher.look:
                break
        if not watcher.look or watcher.gone:
            return watcher.played
        watcher.look, watcher.playing = False, None
        with contextlib.suppress(Refusal):
            table = await client.join(gameid, views=True)
            now: Snapshot | None = await anext(table, None)
            if now is None:
                return watcher.played
            snapshot = now
            if any(one.seat == place and one.stack == 0 for one in snapshot.seats):
                table = await client.join(gameid, buy_in=chips, views=True)


async def play_tournament(client: Client, bot: Bot, number: int) -> TournamentSheet:
    """Enter tournament *number*, unless the account is in it, and let *bot* play at each table that it is moved to.

    Returns how the tournament stands when the account is out, or when it has ended. Raises what refuses the entry.
    """
    await client.listing()  # from now on the news of the lobby come
    sheet: TournamentSheet = await client.command(DescribeTournament(number))
    if not sheet.registered:
        await client.command(RegisterTournament(number))
    while True:
        client.news.clear()
        sheet = await client.command(DescribeTournament(number))
        if sheet.place or sheet.row.stage in ("over", "cancelled"):
            return sheet
        if sheet.gameid is not None:
            # Whoever is moved while joining hears of it as of any other move.
            with contextlib.suppress(Refusal):
                await play(client, bot, sheet.gameid)
        elif not client.news:
            await client.heard()


async def _sit(client: Client, gameid: int, seat: int | None, chips: int | Literal["most"]) -> TableSession:
    if isinstance(chips, int) and chips > 0:
        # A number would add chips to a seat that is ours already: ask for that seat first.
        with contextlib.suppress(BadBuyIn):
            return await client.join(gameid, seat=seat, views=True)
    return await client.join(gameid, seat=seat, buy_in=chips, views=True)


async def _take_part(table: TableSession, own: SeatView | None) -> None:
    """A seat taken up again may be left out, and a table may wait for a word."""
    if own is not None and own.out:
        await table.command(SitIn())
    if own is not None and not own.ready:
        await table.command(Ready())
