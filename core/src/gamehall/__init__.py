"""A game server that knows no game: every game, bot and clock is a package of its own."""
