"""One world from one seed; and the soak, which goes on to the next seed until its time is over or one fails."""

from __future__ import annotations

import argparse
import gc
import sys
import time
import traceback
from collections.abc import MutableMapping
from typing import Any, Final

import anyio
import attrs
import msgspec
import structlog

from gamehall.plugins import Plugins
from gamehall_sdk import record
from tests.core.simulation.dice import Dice
from tests.core.simulation.loop import StandsStillError, VirtualLoop, counted
from tests.core.simulation.people import Person
from tests.core.simulation.world import CALM, Chaos, World

__all__ = ["BrokenError", "Told", "heard", "simulate"]

CHAOS_S: Final = (2.0, 3.0, 3.0, 4.0, 4.0, 5.0, 20.0)
"""How long things go wrong: mostly not long, so that there are many worlds; now and then long."""
_PATIENCE_S: Final = 400.0
_ORDINARY: Final = {"bot failed", "chips stay in transit"}
"""What a dead bot or a database that is away is worth a line for; the next start gives such chips back."""


class BrokenError(AssertionError):
    """Something that must hold did not."""


@attrs.frozen
class Told:
    """What came of a seed."""

    seed: int
    digest: str
    outcomes: int
    acts: int
    rounds: int
    crashes: int
    tables: int


def simulate(seed: int, plugins: Plugins, chaos: Chaos | None = None, store: Any = None) -> Told:
    """Live through the world of *seed*. Raises BrokenError, with everything that did not hold."""
    with counted() as make:
        return _simulate(seed, plugins, make(), chaos or Chaos(), store)


def _simulate(seed: int, plugins: Plugins, loop: VirtualLoop, chaos: Chaos, store: Any) -> Told:
    dice = Dice(seed)
    structlog.configure(
        processors=[lambda _, level, event: heard(world, level, event)], cache_logger_on_first_use=False
    )
    world = World(dice, loop, plugins, chaos, store)
    try:
        return anyio.run(_live, world, seed, backend_options={"loop_factory": lambda: loop})
    except StandsStillError:
        raise BrokenError(f"seed {seed}: everybody waits for somebody else") from None
    finally:
        structlog.reset_defaults()


def heard(world: World, level: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """What the server logs as its own fault is a fault, unless it is dying."""
    error = event.get("exc_info")
    error = sys.exc_info()[1] if error is True else error
    if level in ("error", "exception") and world.hall is not None and event["event"] not in _ORDINARY:
        told = "".join(traceback.format_exception(error)) if isinstance(error, BaseException) else ""
        world.watch.failures.append(f"logged: {dict(event)} {told}")
    raise structlog.DropEvent


async def _live(world: World, seed: int) -> Told:
    dice = world.dice
    names = sorted(world.plugins.games)
    games = tuple(dice.sample(names, min(2, len(names))))
    chaos_s = dice.choice(CHAOS_S)
    leaving, end = anyio.Event(), anyio.Event()
    people = [Person(f"p{number}", world, leaving, games) for number in range(dice.randint(2, 4))]
    async with world.patched(), anyio.create_task_group() as group:
        group.start_soon(world.run, end)
        for _ in range(dice.choice((0, 0, 1, 1, 2))):
            world.loop.call_later(dice.random() * chaos_s, world.crash)
        for person in people:
            group.start_soon(person.live)
        await anyio.sleep(chaos_s)
        world.chaos = CALM
        leaving.set()
        # What a lost answer left half made is found at the next start.
        world.loop.call_later(6, world.crash)
        with anyio.move_on_after(_PATIENCE_S) as patience:
            while not await world.is_over():  # noqa: ASYNC110  # nobody tells of it
                await anyio.sleep(2)
        still = _still_open(world)
        end.set()
        group.cancel_scope.cancel()
    problems = list(world.watch.failures)
    if patience.cancelled_caught:
        problems.append(f"tables did not end: {still}")
    problems += _afterwards(world, people)
    if problems:
        raise BrokenError("\n".join([f"seed {seed}:", *problems[:5]]))
    played = sum(entry.record is not None for there in world.entries.values() for entry in there.values())
    acts = sum(len(person.acts) for person in people)
    return Told(seed, dice.digest, world.watch.outcomes, acts, played, world.crashes, len(world.entries))


def _still_open(world: World) -> list[str]:
    """What the tables that are open look like."""
    tables = [] if world.hall is None else list(world.hall.lobby.tables.values())
    online = sorted(world.hall.online) if world.hall else []
    told = [f"{len(world.store.tables.open_tables())} in the store, {'no' if world.hall is None else 'a'} server"]
    for table in tables:
        flow = table.machine.flow
        seats = [(seat.name, seat.connected, seat.out) for seat in flow.seats()]
        config = table.config
        told.append(f"{config.id} {config.game} {flow.phase} {seats} {table.machine.timers} {config.options} {online}")
    return told


def _afterwards(world: World, people: list[Person]) -> list[str]:
    """What must hold when all is over."""
    problems = []
    world.store.ledger.return_all(0)
    world.store.ledger.check()
    left = {key: chips for key, chips in world.store.ledger.balances().items() if key.startswith(("table", "transit"))}
    if left:
        problems.append(f"chips were left behind: {left}")
    acts: set[tuple[int, int, int]] = set()
    for number, there in world.entries.items():
        for entry in there.values():
            if entry.kind == "act":
                body = msgspec.json.decode(entry.body)
                acts.add((number, body["account"], body["turn"]))
            if entry.record is not None:
                kept = record.read(entry.record.document)
                try:
                    record.replay(kept, world.plugins.games[kept.game])
                except record.RecordError as error:
                    problems.append(f"round {kept.number} of table {number} does not replay: {error}")
    for person in people:
        lost = {(table, person.account, turn) for table, turn in person.acts} - acts
        if lost:
            problems.append(f"acknowledged and not in the journal: {sorted(lost)}")
    return problems


def main() -> int:
    """``python -m tests.core.simulation.run``: one seed, or one after another."""
    parser = argparse.ArgumentParser(prog="./dev soak", description="Simulated worlds, one seed after another.")
    parser.add_argument("--minutes", type=float, default=1.0, help="how long (1)")
    parser.add_argument("--seed", type=int, help="live through this one alone")
    parser.add_argument("--first", type=int, default=0, help="the first seed of many (0)")
    given = parser.parse_args()
    plugins = Plugins().load()
    if given.seed is not None:
        try:
            print(simulate(given.seed, plugins))
        except BrokenError as error:
            print(error)
            return 1
        return 0
    end, seed = time.monotonic() + given.minutes * 60, given.first
    totals = [0, 0, 0]
    while time.monotonic() < end:
        try:
            told = simulate(seed, plugins)
        except Exception as error:  # noqa: BLE001  # whatever it is, the seed is what matters
            print(f"{type(error).__name__}: {error}\n\nseed {seed} failed; again with: ./dev soak --seed {seed}")
            return 1
        totals = [sum(pair) for pair in zip(totals, (told.acts, told.rounds, told.crashes), strict=True)]
        seed += 1
        if seed % 100 == 0:
            gc.collect()
            print(
                f"{seed - given.first} worlds: {totals[0]} answers, {totals[1]} rounds, {totals[2]} crashes", flush=True
            )
    print(f"{seed - given.first} worlds: {totals[0]} answers, {totals[1]} rounds, {totals[2]} crashes; all held")
    return 0


if __name__ == "__main__":
    sys.exit(main())
