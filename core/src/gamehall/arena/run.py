"""Plays a plan's units on one process, on several, or on a cluster; the same results whatever it is."""

from __future__ import annotations

import concurrent.futures
import multiprocessing
import signal
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool, ProcessPoolExecutor
from typing import TYPE_CHECKING, Any, Final

from gamehall.arena.files import Keeper
from gamehall.arena.plan import Format, Plan
from gamehall.arena.schedule import Lineup, Unit, ladder_step, ladder_steps, lineups, units
from gamehall.arena.work import UnitDone, encode_plan, forget, work
from gamehall.errors import CommandError

if TYPE_CHECKING:
    from typing import Self

_AHEAD: Final = 2
"""Units that are handed out for each worker at a time: enough that none waits, few enough to be called back."""
_ATTEMPTS: Final = 3
"""How often a unit may lose its worker."""

Told = Callable[[Unit, UnitDone], None]


class Workers(ABC):
    """Some workers; as a context, they are ended at its end."""

    count: int = 1

    def __enter__(self) -> Self:
        """They work from here on."""
        return self

    def __exit__(self, *_: object) -> None:
        """End them."""
        self.close()

    @abstractmethod
    def submit(self, document: bytes, unit: Unit, *, keep: bool) -> Future[UnitDone]:
        """Let a worker play *unit*."""

    def revive(self) -> bool:
        """After a worker was lost: whether there are workers again."""
        return False

    @abstractmethod
    def close(self) -> None:
        """End them at once."""


class Here(Workers):
    """This very process."""

    def submit(self, document: bytes, unit: Unit, *, keep: bool) -> Future[UnitDone]:
        """See :class:`Workers`: it is played at once."""
        done: Future[UnitDone] = Future()
        try:
            done.set_result(work(document, unit, keep=keep))
        except Exception as error:  # noqa: BLE001  # it is raised where the result is asked for
            done.set_exception(error)
        return done

    def close(self) -> None:
        """See :class:`Workers`."""
        forget()


class Processes(Workers):
    """Processes on this machine."""

    def __init__(self, count: int) -> None:
        """*count* of them, started when they are needed."""
        self.count = count
        self._pool = self._start()

    def submit(self, document: bytes, unit: Unit, *, keep: bool) -> Future[UnitDone]:
        """See :class:`Workers`."""
        return self._pool.submit(work, document, unit, keep=keep)

    def revive(self) -> bool:
        """See :class:`Workers`."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._pool = self._start()
        return True

    def close(self) -> None:
        """See :class:`Workers`."""
        processes = list((getattr(self._pool, "_processes", None) or {}).values())
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            # Its unit is lost, and it would go on with it for long.
            process.terminate()
        for process in processes:
            process.join(5.0)

    def _start(self) -> ProcessPoolExecutor:
        # Not forked: a fork of a process with threads may hang.
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.count, mp_context=context, initializer=_ignore_interrupts)


class Cluster(Workers):
    """Workers of a Dask cluster, by its scheduler's address."""

    def __init__(self, address: str, *, patience_s: float = 10.0) -> None:
        """Connect within *patience_s*.

        Raises :class:`~gamehall.errors.CommandError` when there is no cluster, or no Dask here.
        """
        try:
            import distributed  # noqa: PLC0415  # an optional package
        except ImportError as error:
            raise CommandError("--dask needs Dask: `gamehall install gamehall[dask]`.") from error
        try:
            # Its class has no types.
            make: Any = distributed.Client
            self._client = make(address, timeout=patience_s, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise CommandError(f"There is no Dask scheduler at {address}: {error}.") from error
        threads = [worker["nthreads"] for worker in self._client.scheduler_info(n_workers=-1)["workers"].values()]
        if not threads:
            self._client.close()
            raise CommandError(f"The Dask scheduler at {address} has no workers.")
        self.count = sum(threads)
        # A lost worker's units are played again by another; each result is taken once, whoever made it.
        self._pool: Executor = self._client.get_executor(retries=_ATTEMPTS, pure=False)

    def submit(self, document: bytes, unit: Unit, *, keep: bool) -> Future[UnitDone]:
        """See :class:`Workers`."""
        return self._pool.submit(work, document, unit, keep=keep)

    def close(self) -> None:
        """See :class:`Workers`."""
        self._pool.shutdown(wait=False)
        self._client.close(timeout=5)


def run(plan: Plan, keeper: Keeper, workers: Workers, told: Told) -> None:
    """Play what *keeper* does not have yet of *plan*; *told* hears of each unit as it is done.

    Raises :class:`KeyboardInterrupt` when the user stops it, :class:`~gamehall_sdk.errors.GameFault` when the game
    fails, :class:`~gamehall.errors.CommandError` when the results cannot be kept; what is done is kept.
    """
    for some in stages(plan, keeper):
        _play(plan, [unit for unit in some if unit.number not in keeper.units], keeper, workers, told)


def stages(plan: Plan, keeper: Keeper) -> Iterator[list[Unit]]:
    """The units of the run, in groups of which each must be done before the next is known."""
    if plan.format is Format.LADDER:
        yield from _steps(plan, keeper, list(range(len(plan.entrants))))
    else:
        yield units(plan, lineups(plan))


def ladder_order(plan: Plan, keeper: Keeper) -> list[int]:
    """The entrants as they stand on the ladder when all that is kept has been played, the first at the top."""
    order = list(range(len(plan.entrants)))
    for _ in _steps(plan, keeper, order):
        pass
    return order


def _steps(plan: Plan, keeper: Keeper, order: list[int]) -> Iterator[list[Unit]]:
    """The units of each step of a ladder; *order* follows the results, up to the first step that is not done."""
    lineup = unit = 0
    for step in range(ladder_steps(plan)):
        some = ladder_step(plan, step, order, lineup)
        found = units(plan, some, unit)
        yield found
        if any(one.number not in keeper.units for one in found):
            return
        _climb(order, some, found, keeper)
        lineup += len(some)
        unit += len(found)


def _climb(order: list[int], some: Sequence[Lineup], found: Sequence[Unit], keeper: Keeper) -> None:
    """Sort each table's neighbours by what they won; equals stay as they stood."""
    for lineup in some:
        won = dict.fromkeys(lineup.entrants, 0)
        for unit in found:
            for match, done in zip(unit.matches, keeper.units[unit.number].matches, strict=True):
                if match.lineup == lineup.number:
                    for payoffs in done.payoffs:
                        for entrant, chips in zip(match.seats, payoffs, strict=True):
                            won[entrant] += chips
        at = min(order.index(entrant) for entrant in lineup.entrants)
        order[at : at + len(won)] = sorted(order[at : at + len(won)], key=lambda entrant: -won[entrant])


def _play(plan: Plan, some: Sequence[Unit], keeper: Keeper, workers: Workers, told: Told) -> None:
    document = encode_plan(plan)
    waiting = deque(some)
    running: dict[Future[UnitDone], Unit] = {}
    lost: dict[int, int] = {}
    try:
        while waiting or running:
            while waiting and len(running) < workers.count * _AHEAD:
                unit = waiting.popleft()
                running[workers.submit(document, unit, keep=keeper.records)] = unit
                if workers.count == 1 and isinstance(workers, Here):
                    break
            done, _ = concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)
            broken = False
            for future in sorted(done, key=lambda one: running[one].number):
                unit = running.pop(future)
                try:
                    result = future.result()
                except BrokenProcessPool:
                    broken = True
                    waiting.appendleft(unit)
                    continue
                keeper.add(result)
                told(unit, result)
            if broken:
                # All that ran on the broken pool is lost with it.
                for unit in running.values():
                    waiting.appendleft(unit)
                running.clear()
                _again(waiting, lost, workers)
    finally:
        for future in running:
            future.cancel()


def _again(waiting: deque[Unit], lost: dict[int, int], workers: Workers) -> None:
    """A worker process was lost: count it, and start anew."""
    first = min(unit.number for unit in waiting)
    lost[first] = lost.get(first, 0) + 1
    if lost[first] > _ATTEMPTS or not workers.revive():
        raise CommandError("A worker's process was lost again and again: is there enough memory? What is done is kept.")
    ordered = sorted(waiting, key=lambda unit: unit.number)
    waiting.clear()
    waiting.extend(ordered)


def _ignore_interrupts() -> None:
    """Ctrl-C reaches every process of the terminal; the one that was started by hand decides."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
