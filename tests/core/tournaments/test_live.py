"""Tournaments on a real server, over sockets, with bots to the end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anyio
import pytest

from gamehall.app import Server
from gamehall_sdk.client import Client
from gamehall_sdk.playing import play_tournament
from gamehall_sdk.tournament import (
    CreateTournament,
    TournamentSheet,
)
from tests.hosting import PATIENCE_S, Guests, books_balance, guests, hosting

QUICK = {"pause": "0", "clock": "move:600"}


async def organise(made: Guests, **wanted: Any) -> TournamentSheet:
    admin = await made("admin", 4)
    found: TournamentSheet = await admin.command(CreateTournament(name="Sunday", **wanted))
    return found


async def play_all(server: Server, made: Guests, number: int, count: int) -> dict[str, TournamentSheet]:
    """So many programs enter, one of them by JSON, and play to the end; what each heard of it last."""
    results: dict[str, TournamentSheet] = {}

    async def enter(name: str, client: Client, seed: int) -> None:
        results[name] = await play_tournament(client, server.plugins.bots["random"].make(seed), number)

    clients = [await made(f"bot{one}", 2, address="" if one else server.socket_address) for one in range(count)]
    with anyio.fail_after(PATIENCE_S):
        async with anyio.create_task_group() as group:
            for seed, client in enumerate(clients):
                group.start_soon(enter, f"bot{seed}", client, seed)
    return results


async def test_a_sit_and_go_is_played_to_one_winner(tmp_path: Path) -> None:
    async with hosting(tmp_path) as server, guests(server) as made:
        sheet = await organise(
            made, game="holdem", buyin=100, stack=200, most=4, sitandgo=True, levelhands=4, options=QUICK
        )
        number = sheet.row.tournament
        results = await play_all(server, made, number, 4)
        tournament = await server.director.find(number)
        print(tournament.state)
        places = sorted(one.place for one in tournament.state.entrants.values())
        assert places[0] == 1
        print(results["bot0"])
        await books_balance(server)
