"""Every game and bot that is shipped keeps what the kit checks; `gamehall check NAME` looks at more rounds."""

from __future__ import annotations

import attrs
import pytest

from gamehall.plugins import Plugins
from gamehall_bot_modeller.bot import ModellerBot
from gamehall_bot_sampler.bot import SamplerBot
from gamehall_sdk.testing import BOT_CHECKS, GAME_CHECKS, BotCheck, GameCheck, Limits, run_bot_check, run_game_check

PLUGINS = Plugins()
LIMITS = Limits(examples=20, move_s=0.2, grace_s=10, budget_s=4)


@pytest.mark.parametrize("name", PLUGINS.games)
@pytest.mark.parametrize("check", GAME_CHECKS, ids=lambda check: check.name)
def test_a_game(name: str, check: GameCheck) -> None:
    result = run_game_check(check, PLUGINS.games[name], limits=LIMITS)
    assert result.fault is None, "\n".join(result.fault.lines())


@pytest.mark.parametrize("name", PLUGINS.bots)
@pytest.mark.parametrize("check", BOT_CHECKS, ids=lambda check: check.name)
def test_a_bot(name: str, check: BotCheck) -> None:
    kind = PLUGINS.bots[name]
    if name == "sampler":
        # It thinks as long as it may, and a busy machine would cut it short: a number of worlds is the same anywhere.
        kind = attrs.evolve(kind, make=lambda seed: SamplerBot(seed, worlds=2))
    if name == "modeller":
        kind = attrs.evolve(kind, make=lambda seed: ModellerBot(seed, hands=12, ways=12))
    played = [game for game in PLUGINS.games.values() if kind.plays(game.name)]
    result = run_bot_check(check, kind, played, limits=LIMITS)
    assert result.fault is None, "\n".join(result.fault.lines())
