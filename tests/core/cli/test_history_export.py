"""``gamehall history export``."""

from __future__ import annotations

import json
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
from gamehall_sdk.cards import DECK
from gamehall_sdk.game import Game
from gamehall_sdk.record import By, Recording, RoundRecord, SeatRecord
from gamehall_sdk.round import Setup
from tests.core.site import Done

Command = Callable[..., Done]


def played(game: Game, number: int = 1) -> RoundRecord:
    """A round between two who take the default action."""
    seats = tuple(SeatRecord(seat, seat + 1, f"anna{seat}", "player", 100) for seat in (0, 1))
    setup = Setup(variant=game.variant(""), options=game.options(), seats=(0, 1), stacks=(100, 100), deal=DECK)
    recording = Recording(game, setup, seats, number=number)
    while recording.round.to_act:
        seat = recording.round.to_act[0]
        action = recording.round.default(seat)
        recording.round.apply(seat, action)
        recording.did(seat, action, By.CLOCK, 0)
    recording.news()
    return recording.record(recording.net(chips=False))


@pytest.fixture
def record(tmp_path: Path) -> Callable[[Game], str]:
    def write(game: Game) -> str:
        path = tmp_path / f"{game.name}.json"
        path.write_bytes(played(game).to_json())
        return str(path)

    return write


def test_records_are_written_one_a_line(gamehall: Command, record: Callable[[Game], str]) -> None:
    done = gamehall("history", "export", record(HOLDEM), record(HELLO))
    assert done.code == 0, done.err
    assert [json.loads(line)["game"] for line in done.out.splitlines()] == ["holdem", "hello"]


def test_poker_is_written_as_phh(gamehall: Command, record: Callable[[Game], str], tmp_path: Path) -> None:
    path = tmp_path / "out.phh"
    done = gamehall("history", "export", record(HOLDEM), "--format", "phh", "--out", str(path))
    assert (done.code, done.out) == (0, ""), done.err
    assert path.read_text(encoding="utf-8").startswith('variant = "NT"\n')
    assert gamehall("history", "export", record(HOLDEM), "--format", "phh").out == path.read_text(encoding="utf-8")


def test_a_game_that_has_no_such_format_says_which_it_has(gamehall: Command, record: Callable[[Game], str]) -> None:
    done = gamehall("history", "export", record(HELLO), "--format", "phh")
    assert done.code != 0
    assert "hello cannot be written as 'phh'; there are json" in done.err


def test_nothing_is_written_when_one_round_cannot_be(
    gamehall: Command, record: Callable[[Game], str], tmp_path: Path
) -> None:
    path = tmp_path / "out.phhs"
    path.write_text("what was there", encoding="utf-8")
    files = [record(HOLDEM), record(HELLO)]
    done = gamehall("history", "export", *files, "--format", "phh", "--out", str(path))
    assert done.code != 0
    assert "choose with --game" in done.err
    assert path.read_text(encoding="utf-8") == "what was there"
    assert not list(tmp_path.glob("*.part"))
    assert gamehall("history", "export", *files, "--format", "phh", "--game", "holdem").code == 0


def test_stored_rounds_are_chosen_by_options_the_oldest_first(gamehall: Command, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'hall.db'}"
    store = open_store(url)
    table = store.tables.create(NewTable("one", "holdem", "nl", "1", "{}", None), 0)
    [anna] = store.accounts.add([NewAccount("anna", "anna", AccountType.PLAYER, "stored", 0)], 0)
    for number in (1, 2, 3):
        seats = (RoundSeat(0, anna.id, "anna", 1, 0),)
        kept = StoredRecord(number, "holdem", "nl", 0, number, played(HOLDEM, number).to_json(), seats)
        store.journal.write([Entry(table.id, number, 0, "act", b"{}", "", record=kept)])
    store.close()

    def numbers(*words: str) -> list[int]:
        done = gamehall("history", "export", *words, GAMEHALL_DATABASE=url)
        assert done.code == 0, done.err
        return [json.loads(line)["number"] for line in done.out.splitlines()]

    assert numbers() == [1, 2, 3]
    assert numbers("--limit", "2") == [2, 3]
    assert numbers("--account", "anna", "--game", "holdem", "--table", str(table.id)) == [1, 2, 3]
    assert numbers("--game", "hello") == []
    done = gamehall("history", "export", "--format", "phh", GAMEHALL_DATABASE=url)
    assert done.out.count('variant = "NT"') == 3
    assert done.out.startswith("[1]\n")
    assert "no account named" in gamehall("history", "export", "--account", "bo", GAMEHALL_DATABASE=url).err
