"""A room of the FSM protocol: a table, as it is known from its snapshot and from what was told since.

Places are the table's seats. Nothing here is asked or sent; an agent keeps one room and reads its messages off it.
"""

from __future__ import annotations

from typing import Any, Final, Self

import attrs

from gamehall_hearts.dialect.cards import ANY_SUIT, names, suit_of
from gamehall_hearts.gongzhu.messages import GongzhuView
from gamehall_hearts.tricks.cards import cards_of, mask_of
from gamehall_hearts.tricks.messages import CardPlayed, HandDealt, TrickWon
from gamehall_sdk.cards import Card
from gamehall_sdk.table import (
    Joined,
    Kind,
    Left,
    Phase,
    PhaseChanged,
    ReadySaid,
    RoundEnded,
    RoundStarted,
    SeatsSwapped,
    Sights,
    Snapshot,
)

__all__ = ["AVAILABLE", "FULL", "NOWHERE", "STARTED", "Player", "Room"]

NOWHERE: Final = 0
AVAILABLE: Final = 1
FULL: Final = 2
STARTED: Final = 3
_WORDS: Final = {AVAILABLE: "available", FULL: "full", STARTED: "started"}
_PLAYING: Final = (Phase.PLAYING, Phase.PAUSING)


@attrs.define
class Player:
    """Who sits at a place."""

    name: str
    ready: bool
    robot: bool
    master: str = ""


@attrs.define
class Room:
    """The state of one room."""

    number: int
    places: list[Player | None]
    phase: Phase = Phase.WAITING
    hand: list[Card] = attrs.field(factory=list)
    """The own cards."""
    dealt: list[Card] = attrs.field(factory=list)
    """The own cards at the start."""
    hands: dict[int, list[Card]] = attrs.field(factory=dict)
    """All hands, for those who may see them."""
    trick: list[Card] = attrs.field(factory=list)
    start: int = 0
    """The place that leads the trick."""
    tricks: list[tuple[int, list[Card]]] = attrs.field(factory=list)
    taken: dict[int, list[Card]] = attrs.field(factory=dict)
    """The score cards won, by place."""
    scores: list[int] = attrs.field(factory=list)
    opening: bool = False
    """The hands are dealt, and nobody was asked yet."""

    @classmethod
    def of(cls, number: int, snapshot: Snapshot) -> Self:
        """The room that a snapshot shows."""
        room = cls(number, [None] * snapshot.maxseats, snapshot.phase)
        for seat in snapshot.seats:
            room.places[seat.seat] = Player(seat.name, seat.ready, seat.kind is Kind.BOT, seat.master)
        if isinstance(snapshot.view, GongzhuView):
            room._take_view(snapshot.view, snapshot.you)
        return room

    def _take_view(self, view: GongzhuView, you: int | None) -> None:
        self.trick = list(view.trick)
        self.start = view.leader or 0
        self.tricks = [(trick.leader, list(trick.cards)) for trick in view.tricks]
        self.taken = {one.seat: list(one.taken) for one in view.seats}
        self.dealt = list(view.dealt)
        self.hand = [card for one in view.seats if one.seat == you for card in one.hand]
        self.scores = [one.score for one in view.seats]

    def hear(self, news: Any) -> None:
        """Take in a piece of news."""
        match news:
            case Joined(seat, name, kind, _, master, ready):
                self.places[seat] = Player(name, ready, kind is Kind.BOT, master)
            case Left(seat):
                self.places[seat] = None
            case ReadySaid(seat, ready):
                player = self.places[seat]
                if player is not None:
                    player.ready = ready
            case SeatsSwapped(first, second):
                self.places[first], self.places[second] = self.places[second], self.places[first]
            case PhaseChanged(phase):
                self.phase = phase
            case RoundStarted():
                self.hand, self.dealt, self.trick, self.tricks = [], [], [], []
                self.hands, self.taken, self.scores = {}, {}, []
                self.opening = True
            case HandDealt(seat, cards):
                self.hand, self.dealt = list(cards), list(cards)
                self.hands[seat] = list(cards)
            case CardPlayed(seat, card):
                self._played(seat, card)
            case TrickWon(seat, cards):
                self.tricks.append((self.start, self.trick))
                taken = [*self.taken.get(seat, []), *cards]
                self.taken[seat] = list(cards_of(mask_of(taken)))
                self.trick, self.start = [], seat
            case RoundEnded(_, payoffs):
                self.scores = list(payoffs)
            case Sights(sights):
                self.hands = {
                    sight.seat: [card for one in sight.view.seats if one.seat == sight.seat for card in one.hand]
                    for sight in sights
                    if isinstance(sight.view, GongzhuView)
                }

    def _played(self, seat: int, card: Card) -> None:
        if not self.trick:
            self.start = seat
        self.trick.append(card)
        if card in self.hand:
            self.hand.remove(card)

    # --- what messages hold ---

    @property
    def code(self) -> int:
        """The room's number in a room list."""
        if self.phase in _PLAYING:
            return STARTED
        return FULL if all(self.places) else AVAILABLE

    @property
    def game_state(self) -> str:
        """The room's state in words."""
        return _WORDS[self.code]

    def players(self) -> list[list[Any]]:
        """Name, ready, robot of each place; an empty place has an empty name."""
        return [["", False, False] if one is None else [one.name, one.ready, one.robot] for one in self.places]

    def update(self) -> dict[str, Any]:
        """The fields of ``update``."""
        return {"this_trick": names(self.trick), "trick_start": self.start}

    def score_cards(self) -> list[list[str]]:
        """The score cards won, by place."""
        return [names(self.taken.get(place, [])) for place in range(len(self.places))]

    def all_hands(self) -> list[list[str]]:
        """All hands, by place; empty where they are not known."""
        return [names(self.hands.get(place, [])) for place in range(len(self.places))]

    def history(self) -> list[list[Any]]:
        """The finished tricks: who led, then the cards."""
        return [[leader, *names(cards)] for leader, cards in self.tricks]

    def suit(self) -> str:
        """The suit that is to be followed, or ``A`` for who leads."""
        return suit_of(self.trick[0]) if self.trick else ANY_SUIT

    def info(self, hand: list[Card]) -> dict[str, Any]:
        """What is told of a game that one comes back to, by who holds *hand*."""
        return {
            "cards_remain": names(hand),
            "this_trick": names(self.trick),
            "trick_start": self.start,
            "players": self.players(),
            "history": self.history(),
            "initial_cards": names(self.dealt),
            "scores": self.score_cards(),
            "scores_num": self.scores,
        }
