"""What all answers and all state updates are made of."""

from __future__ import annotations

from typing import Any, Self

import attrs

from gamehall_sdk.errors import GamehallError
from gamehall_sdk.wire.binding import attribute, element, wrapped
from gamehall_sdk.wire.scalars import sayable

__all__ = ["GenericResponse", "GenericStateUpdate"]


@attrs.frozen
class GenericResponse:
    """Whether a request was done; ``errorcode`` and ``description`` tell why not."""

    success: bool
    errorcode: int | None = None
    description: str | None = attrs.field(default=None, metadata=element())
    parameters: tuple[Any, ...] = attrs.field(default=(), metadata=wrapped())

    @classmethod
    def refused(cls, error: GamehallError) -> Self:
        """The answer that tells *error*: its code and its sentence."""
        return cls(success=False, errorcode=error.code, description=sayable(str(error)))


@attrs.frozen
class GenericStateUpdate:
    """Something changed: ``parameters`` and ``custom`` hold payloads that tell what."""

    success: bool = attrs.field(default=True, metadata=attribute(always=True))
    errorcode: int | None = None
    description: str | None = attrs.field(default=None, metadata=element())
    parameters: tuple[Any, ...] = attrs.field(default=(), metadata=wrapped())
    custom: Any = None
