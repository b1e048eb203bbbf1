"""Finished rounds for those who may see them: the list, and one round step by step as a viewer saw it.

A round is shown by playing its record again, so a viewer sees what the game's own view gives it, and nothing else.
One's own seat may always be looked through. All seats, and the secret of the shuffle, are open to those who played
once the secret is told: with the round's end, or when the table is closed, as the game says.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

import anyio
import anyio.to_thread

from gamehall.accounts.model import Account, AccountType
from gamehall.archive import RoundsPort, RoundSummary, StoredRound, StoredTable, TablesPort
from gamehall.tables.machine import Bound, TableConfig, unbound
from gamehall_sdk.errors import Forbidden, GameFault, UnknownGame, UnknownTable
from gamehall_sdk.flow import Spectators
from gamehall_sdk.game import Game, Reveal
from gamehall_sdk.lobby import Replay, ReplayStep, RoundList, RoundRow, RoundSeat
from gamehall_sdk.record import RoundRecord, load, read, setup
from gamehall_sdk.round import Round, Told

__all__ = ["Replays"]

_PAGE: Final = 50
_AT_ONCE: Final = 2
_HIDDEN: Final = "there is no such round, or it is not for you to see"


class Replays:
    """Over the stored tables and rounds; *games* are those installed."""

    def __init__(
        self, rounds: RoundsPort, tables: TablesPort, games: Mapping[str, Game], aside: Bound = unbound
    ) -> None:
        """*aside* runs the games' code, in another thread."""
        self._aside = aside
        self._rounds = rounds
        self._tables = tables
        self._games = games
        # To play a long round again takes its time: the database's threads stay free.
        self._playing = anyio.CapacityLimiter(_AT_ONCE)

    async def listing(self, account: Account, table: int | None, before: int | None) -> RoundList:
        """The newest rounds of a table, or those that the account played. Raises Forbidden."""
        return await anyio.to_thread.run_sync(lambda: self._listing(account, table, before))

    async def replay(self, account: Account, number: int, seat: int | None) -> Replay:
        """Round *number* as *seat* or a spectator saw it. Raises Forbidden, UnknownGame, GameFault."""
        return await anyio.to_thread.run_sync(lambda: self._replay(account, number, seat), limiter=self._playing)

    def _listing(self, account: Account, table: int | None, before: int | None) -> RoundList:
        if table is None:
            rounds = self._rounds.list_rounds(account_id=account.id, before_id=before, limit=_PAGE)
            return RoundList(tuple(_row(one) for one in rounds))
        stored = self._tables.get(table)
        if stored is None:
            sentence = f"there is no table number {table}"
            raise UnknownTable(sentence)
        rounds = self._rounds.list_rounds(table_id=table, before_id=before, limit=_PAGE)
        public = _is_public(stored, account)
        return RoundList(tuple(_row(one) for one in rounds if public or account.id in _players(one)))

    def _replay(self, account: Account, number: int, seat: int | None) -> Replay:
        found = self._rounds.get(number) if 0 < number < 1 << 31 else None
        stored = None if found is None else self._tables.get(found.summary.table_id)
        if found is None or stored is None:
            raise Forbidden(_HIDDEN)
        own = _players(found.summary).get(account.id)
        admin = account.kind is AccountType.ADMIN
        if own is None and not _is_public(stored, account):
            raise Forbidden(_HIDDEN)
        game = self._games.get(found.summary.game)
        if game is None:
            sentence = f"the game {found.summary.game!r} is not installed any more"
            raise UnknownGame(sentence)
        told = game.reveal is Reveal.ROUND or stored.closed_at_ms is not None
        is_open = told and (own is not None or admin or game.reveal is Reveal.ROUND)
        seats = tuple(one.seat for one in found.summary.seats)
        viewers = seats if is_open else tuple(one for one in seats if one == own)
        if seat is not None and seat not in viewers:
            sentence = f"the cards of seat {seat} are not for you to see"
            raise Forbidden(sentence)
        table = TableConfig(stored.id, stored.name, stored.game, stored.variant, {}, stored.creator_id or 0)
        try:
            return self._aside(lambda: _shown(found, game, seat, viewers, is_open=is_open), table)
        except Exception as error:  # whatever a game's code raises
            sentence = f"the round cannot be played again by the rules as they are now: {error}"
            raise GameFault(sentence) from error


def _shown(found: StoredRound, game: Game, seat: int | None, viewers: tuple[int, ...], *, is_open: bool) -> Replay:
    record = read(found.document)
    steps = _steps(record, game, seat)
    started = setup(record, game)
    secret = record.secret if is_open else ""
    return Replay(
        round=found.summary.id,
        table=found.summary.table_id,
        number=found.summary.round_no,
        game=record.game,
        variant=record.variant,
        players=_seats(found.summary),
        stacks=tuple(one.stack for one in record.seats),
        steps=steps,
        seat=seat,
        viewers=viewers,
        void=record.void,
        secret=secret,
        deck=tuple(str(card) for card in game.deck(record.variant, started.options)) if secret else (),
        deal=record.deal if secret else (),
    )


def _steps(record: RoundRecord, game: Game, viewer: int | None) -> tuple[ReplayStep, ...]:
    play: Round[Any, Any] = game.round(setup(record, game))
    steps = [ReplayStep(events=_heard(play.events(), viewer), view=play.view(viewer))]
    for one in record.inputs:
        action = load(one.action, game.payloads)
        play.apply(one.seat, action)
        events = _heard(play.events(), viewer)
        # What others chose may be a secret (cards to pass); the events tell of it what may be told.
        own = action if one.seat == viewer else None
        steps.append(ReplayStep(one.seat, str(one.by), own, events, play.view(viewer)))
    return tuple(steps)


def _heard(told: list[Told], viewer: int | None) -> tuple[Any, ...]:
    return tuple(one.event for one in told if one.audience is None or one.audience == viewer)


def _is_public(table: StoredTable, account: Account) -> bool:
    """Whether those who did not play may see what was played: where anybody could watch."""
    if account.kind is AccountType.ADMIN:
        return True
    options = json.loads(table.options)
    return table.password_hash is None and options.get("spectators") != Spectators.NOBODY


def _players(summary: RoundSummary) -> dict[int, int]:
    return {one.account_id: one.seat for one in summary.seats if one.account_id is not None}


def _seats(summary: RoundSummary) -> tuple[RoundSeat, ...]:
    return tuple(RoundSeat(one.seat, one.name, one.payoff) for one in summary.seats)


def _row(summary: RoundSummary) -> RoundRow:
    return RoundRow(
        summary.id,
        summary.table_id,
        summary.round_no,
        summary.game,
        summary.variant,
        summary.ended_at_ms,
        _seats(summary),
    )
