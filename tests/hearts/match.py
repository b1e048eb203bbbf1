"""Bots at one table, without a server: each deal is played from every seat, so that the cards' luck evens out."""

from __future__ import annotations

import random
from collections.abc import Callable
from statistics import fmean
from typing import Any

from gamehall_hearts.hearts.messages import Direction, HeartsStart
from gamehall_hearts.plugin import HEARTS
from gamehall_sdk.bot import Bot
from gamehall_sdk.game import Game
from gamehall_sdk.options import write_options
from gamehall_sdk.round import Setup

Maker = tuple[str, Callable[[int], Bot]]


def means(
    game: Game, variant: str, makers: list[Maker], deals: int, *, seed: int = 1, options: Any = None
) -> dict[str, float]:
    """The mean payoff of each kind of bot; *makers* are one for each seat."""
    rng = random.Random(seed)
    options = options or game.options()
    deck = game.deck(variant, options)
    seats = tuple(range(len(makers)))
    results: dict[str, list[int]] = {name: [] for name, _ in makers}
    for number in range(deals):
        deal = tuple(rng.sample(deck, len(deck)))
        direction = list(Direction)[number % 4]
        for turn in seats:
            sitting = makers[turn:] + makers[:turn]
            setup = Setup(
                variant=variant,
                options=options,
                seats=seats,
                stacks=(0,) * len(seats),
                deal=deal,
                start=HeartsStart(direction, 0) if game is HEARTS else None,
            )
            payoffs = play(game, setup, [make(rng.randrange(1 << 32)) for _, make in sitting])
            for (name, _), seat in zip(sitting, seats, strict=True):
                results[name].append(payoffs[seat])
    return {name: fmean(found) for name, found in results.items()}


def play(game: Game, setup: Setup, bots: list[Bot]) -> Any:
    """One round; what each bot chooses must be legal."""
    table = game.round(setup)
    for seat, bot in zip(setup.seats, bots, strict=True):
        bot.sit(seat, game.name, setup.variant, write_options(setup.options))
    while table.to_act:
        seat = table.to_act[-1]
        legal = table.legal(seat)
        action = bots[setup.seats.index(seat)].act(table.view(seat), legal, 1.0)
        assert action in legal
        table.apply(seat, action)
    return table.payoffs
