"""Checks of a round: that it ends, is a function of what goes in, and means what it lists as legal."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from gamehall_sdk.errors import IllegalAction
from gamehall_sdk.game import Stakes
from gamehall_sdk.record import By, Recording, SeatRecord, read, replay
from gamehall_sdk.round import Legal
from gamehall_sdk.testing.case import Broken, Case, Play
from gamehall_sdk.testing.values import some_value

__all__ = [
    "check_defaults",
    "check_deterministic",
    "check_end",
    "check_illegal",
    "check_legal",
    "check_payoffs",
    "check_record",
]

_HUGE: Final = 10**15
_TRIES: Final = 4
_ASK_TWICE: Final = 2


def check_end(case: Case) -> None:
    """Play to the end; at each step those who are to act, and only they, have something to do."""
    play = case.play()
    while True:
        due = play.round.to_act
        kind: type = type(due)
        if kind is not tuple or len(set(due)) < len(due) or not set(due) <= set(play.setup.seats):
            raise Broken(f"to_act is {due!r}, not some of the seats {play.setup.seats} in a tuple")
        for seat in play.setup.seats:
            legal = play.round.legal(seat)
            if not isinstance(legal, Legal):
                raise Broken(f"legal({seat}) gives a {type(legal).__name__}, not a Legal")
            if bool(legal) is not (seat in due):
                state = "is to act, but nothing is legal for it" if seat in due else f"owes nothing, but may {legal}"
                raise Broken(f"seat {seat} {state}")
        over = play.round.payoffs is not None
        if over is bool(due):
            raise Broken(f"a round is over when nobody is to act: to act are {due}, payoffs {play.round.payoffs}")
        if over:
            return
        case.move(play)


def check_deterministic(case: Case) -> None:
    """The same setup and actions give the same round, however often it is asked and whatever else is played."""
    play = case.play()
    length = case.length()
    state = [_seen(play)]
    while not play.over and len(play.actions) < length:
        case.move(play)
        state.append(_seen(play))
    random.seed(1)
    other = Play(case.game, play.setup)
    beside = Play(case.game, play.setup)
    for step in range(len(play.actions) + 1):
        for _ in range(_ASK_TWICE):
            seen = _seen(other)
        _compare(play, other, step, state[step], seen)
        if step < len(play.actions):
            other.do(*play.actions[step])
            if step % 2:
                beside.do(*play.actions[len(beside.actions)])


def check_legal(case: Case) -> None:
    """Every action that is listed at some moment, and both ends of every range, is accepted."""
    play = case.play()
    length = case.length()
    while not play.over and len(play.actions) < length:
        case.move(play)
    for seat in play.round.to_act:
        legal = play.round.legal(seat)
        for action in _listed(case, legal):
            if action not in legal:
                raise Broken(f"{action} is listed for seat {seat}, but `in` denies it")
            try:
                play.again().do(seat, action)
            except IllegalAction as error:
                raise Broken(f"{action} is listed for seat {seat}, but apply refuses it: {error}") from None
            case.count("listed actions")


def check_illegal(case: Case) -> None:
    """What is not listed raises IllegalAction and changes nothing."""
    play = case.play()
    length = case.length()
    while not play.over and len(play.actions) < length:
        if case.dice.randint(0, 2) == 0:
            _try_unlisted(case, play)
        case.move(play)
    _try_unlisted(case, play)
    clean = play.again()
    for step, (mine, its) in enumerate(zip(play.told, clean.told, strict=True)):
        if mine != its:
            raise Broken(f"after refused actions, {_at(play, step)} gives {mine}; without them {its}")
    if _seen(clean) != _seen(play):
        raise Broken("refused actions left the round different from one without them")


def check_defaults(case: Case) -> None:
    """The default action is legal whenever a seat is to act, and defaults alone end the round."""
    play = case.play()
    length = case.length()
    while not play.over:
        for seat in play.round.to_act:
            action = play.round.default(seat)
            if action not in play.round.legal(seat):
                raise Broken(f"default({seat}) is {action}, which is not among {play.round.legal(seat)}")
        if len(play.actions) < length:
            case.move(play)
            continue
        seat = play.round.to_act[0]
        play.do(seat, play.round.default(seat))
        case.count("defaults")
        if len(play.actions) > case.limits.most_actions:
            raise Broken(f"the round is not over after {case.limits.most_actions} actions")


def check_payoffs(case: Case) -> None:
    """Each seat of the round has one, a whole number; chips sum to 0, and nobody loses more than the stack."""
    play = case.play()
    while not play.over:
        case.move(play)
    payoffs = play.round.payoffs
    if payoffs is None:
        raise Broken("nobody is to act, and there are no payoffs")
    if set(payoffs) != set(play.setup.seats):
        raise Broken(f"payoffs are given for {sorted(payoffs)}; the round's seats are {play.setup.seats}")
    wrong = [won for won in payoffs.values() if isinstance(won, bool) or not isinstance(won, int)]
    if wrong:
        raise Broken(f"the payoff {wrong[0]!r} is not a whole number")
    if case.game.stakes is not Stakes.CHIPS:
        return
    if sum(payoffs.values()):
        raise Broken(f"the payoffs {dict(payoffs)} sum to {sum(payoffs.values())}, not to 0")
    for seat, stack in zip(play.setup.seats, play.setup.stacks, strict=True):
        if stack + payoffs[seat] < 0:
            raise Broken(f"seat {seat} had {stack} chips and loses {-payoffs[seat]}")


def check_record(case: Case) -> None:
    """A finished round's record is read and replayed to the same events, to the byte."""
    play = case.play()
    seats = tuple(
        SeatRecord(seat, seat + 1, f"player {seat}", "bot", stack)
        for seat, stack in zip(play.setup.seats, play.setup.stacks, strict=True)
    )
    recording = Recording(case.game, play.setup, seats)
    recording.news()
    while not play.over:
        seat, action = case.move(play)
        recording.round.apply(seat, action)
        recording.did(seat, action, By.PLAYER, 0)
        recording.news()
    net = recording.net(chips=case.game.stakes is Stakes.CHIPS)
    record = recording.record(payoffs=net)
    again = read(record.to_json())
    if again.to_json() != record.to_json():
        raise Broken("the record reads back as another one")
    try:
        replay(again, case.game)
    except (ValueError, IllegalAction) as error:
        raise Broken(f"the record does not replay: {error}") from None
    case.count("records")


def _seen(play: Play) -> tuple[Any, ...]:
    """All that can be asked of a round."""
    views = tuple(msgspec.json.encode(play.game.payloads.dump_json(play.round.view(one))) for one in play.viewers)
    legal = tuple(play.round.legal(seat) for seat in play.setup.seats)
    defaults = tuple(play.round.default(seat) for seat in play.round.to_act)
    payoffs = play.round.payoffs
    return views, play.round.to_act, legal, defaults, None if payoffs is None else dict(payoffs)


def _compare(play: Play, other: Play, step: int, seen: tuple[Any, ...], again: tuple[Any, ...]) -> None:
    if play.told[step] != other.told[step]:
        raise Broken(f"{_at(play, step)} told {play.told[step]} the first time and {other.told[step]} the second")
    names = ("the views", "to_act", "what is legal", "the defaults", "the payoffs")
    for name, was, now in zip(names, seen, again, strict=True):
        if was != now:
            raise Broken(f"{_at(play, step)}, {name} were {_short(was)} the first time and {_short(now)} the second")


def _at(play: Play, step: int) -> str:
    return "the start" if step == 0 else f"action {step} ({play.actions[step - 1][1]})"


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 400 else text[:397] + "…"  # noqa: PLR2004  # some lines of a terminal


def _listed(case: Case, legal: Legal) -> Iterator[Any]:
    for action in legal.actions:
        if type(action) not in case.game.actions:
            raise Broken(f"{action!r} is listed, but the game does not name {type(action).__name__} among its actions")
        yield action
    for span in legal.ranges:
        if span.action not in case.game.actions:
            raise Broken(f"the range {span} is of a class that the game does not name among its actions")
        if span.least > span.most:
            raise Broken(f"the range {span} is empty")
        yield from (span.action(amount) for amount in {span.least, span.most, case.dice.randint(span.least, span.most)})


def _try_unlisted(case: Case, play: Play) -> None:
    before = _seen(play)
    for _ in range(_TRIES):
        try:
            seat, action = _unlisted(case, play)
        except (TypeError, ValueError):
            # The class itself refuses such values, so none of them can come in.
            continue
        if seat in play.round.to_act and action in play.round.legal(seat):
            continue
        try:
            play.round.apply(seat, action)
        except IllegalAction:
            pass
        except Exception as error:  # noqa: BLE001  # whatever the rules raise instead
            name = type(error).__name__
            raise Broken(
                f"{action} of seat {seat} is not legal; apply raises {name} ({error}), not IllegalAction"
            ) from None
        else:
            raise Broken(f"{action} of seat {seat} is not listed as legal, but apply accepts it")
        if left := play.round.events():
            raise Broken(f"{action} of seat {seat} was refused, but told {left}")
        after = _seen(play)
        if after != before:
            raise Broken(f"{action} of seat {seat} was refused, but changed the round")
        case.count("refused actions")


def _unlisted(case: Case, play: Play) -> tuple[int, Any]:
    """An action that is probably not legal now."""
    dice, now = case.dice, play.round
    seats = play.setup.seats
    idle = tuple(seat for seat in seats if seat not in now.to_act)
    spans = [(seat, span) for seat in now.to_act for span in now.legal(seat).ranges]
    kind = dice.choice(("any", "outside", "idle"))
    if kind == "outside" and spans:
        seat, span = dice.choice(spans)
        return seat, span.action(dice.choice((span.least - 1, span.most + 1, 0, -1, _HUGE)))
    if kind == "idle" and idle and now.to_act:
        return dice.choice(idle), now.legal(now.to_act[0]).choose(dice)
    return dice.choice(seats), some_value(dice.choice(case.game.actions), dice, play.setup.deal)
