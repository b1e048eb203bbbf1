"""The gate: how many may come in from one address and how much they may send, and who stands there in silence."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable
from typing import Final

import attrs
import structlog

from gamehall.addresses import Networks
from gamehall.sessions.connection import Connection
from gamehall.settings import Settings
from gamehall.timers import Timers
from gamehall.token_buckets import Allowance, Bucket, Buckets
from gamehall_sdk.errors import NeverLoggedIn, TooManyConnections

__all__ = ["Crowd", "Gate"]

_log = structlog.get_logger(__name__)
_MOST_RESTING: Final = 10_000


class Crowd:
    """Counts by address what is no connection yet, or is not seen as one, and holds it to the limits of connections.

    Under an empty address are those that are counted for nobody.
    """

    def __init__(self, settings: Settings) -> None:
        """Nobody is there yet."""
        self._settings = settings
        self._there: Counter[str] = Counter()

    def enter(self, address: str) -> str:
        """Count one more; the name of the limit that is reached, and then it is not counted, or nothing."""
        settings, there = self._settings, self._there
        if address and there[address] >= settings.max_connections_per_address:
            return "max_connections_per_address"
        if there.total() >= settings.max_connections:
            return "max_connections"
        there[address] += 1
        return ""

    def leave(self, address: str) -> None:
        """One that was counted is gone."""
        self._there[address] -= 1
        if not self._there[address]:
            del self._there[address]


@attrs.define
class _Address:
    """What comes from one address."""

    bucket: Bucket
    connections: int = 0


class Gate:
    """Counts connections by address. Trusted addresses, and the server's own bots, are not counted.

    A connection that nobody has logged in on, and on which nothing came for a time, is closed. One timer serves all
    of them: they wait equally long, so they are due in the order in which they were heard last.
    """

    def __init__(self, settings: Settings, timers: Timers) -> None:
        """Nobody is in yet."""
        self._settings = settings
        self._timers = timers
        self._trusted = Networks.read(settings.trusted_addresses)
        self._allowance = Allowance(settings.address_messages_per_s, 1.0, settings.address_burst)
        self._pages: Buckets[str] = Buckets(self._allowance)
        self._addresses: dict[str, _Address] = {}
        self._resting: OrderedDict[str, Bucket] = OrderedDict()
        """The buckets, not full yet, of addresses without a connection: to come back fills none."""
        self._silent: OrderedDict[Connection, int] = OrderedDict()
        """Connections without an account, and when each was heard last."""
        self._alarm: Callable[[], None] | None = None

    def counted(self, peer: str) -> str:
        """The address that *peer* is counted under; empty when it is not."""
        return self._trusted.stranger(peer)

    def check(self, peer: str) -> None:
        """Raise :class:`~gamehall_sdk.errors.TooManyConnections` when *peer*'s address has as many as it may."""
        there = self._addresses.get(self.counted(peer))
        most = self._settings.max_connections_per_address
        if there is not None and there.connections >= most:
            sentence = (
                f"your address has {most} connections here, as many as one address may have "
                "(max_connections_per_address); close one of them first"
            )
            raise TooManyConnections(sentence)

    def pace(self, peer: str) -> int:
        """Count a request of the web; how many milliseconds too early it comes."""
        address = self.counted(peer)
        return self._pages.take(address, self._timers.now_ms()) if address else 0

    # --- coming and going ---

    def enter(self, peer: str) -> Bucket | None:
        """One more from the address of *peer*; what all its connections take their messages from, if it is counted."""
        address = self.counted(peer)
        if not address:
            return None
        there = self._addresses.get(address)
        if there is None:
            bucket = self._resting.pop(address, None) or Bucket(self._allowance)
            there = self._addresses[address] = _Address(bucket)
        there.connections += 1
        return there.bucket

    def leave(self, connection: Connection) -> None:
        """One that came in with :meth:`enter` is gone."""
        self._silent.pop(connection, None)
        address = self.counted(connection.peer)
        there = self._addresses.get(address)
        if there is None:
            return
        there.connections -= 1
        if not there.connections:
            del self._addresses[address]
            self._rest(address, there.bucket)

    def _rest(self, address: str, bucket: Bucket) -> None:
        now_ms = self._timers.now_ms()
        if not bucket.is_full(now_ms):
            self._resting[address] = bucket
        while self._resting:
            oldest = next(iter(self._resting.values()))
            if len(self._resting) <= _MOST_RESTING and not oldest.is_full(now_ms):
                return
            self._resting.popitem(last=False)

    # --- silence ---

    def await_word(self, connection: Connection) -> None:
        """From now on *connection*, on which nobody is logged in, has to say something in time."""
        self._silent[connection] = self._timers.now_ms()
        self._silent.move_to_end(connection)
        if self._alarm is None:
            self._set_alarm()

    def excuse(self, connection: Connection) -> None:
        """Somebody is logged in on *connection*, so that it may be silent."""
        self._silent.pop(connection, None)

    def _set_alarm(self) -> None:
        heard_ms = next(iter(self._silent.values()), None)
        if heard_ms is None:
            self._alarm = None
            return
        at_ms = heard_ms + round(self._settings.login_deadline_s * 1000)
        self._alarm = self._timers.call_at(at_ms, self._look)

    def _look(self) -> None:
        limit_ms = round(self._settings.login_deadline_s * 1000)
        now_ms = self._timers.now_ms()
        while self._silent:
            connection, heard_ms = next(iter(self._silent.items()))
            if heard_ms + limit_ms > now_ms:
                break
            del self._silent[connection]
            _log.info("silent connection closed", peer=connection.peer)
            seconds = f"{self._settings.login_deadline_s:g}"
            sentence = f"nobody logged in and nothing came for {seconds} s (login_deadline_s); connect again to log in"
            connection.close(NeverLoggedIn(sentence))
        self._set_alarm()
