"""Cards that are changed: five-card draw, and the deck that runs out."""

from __future__ import annotations

import hashlib
import random
from typing import Any

import pytest

from gamehall_poker.betting import Structure
from gamehall_poker.messages import Check, Dealt, Discard, Discarded, HoleCardsDealt, Phase, PotWon, Shown, Threw
from gamehall_poker.round import PokerRound
from gamehall_poker.variants import DRAW, SINGLE_DRAW, TRIPLE_DRAW
from gamehall_sdk.cards import DECK, cards
from gamehall_sdk.errors import IllegalAction
from gamehall_sdk.shuffle import shuffle
from tests.poker.hand import begin, heard, may, play, stacks_of


def draw(stacks: Any, holes: dict[int, str] | None = None, stub: str = "", **more: Any) -> PokerRound:
    """A hand of no-limit draw, blinds 1/2, the button at the last seat."""
    return begin(stacks, holes=holes, board=stub, **({"variant": DRAW} | more))


def drawing(**more: Any) -> PokerRound:
    hand = draw([200] * 3, {0: "AsAh3c4c5c", 1: "KsKh3d4d5d", 2: "QsQh3h4h5h"}, "AdAcKdKc6s7s8s9sTs", **more)
    return play(hand, "2:c 0:c 1:x")


def test_after_the_first_betting_each_player_changes_cards_in_turn_from_the_left_of_the_button() -> None:
    hand = drawing()
    assert (hand.view(None).phase, hand.view(None).street, hand.to_act) == (Phase.DISCARD, "draw", (0,))
    play(hand, "0:d3c4c5c 1:pat")
    assert hand.to_act == (2,)
    play(hand, "2:d5h")
    assert (hand.view(None).phase, hand.to_act) == (Phase.BET, (0,))
    assert [seat.changed for seat in hand.view(None).seats] == [(3,), (0,), (1,)]


def test_any_of_the_cards_may_be_changed_and_new_ones_take_their_places() -> None:
    hand = drawing()
    assert len(hand.legal(0).actions) == 32
    play(hand, "0:d5c3c")
    assert hand.view(0).seats[0].cards == cards("As Ah Ad 4c Ac")
    assert not hand.legal(2)


def test_all_hear_how_many_cards_are_changed_and_only_the_player_which_come() -> None:
    hand = drawing()
    hand.events()
    play(hand, "0:d3c4c 1:pat")
    assert [(told.audience, told.event) for told in hand.events()] == [
        (None, Discarded(0, 2)),
        (0, Threw(0, cards("3c 4c"))),
        (None, Dealt(0, 2)),
        (0, HoleCardsDealt(0, cards("Ad Ac"))),
        (None, Discarded(1, 0)),
    ]


@pytest.mark.parametrize("wrong", [Discard(cards("As2c")), Discard(cards("AsAs")), Check(), None])
def test_only_ones_own_cards_can_be_changed_each_once(wrong: Any) -> None:
    hand = drawing()
    before = hand.view(0)
    with pytest.raises(IllegalAction, match="is not legal now; legal: Discard"):
        hand.apply(0, wrong)
    assert hand.view(0) == before


def test_a_silent_player_stands_pat() -> None:
    hand = drawing()
    assert hand.default(0) == Discard()


def test_no_bet_may_be_made_while_cards_are_changed() -> None:
    assert may(drawing()).split() == ["d"] * 32
    view = drawing().view(0)
    assert (view.to_call, view.least, view.most) == (0, 0, 0)


def test_who_is_all_in_changes_cards_too_and_shows_only_afterwards() -> None:
    hand = draw([50, 50], {0: "AsAh3c4c5c", 1: "KsKh3d4d5d"}, "AdAcKdKc", button=0)
    play(hand, "0:r50 1:c")
    assert (hand.view(None).phase, hand.to_act) == (Phase.DISCARD, (1,))
    assert not heard(hand, Shown)
    play(hand, "1:pat 0:pat")
    assert not hand.to_act
    assert len(heard(hand, Shown)) == 2
    assert stacks_of(hand) == [100, 0]


def test_the_winner_is_who_has_the_best_hand_after_changing() -> None:
    hand = play(drawing(), "0:pat 1:d3d4d 2:pat x x x")
    assert heard(hand, PotWon) == [PotWon(1, 0, 6, "Two Pair")]
    hand = play(drawing(), "0:pat 1:pat 2:d3h4h x x x")
    assert heard(hand, PotWon) == [PotWon(2, 0, 6, "Two Pair")]


def test_who_folded_changes_nothing() -> None:
    hand = play(draw([200] * 3), "2:f 0:c 1:x")
    assert hand.to_act == (0,)
    assert play(hand, "0:pat").to_act == (1,)
    assert hand.view(None).phase is Phase.DISCARD
    assert play(hand, "1:pat").view(None).phase is Phase.BET


def thrown(players: int) -> tuple[PokerRound, list[Any]]:
    """A hand in which everybody changes all five cards, and what they threw away."""
    hand = draw([200] * players, button=players - 1)
    play(hand, "c " * (players - 1) + "x")
    out = []
    while hand.view(None).phase is Phase.DISCARD:
        seat = hand.to_act[0]
        mine = hand.view(seat).seats[seat].cards
        out.append(mine)
        hand.apply(seat, Discard(mine))
    return hand, out


def test_when_the_deck_runs_out_the_others_discards_are_shuffled_by_a_secret_from_the_deal() -> None:
    hand, out = thrown(6)
    # 30 cards were dealt: four change five each, the fifth gets two and three out of the pile of 20.
    fifth = hand.view(4).seats[4].cards
    assert fifth[:2] == DECK[50:]
    pile = [card for card in DECK if card in {one for five in out[:4] for one in five}]
    secret = hashlib.sha256(f"{' '.join(map(str, DECK))}/0".encode()).digest()
    again = shuffle(pile, secret)
    assert fifth[2:] == again[:3]
    assert hand.view(5).seats[5].cards == again[3:8]


def test_one_gets_ones_own_discards_back_only_when_there_are_no_others() -> None:
    hand, out = thrown(10)
    first = hand.view(0).seats[0].cards
    assert first[:2] == DECK[50:]
    assert set(first[2:]) < set(out[0])
    held = [card for seat in range(10) for card in hand.view(seat).seats[seat].cards]
    assert len(set(held)) == 50


def test_however_much_is_changed_no_card_is_held_twice() -> None:
    for seed in range(40):
        rng = random.Random(seed)
        players = rng.randint(2, 10)
        hand = draw([500] * players, variant=TRIPLE_DRAW, structure=Structure.FIXED_LIMIT, button=0)
        while hand.to_act:
            hand.apply(hand.to_act[0], hand.legal(hand.to_act[0]).choose(rng))
            held = [card for seat in range(players) for card in hand.view(seat).seats[seat].cards]
            live = [seat.seat for seat in hand.view(None).seats if seat.state != "folded"]
            held = [card for seat in live for card in hand.view(seat).seats[seat].cards]
            assert len(held) == len(set(held)) == 5 * len(live)
        assert sum(stacks_of(hand)) == 500 * players


def test_lowball_the_worst_hand_wins_and_the_wheel_is_no_straight() -> None:
    holes = {0: "7s5h4c3c2c", 1: "As5d4d3d2d", 2: "8s5s4h3h2h"}
    hand = play(draw([200] * 3, holes, variant=SINGLE_DRAW), "c c x pat pat pat x x x")
    assert [one.seat for one in heard(hand, PotWon)] == [0]
    holes = {0: "AsKh4c3c2c", 1: "Ad5d4d3d2s", 2: "KsKd4h3h2h"}
    hand = play(draw([200] * 3, holes, variant=SINGLE_DRAW), "c c x pat pat pat x x x")
    assert [one.seat for one in heard(hand, PotWon)] == [1]


def test_limit_draw_bets_double_after_the_change() -> None:
    hand = drawing(structure=Structure.FIXED_LIMIT)
    assert may(play(hand, "pat pat pat")) == "x b4-4"
