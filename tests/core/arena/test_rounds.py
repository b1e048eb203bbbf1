from __future__ import annotations

import os
from pathlib import Path

import pytest

from gamehall.arena.files import RunFolder
from gamehall.arena.rounds import RunRounds
from gamehall.arena.run import Here, run
from gamehall.errors import CommandError
from gamehall.plugins import Plugins
from gamehall_sdk.record import By, read, replay
from tests.core.arena.conftest import Make

GAMES = dict(Plugins.from_environment(os.environ).games)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_record_replays_with_the_rules(make: Make, folder: Path, name: str) -> None:
    size = GAMES[name].seats_of(GAMES[name].variant(""))[0]
    plan = make(",".join(["looker", *["illegal"] * (size - 1)]), 3 * size, game=name, match_rounds=2)
    keeper = RunFolder.create(folder, plan)
    with Here() as workers:
        run(plan, keeper, workers, lambda *_: None)
    rounds = RunRounds(keeper, Plugins.from_environment(os.environ))
    every = list(rounds)
    assert len(every) == len(rounds) == 3 * size
    paid = [
        payoffs for unit in sorted(keeper.units) for match in keeper.units[unit].matches for payoffs in match.payoffs
    ]
    for at, record in enumerate(every):
        assert record.number == at + 1
        assert read(record.to_json()) == record
        replay(record, GAMES[name])
        assert record.payoffs == paid[at]
        assert rounds.one(at + 1) == record
        names = {seat.seat: seat.name for seat in record.seats}
        for one in record.inputs:
            assert (one.by is By.PLAYER) == (names[one.seat] == "looker")
    for wrong in (0, len(every) + 1):
        with pytest.raises(CommandError, match=f"has no round {wrong}; its rounds are 1 to {len(every)}"):
            rounds.one(wrong)
