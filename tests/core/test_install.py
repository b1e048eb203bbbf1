from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from gamehall import install
from gamehall.errors import CommandError
from tests.core.site import CLOCK
from tests.installing import borrowing


def wheel(folder: Path, name: str, module: str) -> Path:
    """A wheel with one module and an entry point for it, both called *name*."""
    path = folder / f"{name}-1.0-py3-none-any.whl"
    info = f"{name}-1.0.dist-info"
    texts = {
        f"{name}.py": module,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: hand\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/entry_points.txt": f"[gamehall]\n{name} = {name}\n",
        f"{info}/RECORD": "",
    }
    with zipfile.ZipFile(path, "w") as archive:
        for inside, text in texts.items():
            archive.writestr(inside, text)
    return path


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment that has what this one has, pip too."""
    return borrowing(tmp_path_factory.mktemp("environment")).programs / "python"


def gamehall(python: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([python, "-m", "gamehall", *words], capture_output=True, text=True, check=False, timeout=120)


@pytest.mark.skipif(sys.platform == "win32", reason="an environment has other folders there")
def test_a_package_is_installed_listed_and_removed(python: Path, tmp_path: Path) -> None:
    broken = gamehall(python, "install", str(wheel(tmp_path, "broken", "raise SystemExit")))
    assert broken.returncode == 1
    assert "broken of broken 1.0: it tried to end the whole program" in broken.stdout
    assert "gamehall: installed, but broken cannot be used." in broken.stderr

    # With a broken plugin in place, everything goes on.
    good = gamehall(python, "install", str(wheel(tmp_path, "good", CLOCK.format(name="sand"))))
    assert (good.returncode, good.stdout) == (0, "good of good 1.0: clocks: sand\n")

    gone = gamehall(python, "uninstall", "Broken", "good")
    assert (gone.returncode, gone.stdout) == (0, "removed Broken, good\n")
    again = gamehall(python, "uninstall", "good")
    assert (again.returncode, again.stderr) == (1, "gamehall: good is not installed.\n")


@pytest.mark.skipif(sys.platform == "win32", reason="an environment has other folders there")
def test_what_cannot_be_had_is_one_clear_line(python: Path, tmp_path: Path) -> None:
    done = gamehall(python, "install", str(tmp_path / "nowhere.whl"))
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].endswith("could not be installed; the lines above say why.")


@pytest.mark.parametrize("name", ["gamehall", "gamehall-sdk", "Gamehall_SDK", "attrs", "typer"])
def test_what_the_server_needs_is_not_removed(name: str) -> None:
    with pytest.raises(CommandError, match="stays: gamehall itself needs it"):
        install.uninstall([name])


@pytest.mark.parametrize("word", ["--index-url=x", "-e", ""])
def test_an_option_of_the_installer_is_no_package(word: str) -> None:
    with pytest.raises(CommandError, match="is not the name of a package"):
        install.install([word])


@pytest.mark.parametrize(
    ("package", "name"),
    [
        ("Gamehall_Hello>=1", "gamehall-hello"),
        ("some/folder/gamehall_hello-1.0-py3-none-any.whl", "gamehall-hello"),
        ("hello[extra]", "hello"),
        (".", ""),
        ("no/such folder", ""),
        ("bad.whl", ""),
    ],
)
def test_the_distribution_of_a_package(package: str, name: str) -> None:
    assert install.distribution_name(package) == name


@pytest.mark.parametrize(
    ("there", "command"),
    [
        ({"pip", "uv"}, [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "hello"]),
        ({"uv"}, [sys.executable, "-m", "uv", "pip", "install", "--python", sys.executable, "hello"]),
        ({"path"}, ["/bin/uv", "pip", "install", "--python", sys.executable, "hello"]),
    ],
)
def test_the_installer_is_the_one_that_is_there(
    monkeypatch: pytest.MonkeyPatch, there: set[str], command: list[str]
) -> None:
    ran: list[list[str]] = []

    def run(words: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        ran.append(words)
        return subprocess.CompletedProcess(words, 0)

    monkeypatch.setattr(importlib.util, "find_spec", lambda name: name if name in there else None)
    monkeypatch.setattr(shutil, "which", lambda _: "/bin/uv" if "path" in there else None)
    monkeypatch.setattr(subprocess, "run", run)
    install.install(["hello"])
    assert ran == [command]


def test_without_an_installer_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(CommandError, match="no pip, and there is no uv"):
        install.install(["hello"])
