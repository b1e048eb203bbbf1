"""Frames without sockets: a 32-bit big-endian length, then that many bytes.

The length counts the payload only. Nothing here reads or writes; bytes go in, payloads come out.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Final

from gamehall_sdk.errors import EmptyFrame, FrameTooLong, FrameTruncated, LocalProtocolError, RemoteProtocolError

__all__ = ["HEADER_BYTES", "MAX_FRAME_BYTES", "FrameReader", "frame", "frames"]

HEADER_BYTES: Final = 4
"""What stands before each payload."""
MAX_FRAME_BYTES: Final = 1 << 20
"""The limit for one payload where nobody chose another: 1 MiB."""
_LENGTH: Final = struct.Struct(">I")


class FrameReader:
    """Cuts a stream of bytes into payloads.

    A broken header ends the reading for good. Frames that the same :meth:`feed` completed before it are still
    given; :attr:`error` is set at once, and every later call raises it. So after handling what :meth:`feed`
    gave, look at :attr:`error`.
    """

    def __init__(self, max_frame_bytes: int = MAX_FRAME_BYTES) -> None:
        """Read payloads of at most *max_frame_bytes* bytes."""
        self._limit = max_frame_bytes
        self._buffer = bytearray()
        self._error: RemoteProtocolError | None = None

    @property
    def error(self) -> RemoteProtocolError | None:
        """What broke the stream, or ``None`` while it is sound."""
        return self._error

    @property
    def inside(self) -> bool:
        """Whether a frame has begun and not ended."""
        return bool(self._buffer)

    def feed(self, data: bytes) -> list[bytes]:
        """Take the next bytes, in pieces of any size; give the payloads they complete, in order.

        Raises :class:`~gamehall_sdk.errors.EmptyFrame` or :class:`~gamehall_sdk.errors.FrameTooLong` when the
        stream is broken and no payload is left to give.
        """
        if self._error is not None:
            raise self._error
        length = len(data) - HEADER_BYTES
        if 0 < length <= self._limit and not self._buffer and int.from_bytes(data[:HEADER_BYTES]) == length:
            # Just one frame, as it mostly is.
            return [data[HEADER_BYTES:]]
        self._buffer += data
        payloads = self._cut()
        if self._error is not None and not payloads:
            raise self._error
        return payloads

    def close(self) -> None:
        """Tell that no more bytes come.

        Raises :class:`~gamehall_sdk.errors.FrameTruncated` inside a frame, or the error that broke the stream.
        """
        if self._error is None and self._buffer:
            self._break(FrameTruncated(f"the connection ended inside a frame, after {len(self._buffer)} bytes of it"))
        if self._error is not None:
            raise self._error

    def _cut(self) -> list[bytes]:
        payloads: list[bytes] = []
        at, end = 0, len(self._buffer)
        with memoryview(self._buffer) as view:
            while end - at >= HEADER_BYTES:
                (length,) = _LENGTH.unpack_from(view, at)
                fault = self._fault(length)
                if fault is not None:
                    self._error = fault
                    break
                stop = at + HEADER_BYTES + length
                if stop > end:
                    break
                payloads.append(bytes(view[at + HEADER_BYTES : stop]))
                at = stop
        if self._error is not None:
            self._break(self._error)
        elif at:
            del self._buffer[:at]
        return payloads

    def _fault(self, length: int) -> RemoteProtocolError | None:
        if length == 0:
            return EmptyFrame("a frame announces 0 bytes; it needs at least 1")
        if length > self._limit:
            return FrameTooLong(f"a frame announces {length} bytes; the limit is {self._limit}")
        return None

    def _break(self, error: RemoteProtocolError) -> None:
        self._error = error
        self._buffer = bytearray()


def frames(payloads: Sequence[bytes]) -> bytes:
    """All *payloads*, each with its length before it, in one piece; of any length, for those who trust themselves."""
    if len(payloads) == 1:
        return _LENGTH.pack(len(payloads[0])) + payloads[0]
    parts: list[bytes] = []
    for payload in payloads:
        parts += _LENGTH.pack(len(payload)), payload
    return b"".join(parts)


def frame(payload: bytes, max_frame_bytes: int = MAX_FRAME_BYTES) -> bytes:
    """Put the length before *payload*.

    Raises :class:`~gamehall_sdk.errors.LocalProtocolError` when it is empty or longer than *max_frame_bytes*.
    """
    if not payload:
        raise LocalProtocolError("an empty payload cannot be framed")
    if len(payload) > max_frame_bytes:
        raise LocalProtocolError(f"a payload of {len(payload)} bytes cannot be framed; the limit is {max_frame_bytes}")
    return _LENGTH.pack(len(payload)) + payload
