"""How button and blinds move from hand to hand: the dead-button rule.

The big blind moves to the next player every hand, so that nobody pays it twice in a round or escapes it. The
small blind is due where the big blind was, and the button goes where the small blind was, even when that seat
is empty by now: then nobody posts the small blind (a dead small blind), or nobody has the button (a dead
button). With two players the big blind still moves on, and the other has the button and the small blind.

A newcomer who sits between the button and the big blind waits until the button has passed.
"""

from __future__ import annotations

from collections.abc import Container, Sequence

import attrs

from gamehall_poker.start import PokerStart, usual_blinds

__all__ = ["ButtonMemo", "Rotation", "next_hand"]


@attrs.frozen
class ButtonMemo:
    """Where button and blinds were due in the last hand (whoever sat there or not), and who was dealt in."""

    button: int
    small_blind: int
    big_blind: int
    players: tuple[int, ...] = ()


@attrs.frozen
class Rotation:
    """Who is dealt in, from what start, and what the next rotation must know."""

    seats: tuple[int, ...]
    start: PokerStart
    memo: ButtonMemo


def next_hand(memo: ButtonMemo | None, seats: Sequence[int], newcomers: Container[int], first: int) -> Rotation:
    """Move button and blinds on for a hand among *seats* (two or more, rising), of whom *newcomers* sat out the last.

    Without a *memo* (the first hand, or nobody is left of the last one) the button starts at the seat number
    *first* of *seats*, counted round.
    """
    if memo is None:
        return _first_hand(seats, first)
    button, small = memo.small_blind, memo.big_blind
    big = next((seat for seat in seats if seat > small), seats[0])
    if _between(button, big, small):
        # All who were left of the button but the small blind have gone, and the seats between those two are taken anew.
        if small not in seats:
            return _first_hand(seats, first)
        button = seats[seats.index(small) - 1]
    staying = tuple(seat for seat in seats if seat not in newcomers or not _between(button, seat, big))
    if len(staying) == 2 and big in staying:  # noqa: PLR2004  # heads-up
        other = staying[0] if staying[1] == big else staying[1]
        return Rotation(staying, PokerStart(other, other, big), ButtonMemo(other, other, big, staying))
    if len(staying) < 2 or big in (button, small):  # noqa: PLR2004  # as above
        return _first_hand(seats, first)
    start = PokerStart(button, small if small in staying else None, big)
    return Rotation(staying, start, ButtonMemo(button, small, big, staying))


def _first_hand(seats: Sequence[int], first: int) -> Rotation:
    button, small, big = usual_blinds(seats, seats[first % len(seats)])
    return Rotation(tuple(seats), PokerStart(button, small, big), ButtonMemo(button, small, big, tuple(seats)))


def _between(button: int, seat: int, big: int) -> bool:
    """Whether *seat* lies strictly between *button* and *big*, clockwise."""
    if button < big:
        return button < seat < big
    return seat > button or seat < big
