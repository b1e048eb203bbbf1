"""Hello: the smallest Gamehall game, made to be read."""
