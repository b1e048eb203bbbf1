"""The check that nobody is told what they may not know, by changing what is hidden.

What a viewer may know is what events told it. Two things follow, and are checked:

- a view shows no card that no event told its viewer;
- when cards that no event named to a viewer change places in the deal, and everybody does the same, that viewer
  hears the same events and sees the same view, until the round is over.

A card that one seat alone was told must not be told to others either, unless its owner's action names it, the
round is over, or an event of a class in :attr:`Game.reveals <gamehall_sdk.game.Game.reveals>` turns it up.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

import attrs

from gamehall_sdk.cards import Card
from gamehall_sdk.errors import IllegalAction
from gamehall_sdk.round import Told
from gamehall_sdk.testing.case import Broken, Case, Play

__all__ = ["cards_in", "check_secrecy", "check_simultaneous"]

_MOST_SWAPS: Final = 3
_NEAR: Final = (4, 12, 1000)
"""Of the hidden cards the first so many are moved: those that are dealt lie at the front, and they matter most."""


def cards_in(value: Any) -> frozenset[Card]:
    """All cards in a value, wherever they are."""
    found: set[Card] = set()
    rest = [value]
    while rest:
        one = rest.pop()
        if isinstance(one, Card):
            found.add(one)
        elif isinstance(one, (tuple, list, set, frozenset)):
            rest += one
        elif isinstance(one, Mapping):
            rest += [*one, *one.values()]
        else:
            rest += [getattr(one, name) for name in _fields(one.__class__)]
    return frozenset(found)


@cache
def _fields(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in attrs.fields(kind)) if attrs.has(kind) else ()


def check_secrecy(case: Case) -> None:
    """See the module."""
    play = case.play()
    known = _Known(case)
    while True:
        known.learn(play)
        if play.over:
            return
        if case.dice.randint(0, 2) == 0:
            _another_deal(case, play, known)
        case.move(play)


def check_simultaneous(case: Case) -> None:
    """Where several seats choose at once, a choice that the events keep from a viewer is not in its view either."""
    play = case.play()
    length = case.length()
    while not play.over and (len(play.actions) < length or len(play.round.to_act) < 2):  # noqa: PLR2004  # at once
        case.move(play)
    if play.over:
        return
    seat = case.dice.choice(play.round.to_act)
    legal = play.round.legal(seat)
    one, two = play.again(), play.again()
    one.do(seat, legal.choose(case.dice))
    two.do(seat, legal.choose(case.dice))
    if one.actions[-1] == two.actions[-1] or one.over or two.over:
        return
    play.actions.append(one.actions[-1])
    for viewer in one.viewers:
        if viewer == seat or one.heard(viewer, -1) != two.heard(viewer, -1):
            continue
        if one.round.view(viewer) != two.round.view(viewer):
            difference = _difference(one.round.view(viewer), two.round.view(viewer))
            raise Broken(
                f"no event tells {_name(viewer)} whether seat {seat} chose {one.actions[-1][1]} or "
                f"{two.actions[-1][1]}, but its view does: {difference}"
            )
        case.count("hidden choices")


@attrs.define
class _Known:
    """The cards that events have named, by viewer."""

    case: Case
    by: dict[int | None, set[Card]] = attrs.field(factory=dict)
    revealed: bool = False
    """Whether an event of the game's own telling has turned up what was hidden."""

    def learn(self, play: Play) -> None:
        """Take in what the last action made known; raises when a card was told or shown that should be hidden."""
        shown = {viewer: cards_in(play.round.view(viewer)) for viewer in play.viewers}
        batch = play.told[-1]
        for told in batch:
            self._hear(play, told)
        for told in batch:
            self._contradiction(play, told, shown)
        for viewer, cards in shown.items():
            if strange := cards - self.by.setdefault(viewer, set()):
                raise Broken(f"the view shows {_name(viewer)} {min(strange)}, which no event told it")
        self.case.count("views", len(shown))

    def _hear(self, play: Play, told: Told) -> None:
        reveals = type(told.event) in self.case.game.reveals
        self.revealed = self.revealed or reveals
        cards = cards_in(told.event)
        for viewer in _audience(play, told):
            mine = self.by.setdefault(viewer, set())
            for card in cards - mine:
                holders = [seat for seat, some in self.by.items() if card in some]
                if holders and not reveals and not play.over and not _names(play, holders, card):
                    event = type(told.event).__name__
                    raise Broken(
                        f"{card}, until now told to seat {holders[0]} alone, is told to {_name(viewer)} by {event} "
                        f"before the round is over, and no action of its holder names it; if the rules turn it up, "
                        f"name {event} among the game's `reveals`"
                    )
        for viewer in _audience(play, told):
            self.by[viewer] |= cards

    def _contradiction(self, play: Play, told: Told, shown: Mapping[int | None, frozenset[Card]]) -> None:
        """An event tells everybody a card that their views hide: one of the two is wrong."""
        if play.over or self.revealed or told.audience is not None or len(play.setup.seats) == 1:
            return
        for card in sorted(cards_in(told.event) - shown[None]):
            seeing = [seat for seat in play.setup.seats if card in shown[seat]]
            if len(seeing) == 1:
                raise Broken(
                    f"{type(told.event).__name__} tells everybody {card}, which only the view of seat {seeing[0]} "
                    f"shows: either the event should go to that seat alone, or the other views hide too much"
                )


def _another_deal(case: Case, play: Play, known: _Known) -> None:
    """Let cards that a viewer does not know change places, do the same again, and compare what it is told."""
    viewer = case.dice.choice(play.viewers)
    deal = list(play.setup.deal)
    hidden = [place for place, card in enumerate(deal) if card not in known.by[viewer]]
    if len(hidden) < 2 or known.revealed:  # noqa: PLR2004  # to swap
        return
    swaps = []
    for _ in range(case.dice.randint(1, _MOST_SWAPS)):
        here = case.dice.choice(hidden[: case.dice.choice(_NEAR)])
        there = case.dice.choice(hidden)
        deal[here], deal[there] = deal[there], deal[here]
        swaps.append(f"{play.setup.deal[here]} with {play.setup.deal[there]}")
    other = Play(case.game, attrs.evolve(play.setup, deal=tuple(deal)))
    for step in range(len(play.actions) + 1):
        if other.over or other.asked[step] != play.asked[step]:
            # The rules themselves depend on the cards here (who leads, say), which tells everybody.
            return
        was, now = play.heard(viewer, step), other.heard(viewer, step)
        if was != now:
            one, two = next(((a, b) for a, b in zip(was, now, strict=False) if a != b), (was, now))
            _leak(viewer, swaps, "hears", f"{one} or {two}")
        if step == len(play.actions):
            break
        try:
            other.do(*play.actions[step])
        except IllegalAction:
            # Somebody could not have done this with those cards: no such world fits what was seen.
            return
    mine, its = play.round.view(viewer), other.round.view(viewer)
    if mine != its:
        _leak(viewer, swaps, "sees", _difference(mine, its))
    if viewer is not None and play.round.legal(viewer) != other.round.legal(viewer):
        _leak(viewer, swaps, "may do", f"{play.round.legal(viewer)} or {other.round.legal(viewer)}")
    case.count("other deals")


def _leak(viewer: int | None, swaps: list[str], does: str, what: str) -> None:
    raise Broken(f"with {', '.join(swaps)} swapped, cards that no event told {_name(viewer)}, it {does} {what}")


def _audience(play: Play, told: Told) -> tuple[int | None, ...]:
    return play.viewers if told.audience is None else (told.audience,)


def _names(play: Play, holders: list[int | None], card: Card) -> bool:
    """Whether a holder of the card has played, shown or passed it: an action of theirs names it."""
    return any(seat in holders and card in cards_in(action) for seat, action in play.actions)


def _name(viewer: int | None) -> str:
    return "a spectator" if viewer is None else f"seat {viewer}"


def _difference(one: Any, two: Any, path: str = "") -> str:
    """Where two values of one class differ, for a person."""
    if type(one) is type(two) and attrs.has(type(one)):
        for field in attrs.fields(type(one)):
            a, b = getattr(one, field.name), getattr(two, field.name)
            if a != b:
                return _difference(a, b, f"{path}.{field.name}" if path else field.name)
    if isinstance(one, tuple) and isinstance(two, tuple) and len(one) == len(two):
        for at, (a, b) in enumerate(zip(one, two, strict=True)):
            if a != b:
                return _difference(a, b, f"{path}[{at}]")
    return f"{path or 'view'} {one!r} or {two!r}"
