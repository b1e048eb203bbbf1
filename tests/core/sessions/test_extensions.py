"""Questions at a table (H26): answered to whoever asked, from that seat's view alone, in a process of their own."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import attrs
import pytest

from gamehall.app import Server
from gamehall_sdk import errors
from gamehall_sdk.advice import AdviceTalk, AskAdvice
from gamehall_sdk.client import Client, TableSession
from gamehall_sdk.lobby import DescribeTable, ExtensionSheet
from gamehall_sdk.table import Ask, RoundStarted, Unanswered
from gamehall_sdk.wire import Raw
from tests.core.site import Site
from tests.hosting import Guests, guests, hosting, news_of, plugins, turn_of

SLOW = {"clock": "move:3600", "pause": "3600", "grace": "3600"}


def what_of(how: str, text: str = "x") -> Raw:
    return Raw("whatof", {"how": how, "text": text})


@attrs.define
class Scene:
    """A round of Hello between alice (XML) and bob (JSON); carol watches."""

    server: Server
    visit: Guests
    host: Client
    number: int
    alice: TableSession
    bob: TableSession
    carol: TableSession
    question: Ask

    async def told(self, who: TableSession) -> Any:
        """The body of the next answer of the extension ``asked``."""
        news = await news_of(who, Raw, Unanswered)
        return news if isinstance(news, Unanswered) else news.json()


@pytest.fixture(scope="module")
async def scene(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Scene]:
    folder = tmp_path_factory.mktemp("asked")
    site = Site(folder / "site")
    text = (Path(__file__).parent / "asked.py").read_text(encoding="utf-8")
    site.install("gamehall-asked", {"asked": "asked_extension"}, {"asked_extension.py": text})
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(site.folder))
        patch.setenv("PYTHONPATH", str(site.folder), prepend=os.pathsep)
        async with (
            hosting(folder / "data", plugins(), questions_per_min=6000, answer_limit_s=1.0) as server,
            guests(server) as visit,
        ):
            host = await visit("alice")
            number = await host.create("hello", "one", SLOW)
            alice = await host.join(number, seat=0)
            bob = await (await visit("bob", address=server.socket_address)).join(number, seat=1)
            carol = await (await visit("carol")).join(number, watch=True)
            question = await turn_of(alice, bob)
            await news_of(bob, RoundStarted)
            yield Scene(server, visit, host, number, alice, bob, carol, question)


async def test_who_asks_is_answered_and_nobody_else_hears_of_it(scene: Scene) -> None:
    await scene.alice.command(AskAdvice())
    talk = await news_of(scene.alice, AdviceTalk)
    assert talk.by == "owl"
    assert (talk.action, talk.turn, talk.chance) == (scene.question.actions[0], scene.question.turn, 0.5)
    await scene.bob.command(AskAdvice(by="wise", language="fi"))
    other = await news_of(scene.bob, AdviceTalk)
    assert other.by == "wise"
    assert other.words.startswith("fi: ")
    assert (other.action, other.turn) == (None, None)
    for table in (scene.alice, scene.bob, scene.carol):
        await table.client.details(scene.number)
        assert not [news for news in table._news if isinstance(news, AdviceTalk)]


async def test_the_adviser_sees_what_the_seat_sees(scene: Scene) -> None:
    flow = scene.server.lobby.table(scene.number).machine.flow
    for table, seat in ((scene.alice, 0), (scene.bob, 1)):
        await table.command(AskAdvice())
        assert (await news_of(table, AdviceTalk)).words == f"en: {flow.view(seat)}"
    assert flow.view(0) != flow.view(1)


async def test_any_question_travels_as_its_package_says(scene: Scene) -> None:
    for table, seat in ((scene.alice, 0), (scene.bob, 1)):
        await table.command(what_of("tell", "<&> ä"))
        body = await scene.told(table)
        assert (body["text"], int(body["seat"])) == ("<&> ä", seat)
        assert int(body["process"]) not in (0, os.getpid())
    with pytest.raises(errors.BadPayload, match="volume"):
        await scene.bob.command(Raw("whatof", {"volume": 11}))


async def test_its_process_is_told_nothing_of_the_servers_settings(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GAMEHALL_DATABASE", "postgresql://gamehall:secret@db/x")
    await scene.bob.command(what_of("die"))
    assert isinstance(await scene.told(scene.bob), Unanswered)
    await scene.bob.command(what_of("tell"))
    assert (await scene.told(scene.bob))["variables"] == ["GAMEHALL_PLUGINS"]


@pytest.mark.parametrize("how", ["die", "raise", "lie", "control", "long", "hang"])
async def test_one_that_fails_leaves_its_question_unanswered_and_the_next_is_answered(scene: Scene, how: str) -> None:
    await scene.alice.command(what_of(how))
    if how == "hang":
        # Nobody waits for it, not even who asked.
        with pytest.raises(errors.TooManyQuestions, match="one thing at a time"):
            await scene.alice.command(AskAdvice())
        with pytest.raises(errors.StaleTurn):
            await scene.alice.act(scene.question.actions[0], scene.question.turn - 1)
    assert await scene.told(scene.alice) == Unanswered("whatof", "asked failed at this question")
    await scene.alice.command(what_of("tell", "again"))
    assert (await scene.told(scene.alice))["text"] == "again"


async def test_what_it_prints_is_no_part_of_the_protocol(scene: Scene) -> None:
    await scene.bob.command(what_of("print", "loud"))
    assert (await scene.told(scene.bob))["text"] == "loud"


async def test_only_who_sits_there_asks(scene: Scene) -> None:
    with pytest.raises(errors.NotSeated, match="sit"):
        await scene.carol.command(AskAdvice())


async def test_an_adviser_that_is_not_there_is_refused_with_those_that_are(scene: Scene) -> None:
    with pytest.raises(errors.BadPayload, match=r"'oracle'.* there are owl, wise"):
        await scene.alice.command(AskAdvice(by="oracle"))


async def test_a_table_says_who_answers_there(scene: Scene) -> None:
    sheet = await scene.host.command(DescribeTable(scene.number))
    assert sheet.extensions == (
        ExtensionSheet("asked", "", ("whatof",)),
        ExtensionSheet("owl", "", ("askadvice",)),
        ExtensionSheet("wise", "The wise", ("askadvice",)),
    )


async def test_without_a_round_without_an_adviser_and_where_none_is_wanted(scene: Scene) -> None:
    empty = await scene.host.join(await scene.host.create("hello", "two", SLOW), seat=0)
    with pytest.raises(errors.NoRound, match="round"):
        await empty.command(AskAdvice())
    other = await scene.host.join(await scene.host.create("gongzhu", "three", SLOW), seat=0)
    with pytest.raises(errors.UnknownPayload, match="nobody here answers askadvice at tables of "):
        await other.command(AskAdvice())
    number = await scene.host.create("hello", "four", SLOW | {"advisers": "false"})
    alone = await scene.host.join(number, seat=0)
    with pytest.raises(errors.Forbidden, match="advisers"):
        await alone.command(AskAdvice())
    with pytest.raises(errors.UnknownPayload, match="whatof"):
        await alone.command(what_of("tell"))
    assert (await scene.host.command(DescribeTable(number))).extensions == ()


async def test_an_account_asks_so_often_in_a_minute_and_no_more(tmp_path: Path) -> None:
    async with hosting(tmp_path, questions_per_min=3) as server, guests(server) as visit:
        dora = await visit("dora")
        table = await dora.join(await dora.create("holdem", "one", SLOW), seat=0, buy_in="least")
        for _ in range(3):
            with pytest.raises(errors.NoRound):
                await table.command(AskAdvice())
        with pytest.raises(errors.TooManyQuestions, match=r"3 questions a minute; ask again in \d+ s"):
            await table.command(AskAdvice())
