"""Stud in the browser, and a table that its host pauses and stops."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.web.browser import PATIENCE_MS, Visitor

Visit = Callable[..., Visitor]


@pytest.fixture
def heads_up(visit: Visit) -> tuple[Visitor, Visitor]:
    """Two people alone at one table of stud; Anna made it."""
    anna, bert = visit("anna"), visit("bert")
    name = anna.make_table("stud", seats="2", pause="60", clock="move:300")
    anna.buy_in()
    bert.choose(name).get_by_role("button", name="Join").click()
    bert.buy_in()
    for one in (anna, bert):
        expect(one.page.locator(".log .round")).to_have_count(1, timeout=PATIENCE_MS)
    return anna, bert


def button(one: Visitor, name: str) -> Locator:
    return one.page.get_by_role("button", name=name, exact=True)


def actor(*people: Visitor) -> Visitor:
    """Whoever is to act."""
    for _ in range(200):
        for one in people:
            if one.page.locator(".action-bar.mine button").count():
                return one
        people[0].page.wait_for_timeout(50)
    pytest.fail("nobody was asked")


def test_door_cards_lie_open_and_the_others_do_not(heads_up: tuple[Visitor, Visitor]) -> None:
    doors = {}
    for one in heads_up:
        expect(one.page.locator("gh-seat.you .card[data-card]")).to_have_count(3)
        expect(one.page.locator("gh-seat:not(.you) .card.back")).to_have_count(2)
        own = one.page.locator("gh-seat.you .card.open").get_attribute("data-card")
        other = one.page.locator("gh-seat:not(.you) .card[data-card]").get_attribute("data-card")
        doors[one.name] = (own, other)
        assert one.page.locator("gh-seat.you .card.open").count() == 1
    (mine, theirs), (yours, ours) = doors.values()
    assert (mine, theirs) == (ours, yours)
    first = actor(*heads_up)
    first.act("bringin")
    actor(*heads_up).act("call")
    for one in heads_up:
        expect(one.page.locator("gh-seat.you .card[data-card]")).to_have_count(4)
        expect(one.page.locator("gh-seat.you .card.open")).to_have_count(2)
        expect(one.page.locator("gh-seat:not(.you) .card.back")).to_have_count(2)


def test_the_host_pauses_and_goes_on(heads_up: tuple[Visitor, Visitor]) -> None:
    anna, bert = heads_up
    expect(button(bert, "Pause")).to_have_count(0)
    first = actor(*heads_up)
    button(anna, "Pause").click()
    for one in heads_up:
        expect(one.page.locator(".table-notice")).to_have_text("The table is paused. Clocks stand still.")
        expect(one.page.locator(".action-bar.mine")).to_have_count(0)
        expect(one.page.locator(".log")).to_contain_text(f"{anna.name} pauses the table.")
    clock = bert.page.locator(".seat-clock:not([hidden])")
    before = clock.get_attribute("aria-label")
    bert.page.wait_for_timeout(1200)
    assert clock.get_attribute("aria-label") == before
    button(anna, "Go on").click()
    expect(bert.page.locator(".table-notice")).to_be_empty()
    first.act("bringin")


def test_the_host_stops_the_table_and_all_are_paid_out(heads_up: tuple[Visitor, Visitor]) -> None:
    anna, bert = heads_up
    button(anna, "Stop the table").click()
    anna.page.get_by_role("dialog").get_by_role("button", name="Stop the table").click()
    expect(bert.page.locator(".table-notice")).to_have_text("The table is closed after this round.")
    actor(*heads_up).act("bringin")
    actor(*heads_up).act("fold")
    for one in heads_up:
        expect(one.page.locator(".table-notice")).to_contain_text(f"The table is closed: {anna.name} has stopped it.")
        expect(one.page.locator(".balance")).to_contain_text("10,001" if _won(one) else "9,999")


def _won(one: Visitor) -> bool:
    return f"{one.name} wins" in one.page.locator(".log").inner_text()
