"""A table made of finished hands: what each account won, and how it plays on third street."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import attrs

from gamehall_sdk.game import Report
from gamehall_sdk.record import KeptRound, RoundRecord

__all__ = ["REPORTS"]

_RAISES: Final = frozenset({"betmade", "raisedto"})
_ENTRIES: Final = _RAISES | {"called"}


@attrs.define
class _Player:
    name: str
    hands: int = 0
    winnings: int = 0
    bets: float = 0.0
    """Winnings in small bets, each hand by its own."""
    entered: int = 0
    raised: int = 0


def _third_street(record: RoundRecord) -> dict[int, set[str]]:
    """What each seat did before the second open card came."""
    did: dict[int, set[str]] = {one.seat: set() for one in record.seats}
    open_cards: set[int] = set()
    for _, event in record.events:
        ((name, body),) = event.items()
        if name == "upcardsdealt":
            if body["seat"] in open_cards:
                break
            open_cards.add(body["seat"])
        elif "seat" in body:
            did[body["seat"]].add(name)
    return did


def _statistics(rounds: Iterable[KeptRound]) -> list[dict[str, Any]]:
    players: dict[int, _Player] = {}
    for kept in rounds:
        record = kept.record
        if record.payoffs is None:
            continue
        did = _third_street(record)
        bet = int(record.options.get("smallbet", "4"))
        for seat, won in zip(record.seats, record.payoffs, strict=True):
            one = players.setdefault(seat.account, _Player(seat.name))
            one.hands += 1
            one.winnings += won
            one.bets += won / bet
            one.entered += bool(did[seat.seat] & _ENTRIES)
            one.raised += bool(did[seat.seat] & _RAISES)
    return [
        {
            "account": account,
            "name": one.name,
            "hands": one.hands,
            "winnings": one.winnings,
            "sb_per_100": round(100 * one.bets / one.hands, 2),
            "entered": round(100 * one.entered / one.hands, 1),
            "raised": round(100 * one.raised / one.hands, 1),
        }
        for account, one in sorted(players.items(), key=lambda item: (-item[1].hands, item[0]))
    ]


REPORTS: Final = {
    "statistics": Report(
        {
            "name": "player",
            "hands": "hands",
            "winnings": "winnings",
            "sb_per_100": "sb/100",
            "entered": "entered %",
            "raised": "raised %",
        },
        _statistics,
    )
}
"""The report by its name: a bring-in is forced, and no entry."""
