"""The arena: bots against each other, without tables, accounts or clocks; fair, repeatable, on many cores.

From plan to figures: :mod:`~gamehall.arena.plan` says what is to be played, :mod:`~gamehall.arena.schedule` who
sits where in which deal, :mod:`~gamehall.arena.match` plays a match, :mod:`~gamehall.arena.run` spreads the work
over workers, :mod:`~gamehall.arena.files` keeps what is done, :mod:`~gamehall.arena.results` makes the figures.
"""
