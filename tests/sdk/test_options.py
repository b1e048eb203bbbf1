"""Options: read from texts, with every refusal saying what would be right, and written so that they read back."""

from __future__ import annotations

import math
from enum import StrEnum

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamehall_sdk.errors import BadOption
from gamehall_sdk.flow import TableOptions
from gamehall_sdk.options import describe, option, read_options, unknown_option, write_options


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


@attrs.frozen
class Choices:
    small_blind: int = option(1, "chips of the small blind", least=1, most=2_000_000)
    none_yet: int = option(0, "a limit of nothing", most=0)
    rake: float = option(0.5, "percent", least=0, most=31_536_000)
    free: float = option(1.5)
    fast: bool = option(default=False, text="quick play")
    colour: Colour = option(Colour.RED, "of the cloth")
    size: int = option(2, "of the table", choices=("2", "4", "8"))
    motto: str = option("", "any words")
    rule: str = option("a", choices=("a", "b"))


@attrs.frozen
class Pair:
    low: int = option(1)
    high: int = option(2)

    def __attrs_post_init__(self) -> None:
        if self.low > self.high:
            raise ValueError(f"low is {self.low}; it must be 0 to high, {self.high}")


def test_what_is_missing_has_its_default() -> None:
    assert read_options(Choices, {}) == Choices()


@pytest.mark.parametrize("name", ["small_blind", "smallblind", "Small-Blind", "SMALL_BLIND"])
def test_names_are_compared_without_case_and_underscores(name: str) -> None:
    assert read_options(Choices, {name: "7"}).small_blind == 7


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("fast", "Yes", True),
        ("fast", "1", True),
        ("fast", "TRUE ", True),
        ("fast", "no", False),
        ("rake", "0", 0.0),
        ("rake", "1e3", 1000.0),
        ("colour", "blue", Colour.BLUE),
        ("size", "4", 4),
        ("motto", "  any <words> ", "  any <words> "),
        ("rule", "b", "b"),
        ("none_yet", "-3", -3),
    ],
)
def test_texts_become_values(name: str, text: str, value: object) -> None:
    found = getattr(read_options(Choices, {name: text}), name)
    assert (found, type(found)) == (value, type(value))


@pytest.mark.parametrize(
    ("name", "text", "right"),
    [
        ("smallblind", "0", "a whole number from 1 to 2000000"),
        ("smallblind", "2000001", "a whole number from 1 to 2000000"),
        ("smallblind", "1.5", "a whole number from 1 to 2000000"),
        ("smallblind", "", "a whole number from 1 to 2000000"),
        ("noneyet", "1", "a whole number, 0 or less"),
        ("rake", "-0.1", "a number from 0 to 31536000"),
        ("rake", "nan", "a number from 0 to 31536000"),
        ("free", "nan", "a number"),
        ("free", "inf", "a number"),
        ("free", "-inf", "a number"),
        ("fast", "maybe", "true or false"),
        ("colour", "green", "red or blue"),
        ("colour", "RED", "red or blue"),
        ("size", "3", "2 or 4 or 8"),
        ("rule", "", "a or b"),
    ],
)
def test_a_bad_value_is_refused_with_what_would_be_right(name: str, text: str, right: str) -> None:
    with pytest.raises(BadOption) as refused:
        read_options(Choices, {name: text})
    assert str(refused.value) == f"option {name!r} is {text!r}; it must be {right}"


def test_a_number_of_any_length_is_refused_and_cut_short() -> None:
    for digits in (400, 10_000):
        with pytest.raises(BadOption) as refused:
            read_options(Choices, {"noneyet": "-" + "9" * digits})
        assert str(refused.value) == f"option 'noneyet' is '-{'9' * 39}'; it must be a whole number, 0 or less"


def test_an_unknown_name_is_refused_with_the_nearest_or_all() -> None:
    for names, sentence in (
        ({"smal_blind": "1"}, "there is no option 'smal_blind'; did you mean 'smallblind'?"),
        ({"xyzzy": "1"}, "there is no option 'xyzzy'; there are low, high"),
    ):
        with pytest.raises(BadOption) as refused:
            read_options(Pair if "xyzzy" in names else Choices, names)
        assert str(refused.value) == sentence
    assert str(unknown_option("x", ())) == "there is no option 'x'; there are none"


def test_what_the_class_itself_finds_wrong_is_said() -> None:
    with pytest.raises(BadOption, match=r"^low is 3; it must be 0 to high, 2$"):
        read_options(Pair, {"low": "3"})


@given(
    st.builds(
        Choices,
        small_blind=st.integers(1, 2_000_000),
        none_yet=st.integers(max_value=0),
        rake=st.floats(0, 31_536_000),
        free=st.floats(allow_nan=False, allow_infinity=False),
        fast=st.booleans(),
        colour=st.sampled_from(Colour),
        size=st.sampled_from([2, 4, 8]),
        motto=st.text(),
        rule=st.sampled_from("ab"),
    )
)
def test_written_options_read_back_equal(options: Choices) -> None:
    if abs(options.none_yet) < 10**300:
        assert read_options(Choices, write_options(options)) == options


@given(st.floats(0, 31_536_000))
def test_the_times_of_a_table_are_kept_to_the_last_digit(seconds: float) -> None:
    assert read_options(TableOptions, write_options(TableOptions(linger=seconds))).linger == seconds


def test_whole_numbers_are_written_plainly() -> None:
    texts = write_options(TableOptions(linger=31_535_999.0, pause=2.0, grace=0.1))
    assert (texts["linger"], texts["pause"], texts["grace"]) == ("31535999", "2", "0.1")


def test_a_form_is_drawn_from_the_class() -> None:
    fields = {field.name: field for field in describe(Choices)}
    assert list(fields) == ["smallblind", "noneyet", "rake", "free", "fast", "colour", "size", "motto", "rule"]
    blind = fields["smallblind"]
    assert (blind.kind, blind.default, blind.text) == ("int", "1", "chips of the small blind")
    assert (blind.least, blind.most) == ("1", "2000000")
    assert (fields["rake"].kind, fields["rake"].most) == ("float", "31536000")
    assert (fields["noneyet"].least, fields["noneyet"].most) == ("", "0")
    assert (fields["fast"].kind, fields["fast"].default) == ("bool", "false")
    assert (fields["colour"].kind, fields["colour"].choices) == ("choice", ("red", "blue"))
    assert (fields["size"].kind, fields["size"].choices) == ("choice", ("2", "4", "8"))
    assert (fields["motto"].kind, fields["motto"].default) == ("text", "")


def test_every_field_of_a_form_takes_its_own_default() -> None:
    for options in (Choices, TableOptions, Pair):
        for field in describe(options):
            assert read_options(options, {field.name: field.default}) == options()


def test_the_tables_options_have_limits_that_a_number_can_have() -> None:
    for field in describe(TableOptions):
        for limit in filter(None, (field.least, field.most)):
            assert math.isfinite(float(limit))
            assert "e" not in limit
