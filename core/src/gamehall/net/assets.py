"""Files of the web pages, read once from package data: each folder under a URL that names its content's hash.

Inside a folder the modules import each other by relative paths, so one hash for all of them is enough: a browser
may keep them for ever, and a changed file changes every URL.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
from collections.abc import Iterator
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

import attrs

__all__ = ["Asset", "Folder", "read_folder"]

_KINDS: Final = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".png": "image/png",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
}
"""The endings of the files that are served; others stay where they are."""
_TEXT: Final = (".js", ".css", ".html", ".svg", ".json")
_HASH_CHARS: Final = 16
_LEVEL: Final = 9


@attrs.frozen(eq=False)
class Asset:
    """One file as it is sent."""

    path: str
    kind: str
    data: bytes = attrs.field(repr=False)

    @cached_property
    def packed(self) -> bytes | None:
        """Its gzip form, made when it is first asked for; None where that is no smaller."""
        if not self.path.endswith(_TEXT):
            return None
        packed = gzip.compress(self.data, _LEVEL, mtime=0)
        return packed if len(packed) < len(self.data) else None

    @property
    def integrity(self) -> str:
        """The hash that a page or a client program checks it by."""
        return "sha256-" + base64.b64encode(hashlib.sha256(self.data).digest()).decode()


@attrs.frozen(eq=False)
class Folder:
    """The files of one folder by their paths, and the hash of them all."""

    hash: str
    assets: dict[str, Asset]

    def modules(self) -> list[str]:
        """The paths of its ES modules."""
        return sorted(path for path in self.assets if path.endswith(".js"))


def read_folder(resource: str) -> Folder:
    """Read ``package/folder``. Raises :class:`ValueError` or :class:`OSError` when there is none, or nothing in it."""
    package, _, inside = resource.partition("/")
    if not inside or ".." in resource:
        sentence = f"{resource!r} is no resource folder; write package/folder"
        raise ValueError(sentence)
    try:
        root = files(package).joinpath(inside)
    except ModuleNotFoundError as error:
        sentence = f"the package of {resource!r} is not installed"
        raise ValueError(sentence) from error
    assets = {asset.path: asset for asset in _read(root, "")}
    if not assets:
        sentence = f"there is nothing to serve in {resource!r}"
        raise ValueError(sentence)
    digest = hashlib.sha256()
    for path in sorted(assets):
        digest.update(path.encode() + b"\0" + len(assets[path].data).to_bytes(8, "big") + assets[path].data)
    return Folder(digest.hexdigest()[:_HASH_CHARS], assets)


def _read(folder: Traversable, path: str) -> Iterator[Asset]:
    for entry in folder.iterdir():
        where = f"{path}{entry.name}"
        ending = entry.name[entry.name.rfind(".") :]
        if entry.is_dir():
            yield from _read(entry, f"{where}/")
        elif ending in _KINDS:
            yield Asset(where, _KINDS[ending], entry.read_bytes())
