"""The ``accountmanagement`` and ``authentication`` requests and their answers."""

from __future__ import annotations

from decimal import Decimal
from typing import ClassVar

import attrs

from gamehall_sdk.wire.answers import GenericResponse
from gamehall_sdk.wire.binding import attribute, element

__all__ = [
    "ChangePassword",
    "ChangePasswordResponse",
    "CreateAccount",
    "CreateAccountResponse",
    "DeleteAccount",
    "DeleteAccountResponse",
    "Login",
    "LoginResponse",
    "Logout",
    "LogoutResponse",
]


@attrs.frozen
class CreateAccount:
    """Make an account; ``accounttype`` 1 is a person's or a program's, what else there is the server says."""

    __wire_name__: ClassVar[str] = "accountmanagement/create"
    accountname: str
    password: str = attrs.field(repr=False)
    accounttype: int = attrs.field(default=1, metadata=attribute(bits=32, always=True))


@attrs.frozen
class DeleteAccount:
    """Delete an account for good."""

    __wire_name__: ClassVar[str] = "accountmanagement/delete"
    accountname: str
    password: str = attrs.field(repr=False)


@attrs.frozen
class ChangePassword:
    """Give an account another password."""

    __wire_name__: ClassVar[str] = "accountmanagement/changepassword"
    accountname: str
    oldpassword: str = attrs.field(repr=False)
    newpassword: str = attrs.field(repr=False)


@attrs.frozen
class Login:
    """Log this connection in."""

    __wire_name__: ClassVar[str] = "authentication/login"
    accountname: str
    password: str = attrs.field(repr=False)


@attrs.frozen
class Logout:
    """Log this connection out."""

    __wire_name__: ClassVar[str] = "authentication/logout"


@attrs.frozen
class CreateAccountResponse(GenericResponse):
    """Whether the account was made."""

    __wire_name__: ClassVar[str] = "accountmanagement/create"


@attrs.frozen
class DeleteAccountResponse(GenericResponse):
    """Whether the account was deleted."""

    __wire_name__: ClassVar[str] = "accountmanagement/delete"


@attrs.frozen
class ChangePasswordResponse(GenericResponse):
    """Whether the password was changed."""

    __wire_name__: ClassVar[str] = "accountmanagement/changepassword"


@attrs.frozen
class LoginResponse:
    """Whether the login was done. On failure ``name`` is the name that was tried and ``type`` 0."""

    __wire_name__: ClassVar[str] = "authentication/login"
    success: bool
    name: str
    type: int = attrs.field(default=0, metadata=attribute(bits=16, always=True))
    balance: Decimal | None = None
    errorcode: int | None = None
    description: str | None = attrs.field(default=None, metadata=element())


@attrs.frozen
class LogoutResponse(GenericResponse):
    """Whether the connection was logged out."""

    __wire_name__: ClassVar[str] = "authentication/logout"
