from __future__ import annotations

import zipfile
from pathlib import Path

import anyio

from gamehall_sdk.client import connect
from gamehall_sdk.errors import UnknownGame
from gamehall_sdk.table import AddBot, RoundEnded
from tests.installing import Done, clean


def test_a_server_lives_with_packages_that_come_and_go(tmp_path: Path, wheels: Path) -> None:
    here = clean(tmp_path / "environment", wheels)
    data = tmp_path / "data"

    def gamehall(*words: str) -> Done:
        return here.gamehall(*words, cwd=tmp_path, GAMEHALL_DATA_DIR=str(data))

    # The core alone: it runs, knows no game, and says how to get one.
    here.pip("install", "gamehall").must()
    assert {row["name"] for row in gamehall("plugins", "--json").must().document["plugins"]} == {"builtin"}
    with here.serving(data) as lines:
        assert "No game is installed: `gamehall install gamehall-hello` brings one to the next start." in lines
        assert "an operator adds one with `gamehall install PACKAGE`" in anyio.run(games_at, address(lines))[0]
    assert "pip install 'gamehall-sdk[new]'" in gamehall("new", "game", "chess").must(1).err

    # The first game, and a bot for it: the next start has both, with no other change.
    said = gamehall("install", "gamehall-hello", "gamehall-bot-random").must().out
    assert "hello of gamehall-hello 0.1.0: games: hello" in said
    assert "bot-random of gamehall-bot-random 0.1.0: bots: random" in said
    with here.serving(data) as lines:
        assert not [line for line in lines if "No game" in line]
        assert anyio.run(games_at, address(lines)) == ["hello"]
        anyio.run(play_one_round, address(lines))
    assert gamehall("history", "list", "--json").must().document[0]["game"] == "hello"
    assert gamehall("history", "replay", "1").must().document["ok"] is True

    assert "pip install 'gamehall-sdk[testing]'" in gamehall("check", "hello").must(1).err

    # Further ones, with what they need.
    gamehall("install", "gamehall-holdem", "gamehall-bot-tight").must()
    rows = {row["distribution"]: row for row in gamehall("plugins", "--json").must().document["plugins"]}
    assert "holdem" in rows["gamehall-holdem"]["registers"]["games"]
    assert rows["gamehall-bot-tight"]["registers"] == {"bots": ["tight"]}
    with here.serving(data) as lines:
        assert {"hello", "holdem"} <= set(anyio.run(games_at, address(lines)))

    # A game that is gone leaves its rounds readable, and they say what would replay them.
    gamehall("uninstall", "gamehall-hello").must()
    assert "hello (hello), round 1" in gamehall("history", "show", "1").must().out
    refused = gamehall("history", "replay", "1").must(1)
    assert "`gamehall install gamehall-hello==0.1.0`" in refused.err
    with here.serving(data) as lines:
        assert "hello" not in anyio.run(games_at, address(lines))
    gamehall("install", "gamehall-hello==0.1.0").must()
    assert gamehall("history", "replay", "1").must().document["ok"] is True


def test_a_wheel_holds_the_files_that_are_no_modules(wheels: Path) -> None:
    names = {name for wheel in wheels.glob("*.whl") for name in zipfile.ZipFile(wheel).namelist()}
    assert "gamehall_sdk/templates/copier.yml" in names
    assert "gamehall_sdk/templates/game/src/{{ package }}/round.py.jinja" in names
    assert "gamehall_sdk/templates/game/.github/workflows/ci.yml.jinja" in names
    assert "gamehall_sdk/templates/bot/.gitignore.jinja" in names
    assert "gamehall_sdk/py.typed" in names
    assert any(name.startswith("gamehall_sdk/wire/schemas/") and name.endswith(".xsd") for name in names)
    assert {"gamehall/web/index.html", "gamehall_hello/web/view.js"} <= names


def address(lines: list[str]) -> str:
    """Where the XML protocol is spoken."""
    [line] = [line for line in lines if line.startswith("Gamehall is ready: ")]
    return line.split()[3]


async def games_at(url: str) -> list[str]:
    async with connect(url) as client:
        try:
            return [game.type for game in await client.available()]
        except UnknownGame as error:
            return [str(error)]


async def play_one_round(url: str) -> None:
    async with connect(url) as client:
        await client.create_account("owner", "correct horse")
        await client.log_in("owner", "correct horse")
        number = await client.create("hello", "a table", {"pause": 0, "rounds": 1})
        table = await client.join(number, watch=True)
        for _ in range(2):
            await table.command(AddBot("random"))
        with anyio.fail_after(60):
            async for news in table:
                if isinstance(news, RoundEnded):
                    return
