"""Many who play at many tables, remember what they were promised, and come back whenever they are thrown out."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Final

import anyio
import attrs
import msgspec

from gamehall.ledger import BANK
from gamehall.plugins import Plugins
from gamehall.store.store import Store
from gamehall_sdk import record
from gamehall_sdk.client import Client, over
from gamehall_sdk.errors import GamehallError, Refusal
from gamehall_sdk.game import Game
from gamehall_sdk.lobby import KeepLogin
from gamehall_sdk.table import Ask, RoundEnded, RoundStarted, Snapshot, Update, legal_of
from gamehall_sdk.transport import open_transport
from tests.hosting import PASSWORD
from tests.kept_journal import whole_journal

__all__ = ["PLAYED", "Crowd", "Sitter", "check_store"]

PLAYED: Final = {
    "holdem": {"mostbuyin": "40"},
    "gongzhu": {},
    "stud": {},
}
"""The games that the crowd plays, as far as they are installed, with their own options."""
_COMMON: Final = {"pause": "0", "clock": "move:600", "grace": "600", "minplayers": "4"}
_SEATS: Final = 4
_ISSUED: Final = 10_000


@attrs.define(eq=False)
class Sitter:
    """One of them: plays legal actions at random."""

    name: str
    games: dict[str, Game]
    rng: Random
    gameid: int = 0
    token: str = ""
    seat: int | None = None
    seq: int = 0
    round: int = 0
    rounds: int = 0
    acknowledged: list[int] = attrs.field(factory=list)
    """The turns whose answers the server took."""
    back: bool = False
    """Whether it sits since the server was started last."""

    @asynccontextmanager
    async def connected(self, address: str) -> AsyncIterator[Client]:
        """Logged in there, by a token where there is one: a password costs the server a twentieth of a second."""
        async with over(await open_transport(address), self.games) as client:
            if not self.token:
                await client.create_account(self.name, PASSWORD)
                await client.log_in(self.name, PASSWORD)
                self.token = (await client.command(KeepLogin())).token
            else:
                await client.log_in(self.name, self.token)
            yield client

    async def play(self, address: str) -> None:
        """Sit down, or where one sat, and play until the connection is gone."""
        try:
            async with self.connected(address) as client:
                while True:
                    await self._sit(client)
        except (GamehallError, OSError):
            return

    async def _sit(self, client: Client) -> None:
        """Play until a stack is gone or the table is shown anew."""
        table = await client.join(self.gameid, buy_in="most")
        assert self.seat in (None, table.seat), f"{self.name} sat in seat {self.seat}, and is given {table.seat}"
        self.seat = table.seat
        playing: tuple[int, ...] = ()
        async for news in table:
            match news:
                case Snapshot():
                    assert news.you == self.seat
                    assert news.seq >= self.seq, f"{self.name} knows update {self.seq}, and is shown {news.seq}"
                    assert news.number >= self.round
                    self.seq, self.round, self.back = news.seq, news.number, True
                case Update(seq):
                    self.seq = seq
                case RoundStarted(number, playing):
                    self.round = number
                case RoundEnded():
                    self.rounds += 1
                    if self.seat in playing and news.stacks[playing.index(self.seat)] <= 0 and client.balance:
                        return
                case Ask():
                    assert table.game is not None
                    action = legal_of(news, table.game.payloads).choose(self.rng)
                    try:
                        await table.act(action, news.turn)
                    except Refusal:
                        continue
                    self.acknowledged.append(news.turn)
        raise client.parting or client.lost or GamehallError("the table ended")


@attrs.define(eq=False)
class Crowd:
    """All of them: *tables* tables with four each, the installed games in turn."""

    plugins: Plugins
    tables: int
    seed: int
    sitters: list[Sitter] = attrs.field(factory=list)

    def __attrs_post_init__(self) -> None:
        games = dict(self.plugins.games)
        self.sitters = [
            Sitter(f"sitter {number}", games, Random(self.seed * 1000 + number))
            for number in range(self.tables * _SEATS)
        ]

    async def enter(self, address: str) -> None:
        """Make the accounts and the tables."""
        names = [name for name in PLAYED if name in self.plugins.games]
        for at in range(self.tables):
            members = self.sitters[at * _SEATS : (at + 1) * _SEATS]
            name = names[at % len(names)]
            async with members[0].connected(address) as client:
                gameid = await client.create(name, f"table {at}", _COMMON | PLAYED[name])
            for member in members:
                member.gameid = gameid

    def thrown_out(self) -> None:
        """Nobody is connected any more."""
        for sitter in self.sitters:
            sitter.back = False

    async def play(self, addresses: list[str]) -> None:
        """Everybody plays, until the server is gone; some by each of *addresses*."""
        async with anyio.create_task_group() as group:
            for at, sitter in enumerate(self.sitters):
                group.start_soon(sitter.play, addresses[at % len(addresses)])

    @property
    def acknowledged(self) -> int:
        """How many answers the server took."""
        return sum(len(sitter.acknowledged) for sitter in self.sitters)

    @property
    def all_back(self) -> bool:
        """Whether everybody sits again."""
        return all(sitter.back for sitter in self.sitters)


def check_books(store: Store, people: int) -> None:
    """The ledger balances, and what was issued is there."""
    store.ledger.return_all(0)
    store.ledger.check()
    balances = store.ledger.balances()
    assert -balances[BANK] == people * _ISSUED == sum(chips for key, chips in balances.items() if key != BANK)


def check_store(store: Store, crowd: Crowd) -> tuple[int, int]:
    """Books, journal and records, after the server's end; how many inputs and rounds there are."""
    check_books(store, len(crowd.sitters))
    inputs = rounds = 0
    acts: dict[tuple[int, int], set[int]] = {}
    for gameid in sorted({sitter.gameid for sitter in crowd.sitters}):
        entries = whole_journal(store, gameid)
        assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
        inputs += len(entries)
        for entry in entries:
            if entry.kind == "act":
                body = msgspec.json.decode(entry.body)
                taken = acts.setdefault((gameid, body["account"]), set())
                assert body["turn"] not in taken
                taken.add(body["turn"])
        for kept in store.rounds.documents(table_id=gameid):
            found = record.read(kept.document)
            record.replay(found, crowd.plugins.games[found.game])
            assert not found.void
            rounds += 1
    for sitter in crowd.sitters:
        known = store.accounts.find(sitter.name)
        assert known is not None
        lost = set(sitter.acknowledged) - acts.get((sitter.gameid, known.account.id), set())
        assert not lost, f"{sitter.name} was promised turns {sorted(lost)} at table {sitter.gameid}"
    return inputs, rounds
