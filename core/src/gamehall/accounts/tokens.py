"""Tokens that stand in for a password at the next login, so that a page which reconnects keeps no password.

An account has one token at most, since it has one connection at most: a new one replaces the old. A token ends
after its time, at logout, and with the password that it was given for.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from typing import Final, Protocol

import anyio.to_thread

from gamehall.accounts.model import Account
from gamehall.accounts.names import identity

__all__ = ["LIFETIME_S", "Tokens", "TokensPort"]

LIFETIME_S: Final = 7 * 86_400
"""How long a token is good, in seconds."""

_PREFIX: Final = "ght_"
_FORM: Final = re.compile(r"ght_[A-Za-z0-9_-]{43}")
_NAME_CHARS: Final = 200


class TokensPort(Protocol):
    """What the store does for tokens; each call is one transaction and may raise StoreUnavailable."""

    def put(self, account_id: int, digest: str, expires_at_ms: int) -> None:
        """Keep the digest of the account's token, in place of any other, bound to its present password."""

    def find(self, identity: str, digest: str, at_ms: int) -> Account | None:
        """The account that the token belongs to, while it is good; None otherwise."""

    def drop(self, account_id: int) -> None:
        """Forget the account's token."""


class Tokens:
    """Tokens over a store, which keeps their SHA-256 only. ``random_text()`` gives 43 characters of 256 bits."""

    def __init__(self, port: TokensPort, random_text: Callable[[], str]) -> None:
        self._port = port
        self._random_text = random_text

    async def issue(self, account_id: int, at_ms: int) -> str:
        """A new token for the account; any other of its tokens ends."""
        token = _PREFIX + self._random_text()
        expires_at_ms = at_ms + LIFETIME_S * 1000
        await anyio.to_thread.run_sync(lambda: self._port.put(account_id, _digest(token), expires_at_ms))
        return token

    async def redeem(self, name: str, word: str, at_ms: int) -> Account | None:
        """The account called *name*, if *word* is its token; None otherwise, so that *word* may be a password."""
        if not _FORM.fullmatch(word) or len(name) > _NAME_CHARS or not name.isprintable():
            return None
        key = identity(name)
        return await anyio.to_thread.run_sync(lambda: self._port.find(key, _digest(word), at_ms))

    async def forget(self, account_id: int) -> None:
        """End the account's token."""
        await anyio.to_thread.run_sync(lambda: self._port.drop(account_id))


def _digest(token: str) -> str:
    # 256 random bits need no slow hash.
    return hashlib.sha256(token.encode()).hexdigest()
