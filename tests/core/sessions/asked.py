"""Extensions that answer, and some that do not; the text of this file is installed as a distribution of its own."""

from __future__ import annotations

import os
import time
from typing import Any

import attrs

from gamehall_sdk.advice import AdviceTalk, AskAdvice
from gamehall_sdk.extension import MessageExtension, Position, adviser
from gamehall_sdk.hookimpl import hookimpl


@attrs.frozen
class WhatOf:
    """Do *how*, and tell *text* back."""

    how: str = "tell"
    text: str = ""


@attrs.frozen
class ThisOf:
    text: str
    seat: int
    process: int
    variables: tuple[str, ...]


def answer(question: Any, position: Position) -> Any:
    if question.how == "hang":
        while True:
            time.sleep(1)
    if question.how == "die":
        os._exit(3)
    if question.how == "raise":
        raise ZeroDivisionError("a hole")
    if question.how == "print":
        print("noise on the pipe", flush=True)  # noqa: T201
    if question.how == "control":
        return ThisOf("a bell \x07", 0, 0, ())
    if question.how == "long":
        return ThisOf("x" * 200_000, 0, 0, ())
    if question.how == "lie":
        return question
    variables = tuple(sorted(name for name in os.environ if name.startswith("GAMEHALL_")))
    return ThisOf(question.text, position.seat, os.getpid(), variables)


def advise(question: AskAdvice, position: Position) -> AdviceTalk:
    action = position.legal.actions[0] if position.legal else None
    return AdviceTalk(f"{question.language}: {position.view}", action, 0.5)


@hookimpl
def register_messages() -> list[MessageExtension]:
    return [
        MessageExtension(name="asked", questions=(WhatOf,), answers=(ThisOf,), answer=answer),
        adviser("wise", advise, games=("hello",), title="The wise"),
        adviser("owl", advise, games=("hello",)),
    ]
