"""The lobby's desk: what a page asks beside the schema's requests (``request/game/custom``, lobby session)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, assert_never

from gamehall.accounts.model import Account, AccountType
from gamehall.accounts.tokens import LIFETIME_S, Tokens
from gamehall.sessions.hall import Hall
from gamehall.sessions.replays import Replays
from gamehall.sessions.tournament_office import TournamentOffice
from gamehall.tables.table import Table
from gamehall_sdk.bot import BotKind
from gamehall_sdk.game import Game
from gamehall_sdk.lobby import (
    LOBBY_COMMANDS,
    BotNames,
    DescribeGames,
    DescribeTable,
    ExtensionSheet,
    GameSheet,
    GameSheets,
    KeepLogin,
    LeaderList,
    ListBots,
    ListLeaders,
    ListRounds,
    ReplayRound,
    TableSheet,
    Token,
    VariantSheet,
)
from gamehall_sdk.tournament import TOURNAMENT_COMMANDS
from gamehall_sdk.wire import Raw, wire_name

__all__ = ["Desk"]


class Leaders(Protocol):
    """Who leads in a game."""

    async def of(self, game: str, *, rated: bool) -> LeaderList:
        """The best players. Raises ServerFault where they cannot be worked out."""


class Desk:
    """Answers the commands of :data:`~gamehall_sdk.lobby.LOBBY_COMMANDS`."""

    def __init__(
        self,
        hall: Hall,
        bots: Mapping[str, BotKind],
        tokens: Tokens,
        replays: Replays,
        leaders: Leaders,
        tournaments: TournamentOffice,
    ) -> None:
        """*bots* are those that the server seats."""
        self._leaders = leaders
        self._tournaments = tournaments
        self._hall = hall
        self._bots = bots
        self._tokens = tokens
        self._replays = replays

    async def answer(self, account: Account, payload: Raw) -> Any:
        """The answer to one command. Raises what refuses it."""
        given = LOBBY_COMMANDS.load(payload)
        if isinstance(given, TOURNAMENT_COMMANDS):
            return await self._tournaments.answer(account, given)
        command: KeepLogin | DescribeGames | DescribeTable | ListBots | ListRounds | ReplayRound | ListLeaders = given
        hall = self._hall
        match command:
            case KeepLogin():
                return Token(await self._tokens.issue(account.id, hall.timers.now_ms()), LIFETIME_S)
            case DescribeGames():
                return GameSheets(tuple(_game_sheet(game) for _, game in sorted(hall.lobby.games.items())))
            case DescribeTable(gameid):
                return await self._table_sheet(hall.lobby.table(gameid), account)
            case ListBots(game):
                hall.lobby.game(game)
                fitting = sorted((name, bot.picture) for name, bot in self._bots.items() if bot.plays(game))
                return BotNames(tuple(name for name, _ in fitting), tuple(picture for _, picture in fitting))
            case ListRounds(table, before):
                return await self._replays.listing(account, table, before)
            case ReplayRound(number, seat):
                return await self._replays.replay(account, number, seat)
            case ListLeaders(game, rated):
                hall.lobby.game(game)
                return await self._leaders.of(game, rated=rated)
            case _:
                assert_never(command)

    async def _table_sheet(self, table: Table, account: Account) -> TableSheet:
        hall, config, game = self._hall, table.config, table.game
        least, most = (0, 0) if game.buy_in is None else game.buy_in(table.machine.flow.options)
        creator = await hall.accounts.by_id(config.creator) if config.creator else None
        return TableSheet(
            gameid=config.id,
            name=config.name,
            game=config.game,
            variant=config.variant,
            maxplayers=table.machine.flow.size,
            stakes=str(game.stakes),
            leastbuyin=least,
            mostbuyin=most,
            spectators=str(table.options.spectators),
            private=hall.lobby.is_private(table),
            open=await hall.lobby.may_enter(table, account.id, ""),
            host=account.id == config.creator or account.kind is AccountType.ADMIN,
            creator="" if creator is None else creator.name,
            seat=table.machine.flow.seat_of(account.id),
            options=dict(config.options),
            extensions=self._extensions(table),
        )

    def _extensions(self, table: Table) -> tuple[ExtensionSheet, ...]:
        there = () if self._hall.questions is None else self._hall.questions.there(table)
        return tuple(ExtensionSheet(one.name, one.title, tuple(map(wire_name, one.questions))) for one in there)


def _game_sheet(game: Game) -> GameSheet:
    least, most = game.seats
    variants = tuple(VariantSheet(one.name, one.title) for one in game.variants) or (
        VariantSheet(game.name, game.title),
    )
    return GameSheet(game.name, game.title, least, most, str(game.stakes), variants, game.rules)
