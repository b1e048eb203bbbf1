"""The round: one hand of poker, whatever the variant.

Players are numbered from 0, clockwise from the first seat left of the button, so that the rising number is the
order of dealing, of acting after the first street, and of odd chips; only what comes in or goes out names seats.
Sets of players are bit masks. Cards are dealt from the deck's top without burning: on each street one at a time
round the table to those still in, then the board's.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from functools import lru_cache
from operator import sub
from typing import Final

from gamehall_poker.betting import Betting, Structure, fixed_limit_bounds, no_limit_bounds, pot_limit_bounds
from gamehall_poker.forced import post_forced
from gamehall_poker.messages import Action, Bet, Call, Check, Fold, PokerSeat, PokerView, RaiseTo, SeatState
from gamehall_poker.pots import side_pots, uncalled
from gamehall_poker.showdown import hold_showdown
from gamehall_poker.start import PokerStart, usual_start
from gamehall_poker.story import (
    BEGAN,
    BET,
    BOARD,
    CALLED,
    CHECKED,
    DEALT,
    FOLDED,
    MUCKED,
    RAISED,
    RETURNED,
    SHOWN,
    WON,
    Entry,
    tell,
)
from gamehall_poker.variant import Street, Variant
from gamehall_sdk.cards import Card
from gamehall_sdk.errors import IllegalAction
from gamehall_sdk.round import Legal, Range, Round, Setup, Told, illegal

__all__ = ["PokerRound"]

_NOTHING: Final = Legal()
_NOBODY: Final = -1
_NO_LIMIT: Final = Structure.NO_LIMIT
_FOLD: Final = Fold()
_CHECK: Final = Check()
_CALL: Final = Call()
_FIXED_LIMIT: Final = Structure.FIXED_LIMIT


@lru_cache(maxsize=1 << 16)
def _offer(facing: int, least: int, most: int) -> Legal:
    """What may be done with nothing bet (*facing* 0), a bet of one's own to stand on (1), or a bet to call (2)."""
    actions = (_FOLD, _CALL) if facing > 1 else (_CHECK,)
    return Legal(actions, (Range(RaiseTo if facing else Bet, least, most),) if least else ())


@lru_cache(maxsize=1 << 12)
def _members(mask: int) -> tuple[int, ...]:
    """The players of a set, by rising number."""
    return tuple(player for player in range(mask.bit_length()) if mask >> player & 1)


class PokerRound(Round[Action, PokerView]):
    """One hand from the deal to the payoffs.

    Folding is legal only when there is a bet to call. Raises :class:`ValueError` for a setup that is none: fewer
    than two players, an empty stack, a deck too short, a blind at a seat that does not play.
    """

    __slots__ = (
        "_acted",
        "_active",
        "_actor",
        "_aggressor",
        "_bet",
        "_betting",
        "_board",
        "_current",
        "_dead",
        "_deal",
        "_dealt",
        "_first",
        "_hole",
        "_legal",
        "_level",
        "_live",
        "_log",
        "_pot",
        "_raises",
        "_reopens",
        "_seats",
        "_shares",
        "_shown",
        "_stack",
        "_start",
        "_step",
        "_street",
        "_todo",
        "_told",
        "_turn",
        "_variant",
        "payoffs",
        "to_act",
    )

    to_act: tuple[int, ...]
    """The seat to act, alone in its tuple; empty when the hand is over."""
    payoffs: Mapping[int, int] | None
    """Each seat's chips won less those put in, once the hand is over."""

    def __init__(self, variant: Variant, betting: Betting, setup: Setup) -> None:
        seats, stacks = setup.seats, setup.stacks
        count = len(seats)
        if count < 2 or count != len(stacks) or min(stacks) < 1:  # noqa: PLR2004  # one cannot play alone
            raise ValueError(f"a hand needs two players or more, each with chips: seats {seats}, stacks {stacks}")
        if len(setup.deal) < count * variant.to_player + variant.to_board:
            raise ValueError(f"{len(setup.deal)} cards are too few for {count} players of {variant.name}")
        start = setup.start or usual_start(seats, seats[-1])
        at = bisect_right(seats, start.button) % count
        self._variant = variant
        self._betting = betting
        self._start: PokerStart = start
        self._seats = seats[at:] + seats[:at]
        self._first = stacks[at:] + stacks[:at]
        forced = post_forced(betting, start, self._seats, self._first)
        self._stack = forced.stack
        self._bet = forced.bet
        self._dead = forced.dead
        self._pot = sum(self._first) - sum(forced.stack)
        self._live = self._active = (1 << count) - 1
        if 0 in self._stack:
            self._active = sum([1 << player for player, chips in enumerate(self._stack) if chips])
        self._deal = setup.deal
        self._dealt = 0
        self._hole: list[tuple[Card, ...]] = [()] * count
        self._board: tuple[Card, ...] = ()
        self._log: list[Entry] = [(BEGAN, -1, start), *forced.log]
        self._told = self._shown = 0
        self._shares: list[tuple[int, int, int]] = []
        self._legal: Legal | None = None
        self._current = self._level = self._step = self._reopens = self._raises = 0
        self.payoffs = None
        self._street = 0
        self._deal_cards(variant.streets[0])
        self._open(forced.current, forced.last)

    def legal(self, seat: int) -> Legal:
        """See :meth:`Round.legal <gamehall_sdk.round.Round.legal>`."""
        if seat != self._turn:
            return _NOTHING
        legal = self._legal
        if legal is None:
            player = self._actor
            current = self._current
            bet = self._bet[player]
            owed = current - bet
            all_in = bet + self._stack[player]
            bit = 1 << player
            least = most = 0
            # Whoever has acted may raise again only when facing a full raise, made at once or by several all-ins
            # (TDA rule 47); to raise when nobody is left to answer has no meaning.
            if all_in > current and self._active != bit and (owed >= self._reopens or not self._acted & bit):
                structure = self._betting.structure
                if structure is _NO_LIMIT:
                    least, most = no_limit_bounds(current, self._step, all_in)
                elif structure is Structure.POT_LIMIT:
                    least, most = pot_limit_bounds(current, self._step, all_in, self._pot, owed)
                elif not self._betting.cap or self._raises < self._betting.cap:
                    least, most = fixed_limit_bounds(self._level, self._step, all_in)
            self._legal = legal = _offer(2 if owed else 1 if current else 0, least, most)
        return legal

    def apply(self, seat: int, action: Action) -> None:
        """See :meth:`Round.apply <gamehall_sdk.round.Round.apply>`."""
        if seat != self._turn:
            raise illegal(action, _NOTHING)
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
            todo = self._todo ^ bit
            if not live & (live - 1):
                todo = 0
        else:
            todo = self._wager(player, action)
        self._acted |= bit
        self._pass_turn(player, todo)

    def default(self, seat: int) -> Action:
        """Check where that is free, else fold."""
        if seat != self._turn:
            raise IllegalAction(f"seat {seat} owes no action")
        return _FOLD if self._current > self._bet[self._actor] else _CHECK

    def events(self) -> list[Told]:
        """See :meth:`Round.events <gamehall_sdk.round.Round.events>`."""
        entries = self._log[self._told :]
        self._told = len(self._log)
        return tell(entries, self._variant.describe)

    def view(self, viewer: int | None) -> PokerView:
        """See :meth:`Round.view <gamehall_sdk.round.Round.view>`."""
        legal = self.legal(self._turn) if self.to_act else _NOTHING
        put = [first - left for first, left in zip(self._first, self._stack, strict=True)]
        won = [0] * len(put)
        for _, player, chips in self._shares:
            won[player] += chips
            put[player] += chips
        players = sorted(range(len(put)), key=self._seats.__getitem__)
        return PokerView(
            street=self._variant.streets[self._street].name,
            board=self._board,
            pot=self._pot,
            pots=self._collected(put),
            button=self._start.button,
            small_blind=self._start.small_blind,
            big_blind=self._start.big_blind,
            to_act=self._turn if self.to_act else None,
            to_call=min(self._current - self._bet[self._actor], self._stack[self._actor]) if self.to_act else 0,
            least=legal.ranges[0].least if legal.ranges else 0,
            most=legal.ranges[0].most if legal.ranges else 0,
            seats=tuple([self._seat_view(player, viewer, put[player], won[player]) for player in players]),
        )

    def _seat_view(self, player: int, viewer: int | None, put: int, won: int) -> PokerSeat:
        seat = self._seats[player]
        cards = self._hole[player]
        live = self._live >> player & 1
        known = seat == viewer or self._shown >> player & 1
        return PokerSeat(
            seat=seat,
            stack=self._stack[player],
            bet=self._bet[player],
            put=put,
            state=SeatState.FOLDED
            if not live
            else SeatState.ACTIVE
            if self._active >> player & 1
            else SeatState.ALL_IN,
            hidden=len(cards) if live and not known else 0,
            cards=cards if known else (),
            won=won,
        )

    def _collected(self, put: list[int]) -> tuple[int, ...]:
        """The pots of the finished streets."""
        dead = self._dead or [0] * len(put)
        before = [chips - bet - idle for chips, bet, idle in zip(put, self._bet, dead, strict=True)]
        return tuple([pot.amount for pot in side_pots(before, _members(self._live), sum(dead))])

    def _wager(self, player: int, action: Action) -> int:
        """Bet or raise, or refuse *action* altogether; who owes an answer is returned."""
        legal = self.legal(self._turn)
        span = legal.ranges[0] if legal.ranges else None
        if span is None or type(action) is not span.action:
            raise illegal(action, legal)
        amount: int = action.amount  # type: ignore[union-attr]  # the class of a range has an amount
        if type(amount) is not int or not span.least <= amount <= span.most:
            raise illegal(action, legal)
        more = amount - self._bet[player]
        self._stack[player] -= more
        self._bet[player] = amount
        self._pot += more
        self._log.append((RAISED if self._current else BET, self._turn, amount))
        if self._betting.structure is not _FIXED_LIMIT:
            raised = amount - self._current
            if raised >= self._step:
                self._step = self._reopens = raised
        elif 2 * (amount - self._level) >= self._step:
            # In fixed limit an all-in of half a bet or more counts as a full one.
            self._level = amount
            self._raises += 1
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
            self._return_uncalled()
            self._pay([(0, live.bit_length() - 1, self._pot)], [-1] * len(self._stack))
            return
        streets = self._variant.streets
        if not active & (active - 1):
            put = self._return_uncalled()
            for player in _members(live):
                self._show(player)
            for number in range(self._street + 1, len(streets)):
                self._street = number
                self._deal_cards(streets[number])
            self._showdown(put)
            return
        # Two who still have chips have matched each other: nothing is uncalled.
        while self._street + 1 < len(streets):
            self._street += 1
            street = streets[self._street]
            self._deal_cards(street)
            if street.bets:
                self._bet = [0] * len(self._bet)
                self._open(0, -1)
                return
        self._showdown(self._matched())

    def _open(self, current: int, last: int) -> None:
        """Open the betting of a street with *current* to call, left of player *last*."""
        betting = self._betting
        self._current = self._level = current
        self._raises = 1 if current else 0
        self._acted = 0
        self._aggressor = -1
        if betting.structure is _FIXED_LIMIT:
            self._step = betting.size(big=self._variant.streets[self._street].big_bet)
            self._reopens = (self._step + 1) // 2
        else:
            self._step = self._reopens = max(betting.big_blind, current)
        self._pass_turn(last + 1, self._active)

    def _deal_cards(self, street: Street) -> None:
        deal, at = self._deal, self._dealt
        if street.down:
            players = _members(self._live)
            count = len(players)
            end = at + street.down * count
            for place, player in enumerate(players):
                cards = deal[at + place : end : count]
                self._hole[player] += cards
                self._log.append((DEALT, self._seats[player], cards))
            at = end
        if street.board:
            cards = deal[at : at + street.board]
            at += street.board
            self._board += cards
            self._log.append((BOARD, -1, (street.name, cards)))
        self._dealt = at

    def _matched(self) -> list[int]:
        """What each player has put in that others have to match."""
        put = list(map(sub, self._first, self._stack))
        return list(map(sub, put, self._dead)) if self._dead else put

    def _return_uncalled(self) -> list[int]:
        """Give back what nobody matched; the chips that stay in are returned by player."""
        put = self._matched()
        player, chips = uncalled(put)
        if chips:
            put[player] -= chips
            self._stack[player] += chips
            self._pot -= chips
            if self._live >> player & 1:
                self._active |= 1 << player
            self._log.append((RETURNED, self._seats[player], chips))
        return put

    def _show(self, player: int) -> None:
        if not self._shown >> player & 1:
            self._shown |= 1 << player
            self._log.append((SHOWN, self._seats[player], self._hole[player]))

    def _showdown(self, put: list[int]) -> None:
        order, shows, shares, strengths = hold_showdown(
            self._variant,
            self._hole,
            self._board,
            put,
            _members(self._live),
            dead=sum(self._dead),
            aggressor=self._aggressor,
            tabled=self._live != self._active,
        )
        for player, show in zip(order, shows, strict=True):
            if show:
                self._show(player)
            else:
                self._log.append((MUCKED, self._seats[player], None))
        self._pay(shares, strengths)

    def _pay(self, shares: list[tuple[int, int, int]], strengths: list[int]) -> None:
        """Pay the pots out, and close the books."""
        stack = self._stack
        for number, player, chips in shares:
            stack[player] += chips
            self._log.append((WON, self._seats[player], (number, chips, strengths[player])))
        self._shares = shares
        self._bet = [0] * len(stack)
        self._turn = _NOBODY
        self.to_act = ()
        self.payoffs = dict(zip(self._seats, map(sub, stack, self._first), strict=True))
