"""A poker bot that keeps a table of what its opponents are likely to hold and of how they play."""
