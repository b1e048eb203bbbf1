"""PHH files cut into hands, and what is wrong with a field."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

import pytest

from gamehall_poker.phh.hand import PhhError, PhhHand
from gamehall_poker.phh.reading import Section, parse, sections
from gamehall_poker.phh.writing import write, write_all

TEXT = """# a hand of our own
variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [0.05, 0.10]
min_bet = 0.10
starting_stacks = [10.00, 8]
actions = [
  'd dh p1 AsAh', # [not a header]
  'd dh p2 ????',
  "p2 f",
]
hand = 17
table = 'Kuusi'
players = ['Anna', "Bo 'the' Bear"]
_ours = {anything = [1, 2]}
"""


def read(text: str) -> PhhHand:
    [section] = sections(text.splitlines(keepends=True))
    return parse(section)


def test_a_file_of_one_hand() -> None:
    hand = read(TEXT)
    assert (hand.variant, hand.hand, hand.table) == ("NT", 17, "Kuusi")
    assert hand.blinds == (Decimal("0.05"), Decimal("0.10"))
    assert hand.starting_stacks == (10, 8)
    assert hand.actions == ("d dh p1 AsAh", "d dh p2 ????", "p2 f")
    assert hand.players == ("Anna", "Bo 'the' Bear")


def test_a_collection_is_cut_at_its_headers_and_numbers_name_the_hands() -> None:
    text = "".join(f"[{number}]\n{TEXT.replace('hand = 17', '')}\n" for number in (1, 2, 30))
    found = list(sections(text.splitlines(keepends=True)))
    assert [one.number for one in found] == ["1", "2", "30"]
    assert [parse(one).hand for one in found] == [1, 2, 30]
    assert [one.line for one in found] == [2, 19, 36]


def test_a_collection_is_read_as_a_stream() -> None:
    def endless() -> Iterator[str]:
        number = 0
        while True:
            number += 1
            yield f"[{number}]\n"
            yield from TEXT.splitlines(keepends=True)

    stream = sections(endless())
    assert [parse(next(stream)).variant for _ in range(3)] == ["NT"] * 3


def test_a_hand_without_a_number_has_none() -> None:
    assert read(TEXT.replace("hand = 17", "")).hand is None
    assert read(TEXT.replace("hand = 17", "hand = 'xy'")).hand == "xy"


def test_a_list_in_a_list_is_no_header() -> None:
    [section] = sections(["[7]\n", "_notes = [\n", "[1]\n", ",\n", "[2]]\n", "variant = 'NT'\n"])
    assert section.number == "7"


def test_tables_of_ones_own_are_fields_of_their_hand() -> None:
    text = f"{TEXT}[_sponsors]\np1 = 'Kahvila'\n"
    assert read(text).hand == 17
    found = list(sections(f"[1]\n{TEXT}[1._sponsors]\np1 = 'x'\n[2]\n{TEXT}".splitlines(keepends=True)))
    assert [one.number for one in found] == ["1", "2"]
    assert all(parse(one).hand == 17 for one in found)


@pytest.mark.parametrize("quotes", ["'''", '"""'])
def test_a_line_in_brackets_within_a_text_of_several_lines_is_no_header(quotes: str) -> None:
    text = f"[1]\n{TEXT}_notes = {quotes}it's\n[2]\n[[\n{quotes} # done [\n[3]\n{TEXT}"
    found = list(sections(text.splitlines(keepends=True)))
    assert [one.number for one in found] == ["1", "3"]
    assert [parse(one).hand for one in found] == [17, 17]


def test_an_escaped_quote_ends_no_text() -> None:
    text = f'_notes = """\\"""\n[2]\n"""\n{TEXT}'
    assert read(text).hand == 17


def test_a_byte_order_mark_is_passed_by() -> None:
    assert read(f"\ufeff{TEXT}").hand == 17


def test_an_unknown_stack_is_inf() -> None:
    hand = read(TEXT.replace("[10.00, 8]", "[inf, 8]"))
    assert hand.starting_stacks == (None, 8)
    assert read(write(hand)) == hand


def test_an_empty_file_has_no_hand() -> None:
    assert list(sections(["# nothing\n", "\n"])) == []


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("variant = 'NT'", "", "the field 'variant' is missing"),
        ("variant = 'NT'", "variant = 5", "the field 'variant' is 5, not a text"),
        ("[10.00, 8]", "[10.00, '8']", "the field 'starting_stacks' holds '8', which does not belong there"),
        ("[10.00, 8]", "8", "the field 'starting_stacks' is 8, not a list"),
        ("[10.00, 8]", "[-inf, 8]", "the field 'starting_stacks' holds -Infinity, which is no amount"),
        ("[10.00, 8]", "[1e999999999, 8]", "the field 'starting_stacks' holds 1E+999999999, which is no amount"),
        ("[10.00, 8]", f"[{'9' * 40}, 8]", "which is no amount"),
        ("[10.00, 8]", f"[{'9' * 5000}, 8]", "not TOML: "),
        ("[10.00, 8]", f"[1e{'9' * 40}, 8]", "not TOML: a number has too many places"),
        ("anything = [1, 2]", f"anything = {'[' * 5000}{']' * 5000}", "not TOML: lists lie too deep in each other"),
        (
            "min_bet = 0.10",
            "min_bet = 1\nante_trimming_status = 1",
            "'ante_trimming_status' is 1, neither true nor false",
        ),
        ("min_bet = 0.10", "min_bet = true", "the field 'min_bet' is True, not an amount"),
        ("[0, 0]", "[0, 0", "not TOML: "),
        ('"p2 f"', "3", "the field 'actions' holds 3"),
    ],
)
def test_an_error_names_the_field(old: str, new: str, sentence: str) -> None:
    with pytest.raises(PhhError) as error:
        read(TEXT.replace(old, new))
    assert sentence in str(error.value)


def test_an_error_in_the_text_names_the_line_of_the_file() -> None:
    section = Section("2", 100, "variant = 'NT'\nantes = [0, 0\nhand = 1\n")
    with pytest.raises(PhhError, match=r"line 102"):
        parse(section)


def test_what_is_written_is_read_back() -> None:
    hand = read(TEXT)
    assert read(write(hand)) == hand
    text = "".join(write_all([hand, hand, hand]))
    found = list(sections(text.splitlines(keepends=True)))
    assert [one.number for one in found] == ["1", "2", "3"]
    assert [parse(one) for one in found] == [hand] * 3


def test_one_hand_alone_is_no_collection_and_none_is_nothing() -> None:
    assert not "".join(write_all([read(TEXT)])).startswith("[")
    assert list(write_all([])) == []
