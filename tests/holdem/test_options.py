"""The options of a hold'em table."""

from __future__ import annotations

import pytest

from gamehall_holdem.options import HoldemOptions, buy_in
from gamehall_sdk.errors import BadOption
from gamehall_sdk.options import describe, read_options, write_options


def test_the_defaults_are_a_small_game() -> None:
    assert buy_in(HoldemOptions()) == (40, 400)


def test_the_buy_in_grows_with_the_blinds() -> None:
    assert buy_in(HoldemOptions(small_blind=50, big_blind=100, least_buy_in=50, most_buy_in=50)) == (5000, 5000)


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"small_blind": "5"}, "small_blind is 5; it must be 0 to the big blind, 2"),
        ({"ante": "3"}, "ante is 3; it must be 0 to the big blind, 2"),
        ({"least_buy_in": "300"}, "least_buy_in is 300; it must be 1 to most_buy_in, which is 200"),
        ({"big_blind": "0"}, "option 'bigblind' is '0'; it must be a whole number from 1"),
        ({"big_blind": "two"}, "option 'bigblind' is 'two'; it must be a whole number"),
        ({"bigblnd": "2"}, "did you mean 'bigblind'?"),
    ],
)
def test_what_does_not_fit_is_refused_with_a_sentence(values: dict[str, str], sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence.replace("?", r"\?")):
        read_options(HoldemOptions, values)


def test_the_class_itself_checks_too() -> None:
    with pytest.raises(ValueError, match="big_blind is 0; it must be 1 or more"):
        HoldemOptions(small_blind=0, big_blind=0)


def test_options_are_written_and_read_back() -> None:
    options = HoldemOptions(small_blind=5, big_blind=10, ante=1)
    assert read_options(HoldemOptions, write_options(options)) == options
    assert all(field.text for field in describe(HoldemOptions))
