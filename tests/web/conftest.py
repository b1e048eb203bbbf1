"""A real browser against a real server; where no Chromium is found, these tests say so and are left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.web.browser import CHROMIUM, FLAGS, NO_CHROMIUM, Visitor
from tests.web.serving import Served, serving

NEEDS_BROWSER = ("chromium", "visit")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        names = getattr(item, "fixturenames", ())
        if CHROMIUM is None and any(name in names for name in NEEDS_BROWSER):
            item.add_marker(pytest.mark.skip(reason=NO_CHROMIUM))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if CHROMIUM is None:
        terminalreporter.write_line(f"tests/web: {NO_CHROMIUM}", yellow=True)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for the tests of a module; each test uses accounts and tables of its own."""
    with serving(tmp_path_factory.mktemp("web") / "data") as served:
        yield served


@pytest.fixture
def visit(chromium: Browser, site: Served) -> Iterator[Callable[..., Visitor]]:
    """``visit("anna")`` is a new person in a browser of her own; whatever the page complains of fails the test."""
    visitors: list[Visitor] = []

    def make(name: str = "", **context: object) -> Visitor:
        visitor = Visitor.arrive(chromium, site.url, name, **context)
        visitors.append(visitor)
        return visitor

    yield make
    for visitor in visitors:
        visitor.leave()
    faults = [fault for visitor in visitors for fault in visitor.faults]
    assert not faults, faults


@pytest.fixture(scope="session")
def artifacts() -> Path:
    """Where screenshots are kept: a folder that git ignores."""
    folder = Path(__file__).resolve().parents[2] / ".artifacts" / "web"
    folder.mkdir(parents=True, exist_ok=True)
    return folder
