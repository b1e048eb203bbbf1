"""Puts packages into the environment that the server runs in, and takes them out; it imports no plugin for it.

The work is pip's, or uv's where the environment has no pip.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import InvalidWheelFilename, parse_wheel_filename

from gamehall.errors import CommandError
from gamehall.plugin_metadata import normalized

_OWN: Final = ("gamehall", "gamehall-sdk")


def install(packages: Sequence[str], *, editable: Sequence[str] = (), upgrade: bool = False) -> None:
    """Install *packages* (names, requirements, wheels or folders) and the folders *editable*.

    Raises :class:`~gamehall.errors.CommandError` when one cannot be had; then nothing was installed.
    """
    _check_words([*packages, *editable])
    words = ["--upgrade"] * upgrade + [word for folder in editable for word in ("--editable", folder)]
    if _run("install", [*words, *packages]):
        raise CommandError(f"{', '.join([*packages, *editable])} could not be installed; the lines above say why.")


def uninstall(packages: Sequence[str]) -> None:
    """Remove *packages*.

    Raises :class:`~gamehall.errors.CommandError`, and removes nothing, when one is not installed or the server
    itself needs it.
    """
    _check_words(packages)
    needed = _needed()
    for package in packages:
        if normalized(package) in needed:
            raise CommandError(f"{package} stays: gamehall itself needs it.")
        if _requirements(package) is None:
            raise CommandError(f"{package} is not installed.")
    if _run("uninstall", packages):
        raise CommandError(f"{', '.join(packages)} could not be removed; the lines above say why.")


def distribution_name(package: str) -> str:
    """The distribution that *package* asks for, normalized; empty for a folder, which has to be built to tell."""
    try:
        if package.endswith(".whl"):
            return normalized(parse_wheel_filename(Path(package).name)[0])
        return "" if Path(package).is_dir() else normalized(Requirement(package).name)
    except (InvalidRequirement, InvalidWheelFilename):
        return ""


def _check_words(words: Sequence[str]) -> None:
    for word in words:
        # It would be an option of pip's.
        if not word or word.startswith("-"):
            raise CommandError(f"{word!r} is not the name of a package.")


def _run(job: str, words: Sequence[str]) -> int:
    """Run the installer on this environment; what it says goes to stderr."""
    if importlib.util.find_spec("pip"):
        agree = ["--yes"] if job == "uninstall" else []
        command = [sys.executable, "-m", "pip", "--disable-pip-version-check", job, *agree, *words]
    elif importlib.util.find_spec("uv"):
        command = [sys.executable, "-m", "uv", "pip", job, "--python", sys.executable, *words]
    elif uv := shutil.which("uv"):
        command = [uv, "pip", job, "--python", sys.executable, *words]
    else:
        raise CommandError("This environment has no pip, and there is no uv; `python -m ensurepip` brings pip.")
    return subprocess.run(command, stdout=sys.stderr, check=False).returncode  # noqa: S603  # no shell; words are checked


def _needed() -> set[str]:
    """The distributions that the server cannot run without, itself among them."""
    needed: set[str] = set()
    rest = list(_OWN)
    while rest:
        name = normalized(rest.pop())
        if name not in needed:
            needed.add(name)
            rest += _requirements(name) or []
    return needed


def _requirements(name: str) -> list[str] | None:
    """What an installed distribution requires here; ``None`` when it is not installed."""
    try:
        lines = importlib.metadata.requires(name) or []
    except importlib.metadata.PackageNotFoundError:
        return None
    requirements = [Requirement(line) for line in lines]
    return [one.name for one in requirements if one.marker is None or one.marker.evaluate({"extra": ""})]
