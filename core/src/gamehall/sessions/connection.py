"""One connection, whatever carries it: its account, its sessions, and a bounded queue of what is still to be sent."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

import anyio
import attrs
import structlog

from gamehall.accounts.model import Account
from gamehall.token_buckets import Allowance, Bucket
from gamehall_sdk.errors import GamehallError, ServerFault, SlowReader
from gamehall_sdk.wire import GeneralResponse, GeneralStateUpdate, Message, StateUpdate

if TYPE_CHECKING:
    from gamehall.sessions.seat import Seat

__all__ = ["Connection", "Limits", "parting"]

_log = structlog.get_logger(__name__)
_BYTES_A_TOKEN: Final = 4096
"""A longer message counts as several."""
_MOST_AHEAD: Final = 16
_PATIENCE: Final = Allowance(6, 60.0, 20)
"""How many messages that come too early are refused before the connection is closed."""


@attrs.frozen
class Limits:
    """What one connection may cost."""

    outbound_messages: int = 1000
    outbound_bytes: int = 4_194_304
    messages_per_s: float = 50.0
    burst: int = 200
    allowance: Allowance = attrs.field(init=False)
    """The last two, as a bucket has them."""

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "allowance", Allowance(self.messages_per_s, 1.0, self.burst))

    @property
    def ahead(self) -> int:
        """How many messages a connection may pay for at once."""
        return min(_MOST_AHEAD, max(1, self.burst // _MOST_AHEAD))


class Connection:
    """A client, as the sessions see it. Nothing here waits, except :meth:`outgoing` and :meth:`told_to_close`.

    What carries it takes what is to be sent in one of two ways: a task asks for :meth:`outgoing` again and again; or
    ``notice`` is called whenever there is something to :meth:`take`, or the connection is to be closed.
    """

    def __init__(
        self,
        codec: ModuleType,
        peer: str,
        limits: Limits,
        lobby: int,
        notice: Callable[[], None] | None = None,
        shared: Bucket | None = None,
    ) -> None:
        """*codec* is :mod:`gamehall_sdk.wire.xml` or ``json``; *lobby* is the session of the lobby here.

        From *shared* all connections of an address take their messages.
        """
        self.codec = codec
        self.codec_name = codec.__name__
        self.peer = peer
        self.lobby = lobby
        self.account: Account | None = None
        self.tables: dict[int, Seat] = {}
        self.follows_lobby = False
        self.bot_at: int | None = None
        """The number of the table that a bot of the server's own plays at; it does nothing else."""
        self.closing = False
        """Whether the connection takes no more requests; what is queued is still sent."""
        self.narrow = 0
        """Which limit refused a message last: 0 the connection's own, 1 that of its address."""
        self.closed = False
        """Whether its seats are left and its sessions are over."""
        self._limits = limits
        self._queue: list[bytes] = []
        self._given: list[bytes] = []
        self._bytes = 0
        """Of both."""
        self._room = limits.outbound_messages
        """How many messages may be queued."""
        self._announced = False
        """Whether what carries the connection knows of the queue."""
        self._notice = notice
        self._wake: anyio.Event | None = None
        self._told: anyio.Event | None = None
        self._buckets = (Bucket(limits.allowance),) if shared is None else (Bucket(limits.allowance), shared)
        self._patience: Bucket | None = None
        self._paid = 0
        """Messages that it may send without looking into a bucket."""

    @property
    def waiting(self) -> tuple[int, int]:
        """How many messages, and how many bytes, are queued or being sent."""
        return len(self._queue) + len(self._given), self._bytes

    def send(self, message: Message) -> None:
        """Queue *message*; a connection whose queue is full is closed instead. Never raises, and never waits."""
        payload = self.encode(message)
        if payload is not None:
            self.send_encoded(payload)

    def encode(self, message: Message) -> bytes | None:
        """The bytes of *message*; ``None`` on a connection that is closing, or is closed as it cannot be written."""
        return self.written(self.codec.encode, message)

    def written(self, write: Callable[..., bytes], *given: Any) -> bytes | None:
        """What *write* gives for what is *given*, on the terms of :meth:`encode`."""
        if self.closing:
            return None
        try:
            return write(*given)
        except Exception:  # noqa: BLE001  # a table tells its viewers, and none may fail it
            self._cannot_write()
            return None

    def send_shared(self, session: int, encoded: dict[str, bytes], write: Callable[..., bytes], *given: Any) -> None:
        """Like :meth:`send`, for what many are told: *encoded* keeps by codec what *write* gives, made once.

        That is what the codec's ``encode_body`` gives, of the codec and what is *given*.
        """
        if self.closing:
            return
        codec, name = self.codec, self.codec_name
        try:
            shared = encoded.get(name)
            if shared is None:
                shared = encoded[name] = write(codec, *given)
            payload = codec.address(shared, session)
        except Exception:  # noqa: BLE001  # as above
            self._cannot_write()
            return
        self.send_encoded(payload)

    def _cannot_write(self) -> None:
        _log.exception("message cannot be written", peer=self.peer)
        self.close(ServerFault("the server could not write a message to you; reconnect to go on"))

    def send_encoded(self, payload: bytes) -> None:
        """Queue the bytes of a message; never more than the limits, the new one and those being sent counted."""
        if self.closing:
            return
        size, queue = self._bytes + len(payload), self._queue
        if size > self._limits.outbound_bytes or len(queue) >= self._room:
            self._drop()
            return
        self._bytes = size
        queue.append(payload)
        if not self._announced:
            self._announced = True
            self._something()

    def _drop(self) -> None:
        messages, size = self.waiting
        _log.warning("slow reader dropped", peer=self.peer, queued=messages, bytes=size)
        self._bytes = sum(map(len, self._given))
        self._queue.clear()
        self.close(SlowReader("you did not read what was sent to you; reconnect to go on where the table is"))

    def close(self, why: GamehallError | None = None) -> None:
        """Send what is queued, then *why*, then close."""
        if self.closing:
            return
        if why is not None:
            last = self.codec.encode(parting(why, self.lobby))
            self._queue.append(last)
            self._bytes += len(last)
        self.closing = True
        if self._told is not None:
            self._told.set()
        self._something()

    async def told_to_close(self) -> None:
        """Return when the connection is to be closed."""
        if self._told is None:
            self._told = anyio.Event()
        if not self.closing:
            await self._told.wait()

    async def outgoing(self) -> list[bytes]:
        """The messages to send next, at least one; none when the connection is to be closed.

        Those that were given before count as sent with this call.
        """
        self.sent()
        while not self._queue:
            if self.closing:
                return []
            self._wake = anyio.Event()
            await self._wake.wait()
        taken = self.take()
        self.holds(taken)
        return taken

    def take(self) -> list[bytes]:
        """The messages to send now, if there are any; all that was taken before is sent."""
        if self._given:
            self.sent()
        taken, self._queue, self._announced, self._bytes = self._queue, [], False, 0
        return taken

    def holds(self, taken: list[bytes]) -> None:
        """What was just taken counts as waiting until :meth:`sent`."""
        self._given = taken
        self._room = self._limits.outbound_messages - len(taken)
        self._bytes = sum(map(len, taken))

    def sent(self) -> None:
        """All that was taken is sent."""
        if self._given:
            self._given = []
            self._room = self._limits.outbound_messages
            self._bytes = sum(map(len, self._queue))

    # --- how much it may send ---

    def pay(self, now_ms: int, size: int) -> int:
        """Count one message of *size* bytes; how many milliseconds too early it comes, and then it does not count."""
        if self._paid and size < _BYTES_A_TOKEN:
            self._paid -= 1
            return 0
        tokens = 1 + size // _BYTES_A_TOKEN
        # Several short ones are paid for at once, where there is enough: to count them takes less time.
        ahead = self._limits.ahead
        if tokens == 1 and not self._take(now_ms, ahead):
            self._paid = ahead - 1
            return 0
        return self._take(now_ms, tokens)

    def _take(self, now_ms: int, tokens: int) -> int:
        """Take so many out of each bucket, or out of none; how long to wait for that."""
        for number, bucket in enumerate(self._buckets):
            wait_ms = bucket.take(now_ms, min(tokens, bucket.allowance.burst))
            if wait_ms:
                for taken in self._buckets[:number]:
                    taken.give_back(now_ms, min(tokens, taken.allowance.burst))
                self.narrow = number
                return wait_ms
        return 0

    def expect(self) -> None:
        """The client was asked for a message, so that one more is no flood."""
        self._paid = min(self._paid + 1, self._limits.burst)

    def bears(self, now_ms: int) -> bool:
        """Whether one more message that came too early is refused; else the connection is closed for it."""
        if self._patience is None:
            self._patience = Bucket(_PATIENCE)
        return not self._patience.take(now_ms)

    def _something(self) -> None:
        """Tell what carries the connection that there is something to do."""
        if self._notice is not None:
            self._notice()
        elif self._wake is not None:
            self._wake.set()


def parting(why: GamehallError, session: int = 0) -> Message:
    """The last word on a connection: why it is closed."""
    refused = GeneralResponse.refused(why)
    body = GeneralStateUpdate(success=False, errorcode=refused.errorcode, description=refused.description)
    return Message(StateUpdate(body), session)
