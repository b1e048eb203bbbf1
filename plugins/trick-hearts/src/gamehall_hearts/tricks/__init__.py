"""The trick engine: cards, suits and points as data, and a round that follows suit without trumps.

A game of its own is a :class:`~gamehall_hearts.tricks.cards.TrickCards` and a subclass of
:class:`~gamehall_hearts.tricks.round.TrickRound` that says what may be led, what is decided before the play, and
how the cards taken are scored.
"""
