"""A stud table's life: the platform's flow, showing or mucking, and the events of HSP where the table tells them.

What HSP's dealer and players say to each other beside the play is told here: a session's start and its players'
preparation, whose turn it is, how a round ends, and when somebody has nothing left.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import attrs
import msgspec

from gamehall_poker.messages import HandBegun, Muck, Phase, PotWon
from gamehall_poker.showing import is_alone, may_show
from gamehall_poker.transcript import poker_lines
from gamehall_sdk.advice import AdviceTalk
from gamehall_sdk.errors import TextTooLong
from gamehall_sdk.flow import Say
from gamehall_sdk.game import Standing
from gamehall_sdk.record import Recording
from gamehall_sdk.room_flow import RoomFlow
from gamehall_sdk.round import Told
from gamehall_sdk.table import Phase as TablePhase
from gamehall_sdk.table import TurnView
from gamehall_stud import hsp
from gamehall_stud.messages import (
    HspAction,
    HspAdviceTalk,
    HspChipResult,
    HspCloseRound,
    HspDoneClose,
    HspDonePreparation,
    HspGameOver,
    HspGameStart,
    HspNewGame,
    HspNewRound,
    HspPlayTurn,
    HspTimeTick,
    HspTooIdle,
    HspTranscript,
)
from gamehall_stud.round import STUD_KINDS, betting_of

__all__ = ["StudFlow", "somebody_is_broke"]

_MUCK: Final = Muck()
_MOST_TEXT: Final = 500


def somebody_is_broke(standing: Standing) -> str | None:
    """HSP: the game is over as soon as one of the players has nothing left (H28)."""
    ends = STUD_KINDS[standing.variant].hsp and standing.options.first_bankruptcy
    return "a player has no chips left" if ends and 0 in standing.stacks else None


@attrs.frozen
class _Saved:
    table: msgspec.Raw
    fresh: bool
    prepared: tuple[int, ...]


class StudFlow(RoomFlow):
    """See the module; options are a :class:`~gamehall_stud.options.StudOptions`."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._kind = STUD_KINDS[self.variant]
        self._tells = self._kind.hsp or self.options.hsp_events
        self._streets = hsp.Streets({})
        self._pots: list[PotWon] = []
        self._fresh = True
        """The next round is the first of a game."""
        self._prepared: frozenset[int] = frozenset()
        """The accounts that have said so in this game."""

    # --- what a host asks ---

    def tick(self, turns: tuple[TurnView, ...]) -> Any:
        """See :meth:`Flow.tick <gamehall_sdk.flow.Flow.tick>`."""
        return HspTimeTick(turns[0].seat, turns[0].seconds) if self._tells and turns else super().tick(turns)

    def echo(self, seat: int, answer: Any) -> Any:
        """See :meth:`Flow.echo <gamehall_sdk.flow.Flow.echo>`: an adviser's words are HSP_ADVICE_TALK."""
        return hsp.advice(seat, answer) if self._tells and isinstance(answer, AdviceTalk) else None

    def command(self, seat: int, command: Any, now: float, *, host: bool) -> None:
        """See :meth:`Flow.command <gamehall_sdk.flow.Flow.command>`: gestures and advice are told to all."""
        match command:
            case HspAction(gesture):
                self._must_be_open()
                self._tell(HspAction(_short(gesture), seat))
            case HspAdviceTalk(text):
                self._must_be_open()
                self._tell(HspAdviceTalk(_short(text), seat))
            case _:
                super().command(seat, command, now, host=host)

    def give_up(self, seat: int, turn: int, now: float) -> None:
        """See :meth:`Flow.give_up <gamehall_sdk.flow.Flow.give_up>`; not to show is no turn missed."""
        asked = self._live is not None and seat in self._asked and self._asked[seat][0] == turn
        one = self._state.seating.taken.get(seat)
        if one is None or not (asked and self._live is not None and may_show(self._live.round, seat)):
            super().give_up(seat, turn, now)
            return
        before, one.missed = one.missed, -1
        super().give_up(seat, turn, now)
        one.missed = before

    def save(self) -> bytes:
        """See :meth:`Flow.save <gamehall_sdk.flow.Flow.save>`."""
        return msgspec.json.encode(_Saved(msgspec.Raw(super().save()), self._fresh, tuple(sorted(self._prepared))))

    def load(self, state: bytes) -> None:
        """See :meth:`Flow.load <gamehall_sdk.flow.Flow.load>`."""
        saved = msgspec.json.decode(state, type=_Saved)
        super().load(bytes(saved.table))
        self._fresh, self._prepared = saved.fresh, frozenset(saved.prepared)

    # --- showing ---

    def _chosen(self, live: Recording, seat: int) -> Any:
        one = self._state.seating.taken[seat]
        if one.leaving or not may_show(live.round, seat):
            return None
        return None if self._show_s(live) and one.connected else _MUCK

    def _off_clock(self, seat: int) -> float | None:
        live = self._live
        return self._show_s(live) if live is not None and may_show(live.round, seat) else None

    def _show_s(self, live: Recording) -> float:
        return float(self.options.show_time if is_alone(live.round.view(None)) else self.options.muck_time)

    # --- HSP ---

    def _say(self, told: Told) -> None:
        self._effects.append(Say(told.audience, told.event, self.game.table_payloads.dump_json(told.event)))

    def _say_all(self, events: Iterable[Any]) -> None:
        for event in events:
            self._say(hsp.told(event))

    def _tell(self, event: Any) -> None:
        super()._tell(event)
        also = hsp.of_session(event) if self._tells else None
        if also is not None:
            self._say_all([also])

    def _go(self, phase: TablePhase, why: str = "") -> None:
        if phase in (TablePhase.WAITING, TablePhase.OVER):
            self._fresh = True
        super()._go(phase, why)

    def _warn(self, seat: int) -> None:
        super()._warn(seat)
        if self._tells:
            self._say_all([HspTooIdle(seat, min(self.table.idle, self._asked[seat][2] / 2))])

    def _report(self, live: Recording, news: list[tuple[Told, dict[str, Any]]]) -> None:
        super()._report(live, news)
        if not self._tells:
            return
        told = [one for one, _ in news]
        if any(isinstance(event, HandBegun) for _, event in told):
            self._open_round(live)
        before = self._streets.street
        self._say_all(self._streets.follow(told))
        self._pots += [event for _, event in told if isinstance(event, PotWon)]
        if self._streets.street > before and self._is_betting(live):
            betting = betting_of(self._kind.structure, live.setup.options)
            self._say_all([hsp.bet_turn(self._streets.street, betting)])
        line_of = poker_lines({one.seat: one.name for one in self._state.seating})
        lines = [line_of(event) for audience, event in told if audience is None]
        self._say_all([HspTranscript(line) for line in lines if line])

    def _ask(self, seat: int, now: float) -> None:
        super()._ask(seat, now)
        if self._tells and self._live is not None and self._is_betting(self._live):
            self._say_all([HspPlayTurn(seat)])

    def _is_betting(self, live: Recording) -> bool:
        return live.round.view(None).phase in (Phase.BET, Phase.BRING_IN)

    def _open_round(self, live: Recording) -> None:
        """A session's start, its players' preparation where they are new, and the round's start."""
        seats = dict(zip(live.setup.seats, live.setup.stacks, strict=True))
        accounts = {seat: self._state.seating.taken[seat].account for seat in seats}
        if self._fresh:
            self._say_all([HspGameStart(), HspNewGame(len(seats))])
            self._prepared = frozenset()
        ready = [HspDonePreparation(seat, seats[seat]) for seat in seats if accounts[seat] not in self._prepared]
        self._say_all([*ready, HspNewRound(self._state.number)])
        self._fresh, self._prepared = False, frozenset(accounts.values())
        self._streets, self._pots = hsp.Streets(seats), []

    def _finish(self, live: Recording, net: tuple[int, ...]) -> None:
        if self._tells:
            self._close_round(live, dict(zip(live.setup.seats, net, strict=True)))
        super()._finish(live, net)

    def _close_round(self, live: Recording, net: dict[int, int]) -> None:
        stacks = dict(zip(live.setup.seats, live.setup.stacks, strict=True))
        self._say_all([HspCloseRound(self._state.number), hsp.result(self._pots)])
        self._say_all(HspChipResult(seat, chips) for seat, chips in net.items())
        self._say_all(HspDoneClose(seat, stacks[seat] + chips) for seat, chips in net.items())

    def _end_match(self, why: str) -> None:
        super()._end_match(why)
        if self._tells:
            broke = next((one.seat for one in self._state.seating if one.stack == 0), None)
            self._say_all([HspGameOver(broke)])


def _short(text: str) -> str:
    if len(text) > _MOST_TEXT:
        sentence = f"the text has {len(text)} characters; it may have {_MOST_TEXT}"
        raise TextTooLong(sentence)
    return text
