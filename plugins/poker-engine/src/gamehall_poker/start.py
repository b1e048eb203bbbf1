"""What a table's flow decides before a hand: where the button is and who posts what."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

import attrs

from gamehall_poker.messages import PostKind

__all__ = ["PokerStart", "Post", "usual_blinds", "usual_start"]


@attrs.frozen
class Post:
    """A further forced bet of *amount* chips: live (a post on joining, a straddle) or dead (a missed small blind).

    One that is an ante is dead too, and is put in before the blinds.
    """

    seat: int
    amount: int
    kind: PostKind = PostKind.LIVE


@attrs.frozen
class PokerStart:
    """The button and the blinds of one hand, by the table's seat numbers.

    The *button* may be at an empty seat (a dead button), and nobody may owe the small blind (a dead small
    blind); with two players the button posts the small blind. Where there are no blinds at all (stud), both are
    ``None`` and the button is the dealer. *posts* are put in after the blinds, in order; a live one above the big
    blind is a straddle: it is the bet to call, and the action begins left of it.
    """

    button: int
    small_blind: int | None = None
    big_blind: int | None = None
    posts: tuple[Post, ...] = ()


def usual_blinds(seats: Sequence[int], button: int) -> tuple[int, int, int]:
    """Button, small and big blind with nobody away: the blinds are the two seats left of the *button*.

    *seats* rise; with two players the button is the small blind.
    """
    count = len(seats)
    at = bisect_right(seats, button)
    small, big = seats[at % count], seats[(at + 1) % count]
    return (button, big, small) if count == 2 else (button, small, big)  # noqa: PLR2004  # heads-up


def usual_start(seats: Sequence[int], button: int) -> PokerStart:
    """The start of a hand with nobody away, as :func:`usual_blinds` says."""
    return PokerStart(*usual_blinds(seats, button))
