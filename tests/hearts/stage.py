"""A server with players of the FSM protocol on it, brought to any state of the protocol's diagram."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from gamehall.app import Server
from gamehall_hearts.dialect.requests import ROOM_OPTIONS
from tests.hearts.fsm import Fsm, fsm, lowest
from tests.hosting import PASSWORD, hosting

FOUR = ("anna", "ben", "cleo", "dan")
GOD = "zeus"


class Stage:
    """``client`` speaks for everybody; who is on the stage has logged in."""

    def __init__(self, server: Server, client: Fsm) -> None:
        self.server = server
        self.client = client
        self.room = 0
        self.hands: dict[str, list[str]] = {}
        self.held: set[str] = set()
        """Who does not play when it is their turn."""

    async def enter(self, *names: str) -> None:
        """Log these in."""
        for name in names:
            await self.client.ask("login", name, user_pwd=PASSWORD)

    async def god(self) -> None:
        """Log in an observer, which an operator has made."""
        await self.server.hall.accounts.create(GOD, PASSWORD, 3, 0)
        reply = await self.client.ask("login", GOD, user_pwd=PASSWORD)
        assert reply["isgod"] == reply["is_god"] == 1

    async def open(self, variant: str = "q", **options: str) -> int:
        """Open a room, with other options than those that the protocol gives."""
        words = {**ROOM_OPTIONS, **options, "variant": variant}
        table = await self.server.lobby.create("gongzhu", "a room", words, None)
        self.room = table.config.id
        return self.room

    async def look(self, name: str) -> None:
        """Enter the room, without a place."""
        await self.client.ask("enter_room", name, room=self.room)

    async def sit(self, *names: str, first: int = 0) -> None:
        """Log in, enter the room, take places."""
        for place, name in enumerate(names, start=first):
            await self.enter(name)
            await self.look(name)
            reply = await self.client.ask("choose_place", name, room=self.room, place=place)
            assert reply["success"]

    async def begin(self, *names: str, **options: str) -> None:
        """A game of these begins; it stands before the first card."""
        await self.open("q" if len(names) == 4 else "t", **options)
        await self.sit(*names)
        for name in names:
            await self.client.ask("ready_for_start", name)
        for name in names:
            self.hands[name] = (await self.client.hear("shuffle", name))["cards"]

    async def until(self, event: str, user: str) -> dict[str, Any]:
        """Play on until *user* is told *event*."""
        while True:
            name, fields = await self.client.next()
            who = fields.get("user", "")
            if name == "my_choice_reply" and fields["legal"]:
                self.hands[who] = fields["your_remain"]
            if (name, who) == (event, user):
                return fields
            if name == "your_turn" and who not in self.held:
                await self.client.say("my_choice", user=who, card=lowest(self.hands[who], fields["suit"]))

    async def state(self, name: str) -> str:
        """Where the server says that *name* is."""
        await self.client.say("request_info", user=name)
        while True:
            event, fields = await self.client.next(name)
            if event == "request_info_reply":
                return str(fields["state"])
            if event == "error" and "not logged in" in fields["detail"]:
                return "logout"


@asynccontextmanager
async def stage(folder: Path, **settings: Any) -> AsyncIterator[Stage]:
    """A stage with nobody on it."""
    async with hosting(folder / "data", robots="loopback", **settings) as server, fsm(server.web_address) as client:
        yield Stage(server, client)
