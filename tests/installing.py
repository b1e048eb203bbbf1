"""Real environments and real wheels, for the tests that install."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import time
import venv
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import attrs
import pytest

ROOT = Path(__file__).resolve().parents[1]
OWN = ("GAMEHALL_", "PYTHON", "PYTEST", "VIRTUAL_ENV", "COV_")
"""Variables of the test run that no program under test should see."""
LONG_S = 300.0


@attrs.frozen
class Done:
    """What a command said."""

    code: int
    out: str
    err: str

    def must(self, code: int = 0) -> Done:
        """The same, when it ended with *code*."""
        assert self.code == code, f"exit code {self.code}\n{self.out}\n{self.err}"
        return self

    @property
    def document(self) -> Any:
        """Its output as JSON."""
        return json.loads(self.out)


@attrs.frozen
class Environment:
    """A virtual environment, and the wheels that its pip may take."""

    folder: Path
    wheels: Path | None = None

    @property
    def programs(self) -> Path:
        """Where its programs are."""
        return self.folder / ("Scripts" if os.name == "nt" else "bin")

    def variables(self, **more: str) -> dict[str, str]:
        """The environment's variables."""
        mine = {name: value for name, value in os.environ.items() if not name.startswith(OWN)}
        mine["PATH"] = f"{self.programs}{os.pathsep}{mine.get('PATH', '')}"
        # What is imported is compiled then; pip would compile everything.
        mine |= {"COLUMNS": "200", "NO_COLOR": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_NO_COMPILE": "1"}
        if self.wheels is not None:
            mine["PIP_FIND_LINKS"] = " ".join(filter(None, [str(self.wheels), os.environ.get("PIP_FIND_LINKS", "")]))
        return mine | more

    def run(self, program: str, *words: str, cwd: Path | None = None, **variables: str) -> Done:
        """Run a program of the environment."""
        done = subprocess.run(
            [self.programs / program, *words],
            cwd=cwd or self.folder,
            env=self.variables(**variables),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=LONG_S,
            check=False,
        )
        return Done(done.returncode, done.stdout, done.stderr)

    def pip(self, *words: str, cwd: Path | None = None, **variables: str) -> Done:
        """Run pip."""
        return self.run("python", "-m", "pip", "--quiet", *words, cwd=cwd, **variables)

    def gamehall(self, *words: str, cwd: Path | None = None, **variables: str) -> Done:
        """Run the command."""
        return self.run("gamehall", *words, cwd=cwd, **variables)

    @contextmanager
    def serving(self, data: Path) -> Iterator[list[str]]:
        """A server with its data in a folder, until the end of the block; gives the lines that it said at its start."""
        words = ["serve", "--data-dir", str(data), "--tcp-port", "0", "--web-port", "0"]
        with subprocess.Popen(
            [self.programs / "gamehall", *words],
            cwd=self.folder,
            env=self.variables(PYTHONUNBUFFERED="1"),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        ) as process:
            lines: list[str] = []
            try:
                assert process.stdout is not None
                for line in process.stdout:
                    lines.append(line.rstrip("\n"))
                    if line.startswith("Web page"):
                        break
                assert process.poll() is None, lines
                yield lines
            finally:
                process.terminate()
                lines += process.communicate(timeout=60)[0].splitlines()


def borrowing(folder: Path) -> Environment:
    """An environment with pip that has, beside its own packages, everything that this test run has."""
    venv.create(folder, symlinks=os.name != "nt")
    here = importlib.util.find_spec("attrs")
    assert here is not None
    assert here.origin is not None
    site = next(folder.glob("[Ll]ib/**/site-packages"))
    line = f"import site; site.addsitedir({str(Path(here.origin).parents[1])!r})\n"
    (site / "borrowed.pth").write_text(line, encoding="utf-8")
    environment = Environment(folder)
    # Nothing is installed here, so no installer has written the programs.
    for name in ("gamehall", "mypy", "pip", "pytest"):
        target = environment.programs / name
        # A process that a program starts imports the program again, under another name.
        run = f"if __name__ == '__main__':\n    import runpy\n    runpy.run_module({name!r}, run_name='__main__')\n"
        target.write_text(f"#!{environment.programs / 'python'}\n{run}", encoding="utf-8")
        target.chmod(0o755)
    (environment.programs / "ruff").symlink_to(Path(sys.executable).parent / "ruff")
    return environment


def clean(folder: Path, wheels: Path) -> Environment:
    """An environment with nothing but pip, which may take *wheels*."""
    venv.create(folder, symlinks=os.name != "nt")
    environment = Environment(folder, wheels)
    pip = ["-m", "pip", "--quiet", "--python", str(environment.programs / "python"), "install", "pip"]
    subprocess.run([sys.executable, *pip], env=environment.variables(), check=True, timeout=LONG_S)
    return environment


def once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """A folder that the first worker of this test run fills by *make*; the others wait for it."""
    base = factory.getbasetemp()
    base = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder, ready = base / name, base / f"{name}.ready"
    try:
        folder.mkdir()
    except FileExistsError:
        until = time.monotonic() + LONG_S
        while not ready.exists():
            assert time.monotonic() < until, f"another worker did not finish {name}"
            time.sleep(0.1)
        assert ready.read_text() == "made", f"another worker failed at {name}"
        return folder
    outcome = "failed"
    try:
        make(folder)
        outcome = "made"
    finally:
        ready.write_text(outcome)
    return folder


def build(target: Path, *sources: Path) -> None:
    """Build the wheels of packages."""
    # One process for all: it asks the backend as any frontend does, in the package's folder.
    program = (
        "import os, sys\nfrom hatchling.build import build_wheel\n"
        "for folder in sys.argv[2:]:\n    os.chdir(folder)\n    build_wheel(sys.argv[1])"
    )
    command = [sys.executable, "-c", program, str(target), *map(str, sources)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def build_all(target: Path) -> None:
    """Build the wheels of every package of the repository."""
    projects = sorted([*ROOT.glob("*/pyproject.toml"), *ROOT.glob("*/*/pyproject.toml")])
    build(target, *(project.parent for project in projects))


def wheels(factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheels of every package of the repository, built once in a test run."""
    return once(factory, "wheels", build_all)
