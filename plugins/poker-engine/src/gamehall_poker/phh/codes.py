"""PHH's names for the variants.

The format has no name for pot-limit hold'em, Omaha and stud in other limits, and five-card draw; the last eight are
ours, made in the manner of the others.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from gamehall_poker.betting import Structure
from gamehall_poker.variant import Variant
from gamehall_poker.variants import (
    DRAW,
    HOLDEM,
    OMAHA,
    OMAHA_EIGHT,
    RAZZ,
    SINGLE_DRAW,
    STUD,
    STUD_EIGHT,
    TRIPLE_DRAW,
)

__all__ = ["CODES", "Code", "code_of"]

_NO: Final = Structure.NO_LIMIT
_POT: Final = Structure.POT_LIMIT
_FIXED: Final = Structure.FIXED_LIMIT
_SPREAD: Final = Structure.SPREAD_LIMIT


class Code(NamedTuple):
    """What a variant code stands for."""

    variant: Variant
    structure: Structure


CODES: Final = {
    "FT": Code(HOLDEM, _FIXED),
    "NT": Code(HOLDEM, _NO),
    "PO": Code(OMAHA, _POT),
    "FO/8": Code(OMAHA_EIGHT, _FIXED),
    "F7S": Code(STUD, _FIXED),
    "F7S/8": Code(STUD_EIGHT, _FIXED),
    "FR": Code(RAZZ, _FIXED),
    "N2L1D": Code(SINGLE_DRAW, _NO),
    "F2L3D": Code(TRIPLE_DRAW, _FIXED),
    "PT": Code(HOLDEM, _POT),
    "NO": Code(OMAHA, _NO),
    "FO": Code(OMAHA, _FIXED),
    "N5D": Code(DRAW, _NO),
    "P5D": Code(DRAW, _POT),
    "F5D": Code(DRAW, _FIXED),
    "N7S": Code(STUD, _NO),
    "S7S": Code(STUD, _SPREAD),
}
"""By PHH's variant codes."""


def code_of(variant: Variant, structure: Structure) -> str:
    """The code of a variant. Raises :class:`ValueError` when it has none."""
    for name, code in CODES.items():
        if code == (variant, structure):
            return name
    raise ValueError(f"PHH has no code for {structure} {variant.name}")
