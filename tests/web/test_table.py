from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.browser import PATIENCE_MS, Visitor
from tests.web.serving import Served, serving

Visit = Callable[..., Visitor]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """These tests kill their server, so it is theirs alone."""
    with serving(tmp_path_factory.mktemp("web") / "data") as served:
        yield served


def test_hello_is_played_against_a_bot(visit: Visit) -> None:
    anna = visit("anna")
    anna.make_table("hello", pause="0.2")
    anna.add_bot()
    for _ in range(3):
        anna.act("keep")
    expect(anna.page.locator(".log")).to_contain_text("Round 3")
    expect(anna.page.locator(".log")).to_contain_text(f"{anna.name} keeps.")
    # Within a round: between two it would go at once.
    expect(anna.page.locator('.action-bar.mine [data-action="keep"]').first).to_be_visible()
    anna.page.get_by_role("button", name="Send the bot in seat 2 away").click()
    # It goes when the round is over.
    anna.act("keep")
    expect(anna.page.locator("gh-seat:not(.empty)")).to_have_count(1, timeout=PATIENCE_MS)


def test_a_table_waits_for_all_to_be_ready(visit: Visit) -> None:
    anna, bert = visit("anna"), visit("bert")
    page = anna.page
    page.locator("select[name=game]").select_option("hello")
    page.locator(".fields[data-game=hello] summary").click()
    page.locator("[name=option-ready]").check()
    page.get_by_role("button", name="Make table").click()
    bert.choose(f"{anna.name}'s table").get_by_role("button", name="Join").click()
    page.get_by_role("button", name="Ready", exact=True).click()
    bert.page.get_by_role("button", name="Ready", exact=True).click()
    expect(page.locator(".log")).to_contain_text("Round 1")


def test_sitting_out_and_back(visit: Visit) -> None:
    anna = visit("anna")
    anna.make_table("hello", pause="0.2")
    anna.add_bot()
    anna.page.get_by_label("Sit out next round").check()
    anna.act("keep")
    expect(anna.page.locator("gh-seat.you")).to_contain_text("sits out")
    anna.page.get_by_label("Sit out next round").uncheck()
    anna.act("keep")


@pytest.mark.parametrize(("game", "action"), [("hello", ["keep"]), ("holdem", ["call", "check"])])
def test_a_crash_in_the_middle_of_a_round_is_survived(visit: Visit, site: Served, game: str, action: list[str]) -> None:
    anna = visit("anna")
    anna.make_table(game, clock="move:300")
    if game == "holdem":
        anna.buy_in()
    anna.add_bot()
    anna.page.locator(".action-bar.mine").wait_for()
    before = anna.own_cards
    site.kill()
    expect(anna.page.locator(".banner")).to_contain_text("The connection is lost")
    expect(anna.page.locator(".action-bar.mine")).to_have_count(0)
    site.start()
    expect(anna.page.locator(".action-bar.mine button").first).to_be_visible(timeout=PATIENCE_MS)
    expect(anna.page.locator(".banner")).to_be_hidden()
    assert anna.own_cards == before
    own = anna.page.locator(".log .line", has_text=re.compile(rf"{anna.name} (calls|checks)"))
    told = own.count()
    anna.act(*action)
    if game == "hello":
        expect(anna.page.locator(".log")).to_contain_text("Round 1 is over")
    else:
        expect(own).not_to_have_count(told)


def test_the_network_goes_and_comes_back(visit: Visit) -> None:
    anna = visit("anna")
    anna.make_table("hello")
    anna.context.set_offline(offline=True)
    anna.page.evaluate("dispatchEvent(new Event('offline'))")
    expect(anna.page.locator(".banner")).to_contain_text("The connection is lost")
    anna.context.set_offline(offline=False)
    expect(anna.page.locator(".banner")).to_be_hidden()
    expect(anna.page.locator("gh-seat.you")).to_contain_text(anna.name)


def test_a_second_login_takes_the_account_and_gives_it_back(visit: Visit) -> None:
    anna = visit("anna")
    other = visit()
    other.name = anna.name
    other.log_in()
    expect(other.page.locator(".lobby")).to_be_visible()
    expect(anna.page.locator(".banner")).to_contain_text("in use on another page")
    anna.page.get_by_role("button", name="Use it here").click()
    # The token ended with the other login, so the password is asked for.
    anna.log_in()
    expect(anna.page.locator(".lobby")).to_be_visible()


def test_a_voice_clip_reaches_the_others(visit: Visit) -> None:
    anna, bert = visit("anna", permissions=["microphone"]), visit("bert")
    name = anna.make_table("hello")
    bert.choose(name).get_by_role("button", name="Watch").click()
    for one in (anna, bert):
        one.page.get_by_role("tab", name="Chat").click()
    anna.page.get_by_role("button", name="Hold to talk").click(delay=1200)
    expect(bert.page.locator(".chat-lines audio")).to_have_count(1)


def test_several_tables_are_open_at_once_and_the_waiting_one_is_marked(visit: Visit) -> None:
    anna = visit("anna")
    first = anna.make_table("hello", "first", clock="move:300")
    anna.add_bot()
    anna.page.get_by_role("link", name="Lobby").click()
    anna.make_table("hello", "second")
    tab = anna.page.locator(".page-tabs a", has_text=first)
    expect(tab.get_by_label("Your turn")).to_be_visible()
    assert "Your turn" in anna.page.title()
    tab.click()
    anna.act("keep")


def test_a_finished_round_is_replayed_and_its_shuffle_checked(visit: Visit, artifacts: Path) -> None:
    anna = visit("anna")
    page = anna.page
    anna.make_table("hello", pause="60")
    anna.add_bot()
    anna.act("keep")
    expect(page.locator(".log")).to_contain_text("Round 1 is over")
    page.get_by_role("link", name="Rounds").click()
    page.get_by_role("link", name="Replay").first.click()
    page.get_by_role("button", name="Last").click()
    expect(page.locator(".replay .card[data-card]")).to_have_count(2)
    page.get_by_role("button", name="First").click()
    expect(page.locator(".replay .card.back")).to_have_count(1)
    page.get_by_label("Seen by").select_option("all")
    expect(page.locator(".replay .card.back")).to_have_count(0)
    page.get_by_role("button", name="Check the shuffle").click()
    expect(page.locator(".proof")).to_contain_text("✓ It is the hash that was told before the deal.")
    expect(page.locator(".proof")).to_contain_text("✓ Shuffling the deck by the secret gives exactly the deal")
    page.screenshot(path=artifacts / "replay-1440.png")


def test_a_game_without_a_view_is_drawn_from_its_fields(visit: Visit) -> None:
    anna = visit()
    anna.page.route("**/view/hello/**/view.js", lambda route: route.abort())
    anna.name = "general"
    anna.register()
    anna.make_table("hello")
    anna.add_bot()
    anna.page.locator(".general").wait_for()
    expect(anna.page.locator(".general .card[data-card]")).to_have_count(1)
    anna.act("keep")
    anna.faults.clear()
