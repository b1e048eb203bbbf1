"""The default flow, with what people in a room want beside playing.

They change places with each other, move the bots they have added, and may end a round for all where the table allows
it; who is silent for too long, or does not get ready, loses the seat.
"""

from __future__ import annotations

from typing import Any, Final

from gamehall_sdk.default_flow import DefaultFlow
from gamehall_sdk.errors import Forbidden, NotSeated, UnknownSeat, WrongPhase
from gamehall_sdk.flow import Arm, Disarm, Player
from gamehall_sdk.seating import Occupant
from gamehall_sdk.table import (
    AnswerSwap,
    AskSwap,
    Interrupt,
    Interrupted,
    KickedOut,
    Kind,
    MoveBot,
    Phase,
    Ready,
    Rematch,
    SeatsSwapped,
    SwapAsked,
    SwapRefused,
)

__all__ = ["INTERRUPTED", "SILENT", "UNREADY", "RoomFlow"]

SILENT: Final = "was silent too long"
"""Why somebody was sent away who missed too many turns."""
UNREADY: Final = "was not ready in time"
"""Why somebody was sent away who did not get ready."""
INTERRUPTED: Final = "interrupted the game"
"""Why somebody left who ended the round for all."""


class RoomFlow(DefaultFlow):
    """See the module and :class:`~gamehall_sdk.flow.Flow`."""

    def join(self, player: Player, seat: int | None, stack: int, now: float) -> int:
        """See :meth:`Flow.join`."""
        place = super().join(player, seat, stack, now)
        self._watch_ready(place)
        return place

    def command(self, seat: int, command: Any, now: float, *, host: bool) -> None:
        """See :meth:`Flow.command`."""
        self._must_be_open()
        one = self._state.seating.taken[seat]
        match command:
            case AskSwap() | AnswerSwap() | MoveBot() | Interrupt() if self._led:
                sentence = "in a tournament everybody keeps the place that was drawn"
                raise WrongPhase(sentence)
            case AskSwap(target):
                self._ask_swap(one, target)
            case AnswerSwap(asker, accept):
                self._answer_swap(one, asker, accept=accept)
            case MoveBot(place, to):
                self._move_bot(place, to, host=host)
            case Interrupt():
                self._interrupt(one)
            case _:
                super().command(seat, command, now, host=host)
                if isinstance(command, Ready | Rematch):
                    self._watch_ready(seat)
                    if self._keeps_place(one):
                        self._drop_swaps(seat)

    def give_up(self, seat: int, turn: int, now: float) -> None:
        """See :meth:`Flow.give_up`: the default is played, and who has missed too many turns loses the seat."""
        super().give_up(seat, turn, now)
        one = self._state.seating.taken.get(seat)
        if one is not None and self.table.kick and one.missed >= self.table.kick and not one.leaving:
            self._tell(KickedOut(seat, one.name, SILENT))
            self.part(one.account, now, SILENT)

    def timer(self, name: str, now: float) -> None:
        """See :meth:`Flow.timer`."""
        what, _, rest = name.partition(":")
        if what != "unready":
            super().timer(name, now)
            return
        one = self._state.seating.taken.get(int(rest))
        if one is not None and not one.ready and self.phase in (Phase.WAITING, Phase.OVER):
            self._tell(KickedOut(one.seat, one.name, UNREADY))
            self.part(one.account, now, UNREADY)

    def _free(self, one: Occupant, why: str) -> None:
        self._effects.append(Disarm(f"unready:{one.seat}"))
        self._drop_swaps(one.seat, but=one.seat)
        super()._free(one, why)

    def _go(self, phase: Phase, why: str = "") -> None:
        if phase is Phase.PLAYING:
            for asker in list(self._state.swaps):
                self._drop_swaps(asker)
        super()._go(phase, why)

    def _end_match(self, why: str) -> None:
        super()._end_match(why)
        for one in self._state.seating:
            self._watch_ready(one.seat)

    def _watch_ready(self, seat: int) -> None:
        """Give who is not ready so much time and no more."""
        one = self._state.seating.taken.get(seat)
        if one is None or not self.table.unready:
            return
        if one.ready:
            self._effects.append(Disarm(f"unready:{seat}"))
        else:
            self._effects.append(Arm(f"unready:{seat}", self.table.unready))

    # --- places ---

    def _ask_swap(self, one: Occupant, target: int) -> None:
        self._must_rest()
        if not 0 <= target < self.size or target == one.seat:
            sentence = f"there is no other seat {target}; the seats are 0 to {self.size - 1}, yours is {one.seat}"
            raise UnknownSeat(sentence)
        if self._keeps_place(one):
            sentence = "who is ready keeps the place; say that you are not ready first"
            raise WrongPhase(sentence)
        other = self._state.seating.taken.get(target)
        if other is None or other.kind is Kind.BOT:
            self._swap(one.seat, target)
            return
        if self._keeps_place(other):
            sentence = f"{other.name} is ready, and who is ready keeps the place"
            raise WrongPhase(sentence)
        self._state.swaps[one.seat] = target
        self._whisper(target, SwapAsked(one.seat, one.name, target))

    def _answer_swap(self, one: Occupant, asker: int, *, accept: bool) -> None:
        self._must_rest()
        if self._state.swaps.get(asker) != one.seat:
            sentence = f"nobody in seat {asker} asks you to change seats"
            raise NotSeated(sentence)
        if accept:
            self._swap(asker, one.seat)
            return
        del self._state.swaps[asker]
        self._whisper(asker, SwapRefused(asker, one.seat))

    def _keeps_place(self, one: Occupant) -> bool:
        return self.table.ready and one.ready and not one.always_ready

    def _move_bot(self, place: int, to: int, *, host: bool) -> None:
        if not (host or self.table.open_bots):
            sentence = "only the table's creator moves bots here"
            raise Forbidden(sentence)
        self._must_rest()
        if not 0 <= to < self.size or to == place:
            sentence = f"there is no other seat {to}; the seats are 0 to {self.size - 1}"
            raise UnknownSeat(sentence)
        taken = self._state.seating.taken
        if place not in taken or any(seat in taken and taken[seat].kind is not Kind.BOT for seat in (place, to)):
            sentence = "bots change places with bots, or take free seats"
            raise NotSeated(sentence)
        self._swap(place, to)

    def _must_rest(self) -> None:
        if self.phase not in (Phase.WAITING, Phase.PAUSING, Phase.OVER) or self._state.dealing:
            sentence = "places change between rounds only"
            raise WrongPhase(sentence)

    def _swap(self, first: int, second: int) -> None:
        for seat in (first, second):
            self._drop_swaps(seat, but=first)
            self.clock.forget(seat)
            self._effects += [Disarm(f"{what}:{seat}") for what in ("grace", "broke", "unready")]
        self._state.seating.swap(first, second)
        self._tell(SeatsSwapped(first, second))
        for seat in (first, second):
            one = self._state.seating.taken.get(seat)
            if one is None:
                continue
            # What is armed is named by the seat, so it begins anew where its player sits now.
            if not one.connected:
                self._effects.append(Arm(f"grace:{seat}", self.table.grace, always=True))
            if self._is_broke(one):
                self._effects.append(Arm(f"broke:{seat}", self.table.grace))
            self._watch_ready(seat)

    def _drop_swaps(self, seat: int, *, but: int | None = None) -> None:
        """Forget what *seat* asks and is asked; each asker *but* that one is told that nothing comes of it."""
        swaps = self._state.swaps
        for asker, asked in list(swaps.items()):
            if seat in (asker, asked):
                del swaps[asker]
                if asker != but:
                    self._whisper(asker, SwapRefused(asker, asked))

    # --- interrupting ---

    def _interrupt(self, one: Occupant) -> None:
        if self._chips or not self.table.interrupts:
            sentence = "at this table nobody ends a round for the others"
            raise Forbidden(sentence)
        self._must_go_on()
        if not self._plays(one):
            sentence = "no round that you play is running"
            raise WrongPhase(sentence)
        why = f"{one.name} {INTERRUPTED}"
        self.void(why)
        self._tell(Interrupted(one.seat, one.name))
        for other in self._state.seating:
            if other is one or other.leaving:
                self._free(other, other.leaving or INTERRUPTED)
            elif self.table.ready and not other.always_ready:
                other.ready = False
                self._watch_ready(other.seat)
        self._go(Phase.PAUSING, why)
        self._go(Phase.WAITING, why)
        self._settle()
