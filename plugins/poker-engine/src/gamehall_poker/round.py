"""The round: one hand of poker, whatever the variant. Here is the betting, and how street follows street.

The state of the hand and the words for it are in :mod:`gamehall_poker.state`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from gamehall_poker.betting import (
    Structure,
    fixed_limit_bounds,
    pot_limit_bounds,
    spread_limit_bounds,
)
from gamehall_poker.changes import STAND_PAT, Changes
from gamehall_poker.ending import SHOW_OR_MUCK
from gamehall_poker.messages import Action, Bet, BringIn, Call, Check, Fold, Muck, Phase, RaiseTo
from gamehall_poker.opening import BRING_INS, first_by_cards
from gamehall_poker.players import members
from gamehall_poker.pots import uncalled
from gamehall_poker.ranks import shows_pair
from gamehall_poker.state import NOBODY, NOTHING
from gamehall_poker.story import BET, BROUGHT_IN, CALLED, CHECKED, FOLDED, RAISED
from gamehall_poker.variant import Opener, Street
from gamehall_sdk.errors import IllegalAction
from gamehall_sdk.round import Legal, Range, illegal

__all__ = ["PokerRound"]

_NO_LIMIT: Final = Structure.NO_LIMIT
_FIXED_LIMIT: Final = Structure.FIXED_LIMIT
_BETTING: Final = Phase.BET
_POSITION: Final = Opener.POSITION
_FOLD: Final = Fold()
_CHECK: Final = Check()
_CALL: Final = Call()
_BRING_IN: Final = BringIn()
_MUCK: Final = Muck()


@lru_cache(maxsize=1 << 16)
def _offer(facing: int, least: int, most: int) -> Legal:
    """What may be done with nothing bet (*facing* 0), a bet of one's own to stand on (1), or a bet to call (2)."""
    actions = (_FOLD, _CALL) if facing > 1 else (_CHECK,)
    return Legal(actions, (Range(RaiseTo if facing else Bet, least, most),) if least else ())


class PokerRound(Changes):
    """One hand from the deal to the payoffs.

    Folding is legal only when there is a bet to call. What the house's rules leave open is in
    :class:`~gamehall_poker.house.House`. Raises :class:`ValueError` for a setup that is none: fewer than two players,
    an empty stack, a deck too short, a blind at a seat that does not play.
    """

    __slots__ = ()

    def legal(self, seat: int) -> Legal:
        """See :meth:`Round.legal <gamehall_sdk.round.Round.legal>`."""
        if seat != self._turn:
            return self._legal_beside(seat)
        legal = self._legal
        if legal is None:
            player = self._actor
            current = self._current
            bet = self._bet[player]
            owed = current - bet
            all_in = bet + self._stack[player]
            bit = 1 << player
            least = most = 0
            # To raise when nobody is left to answer has no meaning.
            if all_in > current and self._active != bit:
                structure = self._betting.structure
                if structure is _FIXED_LIMIT:
                    if self._may_raise_fixed(player):
                        least, most = fixed_limit_bounds(self._level, self._step, all_in)
                # Whoever has acted may raise again only when facing a full raise, made at once or by several
                # all-ins (TDA rule 47).
                elif owed >= self._reopens or not self._acted & bit:
                    if structure is _NO_LIMIT:
                        least = self._level + self._step
                        if least > all_in:  # noqa: PLR1730  # quicker than min()
                            least = all_in
                        most = all_in
                    elif structure is Structure.POT_LIMIT:
                        least, most = pot_limit_bounds(self._level, self._step, all_in, current, self._pot, owed)
                    else:
                        top = self._betting.size(big=True)
                        least, most = spread_limit_bounds(self._level, self._step, all_in, top)
            legal = _offer(2 if owed else 1 if current else 0, least, most)
            if self._wide and least:
                legal = self._with_wide_bet(legal, all_in)
            self._legal = legal
        return legal

    def apply(self, seat: int, action: Action) -> None:
        """See :meth:`Round.apply <gamehall_sdk.round.Round.apply>`."""
        if seat != self._turn:
            self._apply_beside(seat, action)
            return
        player = self._actor
        owed = self._current - self._bet[player]
        kind = type(action)
        bit = 1 << player
        if kind is Call and owed:
            chips = self._stack[player]
            if owed >= chips:
                owed = chips
                self._active ^= bit
            self._stack[player] = chips - owed
            self._bet[player] += owed
            self._pot += owed
            self._log.append((CALLED, seat, owed))
            todo = self._todo ^ bit
        elif kind is Check and not owed:
            self._log.append((CHECKED, seat, None))
            todo = self._todo ^ bit
        elif kind is Fold and owed:
            self._log.append((FOLDED, seat, None))
            self._active ^= bit
            self._live = live = self._live ^ bit
            if not live & (live - 1):
                self._fold_out()
                return
            todo = self._todo ^ bit
        else:
            todo = self._wager(player, action)
        self._acted |= bit
        # As in _pass_turn, whose call would cost a tenth of the whole action.
        if todo and (self._active & (self._active - 1)):
            self._todo = todo
            after = todo >> player
            if after:
                player += (after & -after).bit_length() - 1
            else:
                player = (todo & -todo).bit_length() - 1
            self._actor = player
            self._turn = seat = self._seats[player]
            self.to_act = (seat,)
            self._legal = None
            return
        self._pass_turn(player, todo)

    def default(self, seat: int) -> Action:
        """Check where that is free, else fold; bring in, stand pat, muck."""
        if seat == self._turn:
            return _FOLD if self._current > self._bet[self._actor] else _CHECK
        if seat not in self.to_act:
            raise IllegalAction(f"seat {seat} owes no action")
        if self._phase is Phase.SHOW:
            return _MUCK
        return STAND_PAT if self._phase is Phase.DISCARD else _BRING_IN

    def _legal_beside(self, seat: int) -> Legal:
        """What *seat* may do when no ordinary turn of betting is its."""
        if seat not in self.to_act:
            return NOTHING
        if self._phase is Phase.SHOW:
            return SHOW_OR_MUCK
        return self._may_change() if self._phase is Phase.DISCARD else self._may_open()

    def _apply_beside(self, seat: int, action: Action) -> None:
        if seat not in self.to_act:
            raise illegal(action, NOTHING)
        if self._phase is Phase.SHOW:
            self._answer_show(seat, action)
        elif self._phase is Phase.DISCARD:
            self._change(action)
        else:
            self._bring_in(action)

    def _may_open(self) -> Legal:
        """What may be done by whoever has to bring it in: just that, or a full bet."""
        player = self._actor
        all_in = self._stack[player]
        if all_in <= self._betting.bring_in or self._active == 1 << player:
            return Legal((_BRING_IN,))
        least = min(self._step, all_in)
        match self._betting.structure:
            case Structure.FIXED_LIMIT:
                most = least
            case Structure.POT_LIMIT:
                most = min(max(self._pot, least), all_in)
            case Structure.SPREAD_LIMIT:
                most = min(max(self._betting.size(big=True), least), all_in)
            case Structure.NO_LIMIT:
                most = all_in
        return Legal((_BRING_IN,), (Range(Bet, least, most),))

    def _bring_in(self, action: Action) -> None:
        """Open for the bring-in or more."""
        player = self._actor
        legal = self._may_open()
        bit = 1 << player
        if type(action) is BringIn:
            chips = self._stack[player]
            owed = min(chips, self._betting.bring_in)
            self._stack[player] -= owed
            self._bet[player] += owed
            self._pot += owed
            self._log.append((BROUGHT_IN, self._seats[player], owed))
            if owed == chips:
                self._active ^= bit
            self._current = self._betting.bring_in
            todo = self._active & ~bit
        elif action in legal:
            self._turn = self._seats[player]
            self._legal = legal
            todo = self._wager(player, action)
        else:
            raise illegal(action, legal)
        self._phase = _BETTING
        self._acted |= bit
        self._pass_turn(player, todo)

    def _may_raise_fixed(self, player: int) -> bool:
        """Whether fixed limit lets *player* raise: the cap, and who has acted needs a full bet or raise since."""
        betting = self._betting
        if betting.cap and self._raises >= betting.cap:
            live = self._live & (self._live - 1)
            if betting.cap_heads_up or live & (live - 1):
                return False
        return not self._acted >> player & 1 or self._bet[player] < self._level

    def _with_wide_bet(self, legal: Legal, all_in: int) -> Legal:
        """*legal* with the choice of the big bet as well."""
        (span,) = legal.ranges
        least, most = fixed_limit_bounds(self._level, self._wide, all_in)
        return legal if most == span.most else Legal(legal.actions, (span, Range(span.action, least, most)))

    def _wager(self, player: int, action: Action) -> int:
        """Bet or raise, or refuse *action* altogether; who owes an answer is returned."""
        legal = self._legal or self.legal(self._turn)
        kind = type(action)
        if kind is not RaiseTo and kind is not Bet:
            raise illegal(action, legal)
        amount: int = action.amount  # type: ignore[union-attr]  # as has just been seen
        for span in legal.ranges:
            if type(amount) is int and span.least <= amount <= span.most and kind is span.action:
                break
        else:
            raise illegal(action, legal)
        more = amount - self._bet[player]
        self._stack[player] -= more
        self._bet[player] = amount
        self._pot += more
        current = self._current
        self._log.append((RAISED if current else BET, self._turn, amount))
        level = self._level
        raised = amount - level
        if self._betting.structure is not _FIXED_LIMIT:
            if raised >= self._step:
                self._step = raised
                self._reopens = amount - current
                self._level = amount
            elif level == current:
                # A short all-in. Below the full first bet after a bring-in it counts for nothing.
                self._level = amount
        elif raised >= self._step or (self._betting.half_bet and 2 * raised >= self._step):
            # In fixed limit an all-in of half a bet or more counts as a full one.
            self._level = amount
            self._raises += 1
            if self._wide and raised >= self._wide:
                self._step, self._wide = self._wide, 0
        self._current = amount
        self._aggressor = player
        bit = 1 << player
        if not self._stack[player]:
            self._active ^= bit
        return self._active & ~bit

    def _pass_turn(self, player: int, todo: int) -> None:
        """Ask the next of *todo* after *player*; close the street when nobody is left to ask."""
        self._todo = todo
        if todo:
            after = todo >> player
            if after:
                player += (after & -after).bit_length() - 1
            else:
                player = (todo & -todo).bit_length() - 1
            active = self._active
            # The last player with chips owes nothing once the all-in bets are matched.
            if active & (active - 1) or self._bet[player] < max(self._bet):
                self._actor = player
                self._turn = seat = self._seats[player]
                self.to_act = (seat,)
                self._legal = None
                return
        self._close()

    def _close(self) -> None:
        """After the betting of a street: the next street, or the end."""
        live, active = self._live, self._active
        if not live & (live - 1):
            self._fold_out()
            return
        if not active & (active - 1):
            # Nobody is left to bet against.
            self._betting_over = True
            self._return(*uncalled(self._matched()))
            if self._house.tables_all_in and not self._changes_to_come():
                for player in members(live):
                    self._show(player)
        self._advance()

    def _changes_to_come(self) -> bool:
        """Whether cards are still to be changed."""
        variant = self._variant
        return variant.changes and any(street.discards for street in variant.streets[self._street + 1 :])

    def _advance(self) -> None:
        streets = self._variant.streets
        while self._street + 1 < len(streets):
            self._street += 1
            street = streets[self._street]
            self._deal_street(street)
            if street.discards:
                self._ask_to_change()
                return
            if street.bets and not self._betting_over:
                self._bet = [0] * len(self._bet)
                self._open(street, 0, NOBODY)
                return
        self._showdown()

    def _changes_done(self) -> None:
        street = self._variant.streets[self._street]
        if street.bets and not self._betting_over:
            self._open(street, 0, NOBODY)
        else:
            self._advance()

    def _begin(self, current: int, last: int) -> None:
        street = self._variant.streets[0]
        self._current = current
        self._deal_first(street)
        if street.discards:
            raise ValueError(f"variant {self._variant.name!r} changes cards before anybody has bet")
        if street.bets:
            self._open(street, current, last)
        else:
            self._advance()

    def _open(self, street: Street, current: int, last: int) -> None:
        """Open the betting of *street* with *current* to call; by position the first to act is left of *last*."""
        betting = self._betting
        self._phase = _BETTING
        self._current = self._level = current
        self._acted = self._wide = 0
        self._aggressor = NOBODY
        self._opener = first = last + 1
        if betting.structure is _FIXED_LIMIT:
            self._step = step = betting.size(big=street.big_bet)
            self._raises = max(1, current // step) if current else 0
        else:
            least = betting.least
            self._step = self._reopens = current if current > least else least  # noqa: FURB136  # quicker than max()
        if street.opener is not _POSITION:
            self._open_by_cards(street)
            return
        self._pass_turn(first, self._active)

    def _open_by_cards(self, street: Street) -> None:
        betting = self._betting
        up = self._up_cards()
        self._opener = first = first_by_cards(street.opener, up)
        if street.open_pair and betting.open_pair and any(map(shows_pair, up.values())):
            self._wide = betting.size(big=True)
        if street.opener in BRING_INS:
            active = self._active
            if not active & (active - 1):
                # All but one are all-in by the ante: there is nobody to bring it in against.
                self._close()
                return
            if active >> first & 1:
                self._actor = first
                self._turn = NOBODY
                self.to_act = (self._seats[first],)
                self._phase = Phase.BRING_IN
                return
            # All-in by the ante: the next one acts first, with the bring-in to call (or more to bet).
            self._current = betting.bring_in
        self._pass_turn(first, self._active)
