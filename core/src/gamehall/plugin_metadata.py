"""Which plugins are installed, from the metadata of the installed distributions alone; nothing is imported.

One distribution with a broken ``entry_points.txt`` is reported and hides no other. A distribution that the path
shows twice (an editable install leaves ``.egg-info`` beside ``.dist-info``) counts once.
"""

from __future__ import annotations

import configparser
import contextlib
import importlib.metadata
import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

import attrs

GROUP: Final = "gamehall"
"""The entry-point group; a test holds it equal to the SDK's, whose import would cost ``--help`` a tenth of its time."""
CORE: Final = "gamehall"
"""The distribution of the server itself."""
_ENTRY: Final = re.compile(r"[\w.]+\s*(:\s*[\w.]+\s*)?(\[.*\]\s*)?")


@attrs.frozen(order=True)
class Found:
    """An installed plugin: an entry point and the distribution that it comes from."""

    distribution: str
    name: str
    """The entry point's name."""
    value: str
    """The module (and attribute) that the entry point names."""
    version: str

    @property
    def builtin(self) -> bool:
        """Whether it comes with the server itself."""
        return self.distribution == CORE

    @property
    def label(self) -> str:
        """The entry point and the distribution, for a sentence: ``hello of gamehall-hello``."""
        return f"{self.name} of {self.distribution}"


@attrs.frozen
class Failure:
    """Why a plugin, or something that should be one, was left out."""

    distribution: str
    version: str
    entry_point: str
    """Empty where the fault is the distribution's."""
    cause: str
    """One line."""
    traceback: str = ""
    """The whole traceback, where there was one."""


@attrs.frozen
class Discovery:
    """What the installed distributions say."""

    found: tuple[Found, ...]
    """By distribution, then by entry point; the server's own first."""
    failures: tuple[Failure, ...]


def normalized(name: str) -> str:
    """A distribution's name as it compares: ``Gamehall_Hello`` is ``gamehall-hello``."""
    return re.sub(r"[-_.]+", "-", name).lower()


def discover(distributions: Iterable[importlib.metadata.Distribution] | None = None) -> Discovery:
    """Look through *distributions*, by default all that are installed, for plugins."""
    found: dict[tuple[str, str], Found] = {}
    failures: dict[Failure, None] = {}
    for distribution in importlib.metadata.distributions() if distributions is None else distributions:
        name = version = ""
        try:
            text = distribution.read_text("entry_points.txt")
            if not text:
                continue
            name, version = _identity(distribution)
            for entry, value in _entries(text):
                # What the path shows first wins, as it does when Python imports.
                found.setdefault((name, entry), Found(name, entry, value, version))
        except Exception as error:  # noqa: BLE001  # a broken distribution must not hide the others
            name = name or _identity(distribution)[0]
            cause = f"its entry_points.txt cannot be read: {_one_line(error)}"
            failures[Failure(name, version, "", cause)] = None
    ordered = sorted(found.values(), key=lambda plugin: (not plugin.builtin, plugin))
    return Discovery(tuple(ordered), tuple(failures))


def _identity(distribution: importlib.metadata.Distribution) -> tuple[str, str]:
    """Name and version; a left-over folder without metadata is named as the folder is."""
    name = version = ""
    with contextlib.suppress(Exception):  # a metadata file may be anything, or missing
        metadata: Any = distribution.metadata
        name, version = metadata.get("Name", ""), metadata.get("Version", "")
    if not name:
        folder = getattr(distribution, "_path", None)
        name = re.sub(r"(-[^-]*)?\.(egg|dist)-info$", "", getattr(folder, "name", "")) or "unnamed"
    return normalized(name), version or "unknown"


def _entries(text: str) -> Iterator[tuple[str, str]]:
    """The entry points of our group; :class:`ValueError` or :class:`configparser.Error` when it is not well formed."""
    parser = configparser.ConfigParser(delimiters=("=",), strict=False, interpolation=None)
    parser.optionxform = str  # type: ignore[method-assign,assignment]  # the documented way to keep names as they are
    parser.read_string(text)
    if not parser.has_section(GROUP):
        return
    for name, value in parser.items(GROUP):
        if not _ENTRY.fullmatch(value):
            raise ValueError(f"{name} = {value!r} does not name a module")
        yield name, value


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__
