"""Gongzhu: every rule of CHECKLIST 3.1 and 3.2, and the options where houses differ."""

from __future__ import annotations

import pytest

from gamehall_hearts.gongzhu.messages import (
    CardsExposed,
    ExposeCards,
    ExposureDecided,
    GongzhuMemo,
    GongzhuStart,
)
from gamehall_hearts.gongzhu.options import Leader
from gamehall_hearts.gongzhu.round import GongzhuRound
from gamehall_hearts.gongzhu.scoring import FOUR, THREE, score
from gamehall_hearts.tricks.cards import TrickCards, mask_of
from gamehall_hearts.tricks.messages import PlayCard, Scored, Stage
from gamehall_sdk.cards import Card, cards
from gamehall_sdk.errors import IllegalAction
from tests.hearts.deal import finish, gongzhu, heard, may, play, scores, suit

ALL_HEARTS = suit("h")
FIFTEEN = f"{ALL_HEARTS} JP JG"
SLAM = f"{ALL_HEARTS} Qs Jd Tc"


# --- scores ---


@pytest.mark.parametrize(
    ("taken", "points"),
    [
        ("", 0),
        ("2s 3d Kc", 0),
        ("Qs", -100),
        ("Jd", 100),
        ("Ah", -50),
        ("Kh", -40),
        ("Qh", -30),
        ("Jh", -20),
        ("5h 6h 7h 8h 9h Th", -60),
        ("2h 3h 4h", 0),
        (ALL_HEARTS.replace("2h", ""), -200),
        (ALL_HEARTS, 200),
        ("Tc", 50),
        ("Tc 2c", 50),
        ("Tc 2h", 0),
        ("Tc Qs", -200),
        ("Tc Jd", 200),
        (f"{ALL_HEARTS} Qs Jd", 200),
        (SLAM, 400),
    ],
)
def test_scores_with_four_players(taken: str, points: int) -> None:
    assert score(FOUR, mask_of(cards(taken))) == points


@pytest.mark.parametrize(
    ("taken", "points"),
    [
        ("JP", -60),
        ("JG", -70),
        ("Ah JG", -120),
        (ALL_HEARTS, -200),
        (f"{ALL_HEARTS} JP", -260),
        (FIFTEEN, 330),
        (f"{FIFTEEN} Qs Jd Tc", 660),
    ],
)
def test_scores_with_three_players(taken: str, points: int) -> None:
    assert score(THREE, mask_of(cards(taken))) == points


@pytest.mark.parametrize(("rules", "taken", "points"), [(FOUR, SLAM, 800), (THREE, f"{SLAM} JP JG", 1060)])
def test_a_grand_slam_turns_the_pig_where_the_house_plays_it(rules: TrickCards, taken: str, points: int) -> None:
    assert score(rules, mask_of(cards(taken)), grand_slam=True) == points
    less = mask_of(cards(taken.replace("Tc", "")))
    assert score(rules, less, grand_slam=True) == score(rules, less)


@pytest.mark.parametrize(
    ("exposed", "taken", "points"),
    [
        ("Qs", "Qs", -200),
        ("Qs", "Jd", 100),
        ("Jd", "Jd", 200),
        ("Ah", "Ah", -100),
        ("Ah", "Kh 5h", -100),
        ("Ah", ALL_HEARTS, 400),
        ("Tc", "Tc", 100),
        ("Tc", "Tc Qs", -400),
        ("Tc Qs Jd Ah", SLAM, (400 - 200 + 200) * 4),
    ],
)
def test_exposed_cards_count_more(exposed: str, taken: str, points: int) -> None:
    assert score(FOUR, mask_of(cards(taken)), exposed=mask_of(cards(exposed))) == points


def test_case_65_all_hearts_with_the_sheep_and_the_doubler() -> None:
    hands = [suit("h", "3456789TJQKA") + " 3s", "Ks 2h 2s", "Qs Jd", "As Tc 4s"]
    game = gongzhu(hands, start=GongzhuStart(1))
    play(game, "Ks Qs 4s 3s")
    play(game, "2h Jd Tc 3h")
    finish(game)
    assert scores(game) == [600, -100, 0, 0]
    assert game.payoffs == {0: 600, 1: -100, 2: 0, 3: 0}
    first = heard(game, Scored)[0]
    assert first.cards == cards(f"{ALL_HEARTS} Jd Tc")


# --- leading ---


def test_the_first_place_leads_unless_the_house_wants_the_two_of_spades() -> None:
    hands = ["", "", "2s", ""]
    assert gongzhu(hands).to_act == (0,)
    assert gongzhu(hands, leader=Leader.ROTATE).to_act == (0,)
    for leader in (Leader.SPADE2, Leader.PIG):
        game = gongzhu(hands, leader=leader)
        assert list(game.to_act) == [2]
        assert len(game.legal(2).actions) == 13, "the holder may lead any card"
    assert gongzhu(hands, start=GongzhuStart(3)).to_act == (3,)
    assert gongzhu(hands, start=GongzhuStart(None)).to_act == (2,)


def test_any_card_may_be_led_and_points_may_fall_at_once() -> None:
    game = gongzhu(["2h Ks", "", "", ""])
    assert {"2h", "Ks"} <= set(may(game).split())


def test_where_hearts_must_be_broken_they_are_led_only_afterwards_or_from_hearts_alone() -> None:
    game = gongzhu([suit("s"), suit("h"), suit("d"), suit("c")], hearts_broken=True, start=GongzhuStart(1))
    assert may(game) == ALL_HEARTS, "there is nothing else to lead"
    hands = ["As Ks 2h 3h", "2s 3s", "4s 5s", suit("h", "456789TJ") + suit("c", "23456")]
    game = gongzhu(hands, hearts_broken=True)
    assert not {"2h", "3h"} & set(may(game).split())
    play(game, "As 2s 4s 4h")
    assert {"2h", "3h"} <= set(may(game).split())


# --- three players ---


def test_with_three_players_all_54_cards_are_dealt_and_jokers_are_hearts() -> None:
    game = gongzhu(["2h As", "JP 2s 3s", "Ah JG"])
    assert [seat.hidden for seat in game.view(None).seats] == [18, 18, 18]
    play(game, "2h")
    assert set(may(game).split()) >= {"JP"}
    assert all(card in "JP" or card.endswith("h") for card in may(game).split()), "a joker follows hearts"
    play(game, "JP JG")
    assert list(game.to_act) == [2]
    assert scores(game) == [0, 0, -130]
    finish(game)
    assert len(game.view(None).tricks) == 18, "the old server ended after one trick"


# --- exposure ---

HOLDERS = ["Qs 2s 3s", "Jd Tc", "Ah", "4s"]


def test_all_seats_decide_at_once_what_to_expose_whoever_holds_something() -> None:
    game = gongzhu(HOLDERS, exposure=True)
    assert list(game.to_act) == [0, 1, 2, 3]
    assert game.view(None).stage is Stage.EXPOSING
    assert game.legal(3).actions == (ExposeCards(),)
    assert game.legal(1).actions == tuple(map(ExposeCards, [(), cards("Jd"), cards("Tc"), cards("Jd Tc")]))
    assert [game.default(seat) for seat in range(4)] == [ExposeCards()] * 4


def test_what_is_exposed_is_told_when_all_have_decided() -> None:
    game = gongzhu(HOLDERS, exposure=True)
    game.events()
    game.apply(1, ExposeCards(cards("Tc")))
    with pytest.raises(IllegalAction):
        game.apply(1, ExposeCards())
    with pytest.raises(IllegalAction):
        game.apply(0, ExposeCards(cards("Jd")))
    with pytest.raises(IllegalAction):
        game.apply(0, PlayCard(Card("Qs")))
    assert [type(one) for one in heard(game)] == [ExposureDecided]
    assert list(game.to_act) == [0, 2, 3]
    assert game.view(0).exposed == game.view(None).exposed == ()
    assert game.view(1).exposed == (CardsExposed(1, cards("Tc")),)
    game.apply(3, ExposeCards())
    game.apply(0, ExposeCards(cards("Qs")))
    game.apply(2, ExposeCards())
    assert heard(game, CardsExposed) == [CardsExposed(0, cards("Qs")), CardsExposed(1, cards("Tc"))]
    assert game.view(3).exposed == (CardsExposed(0, cards("Qs")), CardsExposed(1, cards("Tc")))
    assert list(game.to_act) == [0]
    finish(game)
    assert sum(scores(game)) != 0


def exposed(hands: list[str], shown: dict[int, str], leader: int = 0) -> GongzhuRound:
    """A round in which the seats have shown these cards."""
    game = gongzhu(hands, exposure=True, start=GongzhuStart(leader))
    for seat in range(4):
        game.apply(seat, ExposeCards(cards(shown.get(seat, ""))))
    return game


def test_an_exposed_card_stays_back_in_the_first_trick_of_its_suit() -> None:
    hands = [f"Qs 2s 3s {suit('d', '23456789TJ')}", "As Ks 4s", "6s 7s", "5s 8s"]
    game = exposed(hands, {0: "Qs"})
    assert "Qs" not in may(game), "it may not be led either"
    game = exposed(hands, {0: "Qs"}, leader=1)
    play(game, "As 6s 5s")
    assert may(game) == "2s 3s"
    with pytest.raises(IllegalAction):
        game.apply(0, PlayCard(Card("Qs")))
    play(game, "2s Ks 7s 8s")
    assert may(game) == "3s Qs", "the suit is fresh no more"
    assert "Qs" in may(exposed(hands, {}, leader=0)), "only exposed cards are tied"


def test_an_exposed_card_that_is_alone_in_its_suit_must_go() -> None:
    hands = [f"Qs {suit('d', '23456789TJQK')}", suit("s", "23456789TJ"), "As", "Ks"]
    game = exposed(hands, {0: "Qs"}, leader=1)
    play(game, "2s As Ks")
    assert may(game) == "Qs"
    game = exposed(hands, {0: "Qs"})
    assert "Qs" in may(game), "it may be led too"


def test_a_void_player_may_throw_an_exposed_card() -> None:
    hands = [f"Qs 2s {suit('d', '23456789TJQ')}", suit("c"), f"3s 4s {suit('h', '23456789TJQ')}", ""]
    game = exposed(hands, {0: "Qs"}, leader=1)
    play(game, "2c 2h Kh")
    assert {"Qs", "2s"} <= set(may(game).split())
    play(game, "2s")
    play(game, "3c 3h Ah")
    play(game, "Qs")
    assert scores(game)[1] == -200 - 40 - 50


# --- the end ---


def test_partners_add_their_scores() -> None:
    hands = [suit("s"), suit("h"), suit("d"), suit("c")]
    game = gongzhu(hands, partners=True, start=GongzhuStart(0))
    finish(game)
    assert scores(game) == [400, 0, 0, 0]
    assert game.payoffs == {0: 400, 1: 0, 2: 400, 3: 0}


def test_who_took_the_pig_is_carried_to_the_next_round() -> None:
    game = gongzhu([suit("s"), suit("h"), suit("d"), suit("c")])
    assert game.carry is None
    finish(game)
    assert game.carry == GongzhuMemo(0)


def test_the_view_says_what_each_has_taken_and_the_totals_before() -> None:
    game = gongzhu([suit("s"), suit("h"), suit("d"), suit("c")], start=GongzhuStart(0, (10, -20, 30, -40)))
    play(game, "Qs Ah Jd Tc")
    first, *others = game.view(0).seats
    assert (first.score, first.total, first.tricks) == ((-100 - 50 + 100) * 2, 10, 1)
    assert first.taken == cards("Qs Ah Jd Tc")
    assert [seat.total for seat in others] == [-20, 30, -40]
    assert game.view(0).dealt == cards(suit("s"))
    assert game.view(None).dealt == ()
    (trick,) = game.view(2).tricks
    assert (trick.leader, trick.cards, trick.winner) == (0, cards("Qs Ah Jd Tc"), 0)
    play(game, "2s")
    assert (game.view(None).leader, game.view(None).trick) == (0, cards("2s"))
