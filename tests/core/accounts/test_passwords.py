"""Passwords: the new scheme, the old one, and the way from one to the other."""

from __future__ import annotations

import hashlib

import argon2
import pytest

from gamehall.accounts.passwords import Passwords, check_new, stored_old
from gamehall_sdk.errors import BadPassword


def _md5(text: str, encoding: str = "utf-8") -> str:
    return hashlib.md5(text.encode(encoding), usedforsecurity=False).hexdigest()


def test_only_the_password_that_was_hashed_fits(passwords: Passwords) -> None:
    stored = passwords.hash("correct horse")
    assert stored.startswith("$argon2id$")
    assert passwords.verify(stored, "anna", "correct horse").fits
    assert not passwords.verify(stored, "anna", "correct hors").fits
    assert passwords.verify(stored, "anna", "correct horse").replacement is None


def test_an_unknown_account_never_fits(passwords: Passwords) -> None:
    assert not passwords.verify(None, "anna", "nobody's password").fits


def test_a_guess_at_nobody_s_password_costs_as_much_as_one_at_somebody_s(passwords: Passwords) -> None:
    somebodys = passwords.hash("correct horse")
    assert argon2.extract_parameters(passwords._decoy) == argon2.extract_parameters(somebodys)
    assert len(passwords._decoy) == len(somebodys)
    # It is computed to the end: one that is no hash at all would be refused at once.
    with pytest.raises(argon2.exceptions.VerifyMismatchError):
        passwords._hasher.verify(passwords._decoy, "")


def test_garbage_in_the_store_never_fits(passwords: Passwords) -> None:
    for stored in ("", "x", "md5$", "$argon2id$broken"):
        assert not passwords.verify(stored, "anna", "").fits


def test_an_old_password_fits_and_is_replaced(passwords: Passwords) -> None:
    stored = stored_old(_md5("anna" + "salasana").upper())
    verdict = passwords.verify(stored, "anna", "salasana")
    assert verdict.fits
    assert verdict.replacement is not None
    assert passwords.verify(verdict.replacement, "anna", "salasana").fits
    assert not passwords.verify(stored, "anna", "salasan").fits
    assert not passwords.verify(stored, "Anna", "salasana").fits


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_an_old_password_fits_in_either_encoding_of_the_old_server(passwords: Passwords, encoding: str) -> None:
    stored = stored_old(_md5("väinö" + "jäätelö", encoding))
    assert passwords.verify(stored, "väinö", "jäätelö").fits
    assert not passwords.verify(stored, "väinö", "jaatelo").fits


def test_a_cheaper_hash_is_renewed(passwords: Passwords) -> None:
    dearer = Passwords(argon2.PasswordHasher(time_cost=2, memory_cost=8, parallelism=1))
    verdict = dearer.verify(passwords.hash("correct horse"), "anna", "correct horse")
    assert verdict.fits
    assert verdict.replacement is not None


@pytest.mark.parametrize("password", ["", "x" * 100_000, "\ud800", "\0"])
def test_odd_passwords_are_answered(passwords: Passwords, password: str) -> None:
    assert not passwords.verify(passwords.hash("correct horse"), "anna", password).fits


@pytest.mark.parametrize("password", ["x" * 5, "x" * 201])
def test_a_new_password_has_6_to_200_characters(password: str) -> None:
    with pytest.raises(BadPassword, match="6 to 200 characters"):
        check_new(password)
    check_new("x" * 6)
    check_new("x" * 200)


@pytest.mark.parametrize("digits", ["", "0" * 31, "g" * 32, "0" * 33])
def test_an_old_password_is_32_hexadecimal_digits(digits: str) -> None:
    with pytest.raises(BadPassword, match="32 hexadecimal digits"):
        stored_old(digits)


def test_hashes_are_not_shown(passwords: Passwords) -> None:
    old = passwords.verify(stored_old(_md5("annasalasana")), "anna", "salasana")
    assert "argon2" not in repr(old)
