"""A Gamehall bot that plays any game by picking a legal action at random."""
