from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Error, expect

from tests.web.browser import PATIENCE_MS, Visitor

Visit = Callable[..., Visitor]
HANDS = 10
PLAY_S = 120.0


@pytest.fixture
def heads_up(visit: Visit) -> tuple[Visitor, Visitor]:
    """Two people alone at one table of hold'em, where the second hand is long in coming."""
    return _pair(visit, pause="60")


def _pair(visit: Visit, pause: str) -> tuple[Visitor, Visitor]:
    anna, bert = visit("anna"), visit("bert")
    name = anna.make_table("holdem", seats="2", pause=pause, clock="move:300")
    anna.buy_in()
    bert.choose(name).get_by_role("button", name="Join").click()
    bert.buy_in()
    return anna, bert


@pytest.mark.parametrize(
    ("game", "hands"),
    [
        ("holdem", HANDS),
        ("draw", 3),
        ("stud", 3),
        pytest.param("draw", HANDS, marks=pytest.mark.slow),
        pytest.param("stud", HANDS, marks=pytest.mark.slow),
    ],
)
def test_a_new_person_makes_a_table_adds_bots_and_plays_hands(visit: Visit, game: str, hands: int) -> None:
    anna = visit("anna")
    page = anna.page
    if not page.locator(f"select[name=game] option[value={game}]").count():
        pytest.skip(f"the game {game} is not installed yet")
    # Without an end of their own the bots would play on after this test.
    anna.make_table(game, seats="3", pause="0.1", rounds=str(hands))
    anna.buy_in()
    expect(page.locator(".balance")).not_to_have_text("10,000")
    for _ in range(2):
        anna.add_bot("random")
    over = page.locator(".log .line", has_text="is over")
    names = ("check", "fold", "discard", "bringin", "muck", "postblinds")
    wanted = page.locator(", ".join(f'.action-bar.mine [data-action="{name}"]' for name in names))
    deadline = time.monotonic() + PLAY_S
    while over.count() < hands and time.monotonic() < deadline:
        if wanted.count():
            with contextlib.suppress(Error):  # the clock or a bot was quicker
                wanted.first.click(timeout=1000)
        page.wait_for_timeout(50)
    assert over.count() >= hands


def test_two_browsers_never_hear_each_others_cards(visit: Visit) -> None:
    anna, bert = _pair(visit, pause="0.1")
    hands = 0
    while hands < HANDS:
        hands += 1
        cards = _dealt(anna, bert, hands)
        # Up to here the hand is secret; every frame of the hand is searched for the other's cards.
        for one, other in ((anna, bert), (bert, anna)):
            heard = _cards_of(one.frames, hands)
            assert not heard & set(cards[other.name]), (one.name, hands)
            assert set(cards[one.name]) <= heard
        _fold(anna, bert)
    for one in (anna, bert):
        shown = {name for frame in one.frames for name, _ in _payloads(frame)} & {"shown"}
        assert not shown, "no hand came to a showdown, so nobody's cards were ever shown"


def _dealt(anna: Visitor, bert: Visitor, number: int) -> dict[str, list[str]]:
    """The own cards of both in hand *number*, as their pages show them."""
    for one in (anna, bert):
        expect(one.page.locator(".log .round")).to_have_count(number, timeout=PATIENCE_MS)
        expect(one.page.locator("gh-seat.you .card[data-card]")).to_have_count(2)
        expect(one.page.locator("gh-seat:not(.you) .card.back")).to_have_count(2)
    return {one.name: one.own_cards for one in (anna, bert)}


def _fold(*people: Visitor) -> None:
    """Whoever is to act folds."""
    for _ in range(200):
        for one in people:
            button = one.page.locator('.action-bar.mine [data-action="fold"]')
            if button.count():
                button.click()
                return
        people[0].page.wait_for_timeout(50)
    pytest.fail("nobody was asked")


def _payloads(frame: str) -> Iterator[tuple[str, Any]]:
    """Every payload in a frame, however deep."""

    def walk(value: Any) -> Iterator[tuple[str, Any]]:
        if isinstance(value, dict):
            for key, inner in value.items():
                yield key, inner
                yield from walk(inner)
        elif isinstance(value, list):
            for inner in value:
                yield from walk(inner)

    yield from walk(json.loads(frame))


def _cards_of(frames: list[str], number: int) -> set[str]:
    """All texts that could be cards, in the frames from the start of hand *number* to that of the next."""
    cards: set[str] = set()
    inside = False
    for frame in frames:
        for name, body in _payloads(frame):
            if name == "roundstarted":
                inside = body["number"] == number
        if inside:
            cards |= {word for word in frame.split('"') if len(word) == 2 and word[0] in "23456789TJQKA"}
    return cards


def test_actions_amounts_and_words(heads_up: tuple[Visitor, Visitor]) -> None:
    anna, bert = heads_up
    first, second = _first(anna, bert)
    expect(first.page.locator('.action-bar.mine [data-action="call"]')).to_have_text("Call 1")
    first.page.get_by_role("button", name="Pot", exact=True).click()
    expect(first.page.locator(".amount .exact")).to_have_value("6")
    first.page.locator(".amount .exact").fill("8")
    first.page.get_by_role("button", name="Raise to 8").click()
    expect(second.page.locator('.action-bar.mine [data-action="call"]')).to_have_text("Call 6")
    second.act("call")
    expect(first.page.locator(".poker-board .card")).to_have_count(3)
    expect(first.page.locator(".poker-pots")).to_contain_text("Pot 16")
    expect(first.page.locator(".poker-words")).not_to_be_empty()


def test_an_action_chosen_beforehand_is_done_and_cleared_when_the_price_changes(
    heads_up: tuple[Visitor, Visitor],
) -> None:
    first, second = _first(*heads_up)
    second.page.get_by_label("Check", exact=True).check()
    first.act("call")
    # The big blind's check was done by itself: the flop is there.
    expect(first.page.locator(".poker-board .card")).to_have_count(3)
    asked, waiting = _first(first, second)
    waiting.page.get_by_label("Check", exact=True).check()
    asked.page.locator(".amount .exact").fill("10")
    asked.page.locator('.amount [data-action="bet"]').click()
    # The price changed, so nothing is done for the waiting player.
    expect(waiting.page.locator('.action-bar.mine [data-action="fold"]')).to_be_visible()
    waiting.act("call")
    expect(first.page.locator(".poker-board .card")).to_have_count(4)


def test_a_showdown_marks_and_names_the_winning_five(heads_up: tuple[Visitor, Visitor]) -> None:
    anna, _ = heads_up
    for _ in range(40):
        if anna.page.locator(".card.win").count():
            break
        for one in heads_up:
            button = one.page.locator('.action-bar.mine [data-action="check"], .action-bar.mine [data-action="call"]')
            if button.count():
                button.first.click()
        anna.page.wait_for_timeout(100)
    expect(anna.page.locator(".poker-pots .won").first).to_contain_text("wins")
    assert anna.page.locator(".card.win").count() >= 5


def _first(*people: Visitor) -> tuple[Visitor, Visitor]:
    """Who is to act, then the other."""
    for _ in range(200):
        for one in people:
            if one.page.locator(".action-bar.mine button").count():
                return one, next(other for other in people if other is not one)
        people[0].page.wait_for_timeout(50)
    pytest.fail("nobody was asked")
