"""The contract of a dialect: another wire protocol, spoken at a path of the server's web port.

A dialect is an ASGI application. Whatever it does, it does as clients of the server do: it is given a bridge, and from
that a :class:`~gamehall_sdk.client.Client` for each player it speaks for, with no network between. So a player on the
dialect and one on XML sit at the same table, and every limit and every secret holds for both. Of requests from pages of
other sites, it gets only those that the operator allows.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from typing import TYPE_CHECKING, Any

import attrs

from gamehall_sdk import INTERFACE

if TYPE_CHECKING:  # whoever only lists plugins needs neither
    from gamehall_sdk.client import Client
    from gamehall_sdk.game import Game

__all__ = ["Bridge", "Dialect"]


class Bridge(ABC):
    """What the server gives to a dialect."""

    @property
    @abstractmethod
    def games(self) -> Mapping[str, Game]:
        """The games that are installed, by name."""

    @abstractmethod
    def start(self, work: Callable[[], Awaitable[None]]) -> None:
        """Run *work* beside everything else, until it ends or the server stops; what it raises is logged."""

    @abstractmethod
    def connect(self, peer: str) -> AbstractAsyncContextManager[Client]:
        """A client for one player; *peer* is the address of who is behind it, for the logs.

        The player is gone when the block ends. Raises what the server turns a connection away with.
        """

    @abstractmethod
    def lets_in(self, peer: str, token: str) -> bool:
        """Whether the operator lets robots without an account in: from *peer*, an address, or with *token*."""

    @abstractmethod
    async def enlist(self, client: Client, name: str, peer: str, token: str) -> None:
        """Log *client* in as the robot *name*, which has no account of its own.

        Raises :class:`~gamehall_sdk.errors.LoginFailed` where the operator does not let it in; NameTaken and BadName as
        a new account would.
        """


@attrs.frozen(kw_only=True)
class Dialect:
    """A dialect as a plugin registers it: ``make(bridge)`` gives the ASGI application for everything under ``path``."""

    name: str
    title: str
    path: str
    """Where it is mounted, ``/name``."""
    make: Callable[[Bridge], Any]
    interface: int = INTERFACE
