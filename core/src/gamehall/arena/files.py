"""The folder of a run: its plan, what each unit came to, the records, the figures. It can be gone on with at any time.

``plan.json`` is the plan. ``units.jsonl`` has a line for each finished unit; a unit counts when its line is whole.
``records-NNN.jsonl.gz`` is one file for each worker; each unit is a gzip member of its own, and its place stands in
the unit's line, so that what was written of an unfinished unit is passed over. ``results.json`` are the figures, and
``timing.json`` what depends on the machine.
"""

from __future__ import annotations

import base64
import contextlib
import errno
import gzip
import os
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, Protocol

import attrs
import msgspec

from gamehall.arena.plan import Plan
from gamehall.arena.work import Done, UnitDone, decode_plan, encode_plan
from gamehall.errors import CommandError

PLAN: Final = "plan.json"
UNITS: Final = "units.jsonl"
RESULTS: Final = "results.json"
TIMING: Final = "timing.json"


class Keeper(Protocol):
    """Where finished units go."""

    units: dict[int, UnitDone]
    """The finished units by number, without their records."""
    records: bool
    """Whether records are to be made."""

    def add(self, unit: UnitDone) -> None:
        """Keep *unit*; one that is kept already is not kept twice. Raises CommandError when that fails."""


class Memory:
    """Keeps the units' figures while the process lives, and no records."""

    def __init__(self) -> None:
        self.units: dict[int, UnitDone] = {}
        self.records = False

    def add(self, unit: UnitDone) -> None:
        """See :class:`Keeper`."""
        self.units.setdefault(unit.number, unit)


@attrs.frozen
class _Line:
    """A finished unit in ``units.jsonl``; *matches* is its matches as base64 of compressed JSON."""

    unit: int
    matches: str
    times: dict[int, dict[int, int]]
    file: str
    offset: int
    size: int
    worker: str
    seconds: float


class RunFolder:
    """A run's folder; *plan* is what it plays."""

    def __init__(self, path: Path, plan: Plan) -> None:
        """Over a folder that is there; :meth:`create` and :meth:`open` are the ways to get one."""
        self.path = path
        self.plan = plan
        self.units: dict[int, UnitDone] = {}
        self.records = True
        self._places: dict[int, tuple[str, int, int]] = {}
        self._files: dict[str, str] = {}
        self._size = 0
        self._read()

    @classmethod
    def create(cls, path: Path, plan: Plan) -> RunFolder:
        """A new run in *path*. Raises :class:`~gamehall.errors.CommandError` when there is one already."""
        if (path / PLAN).exists():
            raise CommandError(f"{path} holds a run already; `--resume {path}` goes on with it.")
        with _writing(path, "no round was played"):
            path.mkdir(parents=True, exist_ok=True)
            (path / PLAN).write_bytes(msgspec.json.format(encode_plan(plan), indent=2) + b"\n")
        return cls(path, plan)

    @classmethod
    def open(cls, path: Path) -> RunFolder:
        """The run in *path*. Raises :class:`~gamehall.errors.CommandError` when there is none."""
        try:
            document = (path / PLAN).read_bytes()
        except OSError as error:
            raise CommandError(f"{path} holds no run of the arena: {error.strerror}.") from error
        return cls(path, decode_plan(document))

    def add(self, unit: UnitDone) -> None:
        """See :class:`Keeper`: records first, then the line that makes them count."""
        if unit.number in self.units:
            return
        name = self._files.setdefault(unit.worker, f"records-{len(self._files):03}.jsonl.gz")
        with _writing(self.path, f"{self.rounds} rounds are kept, and `--resume {self.path}` goes on"):
            offset = self._append(self.path / name, unit.records, self._end_of(name))
            line = _Line(
                unit=unit.number,
                matches=base64.b64encode(zlib.compress(msgspec.json.encode(unit.matches))).decode(),
                times=unit.times,
                file=name,
                offset=offset,
                size=len(unit.records),
                worker=unit.worker,
                seconds=round(unit.seconds, 6),
            )
            text = msgspec.json.encode(line) + b"\n"
            self._append(self.path / UNITS, text, self._size)
        self._size += len(text)
        self._places[unit.number] = (name, offset, len(unit.records))
        self.units[unit.number] = attrs.evolve(unit, records=b"")

    @property
    def rounds(self) -> int:
        """How many rounds are finished."""
        return sum(len(match.payoffs) for unit in self.units.values() for match in unit.matches)

    def write(self, name: str, document: bytes) -> None:
        """Write a file of the folder, whole or not at all."""
        with _writing(self.path, f"{self.rounds} rounds are kept"):
            new = self.path / f"{name}.new"
            new.write_bytes(document)
            new.replace(self.path / name)

    def matches(self) -> Iterator[Mapping[str, Any]]:
        """The records of all matches, in the order of the plan. Raises CommandError for a damaged file."""
        for number in sorted(self._places):
            yield from self.matches_of(number)

    def matches_of(self, number: int) -> list[Mapping[str, Any]]:
        """The records of the matches of one unit."""
        name, offset, size = self._places[number]
        try:
            with (self.path / name).open("rb") as file:
                file.seek(offset)
                lines = gzip.decompress(file.read(size)).splitlines()
            return [msgspec.json.decode(line) for line in lines]
        except (OSError, EOFError, zlib.error, msgspec.MsgspecError) as error:
            raise CommandError(f"{self.path / name} is damaged at byte {offset}: {error}.") from error

    def _read(self) -> None:
        """Take up the units whose lines are whole."""
        try:
            text = (self.path / UNITS).read_bytes()
        except FileNotFoundError:
            return
        decode = msgspec.json.Decoder(_Line).decode
        for raw in text.splitlines(keepends=True):
            try:
                line = decode(raw)
                matches = msgspec.json.decode(zlib.decompress(base64.b64decode(line.matches)), type=tuple[Done, ...])
            except (msgspec.MsgspecError, ValueError, zlib.error):
                # The line that was being written when the last run ended: the unit is played again.
                break
            if not raw.endswith(b"\n"):
                break
            self._size += len(raw)
            self._places[line.unit] = (line.file, line.offset, line.size)
            self.units[line.unit] = UnitDone(
                number=line.unit, matches=matches, times=line.times, worker=line.worker, seconds=line.seconds
            )
            self._files.setdefault(line.worker, line.file)

    def _end_of(self, name: str) -> int:
        """Where the counted part of a records file ends."""
        return max((offset + size for file, offset, size in self._places.values() if file == name), default=0)

    @staticmethod
    def _append(path: Path, data: bytes, end: int) -> int:
        """Write *data* at *end*, over whatever a broken attempt left there, and see it onto the disk."""
        with path.open("r+b" if path.exists() else "wb") as file:
            file.truncate(end)
            file.seek(end)
            try:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            except OSError:
                with contextlib.suppress(OSError):
                    file.truncate(end)
                raise
        return end


@contextlib.contextmanager
def _writing(path: Path, kept: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        what = "the disk is full" if error.errno == errno.ENOSPC else error.strerror or str(error)
        raise CommandError(f"{path} cannot be written: {what}; {kept}.") from error


def is_run(path: Path) -> bool:
    """Whether *path* is the folder of a run."""
    return (path / PLAN).is_file()
