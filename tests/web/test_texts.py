"""The catalogues of the page: each language has a text for whatever the lobby shows of a game (issue 6)."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Any

import pytest

from gamehall_sdk.advice import AskAdvice
from gamehall_sdk.flow import TableOptions
from gamehall_sdk.game import Game
from gamehall_sdk.options import describe
from gamehall_sdk.table import COMMANDS, PLATFORM, Ask, Done
from gamehall_sdk.wire import wire_name
from tests.hosting import plugins

LANGUAGES = ("en", "fi", "zh")
_ENTRY = re.compile(r'(?:"([^"]+)"|\b(\w+)): "((?:[^"\\]|\\.)*)"')
GAMES = [game for game in plugins().games.values() if game.web]


def catalogue(folder: str, language: str) -> dict[str, str]:
    """The texts of ``texts/LANGUAGE.js`` in a package's *folder*."""
    package, _, inside = folder.partition("/")
    text = files(package).joinpath(inside, "texts", f"{language}.js").read_text("utf-8")
    return {quoted or plain: words for quoted, plain, words in _ENTRY.findall(text)}


def shown(game: Game) -> list[str]:
    """The keys of what the lobby shows of *game*, for which the server's own English is no help."""
    rules = [f"rule.{at}" for at in range(len(game.rules))]
    variants = [f"variant.{one.name}" for one in game.variants] if len(game.variants) > 1 else []
    return ["title", *rules, *variants, *optional(game.options)]


def optional(options: type) -> list[str]:
    fields: list[Any] = list(describe(options))
    words = [f"word.{choice}" for field in fields for choice in field.choices or ()]
    return [f"option.{field.name}" for field in fields] + words


@pytest.mark.parametrize("language", ["fi", "zh"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_title_rules_variants_and_options_of_a_game_are_translated(game: Game, language: str) -> None:
    texts = catalogue(str(game.web), language)
    frame = catalogue("gamehall/web", language)
    missing = [key for key in shown(game) if not {f"{game.name}.{key}", key} & texts.keys() and key not in frame]
    assert not missing


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_options_of_the_platform_have_texts(language: str) -> None:
    texts = catalogue("gamehall/web", language)
    assert not [key for key in optional(TableOptions) if key not in texts]


@pytest.mark.parametrize("language", ["fi", "zh"])
@pytest.mark.parametrize("folder", ["gamehall/web", *sorted({str(game.web) for game in GAMES})])
def test_a_text_has_no_blank_that_its_english_has_not(folder: str, language: str) -> None:
    english, other = catalogue(folder, "en"), catalogue(folder, language)
    blanks = re.compile(r"\{\w+\}")
    for key, text in english.items():
        if text and other[key]:
            assert set(blanks.findall(other[key])) <= set(blanks.findall(text)), key


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_log_has_words_for_every_event_of_a_game(game: Game) -> None:
    texts = catalogue(str(game.web), "en")
    assert not [name for kind in game.events if (name := f"event.{wire_name(kind)}") not in texts]


def test_the_log_has_words_for_every_event_of_the_platform() -> None:
    texts = catalogue("gamehall/web", "en")
    model = files("gamehall").joinpath("web", "table-model.js").read_text("utf-8")
    silent = model[model.index("SILENT = [") : model.index("];")]
    told = [wire_name(kind) for kind in PLATFORM.classes if kind not in (*COMMANDS, Ask, AskAdvice, Done)]
    assert not [name for name in told if f"event.{name}" not in texts and f'"{name}"' not in silent]
