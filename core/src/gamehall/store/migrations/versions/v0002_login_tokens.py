"""Login tokens: one for each account at most, with which a page logs in again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "login_token",
        sa.Column("account_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("bound", sa.Text(), nullable=False),
        sa.Column("expires_at_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name="fk_login_token_account_id_account"),
        sa.PrimaryKeyConstraint("account_id", name="pk_login_token"),
    )


def downgrade() -> None:
    """Take it away."""
    op.drop_table("login_token")
