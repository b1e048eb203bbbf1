"""Random Gongzhu and Hearts through the Round alone, beside OpenSpiel's hearts where that is installed.

The whole public loop is timed: a fresh deck, a round, and until it is over ``to_act``, ``legal``, a choice,
``apply``; then ``payoffs``. Hearts passes three cards to the left first, chosen one at a time, in both engines.
Engines take turns, a slice of time each, and the best slice of each counts, since the machine's noise only ever
takes away.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from random import random
from typing import Any, NamedTuple

from gamehall_hearts.hearts.messages import Direction, HeartsStart
from gamehall_hearts.plugin import GONGZHU, HEARTS
from gamehall_sdk.game import Game
from gamehall_sdk.round import Setup

_BATCH = 16


class Figures(NamedTuple):
    """What was played."""

    actions: int
    rounds: int


def play_ours(game: Game, variant: str, start: Any, seconds: float) -> Figures:
    """Our engine."""
    options = game.options()
    seats = tuple(range(game.seats_of(variant)[0]))
    stacks = (0,) * len(seats)
    deck = list(game.deck(variant, options))
    actions = rounds = 0
    end = time.perf_counter() + seconds
    while rounds % _BATCH or time.perf_counter() < end:
        for place in range(len(deck) - 1):
            other = place + int(random() * (len(deck) - place))
            deck[place], deck[other] = deck[other], deck[place]
        play = game.round(
            Setup(variant=variant, options=options, seats=seats, stacks=stacks, deal=tuple(deck), start=start)
        )
        turn = play.to_act
        while turn:
            seat = turn[0]
            legal = play.legal(seat).actions
            play.apply(seat, legal[int(random() * len(legal))])
            actions += 1
            turn = play.to_act
        if play.payoffs is None:
            raise AssertionError("a round that is over has payoffs")
        rounds += 1
    return Figures(actions, rounds)


def play_open_spiel(seconds: float) -> Figures:
    """OpenSpiel's C++ hearts, called from Python; dealing and the choice of the direction are its chance nodes."""
    import pyspiel

    game = pyspiel.load_game("hearts")
    actions = rounds = 0
    end = time.perf_counter() + seconds
    while rounds % _BATCH or time.perf_counter() < end:
        state = game.new_initial_state()
        # The first node draws the direction: 1 is to the left.
        state.apply_action(1)
        while not state.is_terminal():
            legal = state.legal_actions()
            actions += not state.is_chance_node()
            state.apply_action(legal[int(random() * len(legal))])
        state.returns()
        rounds += 1
    return Figures(actions, rounds)


def run(*, quick: bool = False) -> list[dict[str, Any]]:
    """Measure both games."""
    slices, seconds = (2, 0.2) if quick else (7, 1.0)
    left = HeartsStart(Direction.LEFT, 0)
    engines: dict[str, Callable[[float], Figures]] = {
        "round-gongzhu": lambda span: play_ours(GONGZHU, "q", None, span),
        "round-gongzhu-t": lambda span: play_ours(GONGZHU, "t", None, span),
        "round-hearts": lambda span: play_ours(HEARTS, "hearts", left, span),
    }
    try:
        play_open_spiel(0.0)
    except ImportError:
        missing = True
    else:
        missing = False
        engines["open_spiel"] = play_open_spiel
    best: dict[str, tuple[float, float]] = {}
    for _ in range(slices):
        for engine, play in engines.items():
            begun = time.perf_counter()
            figures = play(seconds)
            spent = time.perf_counter() - begun
            best[engine] = max(best.get(engine, (0.0, 0.0)), (figures.actions / spent, figures.rounds / spent))
    three = round(best.pop("round-gongzhu-t")[0])
    theirs = best.pop("open_spiel", None)
    rows = []
    for name, (value, rounds_per_s) in best.items():
        detail: dict[str, Any] = {"players": 4, "rounds/s": round(rounds_per_s)}
        if name == "round-gongzhu":
            detail["three players, with jokers: actions/s"] = three
        if theirs is not None:
            detail["open_spiel hearts"] = {"actions/s": round(theirs[0]), "ours is": f"{value / theirs[0]:.2f} x"}
        elif missing:
            detail["open_spiel"] = "not installed"
        rows.append({"name": name, "value": round(value), "unit": "actions/s", "detail": detail})
    return rows
