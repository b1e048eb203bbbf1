"""Alembic's scripts: how the database came to its present schema."""
