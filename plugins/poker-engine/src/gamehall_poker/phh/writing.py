"""Writes PHH: a hand as TOML, several as a collection."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from gamehall_poker.betting import Structure
from gamehall_poker.phh.codes import CODES
from gamehall_poker.phh.hand import PhhHand

__all__ = ["write", "write_all"]


def write(hand: PhhHand) -> str:
    """The hand as the text of a ``.phh`` file."""
    code = CODES.get(hand.variant)
    fixed = code is None or code.structure is Structure.FIXED_LIMIT
    fields: dict[str, Any] = {"variant": hand.variant, "antes": hand.antes}
    if hand.trims_antes:
        fields["ante_trimming_status"] = True
    if hand.blinds:
        fields["blinds_or_straddles"] = hand.blinds
    if hand.bring_in:
        fields["bring_in"] = hand.bring_in
    fields |= {"small_bet": hand.small_bet, "big_bet": hand.big_bet} if fixed else {"min_bet": hand.small_bet}
    fields |= {"starting_stacks": hand.starting_stacks, "actions": hand.actions}
    fields |= {"hand": hand.hand, "table": hand.table, "seats": hand.seats, "players": hand.players}
    fields["finishing_stacks"] = hand.finishing_stacks
    return "".join(f"{name} = {_toml(value)}\n" for name, value in fields.items() if value not in (None, ()))


def write_all(hands: Iterable[PhhHand]) -> Iterator[str]:
    """The hands as the text of a ``.phhs`` file, piece by piece; of a ``.phh`` file when there is but one."""
    rest = iter(hands)
    first = next(rest, None)
    if first is None:
        return
    second = next(rest, None)
    if second is None:
        yield write(first)
        return
    for number, hand in enumerate((first, second), 1):
        yield f"[{number}]\n{write(hand)}\n"
    for number, hand in enumerate(rest, 3):
        yield f"[{number}]\n{write(hand)}\n"


def _toml(value: Any) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(_toml, value))}]"
    if value is None:
        return "inf"
    if isinstance(value, bool):
        return str(value).lower()
    # A JSON text is a TOML text, but for a character that JSON need not escape.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f") if isinstance(value, str) else str(value)
