"""Starting hands by the Chen formula; the right points are those that its author gives."""

from __future__ import annotations

import pytest

from gamehall_bot_tight.preflop import chen, top_share
from gamehall_sdk.cards import cards


@pytest.mark.parametrize(
    ("hole", "points"),
    [("AsAh", 20), ("AsKs", 12), ("TdTh", 10), ("7h5h", 6), ("2s2h", 5), ("AsKh", 10), ("JsTs", 9), ("7s2h", -1)],
)
def test_points(hole: str, points: int) -> None:
    assert chen(cards(hole)) == points


def test_shares_are_small_for_good_hands() -> None:
    assert top_share(cards("AsAh")) == pytest.approx(6 / 1326)
    assert top_share(cards("AsAh")) < top_share(cards("AsKs")) < top_share(cards("9s8s")) < top_share(cards("7s2h"))
    assert top_share(cards("7s2h")) == 1.0
