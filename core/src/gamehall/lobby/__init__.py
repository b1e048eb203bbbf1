"""The lobby: which games there are, which tables are open, and who is told when that changes."""
