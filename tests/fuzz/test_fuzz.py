"""Some thousand messages that no client would send; ``./dev fuzz --seconds N`` sends more."""

from __future__ import annotations

import gc
import tracemalloc

import pytest

from gamehall.plugins import Plugins
from gamehall.sessions.connection import parting
from gamehall.sessions.hall import Hall
from gamehall_sdk.errors import BadOption
from gamehall_sdk.wire import GeneralResponse, Message, Response, json, xml
from tests.fuzz.mutate import CORPUS
from tests.fuzz.run import GivesWayError, fuzz


@pytest.fixture(scope="module")
def plugins() -> Plugins:
    return Plugins().load()


def test_the_server_takes_whatever_is_sent(plugins: Plugins) -> None:
    sent = [fuzz(seed, plugins) for seed in range(8)]
    assert sum(one.refused for one in sent) > 1000
    assert sum(one.broken for one in sent) > 0


def test_the_corpus_is_small_and_understood() -> None:
    files = sorted(CORPUS.iterdir())
    assert len(files) < 100
    for file in files:
        (xml if file.suffix == ".xml" else json).decode(file.read_bytes().strip())


def test_nothing_is_kept_of_servers_that_are_gone(plugins: Plugins) -> None:
    def after(first: int) -> int:
        for seed in range(first, first + 2):
            fuzz(seed, plugins, 200)
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    after(100)
    tracemalloc.start()
    try:
        once = after(102)
        grown = after(104) - once
    finally:
        tracemalloc.stop()
    assert grown < 500_000


def test_a_handler_that_fails_is_found_out(plugins: Plugins, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Hall, "seat", fails)
    with pytest.raises(GivesWayError, match="request failed"):
        fuzz(1, plugins)


@pytest.mark.parametrize("codec", [json, xml])
def test_a_refusal_that_quotes_what_cannot_be_carried_is_told_all_the_same(codec: object) -> None:
    error = BadOption("option 'pause' is 'a\0b\ud800'; it is a number")
    for message in (Message(Response(GeneralResponse.refused(error)), 1), parting(error, 1)):
        told = str(codec.decode(codec.encode(message)))  # type: ignore[attr-defined]
        assert "a\ufffdb\ufffd'; it is a number" in told
