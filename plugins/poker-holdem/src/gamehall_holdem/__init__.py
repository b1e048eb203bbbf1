"""Texas hold'em for Gamehall: no limit, pot limit and fixed limit."""
