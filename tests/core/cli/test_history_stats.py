"""``gamehall history stats``."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import pytest

from gamehall.accounts.model import AccountType, NewAccount
from gamehall.archive import NewTable
from gamehall.journal import Entry, RoundSeat
from gamehall.journal import RoundRecord as StoredRecord
from gamehall.store.store import open_store
from gamehall_hello.plugin import GAME as HELLO
from gamehall_holdem.plugin import GAME as HOLDEM
from gamehall_sdk.game import Game
from tests.core.cli.test_history_export import played
from tests.core.site import Done

Command = Callable[..., Done]


@pytest.fixture
def url(tmp_path: Path) -> str:
    """A store with three hands of hold'em and one round of Hello, all between anna and bert."""
    url = f"sqlite:///{tmp_path / 'hall.db'}"
    store = open_store(url)
    people = store.accounts.add(
        [NewAccount(name, name, AccountType.PLAYER, "stored", 0) for name in ("anna", "bert")], 0
    )
    assert [one.id for one in people] == [1, 2]
    for game, count in ((HOLDEM, 3), (HELLO, 1)):
        table = store.tables.create(NewTable("one", game.name, game.variant(""), "1", "{}", None), 0)
        for number in range(1, count + 1):
            seats = tuple(RoundSeat(place, one.id, one.name, 1, 0) for place, one in enumerate(people))
            document = played(game, number).to_json()
            kept = StoredRecord(number, game.name, game.variant(""), 0, 1000 * number, document, seats)
            store.journal.write([Entry(table.id, number, 0, "act", b"{}", "", record=kept)])
    store.close()
    return url


def stats(gamehall: Command, url: str, game: Game, *words: str) -> Done:
    return gamehall("history", "stats", "--game", game.name, *words, GAMEHALL_DATABASE=url)


def test_the_games_own_statistics_have_a_row_for_each_account(gamehall: Command, url: str) -> None:
    done = stats(gamehall, url, HOLDEM, "--json")
    assert done.code == 0, done.err
    rows = done.document
    assert [row["account"] for row in rows] == ["anna", "bert"]
    assert {row["hands"] for row in rows} == {3}
    assert sum(row["winnings"] for row in rows) == 0
    assert set(rows[0]) == {"account", "name", "hands", "winnings", "bb_per_100", "vpip", "pfr"}
    assert "bb/100" in stats(gamehall, url, HOLDEM).out


def test_of_one_account_only_its_own_row_is_told(gamehall: Command, url: str) -> None:
    rows = stats(gamehall, url, HOLDEM, "--json", "--account", "bert").document
    assert [row["account"] for row in rows] == ["bert"]
    done = stats(gamehall, url, HOLDEM, "--account", "carl")
    assert (done.code, "no account named 'carl'" in done.err) == (1, True)


def test_other_reports_are_named_and_may_be_written_as_csv(gamehall: Command, url: str) -> None:
    done = stats(gamehall, url, HOLDEM, "--report", "hand", "--csv")
    rows = list(csv.DictReader(done.out.splitlines()))
    assert [row["hand_id"] for row in rows] == ["1", "2", "3"]
    assert "card5" in rows[0]
    players = stats(gamehall, url, HOLDEM, "--report", "player", "--json").document
    assert len(players) == 6
    assert players[0]["account"] == "anna"
    done = stats(gamehall, url, HOLDEM, "--report", "nope")
    assert "there are statistics, hand, player" in done.err


def test_a_game_without_statistics_of_its_own_is_counted_plainly(gamehall: Command, url: str) -> None:
    rows = stats(gamehall, url, HELLO, "--json").document
    assert [(row["account"], row["rounds"]) for row in rows] == [("anna", 1), ("bert", 1)]


def test_an_unknown_game_and_an_empty_store_say_so(gamehall: Command, url: str, tmp_path: Path) -> None:
    done = gamehall("history", "stats", "--game", "chess", GAMEHALL_DATABASE=url)
    assert (done.code, "'chess'" in done.err) == (1, True)
    empty = f"sqlite:///{tmp_path / 'empty.db'}"
    open_store(empty).close()
    assert "No such round" in stats(gamehall, empty, HOLDEM).out
    assert stats(gamehall, empty, HOLDEM, "--json").document == []


def test_documents_are_read_page_by_page(url: str) -> None:
    store = open_store(url)
    assert [one.summary.id for one in store.rounds.documents(page=2)] == [1, 2, 3, 4]
    assert [one.summary.game for one in store.rounds.documents(table_id=2)] == ["hello"]
    assert len(list(store.rounds.documents(account_id=1, game="holdem", page=1))) == 3
    store.close()
