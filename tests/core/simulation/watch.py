"""What must hold after every step of a simulated world, whatever happens to it."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Any, Final

import attrs

from gamehall.ledger import table_key
from gamehall.sessions.connection import Connection
from gamehall.tables.machine import Outcome
from gamehall.tables.table import Table
from gamehall_sdk.game import Game, Stakes
from gamehall_sdk.table import Phase, Snapshot, Update
from gamehall_sdk.wire import GameStateUpdate, Message, StateUpdate, UpdatedGameState
from tests.core.simulation.dice import Dice

__all__ = ["ONE_ACTOR", "Watch"]

ONE_ACTOR: Final = {"hello", "holdem", "draw", "stud", "coins"}
"""Games whose rules never ask two seats at once."""
_CARD: Final = re.compile(r"(?<![0-9A-Za-z])[2-9TJQKA][shdc](?![0-9A-Za-z])")


@attrs.define
class _Hand:
    """What may be known of the round that is being played at a table."""

    secret: str = ""
    private: dict[int, set[str]] = attrs.field(factory=lambda: defaultdict(set))
    """By seat, the cards that it was told alone."""
    public: set[str] = attrs.field(factory=set)
    number: int = 0
    """The last input that was seen."""


@attrs.define(eq=False)
class Watch:
    """Looks on, as an observer of tables, at the server's wires, and at the clients' ends."""

    dice: Dice
    games: dict[str, Game]
    balance: Any
    """Gives the balance of a ledger account."""
    table: Any
    """Gives a table as it is stored."""
    said: dict[tuple[int, int], tuple[Outcome, dict[int, int]]] = attrs.field(factory=dict)
    """By table and sequence number: what was told, and who sat where."""
    hands: dict[int, _Hand] = attrs.field(factory=lambda: defaultdict(_Hand))
    outcomes: int = 0
    failures: list[str] = attrs.field(factory=list)

    # --- at the tables ---

    def changed(self, table: Table, outcome: Outcome) -> None:
        """An observer of every table: what was stored and is being told."""
        try:
            self._changed(table, outcome)
        except AssertionError as error:
            self.failures.append(f"table {table.config.id}, input {outcome.number} ({outcome.kind}): {error}")

    def _changed(self, table: Table, outcome: Outcome) -> None:
        self.outcomes += 1
        self.dice.note(f"{table.config.id} {outcome.number} {outcome.kind} {outcome.digest}")
        flow: Any = table.machine.flow
        number = table.config.id
        seats = {account: flow.seat_of(account) for account in flow.accounts()}
        if outcome.said:
            self.said[number, outcome.seq] = (outcome, seats)
        self._hand(number, outcome, flow)
        assert not outcome.fault, f"the game failed: {outcome.fault}"
        # Chips are conserved: the books of the table, its escrow, and between rounds the stacks.
        if table.game.stakes is Stakes.CHIPS:
            escrow = self.balance(table_key(number))
            books = sum(table.machine._books.values())
            assert escrow == books, f"{escrow} chips lie there, {books} by the table's books"
            if flow._live is None:
                stacks = sum(seat.stack for seat in flow.seats())
                assert stacks == escrow, f"{escrow} chips lie there, the stacks are {stacks}"
        # Who is asked is who has to act by the rules.
        asked = [turn.seat for turn in flow.turns()]
        assert len(set(asked)) == len(asked), f"seats are asked twice: {asked}"
        if flow._live is not None and flow.phase is Phase.PLAYING:
            due = set(flow._live.round.to_act)
            assert set(asked) <= due, f"{asked} are asked, the rules wait for {due}"
            assert asked or not due or outcome.need_deal, f"nobody is asked, the rules wait for {due}"
            if table.config.game in ONE_ACTOR:
                assert len(due) <= 1, f"{due} are to act at once"

    def _hand(self, number: int, outcome: Outcome, flow: Any) -> None:
        if outcome.kind == "deal":
            self.hands[number] = _Hand(flow._live.secret if flow._live is not None else "")
        elif outcome.number != self.hands[number].number + 1:
            # Something was stored, and the server died before it told it: what of the round was told is not known.
            self.hands[number] = _Hand()
        hand = self.hands[number]
        hand.number = outcome.number
        for say in outcome.said:
            cards = set(_CARD.findall(str(say.body)))
            if say.audience is None:
                hand.public |= cards
            else:
                hand.private[say.audience] |= cards
        if flow._live is None:
            hand.secret = ""

    # --- on the wires ---

    def leaves(self, connection: Connection, payload: bytes) -> None:
        """A message leaves the server: no card in it that its reader may not know, and no secret of a deal."""
        text = payload.decode()
        account = connection.account.id if connection.account else 0
        for seat in connection.tables.values():
            hand = self.hands.get(seat.gameid)
            if hand is None:
                continue
            if hand.secret and hand.secret in text:
                self.failures.append(f"the secret of a deal at table {seat.gameid} was told: {text[:300]}")
            # Whoever has a seat by now may know what it was told: a seat may change hands within a round.
            own = seat.table.machine.flow.seat_of(account)
            known = hand.public | (set() if own is None else hand.private[own])
            hidden = set().union(*hand.private.values()) - known
            same = seat.table.machine.number == hand.number
            if hidden and len(connection.tables) == 1 and hand.secret and same:
                shown = hidden & set(_CARD.findall(text))
                if shown:
                    self.failures.append(f"account {account} was told {shown}: {text[:300]}")

    # --- at the clients ---

    def arrives(self, account: int, seqs: dict[int, int], message: Message) -> None:
        """A client hears: exactly what its seat may, once, in order."""
        match message.body:
            case StateUpdate(GameStateUpdate(number, UpdatedGameState(parameters=parameters))):
                pass
            case _:
                return
        payloads = self.games[self.table(number).game].table_payloads
        parts = [payloads.load(one) for one in parameters]
        if isinstance(parts[0], Snapshot):
            seqs[message.sessionid] = parts[0].seq
            return
        if not isinstance(parts[0], Update):
            return
        seq = parts[0].seq
        if message.sessionid in seqs and seq <= seqs[message.sessionid]:
            self.failures.append(f"account {account} heard {seq} of table {number} after {seqs[message.sessionid]}")
        seqs[message.sessionid] = seq
        outcome, seats = self.said[number, seq]
        right = [one.body for one in outcome.said if one.audience in (None, seats.get(account, -1))]
        heard = [payloads.dump_json(one) for one in parts[1:]]
        if heard != right:
            self.failures.append(f"account {account} heard {heard} of table {number}, not {right}")
