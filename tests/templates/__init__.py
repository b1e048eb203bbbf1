"""What `gamehall new` makes works at once."""
