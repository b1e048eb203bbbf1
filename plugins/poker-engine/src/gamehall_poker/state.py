"""What a hand is at any moment: chips, cards, who is in; how cards are dealt, and what of it a viewer sees.

Players are numbered from 0, clockwise from the first seat left of the button, so that the rising number is the
order of dealing, of acting after the first street, and of odd chips; only what comes in or goes out names seats.
Sets of players are bit masks. On each street cards are dealt from the deck's top one at a time round the table to
those still in, first face down, then face up, then to the board.
"""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from operator import sub
from typing import Final

from gamehall_poker.betting import Betting
from gamehall_poker.forced import post_forced
from gamehall_poker.house import House
from gamehall_poker.messages import Action, Deed, Phase, PokerSeat, PokerView, SeatState
from gamehall_poker.players import members
from gamehall_poker.pots import side_pots
from gamehall_poker.showdown import Share
from gamehall_poker.start import PokerStart, usual_start
from gamehall_poker.story import BEGAN, BOARD, DEALT, DEALT_ALL, RETURNED, SHOWN, UP, Deeds, Entry, deeds, tell
from gamehall_poker.variant import Street, Variant
from gamehall_sdk.cards import Card
from gamehall_sdk.round import Legal, Round, Setup, Told

__all__ = ["NOBODY", "NOTHING", "HandState"]

NOTHING: Final = Legal()
"""What may be done by a seat that owes nothing."""
NOBODY: Final = -1
"""A seat number that no seat has."""
_HOUSE: Final = House()
_LAST_CARD: Final = 1
"""The last card of the deck is not dealt where cards are burned."""


class HandState(Round[Action, PokerView]):
    """The state of one hand; :class:`~gamehall_poker.round.PokerRound` adds its course.

    Raises :class:`ValueError` for a setup that is none: fewer than two players, an empty stack, a deck too short, a
    blind at a seat that does not play.
    """

    __slots__ = (
        "_acted",
        "_active",
        "_actor",
        "_aggressor",
        "_bet",
        "_betting",
        "_betting_over",
        "_board",
        "_burned",
        "_changed",
        "_current",
        "_dead",
        "_deal",
        "_dealt",
        "_deck",
        "_first",
        "_first_deal",
        "_hole",
        "_house",
        "_legal",
        "_level",
        "_live",
        "_log",
        "_opener",
        "_phase",
        "_pot",
        "_raises",
        "_reopens",
        "_reshuffles",
        "_seats",
        "_shares",
        "_shown",
        "_stack",
        "_start",
        "_step",
        "_street",
        "_thrown",
        "_todo",
        "_told",
        "_turn",
        "_variant",
        "_wide",
        "payoffs",
        "to_act",
    )

    to_act: tuple[int, ...]
    """The seats to act: one, or several when they are asked to show; empty when the hand is over."""
    payoffs: Mapping[int, int] | None
    """Each seat's chips won less those put in, once the hand is over."""

    _first_deal: tuple[Card, ...]
    """The cards of the first street in the order of dealing."""
    _phase: Phase
    _current: int
    """The bet to call."""
    _level: int
    """The last full bet or raise: what a raise is measured from."""
    _step: int
    """The size of the last full bet or raise, at least the least bet; in fixed limit the bet size."""
    _reopens: int
    """How much more than their own bet those who have acted must face to raise again (not in fixed limit)."""
    _raises: int
    """Fixed limit: bets and raises on this street."""
    _wide: int
    """Stud: the big bet, while it may be chosen on a street of small ones; else 0."""
    _opener: int
    """The first to act on this street."""
    _aggressor: int
    """The last to bet or raise on this street, or nobody."""
    _legal: Legal | None
    """What the actor may do, once somebody has asked."""
    _actor: int
    _turn: int
    """The actor's seat while they owe an ordinary action of betting."""
    _todo: int
    """Those who still have to act on this street."""
    _reshuffles: int
    """How often the deck was made anew."""
    _thrown: set[Card]
    """Cards that were thrown away for new ones."""
    _acted: int
    """Those who have acted on this street."""

    def __init__(self, variant: Variant, betting: Betting, setup: Setup, house: House = _HOUSE) -> None:
        seats, stacks, deal = setup.seats, setup.stacks, setup.deal
        count = len(seats)
        if count < 2 or count != len(stacks) or min(stacks) < 1:  # noqa: PLR2004  # one cannot play alone
            raise ValueError(f"a hand needs two players or more, each with chips: seats {seats}, stacks {stacks}")
        if len(deal) < variant.fewest_cards[count]:
            raise ValueError(f"{len(deal)} cards are too few for {count} players of {variant.name}")
        start: PokerStart = setup.start or (usual_start(seats, seats[-1]) if variant.blinds else PokerStart(seats[-1]))
        at = bisect_right(seats, start.button) % count
        self._variant = variant
        self._betting = betting
        self._house = house
        self._start = start
        self._seats = seats[at:] + seats[:at] if at else seats
        self._first = stacks[at:] + stacks[:at] if at else stacks
        self._stack = stack = list(self._first)
        self._bet = bet = [0] * count
        self._log: list[Entry] = [(BEGAN, NOBODY, start)]
        current, last, self._dead = post_forced(betting, start, self._seats, stack, bet, self._log)
        self._pot = sum(stacks) - sum(stack)
        self._live = self._active = (1 << count) - 1
        if 0 in stack:
            self._active = sum([1 << player for player, chips in enumerate(stack) if chips])
        self._deck = self._deal = deal
        self._dealt = 0
        self._hole: list[tuple[Card, ...]] | None = None
        self._board: tuple[Card, ...] = ()
        self._burned: tuple[Card, ...] = ()
        self._changed: list[tuple[int, ...]] = []
        self._shares: list[Share] = []
        self._told = self._shown = self._street = 0
        self._betting_over = False
        self.payoffs = None
        self._begin(current, last)

    @abstractmethod
    def _begin(self, current: int, last: int) -> None:
        """Deal and open the first street, with *current* to call, left of player *last*."""

    @abstractmethod
    def _advance(self) -> None:
        """Go on to the next street that somebody acts on, or to the showdown."""

    def events(self) -> list[Told]:
        """See :meth:`Round.events <gamehall_sdk.round.Round.events>`."""
        entries = self._log[self._told :]
        self._told = len(self._log)
        return tell(entries, self._variant.describe, self._variant.describe_low)

    def view(self, viewer: int | None) -> PokerView:
        """See :meth:`Round.view <gamehall_sdk.round.Round.view>`."""
        betting = self._phase is Phase.BET
        ranges = self.legal(self.to_act[0]).ranges if self.to_act else ()
        put = [first - left for first, left in zip(self._first, self._stack, strict=True)]
        won = [0] * len(put)
        for _, player, chips in self._shares:
            won[player] += chips
            put[player] += chips
        order = sorted(range(len(put)), key=self._seats.__getitem__)
        done = deeds(self._log)
        return PokerView(
            phase=self._phase,
            street=self._variant.streets[self._street].name,
            board=self._board,
            pot=self._pot,
            pots=self._collected(put),
            button=self._start.button,
            small_blind=self._start.small_blind,
            big_blind=self._start.big_blind,
            to_act=self.to_act,
            to_call=min(self._current - self._bet[self._actor], self._stack[self._actor]) if betting else 0,
            least=ranges[0].least if ranges else 0,
            most=ranges[-1].most if ranges else 0,
            step=self._step,
            raises=done.raises,
            seats=tuple([self._seat_view(player, viewer, put[player], won[player], done) for player in order]),
        )

    def _seat_view(self, player: int, viewer: int | None, put: int, won: int, done: Deeds) -> PokerSeat:
        seat = self._seats[player]
        cards = self._holes()[player]
        live = self._live >> player & 1
        open_places = self._variant.open_places
        up = tuple([card for card, is_open in zip(cards, open_places, strict=False) if is_open])
        known = cards if seat == viewer or self._shown >> player & 1 else up
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
            hidden=len(cards) - len(known) if live else 0,
            cards=known,
            up=up,
            changed=self._changed[player] if self._changed else (),
            won=won,
            last=done.last.get(seat, Deed.NONE),
            acted=seat in done.acted,
            owes=self._phase is Phase.BET and bool(self._todo >> player & 1),
        )

    def _collected(self, put: list[int]) -> tuple[int, ...]:
        """The pots of the finished streets."""
        dead = self._dead or [0] * len(put)
        before = [chips - bet - idle for chips, bet, idle in zip(put, self._bet, dead, strict=True)]
        return tuple([pot.amount for pot in side_pots(before, members(self._live), sum(dead))])

    @property
    def dead(self) -> dict[int, int]:
        """By seat: chips put in that nobody had to match, of posts and of antes that one pays for all."""
        return dict(zip(self._seats, self._dead or [0] * len(self._seats), strict=True))

    def _holes(self) -> list[tuple[Card, ...]]:
        """The cards of each player. Those of the first street are sorted out when somebody looks at them."""
        hole = self._hole
        if hole is None:
            flat, count = self._first_deal, len(self._seats)
            self._hole = hole = [flat[player::count] for player in range(count)]
        return hole

    def _deal_first(self, street: Street) -> None:
        """Deal the first street: to all, one at a time round the table."""
        if street.up:
            self._hole = [()] * len(self._seats)
            self._deal_street(street)
            return
        self._dealt = end = street.down * len(self._seats)
        self._first_deal = cards = self._deal[:end]
        self._log.append((DEALT_ALL, NOBODY, (self._seats, cards)))

    def _deal_street(self, street: Street) -> None:
        """Deal the cards of *street*."""
        deal, at = self._deal, self._dealt
        down = street.down
        if down or street.up:
            hole = self._holes()
            players = members(self._live)
            count = len(players)
            each = down + street.up
            if self._variant.burns and self._street:
                if not self._burn(count * each):
                    self._share_card(street)
                    return
                deal, at = self._deal, self._dealt
            end = at + each * count
            if down:
                middle = at + down * count
                for place, player in enumerate(players):
                    cards = deal[at + place : middle : count]
                    hole[player] += cards
                    # To a hand that has been turned up every card is dealt open.
                    self._log.append((UP if self._shown >> player & 1 else DEALT, self._seats[player], cards))
                at = middle
            if street.up:
                for place, player in enumerate(players):
                    cards = deal[at + place : end : count]
                    hole[player] += cards
                    self._log.append((UP, self._seats[player], cards))
                at = end
        if street.board:
            cards = deal[at : at + street.board]
            at += street.board
            self._board += cards
            self._log.append((BOARD, NOBODY, (street.name, cards)))
        self._dealt = at

    def _burn(self, wanted: int) -> bool:
        """Burn a card; false when even with those burned before there are too few left for the *wanted* ones.

        Burned cards come back, below the rest of the deck, when that is too short; nobody has seen either.
        """
        left = len(self._deal) - self._dealt
        if left < wanted + 1 + _LAST_CARD:
            if left + len(self._burned) < wanted + 1 + _LAST_CARD:
                return False
            self._deal = self._deal[self._dealt :] + self._burned
            self._dealt = 0
            self._burned = ()
        self._burned += self._deal[self._dealt : self._dealt + 1]
        self._dealt += 1
        return True

    def _share_card(self, street: Street) -> None:
        """One card for all instead of one each, since the deck has run out: it goes to the board."""
        cards = (self._deal[self._dealt :] + self._burned)[:1]
        self._dealt += 1
        self._board += cards
        self._log.append((BOARD, NOBODY, (street.name, cards)))

    def _up_cards(self) -> dict[int, Sequence[Card]]:
        """The open cards of those who are in."""
        hole = self._holes()
        players = members(self._live)
        held = len(hole[players[0]])
        places = [place for place in self._variant.open_at if place < held]
        return {player: [hole[player][place] for place in places] for player in players}

    def _matched(self) -> list[int]:
        """What each player has put in that others have to match."""
        put = list(map(sub, self._first, self._stack))
        return list(map(sub, put, self._dead)) if self._dead else put

    def _return(self, player: int, chips: int) -> None:
        """Give back *chips* that nobody matched, if there are any."""
        if chips > 0:
            self._stack[player] += chips
            self._pot -= chips
            self._active |= self._live & (1 << player)
            self._log.append((RETURNED, self._seats[player], chips))

    def _show(self, player: int) -> None:
        self._shown |= 1 << player
        self._log.append((SHOWN, self._seats[player], self._holes()[player]))
