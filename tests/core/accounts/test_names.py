"""Which names are allowed, and which are the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamehall.accounts.names import check_old_name, checked_name, identity
from gamehall_sdk.errors import BadName


@pytest.mark.parametrize(
    "name", ["a", "Anna", "Väinö Möttönen", "王小明", "bot-7_x.y", "x" * 64, "Ångström", "=)", "🂡"]
)
def test_readable_names_are_allowed(name: str) -> None:
    assert checked_name(name) == name


def test_a_name_is_kept_composed() -> None:
    assert checked_name("A\u030angstro\u0308m") == "Ångström"


def test_a_name_that_would_take_hours_to_compose_is_only_too_long() -> None:
    # Marks of two classes in turn have to be sorted, which takes the square of their number.
    with pytest.raises(BadName, match="at most 64 characters; this one has 500001"):
        checked_name("a" + "\u0301\u0316" * 250_000)


@pytest.mark.parametrize(
    "name",
    [
        "",
        " anna",
        "anna ",
        "an  na",
        "x" * 65,
        "an\nna",
        "an\0na",
        "an\u00a0na",
        "an\u200bna",
        "an\u202ena",
        "an\u2028na",
        "an\ud800na",
        "\u0301anna",
        "\u3164",
        "\u2800",
        "an\ufe0fna",
        "\ue000",
    ],
)
def test_unreadable_names_are_refused_with_a_sentence(name: str) -> None:
    with pytest.raises(BadName, match=r"^A name .*\.$"):
        checked_name(name)


def test_old_names_may_be_longer() -> None:
    check_old_name("x" * 256)
    with pytest.raises(BadName, match="at most 256"):
        check_old_name("x" * 257)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "anna"),
        ("ANNA", "\uff41\uff4e\uff4e\uff41"),
        ("strasse", "straße"),
        ("\u212bke", "åke"),
        ("A\u030ake", "åke"),
        ("\ufb01n", "FIN"),
        ("\u03c3\u03c2", "\u03a3\u03a3"),
    ],
)
def test_spellings_of_one_name_are_one_identity(one: str, other: str) -> None:
    assert identity(one) == identity(other)


def test_different_names_differ() -> None:
    assert len({identity(name) for name in ("anna", "ana", "ännä", "anna1", "an na")}) == 5


@given(st.text())
def test_an_identity_is_its_own_identity(name: str) -> None:
    assert identity(identity(name)) == identity(name)


@given(st.text())
def test_any_text_is_kept_or_refused_in_printable_words(name: str) -> None:
    sentence = ""
    try:
        checked_name(name)
    except BadName as error:
        sentence = str(error)
    assert sentence.isprintable()
