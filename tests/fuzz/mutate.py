"""Makes messages that no client would send out of ones that a client might."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Final

__all__ = ["CORPUS", "Mutator"]

CORPUS: Final = Path(__file__).parent / "corpus"
_NUMBERS: Final = (
    b"0", b"-1", b"1", b"2", b"255", b"65536", b"2147483647", b"2147483648", b"-2147483649", b"9007199254740993",
    b"18446744073709551616", b"1e400", b"1e-400", b"NaN", b"0.5", b"00", b"0x1", b"9" * 400,
)  # fmt: skip
_TEXTS: Final = (
    b"", b" ", b"\x00", b"\xff", b"\xc0\xaf", b"\xed\xa0\x80", "\u202e".encode(), "\U0001f600".encode(), b"<", b"&",
    b"&amp;", b"&a;", b"]]>", b"<![CDATA[", b"<!--", b"-->", b"<?x?>", b"<!DOCTYPE a [<!ENTITY a 'b'>]>",
    b"xmlns='urn:x'", b"\\u0000", b"\\ud800", b"null", b"true", b"[]", b"{}", b'"', b"'", b"{" * 300, b"[" * 300,
    b"<a>" * 200, b"A" * 5000, b"%s", b"\r\n",
)  # fmt: skip


class Mutator:
    """Chooses by *rng* alone."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._kept = {
            ending: [path.read_bytes().strip() for path in sorted(CORPUS.glob(f"*.{ending}"))]
            for ending in ("json", "xml")
        }

    def plain(self, ending: str, lobby: int, table: int, gameid: int) -> bytes:
        """A message of the corpus, with sessions and a table that are the sender's."""
        text = self._rng.choice(self._kept[ending])
        for number, session in ((b"1", lobby), (b"2", table)):
            real = b"%d" % session
            text = text.replace(b'"sessionid":' + number + b"}", b'"sessionid":' + real + b"}")
            text = text.replace(b'sessionid="' + number + b'"', b'sessionid="' + real + b'"')
        number = b"%d" % gameid
        return text.replace(b'"gameid":1,', b'"gameid":' + number + b",").replace(
            b'gameid="1"', b'gameid="' + number + b'"'
        )

    def payload(self, ending: str, lobby: int, table: int, gameid: int) -> bytes:
        """One or a few changes away from a message of the corpus."""
        data = self.plain(ending, lobby, table, gameid)
        if self._rng.random() < 0.7:
            # Mostly it stays well formed, and comes further.
            for _ in range(self._rng.choice((0, 0, 1, 1, 1, 2, 3))):
                data = self._rng.choice((self._number, self._word))(data)
            return data
        for _ in range(self._rng.choice((0, 1, 1, 1, 2, 3, 8))):
            data = self._change(data, ending)
        return data

    def _change(self, data: bytes, ending: str) -> bytes:
        rng = self._rng
        start = rng.randrange(len(data) + 1)
        end = min(len(data), start + rng.choice((0, 1, 1, 2, 4, 8, 16)))
        match rng.randrange(8):
            case 0:
                return data[:start] + bytes(rng.randrange(256) for _ in range(rng.randint(1, 4))) + data[end:]
            case 1:
                return data[:start] + data[end:]
            case 2:
                return data[:start] + data[start:end] * rng.choice((2, 3, 50)) + data[end:]
            case 3:
                return data[:start] + rng.choice(_TEXTS) + data[end:]
            case 4:
                return self._number(data)
            case 5:
                other = rng.choice(self._kept[ending])
                cut = rng.randrange(len(other) + 1)
                return data[:start] + other[cut : cut + rng.randint(1, 60)] + data[end:]
            case 6:
                return self._word(data)
            case _:
                return data[:start]

    def _number(self, data: bytes) -> bytes:
        places = [at for at, byte in enumerate(data) if 48 <= byte <= 57]
        if not places:
            return data
        at = self._rng.choice(places)
        end = at
        while end < len(data) and 48 <= data[end] <= 57:
            end += 1
        return data[:at] + self._rng.choice(_NUMBERS) + data[end:]

    def _word(self, data: bytes) -> bytes:
        """A word of one message in the place of a word of another."""
        words = sorted(set(_words(self._rng.choice([*self._kept["json"], *self._kept["xml"]]))))
        mine = sorted(set(_words(data)))
        if not words or not mine:
            return data
        return data.replace(self._rng.choice(mine), self._rng.choice(words), self._rng.choice((1, -1)))


def _words(data: bytes) -> list[bytes]:
    return [word for word in bytes(byte if chr(byte).isalpha() else 32 for byte in data).split() if len(word) > 2]
