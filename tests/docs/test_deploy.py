"""The systemd unit and the Dockerfile: the page shows what lies in the folder, and both are as a linter wants them."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import anyio.to_thread
import attrs
import httpx
import pytest

from gamehall.settings import Settings
from tests.docs.blocks import blocks
from tests.hosting import PATIENCE_S, hosting
from tests.installing import ROOT

DEPLOY = ROOT / "docs/deploy"
PAGE = ROOT / "docs/how-to/run-a-server.md"
UNIT = (DEPLOY / "gamehall.service").read_text(encoding="utf-8")
DOCKERFILE = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")


def instructions() -> Iterator[tuple[str, str]]:
    """The Dockerfile's instructions, each with what follows it, on one line."""
    for line in re.sub(r"\\\n\s*", "", DOCKERFILE).splitlines():
        if line and not line.startswith("#"):
            word, _, rest = line.partition(" ")
            yield word, rest


def of(word: str) -> list[str]:
    return [rest for one, rest in instructions() if one == word]


def test_the_page_shows_the_files_of_the_folder() -> None:
    shown = {block.title: block.text for block in blocks(PAGE) if block.title in {"gamehall.service", "Dockerfile"}}
    assert shown == {"gamehall.service": UNIT, "Dockerfile": DOCKERFILE}


def test_every_variable_in_them_is_a_setting() -> None:
    known = {f"GAMEHALL_{field.name.upper()}" for field in attrs.fields(Settings)}
    for text in (UNIT, DOCKERFILE):
        named = set(re.findall(r"GAMEHALL_\w+", text))
        assert named
        assert named <= known


def test_the_image_is_pinned_small_and_nobodys() -> None:
    bases = of("FROM")
    assert all(re.fullmatch(r"python:\d+\.\d+\.\d+-slim-\w+( AS \w+)?", base) for base in bases)
    assert len({base.split()[0] for base in bases}) == 1
    words = [word for word, _ in instructions()]
    assert "ADD" not in words
    assert "HEALTHCHECK" in words
    assert re.fullmatch(r"[1-9]\d*", of("USER")[-1])
    last = len(words) - words[::-1].index("FROM")
    assert "USER" in words[last:]
    assert all("--no-cache-dir" in run for run in of("RUN") if "pip install" in run)
    # In exec form, so that the server gets the signals itself.
    assert json.loads(of("ENTRYPOINT")[0]) == ["gamehall"]
    assert json.loads(of("CMD")[0]) == ["serve"]
    assert not re.search(r"password|secret|token", DOCKERFILE, re.IGNORECASE)


async def test_a_server_has_the_figures_of_the_page_and_passes_the_image_s_health_check(tmp_path: Path) -> None:
    program = json.loads(of("HEALTHCHECK")[0].partition("CMD ")[2])

    def check(place: str) -> int:
        code = program[2].replace("127.0.0.1:7080", place)
        return subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, timeout=60).returncode

    async with hosting(tmp_path / "data") as server:
        place = server.web_address.removeprefix("http://")
        assert await anyio.to_thread.run_sync(check, place) == 0
        async with httpx.AsyncClient(base_url=server.web_address, trust_env=False) as web:
            exposition = (await web.get("/metrics")).text
        named = re.findall(r"`(gamehall_[a-z_]+)`", PAGE.read_text(encoding="utf-8"))
        assert len(named) > 6
        assert not [one for one in named if f"# TYPE {one.removesuffix('_total')}" not in exposition]
        server.hall.stopping = True
        assert await anyio.to_thread.run_sync(check, place) == 1


def test_the_unit_is_one_that_systemd_takes(tmp_path: Path) -> None:
    sections = re.findall(r"^\[(\w+)\]$", UNIT, re.MULTILINE)
    assert sections == ["Unit", "Service", "Install"]
    keys = dict(re.findall(r"^(\w+)=(.*)$", UNIT, re.MULTILINE))
    assert keys["User"] == "gamehall"
    assert int(keys["TimeoutStopSec"]) > Settings().stop_limit_s
    assert int(keys["LimitNOFILE"]) > Settings().max_connections
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("there is no systemd-analyze here")
    # The program of the page is not installed where it says; one that is there takes its place.
    unit = tmp_path / "gamehall.service"
    unit.write_text(re.sub(r"/srv/gamehall/venv/bin/gamehall", sys.executable, UNIT), encoding="utf-8")
    done = subprocess.run(
        [analyze, "verify", str(unit)], capture_output=True, text=True, check=False, timeout=PATIENCE_S
    )
    assert not [line for line in done.stderr.splitlines() if "gamehall.service" in line], done.stderr
