"""Passwords: argon2 for all new ones, and the old server's MD5 scheme until the first good login.

Verifying takes some 50 ms and 64 MiB on purpose; the service calls it in a worker thread.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from typing import Final

import argon2
import attrs

from gamehall_sdk.errors import BadPassword

MIN_CHARS: Final = 6
"""The shortest new password."""
MAX_CHARS: Final = 200
"""The longest new password."""

NO_PASSWORD: Final = "none"  # noqa: S105  # the mark of an account without one
"""The stored form of an account that nobody logs in to."""

_OLD: Final = "md5$"
_MOST_BYTES: Final = 4096


@attrs.frozen
class Verdict:
    """Whether a password fits; ``replacement`` is what to store instead of the old form, when that is better."""

    fits: bool
    replacement: str | None = attrs.field(default=None, repr=False)


def check_new(password: str) -> None:
    """Check the length of a new password. Raises BadPassword."""
    if not MIN_CHARS <= len(password) <= MAX_CHARS:
        raise BadPassword(f"A password has {MIN_CHARS} to {MAX_CHARS} characters; this one has {len(password)}.")


def stored_old(md5_hex: str) -> str:
    """The stored form of a password from the old server: MD5, in hexadecimal, of name + password.

    Raises BadPassword when it is not 32 hexadecimal digits.
    """
    digits = md5_hex.strip().lower()
    if not re.fullmatch(r"[0-9a-f]{32}", digits):
        raise BadPassword("The password field must be an MD5 value: 32 hexadecimal digits.")
    return _OLD + digits


class Passwords:
    """Hashes and verifies; *hasher* sets the cost (argon2-cffi's recommended one by default)."""

    def __init__(self, hasher: argon2.PasswordHasher | None = None) -> None:
        self._hasher = hasher or argon2.PasswordHasher()
        self._decoy = _decoy(self._hasher)

    def hash(self, password: str) -> str:
        """The stored form of *password*."""
        return self._hasher.hash(_encoded(password))

    def verify(self, stored: str | None, name: str, password: str) -> Verdict:
        """Whether *password* belongs to *stored*; *name* is the account's, as the old scheme hashed it.

        ``stored=None`` stands for an account that does not exist: it takes as long and never fits.
        """
        secret = _encoded(password)
        if len(secret) > _MOST_BYTES:
            secret, stored = b"", None
        if stored is None or stored == NO_PASSWORD:
            self._fits(self._decoy, secret)
            return Verdict(fits=False)
        if stored.startswith(_OLD):
            return self._verify_old(stored.removeprefix(_OLD), name, secret)
        if not self._fits(stored, secret):
            return Verdict(fits=False)
        return Verdict(
            fits=True, replacement=self._hasher.hash(secret) if self._hasher.check_needs_rehash(stored) else None
        )

    def _verify_old(self, digits: str, name: str, secret: bytes) -> Verdict:
        # The old server hashed in its platform's encoding, which was either of these.
        fits = False
        for encoding in ("utf-8", "latin-1"):
            salted = name.encode(encoding, "replace") + secret.decode("utf-8", "replace").encode(encoding, "replace")
            fits |= hmac.compare_digest(hashlib.md5(salted, usedforsecurity=False).hexdigest(), digits)
        # Either way one argon2 is computed, so that the time does not tell which accounts are old.
        if fits:
            return Verdict(fits=True, replacement=self._hasher.hash(secret))
        self._fits(self._decoy, secret)
        return Verdict(fits=False)

    def _fits(self, stored: str, secret: bytes) -> bool:
        try:
            return self._hasher.verify(stored, secret)
        except (argon2.exceptions.VerificationError, argon2.exceptions.InvalidHashError):
            return False


def _decoy(hasher: argon2.PasswordHasher) -> str:
    """A stored form that no password is known to fit; a guess at it takes as long as one at *hasher*'s own."""
    salt, digest = (
        base64.b64encode(bytes(length)).rstrip(b"=").decode() for length in (hasher.salt_len, hasher.hash_len)
    )
    cost = f"m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}"
    return f"$argon2{hasher.type.name.lower()}$v=19${cost}${salt}${digest}"


def _encoded(password: str) -> bytes:
    # JSON can carry half of a surrogate pair, which plain UTF-8 refuses to encode.
    return password.encode("utf-8", "surrogatepass")
