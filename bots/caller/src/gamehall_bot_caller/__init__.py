"""A Gamehall bot that calls: a calling station, the baseline of poker bots."""
