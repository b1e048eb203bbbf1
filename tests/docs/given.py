"""What some pages take for granted: ``given.py GAME FOLDER`` lets anna and bert play rounds, and keeps them there."""

from __future__ import annotations

import sys
from pathlib import Path

import anyio

from gamehall.app import Server, serve
from gamehall.plugins import Plugins
from gamehall.settings import Settings
from gamehall_sdk.client import connect
from gamehall_sdk.playing import play

PASSWORD = "a long password"


async def main(game: str, folder: str) -> None:
    """Play three rounds."""
    plugins = Plugins().load()
    settings = Settings(data_dir=Path(folder), tcp_port=0, web_port=0, log_level="error")
    async with serve(settings, plugins) as server, anyio.create_task_group() as group:
        async with connect(server.tcp_address, plugins.games) as client:
            await client.create_account("anna", PASSWORD)
            await client.create_account("bert", PASSWORD)
            await client.log_in("anna", PASSWORD)
            number = await client.create(game, "a table", {"pause": 0, "rounds": 3})
        for name in ("anna", "bert"):
            group.start_soon(join, server, plugins, name, number)
        while len(server.store.rounds.list_rounds()) < 3:  # noqa: ASYNC110  # a store tells nobody
            await anyio.sleep(0.05)
        group.cancel_scope.cancel()


async def join(server: Server, plugins: Plugins, name: str, number: int) -> None:
    async with connect(server.tcp_address, plugins.games) as client:
        await client.log_in(name, PASSWORD)
        await play(client, plugins.bots["random"].make(1), number)


if __name__ == "__main__":
    anyio.run(main, sys.argv[1], sys.argv[2])
