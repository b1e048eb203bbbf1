"""``gamehall history leaderboard``: who leads in a game over its finished rounds."""

from __future__ import annotations

from typing import Annotated

import attrs
import typer

from gamehall.cli import config, output
from gamehall.cli.arena import check_packages
from gamehall.cli.stored import opened


def leaderboard(
    game: Annotated[str, typer.Option(help="The game.")],
    last: Annotated[int, typer.Option(min=1, help="Look at so many rounds, the newest.")] = 10_000,
    rated: Annotated[bool, typer.Option("--rated", help="Only rounds of rated tables.")] = False,
    limit: Annotated[int, typer.Option(min=1, help="Show so many players.")] = 50,
    as_json: output.Json = False,
    file: config.File = None,
) -> None:
    """Rank the players of a game over its finished rounds, by rating."""
    from gamehall.arena.leaderboard import leaderboard as rank

    check_packages()
    with opened(file) as store:
        rounds = store.rounds.list_rounds(game=game, rated=True if rated else None, limit=last)
        bots = store.accounts.house_bots()
    rows = [attrs.asdict(one) for one in rank(rounds, bots)[:limit]]
    columns = {"name": "player", "kind": "kind", "rounds": "rounds", "won": "won", "mean": "per round"}
    columns |= {"half_width": "± 95 %", "mu": "rating", "sigma": "sigma", "ordinal": "surely"}
    output.listing(
        columns, rows, as_json=as_json, empty=f"No {'rated ' if rated else ''}round of {game} is finished yet."
    )
