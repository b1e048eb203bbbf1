"""Who is connected as whom: logins, their ends, and what a connection's end does to a seat."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import anyio
import attrs
import pytest
from anyio import wait_all_tasks_blocked

from gamehall.app import Server
from gamehall.sessions.connection import Connection
from gamehall_sdk.client import Client
from gamehall_sdk.errors import (
    AccountBusy,
    AccountDeleted,
    LoggedInElsewhere,
    LoginFailed,
    NotLoggedIn,
    TooManyAttempts,
    WrongSession,
)
from gamehall_sdk.table import Ask, Dropped, Joined, Left, Returned, RoundEnded, SitOut
from gamehall_sdk.wire import (
    Action,
    ActionResponse,
    CreateAccount,
    GameList,
    GameRequest,
    Join,
    Login,
    Message,
    Raw,
    Request,
    Response,
)
from tests.hosting import (
    PASSWORD,
    PATIENCE_S,
    Guests,
    Peer,
    books_balance,
    error_of,
    guests,
    hosting,
    news_of,
    peer,
    turn_of,
)

SLOW = {"clock": "move:3600", "pause": "3600", "grace": "3600"}


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with hosting(tmp_path / "data", login_attempts=100) as one:
        yield one


@pytest.fixture
async def visit(server: Server) -> AsyncIterator[Guests]:
    async with guests(server) as some:
        yield some


async def lost(client: Client) -> None:
    """Return when the client's connection has ended."""
    with anyio.fail_after(PATIENCE_S):
        while client.lost is None:
            await client.heard()


async def two_at_holdem(visit: Guests) -> tuple[Any, Any]:
    """A hand between alice at seat 0 and bob at seat 1."""
    alice, bob = await visit("alice"), await visit("bob")
    table = await alice.create("holdem", "one", SLOW)
    first = await alice.join(table, seat=0, buy_in=100, views=True)
    second = await bob.join(table, seat=1, buy_in=100, views=True)
    return first, second


async def test_case_77_a_login_elsewhere_takes_the_account_over_and_the_late_close_frees_nothing(
    server: Server, visit: Guests
) -> None:
    alice, bob = await two_at_holdem(visit)
    ask = await turn_of(alice, bob)
    old = alice.client
    again = await visit("ALICE", made=True, address=server.socket_address)
    await lost(old)
    assert isinstance(old.parting, LoggedInElsewhere)
    assert again.name == "alice"
    assert (await news_of(bob, Dropped)).seat == 0
    back = await again.join(alice.gameid, views=True)
    assert (await news_of(bob, Returned)).seat == 0
    assert back.seat == 0
    same = await news_of(back, Ask)
    assert (same.turn, same.actions, same.amounts, same.view) == (ask.turn, ask.actions, ask.amounts, ask.view)
    seats = server.lobby.table(alice.gameid).machine.flow.seats()
    assert [(one.name, one.connected) for one in seats] == [("alice", True), ("bob", True)]
    await back.act(same.actions[0], same.turn)
    assert not [news for news in bob._news if isinstance(news, Dropped | Left | Joined)]


async def test_the_same_account_on_many_connections_at_once_is_on_one_at_the_end(server: Server, visit: Guests) -> None:
    await (await visit("alice")).log_out()
    some = [await visit(f"guest{number}") for number in range(6)]
    for one in some:
        await one.log_out()

    async def log_in(client: Client) -> None:
        await client.log_in("alice", PASSWORD)

    async with anyio.create_task_group() as group:
        for one in some:
            group.start_soon(log_in, one)
    bound = [one for one in server.hall.connections if one.account is not None and not one.closing]
    assert len(bound) == 1
    assert server.hall.online == {bound[0].account.id: bound[0]}  # type: ignore[union-attr]  # it is one with an account


async def test_case_81_a_second_login_on_one_connection_is_refused_and_the_connection_stays(server: Server) -> None:
    async with peer(server.tcp_address) as one:
        await one.send(Message(Request(CreateAccount("alice", PASSWORD))))
        await one.receive()
        await one.send(Message(Request(Login("alice", PASSWORD))))
        await one.receive()
        for name in ("alice", "bob"):
            assert (await one.refusal(Message(Request(Login(name, PASSWORD))))).code == 203
        assert len(server.hall.online) == 1


async def test_logging_out_keeps_the_seat_and_another_may_log_in_there(server: Server, visit: Guests) -> None:
    alice, bob = await two_at_holdem(visit)
    await alice.client.log_out()
    assert (await news_of(bob, Dropped)).seat == 0
    with pytest.raises(NotLoggedIn):
        await alice.client.listing()
    await alice.client.create_account("carol", PASSWORD)
    await alice.client.log_in("carol", PASSWORD)
    watching = await alice.client.join(alice.gameid, watch=True)
    assert watching.seat is None
    assert [one.name for one in server.lobby.table(alice.gameid).machine.flow.seats()] == ["alice", "bob"]


async def test_case_79_a_connection_that_breaks_keeps_its_seat_and_the_owner_comes_back(
    server: Server, visit: Guests
) -> None:
    alice, bob = await two_at_holdem(visit)
    ask = await turn_of(alice, bob)
    await alice.client.transport.close()
    assert (await news_of(bob, Dropped)).seat == 0
    back = await (await visit("alice", made=True)).join(alice.gameid, views=True)
    assert (await news_of(bob, Returned)).seat == 0
    assert (await news_of(back, Ask)).view == ask.view
    await books_balance(server)


async def test_a_seated_account_is_not_deleted_and_an_idle_one_is_told_and_closed(
    server: Server, visit: Guests
) -> None:
    alice, bob = await two_at_holdem(visit)
    carol = await visit("carol")
    with pytest.raises(AccountBusy, match="table 1"):
        await carol.delete_account("Alice", PASSWORD)
    erin = await visit("erin")
    await erin.join(alice.gameid, watch=True)
    await carol.delete_account("ERIN", PASSWORD)
    await lost(erin)
    assert isinstance(erin.parting, AccountDeleted)
    await carol.create_account("erin", PASSWORD)
    with pytest.raises(LoginFailed):
        await carol.delete_account("erin", "another password")
    await carol.delete_account("carol", PASSWORD)
    await lost(carol)
    assert isinstance(carol.parting, AccountDeleted)
    assert not bob.client.lost
    await books_balance(server)


async def test_guessing_a_password_is_slowed_down_for_every_spelling_of_the_name(tmp_path: Path) -> None:
    async with hosting(tmp_path / "data", login_attempts=3, login_window_s=3600.0) as server, guests(server) as visit:
        alice = await visit("alice")
        await alice.log_out()
        for name in ("alice", "ALICE", "\uff21lice"):
            with pytest.raises(LoginFailed):
                await alice.log_in(name, "guess")
        for name, word in (("alice", PASSWORD), ("Alice", "guess")):
            with pytest.raises(TooManyAttempts, match="s"):
                await alice.log_in(name, word)
        await alice.create_account("bob", PASSWORD)
        await alice.log_in("bob", PASSWORD)


async def test_spellings_of_a_name_are_one_account_and_shown_as_it_was_made(visit: Guests) -> None:
    client = await visit("Ålice")
    await client.log_out()
    for name in ("ålice", "A\u030alice", "Å\uff2cice"):
        await client.log_in(name, PASSWORD)
        assert client.name == "Ålice"
        await client.log_out()


# --- joins and ends at the same time ---


async def rows(server: Server) -> list[str]:
    return [one.name for table in server.lobby.listing(None, None) for one in table.machine.flow.seats()]


@attrs.define
class Waiter:
    """Holds back the store's answers, so that a join is caught in the middle."""

    server: Server
    gate: anyio.Event = attrs.field(factory=anyio.Event)
    began: anyio.Event = attrs.field(factory=anyio.Event)

    async def commit(self, *entries: Any) -> None:
        if entries[0].kind == "join":
            self.began.set()
            await self.gate.wait()
        await type(self.server.hall.journal).commit(self.server.hall.journal, *entries)


async def _half_joined(server: Server, monkeypatch: pytest.MonkeyPatch, one: Peer) -> Waiter:
    """A join whose journal entry waits to be stored."""
    await one.send(Message(Request(CreateAccount("carol", PASSWORD))))
    await one.receive()
    await one.send(Message(Request(Login("carol", PASSWORD))))
    await one.receive()
    waiter = Waiter(server)
    monkeypatch.setattr(server.hall.journal, "commit", waiter.commit)
    await one.send(Message(Request(GameRequest(1, Join((Raw("buyin", "100"),))))))
    await waiter.began.wait()
    return waiter


async def test_a_connection_that_ends_in_the_middle_of_its_join_leaves_a_seat_with_nobody_behind_it(
    server: Server, visit: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = await visit("alice")
    watching = await host.join(await host.create("holdem", "one", SLOW), watch=True)
    async with peer(server.tcp_address) as one:
        waiter = await _half_joined(server, monkeypatch, one)
        connection = next(one for one in server.hall.online.values() if "carol" in repr(one.account))
        connection.close()
        await wait_all_tasks_blocked()
        waiter.gate.set()
        await one.gone()
    assert (await news_of(watching, Joined)).name == "carol"
    assert (await news_of(watching, Dropped)).seat == 0
    await until_closed(server, connection)
    assert server.lobby.table(1).spectators == 1
    await books_balance(server)


async def test_a_login_elsewhere_waits_for_a_join_that_is_under_way(
    server: Server, visit: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = await visit("alice")
    watching = await host.join(await host.create("holdem", "one", SLOW), watch=True)
    async with peer(server.tcp_address) as one, peer(server.socket_address) as two:
        waiter = await _half_joined(server, monkeypatch, one)
        await two.send(Message(Request(Login("carol", PASSWORD))))
        await told_nothing(watching, Joined)
        await wait_all_tasks_blocked()
        waiter.gate.set()
        answer = await two.until(lambda message: isinstance(message.body, Response))
        assert error_of(answer, strict=False) is None
        await two.send(Message(Request(GameRequest(1, Join()))))
        await two.until(lambda message: isinstance(message.body, Response))
        assert isinstance(await one.parting(), LoggedInElsewhere)
        [seat] = server.lobby.table(1).machine.flow.seats()
        assert (seat.seat, seat.name, seat.connected) == (0, "carol", True)
    await books_balance(server)


async def told_nothing(table: Any, kind: type) -> None:
    """Check that nothing of *kind* was told, after a round trip."""
    await table.client.details(table.gameid)
    assert not [news for news in table._news if isinstance(news, kind)]


async def until_closed(server: Server, connection: Connection) -> None:
    with anyio.fail_after(PATIENCE_S):
        while connection in server.hall.connections:
            await anyio.lowlevel.checkpoint()


async def test_a_refused_join_gives_the_chips_back_at_once(server: Server, visit: Guests) -> None:
    alice, _ = await two_at_holdem(visit)
    carol = await visit("carol")
    for words in ({"seat": 0, "buy_in": 100}, {"buy_in": 10_000}, {"buy_in": 1}):
        with pytest.raises(Exception, match=r"sits in|takes"):
            await carol.join(alice.gameid, **words)  # type: ignore[arg-type]  # numbers all of them
        await books_balance(server)
    assert carol.tables == {}


async def test_a_second_join_of_one_connection_replaces_its_session(server: Server, visit: Guests) -> None:
    alice, _ = await two_at_holdem(visit)
    again = await alice.client.join(alice.gameid)
    assert again.seat == 0
    assert again.session != alice.session
    with anyio.fail_after(PATIENCE_S):
        assert [news async for news in alice if isinstance(news, RoundEnded)] == []
    await again.command(SitOut())
    [connection] = [one for one in server.hall.connections if one.account is not None and one.account.name == "alice"]
    assert list(connection.tables) == [again.session]


async def test_leaving_between_two_connections_frees_the_seat_once(server: Server, visit: Guests) -> None:
    alice, bob = await two_at_holdem(visit)
    ask = await turn_of(alice, bob)
    await alice.leave()
    while isinstance(news := await news_of(bob, Ask, Left), Ask):
        await bob.respond(next(one for one in news.actions if type(one).__name__ in ("Check", "Call")), news.turn)
    assert news.name == "alice"
    assert alice.client.tables == {}
    with pytest.raises(Exception, match="session"):
        await alice.act(ask.actions[0])
    await books_balance(server)
    assert await rows(server) == ["bob"]


async def test_sessions_end_with_their_table(server: Server, visit: Guests) -> None:
    alice, bob = await two_at_holdem(visit)
    await bob.leave()
    await alice.leave()
    watching = await alice.client.join(alice.gameid, watch=True)
    before = len(server.hall._owners)
    await alice.client.delete(alice.gameid)
    with anyio.fail_after(PATIENCE_S):
        assert [news async for news in watching]
    await alice.client.listing()
    assert len(server.hall._owners) == before - 1
    assert alice.client.tables == {}
    with pytest.raises(Exception, match="no open table"):
        await alice.client.join(alice.gameid)


async def test_a_guess_of_a_session_gives_nothing(server: Server, visit: Guests) -> None:
    alice, _ = await two_at_holdem(visit)
    sessions = set(server.hall._owners)
    assert len(sessions) == 4
    assert min(sessions) > 1 << 40
    async with peer(server.tcp_address) as one:
        stolen = Message(Request(GameRequest(alice.gameid, Action((Raw("fold"),)))), alice.session)
        assert (await one.refusal(stolen)).code == 206


async def test_a_session_that_somebody_laid_out_before_a_login_is_worth_nothing_after_it(server: Server) -> None:
    """Session fixation: a number belongs to its connection, whoever logs in, and whichever number is named."""
    login = Message(Request(Login("alice", PASSWORD)))
    async with peer(server.tcp_address) as thief, peer(server.socket_address) as alice:
        await alice.send(Message(Request(CreateAccount("alice", PASSWORD))))
        await alice.receive()
        assert (await alice.refusal(attrs.evolve(login, sessionid=thief.session))).code == 206
        await alice.send(attrs.evolve(login, sessionid=alice.session))
        await alice.receive()
        listing = Message(Request(GameList()))
        assert (await thief.refusal(attrs.evolve(listing, sessionid=alice.session))).code == 206
        assert (await thief.refusal(attrs.evolve(listing, sessionid=thief.session))).code == 202
        [account] = server.hall.online
        assert server.hall.online[account].lobby == alice.session


async def test_sessions_at_tables_end_with_the_login_they_were_given_to(visit: Guests) -> None:
    alice, _ = await two_at_holdem(visit)
    client = alice.client
    await client.log_out()
    await client.create_account("carol", PASSWORD)
    await client.log_in("carol", PASSWORD)
    with pytest.raises(WrongSession):
        await client.ask(
            Message(Request(GameRequest(alice.gameid, Action((Raw("fold"),)))), alice.session),
            ActionResponse,
            alice.gameid,
        )
