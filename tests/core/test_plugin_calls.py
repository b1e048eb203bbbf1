"""How the hooks of loaded plugins are called, on modules made here."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from types import ModuleType

import pytest

from gamehall.errors import PluginError
from gamehall.plugin_metadata import Discovery, Failure, Found
from gamehall.plugins import Plugins
from gamehall_sdk.clock import ClockKind, PerMove
from gamehall_sdk.hookimpl import hookimpl

BUILTIN = Found("gamehall", "builtin", "gamehall.builtin", "0")


@pytest.fixture
def module() -> Iterator[Callable[..., Found]]:
    """Makes a plugin's module out of functions, and tells where it is found."""
    made: list[str] = []

    def make(name: str, **functions: Callable[..., object]) -> Found:
        one = ModuleType(f"made_{name}")
        vars(one).update(functions)
        sys.modules[one.__name__] = one
        made.append(one.__name__)
        return Found(name, name, one.__name__, "1")

    yield make
    for name in made:
        sys.modules.pop(name, None)


def load(*found: Found, strict: bool = False) -> Plugins:
    return Plugins(strict=strict, discovery=Discovery((BUILTIN, *found), ())).load()


def observer(told: list[str], name: str, *, tryfirst: bool = False, trylast: bool = False) -> Callable[..., object]:
    @hookimpl(tryfirst=tryfirst, trylast=trylast)
    def table_changed(what: str) -> None:
        told.append(f"{name} {what}")

    return table_changed


def test_observers_are_called_last_registered_first(module: Callable[..., Found]) -> None:
    # Case 101: A, B, C registered; C, B, A called.
    told: list[str] = []
    found = [module(name, table_changed=observer(told, name)) for name in "ABC"]
    assert load(*found).notify("table_changed", table_id=1, what="opened") == ()
    assert told == ["C opened", "B opened", "A opened"]


def test_an_observer_may_ask_to_be_first_or_last(module: Callable[..., Found]) -> None:
    told: list[str] = []
    found = [
        module("A", table_changed=observer(told, "A", tryfirst=True)),
        module("B", table_changed=observer(told, "B")),
        module("C", table_changed=observer(told, "C", trylast=True)),
    ]
    load(*found).notify("table_changed", table_id=1, what="opened")
    assert told == ["A opened", "B opened", "C opened"]


@pytest.mark.parametrize("error", [RuntimeError("no"), SystemExit(1), ImportError("no")])
def test_a_failing_observer_keeps_no_other_from_being_told(module: Callable[..., Found], error: BaseException) -> None:
    told: list[str] = []

    @hookimpl
    def table_changed() -> None:
        raise error

    found = [
        module("A", table_changed=observer(told, "A")),
        module("B", table_changed=table_changed),
        module("C", table_changed=observer(told, "C")),
    ]
    plugins = load(*found)
    [fault] = plugins.notify("table_changed", table_id=1, what="closed")
    assert told == ["C closed", "A closed"]
    assert (fault.distribution, fault.entry_point) == ("B", "B")
    assert fault.cause.startswith("table_changed failed: ")
    assert plugins.failures == ()


def test_an_interrupt_is_nobodys_fault(module: Callable[..., Found]) -> None:
    @hookimpl
    def table_changed() -> None:
        raise KeyboardInterrupt

    plugins = load(module("A", table_changed=table_changed))
    with pytest.raises(KeyboardInterrupt):
        plugins.notify("table_changed", table_id=1, what="closed")


def test_nothing_of_a_plugin_that_fails_half_way_stays(module: Callable[..., Found]) -> None:
    told: list[str] = []

    @hookimpl
    def register_timers() -> list[ClockKind]:
        return [ClockKind("sand", (), PerMove)]

    @hookimpl
    def register_bots() -> list[object]:
        raise RuntimeError("no bots today")

    parts = {"register_timers": register_timers, "register_bots": register_bots}
    plugins = load(module("A", table_changed=observer(told, "A"), **parts))
    assert list(plugins.clocks) == ["move", "bank", "fischer"]
    plugins.notify("table_changed", table_id=1, what="opened")
    assert told == []
    [failure] = plugins.failures
    assert failure.cause == "RuntimeError: no bots today"


def test_a_failed_plugin_is_tried_again_only_when_asked(module: Callable[..., Found]) -> None:
    # Case 95: after the fix it can be tried again.
    found = Found("late", "late", "made_late", "1")
    plugins = load(found)
    assert [failure.entry_point for failure in plugins.failures] == ["late"]

    @hookimpl
    def register_timers() -> list[ClockKind]:
        return [ClockKind("sand", (), PerMove)]

    module("late", register_timers=register_timers)
    assert "sand" not in plugins.load().clocks
    assert "sand" in plugins.retry().clocks
    assert plugins.failures == ()
    assert plugins.owner("clocks", "sand") == found


def test_strict_raises_at_the_first_failure() -> None:
    with pytest.raises(PluginError, match=r"^plugin late of late: ModuleNotFoundError: No module named 'made_late'$"):
        load(Found("late", "late", "made_late", "1"), strict=True)


def test_strict_minds_what_could_not_even_be_found() -> None:
    broken = Failure("broken", "1", "", "its entry_points.txt cannot be read: no")
    with pytest.raises(PluginError, match=r"^plugin broken: its entry_points\.txt cannot be read: no$"):
        Plugins(strict=True, discovery=Discovery((BUILTIN,), (broken,))).load()


def test_finding_is_not_importing(module: Callable[..., Found]) -> None:
    sys.modules.pop("made_lazy", None)
    plugins = Plugins(discovery=Discovery((Found("lazy", "lazy", "made_lazy", "1"),), ()))
    assert [found.name for found in plugins.found] == ["lazy"]
    assert plugins.failures == ()


def test_commands_go_into_an_app_of_each_plugins_own(module: Callable[..., Found]) -> None:
    @hookimpl
    def register_commands(app: list[str]) -> None:
        app.append("fine")

    @hookimpl
    def broken(app: list[str]) -> None:
        app.append("half")
        raise RuntimeError("no")

    plugins = load(module("A", register_commands=register_commands), module("B", register_commands=broken))
    answers = list(plugins.answer("register_commands", list, "app"))
    assert [(found.name, app) for found, app in answers] == [("A", ["fine"])]
    assert [failure.cause for failure in plugins.failures] == ["register_commands failed: RuntimeError: no"]
