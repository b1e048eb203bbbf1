"""A reader who does what a page says, in a folder and an environment of their own."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.docs.blocks import KINDS, Block, commands, missing
from tests.installing import Environment
from tests.postgres import Cluster

PATIENCE_S = 120.0


class Session:
    """Executes blocks one after another; the folder and exported variables go on from one to the next."""

    def __init__(self, environment: Environment, folder: Path) -> None:
        self.folder = folder
        self._environment = environment
        self._state = folder.parent / f"{folder.name}.state"
        self._background: list[subprocess.Popen[bytes]] = []
        self._cluster: Cluster | None = None
        # Built in the test's own environment: to fetch the build tool again for each page would be slow.
        self._variables = environment.variables(PIP_NO_BUILD_ISOLATION="0", PIP_QUIET="1", PIP_NO_DEPS="0")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for process in self._background:
            # One that has failed is gone already; that is told by what it was needed for.
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
            process.wait(timeout=30)
        if self._cluster is not None:
            self._cluster.remove()

    def do(self, block: Block) -> str | None:
        """Execute a block; the reason where it was passed over."""
        needs = block.word("needs ")
        lacking = [one for one in (needs or "").split(" and ") if one and not self._has(one)]
        if lacking:
            return f"needs {lacking[0]}"
        if block.title:
            path = self._cwd() / block.title
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
            return None
        assert block.kind in KINDS, f"line {block.line}: nobody knows what to do with a block of {block.kind}"
        if block.kind == "text":
            return None
        if block.word("given PostgreSQL") is not None:
            self._cluster = self._cluster or Cluster.make()
            with self._state.open("a", encoding="utf-8") as state:
                state.writelines(f"export {name}='{value}'\n" for name, value in self._cluster.variables.items())
                state.write(f'export PATH="{self._cluster.programs}{os.pathsep}$PATH"\n')
        if game := block.word("given rounds of "):
            given = Path(__file__).with_name("given.py")
            self._run(block, f"python {given} {game} {self._cwd() / 'gamehall-data'}", [])
        if block.kind == "python":
            self._run(block, "python - <<'END-OF-PAGE'\n" + block.text + "END-OF-PAGE\n", [])
        elif until := block.word("background, until:"):
            self._start(block, until)
        elif seconds := block.word("for "):
            self._for_a_while(block, float(seconds.split()[0]))
        elif block.kind == "sh":
            self._run(block, block.text, [])
        else:
            for command, expected in commands(block):
                self._run(block, command, expected)
        return None

    def _has(self, what: str) -> bool:
        if what.startswith("$"):
            return bool(self._variables.get(what[1:]))
        return shutil.which(what, path=self._variables["PATH"]) is not None

    def _cwd(self) -> Path:
        kept = self._state.with_suffix(".pwd")
        return Path(kept.read_text().strip()) if kept.exists() else self.folder

    def _script(self, text: str) -> list[str]:
        before = f'cd "{self._cwd()}"\n' + (f'. "{self._state}"\n' if self._state.exists() else "")
        after = f'\nexport -p > "{self._state}"\npwd > "{self._state.with_suffix(".pwd")}"\n'
        return ["bash", "-euo", "pipefail", "-c", before + text + after]

    def _run(self, block: Block, text: str, expected: list[str]) -> None:
        # `yes` dies of a closed pipe, and is right to.
        script = self._script(text if "yes ''" not in text else f"set +o pipefail\n{text}")
        done = subprocess.run(
            script,
            env=self._variables,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )
        told = f"line {block.line}: {text}\n{done.stdout}"
        if block.word("may fail") is None:
            assert bool(done.returncode) is (block.word("fails") is not None), told
        lacking = missing(expected, done.stdout)
        assert lacking is None, f"{told}\ndid not say: {lacking}"

    def _start(self, block: Block, until: str) -> None:
        log = Path(tempfile.mkstemp(dir=self.folder.parent, suffix=".log")[1])
        script = self._script(block.text.strip())
        with log.open("wb") as out:
            process = subprocess.Popen(
                script,
                env=self._variables | {"PYTHONUNBUFFERED": "1"},
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self._background.append(process)
        end = time.monotonic() + PATIENCE_S
        while until not in log.read_text():
            assert process.poll() is None and time.monotonic() < end, f"line {block.line}: {log.read_text()}"  # noqa: PT018
            time.sleep(0.05)

    def _for_a_while(self, block: Block, seconds: float) -> None:
        name, _, value = (block.word("with ") or "").partition("=")
        process = subprocess.Popen(
            self._script(f"exec {block.text.strip()}"),
            env=self._variables | ({name: value} if name else {}),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        time.sleep(seconds)
        os.killpg(process.pid, signal.SIGINT)
        said = process.communicate(timeout=60)[0]
        assert process.returncode in (0, 130), f"line {block.line}: {said}"
