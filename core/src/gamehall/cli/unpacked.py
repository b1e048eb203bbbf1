"""A package that is being worked on and need not be installed: its folder, or its one file, as a plugin."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

from gamehall.errors import CommandError
from gamehall.plugin_metadata import GROUP, Discovery, Found, discover, normalized
from gamehall.plugins import Plugins


def look(path: Path) -> tuple[Plugins, Found]:
    """The installed plugins with the one at *path* among them, loaded. Raises CommandError with the cause."""
    if not path.exists():
        raise CommandError(f"{path}: there is no such file or folder.")
    found = _file(path) if path.is_file() else _folder(path)
    installed = discover()
    others = tuple(one for one in installed.found if one.distribution != found.distribution)
    plugins = Plugins(discovery=Discovery((*others, found), installed.failures)).load()
    for failure in plugins.failures:
        if (failure.distribution, failure.entry_point) == (found.distribution, found.name):
            raise CommandError(f"{path} cannot be used: {failure.cause}")
    return plugins, found


def _file(path: Path) -> Found:
    sys.path.insert(0, str(path.parent.resolve()))
    return Found(path.stem, path.stem, path.stem, "0")


def _folder(path: Path) -> Found:
    file = path / "pyproject.toml"
    try:
        project = tomllib.loads(file.read_text(encoding="utf-8"))["project"]
        entries = project["entry-points"][GROUP]
        ((name, value),) = entries.items()
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}; a package's folder has one.") from error
    except (tomllib.TOMLDecodeError, KeyError, ValueError, TypeError, AttributeError) as error:
        raise CommandError(f"{file} should have one entry point under [project.entry-points.{GROUP}].") from error
    source = path / "src"
    sys.path.insert(0, str((source if source.is_dir() else path).resolve()))
    return Found(normalized(project["name"]), name, value, str(project.get("version", "0")))
