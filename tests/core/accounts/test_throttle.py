"""Slowing down guesses, and keeping no owner out."""

from __future__ import annotations

import pytest

from gamehall.accounts import throttle
from gamehall.accounts.throttle import Throttle
from gamehall_sdk.errors import TooManyAttempts

HOME, CAFE = "198.51.100.7", "203.0.113.9"


def fails(guard: Throttle, name: str, address: str, at_ms: int, most: int = 1000) -> int:
    """How many wrong guesses are let through at once."""
    for count in range(most):
        try:
            guard.attempt(name, address, at_ms)
        except TooManyAttempts:
            return count
    return most


def test_after_so_many_attempts_one_waits_and_is_told_how_long() -> None:
    guard = Throttle(3, 60, 1000)
    assert fails(guard, "anna", HOME, 0) == 3
    with pytest.raises(TooManyAttempts, match=r"your address \(login_attempts\); try again in 15 s"):
        guard.attempt("anna", HOME, 5000)
    assert fails(guard, "anna", HOME, 20_000) == 1
    assert fails(guard, "anna", HOME, 80_000) == 3


def test_names_and_addresses_do_not_share_and_a_good_login_clears() -> None:
    guard = Throttle(2, 60, 1000)
    assert [fails(guard, name, where, 0) for name, where in (("anna", HOME), ("bob", HOME), ("anna", CAFE))] == [
        2,
        2,
        2,
    ]
    guard.attempt("carl", HOME, 0)
    guard.good("carl", HOME, 0)
    assert fails(guard, "carl", HOME, 0) == 2


def test_one_who_guesses_keeps_no_owner_out_at_another_address() -> None:
    guard = Throttle(5, 60, 1000)
    for at_ms in range(0, 600_000, 1000):
        fails(guard, "anna", CAFE, at_ms)
    guard.attempt("anna", HOME, 600_000)


def test_many_who_guess_from_everywhere_have_one_attempt_each_and_the_owner_all_at_home() -> None:
    guard = Throttle(5, 60, 1000)
    guard.attempt("anna", HOME, 0)
    guard.good("anna", HOME, 0)
    let_through = [fails(guard, "anna", f"203.0.113.{number}", 0) for number in range(100)]
    assert let_through == [5] * 4 + [1] * 96
    assert fails(guard, "anna", HOME, 0) == 5
    guard.attempt("anna", "192.0.2.1", 0)  # the owner on a journey, who knows the password


def test_one_address_that_tries_many_names_waits_whatever_it_logs_in_as_between() -> None:
    guard = Throttle(5, 60, 20)
    for number in range(20):
        guard.attempt("mine", CAFE, 0)
        guard.good("mine", CAFE, 0)
        guard.attempt(f"name {number}", CAFE, 0)
    with pytest.raises(TooManyAttempts, match=r"your address \(address_login_attempts\); try again in 3 s"):
        guard.attempt("another", CAFE, 0)
    guard.attempt("another", HOME, 0)
    guard.attempt("another", CAFE, 3000)  # what was refused did not count for the name
    assert fails(guard, "yet another", "", 0) == 5  # an address that is trusted is not counted as one


def test_few_good_addresses_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttle, "_MOST_KNOWN", 10)
    guard = Throttle(5, 60, 1000)
    for number in range(100):
        guard.good("anna", f"203.0.113.{number}", 0)
    assert len(guard._known) == 10
