"""What holds of any round of either game, whatever is dealt, chosen and played."""

from __future__ import annotations

import copy
import random
from typing import Any, cast

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamehall_hearts.gongzhu.messages import ExposeCards, GongzhuStart
from gamehall_hearts.gongzhu.options import GongzhuOptions, Leader
from gamehall_hearts.gongzhu.scoring import DOUBLER
from gamehall_hearts.hearts.messages import Direction, HeartsStart, PassCard
from gamehall_hearts.hearts.options import FirstLead, HeartsOptions, Moon
from gamehall_hearts.plugin import GONGZHU, HEARTS
from gamehall_hearts.tricks.messages import PlayCard
from gamehall_hearts.tricks.round import TrickRound
from gamehall_sdk.cards import CARDS, Card
from gamehall_sdk.errors import IllegalAction
from gamehall_sdk.game import Game
from gamehall_sdk.record import By, Recording, SeatRecord, read, replay
from gamehall_sdk.round import Setup

seeds = st.integers(0, 1 << 48)


def table(seed: int) -> tuple[Game, Setup, random.Random]:
    """A game with any options, at any seats, from any deal."""
    rng = random.Random(seed)

    def flag() -> bool:
        return rng.random() < 0.4

    if rng.random() < 0.5:
        game, variant = GONGZHU, rng.choice("qt")
        count = game.seats_of(variant)[0]
        seats = tuple(sorted(rng.sample(range(6), count)))
        options: Any = GongzhuOptions(
            leader=rng.choice(list(Leader)),
            hearts_broken=flag(),
            grand_slam=flag(),
            exposure=flag(),
            partners=flag(),
        )
        start: Any = rng.choice([None, GongzhuStart(rng.choice([None, *seats]), tuple(range(count)))])
    else:
        game, variant, count = HEARTS, "hearts", 4
        seats = tuple(sorted(rng.sample(range(6), count)))
        options = HeartsOptions(
            pass_cards=rng.randint(1, 6),
            first_lead=rng.choice(list(FirstLead)),
            first_trick_points=flag(),
            break_hearts=not flag(),
            queen_breaks=flag(),
            moon=rng.choice(list(Moon)),
            jack=flag(),
        )
        start = rng.choice([None, HeartsStart(rng.choice(list(Direction)), rng.choice(seats), (1, 2, 3, 4))])
    deck = game.deck(variant, options)
    setup = Setup(
        variant=variant,
        options=options,
        seats=seats,
        stacks=(0,) * count,
        deal=tuple(rng.sample(deck, len(deck))),
        start=start,
    )
    return game, setup, rng


def begin(game: Game, setup: Setup) -> TrickRound[Any]:
    return cast("TrickRound[Any]", game.round(setup))


def state(play: TrickRound[Any]) -> Any:
    return play.to_act, play.payoffs, [play.view(viewer) for viewer in (None, *play.seats)]


@given(seeds)
@settings(max_examples=60, deadline=None)
def test_a_round_ends_and_every_card_is_somewhere(seed: int) -> None:
    game, setup, rng = table(seed)
    play = begin(game, setup)
    for _ in range(200):
        assert bool(play.to_act) is (play.payoffs is None)
        held = [card for seat in setup.seats for one in play.view(seat).seats for card in one.hand]
        view = play.view(None)
        gone = [card for trick in view.tricks for card in trick.cards]
        assert sorted([*held, *view.trick, *gone]) == sorted(setup.deal)
        if not play.to_act:
            break
        seat = rng.choice(play.to_act)
        assert play.default(seat) in play.legal(seat)
        play.apply(seat, play.legal(seat).choose(rng))
    assert play.payoffs is not None
    assert set(play.payoffs) == set(setup.seats)


@given(seeds)
@settings(max_examples=60, deadline=None)
def test_scores_add_up(seed: int) -> None:
    game, setup, rng = table(seed)
    play = begin(game, setup)
    while play.to_act:
        seat = rng.choice(play.to_act)
        play.apply(seat, play.legal(seat).choose(rng))
    view = play.view(None)
    scores = [one.score for one in view.seats]
    if game is HEARTS:
        jack = 10 if setup.options.jack else 0
        assert sum(scores) + jack in (26, 78, -26)
    elif not any(DOUBLER in one.taken and len(one.taken) > 1 for one in view.seats) and not view.exposed:
        hearts = sum(worth for card, worth in play.cards.points.items() if card.suit in (1, 4))
        assert sum(scores) in (hearts + extra for extra in (0, 50, -2 * hearts, 50 - 2 * hearts))


@given(seeds)
@settings(max_examples=40, deadline=None)
def test_what_is_listed_can_be_done_and_nothing_else(seed: int) -> None:
    game, setup, rng = table(seed)
    play = begin(game, setup)
    tries: list[Any] = [kind(card) for kind in (PlayCard, PassCard) for card in CARDS]
    tries += [ExposeCards(), *(ExposeCards((card,)) for card in CARDS)]
    while play.to_act:
        if rng.random() < 0.2:
            play.events()
            before = state(play)
            for seat in setup.seats:
                legal = play.legal(seat)
                assert bool(legal) is (seat in play.to_act)
                for action in tries:
                    if action in legal:
                        copy.deepcopy(play).apply(seat, action)
                        continue
                    with pytest.raises(IllegalAction):
                        play.apply(seat, action)
            assert state(play) == before
            assert play.events() == []
        seat = rng.choice(play.to_act)
        play.apply(seat, play.legal(seat).choose(rng))


@given(seeds, st.integers(0, 60))
@settings(max_examples=60, deadline=None)
def test_what_a_viewer_may_not_know_changes_nothing_that_they_see(seed: int, steps: int) -> None:
    game, setup, rng = table(seed)
    play = begin(game, setup)
    actions: list[tuple[int, Any]] = []
    while play.to_act and len(actions) < steps:
        seat = rng.choice(play.to_act)
        action = play.legal(seat).choose(rng)
        play.apply(seat, action)
        actions.append((seat, action))
    for viewer in (None, *setup.seats):
        other = redealt(game, setup, viewer, actions, rng)
        if other is None:
            continue
        views, told = [], []
        for one, done in ((setup, actions), other):
            again = begin(game, one)
            views.append([again.view(viewer)])
            told.append([event for event in again.events() if event.audience in (None, viewer)])
            for seat, action in done:
                again.apply(seat, action)
                views[-1].append(again.view(viewer))
                told[-1] += [event for event in again.events() if event.audience in (None, viewer)]
        assert views[0] == views[1]
        assert told[0] == told[1]


def redealt(
    game: Game, setup: Setup, viewer: int | None, actions: list[tuple[int, Any]], rng: random.Random
) -> tuple[Setup, list[tuple[int, Any]]] | None:
    """Another deal in which the others hold other cards that *viewer* cannot know of, played the same way.

    Two cards change places throughout the round, if both are hidden from the viewer, are nowhere on the table, and the
    same actions, with the two changed in what nobody has seen, stay legal.
    """
    play = begin(game, setup)
    for seat, action in actions:
        play.apply(seat, action)
    mine = play.view(viewer)
    # Who holds a black two is no secret where its holder leads.
    known = {Card("2s"), Card("2c"), *mine.dealt, *getattr(mine, "received", ())}
    known |= {card for shown in getattr(mine, "exposed", ()) for card in shown.cards}
    hands = [one.hand for seat in setup.seats if seat != viewer for one in play.view(seat).seats]
    secret = [card for hand in hands for card in hand if card not in known]
    if len(secret) < 2:
        return None
    first, second = rng.sample(secret, 2)
    swap = {first: second, second: first}

    def changed(action: Any) -> Any:
        if isinstance(action, ExposeCards):
            return action
        return attrs.evolve(action, card=swap.get(action.card, action.card))

    other = attrs.evolve(setup, deal=tuple(swap.get(card, card) for card in setup.deal))
    done = [(seat, changed(action)) for seat, action in actions]
    again = begin(game, other)
    for seat, action in done:
        if action not in again.legal(seat):
            return None
        again.apply(seat, action)
    return other, done


@given(seeds)
@settings(max_examples=60, deadline=None)
def test_a_record_plays_again_to_the_byte(seed: int) -> None:
    game, setup, rng = table(seed)
    seats = tuple(SeatRecord(seat, seat, f"p{seat}", "human") for seat in setup.seats)
    recording = Recording(game, setup, seats)
    play = recording.round
    recording.news()
    while play.to_act:
        seat = rng.choice(play.to_act)
        action = play.legal(seat).choose(rng)
        play.apply(seat, action)
        recording.did(seat, action, By.PLAYER, 0)
        recording.news()
    net = play.payoffs
    assert net is not None
    record = recording.record(payoffs=tuple(net[seat] for seat in setup.seats))
    again = replay(read(record.to_json()), game)
    assert again.view(None) == play.view(None)
    assert again.carry == play.carry


@given(seeds)
@settings(max_examples=60, deadline=None)
def test_nobody_sees_a_hand_but_their_own(seed: int) -> None:
    game, setup, rng = table(seed)
    play = begin(game, setup)
    while play.to_act:
        for viewer in (None, *setup.seats):
            for one in play.view(viewer).seats:
                assert bool(one.hand) <= (one.seat == viewer)
                assert len(one.hand) + one.hidden == play.hands[setup.seats.index(one.seat)].bit_count()
        seat = rng.choice(play.to_act)
        play.apply(seat, play.legal(seat).choose(rng))
        for told in play.events():
            cards = getattr(told.event, "cards", ())
            if type(told.event).__name__ in ("HandDealt", "CardsReceived"):
                assert told.audience == told.event.seat
            assert all(isinstance(card, Card) for card in cards)
