from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Dialog, Route, expect

from tests.web.browser import Visitor

Visit = Callable[..., Visitor]
SCRIPT = "<img src=x onerror=alert(1)>"


def test_a_new_person_registers_and_comes_back(visit: Visit) -> None:
    anna = visit("anna")
    page = anna.page
    expect(page.get_by_role("button", name=f"Account {anna.name}")).to_be_visible()
    expect(page.locator(".balance")).to_have_text("10,000")
    page.reload()
    expect(page.locator(".lobby")).to_be_visible()
    page.get_by_role("button", name=f"Account {anna.name}").click()
    page.get_by_role("button", name="Log out").click()
    anna.log_in("wrong password")
    expect(page.get_by_role("alert")).to_contain_text("do not belong together")
    anna.log_in()
    expect(page.locator(".lobby")).to_be_visible()


def test_no_password_is_kept_in_the_page(visit: Visit) -> None:
    anna = visit("anna")
    kept = anna.page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")
    assert "ght_" in kept
    assert "correct horse" not in kept


def test_a_password_is_changed_and_an_account_deleted(visit: Visit) -> None:
    anna = visit("anna")
    page = anna.page
    page.get_by_role("button", name=f"Account {anna.name}").click()
    page.locator("summary", has_text="Change password").click()
    page.get_by_label("Present password").fill("correct horse")
    page.get_by_label("New password").fill("battery staple")
    page.get_by_role("button", name="Change password", exact=True).click()
    page.get_by_text("The password is changed.").wait_for()
    page.reload()
    page.get_by_role("button", name=f"Account {anna.name}").click()
    page.locator("summary", has_text="Delete account").click()
    page.locator("details[open]").get_by_label("Password").fill("battery staple")
    page.get_by_role("button", name="Delete for good").click()
    expect(page.locator("form.login")).to_be_visible()
    anna.log_in("battery staple")
    expect(page.get_by_role("alert")).to_contain_text("do not belong together")


def test_tables_appear_by_themselves_and_are_found(visit: Visit) -> None:
    anna, bert = visit("anna"), visit("bert")
    name = anna.make_table("hello")
    page = bert.page
    row = page.locator("tr", has_text=name)
    expect(row).to_be_visible()
    expect(row.locator(".players")).to_have_text("1/8")
    search = page.get_by_label("Search by table or player")
    search.fill(anna.name.upper())
    expect(row).to_be_visible()
    search.fill("nobody is called so")
    expect(row).to_be_hidden()
    expect(page.get_by_text("No table fits.")).to_be_visible()
    search.fill("")
    anna.page.get_by_role("button", name="Leave").click()
    expect(row.locator(".players")).to_have_text("0/8")
    page.get_by_label("Hide empty").check()
    expect(row).to_be_hidden()


def test_full_tables_are_hidden_and_columns_sort_both_ways(visit: Visit) -> None:
    anna = visit("anna")
    page = anna.page
    for name, seats in (("b table", "2"), ("c table", "3"), ("a table", "4")):
        anna.make_table("hello", name, seats=seats)
        if name.startswith("b"):
            anna.add_bot()
        page.get_by_role("link", name="Lobby").click()
    names = page.locator("tbody tr .name bdi", has_text=" table")
    page.locator("th.name button").wait_for()
    expect(names).to_have_text(["a table", "b table", "c table"])
    page.locator("th.name button").click()
    expect(names).to_have_text(["c table", "b table", "a table"])
    expect(page.locator("th.name")).to_have_attribute("aria-sort", "descending")
    page.locator("th.players button").click()
    expect(names.last).to_have_text("b table")
    page.get_by_label("Hide full").check()
    expect(names).to_have_count(2)
    page.get_by_label("Hide full").uncheck()


def test_a_private_table_asks_for_its_password(visit: Visit) -> None:
    anna, bert = visit("anna"), visit("bert")
    name = anna.make_table("hello", password="open sesame")
    details = bert.choose(name)
    details.get_by_role("button", name="Join").click()
    dialog = bert.page.get_by_role("dialog")
    dialog.get_by_label("Password of the table").fill("wrong")
    dialog.get_by_role("button", name="Enter").click()
    expect(bert.page.locator(".toast")).to_contain_text("private")
    details.get_by_role("button", name="Join").click()
    dialog.get_by_label("Password of the table").fill("open sesame")
    dialog.get_by_role("button", name="Enter").click()
    expect(bert.page.locator(".table-page")).to_be_visible()


def test_cases_89_and_91_what_people_type_stays_text(visit: Visit) -> None:
    anna, bert = visit(), visit("bert")
    alerts: list[str] = []

    def note(dialog: Dialog) -> None:
        alerts.append(dialog.message)
        dialog.dismiss()

    for one in (anna, bert):
        one.page.on("dialog", note)
    anna.register(SCRIPT)
    name = anna.make_table("hello", f"{SCRIPT} table")
    expect(anna.page.locator(".table-title")).to_contain_text(name)
    details = bert.choose(name)
    expect(details).to_contain_text(SCRIPT)
    details.get_by_role("button", name="Join").click()
    for one in (anna, bert):
        one.page.get_by_role("tab", name="Chat").click()
    bert.page.get_by_label("Chat line").fill("<script>alert(1)</script>")
    bert.page.get_by_role("button", name="Send", exact=True).click()
    for one in (anna, bert):
        expect(one.page.locator(".chat-lines")).to_contain_text("<script>alert(1)</script>")
        assert one.page.locator("main img, main script").count() == 0
    assert not alerts


def test_details_tell_what_is_not_as_usual_and_nothing_of_the_servers_own(visit: Visit) -> None:
    anna = visit("anna")
    name = anna.make_table("hello", pause="3")
    anna.page.get_by_role("link", name="Lobby").click()
    options = anna.choose(name).locator("dl.options dt")
    expect(options.filter(has_text="Seconds between rounds")).to_have_count(1)
    expect(options.filter(has_text="tournament")).to_have_count(0)


def test_the_page_speaks_three_languages(visit: Visit) -> None:
    anna = visit("anna")
    page = anna.page
    for code, lobby, hearts in (("fi", "Aula", "Hertta"), ("zh", "大厅", "红心大战"), ("en", "Lobby", "Hearts")):
        page.locator(".who button.icon").click()
        page.get_by_role("dialog").locator("select").first.select_option(code)
        expect(page.get_by_role("link", name=lobby, exact=True)).to_be_visible()
        assert page.locator("html").get_attribute("lang") == code
        expect(page.locator("select[name=game] option[value=hearts]")).to_have_text(hearts)


def test_a_form_whose_texts_come_late_is_that_of_the_game_chosen_last(visit: Visit) -> None:
    anna = visit("anna")
    page = anna.page
    games = page.locator("select[name=game]")
    games.select_option("hello")
    fields = page.locator("form.create .fields")
    expect(fields).to_have_attribute("data-game", "hello")
    held: list[Route] = []
    page.route("**/gongzhu/**/texts/en.js", lambda route: held.append(route))  # noqa: PLW0108  # playwright marks it
    with page.expect_request("**/gongzhu/**/texts/en.js"):
        games.select_option("gongzhu")
    # Nobody can send the fields of one game for another.
    expect(page.get_by_role("button", name="Make table")).to_be_disabled()
    games.select_option("hello")
    expect(page.get_by_role("button", name="Make table")).to_be_enabled()
    held[0].continue_()
    page.evaluate("url => import(url).then(() => new Promise((done) => setTimeout(done)))", held[0].request.url)
    expect(fields).to_have_attribute("data-game", "hello")
