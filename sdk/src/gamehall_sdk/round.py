"""The contract of a round: the rules of one deal, pure.

A round knows no clock, does no I/O and draws nothing at random: what it is, it is by its :class:`Setup` (the
deal included) and the actions applied to it.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import attrs

from gamehall_sdk.cards import Card
from gamehall_sdk.errors import IllegalAction

__all__ = ["Chooser", "Legal", "Range", "Round", "Setup", "Told", "illegal"]

A = TypeVar("A")
V = TypeVar("V")


class Chooser(Protocol):
    """What :class:`random.Random` offers and :meth:`Legal.choose` needs."""

    def choice(self, seq: Sequence[Any], /) -> Any:
        """One of *seq*."""

    def randint(self, a: int, b: int, /) -> int:
        """An integer from *a* to *b*, both included."""


class Told(NamedTuple):
    """An event and who may hear it: everybody (``None``), or one seat."""

    audience: int | None
    event: Any


@attrs.frozen
class Range:
    """All actions ``action(amount)`` with ``least <= amount <= most``, both included."""

    action: type
    least: int
    most: int

    def __contains__(self, action: object) -> bool:
        """Whether *action* lies in the range."""
        return type(action) is self.action and self.least <= action.amount <= self.most  # type: ignore[attr-defined]  # a range's class has an amount


@attrs.frozen
class Legal:
    """What a seat may do now: each action of a finite list, and each amount in some ranges."""

    actions: tuple[Any, ...] = ()
    ranges: tuple[Range, ...] = ()

    def __contains__(self, action: object) -> bool:
        """Whether the rules allow *action*."""
        return action in self.actions or any(action in span for span in self.ranges)

    def __bool__(self) -> bool:
        """False when the seat owes nothing."""
        return bool(self.actions or self.ranges)

    def choose(self, rng: Chooser) -> Any:
        """One legal action: first a kind, each equally likely, then the amount, uniform in its range."""
        kind = rng.choice(self.actions + self.ranges)
        return kind.action(rng.randint(kind.least, kind.most)) if isinstance(kind, Range) else kind


@attrs.frozen(kw_only=True)
class Setup:
    """What a round starts from.

    ``seats`` are the table's seat numbers that take part, in table order; ``stacks`` their chips in the same
    order (all 0 where no money is played); ``deal`` the whole deck, the first card first; ``start`` the game's
    own class for what its flow decided (who has the button, who owes which blind), or ``None``.
    """

    variant: str
    options: Any
    seats: tuple[int, ...]
    stacks: tuple[int, ...]
    deal: tuple[Card, ...]
    start: Any = None


class Round(ABC, Generic[A, V]):
    """One deal from its setup to its payoffs. Everything takes and gives the *table's* seat numbers."""

    __slots__ = ()

    @property
    @abstractmethod
    def to_act(self) -> tuple[int, ...]:
        """The seats that owe an action now, more than one where they choose at once; empty when over."""

    @abstractmethod
    def legal(self, seat: int) -> Legal:
        """What *seat* may do; an empty :class:`Legal` when it owes nothing."""

    @abstractmethod
    def apply(self, seat: int, action: A) -> None:
        """Do it. Raises :class:`~gamehall_sdk.errors.IllegalAction`, and changes nothing, if it is not legal."""

    @abstractmethod
    def default(self, seat: int) -> A:
        """The legal action that is taken for a silent *seat*."""

    @abstractmethod
    def view(self, viewer: int | None) -> V:
        """Exactly what the seat *viewer*, or a spectator (``None``), may know now."""

    @abstractmethod
    def events(self) -> list[Told]:
        """What happened since this was last called, in order, each with its audience."""

    @property
    @abstractmethod
    def payoffs(self) -> Mapping[int, int] | None:
        """Seat to net result once the round is over, else ``None``; the sum is 0 where money is played."""

    @property
    def carry(self) -> Any:
        """Once over: what the next plan must know of how it ended, in place of the plan's memo (``None``: nothing)."""
        return None


def illegal(action: object, legal: Legal) -> IllegalAction:
    """An :class:`IllegalAction` that says what was wrong and lists what would be right."""
    right = [_words(one) for one in legal.actions]
    right += [f"{span.action.__name__} from {span.least} to {span.most}" for span in legal.ranges]
    if not right:
        return IllegalAction(f"{_words(action)} is not possible: the seat owes no action")
    return IllegalAction(f"{_fault(action, legal)}; legal: {', '.join(right)}")


def _fault(action: object, legal: Legal) -> str:
    """``raise to 150 is below the minimum 200``, or simply that it is not legal now."""
    spans = [span for span in legal.ranges if type(action) is span.action]
    amount = getattr(action, "amount", None)
    if spans and isinstance(amount, int | Decimal) and not isinstance(amount, bool):
        kind = re.sub(r"(?<!^)(?=[A-Z])", " ", type(action).__name__).lower()
        if amount < spans[0].least:
            return f"{kind} {amount} is below the minimum {spans[0].least}"
        if amount > spans[-1].most:
            return f"{kind} {amount} is above the maximum {spans[-1].most}"
    return f"{_words(action)} is not legal now"


def _words(action: object) -> str:
    if not attrs.has(type(action)):
        return repr(action)
    values = attrs.astuple(action, recurse=False)  # type: ignore[arg-type]  # attrs.has said that it is one
    return " ".join([type(action).__name__, *(str(value) for value in values)])
