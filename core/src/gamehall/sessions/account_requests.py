"""Requests about accounts: make, delete, change the password, log in and out."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import structlog

from gamehall.accounts.tokens import Tokens
from gamehall.sessions.connection import Connection
from gamehall.sessions.hall import Hall, Handler
from gamehall_sdk.errors import AccountBusy, AccountDeleted, AlreadyLoggedIn, LoginFailed, TooManyAttempts
from gamehall_sdk.wire import (
    ChangePassword,
    ChangePasswordResponse,
    CreateAccount,
    CreateAccountResponse,
    DeleteAccount,
    DeleteAccountResponse,
    Login,
    LoginResponse,
    Logout,
    LogoutResponse,
    Message,
    Request,
    Response,
)

__all__ = ["handlers"]

_log = structlog.get_logger(__name__)


def handlers(hall: Hall, tokens: Tokens) -> dict[type, Handler]:
    """What answers the requests about accounts; in a login, and there only, a token stands in for the password."""

    def body(message: Message) -> Any:
        assert isinstance(message.body, Request)  # noqa: S101  # the routing saw to it
        return message.body.body

    def answer(connection: Connection, response: Any) -> None:
        connection.send(Message(Response(response), connection.lobby))

    def address(connection: Connection) -> str:
        return hall.gate.counted(connection.peer)

    async def create(connection: Connection, message: Message) -> None:
        wanted: CreateAccount = body(message)
        account = await hall.accounts.register(
            wanted.accountname, wanted.password, wanted.accounttype, hall.timers.now_ms(), address(connection)
        )
        answer(connection, CreateAccountResponse(success=True, description=f"account {account.name} is made"))

    async def delete(connection: Connection, message: Message) -> None:
        wanted: DeleteAccount = body(message)
        account = await hall.accounts.authenticate(
            wanted.accountname, wanted.password, hall.timers.now_ms(), address(connection)
        )
        async with hall.alone(account.id):
            tables = hall.lobby.listing(None, None)
            where = [table.config.id for table in tables if table.machine.flow.seat_of(account.id) is not None]
            if where:
                sentence = f"{account.name} sits at table {where[0]}; leave it before deleting the account"
                raise AccountBusy(sentence)
            await hall.accounts.delete(account.name, hall.timers.now_ms())
            answer(connection, DeleteAccountResponse(success=True, description=f"account {account.name} is deleted"))
            online = hall.online.get(account.id)
            if online is not None:
                online.close(AccountDeleted(f"the account {account.name} was deleted"))
                await hall.drop(online)

    async def change_password(connection: Connection, message: Message) -> None:
        wanted: ChangePassword = body(message)
        await hall.accounts.change_password(
            wanted.accountname, wanted.oldpassword, wanted.newpassword, hall.timers.now_ms(), address(connection)
        )
        answer(connection, ChangePasswordResponse(success=True, description="the password is changed"))

    async def log_in(connection: Connection, message: Message) -> None:
        wanted: Login = body(message)
        if connection.account is not None:
            sentence = f"this connection is logged in as {connection.account.name}; log out first"
            raise AlreadyLoggedIn(sentence)
        now_ms = hall.timers.now_ms()
        account = await tokens.redeem(wanted.accountname, wanted.password, now_ms)
        if account is None:
            try:
                account = await hall.accounts.authenticate(
                    wanted.accountname, wanted.password, now_ms, address(connection)
                )
            except (LoginFailed, TooManyAttempts) as error:
                # Not by which name: now and then somebody types the password there.
                _log.info("login failed", peer=connection.peer, code=error.code)
                raise
        balance = await hall.ledger.balance(account.id)
        await hall.log_in(connection, account)
        _log.info("logged in", account=account.name, peer=connection.peer)
        answer(connection, LoginResponse(success=True, name=account.name, type=account.kind, balance=Decimal(balance)))

    async def log_out(connection: Connection, message: Message) -> None:  # noqa: ARG001  # a handler's
        await tokens.forget(hall.logged_in(connection).id)
        await hall.log_out(connection)
        answer(connection, LogoutResponse(success=True))

    return {
        CreateAccount: create,
        DeleteAccount: delete,
        ChangePassword: change_password,
        Login: log_in,
        Logout: log_out,
    }
