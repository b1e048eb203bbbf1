"""Plugins as they are found in the wild: every fault stays with the plugin that has it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.site import CLOCK, Site

GAME = """
import attrs
from gamehall_sdk.game import Game
from gamehall_sdk.hookimpl import hookimpl

@attrs.frozen
class Options:
    pass

@attrs.frozen
class View:
    pass

@hookimpl
def register_games():
    return [Game(name={name!r}, title="A game", seats=(1, 2), options=Options, actions=(), events=(), view=View,
                 round=lambda setup: None, interface={interface})]
"""


def fault(site: Site, text: str, **variables: str) -> dict[str, Any]:
    """The row of a plugin with the module *text*, beside a good one that must not suffer."""
    site.install("bad", {"bad": "bad_plugin"}, {"bad_plugin.py": text})
    site.clock("good")
    rows = site.plugins(**variables)
    assert rows["good", "good"]["state"] == "loaded"
    assert rows["bad", "bad"]["state"] == "failed"
    return rows["bad", "bad"]


def test_a_plugin_is_listed_with_what_it_registers(site: Site) -> None:
    site.clock("good", "sand")
    row = site.plugins()["good", "good"]
    assert row == {
        "name": "good",
        "distribution": "good",
        "version": "1.0",
        "module": "good",
        "state": "loaded",
        "registers": {"clocks": ["sand"]},
        "cause": "",
    }


def test_built_in_clocks_come_from_a_plugin_too(site: Site) -> None:
    rows = site.plugins(GAMEHALL_PLUGINS="")
    assert rows["gamehall", "builtin"]["registers"] == {"clocks": ["move", "bank", "fischer"]}


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("import surely_not_there", "ModuleNotFoundError: No module named 'surely_not_there'"),
        ("from gamehall_sdk import surely_not_there", "ImportError: cannot import name 'surely_not_there'"),
        ("raise SystemExit(3)", "it tried to end the whole program (SystemExit: 3)"),
        ("import sys; sys.exit()", "it tried to end the whole program (SystemExit: None)"),
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("def oops(:", "SyntaxError: invalid syntax"),
        ("raise RuntimeError('two\\nlines')", "RuntimeError: two lines"),
        ("GAMEHALL_INTERFACE = 2", "built for interface 2, this SDK speaks 1"),
        ("pass", "bad_plugin answers no hook; is there a @hookimpl before each of its functions?"),
        (GAME.format(name="chess", interface=2), "built for interface 2, this SDK speaks 1"),
        (GAME.format(name="No Good", interface=1), "ValueError: game 'No Good': a name is a lower-case letter"),
        (CLOCK.format(name="x").replace("register_timers", "register_timer"), "no hook 'register_timer'; did you mean"),
        (CLOCK.format(name="x").replace("_timers():", "_timers(clock):"), "can not be found in the hookspec"),
        (CLOCK.format(name="x").replace("[ClockKind", "ClockKind").replace("PerMove)]", "PerMove)"), "not a list"),
        (CLOCK.format(name="x").replace("_timers", "_bots"), "register_bots gives a ClockKind, which is no bot"),
        (CLOCK.format(name="move"), "its clock 'move' is already registered by builtin of gamehall"),
        (CLOCK.format(name="x").replace("return [", "return 2 * ["), "it registers the clock 'x' twice"),
        (CLOCK.format(name="x").replace("return", "raise SystemExit #"), "it tried to end the whole program"),
    ],
)
def test_a_fault_stays_with_its_plugin(site: Site, text: str, cause: str) -> None:
    assert cause in fault(site, text)["cause"]


def test_a_module_that_is_not_there(site: Site) -> None:
    site.install("bad", {"bad": "bad_plugin.missing"})
    site.clock("good")
    rows = site.plugins()
    assert rows["bad", "bad"]["cause"] == "ModuleNotFoundError: No module named 'bad_plugin'"
    assert rows["good", "good"]["state"] == "loaded"


def test_an_attribute_that_is_not_there(site: Site) -> None:
    site.install("bad", {"bad": "bad_plugin:nothing"}, {"bad_plugin.py": ""})
    assert "has no attribute 'nothing'" in site.plugins()["bad", "bad"]["cause"]


def test_a_failure_keeps_its_traceback(site: Site) -> None:
    site.install("bad", {"bad": "bad_plugin"}, {"bad_plugin.py": "1 / 0"})
    [failure] = site.run("plugins", "--json", GAMEHALL_PLUGINS="bad").document["failures"]
    assert 'bad_plugin.py", line 1' in failure["traceback"]


def test_of_two_plugins_with_one_name_the_later_is_left_out(site: Site) -> None:
    site.install("zebra", {"one": "zebra"}, {"zebra.py": GAME.format(name="chess", interface=1)})
    site.install("ant", {"one": "ant"}, {"ant.py": GAME.format(name="chess", interface=1)})
    rows = site.plugins()
    assert rows["ant", "one"]["registers"] == {"games": ["chess"]}
    assert rows["zebra", "one"]["cause"] == "its game 'chess' is already registered by one of ant"


def test_one_module_under_two_names_is_loaded_once(site: Site) -> None:
    site.clock("first")
    site.install("second", {"again": "first"})
    rows = site.plugins()
    assert rows["first", "first"]["state"] == "loaded"
    assert rows["second", "again"]["cause"] == "its module first is already loaded as first of first"


def test_an_editable_install_that_is_found_twice_counts_once(site: Site) -> None:
    # Case 97: the installer leaves .dist-info, the build has left .egg-info, and both are on the path.
    site.clock("twice-there")
    site.install("Twice_There", {"twice-there": "twice_there"}, egg=True)
    rows = site.plugins()
    assert rows["twice-there", "twice-there"]["state"] == "loaded"
    assert len([key for key in rows if key[0] == "twice-there"]) == 1


def test_an_entry_point_that_is_listed_twice_counts_once(site: Site) -> None:
    site.install("twice", "[gamehall]\ntwice = m\ntwice = m\n", {"m.py": CLOCK.format(name="twice")})
    assert site.plugins()["twice", "twice"]["state"] == "loaded"


@pytest.mark.parametrize("text", ["no section\n", "[gamehall\nx = y\n", "[gamehall]\nx\n", "[gamehall]\nx = a b c\n"])
def test_a_malformed_file_is_reported_and_hides_no_other(site: Site, text: str) -> None:
    # Case 99.
    site.install("broken", text)
    site.clock("good")
    rows = site.plugins()
    assert rows["good", "good"]["state"] == "loaded"
    assert rows["broken", ""]["state"] == "failed"
    assert rows["broken", ""]["cause"].startswith("its entry_points.txt cannot be read: ")


def test_a_file_that_is_no_text_is_reported(site: Site) -> None:
    metadata = site.install("broken")
    (metadata / "entry_points.txt").write_bytes(b"[gamehall]\nx = \xff\xfe")
    assert "cannot be read" in site.plugins()["broken", ""]["cause"]


def test_a_left_over_folder_is_no_plugin(site: Site) -> None:
    (site.folder / "stray.egg-info").mkdir()
    (site.folder / "other-1.0.dist-info").mkdir()
    site.clock("good")
    rows = site.plugins()
    assert rows["good", "good"]["state"] == "loaded"
    assert not [key for key in rows if key[0] in {"stray", "other"}]


def test_a_left_over_folder_that_still_lists_an_entry_point_is_named(site: Site) -> None:
    folder = site.folder / "stray.egg-info"
    folder.mkdir()
    (folder / "entry_points.txt").write_text("[gamehall]\nstray = stray_plugin\n")
    row = site.plugins()["stray", "stray"]
    assert row["version"] == "unknown"
    assert "No module named 'stray_plugin'" in row["cause"]


def test_a_chosen_subset_is_loaded_and_no_more(site: Site) -> None:
    site.clock("one")
    site.install("bad", {"worse": "bad_plugin"}, {"bad_plugin.py": "raise SystemExit"})
    rows = site.plugins(GAMEHALL_PLUGINS="one")
    assert rows["one", "one"]["state"] == "loaded"
    assert rows["bad", "worse"]["state"] == "not chosen"
    assert site.plugins(GAMEHALL_PLUGINS="BAD")["bad", "worse"]["state"] == "failed"
    assert site.plugins(GAMEHALL_PLUGINS="worse")["bad", "worse"]["state"] == "failed"


def test_a_chosen_plugin_that_is_not_there_is_named(site: Site) -> None:
    site.clock("one")
    row = site.plugins(GAMEHALL_PLUGINS="one,two")["", "two"]
    assert row["cause"].startswith("GAMEHALL_PLUGINS names 'two', but no plugin is called so; there are ")
    assert "one" in row["cause"]


def test_tracing_prints_each_hook_call(site: Site) -> None:
    site.clock("one")
    done = site.process("plugins", GAMEHALL_PLUGINS="one", GAMEHALL_TRACE_PLUGINS="1")
    assert "gamehall: hook register_timers() -> one:one\n" in done.err
    assert "gamehall: hook" not in site.run("plugins", GAMEHALL_PLUGINS="one").err


def test_strict_refuses(site: Site) -> None:
    site.install("bad", {"bad": "bad_plugin"}, {"bad_plugin.py": "1 / 0"})
    done = site.run("plugins", "--strict-plugins", GAMEHALL_PLUGINS="bad")
    assert done.code == 1
    assert done.err == "gamehall: 1 plugins or packages were left out\n"


def test_help_imports_no_plugin_and_says_how_many_there_are(site: Site) -> None:
    site.install("bad", {"bad": "bad_plugin"}, {"bad_plugin.py": "raise SystemExit('imported')"})
    done = site.process("--help")
    assert done.code == 0
    assert "imported" not in done.out + done.err
    assert "installed plugins may add commands" in done.out
