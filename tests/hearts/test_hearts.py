"""Hearts: passing, the first trick, breaking hearts, the moon, and the variants."""

from __future__ import annotations

import pytest

from gamehall_hearts.hearts.messages import (
    CardsPassed,
    CardsReceived,
    Direction,
    HeartsBroken,
    MoonShot,
    PassCard,
    PassChosen,
)
from gamehall_hearts.hearts.options import FirstLead, Moon
from gamehall_hearts.hearts.round import HeartsRound
from gamehall_hearts.hearts.scoring import OMNIBUS, PLAIN, points
from gamehall_hearts.tricks.cards import mask_of
from gamehall_hearts.tricks.messages import PlayCard, Stage
from gamehall_sdk.cards import Card, cards
from gamehall_sdk.errors import IllegalAction
from tests.hearts.deal import finish, heard, hearts, may, play, scores, suit

PLAIN_HANDS = [suit("s"), suit("h"), suit("d"), suit("c")]
MOON = ["Ac " + suit("h", "3456789TJQKA"), "2h 2c Qs", "3c", "4c"]


def choose(game: HeartsRound, seat: int, line: str) -> None:
    for card in cards(line):
        game.apply(seat, PassCard(card))


# --- passing ---


@pytest.mark.parametrize(("direction", "taker"), [(Direction.LEFT, 1), (Direction.ACROSS, 2), (Direction.RIGHT, 3)])
def test_three_cards_go_over_in_each_direction_at_once(direction: Direction, taker: int) -> None:
    game = hearts(["As Ks Qs", "", "", ""], direction)
    assert game.view(None).stage is Stage.PASSING
    assert list(game.to_act) == [0, 1, 2, 3]
    before = game.view(taker).dealt
    choose(game, 0, "As Ks Qs")
    assert list(game.to_act) == [1, 2, 3]
    for seat in (1, 2, 3):
        for _ in range(3):
            game.apply(seat, game.default(seat))
    told = heard(game, CardsPassed, CardsReceived, by=taker)
    assert told[0] == CardsPassed(direction)
    assert told[1] == CardsReceived(taker, 0, cards("Qs Ks As"))
    assert len(told) == 2
    mine = game.view(taker).seats[taker].hand
    assert set(cards("As Ks Qs")) <= set(mine)
    assert len(mine) == 13
    assert game.view(taker).received == cards("Qs Ks As")
    assert game.view(taker).dealt == before
    assert len(game.view(0).seats[0].hand) == 13
    assert game.view(None).received == game.view(None).passed == ()


def test_in_the_hold_nothing_is_passed() -> None:
    game = hearts(PLAIN_HANDS)
    assert game.view(None).stage is Stage.PLAYING
    assert list(game.to_act) == [3]


def test_a_card_is_passed_once_and_out_of_the_own_hand() -> None:
    game = hearts(["As Ks Qs", "2h", "", ""], Direction.LEFT)
    game.events()
    choose(game, 0, "As")
    assert heard(game) == [PassChosen(0, 2)], "what was chosen is nobody's business"
    assert PassCard(Card("As")) not in game.legal(0)
    assert len(game.legal(0).actions) == 12
    for wrong in (PassCard(Card("As")), PassCard(Card("2h")), PlayCard(Card("Ks")), PassCard(99)):  # type: ignore[arg-type]
        with pytest.raises(IllegalAction):
            game.apply(0, wrong)
    assert game.view(0).passed == cards("As")
    assert game.view(1).passed == ()


def test_a_silent_seat_passes_its_highest_cards() -> None:
    game = hearts(["As 2s 3h Ah Kd", "", "", ""], Direction.LEFT)
    assert game.default(0) == PassCard(Card("As"))


def test_the_two_of_clubs_leads_also_when_it_was_passed() -> None:
    game = hearts(["2c As Ks", "", "", ""], Direction.ACROSS)
    choose(game, 0, "2c As Ks")
    for seat in (1, 2, 3):
        for _ in range(3):
            game.apply(seat, game.default(seat))
    assert list(game.to_act) == [2]
    assert may(game) == "2c"


def test_a_house_may_pass_another_number_of_cards() -> None:
    game = hearts(["2c", "", "", ""], Direction.LEFT, pass_cards=1)
    choose(game, 0, "2c")
    assert list(game.to_act) == [1, 2, 3]


# --- the first trick ---


def test_the_two_of_clubs_is_led() -> None:
    game = hearts(["3c", "2c 4c", "", ""])
    assert list(game.to_act) == [1]
    assert may(game) == "2c"


def test_no_penalty_card_goes_to_the_first_trick() -> None:
    game = hearts([f"Qs {suit('h', '234')} {suit('d', '2345')}", "2c", suit("c", "3456789TJQ"), "Kc Ac"])
    play(game, "2c 3c Kc")
    assert not {"Qs", "2h", "3h", "4h"} & set(may(game).split())
    assert "2d" in may(game)
    game = hearts(
        [f"Qs {suit('h', '234')} {suit('d', '2345')}", "2c", suit("c", "3456789TJQ"), "Kc Ac"], first_trick_points=True
    )
    play(game, "2c 3c Kc")
    assert {"Qs", "2h", "2d"} <= set(may(game).split())


def test_case_63_with_nothing_but_penalty_cards_every_card_is_legal() -> None:
    hand = f"{suit('h', '23456789TJQK')} Qs"
    game = hearts([hand, "2c Ah", "3c", "4c"])
    play(game, "2c 3c 4c")
    assert set(may(game).split()) == set(hand.split())


def test_where_the_eldest_hand_leads_it_leads_no_penalty_card_if_it_can() -> None:
    game = hearts(["Qs 2h 2d", "", "", ""], eldest=0, first_lead=FirstLead.ELDEST)
    assert list(game.to_act) == [0]
    assert not {"Qs", "2h"} & set(may(game).split())
    assert "2d" in may(game)
    game = hearts(["3s Qs", "4s", "5s 2h", "6s"], eldest=0, first_lead=FirstLead.ELDEST, first_trick_points=True)
    assert "Qs" in may(game)


def test_to_a_first_trick_in_spades_the_queen_is_kept_back_if_it_can_be() -> None:
    game = hearts(["As", "Qs 2s", "3s", "4s"], eldest=0, first_lead=FirstLead.ELDEST)
    play(game, "As")
    assert "Qs" not in may(game)
    game = hearts([suit("s", "23456789TJKA"), "Qs", "", ""], eldest=0, first_lead=FirstLead.ELDEST)
    play(game, "As")
    assert may(game) == "Qs"


# --- breaking hearts ---


def test_hearts_are_led_only_once_broken() -> None:
    game = hearts(["2c Ac 5h", "3c 2d", f"4c {suit('d', '3456789TJQKA')}", f"5c {suit('s', '23')} 6h"])
    play(game, "2c 3c 4c 5c")
    assert list(game.to_act) == [3]
    assert "6h" not in may(game)
    with pytest.raises(IllegalAction):
        game.apply(3, PlayCard(Card("6h")))
    game = hearts(["2c Ac 5h", "3c 2d", f"4c {suit('d', '3456789TJQKA')}", "5c 6h"], break_hearts=False)
    play(game, "2c 3c 4c 5c")
    assert "6h" in may(game)


def test_a_heart_thrown_breaks_hearts() -> None:
    hands = [f"2c 3c 4c {suit('s', '23456789TJ')}", f"5c {suit('h', '234')}", "6c Tc", "7c 9c 9h"]
    game = hearts(hands)
    play(game, "2c 5c 6c 7c")
    assert "9h" not in may(game)
    game.events()
    play(game, "9c")
    play(game, "3c 2h Tc")
    assert heard(game, HeartsBroken) == [HeartsBroken()]
    assert game.view(None).broken


def test_hearts_may_be_led_from_a_hand_of_hearts() -> None:
    game = hearts(MOON)
    play(game, "2c 3c 4c Ac")
    assert may(game) == suit("h", "3456789TJQKA")
    play(game, "3h")
    assert may(game) == "2h"


@pytest.mark.parametrize("breaks", [True, False])
def test_the_queen_of_spades_breaks_hearts_only_where_the_house_says_so(breaks: bool) -> None:
    hands = ["2c As 2h", f"Qs 3c {suit('d', '23456789TJQ')}", "4c 3s 3h", "5c 4s 4h"]
    game = hearts(hands, queen_breaks=breaks, eldest=0)
    play(game, "2c 3c 4c 5c")
    play(game, "4s As Qs 3s")
    assert game.view(None).broken is breaks


# --- scores ---


def test_each_heart_counts_one_and_the_queen_thirteen() -> None:
    taken = [mask_of(cards(line)) for line in ("2h Ah", "Qs", "3h", "Jd")]
    assert points(PLAIN, taken, Moon.OTHERS) == [2, 13, 1, 0]
    assert points(OMNIBUS, taken, Moon.OTHERS) == [2, 13, 1, -10]


@pytest.mark.parametrize(
    ("moon", "right"),
    [(Moon.OTHERS, [0, 26, 26, 26]), (Moon.SHOOTER, [-26, 0, 0, 0]), (Moon.NONE, [26, 0, 0, 0])],
)
def test_case_61_all_penalty_cards_in_one_hand(moon: Moon, right: list[int]) -> None:
    game = hearts(MOON, moon=moon)
    play(game, "2c 3c 4c Ac")
    play(game, "Ah 2h")
    finish_with_queen(game)
    assert scores(game) == right
    assert game.payoffs == {seat: -one for seat, one in enumerate(right)}
    assert heard(game, MoonShot) == [MoonShot(0)]


def finish_with_queen(game: HeartsRound) -> None:
    """Play on; the queen goes as soon as it may."""
    queen = PlayCard(Card("Qs"))
    while game.to_act:
        (seat,) = game.to_act
        legal = game.legal(seat)
        game.apply(seat, queen if queen in legal else game.default(seat))


def test_the_jack_of_diamonds_takes_ten_off_also_for_who_shoots_the_moon() -> None:
    every = mask_of(cards(suit("h") + " Qs Jd"))
    assert points(OMNIBUS, [every, 0, 0, 0], Moon.OTHERS) == [-10, 26, 26, 26]
    game = hearts(PLAIN_HANDS, jack=True)
    finish(game)
    assert scores(game) == [26, 26, 26, -10]
    assert any(Card("Jd") in seat.taken for seat in game.view(None).seats)


def test_twenty_six_points_are_shared_out() -> None:
    game = hearts(["2h 3h Qs", "4h", "5h", "2c 6h"])
    finish(game)
    assert sum(scores(game)) in (26, 78)
    assert game.view(None).stage is Stage.OVER
