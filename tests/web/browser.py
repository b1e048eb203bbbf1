"""Somebody at the page: what people do there, step by step, and every frame that their browser got."""

from __future__ import annotations

import itertools
import shutil
from typing import Any, Final

import attrs
from playwright.sync_api import Browser, BrowserContext, Locator, Page, WebSocket, expect

CHROMIUM: Final = next(
    (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None
)
NO_CHROMIUM: Final = "no Chromium is found, so the web client is not tested; on Debian: apt-get install chromium"
FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--use-fake-ui-for-media-stream",
    "--use-fake-device-for-media-stream",
)
PASSWORD: Final = "correct horse"
PATIENCE_MS: Final = 20_000
# A browser says on its console that a socket was refused while the server was away: that is no fault of the page.
HARMLESS: Final = ("WebSocket connection to",)
_NUMBERS = itertools.count(1)


@attrs.define(slots=False)  # playwright notes its handlers on their object
class Visitor:
    """A person in a browser context of their own."""

    name: str
    context: BrowserContext
    page: Page
    frames: list[str] = attrs.field(factory=list)
    """The text of each frame received."""
    faults: list[str] = attrs.field(factory=list)

    @classmethod
    def arrive(cls, browser: Browser, url: str, name: str, **context: Any) -> Visitor:
        """Open the page; with a *name*, make an account of it (with a number, so that it is new)."""
        settings = {"viewport": {"width": 1440, "height": 900}, "locale": "en-GB"} | context
        made = browser.new_context(**settings)
        page = made.new_page()
        page.set_default_timeout(PATIENCE_MS)
        visitor = cls(name and f"{name}{next(_NUMBERS)}", made, page)
        page.on("websocket", visitor._listen)
        page.on("pageerror", lambda error: visitor.faults.append(f"{error}"))
        page.on("console", lambda message: visitor._hear(message.type, message.text))
        page.goto(url)
        if name:
            visitor.register()
        return visitor

    def leave(self) -> None:
        self.context.close()

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))

    def _hear(self, kind: str, text: str) -> None:
        if kind == "error" and not any(harmless in text for harmless in HARMLESS):
            self.faults.append(text)

    # --- account ---

    def register(self, name: str | None = None) -> None:
        self.name = name or self.name
        form = self.page.locator("form.login")
        form.get_by_role("button", name="I am new here").click()
        form.get_by_label("Name").fill(self.name)
        form.get_by_label("Password").fill(PASSWORD)
        form.get_by_role("button", name="Make account").click()
        self.page.wait_for_selector(".lobby .table-list")

    def log_in(self, password: str = PASSWORD) -> None:
        form = self.page.locator("form.login")
        form.get_by_label("Name").fill(self.name)
        form.get_by_label("Password").fill(password)
        form.get_by_role("button", name="Log in").click()

    # --- lobby and table ---

    def make_table(self, game: str, name: str | None = None, **options: str) -> str:
        """Open a table from the form, and come to it; its name."""
        form = self.page.locator("form.create")
        form.locator("select[name=game]").select_option(game)
        form.locator(f".fields[data-game={game}] [name=option-clock]").wait_for()
        name = name or f"{game} of {self.name}"
        form.locator("input[name=name]").fill(name)
        for option, value in options.items():
            field = form.locator(f"[name=option-{option}]")
            field.evaluate("field => { const more = field.closest('details'); if (more) more.open = true; }")
            if field.evaluate("field => field.tagName") == "SELECT":
                field.select_option(value)
            elif field.get_attribute("type") == "checkbox":
                field.set_checked(value == "true")
            else:
                field.fill(value)
        form.get_by_role("button", name="Make table").click()
        self.page.wait_for_selector(".table-page")
        return name

    def buy_in(self) -> None:
        self.page.get_by_role("dialog").get_by_role("button", name="Buy", exact=True).click()
        self.page.get_by_role("dialog").wait_for(state="detached")

    def add_bot(self, name: str = "random") -> None:
        """Seat a bot at the first free seat, and wait until it sits."""
        page = self.page
        # One's own seat is drawn first; counted before that, one would take it for the bot's.
        page.locator("gh-seat:not(.empty)").first.wait_for()
        seated = page.locator("gh-seat:not(.empty)").count()
        page.locator("[data-key=addbot]").first.click()
        dialog = page.get_by_role("dialog")
        if dialog.count():
            dialog.get_by_role("button", name=name, exact=True).click()
        expect(page.locator("gh-seat:not(.empty)")).to_have_count(seated + 1, timeout=PATIENCE_MS)

    def choose(self, name: str) -> Locator:
        """Choose a table in the list; its details."""
        self.page.locator("tr", has_text=name).get_by_role("button").click()
        details = self.page.locator(".details")
        expect(details.get_by_role("heading", level=2)).to_contain_text(name)
        return details

    def act(self, *names: str) -> None:
        """Press the first of these actions that is offered, when it is one's turn."""
        wanted = ", ".join(f'.action-bar.mine [data-action="{name}"]' for name in names)
        self.page.locator(wanted).first.click()

    @property
    def own_cards(self) -> list[str]:
        """The cards that lie open before one."""
        cards: list[str] = self.page.locator("gh-seat.you .card[data-card]").evaluate_all(
            "cards => cards.map(card => card.dataset.card)"
        )
        return cards
