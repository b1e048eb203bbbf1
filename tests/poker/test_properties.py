"""What holds in every hand, tried on random hands of random tables."""

from __future__ import annotations

import copy
import random
from typing import Any, NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from gamehall_poker.betting import AnteStyle, Betting, Structure
from gamehall_poker.house import House
from gamehall_poker.messages import Bet, BringIn, Call, Check, Discard, Fold, Muck, PostKind, RaiseTo, SeatState, Show
from gamehall_poker.round import PokerRound
from gamehall_poker.start import PokerStart, Post, usual_start
from gamehall_poker.variant import Variant
from gamehall_poker.variants import DRAW, HOLDEM, OMAHA, OMAHA_EIGHT, RAZZ, STUD, STUD_EIGHT, TRIPLE_DRAW
from gamehall_sdk.cards import DECK, Card
from gamehall_sdk.errors import IllegalAction
from gamehall_sdk.round import Setup

seeds = st.integers(0, 1 << 32)


EVERY = (HOLDEM, HOLDEM, OMAHA, OMAHA_EIGHT, DRAW, TRIPLE_DRAW, STUD, STUD_EIGHT, RAZZ)
OF_NO_CHANGES = tuple(variant for variant in EVERY if not variant.changes)


class Table(NamedTuple):
    """A random hand."""

    variant: Variant
    betting: Betting
    setup: Setup
    house: House
    rng: random.Random

    def begin(self, setup: Setup | None = None) -> PokerRound:
        return PokerRound(self.variant, self.betting, setup or self.setup, self.house)


def table(seed: int, variants: tuple[Variant, ...] = EVERY) -> Table:
    """A random hand: seats with gaps, short and deep stacks, antes, posts, every structure and house."""
    rng = random.Random(seed)
    variant = rng.choice(variants)
    seats = tuple(sorted(rng.sample(range(12), rng.randint(2, 10 if variant.blinds else 8))))
    big = rng.choice([2, 10, 25])
    blinds = variant.blinds
    betting = Betting(
        structure=rng.choice(list(Structure)),
        small_blind=rng.randint(0, big) * blinds,
        big_blind=big * blinds,
        ante=rng.choice([0, 0, 1, 5]),
        ante_style=rng.choice(list(AnteStyle)),
        small_bet=0 if blinds else big,
        bring_in=0 if blinds else rng.randint(0, big),
        cap=rng.choice([0, 4]),
        cap_heads_up=rng.random() < 0.5,
        half_bet=rng.random() < 0.5,
        open_pair=rng.random() < 0.5,
    )
    house = House(asks_to_show=rng.random() < 0.3, tables_all_in=rng.random() < 0.7)
    stacks = tuple(rng.randint(1, rng.choice([big, 8 * big, 100 * big])) for _ in seats)
    start = usual_start(seats, rng.randrange(12)) if blinds else PokerStart(rng.randrange(12))
    if blinds and len(seats) > 2 and rng.random() < 0.3:
        start = PokerStart(start.button, None, start.big_blind)
    if blinds and rng.random() < 0.3:
        kind = rng.choice([PostKind.LIVE, PostKind.DEAD])
        start = PokerStart(
            start.button, start.small_blind, start.big_blind, (Post(rng.choice(seats), rng.randint(1, 2 * big), kind),)
        )
    deal = tuple(rng.sample(DECK, 52))
    setup = Setup(variant="", options=None, seats=seats, stacks=stacks, deal=deal, start=start)
    return Table(variant, betting, setup, house, rng)


def state(hand: PokerRound) -> Any:
    seats = [seat.seat for seat in hand.view(None).seats]
    return hand.to_act, hand.payoffs, [hand.view(viewer) for viewer in (None, *seats)]


@given(seeds)
@settings(max_examples=100, deadline=None)
def test_a_hand_ends_and_no_chip_is_lost(seed: int) -> None:
    given = table(seed)
    setup, rng = given.setup, given.rng
    hand = given.begin()
    for _ in range(1000):
        view = hand.view(None)
        paid = any(seat.won for seat in view.seats)
        assert sum(seat.stack for seat in view.seats) + (0 if paid else view.pot) == sum(setup.stacks)
        assert min(seat.stack for seat in view.seats) >= 0
        if not hand.to_act:
            break
        assert hand.payoffs is None
        seat = rng.choice(hand.to_act)
        assert hand.default(seat) in hand.legal(seat)
        hand.apply(seat, hand.legal(seat).choose(rng))
    assert hand.payoffs is not None
    assert sum(hand.payoffs.values()) == 0
    ends = {seat.seat: seat.stack for seat in hand.view(None).seats}
    starts = dict(zip(setup.seats, setup.stacks, strict=True))
    assert hand.payoffs == {seat: ends[seat] - starts[seat] for seat in setup.seats}
    assert sum(hand.view(None).pots) == hand.view(None).pot == sum(seat.won for seat in hand.view(None).seats)


@given(seeds)
@settings(max_examples=60, deadline=None)
def test_what_is_listed_can_be_done_and_nothing_else(seed: int) -> None:
    given = table(seed)
    setup, rng = given.setup, given.rng
    hand = given.begin()
    while hand.to_act:
        seat = hand.to_act[0]
        legal = hand.legal(seat)
        edges = {0, -1, 1, setup.stacks[setup.seats.index(seat)]}
        edges |= {span.least + step for span in legal.ranges for step in (-1, 0, 1)}
        edges |= {span.most + step for span in legal.ranges for step in (-1, 0, 1)}
        tries: list[Any] = [Fold(), Check(), Call(), BringIn(), Show(), Muck(), Discard(), Discard((Card(5),))]
        tries += [kind(amount) for kind in (Bet, RaiseTo) for amount in sorted(edges)]
        hand.events()
        before = state(hand)
        trial = copy.deepcopy(hand)
        for action in tries:
            try:
                trial.apply(seat, action)
            except IllegalAction:
                assert action not in legal
                assert state(trial) == before
                assert trial.events() == []
            else:
                assert action in legal
                trial = copy.deepcopy(hand)
        hand.apply(seat, legal.choose(rng))


@given(seeds, st.integers(0, 40))
@settings(max_examples=100, deadline=None)
def test_what_a_viewer_may_not_know_changes_nothing_that_they_see(seed: int, steps: int) -> None:
    given = table(seed, OF_NO_CHANGES)._replace(house=House())
    setup, rng = given.setup, given.rng
    hand = given.begin()
    actions: list[tuple[int, Any]] = []
    while hand.to_act and len(actions) < steps:
        seat = hand.to_act[0]
        action = hand.legal(seat).choose(rng)
        hand.apply(seat, action)
        actions.append((seat, action))
    for viewer in (None, *setup.seats):
        public = hand.view(viewer)
        seen = {*public.board, *(card for seat in public.seats for card in seat.cards)}
        other = given.begin(_redealt(setup, seen, rng))
        views, told = [], []
        for one in (given.begin(), other):
            views.append([one.view(viewer)])
            told.append([event for event in one.events() if event.audience in (None, viewer)])
            for seat, action in actions:
                one.apply(seat, action)
                views[-1].append(one.view(viewer))
                told[-1] += [event for event in one.events() if event.audience in (None, viewer)]
        over = not hand.to_act and sum(seat.state is not SeatState.FOLDED for seat in public.seats) > 1
        if over:
            # Who mucked lost to what was shown; another hidden hand might have won. Compare what came before.
            views = [one[:-1] for one in views]
            told = [[event for event in one if type(event.event).__name__ not in _ENDS] for one in told]
        assert views[0] == views[1]
        assert told[0] == told[1]


_ENDS = {"Shown", "Mucked", "PotWon"}


def _redealt(setup: Setup, seen: set[Card], rng: random.Random) -> Setup:
    """The same deal as far as *seen* goes, everything else in another order."""
    hidden = [card for card in setup.deal if card not in seen]
    rng.shuffle(hidden)
    fresh = iter(hidden)
    deal = tuple(card if card in seen else next(fresh) for card in setup.deal)
    return Setup(
        variant=setup.variant,
        options=setup.options,
        seats=setup.seats,
        stacks=setup.stacks,
        deal=deal,
        start=setup.start,
    )
