"""The leaderboard for those who look at it on a running server: worked out in another process, and kept for a while."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import anyio
import anyio.to_process
import anyio.to_thread
import attrs

from gamehall.archive import RoundsPort
from gamehall.arena.leaderboard import Standing, leaderboard
from gamehall_sdk.errors import ServerFault
from gamehall_sdk.lobby import LeaderList, LeaderRow

__all__ = ["LAST", "Leaders"]

LAST: Final = 10_000
"""The newest rounds that are looked at."""
_SHOWN: Final = 50
_KEPT_S: Final = 10.0


@attrs.define
class _Kept:
    newest: int
    at: float
    answer: LeaderList


class Leaders:
    """See the module; the figures are those of :func:`~gamehall.arena.leaderboard.leaderboard`."""

    def __init__(self, rounds: RoundsPort, bots: Callable[[], Mapping[int, str]]) -> None:
        """*bots* gives the accounts of the server's own bots, with their names."""
        self._rounds = rounds
        self._bots = bots
        self._kept: dict[tuple[str, bool], _Kept] = {}
        self._lock = anyio.Lock()

    async def of(self, game: str, *, rated: bool) -> LeaderList:
        """Who leads. Raises ServerFault where the packages for it are not installed."""
        wanted = True if rated else None
        async with self._lock:
            newest = await anyio.to_thread.run_sync(lambda: self._rounds.newest(game, rated=wanted))
            kept, now = self._kept.get((game, rated)), anyio.current_time()
            if kept is None or (newest > kept.newest and now > kept.at + _KEPT_S):
                kept = _Kept(newest, now, await self._rank(game, rated=rated))
                self._kept[game, rated] = kept
            return kept.answer

    async def _rank(self, game: str, *, rated: bool) -> LeaderList:
        wanted = True if rated else None
        rounds = await anyio.to_thread.run_sync(lambda: self._rounds.list_rounds(game=game, rated=wanted, limit=LAST))
        bots = await anyio.to_thread.run_sync(self._bots)
        if not rounds:
            return LeaderList(game, rated)
        try:
            # Not in a thread: it would hold up every table for seconds.
            standings = await anyio.to_process.run_sync(leaderboard, rounds, dict(bots))
        except ImportError as error:
            sentence = (
                f"this server lacks a package ({error.name}); an operator adds it: gamehall install 'gamehall[arena]'"
            )
            raise ServerFault(sentence) from error
        return LeaderList(game, rated, tuple(map(_row, standings[:_SHOWN])))


def _row(one: Standing) -> LeaderRow:
    return LeaderRow(one.name, one.kind, one.rounds, one.won, one.mean, one.half_width, one.mu, one.sigma, one.ordinal)
