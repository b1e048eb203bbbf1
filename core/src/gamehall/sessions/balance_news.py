"""Tells those who follow the lobby how many chips they have, whenever a table took or gave some."""

from __future__ import annotations

import anyio.abc
import structlog

from gamehall.sessions.hall import Hall
from gamehall.tables.machine import Outcome
from gamehall.tables.table import Table
from gamehall_sdk.errors import GamehallError
from gamehall_sdk.lobby import BalanceChanged
from gamehall_sdk.wire import LobbyStateUpdate, Message, StateUpdate, UpdatedLobbyState

__all__ = ["BalanceNews"]

_log = structlog.get_logger(__name__)


class BalanceNews:
    """An :class:`~gamehall.tables.table.Observer`; what it asks of the ledger runs in *group*."""

    def __init__(self, hall: Hall, group: anyio.abc.TaskGroup) -> None:
        self._hall = hall
        self._group = group

    def changed(self, table: Table, outcome: Outcome) -> None:
        """See :class:`~gamehall.tables.table.Observer`."""
        accounts = {cash.account for cash in outcome.cash_outs}
        if outcome.kind == "join":
            accounts |= {account for account, seat in table.machine.places.items() if seat == outcome.seat}
        for account in accounts:
            self.tell(account)

    def tell(self, account: int) -> None:
        """The account's balance changed: tell it, if it follows the lobby."""
        connection = self._hall.online.get(account)
        if connection is not None and connection.follows_lobby:
            self._group.start_soon(self._tell, account)

    async def _tell(self, account: int) -> None:
        try:
            balance = await self._hall.ledger.balance(account)
        except GamehallError as error:
            _log.warning("balance not told", account=account, cause=str(error))
            return
        connection = self._hall.online.get(account)
        if connection is not None:
            body = UpdatedLobbyState(parameters=(BalanceChanged(balance),))
            connection.send(Message(StateUpdate(LobbyStateUpdate(body)), connection.lobby))
