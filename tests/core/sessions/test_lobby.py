"""The lobby: what can be played, which tables there are, and the news of them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from gamehall.app import Server
from gamehall_sdk.errors import Forbidden, SpectatorsForbidden, UnknownTable, WrongTablePassword
from gamehall_sdk.lobby import GameChanged, GameCreated, GameRemoved
from gamehall_sdk.table import AddBot, Invite, RoundEnded, RoundStarted, Snapshot
from gamehall_sdk.wire import Chat
from tests.hosting import PASSWORD, Guests, guests, hosting, news_of, told


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with hosting(tmp_path / "data") as one:
        yield one


@pytest.fixture
async def visit(server: Server) -> AsyncIterator[Guests]:
    async with guests(server) as some:
        yield some


async def test_the_games_are_told_with_the_form_of_their_options(visit: Guests) -> None:
    games = {game.type: game for game in await (await visit("alice")).available()}
    assert {"hello", "holdem"} <= set(games)
    assert {"nl", "pl", "fl"} <= set(games["holdem"].variants)
    forms = {form.name: form for form in games["holdem"].options}
    assert (forms["bigblind"].kind, forms["bigblind"].default, forms["bigblind"].least) == ("int", "2", "1")
    assert forms["spectators"].choices == ("all", "delayed", "nobody")
    assert "pause" in {form.name for form in games["hello"].options}


async def test_the_list_is_filtered_by_game_variant_seats_and_name(visit: Guests) -> None:
    host = await visit("alice")
    poker = await host.create("holdem", "poker")
    limit = await host.create("holdem", "limit", {"variant": "fl", "seats": "2"})
    hello = await host.create("hello", "hello")
    await host.join(limit, buy_in=100)
    bob = await visit("Bob the Great")
    await bob.join(limit, buy_in=100)
    await bob.join(hello)

    async def found(*words: str, **filters: Any) -> list[int]:
        return [row.gameid for row in await host.listing(*words, **filters)]

    assert await found() == [poker, limit, hello]
    assert await found("holdem") == [poker, limit]
    assert await found("holdem", "fl") == [limit]
    assert await found("chess") == []
    assert await found(hideempty=True) == [limit, hello]
    assert await found(hidefull=True) == [poker, hello]
    assert await found(player="bob THE") == [limit, hello]
    assert await found(player="nobody") == []
    assert await found("hello", hideempty=True, player="alice") == []


async def test_a_row_tells_players_bots_spectators_and_privacy_under_its_columns(visit: Guests) -> None:
    host = await visit("alice")
    table = await host.create("hello", "one", {"password": "open sesame", "pause": "3600"})
    seat = await host.join(table)
    await seat.command(AddBot("random"))
    watcher = await visit("walter")
    await watcher.join(table, watch=True, password="open sesame")
    [row] = await host.listing()
    assert (row.players, row.maxplayers, row.name, row.gametype, row.gamevariant) == (2, 8, "one", "hello", "hello")
    assert row.additionalinfo is not None
    assert row.additionalinfo.players == ("alice", "random.1")
    cells = {raw.name: raw.text() for raw in row.additionalinfo.other.parameters}
    assert cells["bots"] == "1"
    assert cells["spectators"] == "1"
    assert cells["private"] == "true"
    details = await host.details(table)
    assert details.columnnames == ("Seat", "Name", "Kind", "Stack")
    shown = [[raw.text() for raw in player.info.parameters] for player in details.players]
    assert [cells[:3] for cells in shown] == [["0", "alice", "human"], ["1", "random.1", "bot"]]
    assert not [line for line in details.rules if "sesame" in line]


async def test_those_in_the_lobby_are_told_what_changes_and_others_are_not(visit: Guests) -> None:
    alice, bob, carol = await visit("alice"), await visit("bob"), await visit("carol")
    await bob.listing()
    table = await alice.create("hello", "one", {"password": "open sesame", "pause": "3600"})
    created = await told(bob, GameCreated)
    assert created == GameCreated(table, "one", "hello", "hello", 0, 8, private=True)
    seat = await alice.join(table)
    assert await told(bob, GameChanged) == GameChanged(table, 1, "waiting")
    await carol.join(table, password="open sesame")
    assert await told(bob, GameChanged) == GameChanged(table, 2, "playing")
    for one in (seat, *carol.tables.values()):
        await one.leave()
    assert (await told(bob, GameChanged)).players < 2
    await alice.delete(table)
    assert await told(bob, GameRemoved) == GameRemoved(table)
    assert not [news for news in carol.news if isinstance(news, GameCreated | GameChanged | GameRemoved)]
    await bob.log_out()
    await alice.create("hello", "two")
    await alice.listing()
    await told(alice, GameCreated)
    assert not [news for news in bob.news if isinstance(news, GameCreated)]


async def test_a_private_table_opens_to_its_password_an_invitation_and_its_creator(visit: Guests) -> None:
    host = await visit("alice")
    table = await host.create("hello", "one", {"password": "open sesame"})
    seat = await host.join(table)
    carol, dora = await visit("carol"), await visit("dora")
    tries: tuple[dict[str, Any], ...] = ({}, {"password": "guess"}, {"watch": True})
    for words in tries:
        with pytest.raises(WrongTablePassword, match="password"):
            await carol.join(table, **words)
    with pytest.raises(Forbidden):
        await (await carol.join(table, password="open sesame")).command(Invite("dora"))
    await seat.command(Invite("DORA"))
    assert (await dora.join(table)).seat is not None
    again = await visit("carol", made=True)
    assert (await again.join(table)).seat is not None


async def test_who_may_watch_is_the_tables_choice(visit: Guests) -> None:
    host, guest, carol = await visit("alice"), await visit("bob"), await visit("carol")
    hidden = await host.create("hello", "hidden", {"spectators": "nobody"})
    seat = await host.join(hidden)
    with pytest.raises(SpectatorsForbidden):
        await carol.join(hidden, watch=True)
    await seat.command(AddBot("random"))
    delayed = await host.create("hello", "delayed", {"spectators": "delayed", "pause": "3600"})
    late = await carol.join(delayed, watch=True)
    assert isinstance(await anext(late), Snapshot)
    first = await host.join(delayed)
    second = await guest.join(delayed)
    await news_of(second, RoundStarted)
    await carol.details(delayed)
    assert not [news for news in late._news if isinstance(news, RoundStarted)]
    keep = carol.games["hello"].actions[0]()
    await first.act(keep)
    await second.act(keep)
    assert (await news_of(late, RoundEnded)).number == 1


async def test_a_closed_table_is_not_found(visit: Guests) -> None:
    host = await visit("alice")
    table = await host.create("hello", "one")
    await host.delete(table)
    with pytest.raises(UnknownTable):
        await host.details(table)
    assert await host.listing() == ()


async def test_markup_in_names_is_only_text(server: Server, visit: Guests) -> None:
    host = await visit("alice")
    name = '<img src=x onerror="alert(1)">'
    await host.create("hello", name)
    over_xml = await visit("<b>&amp;</b>")
    over_json = await visit("{}", address=server.socket_address)
    for client in (over_xml, over_json):
        [row] = await client.listing()
        assert row.name == name
    table = await over_xml.join(row.gameid)
    await over_json.join(row.gameid, watch=True)
    await table.say('<script>alert(1)</script> & "]]>"')
    chat = await news_of(next(iter(over_json.tables.values())), Chat)
    assert (chat.message, chat.sender) == ('<script>alert(1)</script> & "]]>"', "<b>&amp;</b>")


async def test_a_password_of_a_table_is_kept_hashed_and_shown_to_nobody(server: Server, visit: Guests) -> None:
    host = await visit("alice")
    number = await host.create("hello", "one", {"password": "open sesame"})
    stored = server.store.tables.get(number)
    assert stored is not None
    assert "sesame" not in repr(stored.options)
    assert "sesame" not in (stored.password_hash or "")
    table = await host.join(number)
    snapshot = await news_of(table, Snapshot)
    assert "sesame" not in repr(snapshot)
    assert PASSWORD not in repr(server.store.accounts.find("alice"))
