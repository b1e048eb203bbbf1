"""A hand's actions, read: what each says, and the deck that deals what they tell."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import Final, TypeAlias

import attrs

from gamehall_poker.phh.hand import PhhError
from gamehall_poker.variant import Variant
from gamehall_sdk.cards import DECK, Card

__all__ = ["Known", "Script", "Step", "Verb", "read_script", "stack_deck"]

Known: TypeAlias = Card | None
"""A card, or ``None`` for one that the source does not tell (``??``)."""


_CARD: Final = re.compile(r"\?\?|10[shdcSHDC]|[2-9TJQKAtjqka][shdcSHDC]")
_BOARD: Final = -1


class Verb(StrEnum):
    """What an action does, by its word in the file."""

    DEAL_HOLE = "dh"
    DEAL_BOARD = "db"
    STAND_OR_DISCARD = "sd"
    BRING_IN = "pb"
    FOLD = "f"
    CHECK_OR_CALL = "cc"
    BET_OR_RAISE = "cbr"
    SHOW_OR_MUCK = "sm"


@attrs.frozen
class Step:
    """One action of the file."""

    number: int
    """Its place in the list of actions, from 1."""
    token: str
    verb: Verb
    player: int = _BOARD
    """From 0; -1 for the board."""
    cards: tuple[Known, ...] = ()
    amount: str = ""

    def wrong(self, sentence: str) -> PhhError:
        """The error that says *sentence* of this action."""
        return PhhError(f"action {self.number} {self.token!r}: {sentence}")


@attrs.frozen
class Script:
    """All actions of a hand."""

    steps: tuple[Step, ...]
    deck: tuple[Card, ...]
    owners: dict[Card, int]
    """The player who last held each card; nobody for a card of the board."""
    unknown: frozenset[Card]
    """Cards of the deck that stand in for those that the source does not tell."""


def read_script(actions: Sequence[str], players: int) -> tuple[Step, ...]:
    """Read *actions* of a hand with so many *players*; :class:`PhhError` names the one that cannot be read."""
    told = [(number, token, token.partition("#")[0].split()) for number, token in enumerate(actions, 1)]
    # What says nothing, or is but a comment, does nothing.
    return tuple([_step(number, token, words, players) for number, token, words in told if words])


def _step(number: int, token: str, words: Sequence[str], players: int) -> Step:
    blank = Step(number, token, Verb.FOLD)
    match words:
        case ["d", "dh", player, cards]:
            return Step(number, token, Verb.DEAL_HOLE, _player(blank, player, players), _cards(blank, cards))
        case ["d", "db", cards]:
            return Step(number, token, Verb.DEAL_BOARD, cards=_cards(blank, cards))
        case [player, "cbr", amount]:
            return Step(number, token, Verb.BET_OR_RAISE, _player(blank, player, players), amount=amount)
        case [player, "sd" | "sm" as verb, cards] if cards != "-":
            return Step(number, token, Verb(verb), _player(blank, player, players), _cards(blank, cards))
        case [player, "sm", "-"]:
            # Shown, and the cards were told when they were dealt.
            return Step(number, token, Verb.SHOW_OR_MUCK, _player(blank, player, players), (None,))
        case [player, "sd" | "sm" as verb, *_] if len(words) <= 3:  # noqa: PLR2004  # some write - for none
            return Step(number, token, Verb(verb), _player(blank, player, players))
        case [player, "pb" | "f" | "cc" as verb]:
            return Step(number, token, Verb(verb), _player(blank, player, players))
        case _:
            raise blank.wrong("this is no action; write 'd dh p1 AsKd', 'd db 2c3d4h', 'p1 f', 'p1 cbr 200' …")


def _player(step: Step, word: str, players: int) -> int:
    if re.fullmatch(r"p[1-9]\d?", word) and int(word[1:]) <= players:
        return int(word[1:]) - 1
    raise step.wrong(f"{word!r} is no player; there are p1 to p{players}")


def _cards(step: Step, word: str) -> tuple[Known, ...]:
    found = _CARD.findall(word)
    if "".join(found) != word:
        raise step.wrong(f"{word!r} are no cards; write them like 'AsTd', '??' for an unknown one")
    return tuple([None if card == "??" else Card(card) for card in found])


def stack_deck(steps: Sequence[Step], variant: Variant, players: int) -> Script:
    """The deck for *steps*: what each street deals, by the engine's order, from what the file tells.

    Cards that nobody tells of are any that are left. Raises :class:`PhhError` where a card comes twice, too many are
    dealt, or somebody gets one who has folded.
    """
    dealing = _Dealing(variant, players)
    for step in steps:
        dealing.take(step)
    dealing.serve()
    shown = _shown(steps, dealing.places, players)
    told = {card for _, card in dealing.places if card is not None} | {card for cards in shown for card in cards}
    free = iter([card for card in DECK if card not in told])
    deck: list[Card] = []
    owners: dict[Card, int] = {}
    unknown = set()
    for owner, known in dealing.places:
        card = known
        if card is None and owner != _BOARD and shown[owner]:
            card = shown[owner].pop(0)
        elif card is None:
            card = next(free, None)
            if card is None:
                raise PhhError("more cards are dealt than the deck has")
            unknown.add(card)
        deck.append(card)
        owners[card] = owner
    for step in steps:
        if step.verb is Verb.SHOW_OR_MUCK:
            wrong = [card for card in step.cards if card is not None and owners.get(card) != step.player]
            if wrong:
                raise step.wrong(f"p{step.player + 1} does not hold {wrong[0]}")
    # The engine asks for a deck that would serve all to the end; what the hand never came to is never dealt.
    return Script(tuple(steps), (*deck, *free, *DECK), owners, frozenset(unknown))


class _Dealing:
    """The places of the deck in the engine's order, each with its player (or the board) and its card, if told."""

    def __init__(self, variant: Variant, players: int) -> None:
        self.places: list[tuple[int, Known]] = []
        self._variant = variant
        self._live = list(range(players))
        self._dealt = [0] * players
        self._board = 0
        self._out: set[Card] = set()
        """Cards that are dealt and not thrown away."""
        self._street: dict[int, list[Known]] = {}
        """What the street that is being dealt gives, by player."""
        first = variant.streets[0]
        self._each = first.down + first.up
        self._opening = True

    def take(self, step: Step) -> None:
        """Go on by one action."""
        match step.verb:
            case Verb.DEAL_HOLE:
                self._once(step)
                self._deal(step)
            case Verb.DEAL_BOARD:
                self.serve()
                self._once(step)
                self._board += len(step.cards)
                if self._board > self._variant.to_board:
                    raise step.wrong(f"the board has {self._variant.to_board} cards")
                self.places += [(_BOARD, card) for card in step.cards]
            case Verb.SHOW_OR_MUCK:
                return
            case _:
                self.serve()
                if step.verb is Verb.FOLD and step.player in self._live:
                    self._live.remove(step.player)
                self._out -= set(step.cards)

    def serve(self) -> None:
        """Deal the street that was being collected: one card at a time round the table."""
        if not self._street and not self._opening:
            return
        for place in range(self._each):
            for player in self._live:
                cards = self._street.get(player, [])
                self.places.append((player, cards[place] if place < len(cards) else None))
        self._street = {}
        self._each = 1
        self._opening = False

    def _deal(self, step: Step) -> None:
        player = step.player
        if player not in self._live:
            raise step.wrong("the player has folded")
        self._dealt[player] += len(step.cards)
        if not self._opening:
            if self._variant.changes:
                self.places += [(player, card) for card in step.cards]
                return
            if player in self._street:
                self.serve()
        self._street.setdefault(player, []).extend(step.cards)
        if len(self._street[player]) > self._each or self._dealt[player] > self._variant.to_player:
            raise step.wrong("the player has all cards of this street")

    def _once(self, step: Step) -> None:
        for card in step.cards:
            if card is not None and card in self._out:
                raise step.wrong(f"{card} was dealt before")
            if card is not None:
                self._out.add(card)


def _shown(steps: Sequence[Step], places: Sequence[tuple[int, Known]], players: int) -> list[list[Card]]:
    """By player: cards that are shown in the end and were not told when they were dealt, in their order."""
    known = {card for _, card in places if card is not None}
    shown: list[list[Card]] = [[] for _ in range(players)]
    for step in steps:
        if step.verb is Verb.SHOW_OR_MUCK:
            new = [card for card in step.cards if card is not None and card not in known]
            if len(set(new)) < len(new):
                raise step.wrong("a card is shown twice")
            known |= set(new)
            shown[step.player] += new
    return shown
