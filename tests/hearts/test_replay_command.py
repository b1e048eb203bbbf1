"""``gamehall history replay FILE``: a deal and the plays written by hand give the outcome as JSON."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.hearts.deal import gongzhu, suit


def replay(path: Path) -> tuple[int, Any]:
    done = subprocess.run(
        [sys.executable, "-m", "gamehall", "history", "replay", str(path)],
        capture_output=True,
        text=True,
        cwd=path.parent,
        check=False,
    )
    return done.returncode, json.loads(done.stdout)


def written(path: Path, **more: Any) -> Path:
    """A round of Gongzhu in which the first seat takes every trick."""
    hands = [suit("s"), suit("h"), suit("d"), suit("c")]
    game = gongzhu(hands)
    cards = [hand.split() for hand in hands]
    inputs = []
    while game.to_act:
        (seat,) = game.to_act
        action = game.default(seat)
        inputs.append({"seat": seat, "action": {"playcard": {"card": str(action.card)}}})
        game.apply(seat, action)
    document = {
        "game": "gongzhu",
        "variant": "q",
        "seats": [{"seat": seat} for seat in range(4)],
        "deal": [cards[place % 4][place // 4] for place in range(52)],
        "inputs": inputs,
    }
    path.write_text(json.dumps({**document, **more}), encoding="utf-8")
    return path


def test_an_explicit_deal_and_the_plays_give_tricks_and_scores(tmp_path: Path) -> None:
    code, told = replay(written(tmp_path / "round.json"))
    assert code == 0
    assert told["ok"] is True
    assert told["payoffs"] == {"0": 400, "1": 0, "2": 0, "3": 0}
    view = told["view"]["gongzhuview"]
    assert len(view["tricks"]) == 13
    assert {trick["winner"] for trick in view["tricks"]} == {0}
    assert [seat["score"] for seat in view["seats"]] == [400, 0, 0, 0]


def test_a_wrong_outcome_and_an_illegal_play_are_found(tmp_path: Path) -> None:
    code, told = replay(written(tmp_path / "payoffs.json", payoffs=[0, 0, 0, 0]))
    assert code == 1
    assert "payoffs" in told["error"]
    wrong = [{"seat": 0, "action": {"playcard": {"card": "2h"}}}]
    code, told = replay(written(tmp_path / "illegal.json", inputs=wrong))
    assert code == 1
    assert "2h" in told["error"]
