"""Every bad request gets one clear error with its own code; the connection lives on, and nobody else notices."""

from __future__ import annotations

import base64
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from typing import Any

import attrs
import pytest

from gamehall.app import Server
from gamehall_sdk import errors
from gamehall_sdk.client import TableSession
from gamehall_sdk.table import AddBot, Invite, Ready, Rematch, RemoveBot, Start
from gamehall_sdk.wire import (
    Action,
    ActionResponse,
    AvailableGame,
    AvailableGamesResponse,
    Chat,
    CreateAccount,
    CreateGame,
    Custom,
    DeleteAccount,
    DeleteGame,
    EventResponse,
    GameDetails,
    GameList,
    GameRequest,
    GameResponse,
    GeneralStateUpdate,
    Info,
    Join,
    JoinResponse,
    Login,
    Logout,
    Message,
    Part,
    Raw,
    Request,
    Response,
    StateUpdate,
    Voice,
)
from tests.hosting import PASSWORD, Guests, Peer, books_balance, guests, hosting, peer, turn_of

TIMELESS = {"clock": "move:3600", "pause": "3600", "grace": "3600"}


@attrs.define
class Scene:
    """A hold'em hand between alice (seat 0, to act) and bob (seat 1), and some who stand round it."""

    server: Server
    visit: Guests
    alice: Any
    bob: Any
    turn: int
    tables: dict[str, int]
    peers: dict[str, Peer]
    sessions: dict[tuple[str, str], int]
    """By peer and table."""

    def at(self, who: str, table: str, body: Any) -> Message:
        """A request of *who* about a table it has joined."""
        return Message(Request(GameRequest(self.tables[table], body)), self.sessions[who, table])

    def about(self, table: str, body: Any) -> Message:
        """A request about a table."""
        return Message(Request(GameRequest(self.tables[table], body)))


async def _logged_in(server: Server, one: Peer, name: str, kind: int = 1) -> None:
    await server.hall.accounts.create(name, PASSWORD, kind, server.hall.timers.now_ms())
    await one.send(Message(Request(Login(name, PASSWORD))))
    await one.receive()


async def _joined(one: Peer, table: int, **words: Any) -> int:
    await one.send(
        Message(Request(GameRequest(table, Join(tuple(Raw(key, str(word)) for key, word in words.items())))))
    )
    answer = await one.until(lambda message: isinstance(message.body, Response))
    assert isinstance(answer.body, Response)
    assert isinstance(answer.body.body, GameResponse)
    assert isinstance(answer.body.body.body, JoinResponse)
    [raw] = answer.body.body.body.parameters
    session = int(raw.json()["session"])
    await one.until(lambda message: message.sessionid == session)
    return session


@pytest.fixture(scope="module", params=["xml", "json"])
async def scene(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Scene]:
    folder = tmp_path_factory.mktemp("data")
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(hosting(folder, login_attempts=100, messages_per_s=100_000.0))
        visit = await stack.enter_async_context(guests(server))
        address = server.tcp_address if request.param == "xml" else server.socket_address
        host = await visit("alice")
        tables = {
            "poker": await host.create("holdem", "poker", TIMELESS | {"seats": "2"}),
            "open": await host.create("holdem", "open", TIMELESS),
            "hello": await host.create("hello", "hello", TIMELESS | {"ready": "true"}),
            "hidden": await host.create("hello", "hidden", {"spectators": "nobody"}),
            "private": await host.create("hello", "private", {"password": "open sesame"}),
        }
        alice = await host.join(tables["poker"], seat=0, buy_in=100)
        guest = await visit("bob")
        bob = await guest.join(tables["poker"], seat=1, buy_in=100)
        ask = await turn_of(alice, bob)
        peers = {name: await stack.enter_async_context(peer(address)) for name in ("nobody", "carol", "dora", "otto")}
        await _logged_in(server, peers["carol"], "carol")
        await _logged_in(server, peers["dora"], "dora")
        await _logged_in(server, peers["otto"], "otto", 3)
        sessions = {
            ("carol", "poker"): await _joined(peers["carol"], tables["poker"], watch=""),
            ("carol", "hello"): await _joined(peers["carol"], tables["hello"], seat=3),
            ("dora", "open"): await _joined(peers["dora"], tables["open"], buyin=100),
            ("alice", "poker"): alice.session,
            ("bob", "poker"): bob.session,
        }
        made = Scene(server, visit, alice, bob, ask.turn, tables, peers, sessions)
        for player in (alice, bob):
            await _heard(player)
        yield made


def chips(**words: Any) -> Join:
    return Join(tuple(Raw(key, str(word)) for key, word in words.items()))


def act(*payloads: Raw) -> Action:
    return Action(payloads)


FOLD = Raw("fold")
LEVELS = "".join(f'<!ENTITY {name} "{f"&{chr(ord(name) - 1)};" * 10}">' for name in "bcdef")
BOMB = (
    f'<!DOCTYPE m [<!ENTITY a "ha">{LEVELS}]>'
    "<message><request><game><chat sender='x'><message>&f;</message></chat></game></request></message>"
).encode()
"""Five levels of ten: some hundred bytes that would come to 200,000 characters."""
STRANGER = (
    b'<!DOCTYPE m [<!ENTITY a SYSTEM "file:///etc/hostname"><!ENTITY % b SYSTEM "http://localhost/b.dtd"> %b;]>'
    b"<message><request><authentication><login accountname='&a;' password='x'/></authentication></request></message>"
)

Make = Callable[[Scene], Message | bytes | str]

ROWS: list[tuple[str, str, Make, type[errors.GamehallError], str]] = [
    # name, who sends, what, the error, a word of its sentence
    ("no document", "nobody", lambda s: b"hello?", errors.NotUnderstood, "well-formed"),
    ("blanks", "nobody", lambda s: b"   ", errors.NotUnderstood, "well-formed"),
    ("no message", "nobody", lambda s: doc(s, b"<letter/>", b'{"letter": 1}'), errors.SchemaViolation, "letter"),
    (
        "wrong types",
        "nobody",
        lambda s: doc(
            s,
            b'<message><request><lobby><gamedetails gameid="seven"/></lobby></request></message>',
            b'{"request": {"lobby": {"gamedetails": {"gameid": [7]}}}}',
        ),
        errors.SchemaViolation,
        "gameid",
    ),
    (
        "session no number",
        "nobody",
        lambda s: doc(
            s,
            b'<message sessionid="x"><request><authentication><logout/></authentication></request></message>',
            b'{"request": {"authentication": {"logout": {}}}, "sessionid": "x"}',
        ),
        errors.SchemaViolation,
        "sessionid",
    ),
    ("deep", "nobody", lambda s: doc(s, b"<a>" * 1000, b"[" * 100_000), errors.NotUnderstood, "deep"),
    (
        "many parts",
        "nobody",
        lambda s: doc(s, b"<message>" + b"<a/>" * 100_000, b'{"a": [' + b"{}," * 100_000),
        errors.NotUnderstood,
        "at most 5000",
    ),
    ("session of nobody", "nobody", lambda s: Message(Request(Logout()), 99), errors.WrongSession, "99"),
    ("list before login", "nobody", lambda s: Message(Request(GameList())), errors.NotLoggedIn, "log in"),
    ("details before login", "nobody", lambda s: Message(Request(GameDetails(1))), errors.NotLoggedIn, "log in"),
    ("join before login", "nobody", lambda s: s.about("open", Join()), errors.NotLoggedIn, "log in"),
    ("part before login", "nobody", lambda s: s.about("open", Part()), errors.NotLoggedIn, "log in"),
    ("act before login", "nobody", lambda s: s.about("open", act(FOLD)), errors.NotLoggedIn, "log in"),
    ("chat before login", "nobody", lambda s: s.about("open", Chat("hi", "x")), errors.NotLoggedIn, "log in"),
    ("custom before login", "nobody", lambda s: s.about("open", Custom(Ready())), errors.NotLoggedIn, "log in"),
    ("voice before login", "nobody", lambda s: s.about("open", Voice("AAAA")), errors.NotLoggedIn, "log in"),
    ("create before login", "nobody", lambda s: s.about("open", CreateGame("hello", "x")), errors.NotLoggedIn, ""),
    ("delete before login", "nobody", lambda s: s.about("open", DeleteGame()), errors.NotLoggedIn, "log in"),
    ("logout before login", "nobody", lambda s: Message(Request(Logout())), errors.NotLoggedIn, "log in"),
    ("empty before login", "nobody", lambda s: s.about("open", None), errors.NotLoggedIn, "log in"),
    ("wrong password", "nobody", lambda s: Message(Request(Login("alice", "wrong"))), errors.LoginFailed, "password"),
    ("unknown name", "nobody", lambda s: Message(Request(Login("nobody", "wrong"))), errors.LoginFailed, "password"),
    ("name of a bot", "nobody", lambda s: Message(Request(Login("~random.1", ""))), errors.LoginFailed, "password"),
    ("name taken", "nobody", lambda s: new("alice"), errors.NameTaken, "alice"),
    ("name taken, capitals", "nobody", lambda s: new("ALICE"), errors.NameTaken, "ALICE"),
    ("name taken, wide", "nobody", lambda s: new("\uff41\uff4c\uff49\uff43\uff45"), errors.NameTaken, ""),
    ("name empty", "nobody", lambda s: new(""), errors.BadName, "character"),
    ("name too long", "nobody", lambda s: new("x" * 500), errors.BadName, "500"),
    ("name of the house", "nobody", lambda s: new("~random.1"), errors.BadName, "~"),
    ("name with a zero width", "nobody", lambda s: new("ali\u200bce"), errors.BadName, "200B"),
    ("password short", "nobody", lambda s: new("erin", "x"), errors.BadPassword, "1"),
    ("type admin", "nobody", lambda s: new("erin", kind=4), errors.AccountTypeForbidden, "admin"),
    ("type unknown", "nobody", lambda s: new("erin", kind=9), errors.AccountTypeForbidden, "9"),
    ("delete, wrong password", "nobody", lambda s: drop("bob", "wrong"), errors.LoginFailed, "password"),
    ("delete, seated", "nobody", lambda s: drop("bob", PASSWORD), errors.AccountBusy, "table 1"),
    ("a state update", "nobody", lambda s: Message(StateUpdate(GeneralStateUpdate())), errors.WrongDirection, "client"),
    ("an info", "nobody", lambda s: Message(Info((Raw("x"),))), errors.WrongDirection, "client"),
    (
        "a lobby's response",
        "carol",
        lambda s: Message(Response(AvailableGamesResponse((AvailableGame("a", "a", "a", "a"),)))),
        errors.WrongDirection,
        "client",
    ),
    (
        "a join's response",
        "carol",
        lambda s: Message(Response(GameResponse(1, JoinResponse(success=True)))),
        errors.WrongDirection,
        "client",
    ),
    ("second login", "carol", lambda s: Message(Request(Login("carol", PASSWORD))), errors.AlreadyLoggedIn, "carol"),
    ("login as another", "carol", lambda s: Message(Request(Login("dora", PASSWORD))), errors.AlreadyLoggedIn, "carol"),
    ("details of no table", "carol", lambda s: Message(Request(GameDetails(99))), errors.UnknownTable, "99"),
    ("join no table", "carol", lambda s: Message(Request(GameRequest(99, Join()))), errors.UnknownTable, "99"),
    ("delete no table", "carol", lambda s: Message(Request(GameRequest(99, DeleteGame()))), errors.UnknownTable, "99"),
    ("no such game", "carol", lambda s: create("chess"), errors.UnknownGame, "holdem"),
    ("no such variant", "carol", lambda s: create("holdem", variant="mau-mau"), errors.UnknownGame, "nl"),
    ("table without name", "carol", lambda s: create("hello", name="  "), errors.BadName, "printable"),
    ("table's name unseen", "carol", lambda s: create("hello", name="\u3164\u2800"), errors.BadName, "printable"),
    ("table's name reversed", "carol", lambda s: create("hello", name="a\u202eb"), errors.BadName, "printable"),
    ("option unknown", "carol", lambda s: create("holdem", bigblindd="2"), errors.BadOption, "bigblind"),
    ("option bad", "carol", lambda s: create("holdem", bigblind="two"), errors.BadOption, "bigblind"),
    ("option too large", "carol", lambda s: create("hello", seats="99"), errors.BadOption, "seats"),
    ("clock unknown", "carol", lambda s: create("hello", clock="sundial:9"), errors.BadOption, "sundial"),
    (
        "option twice",
        "carol",
        lambda s: Message(Request(GameRequest(0, CreateGame("hello", "x", (Raw("seats", "2"), Raw("seats", "3")))))),
        errors.BadOption,
        "twice",
    ),
    (
        "option no text",
        "carol",
        lambda s: Message(Request(GameRequest(0, CreateGame("hello", "x", (Raw("seats", {"a": "1"}),))))),
        errors.BadOption,
        "text",
    ),
    ("observer opens a table", "otto", lambda s: create("hello"), errors.Forbidden, "observer"),
    ("observer sits down", "otto", lambda s: s.about("open", chips(buyin=100)), errors.Forbidden, "observer"),
    ("another's table deleted", "carol", lambda s: s.about("hello", DeleteGame()), errors.Forbidden, "creator"),
    ("table full", "dora", lambda s: s.about("poker", chips(buyin=100)), errors.TableFull, "2"),
    ("seat taken", "dora", lambda s: s.about("hello", chips(seat=3)), errors.SeatTaken, "carol"),
    ("no such seat", "dora", lambda s: s.about("hello", chips(seat=12)), errors.UnknownSeat, "12"),
    ("seat no number", "dora", lambda s: s.about("hello", chips(seat="left")), errors.BadOption, "left"),
    ("join's word unknown", "dora", lambda s: s.about("hello", chips(chair=1)), errors.BadOption, "chair"),
    ("buy-in small", "carol", lambda s: s.about("open", chips(buyin=39)), errors.BadBuyIn, "40"),
    ("buy-in none", "carol", lambda s: s.about("open", chips()), errors.BadBuyIn, "40"),
    ("buy-in large", "carol", lambda s: s.about("open", chips(buyin=9999)), errors.BadBuyIn, "400"),
    ("buy-in of a beggar", "carol", lambda s: s.about("open", chips(buyin=10_001)), errors.InsufficientFunds, "10000"),
    ("watch where nobody may", "carol", lambda s: s.about("hidden", chips(watch="")), errors.SpectatorsForbidden, ""),
    ("private", "carol", lambda s: s.about("private", chips()), errors.WrongTablePassword, "password"),
    ("private, wrong", "carol", lambda s: s.about("private", chips(password="x")), errors.WrongTablePassword, ""),
    ("session missing", "carol", lambda s: s.about("poker", act(FOLD)), errors.WrongSession, "session"),
    (
        "session of another",
        "dora",
        lambda s: Message(Request(GameRequest(1, act(FOLD))), s.sessions["alice", "poker"]),
        errors.WrongSession,
        "connection",
    ),
    (
        "session of another table",
        "carol",
        lambda s: Message(Request(GameRequest(s.tables["open"], Part())), s.sessions["carol", "hello"]),
        errors.WrongSession,
        "table",
    ),
    ("spectator acts", "carol", lambda s: s.at("carol", "poker", act(FOLD)), errors.NotSeated, "sit"),
    ("spectator commands", "carol", lambda s: s.at("carol", "poker", Custom(Ready())), errors.NotSeated, "sit"),
    ("no round", "dora", lambda s: s.at("dora", "open", act(FOLD)), errors.NoRound, "round"),
    ("payload unknown", "dora", lambda s: s.at("dora", "open", act(Raw("fodl"))), errors.UnknownPayload, "fold"),
    ("payload bad", "dora", lambda s: s.at("dora", "open", act(Raw("bet", {"amount": "x"}))), errors.BadPayload, ""),
    ("payload missing part", "dora", lambda s: s.at("dora", "open", act(Raw("bet"))), errors.BadPayload, "amount"),
    (
        "event as an action",
        "dora",
        lambda s: s.at("dora", "open", act(Raw("folded", {"seat": 0}))),
        errors.UnknownPayload,
        "action",
    ),
    ("two actions", "dora", lambda s: s.at("dora", "open", act(FOLD, FOLD)), errors.BadPayload, "2"),
    ("turn only", "dora", lambda s: s.at("dora", "open", act(Raw("turn", "1"))), errors.BadPayload, "0"),
    ("turn no number", "dora", lambda s: s.at("dora", "open", act(Raw("turn", "x"), FOLD)), errors.BadPayload, "turn"),
    ("command unknown", "carol", lambda s: s.at("carol", "hello", Custom(Raw("dance"))), errors.UnknownPayload, ""),
    (
        "event as a command",
        "carol",
        lambda s: s.at("carol", "hello", Custom(Raw("kept", {"seat": 1}))),
        errors.UnknownPayload,
        "command",
    ),
    ("start by a guest", "carol", lambda s: s.at("carol", "hello", Custom(Start())), errors.Forbidden, "creator"),
    ("rematch of nothing", "carol", lambda s: s.at("carol", "hello", Custom(Rematch())), errors.WrongPhase, "match"),
    ("bot by a guest", "carol", lambda s: s.at("carol", "hello", Custom(AddBot("random"))), errors.Forbidden, ""),
    ("unbot by a guest", "carol", lambda s: s.at("carol", "hello", Custom(RemoveBot(1))), errors.Forbidden, "creator"),
    ("invite by a guest", "carol", lambda s: s.at("carol", "hello", Custom(Invite("bob"))), errors.Forbidden, ""),
    ("chat too long", "carol", lambda s: s.at("carol", "poker", Chat("x" * 501, "c")), errors.TextTooLong, "501"),
    ("chat empty", "carol", lambda s: s.at("carol", "poker", Chat(" \n ", "c")), errors.NotUnderstood, "character"),
    ("voice no base64", "carol", lambda s: s.at("carol", "poker", Voice("%%%")), errors.NotUnderstood, "base64"),
    ("voice empty", "carol", lambda s: s.at("carol", "poker", Voice(" ")), errors.NotUnderstood, "byte"),
    (
        "voice too large",
        "carol",
        lambda s: s.at("carol", "poker", Voice(base64.b64encode(bytes(200_001)).decode())),
        errors.TextTooLong,
        "200001",
    ),
    ("empty request", "carol", lambda s: s.about("poker", None), errors.NotUnderstood, "empty"),
]

ONLY_XML: list[tuple[str, bytes, type[errors.GamehallError]]] = [
    ("a DTD", b'<!DOCTYPE message SYSTEM "http://localhost/x.dtd"><message/>', errors.ForbiddenMarkup),
    ("an entity bomb", BOMB, errors.ForbiddenMarkup),
    ("entities from outside", STRANGER, errors.ForbiddenMarkup),
    ("an instruction", b"<?xml-stylesheet href='x'?><message/>", errors.ForbiddenMarkup),
    ("another encoding", '<?xml version="1.0" encoding="UTF-16"?><message/>'.encode("utf-16"), errors.NotUnderstood),
]


def doc(scene: Scene, as_xml: bytes, as_json: bytes) -> bytes:
    return as_xml if "Tcp" in type(scene.peers["nobody"].transport).__name__ else as_json


def new(name: str, password: str = PASSWORD, kind: int = 1) -> Message:
    return Message(Request(CreateAccount(name, password, kind)))


def drop(name: str, password: str) -> Message:
    return Message(Request(DeleteAccount(name, password)))


def create(game: str, name: str = "mine", **options: str) -> Message:
    return Message(
        Request(GameRequest(0, CreateGame(game, name, tuple(Raw(key, text) for key, text in options.items()))))
    )


@pytest.mark.parametrize(("who", "make", "error", "word"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
async def test_a_bad_request_is_refused_and_nothing_else_happens(
    scene: Scene, who: str, make: Make, error: type[errors.GamehallError], word: str
) -> None:
    before = await _state(scene)
    one = scene.peers[who]
    refused = await one.refusal(make(scene))
    assert type(refused) is error, refused
    assert word in str(refused)
    assert len(str(refused)) > 8
    await _lives(one)
    assert await _state(scene) == before
    assert not await _heard(scene.alice)
    assert not await _heard(scene.bob)


@pytest.mark.parametrize(("document", "error"), [row[1:] for row in ONLY_XML], ids=[row[0] for row in ONLY_XML])
async def test_case_93_markup_that_no_message_needs_is_refused(
    scene: Scene, document: bytes, error: type[errors.GamehallError]
) -> None:
    async with peer(scene.server.tcp_address) as one:
        refused = await one.refusal(document)
        assert type(refused) is error
        assert len(str(refused)) < 300
        await _lives(one)


async def test_an_act_out_of_turn_a_stale_one_and_an_illegal_one_change_nothing(scene: Scene) -> None:
    before = await _state(scene)
    game = scene.server.plugins.games["holdem"]
    fold, raise_to = game.actions[0](), game.actions[4]
    with pytest.raises(errors.OutOfTurn, match="to act: 0"):
        await scene.bob.act(fold)
    with pytest.raises(errors.StaleTurn, match=f"turn {scene.turn - 1}"):
        await scene.alice.act(fold, scene.turn - 1)
    with pytest.raises(errors.IllegalAction, match="RaiseTo from 4 to 100"):
        await scene.alice.act(raise_to(3), scene.turn)
    with pytest.raises(errors.WrongPhase, match="playing"):
        await scene.alice.command(Start())
    with pytest.raises(errors.UnknownBot, match="random"):
        await scene.alice.command(AddBot("randon"))
    with pytest.raises(errors.NotSeated, match="seat 1"):
        await scene.alice.command(RemoveBot(1))
    with pytest.raises(errors.UnknownAccount, match="zed"):
        await scene.alice.command(Invite("zed"))
    with pytest.raises(errors.TableNotEmpty, match="2 players"):
        await scene.alice.client.delete(scene.tables["poker"])
    assert await _state(scene) == before


@pytest.mark.parametrize("kind", [ActionResponse, EventResponse])
async def test_a_refused_answer_to_a_question_is_told_in_its_own_form(scene: Scene, kind: Any) -> None:
    one = scene.peers["dora"]
    body = kind(success=True, parameters=(Raw("fodl"),))
    await one.send(Message(Response(GameResponse(scene.tables["open"], body)), scene.sessions["dora", "open"]))
    answer = await one.until(lambda message: isinstance(message.body, Response))
    assert isinstance(answer.body, Response)
    assert isinstance(answer.body.body, GameResponse)
    assert isinstance(answer.body.body.body, kind)
    assert answer.body.body.body.errorcode == errors.UnknownPayload.code


async def test_the_use_of_anothers_session_is_logged(scene: Scene, capsys: pytest.CaptureFixture[str]) -> None:
    await scene.peers["dora"].refusal(Message(Request(GameRequest(1, act(FOLD))), scene.sessions["alice", "poker"]))
    said = capsys.readouterr().out
    assert "session of another connection used" in said
    assert "dora" in said


async def _state(scene: Scene) -> Any:
    """What alice sees of the hand, and what everybody has."""
    machine = scene.server.lobby.table(scene.tables["poker"]).machine
    snapshots = [
        attrs.evolve(table.machine.snapshot(None, 0), seq=0, turns=())
        for table in scene.server.lobby.listing(None, None)
    ]
    await books_balance(scene.server)
    accounts = await scene.server.hall.accounts.list_all()
    return machine.number, snapshots, accounts


async def _lives(one: Peer) -> None:
    await one.send(Message(Request(GameDetails(1))))
    answer = await one.until(lambda message: isinstance(message.body, Response))
    assert isinstance(answer.body, Response)


async def _heard(table: TableSession) -> list[Any]:
    """What a player was told since this was last asked: all that was sent before the answer to this request."""
    await table.client.details(table.gameid)
    news = list(table._news)
    table._news.clear()
    return news
