"""A server in a process of its own, which can be killed and started again on the same port."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import attrs

from tests.architecture.repository import ROOT

PAGE = re.compile(r"Web page: (http://\S+)")
# The command, but that a password's hash costs nothing: each person at the page has a new account.
PROGRAM = """
import sys
from gamehall import __main__, app
from tests.hosting import cheap_passwords
app.Passwords = cheap_passwords
sys.exit(__main__.run(sys.argv[1:]))
"""
PATIENCE_S = 120.0


@attrs.define
class Served:
    """A server on *folder*."""

    folder: Path
    url: str = ""
    process: subprocess.Popen[str] | None = None
    drain: threading.Thread | None = None
    """Reads what it prints, so that it never waits for a reader."""

    @property
    def log(self) -> Path:
        return self.folder.parent / f"{self.folder.name}.log"

    def start(self) -> None:
        """Start it, on the port that it had before."""
        port = self.url.rpartition(":")[2] or "0"
        words = ["-c", PROGRAM, "serve", "--tcp-port", "0", "--web-port", port, "--data-dir", str(self.folder)]
        environment = {name: text for name, text in os.environ.items() if not name.startswith("GAMEHALL_")}
        environment["PYTHONPATH"] = str(ROOT)
        with self.log.open("ab") as errors:
            self.process = subprocess.Popen(
                [sys.executable, *words],
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                cwd=self.folder.parent,
                env=environment,
            )
        assert self.process.stdout is not None
        timer = threading.Timer(PATIENCE_S, self.process.kill)
        timer.start()
        for line in self.process.stdout:
            if found := PAGE.search(line):
                self.url = found[1]
                break
        timer.cancel()
        assert self.url, self.log.read_text(encoding="utf-8")
        self.drain = threading.Thread(target=self.process.stdout.read, daemon=True)
        self.drain.start()

    def run(self, *words: str) -> None:
        """Run a command of the operator's beside it."""
        command = [sys.executable, "-m", "gamehall", *words]
        place = {"GAMEHALL_DATA_DIR": str(self.folder)}
        subprocess.run(command, check=True, cwd=self.folder.parent, env=os.environ | place, timeout=PATIENCE_S)

    def kill(self) -> None:
        """End it at once, as a crash would."""
        assert self.process is not None
        self.process.kill()
        self._gone()

    def stop(self) -> None:
        """Ask it to end."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self._gone()

    def _gone(self) -> None:
        assert self.process is not None
        assert self.process.stdout is not None
        self.process.wait(PATIENCE_S)
        if self.drain is not None:
            self.drain.join(PATIENCE_S)
        self.process.stdout.close()


@contextmanager
def serving(folder: Path) -> Iterator[Served]:
    """A running server, stopped at the end of the block."""
    served = Served(folder)
    served.start()
    try:
        yield served
    finally:
        served.stop()
