"""Rated rounds, and tournaments with those who are in them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the column and the tables."""
    op.add_column("round", sa.Column("rated", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_table(
        "tournament",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("rules", sa.LargeBinary(), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.Column("phase", sa.Text(), nullable=False),
        sa.Column("created_at_ms", sa.BigInteger(), nullable=False),
        sa.Column("saved_at_ms", sa.BigInteger(), nullable=False),
        sa.Column("ended_at_ms", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_tournament"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_tournament_ended_at_ms", "tournament", ["ended_at_ms"])
    op.create_table(
        "tournament_entry",
        sa.Column("tournament_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("account_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name="fk_tournament_entry_account_id_account"),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournament.id"], name="fk_tournament_entry_tournament_id_tournament"
        ),
        sa.PrimaryKeyConstraint("tournament_id", "account_id", name="pk_tournament_entry"),
    )
    op.create_index("ix_tournament_entry_account_id", "tournament_entry", ["account_id"])


def downgrade() -> None:
    """Take them away."""
    op.drop_table("tournament_entry")
    op.drop_table("tournament")
    op.drop_column("round", "rated")
