"""The player: it keeps the guessing table up to date, and weighs what it may do by it."""

from __future__ import annotations

import random
from typing import Any, Final

from gamehall_bot_modeller.decide import choose
from gamehall_bot_modeller.outlook import Known, Opponent, futures
from gamehall_bot_modeller.table import GuessingTable
from gamehall_poker.messages import Action, Muck, Phase, PokerSeat, PokerView, SeatState
from gamehall_poker.ranking import Rank, high, ranks_of
from gamehall_sdk.bot import Bot
from gamehall_sdk.round import Legal

__all__ = ["ModellerBot"]

_HANDS: Final = 64
_FUTURES: Final = 96
_SLOW: Final = 4
"""So many times fewer futures where hands are not ranked by eval7 at once: Omaha, and pots for low hands."""
_STUD: Final = 7
_BOARD: Final = 5
_OMAHA: Final = 4


class ModellerBot(Bot):
    """Guesses what the others hold from what they do, and learns how they play from what they show."""

    def __init__(self, seed: int, hands: int = _HANDS, ways: int = _FUTURES) -> None:
        """*hands* is how many an opponent may hold, *ways* how many futures are drawn: more is stronger, and slower."""
        super().__init__(seed)
        self._hands = hands
        self._ways = ways
        self._rng = random.Random(seed)  # noqa: S311  # a player's thoughts, repeatable by its seed
        self._seat = -1
        self._game = "holdem"
        self._variant = ""
        self.table = GuessingTable(self._rng)

    def sit(self, seat: int, game: str, variant: str, options: dict[str, str]) -> None:  # noqa: ARG002  # the contract's
        """Remember what is played, and where."""
        if seat != self._seat or game != self._game:
            self.table = GuessingTable(self._rng, low="razz" in variant)
        self._seat, self._game, self._variant = seat, game, variant

    def hear(self, event: Any) -> None:
        """The guessing table hears it."""
        self.table.hear(event)

    def act(self, view: PokerView, legal: Legal, seconds: float) -> Action:  # noqa: ARG002  # a decision takes about a millisecond
        """Choose the action that is worth most; it shows nothing that it need not."""
        if view.phase is Phase.SHOW:
            return Muck()
        me = next(one for one in view.seats if one.seat == self._seat)
        others = [one for one in view.seats if one.seat != self._seat and one.state is not SeatState.FOLDED]
        seen = frozenset({*view.board, *(card for one in view.seats for card in one.cards)})
        size, to_board = self._sizes(view, me, others)
        known = Known(me.cards, size - len(me.cards), view.board, to_board, seen)
        ranks = self._ranks(me)
        count = self._ways if ranks == (high,) else 1 + self._ways // _SLOW
        ways = futures(known, [self._opponent(one, size, seen) for one in others], ranks, count, self._rng)
        action: Action = choose(view, me, legal, ways)
        return action

    def _sizes(self, view: PokerView, me: PokerSeat, others: list[PokerSeat]) -> tuple[int, int]:
        """How many cards a player has in the end, and how many still come to the board."""
        if self._game != "stud":
            return len(me.cards), _BOARD - len(view.board)
        missing = sum(_STUD - len(one.cards) for one in (me, *others))
        left = 52 - len(view.board) - sum(len(one.cards) for one in view.seats)
        if view.board or missing > left:
            # The deck is too short for all: the last card is one for all.
            return _STUD - 1, 1 - len(view.board)
        return _STUD, 0

    def _ranks(self, me: PokerSeat) -> tuple[Rank, ...]:
        two = self._game == "holdem" and len(me.cards) == _OMAHA
        return ranks_of(self._game, self._variant, exactly_two=two)

    def _opponent(self, one: PokerSeat, size: int, seen: frozenset[int]) -> Opponent:
        holdings, levels = self.table.holdings(one.seat, size - len(one.cards), seen, self._hands)
        return Opponent(
            one.cards, holdings, levels, self.table.habits(one.seat), folds=one.state is not SeatState.ALL_IN
        )
