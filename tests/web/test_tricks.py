from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Error, expect

from tests.web.browser import Visitor

Visit = Callable[..., Visitor]
PLAY_S = 400.0


@pytest.mark.parametrize(
    ("game", "rounds"), [("gongzhu", 2), ("hearts", 1), pytest.param("gongzhu", 10, marks=pytest.mark.slow)]
)
def test_a_new_person_makes_a_table_adds_bots_and_plays_by_clicking(
    visit: Visit, artifacts: Path, game: str, rounds: int
) -> None:
    anna = visit("anna")
    page = anna.page
    if not page.locator(f"select[name=game] option[value={game}]").count():
        pytest.skip(f"the game {game} is not installed")
    anna.make_table(game, pause="0", rounds=str(rounds))
    for _ in range(3):
        anna.add_bot("random")
    # The log keeps some hundred lines, so the last round is looked for by its number.
    last = page.locator(".log .line", has_text=f"Round {rounds} is over")
    playable = page.locator(".hand-card.may")
    deadline = time.monotonic() + PLAY_S
    clicks = 0
    while not last.count() and time.monotonic() < deadline:
        if playable.count():
            with contextlib.suppress(Error):  # the hand was drawn anew at this moment
                playable.first.click(timeout=1000)
                clicks += 1
            if clicks == 7:
                page.screenshot(path=artifacts / f"{game}-1440.png")
        page.wait_for_timeout(20)
    expect(last).to_have_count(1)


def test_only_legal_cards_can_be_clicked(visit: Visit) -> None:
    anna = visit("anna")
    page = anna.page
    if not page.locator("select[name=game] option[value=gongzhu]").count():
        pytest.skip("the game gongzhu is not installed")
    anna.make_table("gongzhu", clock="move:300", rounds="1")
    for _ in range(3):
        anna.add_bot("random")
    expect(page.locator(".trick-hint")).to_have_text("Play a card.")
    hand = page.locator(".hand-card")
    count = hand.count()
    assert count > 0
    may, cannot = page.locator(".hand-card.may"), page.locator(".hand-card.cannot:disabled")
    assert may.count() + cannot.count() == count
    may.first.click()
    expect(hand).to_have_count(count - 1)
