"""What a player asks an adviser, and what the adviser says; see :func:`gamehall_sdk.extension.adviser`."""

from __future__ import annotations

from typing import Any

import attrs

__all__ = ["AdviceTalk", "AskAdvice"]


@attrs.frozen
class AskAdvice:
    """What would you do in my place? *by* names the adviser where there are several; *language* is a code: ``fi``."""

    by: str = ""
    language: str = "en"


@attrs.frozen
class AdviceTalk:
    """To the seat that asked, and nobody else: what an adviser says, in words.

    ``action`` is the legal action that it would choose, absent when the seat owes none; ``chance`` its estimate, 0 to
    1, of the share that the seat wins; ``turn`` the turn that the advice is for.
    """

    words: str
    action: Any = None
    chance: float | None = None
    by: str = ""
    turn: int | None = None
