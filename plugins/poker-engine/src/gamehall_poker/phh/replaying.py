"""Plays a hand of a PHH file on the engine, and says what became of the chips.

Where the source does not tell cards, they lose to those that it tells; a hand that was mucked wins nothing as long as
another was not. Where all others folded, the account is that of PHH collections: the winner's whole bet of the last
street goes back, the part that a folded player had matched included, so neither ``pots`` nor ``won`` count it (the
engine itself returns only what nobody matched; the stacks are the same).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import attrs

from gamehall_poker.messages import (
    Bet,
    BringIn,
    Call,
    Check,
    Discard,
    Fold,
    Phase,
    PokerView,
    RaiseTo,
    SeatState,
)
from gamehall_poker.phh.codes import CODES
from gamehall_poker.phh.hand import Chips, PhhError, PhhHand
from gamehall_poker.phh.script import Script, Step, Verb, read_script, stack_deck
from gamehall_poker.phh.setting import Unit, begin
from gamehall_poker.pots import side_pots
from gamehall_poker.round import PokerRound
from gamehall_poker.variant import Rank, Street, Variant
from gamehall_sdk.cards import Card
from gamehall_sdk.errors import IllegalAction
from gamehall_sdk.round import Legal, Range, illegal

__all__ = ["Outcome", "replay"]

_TWO: Final = 2


@attrs.frozen
class Outcome:
    """What a hand came to, in the file's own unit; lists are by player."""

    pots: tuple[tuple[Chips, tuple[int, ...]], ...]
    """Amount and the players who could win it, the main pot first."""
    won: tuple[Chips, ...]
    finishing_stacks: tuple[Chips | None, ...]
    """``None`` where the file does not tell what a player began with."""


def replay(hand: PhhHand) -> Outcome:
    """Play *hand*; :class:`PhhError` names the field or the action that does not fit."""
    code = CODES.get(hand.variant)
    if code is None:
        raise PhhError(f"the variant {hand.variant!r} is none of {', '.join(CODES)}")
    count = len(hand.starting_stacks)
    if count < _TWO:
        raise PhhError("the field 'starting_stacks' needs two players or more")
    steps = read_script(hand.actions, count)
    variant = _as_dealt(code.variant, steps)
    script = stack_deck(steps, variant, count)
    unit = Unit(hand, steps)
    play = begin(hand, code, _judged(variant, script), script.deck, unit)
    bets = _play(play, steps, unit)
    known = [stack is not None for stack in hand.starting_stacks]
    return _outcome(play, bets, unit, known)


def _as_dealt(variant: Variant, steps: Sequence[Step]) -> Variant:
    """The variant without burned cards; where stud deals to the board, with that card instead of the last ones."""
    streets = variant.streets
    if not variant.to_board and any(step.verb is Verb.DEAL_BOARD for step in steps):
        last = streets[-1]
        shared = Street(name=last.name, board=1, big_bet=last.big_bet, opener=last.opener)
        streets = (*streets[:-1], shared)
    return attrs.evolve(variant, streets=streets, burns=False)


def _judged(variant: Variant, script: Script) -> Variant:
    low = None if variant.low is None else _judge(variant.low, script)
    return attrs.evolve(variant, rank=_judge(variant.rank, script), low=low)


def _judge(rank: Rank, script: Script) -> Rank:
    """*rank*, but hands that were mucked or that nobody knows are worth nothing beside others."""
    told = [step for step in script.steps if step.verb is Verb.SHOW_OR_MUCK]
    mucked = {step.player for step in told if not step.cards}
    showed = {step.player for step in told if step.cards}

    def judged(holes: Sequence[Sequence[int]], board: Sequence[int]) -> list[int]:
        known = [not script.unknown.intersection(hole) for hole in holes]
        held = [script.owners.get(Card(hole[0])) not in mucked for hole in holes]
        worth = [told and kept for told, kept in zip(known, held, strict=True)]
        if not any(worth):
            worth = held if any(held) else known
            shows = [script.owners.get(Card(hole[0])) in showed for hole in holes]
            worth = shows if any(shows) else worth
            if sum(worth) > sum(known) + 1:
                raise PhhError("nobody's cards are known at the showdown")
        return [value if fits else 0 for value, fits in zip(rank(holes, board), worth, strict=True)]

    return judged


def _play(play: PokerRound, steps: Sequence[Step], unit: Unit) -> dict[int, int]:
    """Do the actions of *steps*; gives the bets of the last street when all but one folded."""
    bets: dict[int, int] = {}
    board = 0
    for step in steps:
        if step.verb is Verb.DEAL_BOARD:
            board += len(step.cards)
            if board > len(play.view(None).board):
                raise step.wrong("no card comes to the board now")
        if step.verb in (Verb.DEAL_HOLE, Verb.DEAL_BOARD, Verb.SHOW_OR_MUCK):
            continue
        seat = step.player
        if seat not in play.to_act:
            due = f"p{play.to_act[0] + 1} is to act" if play.to_act else "the hand is over"
            raise step.wrong(f"p{seat + 1} is not to act; {due}")
        view = play.view(seat)
        try:
            action = _action(step, view, unit)
            play.apply(seat, action)
        except IllegalAction as error:
            raise step.wrong(str(_in_unit(action, play.legal(seat), unit))) from error
        if step.verb is Verb.FOLD and not play.to_act:
            bets = {one.seat: one.bet for one in view.seats}
    if play.to_act:
        raise PhhError(f"the hand is not over after {len(steps)} actions; p{play.to_act[0] + 1} is to act")
    return bets


def _action(step: Step, view: PokerView, unit: Unit) -> Any:
    match step.verb:
        case Verb.FOLD:
            return Fold()
        case Verb.CHECK_OR_CALL:
            return Call() if view.to_call else Check()
        case Verb.BRING_IN:
            return BringIn()
        case Verb.BET_OR_RAISE:
            facing = view.phase is Phase.BET and (view.to_call > 0 or any(seat.bet for seat in view.seats))
            return (RaiseTo if facing else Bet)(unit.bet(step))
        case _:
            return Discard(_thrown(step, view))


def _in_unit(action: Any, legal: Legal, unit: Unit) -> IllegalAction:
    """What is wrong with *action*, in the file's own unit."""
    spans = [Range(span.action, unit.amount(span.least), unit.amount(span.most)) for span in legal.ranges]  # type: ignore[arg-type]  # amounts to be read
    if isinstance(action, Bet | RaiseTo):
        action = attrs.evolve(action, amount=unit.amount(action.amount))  # type: ignore[arg-type]  # as above
    return illegal(action, Legal(legal.actions, tuple(spans)))


def _thrown(step: Step, view: PokerView) -> tuple[Card, ...]:
    """The cards thrown away; for unknown ones any others of the player's."""
    mine = next(seat.cards for seat in view.seats if seat.seat == step.player)
    named = [card for card in step.cards if card is not None]
    rest = [card for card in mine if card not in named]
    return (*named, *rest[: len(step.cards) - len(named)])


def _outcome(play: PokerRound, bets: dict[int, int], unit: Unit, known: Sequence[bool]) -> Outcome:
    view = play.view(None)
    live = [seat.seat for seat in view.seats if seat.state is not SeatState.FOLDED]
    won = [seat.won for seat in view.seats]
    dead = play.dead
    put = [seat.put - dead[seat.seat] for seat in view.seats]
    if len(live) == 1:
        (winner,) = live
        matched = min(bets.pop(winner, 0), max(bets.values(), default=0))
        won[winner] -= matched
        put[winner] -= matched
    pots = side_pots(put, live, sum(dead.values()))
    return Outcome(
        tuple([(unit.amount(pot.amount), pot.eligible) for pot in pots]),
        tuple([unit.amount(chips) for chips in won]),
        tuple([unit.amount(seat.stack) if told else None for seat, told in zip(view.seats, known, strict=True)]),
    )
