"""The shuffle is a documented procedure: another hand that follows the document gets the same order."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamehall_sdk.cards import DECK, text
from gamehall_sdk.shuffle import SECRET_BYTES, commitment, shuffle

GOLDEN_START = "7d 8s Jc 4h 3c 2c 7h Jh Kc 9h Qs 3h 2h"
GOLDEN_HASH = "755dda15554eff9f242f0b54fffa69ab392d68243c7fc748946b100e0c627228"
GOLDEN_COMMITMENT = "3b9152c880ee08aee43f85d400a0104456d8139fee42369155843caf79a22676"
SECRETS = st.binary(min_size=SECRET_BYTES, max_size=SECRET_BYTES)


def by_the_book(cards: list[int], secret: bytes) -> list[int]:
    """The module's text, followed word by word."""
    used = 0

    def next_number() -> int:
        nonlocal used
        block = hashlib.sha256(secret + (used // 8).to_bytes(8, "big")).digest()
        used += 1
        at = 4 * ((used - 1) % 8)
        return int.from_bytes(block[at : at + 4], "big")

    def draw(values: int) -> int:
        greatest = (2**32 // values) * values
        while (number := next_number()) >= greatest:
            pass
        return number % values

    for i in range(len(cards) - 1, 0, -1):
        j = draw(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


@given(SECRETS, st.integers(0, 120))
def test_whoever_follows_the_document_gets_the_same(secret: bytes, size: int) -> None:
    assert list(shuffle(range(size), secret)) == by_the_book(list(range(size)), secret)


@given(SECRETS)
def test_a_shuffle_is_a_permutation_and_always_the_same(secret: bytes) -> None:
    once = shuffle(DECK, secret)
    assert sorted(once) == list(DECK)
    assert once == shuffle(list(DECK), secret)


def test_the_order_of_one_secret_never_changes() -> None:
    deck = shuffle(DECK, bytes(range(32)))
    assert text(deck[:13]) == GOLDEN_START
    assert hashlib.sha256(text(deck).encode()).hexdigest() == GOLDEN_HASH
    assert commitment(bytes(range(32))) == GOLDEN_COMMITMENT


def test_the_commitment_is_a_tagged_hash_and_no_block_of_the_stream() -> None:
    secret = b"s" * 32
    assert commitment(secret) == hashlib.sha256(b"gamehall commitment" + secret).hexdigest()
    assert commitment(secret) != hashlib.sha256(secret + bytes(8)).hexdigest()
    assert commitment(secret) != commitment(b"t" * 32)


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_secret_has_32_bytes(size: int) -> None:
    with pytest.raises(ValueError, match=f"^a shuffle's secret is 32 bytes, not {size}$"):
        shuffle(DECK, bytes(size))


def test_every_order_of_a_small_deck_is_equally_likely() -> None:
    secrets = [hashlib.sha256(b"%d" % number).digest() for number in range(24_000)]
    seen = Counter(shuffle("abcd", secret) for secret in secrets)
    expected = len(secrets) / math.factorial(4)
    assert set(seen) == set(permutations("abcd"))
    # 23 degrees of freedom: above 49.7 lies one in a thousand; the secrets are fixed, so this never flickers.
    assert sum((count - expected) ** 2 / expected for count in seen.values()) < 49.7


def test_a_number_in_the_uneven_rest_is_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = [2**32 - 1, 2**32 - 1, 5, 1]
    monkeypatch.setattr("gamehall_sdk.shuffle._numbers", lambda _secret: iter(numbers))
    # Of 3 values 2**32 - 1 is the first that does not fit evenly; 5 % 3 is 2, then 1 % 2 is 1: nothing moves.
    assert shuffle("abc", bytes(32)) == ("a", "b", "c")
