"""The options that commands share which call a running server."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Server = Annotated[
    str, typer.Option(help="The running server: tcp://HOST:PORT or ws://HOST:PORT; tls:// or wss:// where it has TLS.")
]
TlsCa = Annotated[
    Path | None,
    typer.Option("--tls-ca", metavar="FILE", help="Trust these certificates (PEM) instead of the system's."),
]
Stdin = Annotated[bool, typer.Option("--password-stdin", help="Read the password from the first line of stdin.")]
