"""The round of a trick game: cards are dealt, suit is followed, the highest card of the suit led takes the trick.

There are no trumps. Players are numbered from 0 in the order of play, which is that of the seats; only what comes in
or goes out names seats. Hands and cards taken are bit masks (see :mod:`gamehall_hearts.tricks.cards`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final, Self, TypeVar

from gamehall_hearts.tricks.cards import NOTHING, TrickCards, cards_of, offer
from gamehall_hearts.tricks.messages import CardPlayed, HandDealt, PlayCard, Scored, Stage, Trick, TrickSeat, TrickWon
from gamehall_sdk.cards import CARDS, Card
from gamehall_sdk.errors import IllegalAction
from gamehall_sdk.round import Legal, Round, Setup, Told, illegal

__all__ = ["TrickRound"]

V = TypeVar("V")
_NOBODY: Final = -1
_BIT: Final = tuple(1 << card for card in CARDS)
_BIT_OF: Final = dict(enumerate(_BIT))


@cache
def _slots(kind: type) -> tuple[str, ...]:
    return tuple(name for base in kind.__mro__ for name in base.__dict__.get("__slots__", ()))


class TrickRound(Round[Any, V]):
    """A round from the deal to the scores; the deck is dealt out one card at a time, from the first seat on.

    A game says by overriding :meth:`lead` and :meth:`follow` which cards may be played, by :meth:`choices`,
    :meth:`decide` and :meth:`silent` what is decided before the play (it calls :meth:`begin` when the play begins),
    and by :meth:`scores` and :meth:`results` what the cards taken are worth. Raises :class:`ValueError` when the
    deal is not the deck, or does not go round.
    """

    __slots__ = (
        "_legal",
        "_log",
        "_told",
        "_turn",
        "_winning",
        "best",
        "cards",
        "dealt",
        "hands",
        "leader",
        "led",
        "may",
        "payoffs",
        "player",
        "seats",
        "stage",
        "taken",
        "to_act",
        "totals",
        "trick",
        "tricks",
    )

    to_act: tuple[int, ...]
    """The seats that owe an action; empty when the round is over."""
    payoffs: Mapping[int, int] | None
    """Seat to result, once the round is over; more is better."""

    def __init__(self, cards: TrickCards, setup: Setup, totals: Sequence[int] = ()) -> None:
        """Deal; *totals* are the scores of the match before this round, by seat (all 0 when empty)."""
        seats, deal = setup.seats, setup.deal
        count = len(seats)
        if not count or len(deal) % count:
            raise ValueError(f"{len(deal)} cards cannot be dealt evenly to {count} players")
        self.cards = cards
        self.seats = seats
        self.hands = [sum([_BIT[card] for card in deal[player::count]]) for player in range(count)]
        """The cards held, by player."""
        # So many powers of two sum to the whole deck only when each card is there once.
        if len(deal) != len(cards.deck) or sum(self.hands) != cards.full:
            raise ValueError(f"the deal is not the deck of {len(cards.deck)} cards, each once")
        self.dealt = tuple(self.hands)
        self.taken = [0] * count
        """The cards taken that count in the score, by player."""
        self.totals = tuple(totals) or (0,) * count
        self.tricks: list[tuple[int, tuple[Card, ...], int]] = []
        """The finished tricks: the player who led, the cards in order, the player who won."""
        self.stage = Stage.PLAYING
        self.payoffs = None
        self.to_act = ()
        self.leader = self.player = self._turn = self._winning = _NOBODY
        self.may = 0
        """The cards that :attr:`player` may play."""
        self.led = 0
        """The suit led, as a mask of the deck."""
        self.best = 0
        """The power of the card that wins the trick so far."""
        self._legal: Legal | None = None
        self.trick: list[Card] = []
        self._log: list[tuple[Any, ...]] = []
        self._told = 0

    # --- what a game says ---

    def lead(self, hand: int) -> int:
        """Which cards of *hand* may be led: all."""
        return hand

    def follow(self, hand: int) -> int:
        """Which cards of *hand* may be played after the lead: those of its suit, or all for who is void."""
        return hand & self.led or hand

    def choices(self, seat: int) -> Legal:  # noqa: ARG002  # for games with something to decide
        """What *seat* may decide before the play, or out of turn: nothing."""
        return NOTHING

    def decide(self, seat: int, action: Any) -> None:
        """Do what *seat* decides before the play; here nothing is to be decided, so it is refused."""
        raise illegal(action, self.legal(seat))

    def silent(self, seat: int) -> Any:
        """What is decided for a silent *seat* before the play."""
        raise IllegalAction(f"seat {seat} owes no action")

    def after_trick(self, trick: int) -> None:
        """A trick is over; *trick* is the mask of its cards."""

    def scores(self) -> list[int]:
        """What each player's cards taken make so far, by the game's own counting."""
        return [self.cards.worth(taken) for taken in self.taken]

    def results(self, scores: list[int]) -> list[int]:
        """The payoffs, more being better, out of the final *scores*."""
        return scores

    # --- the contract ---

    def legal(self, seat: int) -> Legal:
        """See :meth:`Round.legal <gamehall_sdk.round.Round.legal>`."""
        if seat != self._turn:
            return self.choices(seat)
        legal = self._legal
        if legal is None:
            self._legal = legal = offer(self.may)
        return legal

    def apply(self, seat: int, action: Any) -> None:
        """See :meth:`Round.apply <gamehall_sdk.round.Round.apply>`."""
        if seat != self._turn or type(action) is not PlayCard:
            self.decide(seat, action)
            return
        card = action.card
        bit = _BIT_OF.get(card, 0)
        if not bit & self.may:
            raise illegal(action, self.legal(seat))
        player = self.player
        self.hands[player] ^= bit
        self._log.append((None, CardPlayed, seat, card))
        trick = self.trick
        if not trick:
            self.led = self.cards.of_suit[self.cards.suit[card]]
            self.best = self.cards.power[card]
            self._winning = player
        elif bit & self.led:
            power = self.cards.power[card]
            if power > self.best:
                self.best = power
                self._winning = player
        trick.append(card)
        seats = self.seats
        if len(trick) == len(seats):
            self._close_trick()
            return
        player += 1
        if player == len(seats):
            player = 0
        self.player = player
        self._turn = seat = seats[player]
        self.to_act = (seat,)
        self.may = self.follow(self.hands[player])
        self._legal = None

    def default(self, seat: int) -> Any:
        """In the play the lowest legal card, the first by suit of equal ones (a choice: the old server drew one)."""
        if seat != self._turn:
            return self.silent(seat)
        return min(self.legal(seat).actions, key=lambda play: self.cards.power[play.card])

    def events(self) -> list[Told]:
        """See :meth:`Round.events <gamehall_sdk.round.Round.events>`."""
        entries = self._log[self._told :]
        self._told = len(self._log)
        return [Told(entry[0], entry[1](*entry[2:])) for entry in entries]

    # --- for the games ---

    def tell(self, audience: int | None, kind: type, *values: Any) -> None:
        """Something happened: *kind* with *values*, for everybody (``None``) or one seat."""
        self._log.append((audience, kind, *values))

    def tell_hands(self) -> None:
        """Tell each seat its hand."""
        for seat, hand in zip(self.seats, self.hands, strict=True):
            self._log.append((seat, HandDealt, seat, cards_of(hand)))

    def begin(self, leader: int) -> None:
        """The play begins; the player *leader* leads."""
        self.stage = Stage.PLAYING
        self._lead_with(leader)

    def holder(self, card: Card) -> int:
        """The player who holds *card*."""
        return next(player for player, hand in enumerate(self.hands) if hand >> card & 1)

    def trick_views(self) -> tuple[Trick, ...]:
        """The finished tricks, by seats."""
        seats = self.seats
        return tuple(Trick(seats[leader], cards, seats[winner]) for leader, cards, winner in self.tricks)

    def trick_now(self) -> tuple[int | None, tuple[Card, ...]]:
        """The seat that leads the trick being played (``None`` when none is), and the cards played to it in order."""
        if self.stage is not Stage.PLAYING:
            return None, ()
        return self.seats[self.leader], tuple(self.trick)

    def seat_views(self, viewer: int | None) -> tuple[TrickSeat, ...]:
        """The players as *viewer* sees them."""
        won = [0] * len(self.seats)
        for _, _, winner in self.tricks:
            won[winner] += 1
        return tuple(
            TrickSeat(
                seat=seat,
                hand=cards_of(hand) if seat == viewer else (),
                hidden=0 if seat == viewer else hand.bit_count(),
                taken=cards_of(taken),
                tricks=tricks,
                score=score,
                total=total,
            )
            for seat, hand, taken, tricks, score, total in zip(
                self.seats, self.hands, self.taken, won, self.scores(), self.totals, strict=True
            )
        )

    def fork(self, hands: Sequence[int]) -> Self:
        """A copy in which the players hold *hands*: for programs that imagine what they cannot see.

        Each hand must be of the right size; whether it fits what was played is not asked.
        """
        twin = type(self).__new__(type(self))
        for name in _slots(type(self)):
            value = getattr(self, name)
            setattr(twin, name, value.copy() if type(value) in (list, dict) else value)
        twin.hold(hands)
        return twin

    def hold(self, hands: Sequence[int]) -> None:
        """Put *hands*, by player, in the place of those that are held, and forget the story so far."""
        self.hands = list(hands)
        self._log = []
        self._told = 0
        self._legal = None
        if self._turn != _NOBODY:
            hand = self.hands[self.player]
            self.may = self.follow(hand) if self.trick else self.lead(hand)

    # --- inside ---

    def _lead_with(self, player: int) -> None:
        self.leader = self.player = player
        self._turn = seat = self.seats[player]
        self.to_act = (seat,)
        self.may = self.lead(self.hands[player])
        self._legal = None

    def _close_trick(self) -> None:
        winner = self._winning
        cards = tuple(self.trick)
        trick = sum([_BIT[card] for card in cards])
        self.trick = []
        self.tricks.append((self.leader, cards, winner))
        counting = trick & self.cards.counting
        self.taken[winner] |= counting
        self._log.append((None, TrickWon, self.seats[winner], cards_of(counting) if counting else ()))
        self.after_trick(trick)
        if self.hands[winner]:
            self._lead_with(winner)
        else:
            self._finish()

    def _finish(self) -> None:
        self.stage = Stage.OVER
        self._turn = _NOBODY
        self.to_act = ()
        scores = self.scores()
        for seat, score, taken in zip(self.seats, scores, self.taken, strict=True):
            self._log.append((None, Scored, seat, score, cards_of(taken)))
        self.payoffs = dict(zip(self.seats, self.results(scores), strict=True))
