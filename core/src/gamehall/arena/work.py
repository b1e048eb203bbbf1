"""What a worker does: one unit of a plan. It runs in the process of the command, in a worker's, or on a cluster."""

from __future__ import annotations

import atexit
import gzip
import os
import socket
import threading
import time
from collections.abc import Sequence
from typing import Any, Final

import attrs
import msgspec

from gamehall.arena.coding import Coding
from gamehall.arena.deals import deals
from gamehall.arena.external import ExternalLane
from gamehall.arena.isolated import Nursery, ProcessLane, keep_memory_private
from gamehall.arena.lane import Lane
from gamehall.arena.limits import Fault
from gamehall.arena.lockstep import Board, play_side_by_side
from gamehall.arena.match import Asking, Rules, Tally, packed, play
from gamehall.arena.plan import Mode, Plan
from gamehall.arena.schedule import Match, Unit, bot_seed
from gamehall.arena.trusted import drive, seat_bots
from gamehall.errors import CommandError
from gamehall.plugins import Plugins

_LEVEL: Final = 1
"""Of compression: a record is small, and played faster than level 6 can pack it."""
BINS_PER_DECADE: Final = 40
"""Decision times are counted in bins, so many for each power of ten nanoseconds."""
BINS: Final = 12 * BINS_PER_DECADE
"""From 1 ns to 1000 s."""


@attrs.frozen
class Done:
    """What came of one match: payoffs by round then seat, decisions by seat, faults."""

    payoffs: tuple[tuple[int, ...], ...]
    decisions: tuple[int, ...]
    faults: tuple[Fault, ...] = ()


@attrs.frozen(kw_only=True)
class UnitDone:
    """What came of a unit: its matches in order, and for each entrant how many decisions took how long (by bin)."""

    number: int
    matches: tuple[Done, ...]
    times: dict[int, dict[int, int]]
    records: bytes = attrs.field(default=b"", repr=False)
    """A gzip member with a line of JSON for each match; empty when no records are kept."""
    worker: str = ""
    seconds: float = 0.0


def encode_plan(plan: Plan) -> bytes:
    """A plan as JSON."""
    return msgspec.json.encode(plan)


def decode_plan(document: bytes) -> Plan:
    """The plan that :func:`encode_plan` was given; raises :class:`~gamehall.errors.CommandError`."""
    try:
        return msgspec.json.decode(document, type=Plan)
    except msgspec.MsgspecError as error:
        raise CommandError(f"this is not the plan of a run: {error}") from error


def work(document: bytes, unit: Unit, *, keep: bool) -> UnitDone:
    """Play *unit* of the plan in *document*; with *keep*, make its records.

    Raises :class:`~gamehall_sdk.errors.GameFault` when the game fails: nothing can be said of its bots then.
    """
    begun = time.perf_counter()
    worker = _worker(document)
    done: list[Done] = []
    times: dict[int, list[int]] = {entrant: [] for entrant in unit.matches[0].seats}
    lines: list[bytes] = []
    for match, tally in zip(unit.matches, worker.play(unit, times, keep=keep), strict=True):
        done.append(Done(tuple(tally.payoffs), tuple(tally.decisions), tally.total_faults))
        if keep:
            lines.append(msgspec.json.encode(_record(match, tally, worker.coding)) + b"\n")
    return UnitDone(
        number=unit.number,
        matches=tuple(done),
        times={entrant: _bins(some) for entrant, some in times.items()},
        records=gzip.compress(b"".join(lines), _LEVEL, mtime=0) if keep else b"",
        worker=f"{socket.gethostname()}-{os.getpid()}",
        seconds=time.perf_counter() - begun,
    )


class Worker:
    """One plan's game and bots, loaded once in a process."""

    def __init__(self, plan: Plan) -> None:
        """Load them. Raises :class:`~gamehall.errors.CommandError` when something is missing here."""
        self.plan = plan
        self.plugins = Plugins.from_environment(os.environ)
        game = self.plugins.games.get(plan.game)
        missing = [one.bot for one in plan.entrants if not one.external and one.bot not in self.plugins.bots]
        if game is None or missing:
            what = f"the bot {missing[0]!r}" if game is not None else f"the game {plan.game!r}"
            raise CommandError(f"{what} is not installed where the work is done")
        if game.version != plan.version:
            raise CommandError(
                f"the run is of version {plan.version} of {plan.game}; where the work is done it is {game.version}"
            )
        self.game = game
        self.coding = Coding(game)
        self.options = game.read_options(plan.options)
        self.deck = tuple(game.deck(plan.variant, self.options))
        self.rules = Rules.of(game, plan.variant, self.options, plan.seats, plan.stack, plan.match_rounds)
        self.nurseries: dict[str, Nursery] = {}
        """By bot: entrants of one bot are of one package."""
        if plan.mode is Mode.ISOLATED:
            if not hasattr(os, "fork"):
                raise CommandError("isolated bots need a Unix; with --trusted bots run anywhere")
            keep_memory_private()

    def play(self, unit: Unit, times: dict[int, list[int]], *, keep: bool) -> list[Tally]:
        """Play the matches; *times* gets nanoseconds of decisions by entrant."""
        external = any(self.plan.entrants[entrant].external for entrant in unit.matches[0].seats)
        if self.plan.mode is Mode.TRUSTED and not external:
            return [self._trusted(match, times, keep=keep) for match in unit.matches]
        if external:
            # An external program plays one match at a time.
            return [tally for match in unit.matches for tally in self._isolated([match], times, keep=keep)]
        return self._isolated(unit.matches, times, keep=keep)

    def close(self) -> None:
        """End all processes."""
        for nursery in self.nurseries.values():
            nursery.close()
        self.nurseries.clear()

    def _deals(self, match: Match) -> list[tuple[Any, ...]]:
        return list(deals(self.plan.seed, match.lineup, self.deck, match.first_deal, match.rounds))

    def _seeds(self, match: Match) -> tuple[int, ...]:
        return tuple(bot_seed(self.plan.seed, match, seat) for seat in range(len(match.seats)))

    def _trusted(self, match: Match, times: dict[int, list[int]], *, keep: bool) -> Tally:
        plan = self.plan
        makes = [self.plugins.bots[plan.entrants[entrant].bot].make for entrant in match.seats]
        bots, tally = seat_bots(makes, self._seeds(match), (plan.game, plan.variant, plan.options), match.seats)
        tally.inputs = [] if keep else None
        asking = play(self.rules, self._deals(match), tally, plan.on_fault)
        for seat, some in enumerate(drive(asking, bots, tally, plan.limits.move_s)):
            times[match.seats[seat]] += some
        return tally

    def _isolated(self, matches: Sequence[Match], times: dict[int, list[int]], *, keep: bool) -> list[Tally]:
        boards = [self._board(slot, match, keep=keep) for slot, match in enumerate(matches)]
        lanes = {entrant: self._lane(entrant) for entrant in sorted(matches[0].seats)}
        for entrant, some in play_side_by_side(boards, lanes, self.plan.limits).items():
            times[entrant] += some
        return [board.tally for board in boards]

    def _board(self, slot: int, match: Match, *, keep: bool) -> Board:
        tally = Tally(match.seats)
        tally.inputs = [] if keep else None

        def begin(tally: Tally) -> Asking:
            return play(self.rules, self._deals(match), tally, self.plan.on_fault)

        return Board(slot, tally, self._seeds(match), begin)

    def _lane(self, entrant: int) -> Lane:
        plan, one = self.plan, self.plan.entrants[entrant]
        if one.external:
            return ExternalLane(one.command, self.game, (plan.variant, plan.options), plan.limits)
        if one.bot not in self.nurseries:
            needed = [self.plugins.owner("bots", one.bot).name, self.plugins.owner("games", plan.game).name]
            table = (plan.game, plan.variant, plan.options)
            self.nurseries[one.bot] = Nursery(one.bot, table, needed, plan.limits)
        return ProcessLane(self.nurseries[one.bot], self.coding, plan.limits)


def _record(match: Match, tally: Tally, coding: Coding) -> dict[str, Any]:
    return {
        "lineup": match.lineup,
        "match": match.number,
        "seats": match.seats,
        "first_deal": match.first_deal,
        "rounds": packed(tally, coding),
    }


def _bins(times: Sequence[int]) -> dict[int, int]:
    if not times:
        return {}
    import numpy as np  # noqa: PLC0415  # heavy, and only whoever plays needs it

    logs = np.log10(np.maximum(np.asarray(times, dtype=np.float64), 1.0))
    found, counts = np.unique(np.minimum((logs * BINS_PER_DECADE).astype(np.int64), BINS - 1), return_counts=True)
    return dict(zip(found.tolist(), counts.tolist(), strict=True))


_local: Final = threading.local()
"""Each thread has workers of its own: on a cluster, several may share a process."""


def _worker(document: bytes) -> Worker:
    found: dict[bytes, Worker] = _local.__dict__.setdefault("workers", {})
    if document not in found:
        worker = found[document] = Worker(decode_plan(document))
        # Bots' processes end with this one in any case; this way they end at once.
        atexit.register(worker.close)
    return found[document]


def forget() -> None:
    """End the bots' processes that this thread started."""
    found: dict[bytes, Worker] = _local.__dict__.pop("workers", {})
    for worker in found.values():
        worker.close()
        atexit.unregister(worker.close)
