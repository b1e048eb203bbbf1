from __future__ import annotations

import hashlib

import numpy as np
from scipy import stats

from gamehall.arena.deals import deals
from gamehall_sdk.cards import CARDS, DECK, text


def test_a_deal_depends_on_its_number_alone() -> None:
    assert deals(5, 0, DECK, 5, 3) == deals(5, 0, DECK, 0, 8)[5:]
    assert deals(5, 0, CARDS, 1000, 1) == deals(5, 0, CARDS, 999, 2)[1:]


def test_a_deal_is_the_whole_deck() -> None:
    for deck in (DECK, CARDS, DECK[:1], DECK[:5]):
        for deal in deals(1, 0, deck, 0, 20):
            assert sorted(deal) == list(deck)


def test_seeds_and_line_ups_have_deals_of_their_own() -> None:
    found = {deals(seed, lineup, DECK, 0, 1)[0] for seed in (0, 1, 2**64) for lineup in range(3)}
    assert len(found) == 9


def test_the_derivation_stays_what_it_is() -> None:
    assert text(deals(7, 0, DECK, 0, 1)[0][:8]) == "Ts 8c Tc 5s Kd 3d 7d As"


def test_the_derivation_is_the_documented_one() -> None:
    key = hashlib.sha256(b"gamehall arena deals 7 2").digest()
    words = [int.from_bytes(key[at : at + 8], "little") for at in (0, 8)]
    blocks = [philox(13 * 4 + block + 1, *words) for block in range(13)]
    numbers = [number for block in blocks for number in block]
    deal = tuple(card for _, card in sorted(zip(numbers, DECK, strict=True)))
    assert deals(7, 2, DECK, 4, 1) == [deal]


def philox(counter: int, key: int, other: int) -> list[int]:
    """Philox 4x64-10 as in the paper."""
    mask = 2**64 - 1
    x = [counter, 0, 0, 0]
    for _ in range(10):
        high, low = divmod(0xD2E7470EE14C6C93 * x[0], 2**64)
        high2, low2 = divmod(0xCA5A826395121157 * x[2], 2**64)
        x = [high2 ^ x[1] ^ key, low2, high ^ x[3] ^ other, low]
        key, other = (key + 0x9E3779B97F4A7C15) & mask, (other + 0xBB67AE8584CAA73B) & mask
    return x


def test_every_card_is_equally_likely_everywhere() -> None:
    drawn = np.asarray(deals(11, 0, DECK, 0, 20_000))
    for place in (0, 1, 25, 51):
        assert stats.chisquare(np.bincount(drawn[:, place], minlength=52)).pvalue > 1e-4
