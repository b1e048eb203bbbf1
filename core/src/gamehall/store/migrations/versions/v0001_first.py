"""The first schema: accounts, ledger, tables, journal, rounds."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    _accounts_and_ledger()
    _tables()
    _rounds()


def downgrade() -> None:
    """Take everything away."""
    for table in (
        "round_seat",
        "round",
        "journal",
        "table_stake",
        "game_table",
        "ledger_entry",
        "ledger_balance",
        "account",
    ):
        op.drop_table(table)


def _row_id() -> sa.types.TypeEngine[int]:
    return sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _accounts_and_ledger() -> None:
    op.create_table(
        "account",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("identity", sa.Text(), nullable=True),
        sa.Column("password", sa.Text(), nullable=True),
        sa.Column("kind", sa.SmallInteger(), nullable=False),
        sa.Column("created_at_ms", sa.BigInteger(), nullable=False),
        sa.Column("deleted_at_ms", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_account"),
        sa.UniqueConstraint("identity", name="uq_account_identity"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "ledger_balance",
        sa.Column("ledger_key", sa.Text(), nullable=False),
        sa.Column("balance", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("balance >= 0 OR ledger_key = 'bank'", name=op.f("ck_ledger_balance_not_negative")),
        sa.PrimaryKeyConstraint("ledger_key", name="pk_ledger_balance"),
    )
    op.create_table(
        "ledger_entry",
        sa.Column("id", _row_id(), autoincrement=True, nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("debit", sa.Text(), nullable=False),
        sa.Column("credit", sa.Text(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Integer(), nullable=True),
        sa.Column("hold_id", _row_id(), nullable=True),
        sa.CheckConstraint("amount > 0", name=op.f("ck_ledger_entry_positive")),
        sa.CheckConstraint("debit <> credit", name=op.f("ck_ledger_entry_two_sides")),
        sa.PrimaryKeyConstraint("id", name="pk_ledger_entry"),
        sa.UniqueConstraint("hold_id", name="uq_ledger_entry_hold_id"),
        sqlite_autoincrement=True,
    )


def _tables() -> None:
    op.create_table(
        "game_table",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("game_version", sa.Text(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("creator_id", sa.Integer(), nullable=True),
        sa.Column("password_hash", sa.Text(), nullable=True),
        sa.Column("invitations", sa.Text(), nullable=False),
        sa.Column("created_at_ms", sa.BigInteger(), nullable=False),
        sa.Column("closed_at_ms", sa.BigInteger(), nullable=True),
        sa.Column("checkpoint", sa.LargeBinary(), nullable=True),
        sa.Column("checkpoint_no", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["creator_id"], ["account.id"], name="fk_game_table_creator_id_account"),
        sa.PrimaryKeyConstraint("id", name="pk_game_table"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_game_table_closed_at_ms", "game_table", ["closed_at_ms"])
    op.create_table(
        "table_stake",
        sa.Column("table_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("account_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], name="fk_table_stake_table_id_game_table"),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name="fk_table_stake_account_id_account"),
        sa.PrimaryKeyConstraint("table_id", "account_id", name="pk_table_stake"),
    )
    op.create_index("ix_table_stake_account_id", "table_stake", ["account_id"])
    op.create_table(
        "journal",
        sa.Column("table_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], name="fk_journal_table_id_game_table"),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_journal"),
    )


def _rounds() -> None:
    op.create_table(
        "round",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("round_no", sa.Integer(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("started_at_ms", sa.BigInteger(), nullable=False),
        sa.Column("ended_at_ms", sa.BigInteger(), nullable=False),
        sa.Column("document", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], name="fk_round_table_id_game_table"),
        sa.PrimaryKeyConstraint("id", name="pk_round"),
        sa.UniqueConstraint("table_id", "round_no", name="uq_round_table_id_round_no"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_round_game", "round", ["game"])
    op.create_table(
        "round_seat",
        sa.Column("round_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("kind", sa.SmallInteger(), nullable=False),
        sa.Column("payoff", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["round_id"], ["round.id"], name="fk_round_seat_round_id_round"),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name="fk_round_seat_account_id_account"),
        sa.PrimaryKeyConstraint("round_id", "seat", name="pk_round_seat"),
    )
    op.create_index("ix_round_seat_account_id", "round_seat", ["account_id"])
