"""Certificates made for one test, and the authority that vouches for them."""

from __future__ import annotations

import datetime as dt
import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import attrs
import trustme


@attrs.frozen
class Papers:
    """A certificate for this machine in files: itself, its key, and the authority that clients are to trust."""

    folder: Path
    authority: trustme.CA = attrs.field(factory=trustme.CA)

    @property
    def cert(self) -> Path:
        return self.folder / "server.crt"

    @property
    def key(self) -> Path:
        return self.folder / "server.key"

    @property
    def ca(self) -> Path:
        return self.folder / "ca.pem"

    def issue(self, *names: str, days: tuple[int, int] = (-1, 90)) -> Papers:
        """Write a certificate for *names*, valid from and until so many *days* from now."""
        now = dt.datetime.now(dt.UTC)
        first, last = (now + dt.timedelta(days=day) for day in days)
        issued = self.authority.issue_cert(*(names or ("localhost", "127.0.0.1")), not_before=first, not_after=last)
        self.authority.cert_pem.write_to_path(self.ca)
        self.cert.write_bytes(b"".join(blob.bytes() for blob in issued.cert_chain_pems))
        issued.private_key_pem.write_to_path(self.key)
        return self


@contextmanager
def line_to(address: str, context: ssl.SSLContext) -> Iterator[ssl.SSLSocket]:
    """A plain program's connection."""
    host, _, port = address.partition("://")[2].partition(":")
    with (
        socket.create_connection((host, int(port))) as plain,
        context.wrap_socket(plain, server_hostname=host) as line,
    ):
        yield line


def shown(address: str, papers: Papers) -> bytes:
    """The certificate that a server shows."""
    with line_to(address, ssl.create_default_context(cafile=papers.ca)) as line:
        return line.getpeercert(binary_form=True) or b""
