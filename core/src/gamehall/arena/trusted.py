"""Trusted bots: called in the worker itself, one match after the other. As fast as it gets, and without limits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter_ns
from typing import Any, Final

from gamehall.arena.limits import BotFault, Failing, words
from gamehall.arena.match import Asking, Tally
from gamehall_sdk.bot import Bot
from gamehall_sdk.errors import GameFault

_TIMED: Final = 13
"""One decision in so many is timed: a prime, so that no rhythm of a game hides from it."""


def seat_bots(
    makes: Sequence[Callable[[int], Bot]],
    seeds: Sequence[int],
    table: tuple[str, str, dict[str, str]],
    entrants: tuple[int, ...],
) -> tuple[list[Bot | None], Tally]:
    """Make the bot of each seat and let it sit down at *table* (game, variant, options); and the match's tally.

    A bot that fails at that has its default actions played all match long.
    """
    tally = Tally(entrants)
    bots: list[Bot | None] = []
    for seat, (make, seed) in enumerate(zip(makes, seeds, strict=True)):
        try:
            bot = make(seed)
            game, variant, options = table
            bot.sit(seat, game, variant, dict(options))
            bots.append(bot)
        except (Exception, SystemExit) as error:  # noqa: BLE001  # a bot may raise anything
            tally.fail(seat, Failing.START, words(error), stop=True)
            bots.append(None)
    tally.listening = tuple(seat for seat, bot in enumerate(bots) if bot is not None and hears(bot))
    return bots, tally


def hears(bot: Bot) -> bool:
    """Whether *bot* listens to events at all."""
    return type(bot).hear is not Bot.hear or "hear" in vars(bot)


def drive(asking: Asking, bots: Sequence[Bot | None], tally: Tally, seconds: float) -> list[list[int]]:
    """Answer a match's questions by *bots*, by seat, who are told that they have *seconds*.

    Gives for each seat the nanoseconds of some of its decisions.
    """
    acts = [None if bot is None else bot.act for bot in bots]
    looks = [bot is not None and bot.looks for bot in bots]
    times: list[list[int]] = [[] for _ in bots]
    news, listens = tally.news, [seat in tally.listening for seat in range(len(bots))]
    countdown = 0
    send, throw = asking.send, asking.throw
    try:
        seat, game, legal = next(asking)
        while True:
            try:
                view = game.view(seat) if looks[seat] else None
            except Exception as error:
                raise GameFault(f"the game failed at a view: {words(error)}") from error
            try:
                if listens[seat]:
                    _listen(bots[seat], news[seat])
                if countdown:
                    countdown -= 1
                    action = acts[seat](view, legal, seconds)  # type: ignore[misc]  # a bot that is missing is never asked
                else:
                    countdown = _TIMED
                    begun = perf_counter_ns()
                    action = acts[seat](view, legal, seconds)  # type: ignore[misc]  # as above
                    times[seat].append(perf_counter_ns() - begun)
            except (Exception, SystemExit) as error:  # noqa: BLE001  # a bot may raise anything
                seat, game, legal = throw(BotFault(Failing.ERROR, words(error)))
            else:
                seat, game, legal = send(action)
    except StopIteration:
        return times


def _listen(bot: Bot | None, news: list[Any]) -> None:
    events = news[:]
    news.clear()
    for event in events:
        bot.hear(event)  # type: ignore[union-attr]  # as above
