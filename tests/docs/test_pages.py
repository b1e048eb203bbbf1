from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

import pytest

from tests.docs.blocks import KINDS, blocks
from tests.docs.session import Session
from tests.installing import ROOT, Environment, borrowing

DOCS = ROOT / "docs"
HAS_ITS_OWN_TEST = {"arena.md"}
PAGES = [
    page
    for folder in ("tutorial", "how-to")
    for page in sorted((DOCS / folder).glob("*.md"))
    if page.name not in HAS_ITS_OWN_TEST
]


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[Session]:
    """Somebody with a fresh environment and an empty folder."""
    environment: Environment = borrowing(tmp_path / "environment")
    folder = tmp_path / "reader"
    folder.mkdir()
    with Session(environment, folder) as session:
        yield session


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(DOCS).as_posix())
def test_a_page_does_what_it_says(page: Path, reader: Session) -> None:
    found = list(blocks(page))
    serves = any(re.search(r"gamehall (serve|demo)", block.text) for block in found)
    with one_server_at_a_time() if serves else nullcontext():
        for block in found:
            reader.do(block)


@contextmanager
def one_server_at_a_time() -> Iterator[None]:
    """Pages name the usual ports, so pages that start a server wait for each other."""
    if os.name == "nt":
        yield
        return
    import fcntl
    import tempfile

    with (Path(tempfile.gettempdir()) / "gamehall-docs-test.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def test_every_block_of_a_page_is_of_a_known_kind() -> None:
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        found = list(blocks(page))
        assert len(found) == len(re.findall(r"^```\w", text, re.MULTILINE)), page
        assert not [block for block in found if not block.title and block.kind not in KINDS], page


def test_no_page_hides_a_command_in_an_indented_block() -> None:
    # Those would not be executed.
    for page in PAGES:
        outside = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
        assert not re.findall(r"\n\n {4}(?:\$ |gamehall |pip |python )", outside), page


def test_every_page_is_in_the_navigation() -> None:
    config = (ROOT / "zensical.toml").read_text(encoding="utf-8")
    pages = {page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md")}
    assert {page for page in pages if f'"{page}"' not in config and not page.startswith("reference/sdk/")} == set()


def test_the_json_schema_of_messages_accepts_messages() -> None:
    import jsonschema

    from gamehall_sdk.wire import (
        Action,
        AvailableGames,
        CreateGame,
        GameRequest,
        Join,
        Login,
        Message,
        Raw,
        Request,
    )
    from gamehall_sdk.wire import (
        json as wire_json,
    )

    schema = json.loads((DOCS / "reference/message.schema.json").read_text(encoding="utf-8"))
    validator = jsonschema.Draft202012Validator(schema)
    messages = [
        Message(Request(Login("anna", "secret")), sessionid=12),
        Message(Request(AvailableGames())),
        Message(Request(GameRequest(7, Join((Raw("seat", "1"),)))), sessionid=12),
        Message(Request(GameRequest(0, CreateGame("hello", "a table", (Raw("pause", "0"),)))), sessionid=1),
        Message(Request(GameRequest(7, Action((Raw("raiseto", {"amount": 5}),)))), sessionid=3),
    ]
    for message in messages:
        validator.validate(json.loads(wire_json.encode(message)))
    wrongs: list[dict[str, object]] = [{}, {"request": {"lobby": {"chess": {}}}}, {"request": {}, "sessionid": "x"}]
    for wrong in wrongs:
        assert not validator.is_valid(wrong), wrong
