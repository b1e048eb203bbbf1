"""A table between two rounds, as a tournament looks at it."""

from __future__ import annotations

import attrs

from gamehall_sdk.flow import Flow
from gamehall_sdk.table import Phase

__all__ = ["Rest", "rest_of"]


@attrs.frozen
class Rest:
    """What a tournament must know to go on."""

    number: int
    """Rounds played."""
    stacks: dict[int, int]
    """Account to chips, or the score."""
    places: dict[int, int]
    """Account to seat."""
    over: bool
    """The match is over: all its rounds are played."""


def rest_of(flow: Flow) -> Rest | None:
    """Where a table rests, unless a round is being played or about to begin, or the table has ended."""
    if not flow.resting:
        return None
    stacks = {view.seat: view.stack for view in flow.seats()}
    places = {account: seat for account in sorted(flow.accounts()) if (seat := flow.seat_of(account)) is not None}
    of_accounts = {account: stacks[seat] for account, seat in places.items()}
    return Rest(flow.number, of_accounts, places, over=flow.phase is Phase.OVER)
