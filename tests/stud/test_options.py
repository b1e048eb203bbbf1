"""Options of a table, and what they say when they do not fit."""

from __future__ import annotations

from typing import Any

import pytest

from gamehall_poker.betting import Structure
from gamehall_sdk.errors import BadOption
from gamehall_sdk.options import read_options
from gamehall_stud.options import StudOptions, at_level, buy_in
from gamehall_stud.round import STUD_KINDS, betting_of


@pytest.mark.parametrize(
    ("options", "wrong"),
    [
        ({"ante": "3", "bringin": "2"}, "bring_in is 2; it must be the ante, 3, to the small bet, 4"),
        ({"bringin": "5"}, "bring_in is 5; it must be the ante, 1, to the small bet, 4"),
        ({"bigbet": "3"}, "big_bet is 3; it must be 0, or the small bet, 4, or more"),
        ({"leastbuyin": "5", "mostbuyin": "4"}, "least_buy_in is 5; it must be 1 to most_buy_in, which is 4"),
    ],
)
def test_what_does_not_fit_together_is_refused(options: dict[str, str], wrong: str) -> None:
    with pytest.raises(BadOption, match=wrong):
        read_options(StudOptions, options)


def test_the_buy_in_is_in_small_bets() -> None:
    assert buy_in(StudOptions(small_bet=10)) == (200, 2000)


@pytest.mark.parametrize(
    ("variant", "structure", "sizes"),
    [
        ("fl", Structure.FIXED_LIMIT, (4, 8)),
        ("nl", Structure.NO_LIMIT, (4, 8)),
        ("spread", Structure.SPREAD_LIMIT, (4, 8)),
        ("razz", Structure.FIXED_LIMIT, (4, 8)),
        ("eight", Structure.FIXED_LIMIT, (4, 8)),
    ],
)
def test_a_variant_has_its_structure(variant: str, structure: Structure, sizes: tuple[int, int]) -> None:
    betting: Any = betting_of(STUD_KINDS[variant].structure, StudOptions())
    assert betting.structure is structure
    assert (betting.size(big=False), betting.size(big=True)) == sizes


def test_stakes_double_with_each_level_up_to_the_most_there_is() -> None:
    assert at_level(StudOptions(big_bet=10), 2) == StudOptions(ante=4, bring_in=8, small_bet=16, big_bet=40)
    assert at_level(StudOptions(), 0) == StudOptions()
    assert at_level(StudOptions(), 1000).small_bet == 1_000_000_000
