"""Login tokens in the database."""

from __future__ import annotations

import hashlib

from sqlalchemy import delete, insert, select

from gamehall.accounts.model import Account, AccountType
from gamehall.store.engine import Database
from gamehall.store.schema import account, login_token


class TokenStore:
    """Implements :class:`gamehall.accounts.tokens.TokensPort`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, account_id: int, digest: str, expires_at_ms: int) -> None:
        """Keep the digest of the account's token, in place of any other, bound to its present password."""
        query = select(account.c.password).where(account.c.id == account_id, account.c.deleted_at_ms.is_(None))
        with self._database.write() as connection:
            connection.execute(delete(login_token).where(login_token.c.account_id == account_id))
            stored = connection.scalar(query)
            if stored is not None:
                values = {
                    "account_id": account_id,
                    "digest": digest,
                    "bound": _bound(stored),
                    "expires_at_ms": expires_at_ms,
                }
                connection.execute(insert(login_token).values(values))

    def find(self, identity: str, digest: str, at_ms: int) -> Account | None:
        """The account that the token belongs to, while it is good; None otherwise."""
        query = (
            select(account, login_token.c.bound)
            .join(login_token, login_token.c.account_id == account.c.id)
            .where(account.c.identity == identity, login_token.c.digest == digest, login_token.c.expires_at_ms > at_ms)
        )
        with self._database.read() as connection:
            row = connection.execute(query).one_or_none()
        if row is None or row.password is None or row.bound != _bound(row.password):
            return None
        return Account(row.id, row.name, AccountType(row.kind), row.created_at_ms)

    def drop(self, account_id: int) -> None:
        """Forget the account's token."""
        with self._database.write() as connection:
            connection.execute(delete(login_token).where(login_token.c.account_id == account_id))


def _bound(stored_password: str) -> str:
    # Whoever changes the password, by whatever way, ends the token with it.
    return hashlib.sha256(stored_password.encode()).hexdigest()
