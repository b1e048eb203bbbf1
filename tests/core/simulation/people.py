"""Those who play in a simulated world: they think, dawdle, err, lose their connection, come back, and leave."""

from __future__ import annotations

import contextlib
from typing import Any, Final

import anyio
import attrs

from gamehall_sdk.client import Client, TableSession, over
from gamehall_sdk.errors import GamehallError, NameTaken, Refusal
from gamehall_sdk.table import (
    AddBot,
    Ask,
    Closed,
    Pause,
    Paused,
    Ready,
    RemoveBot,
    Resume,
    RoundEnded,
    SitIn,
    SitOut,
    Snapshot,
    legal_of,
)
from gamehall_sdk.transport import Disconnected
from gamehall_sdk.wire import Message
from tests.core.simulation.network import SimulatedTransport
from tests.core.simulation.world import World

__all__ = ["Person"]

_PASSWORD: Final = "correct horse"
_THINK_S: Final = 0.15
_COMMON: Final = {
    "pause": "0.1",
    "clock": "move:2",
    "grace": "3",
    "linger": "3",
    "openbots": "true",
    "opencontrol": "true",
}


class _Heard(SimulatedTransport):
    """Tells the watch what a person hears."""

    def __init__(self, inner: SimulatedTransport, person: Person) -> None:
        super().__init__(inner.link, inner._codec)
        self._person = person
        self._seqs: dict[int, int] = {}

    async def receive(self) -> Message:
        message = await super().receive()
        self._person.world.watch.arrives(self._person.account, self._seqs, message)
        return message


@attrs.define(eq=False)
class Person:
    """One of them."""

    name: str
    world: World
    leaving: anyio.Event
    """Set when it is time to go home."""
    games: tuple[str, ...]
    known: bool = False
    account: int = 0
    acts: list[tuple[int, int]] = attrs.field(factory=list)
    """Table and turn of each answer that the server took."""
    rounds: int = 0

    async def live(self) -> None:
        """Come, play, come back after each loss of the connection; in the end, leave."""
        while True:
            try:
                await self._visit()
            except (GamehallError, Disconnected):
                pass
            else:
                return
            await anyio.sleep(0.2 + self.world.dice.random())

    async def _visit(self) -> None:
        async with over(_Heard(self.world.connect(), self), self.world.plugins.games) as client:
            if not self.known:
                # It may have been made, and the answer was lost.
                with contextlib.suppress(NameTaken):
                    await client.create_account(self.name, _PASSWORD)
                self.known = True
            await client.log_in(self.name, _PASSWORD)
            self.account = self.world.store.accounts.find(self.name).account.id
            while not self.leaving.is_set():
                with _passed_over():
                    number = await self._choose(client)
                    if number is not None:
                        await self._sit(client, number)
                await anyio.sleep(self.world.dice.random())
            await self._go_home(client)

    async def _choose(self, client: Client) -> int | None:
        dice = self.world.dice
        rows = await client.listing()
        mine = [row.gameid for row in rows]
        if len(mine) < 2 and dice.chance(0.7):
            game = dice.choice(self.games)
            options = dict(_COMMON)
            if dice.chance(0.3):
                options["rounds"] = "3"
            if dice.chance(0.2):
                options["ready"] = "true"
            if dice.chance(0.2):
                options["spectators"] = "delayed"
            return await client.create(game, f"{self.name}'s", options)
        return dice.choice(mine) if mine else None

    async def _sit(self, client: Client, number: int) -> None:
        dice = self.world.dice
        table = await client.join(number, buy_in=dice.choice(("least", "most")), watch=dice.chance(0.1))
        if dice.chance(0.3):
            with _passed_over():
                await table.command(AddBot("random"))
        async for news in table:
            match news:
                case Ask():
                    await self._answer(table, news)
                case Snapshot(phase="over") | Snapshot(phase="waiting"):
                    with _passed_over():
                        await table.command(Ready())
                case RoundEnded():
                    self.rounds += 1
                case Paused() | Snapshot(paused=True):
                    await self._resume(table)
                case Closed():
                    return
            if dice.chance(0.02):
                await self._fidget(table)
            if self.leaving.is_set() or dice.chance(0.004):
                with _passed_over():
                    await table.leave()
                return

    async def _answer(self, table: TableSession, ask: Ask) -> None:
        dice = self.world.dice
        if dice.chance(0.03):
            return  # the clock will answer
        await anyio.sleep(dice.random() * _THINK_S)
        assert table.game is not None
        action = legal_of(ask, table.game.payloads).choose(dice)
        turn = ask.turn + (1 if dice.chance(0.02) else 0)
        for _ in range(2 if dice.chance(0.05) else 1):
            try:
                await table.act(action, turn)
            except Refusal:
                continue
            self.acts.append((table.gameid, turn))

    async def _fidget(self, table: TableSession) -> None:
        command: Any = self.world.dice.choice((SitOut(), SitIn(), Ready(), Pause()))
        with _passed_over():
            await table.command(command)

    async def _resume(self, table: TableSession) -> None:
        """Somebody has paused the table: after a while go on."""
        await anyio.sleep(self.world.dice.random())
        with _passed_over():
            await table.command(Resume())

    async def _go_home(self, client: Client) -> None:
        """Leave every table, and send the bots away."""
        for row in await client.listing():
            with _passed_over():
                table = await client.join(row.gameid, buy_in="least")
                snapshot = await anext(table, None)
                for seat in snapshot.seats if snapshot else ():
                    if seat.kind == "bot":
                        with _passed_over():
                            await table.command(RemoveBot(seat.seat))
                await table.leave()


class _passed_over:  # noqa: N801  # reads as what it does
    """A refusal is as good an answer as any."""

    def __enter__(self) -> None:
        return

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: object) -> bool:
        return isinstance(error, Refusal)
