"""PHH, the Poker Hand History format: hands as TOML, one in a ``.phh`` file, many in a ``.phhs`` collection.

:mod:`~gamehall_poker.phh.reading` reads, :mod:`~gamehall_poker.phh.replaying` plays what was read on the engine,
:mod:`~gamehall_poker.phh.writing` writes, and :mod:`~gamehall_poker.phh.records` makes hands of a table's records.
"""
