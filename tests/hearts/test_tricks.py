"""The engine: following suit, leading, winning, and another game that is made from it."""

from __future__ import annotations

from typing import Any

import pytest

from gamehall_hearts.tricks.cards import CLUBS, HEARTS, SPADES, TrickCards, cards_of, mask_of, offer
from gamehall_hearts.tricks.messages import CardPlayed, HandDealt, PlayCard, Scored, Stage, TrickWon
from gamehall_hearts.tricks.round import TrickRound
from gamehall_sdk.cards import CARDS, DECK, Card, cards
from gamehall_sdk.errors import IllegalAction
from gamehall_sdk.round import Setup
from tests.hearts.deal import deal_of, finish, gongzhu, heard, may, play, suit

HANDS = [suit("s"), suit("h"), suit("d"), suit("c")]
MIXED = ["As 2s Kh 3h 2d", "Ks 3s Qh", "Qs 4s Jh Ad", "Js Ah Kd"]


def test_a_hand_is_sorted_spades_hearts_jokers_diamonds_clubs() -> None:
    assert cards_of(mask_of(CARDS)) == cards(" ".join([suit("s"), suit("h"), "JP JG", suit("d"), suit("c")]))
    assert [play.card for play in offer(mask_of(cards("2c JG As 2h"))).actions] == list(cards("As 2h JG 2c"))


def test_jokers_belong_to_hearts_and_beat_the_ace() -> None:
    both = TrickCards(CARDS, {})
    ace, small, big = Card("Ah"), Card("JP"), Card("JG")
    assert both.suit[small] == both.suit[big] == HEARTS
    assert both.power[ace] < both.power[small] < both.power[big]
    assert both.of_suit[HEARTS].bit_count() == 15
    assert both.of_suit[SPADES].bit_count() == both.of_suit[CLUBS].bit_count() == 13


def test_the_deck_is_dealt_one_card_at_a_time_from_the_first_seat_on() -> None:
    game = gongzhu([""] * 4)
    told = {event.audience: event.event for event in game.events() if isinstance(event.event, HandDealt)}
    assert set(told) == {0, 1, 2, 3}
    deal = deal_of([""] * 4)
    assert set(told[1].cards) == set(deal[1::4])


def test_suit_must_be_followed_and_who_is_void_plays_anything() -> None:
    game = gongzhu(MIXED)
    play(game, "2s")
    assert set(may(game).split()) == {"Ks", "3s"} | {str(card) for card in cards_of(game.hands[1]) if card.suit == 0}
    with pytest.raises(IllegalAction, match="legal: PlayCard"):
        game.apply(1, PlayCard(Card("Qh")))
    game = gongzhu(HANDS)
    play(game, "2s")
    assert may(game).split() == suit("h").split()


def test_the_highest_card_of_the_suit_led_wins_and_its_player_leads() -> None:
    game = gongzhu(MIXED)
    play(game, "2s 3s Qs Js")
    assert game.to_act == (2,)
    assert heard(game, TrickWon) == [TrickWon(2, (Card("Qs"),))]
    game = gongzhu(HANDS)
    play(game, "2s Ah Ad Ac")
    assert game.to_act == (0,), "there are no trumps: only the suit led counts"


def test_out_of_turn_a_card_of_another_or_no_card_at_all_is_refused_and_changes_nothing() -> None:
    game = gongzhu(HANDS)
    before = [game.view(viewer) for viewer in (None, 0, 1, 2, 3)]
    game.events()
    for seat, action in [(1, PlayCard(Card("2h"))), (0, PlayCard(Card("2h"))), (7, PlayCard(Card("2s"))), (0, None)]:
        with pytest.raises(IllegalAction):
            game.apply(seat, action)
    with pytest.raises(IllegalAction):
        game.apply(0, PlayCard(-1))  # type: ignore[arg-type]  # as a bad bot might
    with pytest.raises(IllegalAction):
        game.default(1)
    assert [game.view(viewer) for viewer in (None, 0, 1, 2, 3)] == before
    assert game.events() == []
    assert not game.legal(1)


def test_the_default_is_the_lowest_card_that_may_be_played() -> None:
    game = gongzhu(["Ks 5h 4d 9c", "Qs 3s", "As", "2s"])
    game.hands[0] = mask_of(cards("Ks 5h 4d 9c"))
    game.begin(0)
    assert game.default(0) == PlayCard(Card("4d"))
    play(game, "Ks")
    assert game.default(1) == PlayCard(Card("3s"))


def test_every_card_is_played_once_and_the_story_tells_all() -> None:
    game = gongzhu(MIXED)
    finish(game)
    events = heard(game)
    assert {event.card for event in events if isinstance(event, CardPlayed)} == set(DECK)
    assert sum(isinstance(event, TrickWon) for event in events) == 13
    assert [event.seat for event in events if isinstance(event, Scored)] == [0, 1, 2, 3]
    assert game.view(None).stage is Stage.OVER
    assert len(game.view(None).tricks) == 13
    assert not game.legal(0)


@pytest.mark.parametrize("deal", [DECK[:51], (*DECK[:51], DECK[0]), (*DECK[:51], CARDS[53])])
def test_a_deal_that_is_not_the_deck_is_refused(deal: tuple[Card, ...]) -> None:
    with pytest.raises(ValueError, match="cards"):
        Whist(Setup(variant="", options=None, seats=(0, 1, 2, 3), stacks=(0,) * 4, deal=deal))


class Whist(TrickRound[Any]):
    """The least that another game needs: a point for each trick, whatever is in it."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(TrickCards(DECK, {}), setup)
        self.tell_hands()
        self.begin(0)

    def scores(self) -> list[int]:
        """Tricks."""
        winners = [winner for *_, winner in self.tricks]
        return [winners.count(player) for player in range(len(self.seats))]

    def view(self, viewer: int | None) -> Any:
        """The players."""
        return self.seat_views(viewer)


def test_another_trick_game_is_made_of_a_deck_and_a_count() -> None:
    deal = deal_of([suit("s"), suit("h"), suit("d"), suit("c")])
    game = Whist(Setup(variant="", options=None, seats=(2, 3, 5, 7), stacks=(0,) * 4, deal=deal))
    finish(game)
    assert game.payoffs == {2: 13, 3: 0, 5: 0, 7: 0}
    assert [seat.score for seat in game.view(None)] == [13, 0, 0, 0]
