"""The end of a hand: everybody else folded, or the showdown; the pots; who shows, and who is asked whether to."""

from __future__ import annotations

from collections.abc import Sequence
from operator import sub
from typing import Final

from gamehall_poker.messages import Action, Muck, Phase, Show
from gamehall_poker.players import members
from gamehall_poker.showdown import Share, hold_showdown, show_order
from gamehall_poker.state import NOBODY, HandState
from gamehall_poker.story import MUCKED, WON, WON_LOW
from gamehall_sdk.round import Legal, illegal

__all__ = ["SHOW_OR_MUCK", "Ending"]

_MUCK: Final = Muck()
SHOW_OR_MUCK: Final = Legal((_MUCK, Show()))
"""What may be done by whoever need not show."""


class Ending(HandState):
    """A hand with its end."""

    __slots__ = ()

    def _fold_out(self) -> None:
        """All others folded: the winner takes the pot, and is asked whether to show where the house does so."""
        winner = self._live.bit_length() - 1
        put = self._matched()
        mine = put[winner]
        put[winner] = 0
        self._return(winner, mine - max(put))
        if self._house.asks_to_show:
            self._ask_to_show([winner])
        else:
            self._take_all(winner)

    def _take_all(self, winner: int) -> None:
        """The *winner* takes the pot without a showdown."""
        pot = self._pot
        self._stack[winner] += pot
        self._shares = [(0, winner, pot)]
        self._log.append((WON, self._seats[winner], (0, pot, -1)))
        self._finish()

    def _showdown(self) -> None:
        """Compare, show, pay; then ask the beaten whether they show."""
        live = members(self._live)
        order = show_order(live, self._aggressor, self._opener)
        tabled = self._live != self._active and self._house.tables_all_in
        put, dead = self._matched(), sum(self._dead)
        held = hold_showdown(self._variant, self._holes(), self._board, put, live, dead, order, tabled=tabled)
        hidden = []
        shown = self._shown
        for player, show in zip(order, held.shows, strict=True):
            if show:
                if not shown >> player & 1:
                    self._show(player)
            elif self._house.asks_to_show:
                hidden.append(player)
            else:
                self._log.append((MUCKED, self._seats[player], None))
        self._pay(held.shares, held.strengths, WON)
        if held.low_shares:
            self._pay(held.low_shares, held.lows, WON_LOW)
        if hidden:
            self._ask_to_show(hidden)
        else:
            self._finish()

    def _ask_to_show(self, players: list[int]) -> None:
        self._phase = Phase.SHOW
        self._turn = NOBODY
        self._bet = [0] * len(self._bet)
        self.to_act = tuple(self._seats[player] for player in players)

    def _answer_show(self, seat: int, action: Action) -> None:
        """Show or muck; the hand is over when nobody is left to ask."""
        player = self._seats.index(seat)
        if type(action) is Show:
            self._show(player)
        elif type(action) is Muck:
            self._log.append((MUCKED, seat, None))
        else:
            raise illegal(action, SHOW_OR_MUCK)
        self.to_act = tuple(other for other in self.to_act if other != seat)
        if self.to_act:
            return
        if self._shares:
            self._finish()
        else:
            self._take_all(player)

    def _pay(self, shares: Sequence[Share], strengths: Sequence[int], what: int) -> None:
        stack = self._stack
        for number, player, chips in shares:
            stack[player] += chips
            self._log.append((what, self._seats[player], (number, chips, strengths[player])))
        self._shares += shares

    def _finish(self) -> None:
        """Close the books."""
        self._bet = [0] * len(self._stack)
        self._phase = Phase.OVER
        self._turn = NOBODY
        self.to_act = ()
        self.payoffs = dict(zip(self._seats, map(sub, self._stack, self._first)))  # noqa: B905  # quicker, of one length
