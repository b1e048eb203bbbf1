"""Tournaments in the database, and rounds of any game with their scores."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gamehall.accounts.model import Account
from gamehall.archive import StoredTable
from gamehall.arena.leaderboard import leaderboard
from gamehall.journal import Entry, RoundRecord, RoundSeat
from gamehall.ledger import TransferKind, entry_fee, from_pool
from gamehall.store.store import Store
from gamehall_sdk.errors import AccountBusy, InsufficientFunds

Make = Callable[..., Account]


def made(store: Store, name: str = "Sunday") -> int:
    return store.tournaments.create(name, "hello", b'{"r":1}', b'{"s":1}', "open", 10)


def test_a_tournament_is_kept_until_it_has_ended(store: Store) -> None:
    first, second = made(store), made(store, "Monday")
    store.tournaments.save(first, b'{"s":2}', "running", 20)
    found = store.tournaments.get(first)
    assert found is not None
    assert (found.name, found.rules, found.state, found.stage) == ("Sunday", b'{"r":1}', b'{"s":2}', "running")
    assert (found.created_at_ms, found.saved_at_ms, found.ended_at_ms) == (10, 20, None)
    store.tournaments.save(first, b'{"s":3}', "over", 30, ended=True)
    assert [one.id for one in store.tournaments.listing(ended=False)] == [second]
    assert [one.id for one in store.tournaments.listing(ended=True)] == [second, first]
    assert [one.id for one in store.tournaments.listing(ended=True, limit=1)] == [second]
    assert store.tournaments.get(99) is None


def test_chips_move_with_the_state_or_neither(store: Store, account: Make) -> None:
    anna, bert = account("anna", 100), account("bert", 5)
    number = made(store)
    store.tournaments.save(number, b"1", "open", 20, transfers=[entry_fee(number, anna.id, 30, 20)], entrants=[anna.id])
    with pytest.raises(InsufficientFunds):
        store.tournaments.save(
            number, b"2", "open", 30, transfers=[entry_fee(number, bert.id, 30, 30)], entrants=[anna.id, bert.id]
        )
    found = store.tournaments.get(number)
    assert found is not None
    assert found.state == b"1"
    assert store.ledger.balance(f"tournament:{number}") == 30
    assert store.accounts.delete(bert.id, 35)
    with pytest.raises(AccountBusy, match="in a tournament"):
        store.accounts.delete(anna.id, 40)
    prize = from_pool(number, anna.id, 30, TransferKind.PRIZE, 50)
    store.tournaments.save(number, b"3", "over", 50, transfers=[prize], ended=True)
    assert store.ledger.balance(f"account:{anna.id}") == 100
    store.ledger.check()
    assert store.accounts.delete(anna.id, 60)


def test_scores_of_a_new_game_need_no_new_table(store: Store, account: Make, table: Callable[[], StoredTable]) -> None:
    # Row A25: what a game scores is kept by round, seat and account, whatever the game is.
    anna, bert = account("anna"), account("bert")
    where = table()
    for number, rated in ((1, False), (2, True)):
        seats = (RoundSeat(0, anna.id, "anna", 1, 7), RoundSeat(1, bert.id, "bert", 1, -7))
        record = RoundRecord(number, "never-heard-of", "plain", 1, 2, b"{}", seats, rated)
        store.journal.write([Entry(where.id, number, 5, "act", b"{}", "", record=record)])
    found = store.rounds.list_rounds(game="never-heard-of")
    assert [one.rated for one in found] == [True, False]
    assert [(one.name, one.won) for one in leaderboard(found, {})] == [("anna", 14), ("bert", -14)]
    assert [one.round_no for one in store.rounds.list_rounds(game="never-heard-of", rated=True)] == [2]
    assert store.rounds.newest("never-heard-of", rated=True) == found[0].id
    assert store.rounds.newest("never-heard-of", rated=False) == found[1].id
    assert store.rounds.newest("chess") == 0


def test_the_servers_own_bots_are_known_by_their_accounts(store: Store, account: Make) -> None:
    account("anna")
    one, two = account("~tight.1"), account("~old.fashioned.12")
    assert store.accounts.house_bots() == {one.id: "tight", two.id: "old.fashioned"}
