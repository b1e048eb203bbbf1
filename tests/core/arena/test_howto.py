"""What the page on the arena says is done, in its order."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gamehall_sdk.round import Legal
from tests.architecture.repository import ROOT
from tests.core.cli.conftest import gamehall
from tests.core.site import Done

__all__ = ["gamehall"]

PAGE = (ROOT / "docs/how-to/arena.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^ {4,}((?:gamehall|cc) .*)$", PAGE, flags=re.MULTILINE)
BLOCKS = re.findall(r"^```python\n(.*?)^```$", PAGE, flags=re.MULTILINE | re.DOTALL)


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_the_commands_work(gamehall: Callable[..., Done]) -> None:
    shutil.copy(ROOT / "docs/how-to/examples/caller.c", Path.cwd())
    assert len(COMMANDS) == 12
    for command in COMMANDS:
        name, *words = shlex.split(command)
        if name == "cc":
            subprocess.run([str(shutil.which(name)), *words], check=True)
        elif words[0] != "install":
            done = gamehall(*words)
            assert done.code == 0, f"{command}: {done.err}"
    assert Path("first-run/report.html").exists()
    assert Path("rounds.jsonl").read_bytes().count(b"\n") == 200


def test_the_environment_is_played() -> None:
    names: dict[str, Any] = {}
    exec(BLOCKS[0], names)  # noqa: S102  # our own page
    assert names["env"].agents == []


def test_a_policy_is_a_bot() -> None:
    names: dict[str, Any] = {"policy": lambda observation: np.zeros(2)}
    exec(BLOCKS[1], names)  # noqa: S102  # as above
    bot = names["Trained"](1)
    bot.sit(0, "hello", "hello", {})
    game = names["GAME"]
    from gamehall_sdk.round import Setup

    play = game.round(
        Setup(
            variant="hello", options=game.options(), seats=(0, 1), stacks=(0, 0), deal=tuple(game.deck("hello", None))
        )
    )
    legal = play.legal(0)
    assert isinstance(legal, Legal)
    assert bot.act(play.view(0), legal, 1.0) in legal
