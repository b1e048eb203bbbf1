"""A folder of installed distributions for one test, and the server's commands run over it."""

from __future__ import annotations

import contextlib
import importlib
import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from unittest import mock

import attrs

from gamehall import __main__

CLOCK = """
from gamehall_sdk.clock import ClockKind, PerMove
from gamehall_sdk.hookimpl import hookimpl

@hookimpl
def register_timers():
    return [ClockKind({name!r}, ("seconds",), PerMove)]
"""
"""The text of the smallest plugin there is; ``format(name=…)`` gives it its clock's name."""


@attrs.frozen
class Done:
    """What a command said."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """Its output as JSON."""
        return json.loads(self.out)


@attrs.frozen
class Site:
    """Distributions in *folder*, which is on the path of every command that is run here."""

    folder: Path

    def install(
        self,
        name: str,
        entries: Mapping[str, str] | str = "",
        files: Mapping[str, str] | None = None,
        *,
        version: str = "1.0",
        egg: bool = False,
    ) -> Path:
        """Write a distribution as an installer leaves it; its metadata folder.

        *entries* are the entry points of our group, or the whole text of ``entry_points.txt``.
        """
        stem = name.replace("-", "_")
        metadata = self.folder / (f"{stem}.egg-info" if egg else f"{stem}-{version}.dist-info")
        if not isinstance(entries, str):
            entries = "\n".join(["[gamehall]", *(f"{entry} = {value}" for entry, value in entries.items()), ""])
        texts = {
            metadata
            / ("PKG-INFO" if egg else "METADATA"): f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
            metadata / "entry_points.txt": entries,
        }
        texts |= {self.folder / path: text for path, text in (files or {}).items()}
        for path, text in texts.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return metadata

    def clock(self, name: str, clock: str | None = None) -> None:
        """A distribution *name* with an entry point of this name that registers a clock, by default of this name."""
        module = name.replace("-", "_")
        self.install(name, {name: module}, {f"{module}.py": CLOCK.format(name=clock or name)})

    def run(self, *words: str, stdin: str = "", **variables: str) -> Done:
        """Run ``gamehall`` with *words* in this process; *variables* join the environment.

        What it imports from the folder is forgotten afterwards. Ten times as quick as a process.
        """
        out, err = io.StringIO(), io.StringIO()
        with (
            mock.patch.dict(os.environ, self._variables(variables), clear=True),
            mock.patch.object(sys, "stdin", io.StringIO(stdin)),
            contextlib.chdir(self.folder),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
            self._imports(),
        ):
            code = __main__.run(words)
        return Done(code, out.getvalue(), err.getvalue())

    @contextlib.contextmanager
    def _imports(self) -> Iterator[None]:
        """The folder is first on the path of imports; at the end nothing is left of what came from it."""
        with mock.patch.object(sys, "path", [str(self.folder), *sys.path]):
            importlib.invalidate_caches()
            before = set(sys.modules)
            yield
        for name in set(sys.modules) - before:
            if (getattr(sys.modules[name], "__file__", None) or "").startswith(str(self.folder)):
                del sys.modules[name]

    def _variables(self, more: Mapping[str, str]) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("GAMEHALL_")}
        return {**kept, "PYTHONPATH": str(self.folder), "COLUMNS": "200", **more}

    def process(self, *words: str, stdin: str = "", **variables: str) -> Done:
        """As :meth:`run`, in a process of its own."""
        done = subprocess.run(
            [sys.executable, "-m", "gamehall", *words],
            env=self._variables(variables),
            cwd=self.folder,
            input=stdin,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        return Done(done.returncode, done.stdout, done.stderr)

    def plugins(self, **variables: str) -> dict[tuple[str, str], dict[str, Any]]:
        """What ``gamehall plugins`` lists, by distribution and entry point."""
        done = self.run("plugins", "--json", **variables)
        assert done.code == 0, done.err
        rows = done.document["plugins"]
        keys = [(row["distribution"], row["name"]) for row in rows]
        assert len(set(keys)) == len(keys)
        return dict(zip(keys, rows, strict=True))
