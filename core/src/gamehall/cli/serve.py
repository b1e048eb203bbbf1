"""``gamehall serve``: run the server until it is told to stop."""

from __future__ import annotations

import os
import signal
import threading
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import structlog
import typer

from gamehall.errors import SettingsError

if TYPE_CHECKING:
    from gamehall.net.tls import Tls

app = typer.Typer(rich_markup_mode=None, add_completion=False)
_RENEW: Final = (signal.SIGHUP,) if hasattr(signal, "SIGHUP") else ()
"""The signal to read the certificate again."""


@app.command()
def serve(
    config: Annotated[Path | None, typer.Option(help="Settings file instead of gamehall.toml.")] = None,
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
    tcp_port: Annotated[str | None, typer.Option(help="Port of the XML protocol; 0: any free one.")] = None,
    web_port: Annotated[str | None, typer.Option(help="Port of the web page and WebSocket; 0: any free one.")] = None,
    database: Annotated[str | None, typer.Option(help="Database URL.")] = None,
    data_dir: Annotated[str | None, typer.Option(help="Folder of everything the server keeps.")] = None,
    tls_cert: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Certificate (PEM): speak TLS on both ports.")
    ] = None,
    tls_key: Annotated[Path | None, typer.Option(metavar="FILE", help="The certificate's private key (PEM).")] = None,
    strict_plugins: Annotated[
        bool, typer.Option("--strict-plugins", help="Refuse to start when a plugin fails.")
    ] = False,
) -> None:
    """Run the server until Ctrl-C or SIGTERM; SIGHUP reads the certificate again."""
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
        "tls_cert": tls_cert,
        "tls_key": tls_key,
        "strict_plugins": True if strict_plugins else None,
    }
    settings = load(config, os.environ, flags)
    set_up(settings)
    plugins = Plugins.from_environment(os.environ, strict=settings.strict_plugins)

    async def run() -> None:
        from gamehall.app import serve as start

        with ExitStack() as listening:
            signals = listening.enter_context(anyio.open_signal_receiver(signal.SIGINT, signal.SIGTERM, *_RENEW))
            async with start(settings, plugins) as server:
                spare_the_collector()
                typer.echo(f"Gamehall is ready: {server.tcp_address} (XML), {server.socket_address} (JSON)")
                if not plugins.games:
                    typer.echo("No game is installed: `gamehall install gamehall-hello` brings one to the next start.")
                typer.echo(f"Web page: {server.web_address}")
                async for number in signals:
                    if number not in _RENEW:
                        break
                    _renew(server.tls)
                # From now on a signal ends the process at once.
                listening.close()
                _end_within(settings.stop_limit_s)
                typer.echo("Stopping; again ends it at once.")

    run_async(run)


def _renew(tls: Tls | None) -> None:
    """Read the certificate again; the one in use stays when the new one is no good."""
    if tls is None:
        return
    log = structlog.get_logger(__name__)
    try:
        certificate = tls.renew()
    except SettingsError as error:
        log.error("certificate not renewed", cause=str(error))  # noqa: TRY400  # the sentence says it all
    else:
        log.info("certificate renewed", names=certificate.names)


def _end_within(limit_s: float) -> None:
    """End the process after *limit_s*, whatever it waits for then: what was acknowledged is stored already."""

    def end() -> None:
        structlog.get_logger(__name__).error("the stop took too long", limit_s=limit_s)
        os._exit(1)

    timer = threading.Timer(limit_s, end)
    timer.daemon = True
    timer.start()
