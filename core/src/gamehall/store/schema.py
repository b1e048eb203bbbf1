"""The tables of the database, as they are after all migrations.

Times are UTC milliseconds, chips are integers, JSON is kept as the text or bytes that were handed in.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
    false,
)

metadata: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)
"""Every constraint has a name, so that a migration can speak of it on every database."""

# SQLite counts rows by themselves only in a column declared exactly INTEGER.
_ROW_ID: Final = BigInteger().with_variant(Integer, "sqlite")

account: Final = Table(
    "account",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("name", Text, nullable=False),
    Column("identity", Text, unique=True),  # empty once deleted, so that the name is free
    Column("password", Text),
    Column("kind", SmallInteger, nullable=False),
    Column("created_at_ms", BigInteger, nullable=False),
    Column("deleted_at_ms", BigInteger),
    sqlite_autoincrement=True,
)

login_token: Final = Table(
    "login_token",
    metadata,
    Column("account_id", Integer, ForeignKey("account.id"), primary_key=True, autoincrement=False),
    Column("digest", Text, nullable=False),  # SHA-256 of the token
    Column("bound", Text, nullable=False),  # SHA-256 of the stored password that it was given for
    Column("expires_at_ms", BigInteger, nullable=False),
)

ledger_balance: Final = Table(
    "ledger_balance",
    metadata,
    Column("ledger_key", Text, primary_key=True),
    Column("balance", BigInteger, nullable=False),
    CheckConstraint("balance >= 0 OR ledger_key = 'bank'", name="not_negative"),
)

ledger_entry: Final = Table(
    "ledger_entry",
    metadata,
    Column("id", _ROW_ID, primary_key=True, autoincrement=True),
    Column("at_ms", BigInteger, nullable=False),
    Column("debit", Text, nullable=False),
    Column("credit", Text, nullable=False),
    Column("amount", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("table_id", Integer),
    Column("hold_id", _ROW_ID, unique=True),  # the hold that this entry settles: once only
    CheckConstraint("amount > 0", name="positive"),
    CheckConstraint("debit <> credit", name="two_sides"),
    sqlite_autoincrement=True,
)

game_table: Final = Table(
    "game_table",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("name", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("variant", Text, nullable=False),
    Column("game_version", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("creator_id", Integer, ForeignKey("account.id")),
    Column("password_hash", Text),
    Column("invitations", Text, nullable=False),
    Column("created_at_ms", BigInteger, nullable=False),
    Column("closed_at_ms", BigInteger),
    Column("checkpoint", LargeBinary),
    Column("checkpoint_no", Integer, nullable=False),
    Index("ix_game_table_closed_at_ms", "closed_at_ms"),
    sqlite_autoincrement=True,
)

table_stake: Final = Table(
    "table_stake",
    metadata,
    Column("table_id", Integer, ForeignKey("game_table.id"), primary_key=True, autoincrement=False),
    Column("account_id", Integer, ForeignKey("account.id"), primary_key=True, autoincrement=False),
    Index("ix_table_stake_account_id", "account_id"),
)
"""Which accounts have chips at which open table: such an account is not deleted."""

journal: Final = Table(
    "journal",
    metadata,
    Column("table_id", Integer, ForeignKey("game_table.id"), primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("digest", Text, nullable=False),
)

round_: Final = Table(
    "round",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("table_id", Integer, ForeignKey("game_table.id"), nullable=False),
    Column("round_no", Integer, nullable=False),
    Column("game", Text, nullable=False),
    Column("variant", Text, nullable=False),
    Column("started_at_ms", BigInteger, nullable=False),
    Column("ended_at_ms", BigInteger, nullable=False),
    Column("document", LargeBinary, nullable=False),
    Column("rated", Boolean, nullable=False, server_default=false()),
    UniqueConstraint("table_id", "round_no"),
    Index("ix_round_game", "game"),
    sqlite_autoincrement=True,
)

round_seat: Final = Table(
    "round_seat",
    metadata,
    Column("round_id", Integer, ForeignKey("round.id"), primary_key=True, autoincrement=False),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("account_id", Integer, ForeignKey("account.id")),
    Column("name", Text, nullable=False),
    Column("kind", SmallInteger, nullable=False),
    Column("payoff", BigInteger, nullable=False),
    Index("ix_round_seat_account_id", "account_id"),
)

tournament: Final = Table(
    "tournament",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("name", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("rules", LargeBinary, nullable=False),
    Column("state", LargeBinary, nullable=False),
    Column("phase", Text, nullable=False),
    Column("created_at_ms", BigInteger, nullable=False),
    Column("saved_at_ms", BigInteger, nullable=False),
    Column("ended_at_ms", BigInteger),
    Index("ix_tournament_ended_at_ms", "ended_at_ms"),
    sqlite_autoincrement=True,
)

tournament_entry: Final = Table(
    "tournament_entry",
    metadata,
    Column("tournament_id", Integer, ForeignKey("tournament.id"), primary_key=True, autoincrement=False),
    Column("account_id", Integer, ForeignKey("account.id"), primary_key=True, autoincrement=False),
    Index("ix_tournament_entry_account_id", "account_id"),
)
"""Who is in a tournament that has not ended: such an account is not deleted."""
