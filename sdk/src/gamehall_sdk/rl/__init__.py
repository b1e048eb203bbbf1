"""Environments for learning programs: every game as a PettingZoo AEC environment. Needs ``gamehall-sdk[rl]``.

``env(game)`` is one round an episode. An agent is a seat, ``seat_0`` on; it observes what its seat may know.

**Observation**: ``{"observation": float32 vector, "action_mask": int8 vector}``. The vector is the seat's number, one
of as many as play, and then the view, field by field: a number as itself; a truth as 0 or 1; a card as one of 54; cards
as how often each of the 54 is there; a value of an enumeration, or a word, as one of those there are; what may be
absent as 0 or 1 and then the value or zeros; several of a kind one after the other, each with a 1 before it, and zeros
up to a fixed number; everything else is left out. How many there can be of a kind, and which words there are, is found
by playing some random rounds from a fixed seed, so it is the same in every process; what is more is cut off.

**Actions**: a number. The classes of the game's actions follow each other: one without fields is one number; one
with an amount has :data:`AMOUNTS` numbers, of which number *i* is ``least + (most - least) (i / (AMOUNTS - 1))^2``,
rounded, so that small amounts are told apart better; one with one card has 54; of any other, number *i* is the *i*-th
that is legal.

**Reward**: the round's payoffs at its end, 0 before. The deck, and the order of the seats in the plan (a button that
moves), follow from the seed given to ``reset``; without one, from what was before.
"""

from __future__ import annotations

import importlib.util

_missing = [name for name in ("numpy", "gymnasium", "pettingzoo") if importlib.util.find_spec(name) is None]
if _missing:
    _sentence = f"gamehall_sdk.rl needs {', '.join(_missing)}: pip install 'gamehall-sdk[rl]'"
    raise ImportError(_sentence, name=_missing[0])

from gamehall_sdk.rl.encoding import AMOUNTS, Encoding  # noqa: E402  # what is missing is said first
from gamehall_sdk.rl.environment import RoundEnv, env  # noqa: E402  # as above

__all__ = ["AMOUNTS", "Encoding", "RoundEnv", "env"]
