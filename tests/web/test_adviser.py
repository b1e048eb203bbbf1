"""The adviser's button: there where somebody answers, and what is said is said to whoever asked, for this moment."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.browser import Visitor

Visit = Callable[..., Visitor]


@pytest.mark.parametrize("game", ["holdem", "stud"])
def test_a_player_asks_the_adviser_and_only_that_player_is_told(visit: Visit, game: str) -> None:
    anna, bert = visit("anna"), visit("bert")
    name = anna.make_table(game, seats="2", pause="60", clock="move:300")
    anna.buy_in()
    expect(anna.page.locator(".adviser")).to_be_hidden()
    bert.choose(name).get_by_role("button", name="Join").click()
    bert.buy_in()
    for one in (anna, bert):
        expect(one.page.get_by_role("button", name="Ask the adviser")).to_be_visible()
    first, second = (anna, bert) if _asked(anna, bert) is anna else (bert, anna)
    second.page.get_by_role("button", name="Ask the adviser").click()
    expect(second.page.locator(".advice")).to_contain_text("It is not your turn.")
    first.page.get_by_role("button", name="Ask the adviser").click()
    expect(first.page.locator(".advice")).to_contain_text("against one opponent")
    expect(first.page.locator(".advice")).to_contain_text("I would ")
    expect(first.page.locator(".log")).to_contain_text("Adviser: You win about")
    assert sum("advicetalk" in frame for frame in first.frames) == 1
    assert sum("advicetalk" in frame for frame in second.frames) == 1
    first.act("call", "bringin")
    expect(first.page.locator(".advice")).to_be_empty()


def test_where_nobody_answers_there_is_no_button(visit: Visit) -> None:
    anna, bert = visit("anna"), visit("bert")
    name = anna.make_table("hello", seats="2", clock="move:300")
    bert.choose(name).get_by_role("button", name="Join").click()
    expect(anna.page.locator(".log .round")).to_have_count(1)
    expect(anna.page.locator(".adviser")).to_be_hidden()


def _asked(*people: Visitor) -> Visitor:
    """Who is to act."""
    for _ in range(200):
        for one in people:
            if one.page.locator(".action-bar.mine button").count():
                return one
        people[0].page.wait_for_timeout(50)
    raise AssertionError("nobody was asked")
