"""Slows down guessing of passwords, in a way that keeps no owner out.

Failed logins count for the name at one address, for the address, and for the name wherever they come from. Only the
first two make anybody wait: where many addresses guess at one name, each of them has one attempt in the span, but for
those from which the account was logged in before. So whoever does not share an address with the guessers gets in.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from gamehall.token_buckets import Allowance, Buckets, whole_seconds
from gamehall_sdk.errors import TooManyAttempts

__all__ = ["Throttle"]

_ADDRESSES: Final = 4
"""A name that failed at as many addresses as often as one of them may, is being guessed at from everywhere."""
_MOST_KNOWN: Final = 10_000


class Throttle:
    """Counts attempts for each name and address; times are passed in, in UTC milliseconds.

    An attempt counts from its start, so that many at once cannot slip through together; one that turns out good is
    taken back. Names that do not exist count too: a refusal must not tell which do. An empty address is one that
    the operator trusts: it is not counted as an address.
    """

    def __init__(self, attempts: int, window_s: float, of_address: int) -> None:
        """So many failures within a span: for one name at an address, and of one address for all names."""
        self._attempts = attempts
        self._here: Buckets[tuple[str, str]] = Buckets(Allowance(attempts, window_s, attempts))
        everywhere = attempts * _ADDRESSES
        self._everywhere: Buckets[str] = Buckets(Allowance(everywhere, window_s, everywhere))
        self._of_address: Buckets[str] = Buckets(Allowance(of_address, window_s, of_address))
        self._known: OrderedDict[tuple[str, str], None] = OrderedDict()

    def attempt(self, name: str, address: str, at_ms: int) -> None:
        """Count an attempt. Raises TooManyAttempts, which says how long to wait, and then counts nothing."""
        key = (name, address)
        guessed_at = self._everywhere.take(name, at_ms) > 0
        cost = self._attempts if guessed_at and key not in self._known else 1
        wait_ms = self._here.take(key, at_ms, cost)
        if wait_ms:
            if not guessed_at:
                self._everywhere.give_back(name, at_ms)
            raise TooManyAttempts(
                "Too many failed logins for this name from your address (login_attempts); "
                f"try again in {whole_seconds(wait_ms)} s."
            )
        wait_ms = self._of_address.take(address, at_ms) if address else 0
        if wait_ms:
            self._here.give_back(key, at_ms, cost)
            if not guessed_at:
                self._everywhere.give_back(name, at_ms)
            raise TooManyAttempts(
                "Too many failed logins from your address (address_login_attempts); "
                f"try again in {whole_seconds(wait_ms)} s."
            )

    def good(self, name: str, address: str, at_ms: int) -> None:
        """The attempt was a good one."""
        self._here.refill((name, address))
        self._everywhere.give_back(name, at_ms)
        self._of_address.give_back(address, at_ms)
        self._known[name, address] = None
        self._known.move_to_end((name, address))
        if len(self._known) > _MOST_KNOWN:
            self._known.popitem(last=False)
