"""Slowing down guesses."""

from __future__ import annotations

import pytest

from gamehall.accounts import throttle
from gamehall.accounts.throttle import Throttle
from gamehall_sdk.errors import TooManyAttempts


def test_after_so_many_attempts_one_waits_until_the_first_is_past() -> None:
    guard = Throttle(3, 60)
    for at_ms in (0, 1000, 2000):
        guard.attempt("anna", at_ms)
    with pytest.raises(TooManyAttempts, match="try again in 57 s"):
        guard.attempt("anna", 3000)
    with pytest.raises(TooManyAttempts, match="try again in 1 s"):
        guard.attempt("anna", 59_999)
    guard.attempt("anna", 60_000)
    with pytest.raises(TooManyAttempts, match="try again in 1 s"):
        guard.attempt("anna", 60_001)


def test_names_do_not_share_and_a_good_login_clears() -> None:
    guard = Throttle(1, 60)
    guard.attempt("anna", 0)
    guard.attempt("bob", 0)
    guard.good("anna")
    guard.attempt("anna", 1)
    with pytest.raises(TooManyAttempts):
        guard.attempt("bob", 1)


def test_old_names_are_forgotten_and_their_number_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttle, "_MOST_NAMES", 10)
    guard = Throttle(5, 60)
    for number in range(100):
        guard.attempt(str(number), number)
    assert len(guard) == 10
    guard.attempt("late", 1_000_000)
    assert len(guard) == 1
