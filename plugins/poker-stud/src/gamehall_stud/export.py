"""Writes hands of stud in formats of other programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gamehall_poker.phh.records import hand_of
from gamehall_poker.phh.writing import write_all
from gamehall_sdk.game import Game
from gamehall_sdk.record import RoundRecord
from gamehall_stud.round import STUD_KINDS, betting_of

__all__ = ["export_phh"]


def export_phh(game: Game, records: Iterable[RoundRecord]) -> Iterator[str]:
    """The rounds as PHH: one hand, or a collection."""
    for_each = ((record, STUD_KINDS[record.variant], game.read_options(record.options)) for record in records)
    return write_all(
        hand_of(game, record, kind.variant, betting_of(kind.structure, options)) for record, kind, options in for_each
    )
