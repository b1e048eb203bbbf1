"""Random hands played on our engine and on PokerKit at once: the same seat is to act, and the same stacks come out.

Where the two differ on purpose, the list is :data:`DIFFERENCES`: hands are chosen so that most do not arise; the test
says where it passes by the others.
"""

from __future__ import annotations

import random
import warnings
from collections import deque
from typing import Any, NamedTuple

import pokerkit
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamehall_poker.betting import Betting, Structure
from gamehall_poker.house import House
from gamehall_poker.messages import (
    Bet,
    BoardDealt,
    BringIn,
    Call,
    Check,
    Discard,
    Fold,
    HoleCardsDealt,
    Phase,
    PotWon,
    RaiseTo,
    UpCardsDealt,
)
from gamehall_poker.round import PokerRound
from gamehall_poker.start import PokerStart, usual_start
from gamehall_poker.variant import Variant
from gamehall_poker.variants import HOLDEM, OMAHA, OMAHA_EIGHT, RAZZ, SINGLE_DRAW, STUD, STUD_EIGHT, TRIPLE_DRAW
from gamehall_sdk.cards import DECK
from gamehall_sdk.round import Setup

DIFFERENCES = {
    "short big blind": "PokerKit lets others call what was posted; the full blind is owed, as by any other raise",
    "short all-ins": "PokerKit reopens to all once they add up; ours to whoever faces a full raise (TDA rule 47)",
    "half a bet": "PokerKit counts only full bets; ours, as an option, half a bet in fixed limit",
    "cap": "PokerKit does not count the big blind as a bet",
    "raising the covered": "PokerKit refuses a raise that nobody could call more of; ours gives it back",
    "needless check": "PokerKit asks the last player with chips for a check; ours does not ask",
    "odd chips": "PokerKit gives all to the first, and may join pots; ours one each, pot by pot (TDA rules 20-21)",
    "low of a side pot": "PokerKit halves a side pot of which nobody has a low; the high hand takes all of it",
}


class Shared(NamedTuple):
    """A variant that both play."""

    variant: Variant
    structure: Structure
    game: str
    players: int = 6


SHARED = {
    "no-limit hold'em": Shared(HOLDEM, Structure.NO_LIMIT, "NoLimitTexasHoldem", 9),
    "fixed-limit hold'em": Shared(HOLDEM, Structure.FIXED_LIMIT, "FixedLimitTexasHoldem", 9),
    "pot-limit Omaha": Shared(OMAHA, Structure.POT_LIMIT, "PotLimitOmahaHoldem"),
    "Omaha eight": Shared(OMAHA_EIGHT, Structure.FIXED_LIMIT, "FixedLimitOmahaHoldemHighLowSplitEightOrBetter"),
    "stud": Shared(STUD, Structure.FIXED_LIMIT, "FixedLimitSevenCardStud"),
    "stud eight": Shared(STUD_EIGHT, Structure.FIXED_LIMIT, "FixedLimitSevenCardStudHighLowSplitEightOrBetter"),
    "razz": Shared(RAZZ, Structure.FIXED_LIMIT, "FixedLimitRazz"),
    "single draw": Shared(SINGLE_DRAW, Structure.NO_LIMIT, "NoLimitDeuceToSevenLowballSingleDraw", 4),
    "triple draw": Shared(TRIPLE_DRAW, Structure.FIXED_LIMIT, "FixedLimitDeuceToSevenLowballTripleDraw", 3),
}
BIG, SMALL = 10, 5


class Both:
    """One hand on both engines."""

    def __init__(self, shared: Shared, stacks: tuple[int, ...], ante: int, deal: tuple[Any, ...]) -> None:
        self.shared = shared
        count = len(stacks)
        seats = tuple(range(count))
        blinds = shared.variant.blinds
        fixed = shared.structure is Structure.FIXED_LIMIT
        money = Betting(
            structure=shared.structure,
            small_blind=SMALL * blinds,
            big_blind=BIG * blinds,
            ante=ante,
            bring_in=0 if blinds else 3,
            small_bet=BIG,
            big_bet=2 * BIG if fixed else 0,
            cap=0,
            half_bet=False,
        )
        start = usual_start(seats, count - 1) if blinds else PokerStart(count - 1)
        setup = Setup(variant="", options=None, seats=seats, stacks=stacks, deal=deal, start=start)
        self.ours = PokerRound(shared.variant, money, setup, House(tables_all_in=True))
        automations = [
            "ANTE_POSTING",
            "BET_COLLECTION",
            "BLIND_OR_STRADDLE_POSTING",
            "HOLE_CARDS_SHOWING_OR_MUCKING",
            "HAND_KILLING",
            "CHIPS_PUSHING",
            "CHIPS_PULLING",
        ]
        forced: list[Any] = [(SMALL, BIG)] if blinds else [3]
        sizes = [BIG, 2 * BIG] if fixed else [BIG]
        self.theirs = getattr(pokerkit, shared.game).create_state(
            tuple(getattr(pokerkit.Automation, name) for name in automations),
            True,
            ante,
            *forced,
            *sizes,
            stacks,
            count,
        )
        self.board: deque[str] = deque()
        self.won: list[PotWon] = []
        self.holes: dict[int, deque[str]] = {seat: deque() for seat in seats}
        self.sync()

    def sync(self) -> None:
        """Deal on PokerKit's side what ours dealt."""
        for told in self.ours.events():
            event = told.event
            if isinstance(event, HoleCardsDealt | UpCardsDealt):
                self.holes[event.seat].extend(map(str, event.cards))
            elif isinstance(event, BoardDealt):
                self.board.extend(map(str, event.cards))
            elif isinstance(event, PotWon):
                self.won.append(event)
        state = self.theirs
        while True:
            if state.can_burn_card("??"):
                state.burn_card("??")
            elif state.can_deal_hole():
                state.deal_hole(self.holes[state.hole_dealee_index].popleft())
            elif state.can_deal_board():
                state.deal_board(self.board.popleft())
            elif state.actor_index is not None and not self.bets(state.actor_index):
                assert not state.checking_or_calling_amount, "only a needless check is passed by"
                state.check_or_call()
            else:
                return

    def choose(self, rng: random.Random) -> Any:
        """A random action that both allow, so that listed differences are passed by."""
        seat = self.ours.to_act[0]
        legal = self.ours.legal(seat)
        state = self.theirs
        least = state.min_completion_betting_or_raising_to_amount
        most = state.max_completion_betting_or_raising_to_amount
        spans = [
            (span.action, max(span.least, least), min(span.most, most))
            for span in legal.ranges
            if least is not None and max(span.least, least) <= min(span.most, most)
        ]
        kinds: list[Any] = [*legal.actions, *spans]
        kind = rng.choice(kinds)
        if not isinstance(kind, tuple):
            return kind
        action, low, high = kind
        return action(rng.randint(low, high))

    def act(self, action: Any) -> None:
        seat = self.ours.to_act[0]
        state = self.theirs
        if self.ours.view(None).phase is not Phase.DISCARD:
            assert state.actor_index == seat, f"PokerKit asks {state.actor_index}, ours {seat}"
        self.ours.apply(seat, action)
        match action:
            case Fold():
                state.fold()
            case Check() | Call():
                state.check_or_call()
            case Bet() | RaiseTo():
                state.complete_bet_or_raise_to(action.amount)
            case BringIn():
                state.post_bring_in()
            case Discard():
                state.stand_pat_or_discard("".join(map(str, action.cards)))
        self.sync()

    def bets(self, seat: int) -> bool:
        """Whether ours asks *seat* to bet."""
        return self.ours.to_act == (seat,) and self.ours.view(None).phase in (Phase.BET, Phase.BRING_IN)

    def odd_chips(self) -> bool:
        """Whether a pot was shared unevenly."""
        shares: dict[tuple[int, str], set[int]] = {}
        for pot in self.won:
            shares.setdefault((pot.pot, pot.hand), set()).add(pot.amount)
        return any(len(amounts) > 1 for amounts in shares.values())


def play(shared: Shared, seed: int) -> Both:
    rng = random.Random(seed)
    count = rng.randint(2, shared.players)
    ante = rng.choice([0, 1, 4]) if shared.variant.blinds else rng.choice([1, 2])
    stacks = tuple(rng.randint(BIG + ante, rng.choice([30, 100, 1000])) for _ in range(count))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        both = Both(shared, stacks, ante, tuple(rng.sample(DECK, 52)))
        while both.ours.to_act:
            both.act(both.choose(rng))
    return both


@pytest.mark.parametrize("name", SHARED)
@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 1 << 32))
def test_the_same_stacks_come_out(name: str, seed: int) -> None:
    both = play(SHARED[name], seed)
    view = both.ours.view(None)
    assert not both.theirs.status, "PokerKit's hand goes on"
    ours, theirs = [seat.stack for seat in view.seats], list(both.theirs.stacks)
    if SHARED[name].variant.low is not None and len(view.pots) > 1:
        assert sum(ours) == sum(theirs), "the low of a side pot, and pots that are joined"
    elif ours != theirs:
        assert both.odd_chips(), "only odd chips may lie elsewhere"
        assert max(abs(one - other) for one, other in zip(ours, theirs, strict=True)) < len(ours)


def test_the_listed_difference_of_a_short_big_blind() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        both = Both(SHARED["no-limit hold'em"], (200, 7, 200), 0, DECK)
    assert both.ours.view(2).to_call == BIG
    assert both.theirs.checking_or_calling_amount == 7


@pytest.mark.parametrize("seed", range(4))
def test_neither_asks_for_a_bring_in_where_all_but_one_are_all_in_by_the_ante(seed: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        both = Both(SHARED["stud"], (200, 2, 2), 2, tuple(random.Random(seed).sample(DECK, 52)))
    assert not both.ours.to_act
    assert not both.theirs.status
    assert [seat.stack for seat in both.ours.view(None).seats] == list(both.theirs.stacks)
