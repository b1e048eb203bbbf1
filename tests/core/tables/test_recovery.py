"""A table out of the store: as it was, or with a fault that says why it cannot be."""

from __future__ import annotations

import json
from typing import Any

import attrs
import pytest

from gamehall.archive import StoredEntry
from gamehall.tables.machine import TableConfig
from gamehall.tables.recovery import checked_options, new_machine
from gamehall_hello.messages import Keep, Shown
from gamehall_hello.plugin import GAME as HELLO
from gamehall_hello.round import HelloRound
from gamehall_sdk.errors import BadOption, UnknownGame
from gamehall_sdk.flow import TableOptions
from gamehall_sdk.round import Told
from gamehall_sdk.table import Phase
from tests.games import Bet, Call, Check, CoinsOptions, Trap, coins, morra
from tests.line import CLOCK_KINDS, Line, is_deal


def coins_line(**options: str) -> Line:
    line = Line(coins(), **options)
    line.join(10, 50)
    line.join(11, 60)
    return line


# --- options ---


def test_options_are_split_between_table_and_game() -> None:
    table, options = checked_options(coins(), "coins", {"Pause": "1.5", "least": "20", "min_players": "3"})
    assert (table, options) == (TableOptions(pause=1.5, min_players=3), CoinsOptions(least=20))


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"pauze": "1"}, "there is no option 'pauze'; did you mean 'pause'?"),
        ({"leest": "1"}, "there is no option 'leest'; did you mean 'least'?"),
        ({"least": "0"}, "option 'least' is '0'; it must be a whole number from 1 to 1000"),
        ({"pause": "-1"}, "option 'pause' is '-1'; it must be a number from 0 to 3600"),
        ({"seats": "1"}, "option 'seats' is 1; Coins has 2 to 4 seats (0: as many as it has)"),
        ({"seats": "5"}, "option 'seats' is 5; Coins has 2 to 4 seats (0: as many as it has)"),
        ({"seats": "65"}, "option 'seats' is '65'; it must be a whole number from 0 to 64"),
        ({"spectators": "some"}, "option 'spectators' is 'some'; it must be all or delayed or nobody"),
    ],
)
def test_an_option_that_cannot_be_is_refused(values: dict[str, str], sentence: str) -> None:
    with pytest.raises(BadOption) as refused:
        checked_options(coins(), "coins", values)
    assert str(refused.value) == sentence


def test_a_clock_that_cannot_be_is_refused() -> None:
    config = TableConfig(1, "t", "coins", "coins", {"clock": "sand:3"}, 1)
    with pytest.raises(BadOption, match=r"^no clock is called 'sand'; there are bank, fischer, move$"):
        new_machine(coins(), config, CLOCK_KINDS)


def test_a_table_keeps_every_option_but_its_password() -> None:
    config = TableConfig(1, "t", "coins", "coins", {"password": "secret", "grace": "0.1234567"}, 1)
    machine, table = new_machine(coins(), config, CLOCK_KINDS)
    assert table.password == "secret"
    assert "password" not in machine.config.options
    again, once_more = new_machine(coins(), machine.config, CLOCK_KINDS)
    assert once_more == attrs.evolve(table, password="")
    assert again.config == machine.config


# --- coming back ---


def test_a_game_that_is_not_installed_leaves_its_table_alone() -> None:
    line = coins_line()
    with pytest.raises(UnknownGame, match=r"^table 7 \(a table\) is of 'coins', which is not installed$"):
        line.recovered({"hello": HELLO})


class Louder(HelloRound):
    """Rules that changed: cards are shown at once."""

    def apply(self, seat: int, action: Any) -> None:
        super().apply(seat, action)
        self.news.append(Told(None, Shown(seat, self.cards[seat])))


class Stricter(HelloRound):
    """Rules that changed: a round is of three."""

    def __init__(self, setup: Any) -> None:
        if len(setup.seats) < 3:
            raise ValueError("too few")
        super().__init__(setup)


@pytest.mark.parametrize(
    ("kind", "fault"),
    [
        (Louder, "input 5 (act) does not give the events that it gave"),
        (Stricter, "input 4 (deal) fails now: ValueError: too few"),
    ],
)
def test_rules_that_changed_are_noticed(kind: Any, fault: str) -> None:
    line = Line(HELLO)
    line.join(10)
    line.join(11)
    line.act(10, Keep())
    changed = attrs.evolve(HELLO, round=kind)
    back = line.recovered({"hello": changed})
    assert back.fault == fault
    assert back.machine.number == line.machine.number
    assert back.machine.flow.accounts() == frozenset()
    outcome = back.machine.freeze(back.fault, line.now_ms, {10: 5, 11: 7, 12: 0})
    assert outcome.number == line.machine.number + 1
    assert {cash.account: cash.amount for cash in outcome.cash_outs} == {10: 5, 11: 7}
    assert outcome.left == (10, 11, 12)


def test_a_class_that_was_renamed_is_noticed() -> None:
    line = coins_line()
    line.act(10, Check())
    fewer = coins(actions=(Bet, Call))
    assert line.recovered({"coins": fewer}).fault.startswith("input 5 (act) fails now: it cannot be done now: ")


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"kind": "wish"}, "input 5 (wish) fails now: it cannot be done now: there is no input of the kind 'wish'"),
        ({"body": b"{}"}, "input 5 (act) fails now: it cannot be done now: the input 'act' cannot be read: "),
        ({"digest": "00"}, "input 5 (act) does not give the events that it gave"),
        (
            {"body": b'{"account": 11, "action": {"check": {}}}'},
            "input 5 (act) fails now: it cannot be done now: seat 1",
        ),
        ({"number": 6}, "input 5 is missing in the journal"),
    ],
)
def test_a_journal_that_does_not_fit_is_noticed(change: dict[str, Any], fault: str) -> None:
    line = coins_line()
    line.act(10, Check())
    line.entries[-1] = attrs.evolve(line.entries[-1], **change)
    back = line.recovered()
    assert back.fault.startswith(fault)
    assert back.machine.number == line.entries[-1].number


def test_a_deal_that_cannot_be_read_is_noticed() -> None:
    line = coins_line()
    [deal] = [entry for entry in line.entries if is_deal(entry)]
    line.entries[deal.number - 1] = attrs.evolve(deal, body=deal.body.replace(b'"As"', b'"Xx"'))
    assert line.recovered().fault.startswith("input 4 (deal) fails now: ValueError: 'Xx' is not a card")


@pytest.mark.parametrize("checkpoint", [b"", b"{}", b'{"seq": 1, "timers": {}, "flow": {"seating": 5}}', b"\xff"])
def test_a_checkpoint_that_cannot_be_read_is_noticed(checkpoint: bytes) -> None:
    line = coins_line()
    line.stored = attrs.evolve(line.stored, checkpoint=checkpoint, checkpoint_no=3)
    back = line.recovered()
    assert back.fault.startswith("the checkpoint cannot be read: ")
    assert back.machine.flow.phase is Phase.WAITING


def test_a_game_that_fails_while_its_table_is_read_does_not_keep_the_server_down() -> None:
    trap = Trap()
    line = Line(coins(trap), pause="0")
    line.join(10, 50)
    line.join(11, 60)
    line.act(10, Check())
    line.deals = False
    line.act(11, Check())
    assert line.machine.awaits_deal
    trap.arm("deck", error=lambda: AttributeError("no deck"))
    assert line.recovered().fault == "the checkpoint cannot be read: no deck"


def test_options_that_are_no_longer_good_are_a_fault_of_the_table() -> None:
    line = coins_line()
    line.stored = attrs.evolve(line.stored, options=json.dumps({"gone": "1"}))
    back = line.recovered()
    assert back.fault == "there is no option 'gone'; there are " + ", ".join(
        sorted([*checked_names(TableOptions), *checked_names(CoinsOptions)])
    )
    assert back.machine.number == line.machine.number


def checked_names(options: type) -> list[str]:
    return [field.name.replace("_", "") for field in attrs.fields(options)]


def test_only_what_comes_after_the_checkpoint_is_needed() -> None:
    line = coins_line()
    line.act(10, Check())
    line.act(11, Check())
    line.tick(2000)
    line.act(11, Bet())
    line.entries = [entry for entry in line.entries if entry.number > line.stored.checkpoint_no]
    assert len(line.entries) == 3
    assert line.recovered().machine.snapshot(0, line.now_ms) == line.machine.snapshot(0, line.now_ms)


def test_a_frozen_table_comes_back_frozen() -> None:
    trap = Trap()
    line = Line(coins(trap))
    line.join(10, 50)
    line.join(11, 60)
    trap.arm("apply")
    line.act(10, Check())
    trap.where = ""
    back = line.recovered()
    assert (back.fault, back.machine.flow.phase) == ("", Phase.FROZEN)
    assert set(back.machine.timers) == {"linger"}


def test_a_variant_is_kept() -> None:
    line = Line(morra(), "long")
    assert line.recovered().machine.config.variant == "long"


def test_entries_are_of_the_store() -> None:
    assert all(isinstance(entry, StoredEntry) for entry in coins_line().entries)
