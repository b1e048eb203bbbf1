"""Tournaments for those who are connected: the answers to the lobby's commands, and the news."""

from __future__ import annotations

from typing import Any

from gamehall.accounts.model import Account, AccountType
from gamehall.sessions.balance_news import BalanceNews
from gamehall.sessions.hall import BotSeats, Hall
from gamehall.tables.table import Table
from gamehall.tournaments.director import Director
from gamehall.tournaments.play import Entrant, Stage, Tournament
from gamehall.tournaments.prizes import prizes
from gamehall.tournaments.rules import Rules
from gamehall_sdk.errors import Forbidden, UnknownBot
from gamehall_sdk.tournament import (
    CancelTournament,
    CreateTournament,
    DescribeTournament,
    ListTournaments,
    RegisterTournament,
    StartTournament,
    TournamentChanged,
    TournamentList,
    TournamentPlayer,
    TournamentRow,
    TournamentSeated,
    TournamentSheet,
    WithdrawTournament,
)
from gamehall_sdk.wire import LobbyStateUpdate, Message, StateUpdate, UpdatedLobbyState

__all__ = ["TournamentOffice", "TournamentStaff", "row", "sheet"]


class TournamentOffice:
    """Answers the commands of :data:`~gamehall_sdk.tournament.TOURNAMENT_COMMANDS`."""

    def __init__(self, director: Director) -> None:
        """What is asked goes to *director*."""
        self._director = director

    async def answer(self, account: Account, command: Any) -> TournamentList | TournamentSheet:
        """The answer to one command. Raises what refuses it."""
        director = self._director
        match command:
            case ListTournaments(ended):
                return await self._list(account, ended=ended)
            case CreateTournament():
                _must_be_admin(account)
                return await self._sheet(await director.create(_rules(command)), account)
            case StartTournament(number):
                _must_be_admin(account)
                await director.start(number)
            case CancelTournament(number):
                _must_be_admin(account)
                await director.cancel(number, f"cancelled by {account.name}")
            case RegisterTournament(number):
                if account.kind is AccountType.OBSERVER:
                    sentence = "an observer's account watches; it enters no tournament"
                    raise Forbidden(sentence)
                await director.register(number, account)
            case WithdrawTournament(number):
                await director.withdraw(number, account.id)
            case DescribeTournament(number):
                pass
            case _:
                sentence = f"{command} is no command about tournaments"
                raise AssertionError(sentence)
        return await self._sheet(number, account)

    async def _list(self, account: Account, *, ended: bool) -> TournamentList:
        running = sorted(self._director.open(), reverse=True, key=lambda one: one[0])
        found = [*running, *(await self._director.ended() if ended else [])]
        mine = tuple(number for number, one in found if account.id in one.state.entrants)
        return TournamentList(tuple(row(number, one) for number, one in found), mine)

    async def _sheet(self, number: int, account: Account) -> TournamentSheet:
        tournament = await self._director.find(number)
        return sheet(number, tournament, self._director.level(tournament), account.id)


class TournamentStaff:
    """Implements :class:`gamehall.tournaments.director.Staff` over the hall."""

    def __init__(self, hall: Hall, balances: BalanceNews) -> None:
        """*balances* tells accounts what they have."""
        self._hall = hall
        self._balances = balances
        self.director: Director | None = None

    def seated(self, tournament: int, one: Entrant, name: str, gameid: int, seat: int) -> bool:
        """See the protocol."""
        connection = self._hall.online.get(one.account)
        if connection is None:
            return False
        body = UpdatedLobbyState(parameters=(TournamentSeated(tournament, name, gameid, seat),))
        connection.send(Message(StateUpdate(LobbyStateUpdate(body)), connection.lobby))
        return True

    def changed(self, number: int) -> None:
        """See the protocol."""
        known = dict(self._director().open()).get(number)
        if known is None:
            return
        body = UpdatedLobbyState(parameters=(TournamentChanged(row(number, known)),))
        for connection in self._hall.connections:
            if connection.follows_lobby:
                connection.send(Message(StateUpdate(LobbyStateUpdate(body)), connection.lobby))

    def paid(self, account: int) -> None:
        """See the protocol."""
        self._balances.tell(account)

    def check_bot(self, name: str, game: str, *, rated: bool) -> None:
        """See the protocol."""
        self._bots().check(name, game, rated=rated)

    async def bot_account(self, name: str, chips: int) -> Account:
        """See the protocol; the house stakes its own bots."""
        account = await self._bots().free_account(name)
        missing = chips - await self._hall.ledger.balance(account.id)
        if missing > 0:
            await self._hall.ledger.credit(account.id, missing, self._hall.timers.now_ms())
        return account

    async def run_bot(self, table: Table, account: int, name: str) -> None:
        """See the protocol."""
        await self._bots().take_up(table, account, name)

    def _director(self) -> Director:
        assert self.director is not None  # noqa: S101  # set before anything runs
        return self.director

    def _bots(self) -> BotSeats:
        if self._hall.bots is None:
            sentence = "this server runs no bots of its own"
            raise UnknownBot(sentence)
        return self._hall.bots


def row(number: int, tournament: Tournament) -> TournamentRow:
    """A tournament as a line of a list."""
    rules, state = tournament.rules, tournament.state
    return TournamentRow(
        tournament=number,
        name=rules.name,
        game=rules.game,
        variant=rules.variant,
        stage=str(state.stage),
        players=len(state.entrants),
        most=rules.most,
        left=len(tournament.left) if state.stage is Stage.RUNNING else 0,
        buyin=rules.buy_in,
        pool=tournament.pool,
        rated=rules.rated,
        sitandgo=rules.sit_and_go,
        starts=rules.starts_at_ms,
    )


def sheet(number: int, tournament: Tournament, level: int, account: int | None = None) -> TournamentSheet:
    """All of a tournament; *account* is who asks."""
    rules, state = tournament.rules, tournament.state
    own = None if account is None else state.entrants.get(account)
    gameids = {at: of.gameid for at, of in state.tables.items()}
    order = sorted(state.entrants.values(), key=lambda one: (bool(one.place), one.place, -one.stack, one.name))
    many = {place: place for place in range(1, len(state.entrants) + 1)}
    return TournamentSheet(
        row=row(number, tournament),
        seats=rules.seats,
        stack=rules.stack,
        deals=rules.deals,
        level=level,
        levelhands=rules.level_hands,
        levelseconds=rules.level_s,
        fill=rules.fill,
        prizes=tuple(prizes(tournament.pool, tournament.weights, many).values()),
        options=dict(rules.options),
        players=tuple(_player(one, gameids) for one in order),
        registered=own is not None,
        gameid=None if own is None else gameids.get(own.table) or None,
        place=0 if own is None else own.place,
        why=state.why,
    )


def _player(one: Entrant, gameids: dict[int, int]) -> TournamentPlayer:
    gameid = gameids.get(one.table, 0)
    return TournamentPlayer(one.name, str(one.kind), one.place, one.stack, one.table, gameid, one.prize)


def _rules(wanted: CreateTournament) -> Rules:
    return Rules(
        name=wanted.name,
        game=wanted.game,
        variant=wanted.variant,
        options=dict(wanted.options),
        seats=wanted.seats,
        fewest=0,
        buy_in=wanted.buyin,
        stack=wanted.stack,
        least=wanted.least,
        most=wanted.most,
        sit_and_go=wanted.sitandgo,
        starts_at_ms=wanted.starts,
        deals=wanted.deals,
        level_hands=wanted.levelhands,
        level_s=wanted.levelseconds,
        fill=wanted.fill,
        rated=wanted.rated,
        prizes=wanted.prizes,
    )


def _must_be_admin(account: Account) -> None:
    if account.kind is not AccountType.ADMIN:
        sentence = "only an admin's account organises tournaments"
        raise Forbidden(sentence)
