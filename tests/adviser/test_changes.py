from __future__ import annotations

import pytest

from gamehall_adviser.changes import thrown_away
from gamehall_sdk.cards import cards, text


@pytest.mark.parametrize(
    ("hand", "out"),
    [
        ("As Ah Kd 8c 3s", "Kd 8c 3s"),
        ("As Ah Kd Kc 3s", "3s"),
        ("As Ah Ad Kc 3s", "Kc 3s"),
        ("As Ah Ad Ac 3s", "3s"),
        ("As Ah Ad 3c 3s", ""),
        ("2s 3h 4d 5c 6s", ""),
        ("As 2h 3d 4c 5s", ""),
        ("2s 9s 4s Ks 6s", ""),
        ("2s 9s 4s Ks 6d", "6d"),
        ("5s 6h 7d 8c Ks", "Ks"),
        ("2s 6h 7d 8c 9s", "2s"),
        ("As Kh 9d 6c 3s", "9d 6c 3s"),
        ("Js Qh Kd As 2c", "Js Qh 2c"),
    ],
)
def test_the_high_way(hand: str, out: str) -> None:
    assert set(thrown_away(cards(hand), low=False)) == set(cards(out)), text(cards(hand))


@pytest.mark.parametrize(
    ("hand", "out"),
    [("2s 3h 4d 5c 7s", ""), ("2s 2h 4d 5c 7s", "2h"), ("As Kh 4d 5c 7s", "As Kh"), ("9s 8h 4d 5c 7s", "9s")],
)
def test_the_low_way(hand: str, out: str) -> None:
    assert set(thrown_away(cards(hand), low=True)) == set(cards(out))
