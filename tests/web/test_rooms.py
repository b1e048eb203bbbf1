"""What people do in a room beside playing, by clicking: change places, end a round for all, watch with all hands."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.browser import PATIENCE_MS, Visitor
from tests.web.serving import Served

Visit = Callable[..., Visitor]


def pair(visit: Visit, **options: str) -> tuple[Visitor, Visitor]:
    """Anna has made a table of gongzhu, and Bert has joined it."""
    anna, bert = visit("anna"), visit("bert")
    name = anna.make_table("gongzhu", clock="move:300", **options)
    bert.choose(name).get_by_role("button", name="Join").click()
    expect(anna.page.locator("gh-seat:not(.empty)")).to_have_count(2, timeout=PATIENCE_MS)
    return anna, bert


def test_f30_one_asks_another_to_change_places_and_the_other_agrees_or_not(visit: Visit) -> None:
    anna, bert = pair(visit)
    asks = f"{anna.name} asks to change seats with you."
    anna.page.get_by_label("Ask to change seats with seat 2").click()
    expect(bert.page.locator(".table-swaps")).to_contain_text(asks)
    bert.page.locator(".table-swaps").get_by_role("button", name="No").click()
    expect(anna.page.locator(".log")).to_contain_text("Your wish to change seats was refused.")
    anna.page.get_by_label("Ask to change seats with seat 2").click()
    bert.page.locator(".table-swaps").get_by_role("button", name="Yes").click()
    for one in (anna, bert):
        expect(one.page.locator(".log")).to_contain_text("Seats were changed.")
        expect(one.page.locator(".table-swaps")).to_be_empty()
    anna.page.get_by_label("Move to seat 4").click()
    expect(anna.page.get_by_label("Move to seat 2")).to_be_visible()


def test_one_player_ends_the_round_for_all_and_the_others_are_told_who(visit: Visit) -> None:
    anna, bert = pair(visit, interrupts="true")
    anna.add_bot()
    anna.add_bot()
    bert.page.get_by_role("button", name="End the round for all").click()
    expect(anna.page.locator(".log")).to_contain_text(f"{bert.name} ended the round for everybody.")
    expect(anna.page.locator("gh-seat:not(.empty)")).to_have_count(3, timeout=PATIENCE_MS)


def test_an_observer_sees_all_hands_and_nobody_else_does(visit: Visit, site: Served) -> None:
    anna, bert = pair(visit)
    anna.add_bot()
    anna.add_bot()
    site.run("account", "set-type", bert.name, "observer")
    eve = visit("eve")
    site.run("account", "set-type", eve.name, "observer")
    eve.page.reload()
    name = f"gongzhu of {anna.name}"
    eve.choose(name).get_by_role("button", name="Watch").click()
    expect(eve.page.locator("gh-seat .card[data-card]")).to_have_count(52, timeout=PATIENCE_MS)
    # Who plays sees one hand, whatever the account may do elsewhere.
    assert bert.page.locator(".card[data-card]").count() == 13
