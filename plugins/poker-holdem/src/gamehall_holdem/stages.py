"""The stages of a poker table, as a table of what may follow what; the documentation's picture is drawn from it.

A table rests in the stages where somebody is asked or waited for; the others it passes through at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from gamehall_holdem.messages import Stage
from gamehall_poker.messages import (
    BoardDealt,
    Discarded,
    HandBegun,
    Mucked,
    PotWon,
    Shown,
    UncalledReturned,
    UpCardsDealt,
)

__all__ = ["RESTS", "STAGES", "course", "mermaid"]

STAGES: Final[dict[Stage, tuple[Stage, ...]]] = {
    Stage.WAIT_PLAYERS: (Stage.BLIND_ROUND, Stage.ENDED),
    Stage.BLIND_ROUND: (Stage.NEW_DEAL, Stage.WAIT_PLAYERS, Stage.ENDED),
    Stage.NEW_DEAL: (Stage.BET_ROUND, Stage.DEAL_CARD_ROUND, Stage.DISCARD_ROUND),
    Stage.BET_ROUND: (Stage.DEAL_CARD_ROUND, Stage.DISCARD_ROUND, Stage.LESS_THAN_TWO, Stage.WINNINGS),
    Stage.DISCARD_ROUND: (Stage.BET_ROUND, Stage.DISCARD_ROUND, Stage.WINNINGS),
    Stage.DEAL_CARD_ROUND: (Stage.BET_ROUND, Stage.DEAL_CARD_ROUND, Stage.WINNINGS),
    Stage.LESS_THAN_TWO: (Stage.SHOWDOWN,),
    Stage.WINNINGS: (Stage.MUCK_ROUND, Stage.SHOWDOWN),
    Stage.MUCK_ROUND: (Stage.SHOWDOWN,),
    Stage.SHOWDOWN: (Stage.BLIND_ROUND, Stage.WAIT_PLAYERS, Stage.ENDED),
    Stage.ENDED: (Stage.WAIT_PLAYERS,),
}
"""From each stage, where the table may go. A table that is frozen or closed leaves any of them for ``ended``."""
RESTS: Final = {
    Stage.WAIT_PLAYERS: "until enough players are there",
    Stage.BLIND_ROUND: "blindtime",
    Stage.BET_ROUND: "clock",
    Stage.DISCARD_ROUND: "discardtime",
    Stage.LESS_THAN_TWO: "showtime",
    Stage.MUCK_ROUND: "mucktime",
    Stage.SHOWDOWN: "pause",
    Stage.ENDED: "until a rematch",
}
"""The stages in which a table waits, and for how long: the option of the timer."""
_ACTED: Final = frozenset({"folded", "checked", "called", "betmade", "raisedto", "broughtin"})


def course(events: Iterable[Any]) -> list[Stage]:
    """The stages that a hand went through, by its public *events*."""
    passed = [Stage.BLIND_ROUND]
    won = False
    for event in events:
        match event:
            case HandBegun():
                passed.append(Stage.NEW_DEAL)
            case BoardDealt() | UpCardsDealt():
                _enter(passed, Stage.DEAL_CARD_ROUND, again=isinstance(event, BoardDealt))
            case Discarded():
                _enter(passed, Stage.DISCARD_ROUND)
            case PotWon(hand=""):
                won = True
                _enter(passed, Stage.LESS_THAN_TWO)
            case PotWon():
                won = True
                _enter(passed, Stage.WINNINGS)
            case Shown() | Mucked() if won and passed[-1] is Stage.WINNINGS:
                passed.append(Stage.MUCK_ROUND)
            case UncalledReturned():
                pass
            case _ if type(event).__name__.lower() in _ACTED:
                _enter(passed, Stage.BET_ROUND)
    return [*passed, Stage.SHOWDOWN]


def _enter(passed: list[Stage], stage: Stage, *, again: bool = False) -> None:
    if again or passed[-1] is not stage:
        passed.append(stage)


def mermaid() -> str:
    """The picture of :data:`STAGES` for the documentation."""
    names = {stage: stage.name.lower() for stage in STAGES}
    lines = ["stateDiagram-v2"]
    lines += [
        f'    state "{stage}{f" ({RESTS[stage]})" if stage in RESTS else ""}" as {names[stage]}' for stage in STAGES
    ]
    lines.append(f"    [*] --> {names[Stage.WAIT_PLAYERS]}")
    lines += [f"    {names[stage]} --> {names[after]}" for stage, then in STAGES.items() for after in then]
    lines.append(f"    {names[Stage.ENDED]} --> [*]")
    return "\n".join(lines)
