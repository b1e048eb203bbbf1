"""Tournaments and the leaderboard in the browser."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from tests.web.browser import PASSWORD, PATIENCE_MS, Visitor
from tests.web.serving import Served

Visit = Callable[..., Visitor]
SCRIPT = "<img src=x onerror=alert(1)>"


def gamehall(site: Served, *words: str) -> Any:
    """Run the command on the server's folder; its JSON, where it prints some."""
    environment = {name: text for name, text in os.environ.items() if not name.startswith("GAMEHALL_")}
    done = subprocess.run(
        [sys.executable, "-m", "gamehall", *words],
        env=environment | {"GAMEHALL_DATA_DIR": str(site.folder)},
        input=f"{PASSWORD}\n",
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout) if "--json" in words else None


def test_people_enter_a_tournament_are_led_to_their_table_and_see_who_won(
    visit: Visit, site: Served, artifacts: Path
) -> None:
    gamehall(site, "account", "create", "boss", "--type", "admin", "--password-stdin")
    anna, bert = visit("anna"), visit("bert")
    anna.page.get_by_role("link", name="Tournaments").click()
    expect(anna.page.get_by_text("There is no tournament.")).to_be_visible()
    server = ["--server", site.url.replace("http", "ws") + "/ws", "--account", "boss", "--password-stdin"]
    wanted = [
        "--game",
        "hello",
        "--deals",
        "1",
        "--most",
        "2",
        "--buy-in",
        "500",
        "--sit-and-go",
        "--option",
        "clock=move:600",
    ]
    gamehall(site, "tournament", "create", f"{SCRIPT} Evening", *wanted, *server)
    row = anna.page.locator("tr", has_text="Evening")
    expect(row).to_contain_text("when all places are taken")
    expect(row).to_contain_text(f"{SCRIPT} Evening")
    assert anna.page.locator("main img").count() == 0
    for one in (anna, bert):
        one.page.goto(f"{site.url}/#/tournament/1")
        one.page.get_by_role("button", name="Enter").click()
        if one is anna:
            expect(one.page.get_by_role("button", name="Withdraw")).to_be_visible()
            expect(one.page.locator(".balance")).to_have_text("9,500")
    for one in (anna, bert):
        one.page.locator(".table-page").wait_for()
        assert "#/table/" in one.page.url
    for one in (anna, bert):
        one.page.goto(f"{site.url}/#/tournament/1")
        one.page.get_by_role("link", name="Go to the table").click()
        one.page.locator("gh-seat.acting").wait_for()
    for one in sorted((anna, bert), key=lambda one: not one.page.locator(".action-bar.mine").count()):
        one.act("keep")
    for one in (anna, bert):
        one.page.goto(f"{site.url}/#/tournament/1")
    expect(anna.page.locator("dd", has_text="over")).to_be_visible(timeout=PATIENCE_MS)
    places = anna.page.locator("tbody tr")
    expect(places).to_have_count(2)
    expect(places.first).to_contain_text("1")
    balances = [int(one.page.locator(".balance").inner_text().replace(",", "")) for one in (anna, bert)]
    assert sum(balances) == 20_000
    assert anna.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    anna.page.screenshot(path=artifacts / "tournament.png")
    found = gamehall(site, "tournament", "status", "1", "--json")
    assert {one["name"] for one in found["players"]} == {anna.name, bert.name}
    anna.page.goto(f"{site.url}/#/tournaments")
    expect(anna.page.locator("tr", has_text="Evening")).to_contain_text("over")
    anna.page.screenshot(path=artifacts / "tournaments.png")


def test_the_leaderboard_shows_the_figures_of_the_command(visit: Visit, site: Served, artifacts: Path) -> None:
    anna = visit("anna")
    page = anna.page
    anna.make_table("hello", pause="600")
    anna.add_bot()
    anna.act("keep")
    expect(page.locator(".log")).to_contain_text("is over")
    page.get_by_role("link", name="Leaders").click()
    page.get_by_label("Game").select_option("hello")
    expect(page.locator("tr", has_text=anna.name)).to_be_visible(timeout=PATIENCE_MS)
    told = gamehall(site, "history", "leaderboard", "--game", "hello", "--json")
    rows = [[cell.strip() for cell in row.locator("td").all_inner_texts()] for row in page.locator("tbody tr").all()]
    assert len(rows) == len(told)
    for at, (cells, one) in enumerate(zip(rows, told, strict=True), start=1):
        assert cells[0] == str(at)
        assert cells[1].endswith(one["name"])
        assert cells[2:4] == [str(one["rounds"]), str(one["won"])]
        assert cells[5] == f"{one['ordinal']:.2f}"
    page.screenshot(path=artifacts / "leaders.png")
    page.get_by_label("Rated tables only").check()
    expect(page.get_by_text("No round is finished yet.")).to_be_visible()
    assert page.url.endswith("#/leaders/hello?rated")
