"""Bots that are broken, each in one way, by the check that was made for it; they play Hello and Bidding."""

from __future__ import annotations

import random
import time
from typing import Any

from gamehall_sdk.bot import Bot, BotKind
from gamehall_sdk.round import Legal
from gamehall_sdk.table import RoundStarted, TurnStarted
from tests.sdk.testing.bidding import Bid

BROKEN: dict[str, list[BotKind]] = {}
"""The check to the bots that it must catch."""


class Sound(Bot):
    """Picks one of the legal actions by its seed."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.rng = random.Random(seed)

    def act(self, view: Any, legal: Legal, seconds: float) -> Any:
        return legal.choose(self.rng)


SOUND = BotKind(name="sound", games=("hello", "bidding"), make=Sound)


def bot(check: str, game: str = "hello") -> Any:
    def add(kind: type[Bot]) -> type[Bot]:
        BROKEN.setdefault(check, []).append(BotKind(name=kind.__name__, games=(game,), make=kind))
        return kind

    return add


@bot("legal", "bidding")
class BidsWhatItHasNot(Sound):
    def act(self, view: Any, legal: Legal, seconds: float) -> Any:
        return Bid(30)


@bot("legal")
class AnswersNothing(Sound):
    def act(self, view: Any, legal: Legal, seconds: float) -> Any:
        return None if len(view.players) > 4 else super().act(view, legal, seconds)


@bot("legal")
class KnowsTwoPlayersOnly(Sound):
    def act(self, view: Any, legal: Legal, seconds: float) -> Any:
        _, _ = view.players
        return super().act(view, legal, seconds)


@bot("legal")
class ThinksTooLong(Sound):
    def act(self, view: Any, legal: Legal, seconds: float) -> Any:
        time.sleep(0.08)
        return super().act(view, legal, seconds)


@bot("legal")
class NeverAnswers(Sound):
    def act(self, view: Any, legal: Legal, seconds: float) -> Any:
        while True:
            pass


@bot("time")
class DividesByTheTime(Sound):
    def act(self, view: Any, legal: Legal, seconds: float) -> Any:
        self.pace = 1 / seconds
        return super().act(view, legal, seconds)


@bot("malformed")
class KnowsEveryEvent(Sound):
    def hear(self, event: Any) -> None:
        assert type(event).__module__.startswith("gamehall_") and type(event).__name__ != "Raw"  # noqa: PT018


@bot("malformed")
class CountsOnWhatItHears(Sound):
    turn: int

    def hear(self, event: Any) -> None:
        if isinstance(event, TurnStarted):
            self.turn = event.turn

    def act(self, view: Any, legal: Legal, seconds: float) -> Any:
        return legal.actions[self.turn % len(legal.actions)]


@bot("malformed", "bidding")
class WantsItsOptions(Sound):
    def sit(self, seat: int, game: str, variant: str, options: dict[str, str]) -> None:
        self.most = int(options["most"])


@bot("malformed")
class PlaysOneTableOnly(Sound):
    first = 0

    def hear(self, event: Any) -> None:
        if isinstance(event, RoundStarted):
            if event.number <= self.first:
                raise RuntimeError("I was here before")
            self.first = event.number


@bot("deterministic")
class HasMoods(Sound):
    def act(self, view: Any, legal: Legal, seconds: float) -> Any:
        return legal.choose(random)
