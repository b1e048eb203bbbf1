"""Everything that speaks to the database; no other part of the server imports SQLAlchemy or Alembic."""
