"""Tables made of finished hands: what each account won and how it plays, and the older server's two tables.

All is read from the records, so that no game ever asks for a change of the database.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from typing import Any, Final

import attrs

from gamehall_sdk.game import Report
from gamehall_sdk.record import KeptRound, RoundRecord

__all__ = ["REPORTS"]

_LETTERS: Final = {"folded": "f", "checked": "k", "called": "c", "betmade": "b", "raisedto": "r"}
_STREETS: Final = ("preflop", "flop", "turn", "river")
_BOARD: Final = 5
_HOLE: Final = 2


@attrs.define
class _Seat:
    """What one player did in a hand."""

    actions: dict[str, str] = attrs.field(factory=dict)
    """Street to letters: f folds, k checks, c calls, b bets, r raises."""
    put: int = 0
    won: int = 0
    cards: tuple[str, ...] = ()
    bet: int = 0


@attrs.define
class _Hand:
    """A hand as its public events tell it, and each player's own cards."""

    button: int = -1
    street: str = "preflop"
    board: list[str] = attrs.field(factory=list)
    actions: dict[str, list[str]] = attrs.field(factory=dict)
    shown: list[str] = attrs.field(factory=list)
    seats: dict[int, _Seat] = attrs.field(factory=dict)


def _read(record: RoundRecord) -> _Hand:
    hand = _Hand(seats={one.seat: _Seat() for one in record.seats})
    for audience, event in record.events:
        ((name, body),) = event.items()
        if name == "handbegun":
            hand.button = body["button"]
        elif name == "boarddealt":
            hand.street = body["street"]
            hand.board += body["cards"]
            _next_street(hand)
        elif name == "discarded":
            hand.street = "draw"
            _next_street(hand)
        elif "seat" in body:
            _take(hand, hand.seats[body["seat"]], name, body, private=audience is not None)
    return hand


def _next_street(hand: _Hand) -> None:
    for one in hand.seats.values():
        one.bet = 0


def _take(hand: _Hand, one: _Seat, name: str, body: dict[str, Any], *, private: bool) -> None:
    amount = body.get("amount", 0)
    if name == "holecardsdealt" and private:
        one.cards += tuple(body["cards"])
    elif name == "shown":
        hand.shown.append(f"{body['seat']}:{''.join(body['cards'])}")
    elif name == "potwon":
        one.won += amount
    elif name == "uncalledreturned":
        one.put -= amount
    elif name == "posted":
        one.put += amount
        one.bet += amount if body["kind"] in ("small-blind", "big-blind", "live") else 0
    elif name in _LETTERS:
        added = amount - one.bet if name in ("betmade", "raisedto") else amount
        one.put += added
        one.bet += added
        letter = _LETTERS[name]
        one.actions[hand.street] = one.actions.get(hand.street, "") + letter
        told = f"{body['seat']}{letter}{amount or ''}"
        hand.actions.setdefault(hand.street, []).append(told)


def _played(rounds: Iterable[KeptRound]) -> Iterator[tuple[KeptRound, _Hand]]:
    """Those that were not void."""
    return ((one, _read(one.record)) for one in rounds if one.record.payoffs is not None)


# --- statistics ---


@attrs.define
class _Player:
    name: str
    hands: int = 0
    winnings: int = 0
    blinds: float = 0.0
    """Winnings in big blinds, each hand by its own."""
    entered: int = 0
    raised: int = 0


def _statistics(rounds: Iterable[KeptRound]) -> list[dict[str, Any]]:
    players: dict[int, _Player] = {}
    for kept, hand in _played(rounds):
        record = kept.record
        big = int(record.options.get("bigblind", "2"))
        for seat, won in zip(record.seats, record.payoffs or (), strict=True):
            one = players.setdefault(seat.account, _Player(seat.name))
            first = hand.seats[seat.seat].actions.get("preflop", "")
            one.hands += 1
            one.winnings += won
            one.blinds += won / big
            one.entered += any(letter in first for letter in "cbr")
            one.raised += any(letter in first for letter in "br")
    ranked = sorted(players.items(), key=lambda item: (-item[1].hands, item[0]))
    return [
        {
            "account": account,
            "name": one.name,
            "hands": one.hands,
            "winnings": one.winnings,
            "bb_per_100": round(100 * one.blinds / one.hands, 2),
            "vpip": _percent(one.entered, one.hands),
            "pfr": _percent(one.raised, one.hands),
        }
        for account, one in ranked
    ]


def _percent(part: int, whole: int) -> float:
    return round(100 * part / whole, 1)


# --- the older server's tables ---


def _hands(rounds: Iterable[KeptRound]) -> list[dict[str, Any]]:
    rows = []
    for kept, hand in _played(rounds):
        board = (hand.board + [""] * _BOARD)[:_BOARD]
        streets = {street: " ".join(hand.actions.get(street, ())) for street in _STREETS}
        rows.append(
            {
                "hand_id": kept.id,
                "timestamp": _moment(kept.ended_at_ms),
                "dealer": hand.button,
                **streets,
                "showdown": " ".join(hand.shown),
                **{f"card{place}": card for place, card in enumerate(board, 1)},
            }
        )
    return rows


def _players(rounds: Iterable[KeptRound]) -> list[dict[str, Any]]:
    rows = []
    for kept, hand in _played(rounds):
        order = sorted(hand.seats, key=lambda seat, button=hand.button: (seat <= button, seat))  # type: ignore[misc]  # a default binds the loop's value
        for seat in kept.record.seats:
            one = hand.seats[seat.seat]
            cards = (*one.cards, "", "")[:_HOLE]
            rows.append(
                {
                    "hand_id": kept.id,
                    "account": seat.account,
                    "name": seat.name,
                    "position": order.index(seat.seat) + 1,
                    **{street: one.actions.get(street, "") for street in _STREETS},
                    "money_in": one.put,
                    "winnings": one.won,
                    "card1": cards[0],
                    "card2": cards[1],
                }
            )
    return rows


def _moment(at_ms: int) -> str:
    return dt.datetime.fromtimestamp(at_ms / 1000, dt.UTC).strftime("%Y-%m-%d %H:%M:%S")


def _columns(names: str) -> dict[str, str]:
    return {name: name for name in names.split()}


REPORTS: Final = {
    "statistics": Report(
        {
            "name": "player",
            "hands": "hands",
            "winnings": "winnings",
            "bb_per_100": "bb/100",
            "vpip": "VPIP %",
            "pfr": "PFR %",
        },
        _statistics,
    ),
    "hand": Report(
        _columns("hand_id timestamp dealer preflop flop turn river showdown card1 card2 card3 card4 card5"), _hands
    ),
    "player": Report(
        _columns("hand_id account name position preflop flop turn river money_in winnings card1 card2"), _players
    ),
}
"""The reports by name. Positions count from 1, the first seat left of the button."""
