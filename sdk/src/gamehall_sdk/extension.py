"""The contract of a message extension: questions that a player asks at a table beside the game, and their answers.

An extension answers from what the asking seat may know and from nothing else: it runs in a process of its own, and all
that this process is ever sent is the question and that seat's view. The answer goes to whoever asked. An adviser is
such an extension, with a question and an answer that every client knows; :func:`adviser` makes one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import attrs

from gamehall_sdk import INTERFACE
from gamehall_sdk.advice import AdviceTalk, AskAdvice
from gamehall_sdk.round import Legal
from gamehall_sdk.wire.payload import PayloadSet
from gamehall_sdk.wire.shape import wire_name

__all__ = ["MessageExtension", "Position", "adviser"]


@attrs.frozen(kw_only=True)
class Position:
    """Where the asking seat is: exactly what it may know."""

    game: str
    variant: str
    options: Mapping[str, str]
    """The table's options and the game's, as texts."""
    seat: int
    view: Any
    """The game's view for this seat."""
    legal: Legal = Legal()
    """What the seat may do now; empty while it owes nothing."""
    turn: int | None = None
    """The turn that it is to answer, if any."""
    seconds: float = 0.0
    """The time that the turn began with."""
    seed: int = 0
    """For what is drawn at random: made of the question and all of the above, so that equal ones are answered alike."""


@attrs.frozen(kw_only=True, eq=False, slots=False)
class MessageExtension:
    """What a plugin registers: the payload classes of its *questions* and *answers*, their schema, and the handler.

    ``answer(question, position)`` gives an instance of one of the *answers*; what it raises, and what takes longer than
    the server's ``answer_limit_s``, leaves the question unanswered and hurts nobody else. A question with a field
    ``by`` may name the extension that it is for. Raises :class:`ValueError`, naming the extension, when a class cannot
    travel.
    """

    name: str
    title: str = ""
    games: tuple[str, ...] = ()
    """The names of the games whose tables it is for; none for all."""
    questions: tuple[type, ...]
    answers: tuple[type, ...]
    xsd: bytes | None = None
    """The schema of both; derived from the classes where there is none."""
    answer: Callable[[Any, Position], Any]
    interface: int = INTERFACE
    payloads: PayloadSet = attrs.field(init=False, repr=False)
    """Questions and answers, checked by the schema."""

    def __attrs_post_init__(self) -> None:
        """Make the payloads at once, so that a class that cannot travel is found when the plugin is loaded."""
        try:
            payloads = PayloadSet((*self.questions, *self.answers), self.xsd)
        except (TypeError, ValueError) as error:
            raise ValueError(f"message extension {self.name!r}: {error}") from error
        object.__setattr__(self, "payloads", payloads)

    def serves(self, game: str) -> bool:
        """Whether it is for tables of *game*."""
        return not self.games or game in self.games

    def hears(self, name: str) -> bool:
        """Whether a question's payload is called *name*."""
        return any(wire_name(one) == name for one in self.questions)


def adviser(
    name: str, advise: Callable[[AskAdvice, Position], AdviceTalk], games: tuple[str, ...] = (), title: str = ""
) -> MessageExtension:
    """An adviser called *name* for *games*; the name and the turn are put into what ``advise`` says."""

    def answer(question: AskAdvice, position: Position) -> AdviceTalk:
        return attrs.evolve(advise(question, position), by=name, turn=position.turn)

    return MessageExtension(
        name=name, title=title, games=games, questions=(AskAdvice,), answers=(AdviceTalk,), answer=answer
    )
