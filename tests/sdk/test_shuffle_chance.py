"""Every card comes to every place equally often: chi-square over many shuffles, place by place."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
import pytest
from scipy.stats import chi2

from gamehall_sdk.cards import DECK
from gamehall_sdk.shuffle import shuffle

CARDS = len(DECK)
ONE_IN = 1000
"""A fair shuffle fails so seldom; the secrets are fixed, so that this one always passes or never."""


def shuffled(times: int) -> Any:
    """So many decks, each by a secret of its own: an array of *times* rows."""
    secrets = (hashlib.sha256(b"chance %d" % number).digest() for number in range(times))
    return np.array([shuffle(range(CARDS), secret) for secret in secrets], dtype=np.uint16)


def deviations(decks: Any) -> Any:
    """For each place, the chi-square of how often each card lay there."""
    places = np.arange(CARDS, dtype=np.uint16) * CARDS
    counts = np.bincount((decks + places).ravel(), minlength=CARDS * CARDS).reshape(CARDS, CARDS)
    expected = len(decks) / CARDS
    return ((counts - expected) ** 2 / expected).sum(axis=1)


def is_fair(decks: Any) -> bool:
    found = deviations(decks)
    # Of 52 places the worst may be as bad as one in 52,000.
    worst = chi2.ppf(1 - 1 / ONE_IN / CARDS, CARDS - 1)
    # Rows and columns of the table both have fixed sums: 51 * 51 degrees of freedom, and a variance 52/51 too large.
    least, most = chi2.ppf([0.5 / ONE_IN, 1 - 0.5 / ONE_IN], (CARDS - 1) ** 2)
    return bool(found.max() < worst and least < found.sum() * (CARDS - 1) / CARDS < most)


@pytest.mark.parametrize("times", [10_000, pytest.param(100_000, marks=pytest.mark.slow)])
def test_every_card_lies_in_every_place_equally_often(times: int) -> None:
    assert is_fair(shuffled(times))


def test_the_measure_finds_a_shuffle_that_swaps_with_any_place() -> None:
    # The well-known mistake: each place is swapped with any of all places, not with those up to it.
    draws = np.random.default_rng(1).integers(CARDS, size=(10_000, CARDS))
    decks = np.tile(np.arange(CARDS, dtype=np.uint16), (len(draws), 1))
    rows = np.arange(len(draws))
    for place in range(CARDS):
        other = draws[:, place]
        decks[rows, place], decks[rows, other] = decks[rows, other], decks[rows, place].copy()
    assert not is_fair(decks)


def test_the_measure_finds_decks_that_are_too_even() -> None:
    decks = (np.arange(CARDS, dtype=np.uint16) + np.arange(10_400)[:, None]) % CARDS
    assert not is_fair(decks)
