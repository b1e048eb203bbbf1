"""Every error that a client can be told of is provoked by some test over a real socket, and is one of the SDK's."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import gamehall
from gamehall import errors as operator_errors
from gamehall_sdk import errors
from gamehall_sdk.errors import GamehallError, by_code

HERE = Path(__file__).parents[1]
NOT_PROVOKED = {
    "GamehallError",
    "ProtocolError",
    "Refusal",
    "RemoteProtocolError",  # the family of those that break a frame
    "LocalProtocolError",  # our own bug; a client is told of a fault of the server's
}
"""Families, and what is never told."""


def _classes(module: object) -> dict[str, type[GamehallError]]:
    found = {name: one for name, one in vars(module).items() if inspect.isclass(one)}
    return {name: one for name, one in found.items() if issubclass(one, GamehallError)}


def test_every_error_of_the_protocol_is_provoked_by_a_test() -> None:
    texts = [
        path.read_text(encoding="utf-8")
        for part in ("sessions", "net", "bots", "tournaments", "extensions", "store")
        for path in (HERE / part).glob("*.py")
    ]
    named = {word for text in texts for word in re.findall(r"\b[A-Z]\w+\b", _without_imports(text))}
    assert not set(_classes(errors)) - named - NOT_PROVOKED


def _without_imports(text: str) -> str:
    return re.sub(r"^from \S+ import (\([^)]*\)|.*)$", "", text, flags=re.MULTILINE)


def test_every_code_stands_for_its_class() -> None:
    for name, error in _classes(errors).items():
        if name not in NOT_PROVOKED:
            assert by_code(error.code) is error


def test_a_refusal_that_the_server_raises_is_one_of_the_sdk() -> None:
    """Errors of the operator's side have no number on the wire: none of them may be a refusal."""
    assert not [one for one in _classes(operator_errors).values() if issubclass(one, errors.Refusal) and one.code > 900]
    source = Path(gamehall.__file__).parent
    defined = [
        (path.name, match)
        for path in source.rglob("*.py")
        for match in re.findall(r"^class (\w+)\((?:\w*Refusal|\w*ProtocolError)\)", path.read_text(), re.MULTILINE)
    ]
    assert not defined
