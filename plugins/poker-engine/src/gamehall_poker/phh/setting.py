"""The table that a hand of a PHH file was played at: its chips, its forced bets, its deal."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from gamehall_poker.betting import Betting
from gamehall_poker.messages import PostKind
from gamehall_poker.phh.codes import Code
from gamehall_poker.phh.hand import Chips, PhhError, PhhHand
from gamehall_poker.phh.reading import is_amount
from gamehall_poker.phh.script import Step, Verb
from gamehall_poker.round import PokerRound
from gamehall_poker.start import PokerStart, Post
from gamehall_poker.variant import Variant
from gamehall_sdk.cards import Card
from gamehall_sdk.round import Setup

__all__ = ["Unit", "begin"]

_TWO: Final = 2
_NO_CAP: Final = 0


class Unit:
    """The file's amounts as whole chips."""

    def __init__(self, hand: PhhHand, steps: Sequence[Step]) -> None:
        amounts: list[Chips] = [*hand.antes, *hand.blinds, hand.bring_in, hand.small_bet, hand.big_bet]
        amounts += [stack for stack in hand.starting_stacks if stack is not None]
        amounts += [self._number(step) for step in steps if step.verb is Verb.BET_OR_RAISE]
        self._all: Chips = sum(amount if amount > 0 else -amount for amount in amounts)
        self._places = max(map(_decimals, amounts), default=0)

    def chips(self, amount: Chips) -> int:
        """*amount* in the smallest unit of the hand."""
        return int(amount * 10**self._places)

    def bet(self, step: Step) -> int:
        """The amount of a bet."""
        return self.chips(self._number(step))

    def amount(self, chips: int) -> Chips:
        """Chips as the file would write them."""
        if not self._places:
            return chips
        amount = Decimal(chips).scaleb(-self._places)
        return int(amount) if amount == amount.to_integral_value() else amount

    def stack(self, stack: Chips | None) -> int:
        """The chips of a stack; for an unknown one more than could be bet in the hand."""
        return self.chips(self._all) + 1 if stack is None else self.chips(stack)

    @staticmethod
    def _number(step: Step) -> Chips:
        try:
            number = Decimal(step.amount)
        except ArithmeticError:
            number = Decimal("nan")
        if not is_amount(number):
            raise step.wrong(f"{step.amount!r} is no amount")
        return number


def _decimals(amount: Chips) -> int:
    if isinstance(amount, int):
        return 0
    exponent = amount.normalize().as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0


def begin(hand: PhhHand, code: Code, variant: Variant, deck: tuple[Card, ...], unit: Unit) -> PokerRound:
    """Begin the hand; :class:`PhhError` says what does not fit together.

    Antes that differ are dead money, and so are those that whoever has less can win in whole.
    """
    count = len(hand.starting_stacks)
    antes = _by_player("antes", hand.antes, count, unit, turned=variant.blinds)
    blinds = _by_player("blinds_or_straddles", hand.blinds, count, unit, turned=True)
    if min(antes) < 0:
        raise PhhError(f"the field 'antes' holds {min(hand.antes)}; an ante is 0 or more")
    stacks = tuple([unit.stack(stack) for stack in hand.starting_stacks])
    # What all pay has to be matched; what some pay more is dead, and so are antes that one who has less can win.
    shared, kind = min(antes), PostKind.DEAD
    if not hand.trims_antes and (max(antes) > shared or min(stacks) < shared):
        kind = PostKind.DEAD if max(antes) > shared else PostKind.ANTE
        shared = 0
    posts = [Post(player, ante - shared, kind) for player, ante in enumerate(antes) if ante > shared]
    small, big, straddles = _blinds(blinds, count) if variant.blinds else (None, None, [])
    # As at a table: who owes both posts what is dead first.
    start = PokerStart(count - 1, small, big, (*posts, *straddles))
    try:
        betting = Betting(
            structure=code.structure,
            small_blind=0 if small is None else blinds[small],
            big_blind=0 if big is None else blinds[big],
            ante=shared,
            bring_in=unit.chips(hand.bring_in),
            small_bet=unit.chips(hand.small_bet),
            big_bet=unit.chips(hand.big_bet),
            cap=_NO_CAP,
            open_pair=True,
        )
        setup = Setup(
            variant=hand.variant,
            options=None,
            seats=tuple(range(count)),
            stacks=stacks,
            deal=deck,
            start=start,
        )
        return PokerRound(variant, betting, setup)
    except ValueError as error:
        raise PhhError(f"the hand cannot begin: {error}") from error


def _by_player(name: str, amounts: Sequence[Chips], count: int, unit: Unit, *, turned: bool) -> list[int]:
    """The *amounts* of a field by player: between two with a button they are listed the other way round."""
    if len(amounts) > count:
        raise PhhError(f"the field {name!r} is longer than 'starting_stacks'")
    chips = [*[unit.chips(amount) for amount in amounts], *[0] * (count - len(amounts))]
    return chips[::-1] if turned and count == _TWO else chips


def _blinds(blinds: Sequence[int], count: int) -> tuple[int | None, int | None, list[Post]]:
    """Who posts the small and the big blind, and further posts."""
    posted = [player for player, amount in enumerate(blinds) if amount > 0]
    if count == _TWO:
        posted.sort(reverse=True)
    big = posted[min(len(posted), _TWO) - 1] if posted else None
    small = posted[0] if len(posted) >= _TWO else None
    more = [
        Post(player, abs(blinds[player])) for player in range(count) if blinds[player] and player not in (small, big)
    ]
    return small, big, more
