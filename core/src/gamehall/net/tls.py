"""The server's certificate: read, looked at before anybody connects, and read again when it was renewed."""

from __future__ import annotations

import contextlib
import ssl
from pathlib import Path
from typing import Any, Final

import attrs

from gamehall.errors import SettingsError
from gamehall.settings import Settings

__all__ = ["Certificate", "Tls", "load"]

_ROUNDS: Final = 6
"""More flights than a handshake has."""
_EXPIRED: Final = 10
_NOT_YET_VALID: Final = 9
"""OpenSSL's numbers of what it found (``X509_V_ERR_…``)."""


@attrs.frozen
class Certificate:
    """What clients are shown."""

    names: tuple[str, ...]
    """The hosts and addresses that it is for."""
    expires_at: float
    """Seconds since 1970."""


@attrs.define(eq=False)
class Tls:
    """The context that connections are made with, on both ports."""

    settings: Settings
    context: ssl.SSLContext
    certificate: Certificate

    def renew(self) -> Certificate:
        """Read the files again, for the connections from now on. Raises SettingsError, and then the old ones stay."""
        cert, key = _paths(self.settings)
        self.certificate = _examined(_context(cert, key), cert)
        self.context.load_cert_chain(cert, key, _no_password)
        return self.certificate


def load(settings: Settings) -> Tls | None:
    """The certificate that *settings* name; None where they name none.

    Raises SettingsError for a file that cannot be read or is of another kind, a key that belongs to another
    certificate or has a password, and a certificate that is not valid today.
    """
    if settings.tls_cert is None or settings.tls_key is None:
        return None
    cert, key = _paths(settings)
    context = _context(cert, key)
    return Tls(settings, context, _examined(context, cert))


def _paths(settings: Settings) -> tuple[Path, Path]:
    assert settings.tls_cert is not None  # noqa: S101  # looked at before
    assert settings.tls_key is not None  # noqa: S101  # settings have both or none
    return settings.tls_cert, settings.tls_key


def _context(cert: Path, key: Path) -> ssl.SSLContext:
    _check_pem("tls_cert", cert, "CERTIFICATE-----", "a certificate")
    _check_pem("tls_key", key, "PRIVATE KEY-----", "a private key")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    # A peer that negotiates again and again would cost much and gain nothing.
    context.options |= ssl.OP_NO_RENEGOTIATION | ssl.OP_NO_COMPRESSION
    try:
        context.load_cert_chain(cert, key, _no_password)
    except ssl.SSLError as error:
        if error.reason == "KEY_VALUES_MISMATCH":
            raise SettingsError(f"tls_key: {key} is not the key of the certificate in {cert}.") from error
        raise SettingsError(f"tls_cert, tls_key: {cert} and {key} cannot be used: {_reason(error)}.") from error
    return context


def _check_pem(setting: str, path: Path, mark: str, what: str) -> None:
    try:
        text = path.read_bytes()
    except OSError as error:
        raise SettingsError(f"{setting}: {path} cannot be read: {error.strerror}.") from error
    if mark.encode() not in text:
        raise SettingsError(f"{setting}: {path} holds no {what.split(' ', 1)[1]}; it must be {what} in PEM format.")


def _no_password() -> str:
    # Without this OpenSSL would ask on the terminal, and a service would wait there for ever.
    raise SettingsError("tls_key: the key has a password; write it without one, readable by the server's user alone.")


def _examined(server: ssl.SSLContext, chain: Path) -> Certificate:
    """Let a client that trusts nothing but *chain* shake hands with *server* in memory, and see what it is shown."""
    client = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    client.check_hostname = False
    # The certificate is trusted by itself, so that what is checked is its dates and its purpose.
    client.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    try:
        client.load_verify_locations(chain)
        shown = _shake_hands(client, server)
    except ssl.SSLCertVerificationError as error:
        if error.verify_code == _EXPIRED:
            raise SettingsError(f"tls_cert: the certificate in {chain} has expired; renew it.") from error
        if error.verify_code == _NOT_YET_VALID:
            sentence = f"tls_cert: the certificate in {chain} is not valid yet; is this machine's clock right?"
            raise SettingsError(sentence) from error
        raise SettingsError(f"tls_cert: no client would take {chain}: {error.verify_message}.") from error
    except ssl.SSLError as error:
        raise SettingsError(f"tls_cert: {chain} cannot be used: {_reason(error)}.") from error
    names = tuple(str(name) for _, name in shown.get("subjectAltName", ()))
    return Certificate(names, float(ssl.cert_time_to_seconds(shown["notAfter"])))


def _shake_hands(client: ssl.SSLContext, server: ssl.SSLContext) -> dict[str, Any]:
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    one = client.wrap_bio(back, there)
    other = server.wrap_bio(there, back, server_side=True)
    for _ in range(_ROUNDS):
        for side in (one, other):
            with contextlib.suppress(ssl.SSLWantReadError):
                side.do_handshake()
    return dict(one.getpeercert() or {})


def _reason(error: ssl.SSLError) -> str:
    return (error.reason or str(error)).replace("_", " ").lower()
