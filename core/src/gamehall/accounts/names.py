"""Names of accounts: which are allowed, and which two are the same.

Two names are one identity when they differ only in case or in compatible forms of the same characters (Unicode's
compatibility caseless match, D146), so that nobody can pass for another by writing the name in wide letters.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from gamehall_sdk.errors import BadName

MAX_CHARS: Final = 64
"""The longest name of a new account."""
MAX_OLD_CHARS: Final = 256
"""The longest name that is taken over from the old server's table."""

HOUSE: Final = "~"
"""What the names of the server's own bots begin with, and nobody else's."""

# Letters, marks and symbols that print as nothing although their category says otherwise.
_INVISIBLE: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0") | {
    chr(c) for c in range(0xFE00, 0xFE10)
}


def identity(name: str) -> str:
    """What all spellings of one name have in common; the store keeps it unique."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFD", name).casefold())
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFD", folded).casefold())


def checked_name(name: str) -> str:
    """*name* in its composed form (NFC), allowed for a new account. Raises BadName."""
    # To compose a name of a million marks would take hours: a name is short in any form.
    if len(name) > MAX_OLD_CHARS:
        raise BadName(f"A name has at most {MAX_CHARS} characters; this one has {len(name)}.")
    composed = unicodedata.normalize("NFC", name)
    check_old_name(composed)
    if len(composed) > MAX_CHARS:
        raise BadName(f"A name has at most {MAX_CHARS} characters; this one has {len(composed)}.")
    if identity(composed).startswith(HOUSE):
        raise BadName(f"Names that begin with {HOUSE} are those of the server's own bots.")
    return composed


def check_old_name(name: str) -> None:
    """Check *name* as one of the old server's, longer ones allowed. Raises BadName."""
    if not name:
        raise BadName("A name has at least one character.")
    if len(name) > MAX_OLD_CHARS:
        raise BadName(f"A name has at most {MAX_OLD_CHARS} characters; this one has {len(name)}.")
    for position, char in enumerate(name, start=1):
        if unreadable(char):
            raise BadName(
                f"A name has visible characters and single spaces only; number {position} is U+{ord(char):04X}."
            )
    if name != name.strip(" ") or "  " in name:
        raise BadName("A name neither begins nor ends with a space, and has no two spaces in a row.")
    if unicodedata.category(name[0]).startswith("M"):
        raise BadName("A name does not begin with a combining mark.")
    if not identity(name).strip():
        raise BadName("A name has at least one visible character.")


def unreadable(char: str) -> bool:
    """Whether a character shows nothing, or changes how others are shown; the space is the only one that may."""
    category = unicodedata.category(char)
    # C*: controls, formats (zero width, direction), surrogates, private, unassigned; Z*: spaces and separators.
    return category[0] == "C" or (category[0] == "Z" and char != " ") or char in _INVISIBLE
