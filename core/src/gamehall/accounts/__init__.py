"""Who may log in: accounts, their names, passwords and types."""
