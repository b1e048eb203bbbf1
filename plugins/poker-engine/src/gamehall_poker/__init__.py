"""The poker engine: the rules that hold'em, draw and stud share.

A game is a :class:`~gamehall_poker.variant.Variant` (its streets), a :class:`~gamehall_poker.betting.Betting`
(its money) and :class:`~gamehall_poker.round.PokerRound`, which plays any of them.
"""
