"""Finding finished rounds."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gamehall.accounts.model import Account
from gamehall.archive import StoredTable
from gamehall.journal import Entry, RoundRecord, RoundSeat
from gamehall.store.store import Store


@pytest.fixture
def ids(store: Store, account: Callable[..., Account], table: Callable[[], StoredTable]) -> list[int]:
    """Six rounds: at table 1 hello with anna, at table 2 holdem with anna and bob, in turn."""
    one, two = table(), table()
    anna, bob = (RoundSeat(at, account(name).id, name, 1, 0) for at, name in enumerate(("anna", "bob")))
    for number in (1, 2, 3):
        hello = RoundRecord(number, "hello", "plain", 0, number, b"{}", (anna,))
        holdem = RoundRecord(number, "holdem", "no-limit", 0, number, b"{}", (anna, bob))
        store.journal.write(
            [
                Entry(one.id, number, 0, "act", b"{}", "", record=hello),
                Entry(two.id, number, 0, "act", b"{}", "", record=holdem),
            ]
        )
    return [found.id for found in reversed(store.rounds.list_rounds())]


def _ids(store: Store, **wanted: int) -> list[int]:
    return [found.id for found in store.rounds.list_rounds(**wanted)]  # type: ignore[arg-type]


def test_the_newest_come_first_page_by_page(store: Store, ids: list[int]) -> None:
    assert _ids(store, limit=4) == ids[:1:-1]
    assert _ids(store, limit=4, before_id=ids[2]) == [ids[1], ids[0]]


def test_rounds_are_found_by_game_table_and_account(store: Store, ids: list[int]) -> None:
    assert [found.id for found in store.rounds.list_rounds(game="holdem")] == ids[5::-2]
    assert _ids(store, table_id=1) == ids[4::-2]
    assert _ids(store, account_id=1) == ids[::-1]
    assert _ids(store, account_id=2, limit=2) == [ids[5], ids[3]]
    assert [found.id for found in store.rounds.list_rounds(game="hello", account_id=2)] == []


def test_a_round_that_never_was_is_none(store: Store) -> None:
    assert store.rounds.get(1) is None
    assert store.rounds.list_rounds() == []
