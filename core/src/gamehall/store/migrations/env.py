"""Alembic's entry: runs the steps on the connection that the caller handed over."""

from __future__ import annotations

from alembic import context

from gamehall.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
)
# The caller's transaction is the transaction: all steps, or none.
context.run_migrations()
