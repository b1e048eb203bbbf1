"""A hold'em table on a real server: a person who is asked everything, and a client of the older protocol."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anyio

from gamehall.app import Server
from gamehall_holdem.messages import DeclineBlinds, PokerTable, PostBlinds, Preset, Presets
from gamehall_holdem.texas_codes import ActionCode, EventCode
from gamehall_holdem.texasmessage import TEXAS, Action, Event, GameInfo, TexasMessage
from gamehall_poker.messages import Call, Check, Muck, PotWon
from gamehall_sdk.client import TableSession
from gamehall_sdk.table import Ask, RoundEnded, Snapshot
from gamehall_sdk.wire import (
    Action as WireAction,
)
from gamehall_sdk.wire import (
    ActionResponse,
    GameRequest,
    GameResponse,
    GameStateUpdate,
    Join,
    JoinResponse,
    Login,
    Message,
    Raw,
    Request,
    Response,
    StateUpdate,
    UpdatedGameState,
)
from tests.hosting import PASSWORD, PATIENCE_S, Peer, books_balance, guests, hosting, news_of, peer

OPTIONS = {"autopost": "false", "asktoshow": "true", "pause": "0", "clock": "move:60", "grace": "600"}


def _raw(index: int, amount: Any = None) -> Raw:
    return Raw.of_element(TEXAS.dump_xml(TexasMessage(Action(index, amount))))


class OldClient:
    """A client that knows texasmessage and nothing newer."""

    def __init__(self, connection: Peer, gameid: int) -> None:
        self.connection, self.gameid = connection, gameid
        self.table = 0
        self.told: list[Any] = []

    async def enter(self, name: str) -> None:
        await self.connection.send(Message(Request(Login(name, PASSWORD)), self.connection.session))
        await self.join(Raw("buyin", "100"))

    async def join(self, *words: Raw) -> None:
        join = Join((Raw("texasmessage", ""), *words))
        await self.connection.send(Message(Request(GameRequest(self.gameid, join)), self.connection.session))

        def joined(message: Message) -> bool:
            answer = getattr(getattr(message.body, "body", None), "body", None)
            return isinstance(answer, JoinResponse)

        answer: Any = (await self.connection.until(joined)).body
        self.table = int(answer.body.body.parameters[0].json()["session"])

    async def asked(self) -> Event:
        """The next question; what is told before it is noted."""
        with anyio.fail_after(PATIENCE_S):
            while True:
                message = await self.connection.receive()
                match message.body:
                    case StateUpdate(GameStateUpdate(_, UpdatedGameState(parameters=parts))):
                        self.told += [TEXAS.load(part).body for part in parts]
                    case Request(GameRequest(_, WireAction(parts))):
                        event = TEXAS.load(parts[0]).body
                        assert isinstance(event, Event)
                        return event

    async def act(self, index: int, amount: Any = None) -> None:
        answer = GameResponse(self.gameid, ActionResponse(success=True, parameters=(_raw(index, amount),)))
        await self.connection.send(Message(Response(answer), self.table))


async def _answer(table: TableSession) -> list[Any]:
    """Play by hand until a hand is over: post, call, show; what was asked."""
    asked: list[Any] = []
    with anyio.fail_after(PATIENCE_S):
        async for news in table:
            # One pot may be won by several.
            if isinstance(news, RoundEnded):
                return asked
            if isinstance(news, Ask):
                asked.append(news.actions)
                wishes = (PostBlinds(), Check(), Call(), Muck())
                await table.act(next(wish for wish in wishes if wish in news.actions), news.turn)
    raise AssertionError("the table ended")


async def _answer_all(table: TableSession) -> None:
    while True:
        await _answer(table)


async def _play_old(old: OldClient, hands: int) -> None:
    won = 0
    while won < hands:
        question = await old.asked()
        codes = {
            EventCode.BLIND_ASKED: ActionCode.POST_BLIND,
            EventCode.SHOW_ASKED: ActionCode.SHOW,
            EventCode.ACTION_ASKED: ActionCode.CALL,
        }
        await old.act(codes[EventCode(question.type)])
        won = sum(isinstance(one, Event) and one.type == EventCode.NEW_HAND for one in old.told) - 1


async def test_a_person_and_an_old_client_play_with_every_question_and_go_on_after_a_restart(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    async with hosting(folder) as server, guests(server) as visit:
        anna, bert = await visit("anna"), await visit("bert")
        gameid = await anna.create("holdem", "one", OPTIONS)
        await bert.log_out()
        table = await anna.join(gameid, buy_in=100, views=True)
        snapshot = await news_of(table, Snapshot)
        assert isinstance(snapshot.about, PokerTable)
        assert snapshot.about.presets == Presets(0, False, False, False, False)
        async with peer(server.tcp_address) as connection, anyio.create_task_group() as group:
            old = OldClient(connection, gameid)
            await old.enter("bert")
            group.start_soon(_play_old, old, 2)
            first = await _answer(table)
            assert (PostBlinds(), DeclineBlinds()) in first
            await _answer(table)
            group.cancel_scope.cancel()
        info = old.told[0]
        assert isinstance(info, GameInfo)
        assert [one and one.myname for one in info.players[:2]] == ["anna", "bert"]
        kinds = {type(one).__name__ for one in old.told}
        assert kinds == {"GameInfo", "Action", "Hand", "Event"}
        assert sum(isinstance(one, GameInfo) for one in old.told) == 1
        await books_balance(server)
    async with hosting(folder) as server, guests(server) as visit:
        anna = await visit("anna", made=True)
        table = await anna.join(gameid)
        assert (await news_of(table, Snapshot)).number >= 2
        async with peer(server.tcp_address) as connection:
            old = OldClient(connection, gameid)
            await connection.send(Message(Request(Login("bert", PASSWORD)), connection.session))
            await old.join()
            async with anyio.create_task_group() as group:
                group.start_soon(_answer_all, table)
                await _play_old(old, 1)
                group.cancel_scope.cancel()
            assert isinstance(old.told[0], GameInfo)


async def test_what_an_old_client_says_wrong_is_refused_and_the_connection_lives_on(tmp_path: Path) -> None:
    async with hosting(tmp_path / "data") as server, guests(server) as visit:
        anna, bert = await visit("anna"), await visit("bert")
        gameid = await anna.create("holdem", "one", {"pause": "0"})
        await bert.log_out()
        table = await anna.join(gameid, buy_in=100)
        async with peer(server.tcp_address) as connection:
            old = OldClient(connection, gameid)
            await old.enter("bert")
            wrong = Message(Request(GameRequest(gameid, WireAction((_raw(77),)))), old.table)
            assert "index 77 is nothing that a client does" in str(await connection.refusal(wrong))
            await connection.send(Message(Request(GameRequest(gameid, WireAction((_raw(11),)))), old.table))

            def acted(message: Message) -> bool:
                return isinstance(getattr(getattr(message.body, "body", None), "body", None), ActionResponse)

            await connection.until(acted)
        await _seats_out(server, gameid)
        await table.command(Preset(muck_losing=True))
        assert (await news_of(table, Presets)).muck_losing


async def _seats_out(server: Server, gameid: int) -> None:
    flow = server.lobby.table(gameid).machine.flow
    assert [seat.out for seat in flow.seats()] == [False, True]


async def test_bots_play_a_table_that_asks_for_everything_without_being_asked(tmp_path: Path) -> None:
    from gamehall_sdk.table import AddBot

    async with hosting(tmp_path / "data") as server, guests(server) as visit:
        anna = await visit("anna")
        gameid = await anna.create("holdem", "bots", OPTIONS)
        table = await anna.join(gameid, watch=True)
        for name in ("random", "caller", "tight"):
            await table.command(AddBot(name))
        won = 0
        with anyio.fail_after(PATIENCE_S):
            async for news in table:
                won += isinstance(news, PotWon)
                if won == 10:
                    break
        flow = server.lobby.table(gameid).machine.flow
        assert not [seat for seat in flow.seats() if seat.out]
