"""What carries messages: TCP with frames and XML, WebSocket with JSON, or the pipes of a process with frames and JSON.

TCP and WebSocket may be encrypted by TLS; the server's certificate is always checked.

Here the bytes meet the world; everything above deals in messages.
"""

from __future__ import annotations

import os
import ssl
from abc import ABC, abstractmethod
from collections import deque
from typing import Final
from urllib.parse import urlsplit

import anyio
import anyio.abc
import anyio.to_thread

from gamehall_sdk.errors import GamehallError, RemoteProtocolError
from gamehall_sdk.wire import MAX_FRAME_BYTES, FrameReader, Message, frame, json, xml

__all__ = [
    "BadAddress",
    "Disconnected",
    "PipeTransport",
    "TcpTransport",
    "Transport",
    "WebSocketTransport",
    "open_transport",
]

_CHUNK: Final = 65_536


class Disconnected(GamehallError):
    """The connection is gone: the server closed it, or the network did."""

    code = 511


class BadAddress(GamehallError, ValueError):
    """What was given is no address of a server."""

    code = 512


class Transport(ABC):
    """A two-way stream of messages. One task receives; any task may send."""

    @abstractmethod
    async def send(self, message: Message) -> None:
        """Send *message*. Raises :class:`Disconnected`."""

    @abstractmethod
    async def receive(self) -> Message:
        """The next message. Raises :class:`Disconnected` at the end."""

    @abstractmethod
    async def close(self) -> None:
        """Close the connection."""


class _Framed(Transport):
    """Messages in frames over a byte stream."""

    def __init__(self) -> None:
        self._reader = FrameReader(MAX_FRAME_BYTES)
        self._ready: deque[bytes] = deque()
        self._lock = anyio.Lock()
        self._greeted = False

    @abstractmethod
    async def _read(self) -> bytes:
        """Some bytes; none at the end."""

    async def _payload(self) -> bytes:
        while not self._ready:
            chunk = await self._read()
            if not chunk:
                sentence = "the server closed the connection"
                raise Disconnected(sentence if self._greeted else f"{sentence} without a word; has it TLS (tls://)?")
            self._greeted = True
            try:
                self._ready.extend(self._reader.feed(chunk))
            except RemoteProtocolError as error:
                raise Disconnected(str(error)) from error
        return self._ready.popleft()


class TcpTransport(_Framed):
    """Frames of XML over TCP."""

    def __init__(self, stream: anyio.abc.ByteStream) -> None:
        """Over a connected *stream*."""
        super().__init__()
        self._stream = stream

    async def send(self, message: Message) -> None:
        """See :class:`Transport`."""
        await self.send_bytes(frame(xml.encode(message), MAX_FRAME_BYTES))

    async def send_bytes(self, data: bytes) -> None:
        """Send bytes as they are, for tests of a server's patience."""
        try:
            async with self._lock:
                await self._stream.send(data)
        except (anyio.BrokenResourceError, anyio.ClosedResourceError, OSError) as error:
            sentence = "the server closed the connection"
            raise Disconnected(sentence) from error

    async def receive(self) -> Message:
        """See :class:`Transport`."""
        return xml.decode(await self._payload())

    async def _read(self) -> bytes:
        try:
            return await self._stream.receive(_CHUNK)
        except (anyio.EndOfStream, anyio.BrokenResourceError, anyio.ClosedResourceError):
            return b""

    async def close(self) -> None:
        """See :class:`Transport`."""
        with anyio.CancelScope(shield=True):
            await self._stream.aclose()


class PipeTransport(_Framed):
    """Frames of JSON over two pipes, for a bot's own process."""

    def __init__(self, reading: int, writing: int) -> None:
        """Over two file descriptors that nothing else uses."""
        super().__init__()
        self._reading = reading
        self._writing = writing

    async def send(self, message: Message) -> None:
        """See :class:`Transport`."""
        data = frame(json.encode(message), MAX_FRAME_BYTES)
        async with self._lock:
            await anyio.to_thread.run_sync(self._write, data)

    def _write(self, data: bytes) -> None:
        try:
            while data:
                data = data[os.write(self._writing, data) :]
        except OSError as error:
            sentence = "the server closed the pipe"
            raise Disconnected(sentence) from error

    async def receive(self) -> Message:
        """See :class:`Transport`."""
        return json.decode(await self._payload())

    async def _read(self) -> bytes:
        return await anyio.to_thread.run_sync(os.read, self._reading, _CHUNK, abandon_on_cancel=True)

    async def close(self) -> None:
        """See :class:`Transport`."""


class WebSocketTransport(Transport):
    """JSON texts over WebSocket."""

    def __init__(self, url: str, tls: ssl.SSLContext | None = None) -> None:
        """To *url*, not connected yet; see :meth:`connect`. *tls* is what ``wss`` checks the server by."""
        self._url = url
        self._tls = tls
        self._socket: object = None

    async def connect(self) -> WebSocketTransport:
        """Connect. Raises :class:`Disconnected` with the cause."""
        from websockets.asyncio.client import connect  # noqa: PLC0415  # a TCP client does not need it
        from websockets.exceptions import WebSocketException  # noqa: PLC0415  # as above

        try:
            self._socket = await connect(self._url, max_size=MAX_FRAME_BYTES, proxy=None, ssl=self._tls)
        except ssl.SSLError as error:
            raise Disconnected(_distrust(self._url, error)) from error
        except (OSError, WebSocketException) as error:
            sentence = f"no WebSocket at {self._url}: {error}"
            raise Disconnected(sentence) from error
        return self

    async def send(self, message: Message) -> None:
        """See :class:`Transport`."""
        await self.send_text(json.encode(message).decode())

    async def send_text(self, text: str) -> None:
        """Send a text as it is, for tests of a server's patience."""
        from websockets.exceptions import ConnectionClosed  # noqa: PLC0415  # as above

        try:
            await self._socket.send(text)  # type: ignore[attr-defined]  # connected by then
        except ConnectionClosed as error:
            sentence = "the server closed the connection"
            raise Disconnected(sentence) from error

    async def receive(self) -> Message:
        """See :class:`Transport`."""
        from websockets.exceptions import ConnectionClosed  # noqa: PLC0415  # as above

        try:
            text = await self._socket.recv()  # type: ignore[attr-defined]  # connected by then
        except ConnectionClosed as error:
            sentence = "the server closed the connection"
            raise Disconnected(sentence) from error
        return json.decode(text)

    async def close(self) -> None:
        """See :class:`Transport`."""
        with anyio.CancelScope(shield=True):
            await self._socket.close()  # type: ignore[attr-defined]  # connected by then


async def open_transport(url: str, tls_ca: str | os.PathLike[str] | None = None) -> Transport:
    """Connect to ``tcp://host:port`` (XML) or ``ws://host:port/ws`` (JSON); with TLS, ``tls://`` and ``wss://``.

    With TLS the server must show a certificate for *host* that the system trusts, or, where *tls_ca* names a PEM file,
    one that a certificate in that file vouches for. Raises :class:`BadAddress` for another kind of address and
    :class:`Disconnected` when nothing answers, or nobody that can be trusted.
    """
    parts = urlsplit(url)
    tls = _trust(tls_ca) if parts.scheme in ("tls", "wss") else None
    if parts.scheme in ("ws", "wss"):
        return await WebSocketTransport(url if parts.path else f"{url}/ws", tls).connect()
    if parts.scheme not in ("tcp", "tls") or not parts.hostname or not parts.port:
        sentence = f"{url!r} is not an address of a server; write tcp://, tls://, ws:// or wss://, and HOST:PORT"
        raise BadAddress(sentence)
    try:
        if tls is None:
            return TcpTransport(await anyio.connect_tcp(parts.hostname, parts.port))
        # Frames have their own ends, so a connection that is cut off cannot be taken for one that was closed.
        return TcpTransport(
            await anyio.connect_tcp(parts.hostname, parts.port, ssl_context=tls, tls_standard_compatible=False)
        )
    except ssl.SSLError as error:
        raise Disconnected(_distrust(url, error)) from error
    except (OSError, anyio.BrokenResourceError, anyio.EndOfStream) as error:
        sentence = f"nothing answers at {url}: {error}"
        raise Disconnected(sentence) from error


def _trust(tls_ca: str | os.PathLike[str] | None) -> ssl.SSLContext:
    try:
        return ssl.create_default_context(cafile=tls_ca)
    except OSError as error:
        cause = "it holds no certificate in PEM format" if isinstance(error, ssl.SSLError) else error.strerror
        sentence = f"{os.fspath(tls_ca or '')} cannot be used to check a server: {cause}"
        raise Disconnected(sentence) from error


def _distrust(url: str, error: ssl.SSLError) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return (
            f"the certificate at {url} is not to be trusted: {error.verify_message.rstrip('.')}; a file with those to "
            "trust is given by tls_ca (--tls-ca)"
        )
    return f"no TLS could be agreed on with {url}: {(error.reason or str(error)).replace('_', ' ').lower()}"
