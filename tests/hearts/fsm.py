"""A client of the FSM protocol, written from its document alone; it imports nothing of the server's."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import anyio
import socketio

PATIENCE_S = 20.0


class Fsm:
    """One Socket.IO client; it may speak for several names. ``log`` holds all that it heard, in order."""

    def __init__(self) -> None:
        self.io = socketio.AsyncClient(reconnection=False)
        self.log: list[tuple[str, dict[str, Any]]] = []
        self._new: deque[tuple[str, dict[str, Any]]] = deque()
        self._wake = anyio.Event()
        self.io.on("*", self._heard)

    async def _heard(self, event: str, payload: str) -> None:
        assert isinstance(payload, str), "each event carries one JSON text"
        self.log.append((event, json.loads(payload)))
        self._new.append(self.log[-1])
        wake, self._wake = self._wake, anyio.Event()
        wake.set()

    async def say(self, event: str, **fields: Any) -> None:
        """Send an event."""
        await self.io.emit(event, json.dumps(fields))

    async def next(self, user: str | None = None) -> tuple[str, dict[str, Any]]:
        """The next event, of all or to *user*."""
        with anyio.fail_after(PATIENCE_S):
            while True:
                for one in self._new:
                    if user is None or one[1].get("user") == user:
                        self._new.remove(one)
                        return one
                await self._wake.wait()

    async def hear(self, event: str, user: str | None = None) -> dict[str, Any]:
        """The next event of this name; what comes before it is passed over."""
        seen = []
        try:
            while True:
                name, fields = await self.next(user)
                if name == event:
                    return fields
                seen.append((name, fields))
        except TimeoutError:
            raise AssertionError(f"{event} did not come to {user}; there came {seen}") from None

    async def ask(self, event: str, user: str, reply: str = "", **fields: Any) -> dict[str, Any]:
        """Send an event and wait for its reply."""
        await self.say(event, user=user, **fields)
        return await self.hear(reply or f"{event}_reply", user)

    async def refused(self, event: str, user: str, **fields: Any) -> str:
        """Send an event that gets an error; the error."""
        await self.say(event, user=user, **fields)
        return str((await self.hear("error", user))["detail"])


@asynccontextmanager
async def fsm(address: str) -> AsyncIterator[Fsm]:
    """A client connected to the web *address*."""
    client = Fsm()
    await client.io.connect(address)
    try:
        yield client
    finally:
        await client.io.disconnect()


RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
Choose = Callable[[list[str], str], str]


def suit_of(card: str) -> str:
    """The suit of a card; jokers are hearts."""
    return "H" if card.startswith("J") and card in ("JP", "JG") else card[0]


def lowest(hand: list[str], suit: str) -> str:
    """The first card of the hand that follows *suit*."""
    following = [card for card in hand if suit_of(card) == suit]
    return (following or hand)[0]


class Robot:
    """A player that follows the document's diagram, and fails where the server does not."""

    def __init__(self, client: Fsm, name: str, choose: Choose = lowest) -> None:
        self.client = client
        self.name = name
        self.choose = choose
        self.state = "before_start"
        self.hand: list[str] = []
        self.games = 0
        self.result: dict[str, Any] = {}
        self.tricks: list[list[str]] = []
        self.trick: list[str] = []

    async def play(self, games: int) -> None:
        """Play so many games; the player is ready for the first."""
        while self.games < games:
            event, fields = await self.client.next(self.name)
            await self.take(event, fields)
            if event == "game_end" and self.games < games:
                await self.client.ask("new_game", self.name)
                self.state = "before_start"
                await self.client.say("ready_for_start", user=self.name)

    async def take(self, event: str, fields: dict[str, Any]) -> None:
        """One event, and what the diagram says to it."""
        match event:
            case "shuffle":
                self.must("before_start")
                self.hand = list(fields["cards"])
                self.state, self.tricks, self.trick = "trick_before_play", [], []
            case "update":
                assert self.state in ("trick_before_play", "trick_after_play")
                self.trick = fields["this_trick"]
            case "your_turn":
                self.must("trick_before_play")
                self.state = "play_a_card"
                card = self.choose(self.hand, fields["suit"])
                await self.client.say("my_choice", user=self.name, card=card)
            case "my_choice_reply":
                self.must("play_a_card")
                if fields["legal"]:
                    self.hand.remove(fields["your_card"])
                    assert self.hand == fields["your_remain"]
                    self.state = "trick_after_play"
            case "trick_end":
                self.must("trick_after_play")
                self.tricks.append(self.trick)
                self.state = "trick_before_play"
            case "game_end":
                self.must("trick_before_play")
                self.state, self.result = "end", fields
                self.games += 1
            case "error":
                raise AssertionError(fields)

    def must(self, state: str) -> None:
        assert self.state == state, f"{self.name} is in {self.state}, not in {state}"
