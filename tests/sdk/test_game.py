"""What a game says of itself, and what is wrong with it, is found when it is made."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from gamehall_sdk.cards import DECK, cards
from gamehall_sdk.default_flow import DefaultFlow
from gamehall_sdk.game import Chair, Planning, Stakes, Variant, everyone, fixed_deck
from gamehall_sdk.options import option
from tests.floor import make_flow
from tests.games import Check, CoinsOptions, coins, morra


class NotAttrs:
    pass


@attrs.frozen
class NoDefault:
    blind: int


@attrs.frozen
class BadDefault:
    low: int = option(3)

    def __attrs_post_init__(self) -> None:
        raise ValueError("low is 3")


@attrs.frozen
class CannotTravel:
    what: set[object]


@attrs.frozen
class Joined:
    """Named like an event of the platform."""


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"name": "Coins"}, "a name is a lower-case letter, then letters, digits, - or _ (32 at most)"),
        ({"name": ""}, "a name is a lower-case letter, then letters, digits, - or _ (32 at most)"),
        ({"name": "c" * 33}, "a name is a lower-case letter, then letters, digits, - or _ (32 at most)"),
        ({"seats": (3, 2)}, "seats (3, 2) are not (least, most)"),
        ({"seats": (0, 2)}, "seats (0, 2) are not (least, most)"),
        ({"actions": (NotAttrs,)}, "NotAttrs is not an attrs class"),
        ({"view": NotAttrs}, "NotAttrs is not an attrs class"),
        ({"options": NoDefault}, "option 'blind' has no default"),
        ({"options": BadDefault}, "low is 3"),
        ({"stakes": Stakes.POINTS}, "a game for chips, and no other, gives buy_in"),
        ({"buy_in": None}, "a game for chips, and no other, gives buy_in"),
        ({"variants": (Variant("a", "A"), Variant("a", "B"))}, "variants 'a', 'a' need names of their own"),
        ({"variants": (Variant("", "A"),)}, "variants '' need names of their own"),
        ({"at_level": lambda _options, level: level}, "at_level gives other than the game's options"),
    ],
)
def test_a_mistake_is_found_at_once_and_names_the_game(changes: dict[str, Any], wrong: str) -> None:
    with pytest.raises(ValueError) as found:  # noqa: PT011  # the sentence is compared whole
        coins(**changes)
    assert str(found.value) == f"game {changes.get('name', 'coins')!r}: {wrong}"


@pytest.mark.parametrize("kind", [CannotTravel, Joined])
def test_a_class_that_cannot_travel_is_found_at_once(kind: type) -> None:
    with pytest.raises(ValueError, match=r"^game 'coins': .*" + kind.__name__):
        coins(parts=(kind,))


def test_a_variant_is_named_or_the_first() -> None:
    game = morra()
    assert (game.variant(""), game.variant("long")) == ("short", "long")
    assert coins().variant("") == coins().variant("coins") == "coins"
    with pytest.raises(KeyError, match="tiny"):
        game.variant("tiny")


def test_the_payloads_are_those_of_the_game_and_with_the_platforms_at_a_table() -> None:
    game = coins()
    assert Check in game.payloads
    assert "button" in game.payloads
    assert "joined" not in game.payloads
    assert {"joined", "check"} <= set(game.table_payloads)


def test_its_own_options_are_picked_out_of_a_tables() -> None:
    assert coins().read_options({"least": "20", "pause": "1"}) == CoinsOptions(least=20)


def test_the_plan_of_most_games_is_that_everyone_plays() -> None:
    plan = everyone(Planning("", None, 4, (Chair(0, 0, 0), Chair(3, 0, 1)), None, 1))
    assert plan is not None
    assert (plan.seats, plan.start, plan.memo) == ((0, 3), None, None)


def test_a_deck_may_be_fixed() -> None:
    assert fixed_deck()("", None) == DECK
    assert fixed_deck(cards("As Ks"))("x", 1) == cards("As Ks")


def test_the_default_flow_is_the_default() -> None:
    assert isinstance(make_flow(coins()), DefaultFlow)
