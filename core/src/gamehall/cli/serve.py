"""``gamehall serve``: run the server until it is told to stop."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Annotated, Any

import typer

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def serve(
    config: Annotated[Path | None, typer.Option(help="Settings file instead of gamehall.toml.")] = None,
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
    tcp_port: Annotated[str | None, typer.Option(help="Port of the XML protocol; 0: any free one.")] = None,
    web_port: Annotated[str | None, typer.Option(help="Port of the web page and WebSocket; 0: any free one.")] = None,
    database: Annotated[str | None, typer.Option(help="Database URL.")] = None,
    data_dir: Annotated[str | None, typer.Option(help="Folder of everything the server keeps.")] = None,
    strict_plugins: Annotated[
        bool, typer.Option("--strict-plugins", help="Refuse to start when a plugin fails.")
    ] = False,
) -> None:
    """Run the server until Ctrl-C or SIGTERM."""
    import anyio

    from gamehall.cli.running import run_async, spare_the_collector
    from gamehall.logs import set_up
    from gamehall.plugins import Plugins
    from gamehall.settings import load

    flags: dict[str, Any] = {
        "host": host,
        "tcp_port": tcp_port,
        "web_port": web_port,
        "database": database,
        "data_dir": data_dir,
        "strict_plugins": True if strict_plugins else None,
    }
    settings = load(config, os.environ, flags)
    set_up(settings)
    plugins = Plugins.from_environment(os.environ, strict=settings.strict_plugins)

    async def run() -> None:
        from gamehall.app import serve as start

        with anyio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
            async with start(settings, plugins) as server:
                spare_the_collector()
                typer.echo(f"Gamehall is ready: {server.tcp_address} (XML), {server.socket_address} (JSON)")
                if not plugins.games:
                    typer.echo("No game is installed: `gamehall install gamehall-hello` brings one to the next start.")
                typer.echo(f"Web page: {server.web_address}")
                async for _ in signals:
                    typer.echo("Stopping.")
                    break

    run_async(run)
