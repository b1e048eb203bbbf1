from __future__ import annotations

import re

import pytest

from gamehall.arena.plan import Format
from gamehall.arena.work import decode_plan, encode_plan
from gamehall.errors import CommandError
from tests.core.arena.conftest import Make


def test_a_plan_is_complete(make: Make) -> None:
    plan = make("random,first,random", 10, game="holdem", options={"big-blind": "10", "small_blind": "5"})
    assert plan.labels == ("random", "first", "random#2")
    assert (plan.seats, plan.variant, plan.stack) == (3, "nl", 2000)
    assert plan.options["bigblind"] == "10"
    assert plan.match_rounds % 3 == 0
    assert decode_plan(encode_plan(plan)) == plan


@pytest.mark.parametrize(
    ("bots", "more", "says"),
    [
        ("random,first", {"game": "holdm"}, "No game 'holdm' is installed; did you mean 'holdem'?"),
        ("random,frist", {}, "No bot 'frist' that plays hello is installed; did you mean 'first'?"),
        ("random", {}, "Hello takes 2 to 8 players, and 1 were to sit"),
        (",".join(["random"] * 9), {}, "round-robin plays them in groups"),
        ("random", {"form": Format.HEADS_UP}, "1 bot cannot fill a table of 2"),
        ("random,first", {"form": Format.ROUND_ROBIN, "seats": 9}, "Hello takes 2 to 8 players, and 9"),
        ("random,first", {"seats": 3}, "seats all 2 bots at one table, not 3"),
        ("random,first", {"form": Format.HEADS_UP, "seats": 3}, "has 2 seats, not 3"),
        ("random,first", {"variant": "x"}, "hello has no variant 'x'"),
        ("random,first", {"options": {"bigblind": "3"}}, "there is no option 'bigblind'"),
        ("random,first", {"game": "holdem", "options": {"bigblnd": "3"}}, "did you mean 'bigblind'?"),
        ("random,first", {"game": "holdem", "options": {"bigblind": "many"}}, "option 'bigblind' is 'many'"),
        ("random,first", {"stack": 100}, "played for points"),
        ("random,first", {"game": "holdem", "stack": 0}, "--stack is 0"),
        ("random,cmd:no-such-program-here", {}, "no program 'no-such-program-here'"),
        ("random,cmd:'", {}, "is no command"),
        ("random,cmd:", {}, "no program ''"),
    ],
)
def test_what_does_not_fit_is_said(make: Make, bots: str, more: dict[str, object], says: str) -> None:
    with pytest.raises(CommandError, match=re.escape(says)) as refused:
        make(bots, 10, **more)
    assert not str(refused.value).endswith("?.")


def test_at_least_one_round_is_played(make: Make) -> None:
    with pytest.raises(CommandError, match="at least 1"):
        make("random,first", 0)
