"""The client without a server: what it makes of messages, and of the connection's end."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import anyio
import pytest

from gamehall_sdk.client import Client, over
from gamehall_sdk.errors import GamehallError, SchemaViolation, ServerFull, TableFull, UnknownTable
from gamehall_sdk.lobby import Entered, Welcome
from gamehall_sdk.table import Closed, Update
from gamehall_sdk.transport import Disconnected, Transport
from gamehall_sdk.wire import (
    GameResponse,
    GameStateUpdate,
    GeneralResponse,
    GeneralStateUpdate,
    Info,
    JoinResponse,
    LobbyStateUpdate,
    LoginResponse,
    Message,
    Raw,
    Response,
    StateUpdate,
    UpdatedGameState,
    UpdatedLobbyState,
    json,
)


class Script(Transport):
    """A server that says what it is told to, through the codec."""

    def __init__(self) -> None:
        self.sent: list[Message] = []
        self._say, self._hear = anyio.create_memory_object_stream[Message](100)

    async def send(self, message: Message) -> None:
        self.sent.append(message)

    async def receive(self) -> Message:
        try:
            return json.decode(json.encode(await self._hear.receive()))
        except anyio.EndOfStream:
            sentence = "the server closed the connection"
            raise Disconnected(sentence) from None

    async def close(self) -> None:
        self._hear.close()

    def say(self, *bodies: Any, session: int = 7) -> None:
        for body in bodies:
            self._say.send_nowait(Message(body, session))

    def end(self) -> None:
        self._say.close()


@asynccontextmanager
async def client_of(script: Script) -> AsyncIterator[Client]:
    script.say(Info((Welcome(7, "gamehall", "1"), Raw("motto", "play on"))))
    async with over(script, {}) as client:
        try:
            yield client
        finally:
            script.end()


async def answered(call: Any, script: Script, *bodies: Any) -> Any:
    """The outcome of *call*, to which the server says *bodies*."""
    found: list[Any] = []

    async def run() -> None:
        try:
            found.append(await call)
        except GamehallError as error:
            found.append(error)

    async with anyio.create_task_group() as group:
        group.start_soon(run)
        await anyio.wait_all_tasks_blocked()
        script.say(*bodies)
    return found[0]


def joined(session: int = 9, gameid: int = 1) -> Response:
    return Response(GameResponse(gameid, JoinResponse(success=True, parameters=(Entered(session, "x", "x", 0),))))


async def test_what_a_newer_server_says_in_the_lobby_is_kept_as_it_came() -> None:
    script = Script()
    async with client_of(script) as client:
        assert client.news[1] == Raw("motto", "play on")
        script.say(StateUpdate(LobbyStateUpdate(UpdatedLobbyState(parameters=(Raw("weather", {"rain": 1}),)))))
        with anyio.fail_after(60):
            while client.news[-1] != Raw("weather", {"rain": 1}):
                await client.heard()


async def test_what_was_told_before_one_waits_for_it_is_not_missed() -> None:
    script = Script()
    async with client_of(script) as client:
        await anyio.wait_all_tasks_blocked()
        await client.heard()
        script.say(StateUpdate(LobbyStateUpdate(UpdatedLobbyState(parameters=(Raw("weather", {"rain": 1}),)))))
        await anyio.wait_all_tasks_blocked()
        with anyio.fail_after(60):
            await client.heard()
        with anyio.move_on_after(0) as again:
            await client.heard()
        assert again.cancelled_caught, "nothing was told since"


async def test_a_refusal_is_raised_as_the_error_that_its_code_stands_for() -> None:
    script = Script()
    async with client_of(script) as client:
        full = Response(GameResponse(1, JoinResponse.refused(TableFull("all 2 seats are taken"))))
        error = await answered(client.join(1), script, full)
        assert isinstance(error, TableFull)
        assert str(error) == "all 2 seats are taken"
        unknown = Response(GeneralResponse.refused(UnknownTable("no table 5")))
        assert isinstance(await answered(client.details(5), script, unknown), UnknownTable)


async def test_what_the_server_could_not_read_was_the_oldest_request() -> None:
    script = Script()
    async with client_of(script) as client:
        unread = Response(GeneralResponse.refused(SchemaViolation("what is that?")))
        assert isinstance(await answered(client.log_in("a", "b"), script, unread), SchemaViolation)


async def test_a_lost_connection_ends_what_waits_and_refuses_what_comes() -> None:
    script = Script()
    async with client_of(script) as client:
        table = await answered(client.join(1), script, joined())
        script.end()
        assert [news async for news in table] == []
        assert isinstance(client.lost, Disconnected)
        with pytest.raises(Disconnected):
            await client.listing()


async def test_what_the_server_said_before_it_closed_is_the_reason() -> None:
    script = Script()
    goodbye = StateUpdate(GeneralStateUpdate(success=False, errorcode=ServerFull.code, description="try later"))
    script.say(goodbye, session=0)
    script.end()
    with pytest.raises(ServerFull, match="try later"):
        async with over(script, {}):
            pass


async def test_a_table_ends_with_its_last_event_and_with_a_newer_session() -> None:
    script = Script()
    async with client_of(script) as client:
        first = await answered(client.join(1), script, joined(9))
        second = await answered(client.join(1), script, joined(10))
        other = await answered(client.join(2), script, joined(11, 2))
        assert [news async for news in first] == []
        state = UpdatedGameState(parameters=(Update(3), Closed("nobody was here")))
        script.say(StateUpdate(GameStateUpdate(1, state)), session=10)
        assert [news async for news in second] == [Update(3), Closed("nobody was here")]
        assert list(client.tables) == [other.session]


async def test_a_login_tells_name_and_balance() -> None:
    from decimal import Decimal

    script = Script()
    async with client_of(script) as client:
        done = Response(LoginResponse(success=True, name="Alice", type=1, balance=Decimal(250)))
        await answered(client.log_in("alice", "x"), script, done)
        assert (client.name, client.balance) == ("Alice", 250)
        assert script.sent[0].sessionid == 7
