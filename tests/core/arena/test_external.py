from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from gamehall.arena.limits import Failing, Limits
from gamehall.arena.plan import Mode
from tests.architecture.repository import ROOT
from tests.core.arena.conftest import Play, faults, outcome

EXAMPLE = ROOT / "docs/how-to/examples/caller.c"

PYTHON = """
import json, sys
for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "sit":
        print(json.dumps({"ready": True}), flush=True)
    elif said["type"] == "act":
        %s
"""


def bot(tmp_path: Path, answer: str) -> str:
    """A bot that runs *answer* when it is to act."""
    path = tmp_path / "bot.py"
    path.write_text(PYTHON % answer)
    return f"cmd:{shlex.join([sys.executable, '-S', str(path)])}"


COMPILER = shutil.which("cc")


@pytest.mark.skipif(COMPILER is None, reason="there is no C compiler")
def test_the_example_in_c_plays_poker(play: Play, tmp_path: Path) -> None:
    program = tmp_path / "caller"
    subprocess.run([str(COMPILER), "-Wall", "-Wextra", "-Werror", "-o", program, EXAMPLE], check=True)
    keeper = play(f"cmd:{program},looker", 12, game="holdem", match_rounds=6)
    assert not faults(keeper)
    assert all(match.decisions[seat] for unit in outcome(keeper) for match in unit for seat in (0, 1))


def test_a_program_plays_as_a_bot_does(play: Play, tmp_path: Path) -> None:
    actions = 'print(json.dumps({"action": said["legal"]["actions"][-1]}), flush=True)'
    keeper = play(f"{bot(tmp_path, actions)},first", 8, mode=Mode.ISOLATED)
    assert not faults(keeper)
    assert outcome(keeper) == outcome(play("last,first", 8, mode=Mode.ISOLATED))


def test_a_program_hears_events_and_gets_amounts(play: Play, tmp_path: Path) -> None:
    log = tmp_path / "log"
    amounts = f"""
        open({str(log)!r}, "a").write(line)
        legal = said["legal"]; spans = legal["amounts"]
        least = {{"choice": len(legal["actions"]), "amount": spans[0]["least"]}} if spans else {{"choice": 0}}
        print(json.dumps(least), flush=True)
    else:
        open({str(log)!r}, "a").write(line)
    """.replace("\n        ", "\n        ").strip()
    keeper = play(f"{bot(tmp_path, amounts)},first", 2, game="holdem")
    assert not faults(keeper)
    said = log.read_text()
    for part in ('"roundstarted"', '"holecardsdealt"', '"type":"end"', '"amounts":[{"action":"', '"pokerview"'):
        assert part in said


@pytest.mark.parametrize(
    ("answer", "kind", "cause"),
    [
        ('print("I fold", flush=True)', Failing.PROTOCOL, "its line is no JSON object: I fold"),
        ('print("[" * 50_000, flush=True)', Failing.PROTOCOL, "its line is no JSON object"),
        ('sys.stdout.write("x" * 200000); sys.stdout.flush()', Failing.PROTOCOL, "it said a line of more than"),
        ('print("{}\\n{}", flush=True)', Failing.PROTOCOL, 'an answer has "action"'),
        ('print(json.dumps({"choice": "0"}), flush=True)', Failing.PROTOCOL, "must be whole numbers"),
        ('print(json.dumps({"choice": 7}), flush=True)', Failing.ILLEGAL, "it chose number 7"),
        ('print(json.dumps({"action": {"fly": {}}}), flush=True)', Failing.ILLEGAL, "the payload 'fly'"),
        ("sys.exit(1)", Failing.CRASH, "its process ended"),
        ("import time; time.sleep(60)", Failing.TIMEOUT, "it did not answer within 1 s"),
    ],
)
def test_what_is_no_answer_is_a_fault(play: Play, tmp_path: Path, answer: str, kind: Failing, cause: str) -> None:
    keeper = play(f"{bot(tmp_path, answer)},first", 2, limits=Limits(move_s=1.0))
    found = faults(keeper)
    assert [one for _, one in found] == [kind]
    assert cause in found[0, kind].cause


def test_a_program_that_says_nothing_does_not_sit(play: Play) -> None:
    keeper = play("cmd:sleep 60,first", 2, limits=Limits(start_s=0.3))
    assert faults(keeper)[0, Failing.START].cause == "it did not sit down within 0.3 s"
    keeper = play("cmd:true,first", 2)
    assert faults(keeper)[0, Failing.START].cause == "its process ended"
