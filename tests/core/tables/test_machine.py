"""A table as a machine: numbers, timers, refusals, books and faults."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from gamehall.tables.inputs import (
    Act,
    Close,
    Command,
    Connection,
    Fault,
    GiveUp,
    Input,
    Join,
    Part,
    Timer,
)
from gamehall.tables.machine import FAILED, Outcome
from gamehall_hello.plugin import GAME as HELLO
from gamehall_sdk.cards import DECK
from gamehall_sdk.default_flow import DefaultFlow
from gamehall_sdk.errors import (
    GameFault,
    GamehallError,
    IllegalAction,
    NoRound,
    NotSeated,
    OutOfTurn,
    Refusal,
    StaleTurn,
    TableClosed,
    TableFrozen,
    UnknownPayload,
)
from gamehall_sdk.flow import CashOut
from gamehall_sdk.record import replay
from gamehall_sdk.round import Told
from gamehall_sdk.shuffle import shuffle
from gamehall_sdk.table import Amounts, Frozen, Kind, Left, Phase
from tests.games import Bet, Call, Check, CoinsRound, Trap, coins, morra
from tests.line import Line, coins_line, hello_line, state

# --- numbers, effects ---


def test_inputs_are_numbered_without_gaps_and_only_what_is_said_counts_as_an_update() -> None:
    line = hello_line()
    line.connection(10, up=True)
    kinds = [(outcome.number, outcome.kind, outcome.seq) for outcome in line.outcomes]
    assert kinds == [(1, "open", 0), (2, "join", 1), (3, "join", 2), (4, "deal", 3), (5, "connection", 3)]


def test_a_join_gives_the_seat_and_the_one_that_starts_a_round_asks_for_the_deal() -> None:
    line = Line(HELLO)
    line.deals = False
    assert line.join(10, seat=3).seat == 3
    outcome = line.join(11)
    assert (outcome.seat, outcome.need_deal, line.machine.awaits_deal) == (0, True, True)
    dealt = line.machine.deal(bytes(32), line.now_ms)
    assert (dealt.need_deal, line.machine.awaits_deal) == (False, False)
    with pytest.raises(RuntimeError, match=r"^no deal was asked for$"):
        line.machine.deal(bytes(32), line.now_ms)


def test_the_journal_stores_the_deal_itself() -> None:
    line = Line(HELLO)
    line.join(10)
    line.deals = False
    line.join(11)
    outcome = line.machine.deal(bytes(32), line.now_ms)
    for card in shuffle(DECK, bytes(32)):
        assert f'"{card}"'.encode() in outcome.body
    assert outcome.body.index(b'"cards"') < outcome.body.index(b'"secret"')


def test_timers_are_kept_by_name_and_the_earliest_is_due_first() -> None:
    line = hello_line(clock="move:7")
    line.connection(11, up=False)
    machine = line.machine
    assert sorted(machine.timers) == ["grace:1", "turn:0:1"]
    assert machine.next_deadline_ms() == line.now_ms + 7000
    assert machine.due(line.now_ms + 6999) is None
    assert machine.due(line.now_ms + 100_000) == "turn:0:1"
    line.tick(7000)
    assert sorted(machine.timers) == ["grace:1", "turn:1:2"]


def test_a_finished_round_brings_its_record_and_a_checkpoint() -> None:
    line = coins_line()
    line.act(10, Bet())
    line.now_ms += 500
    outcome = line.act(11, Call())
    assert outcome.record is not None
    assert (outcome.record.table, outcome.record.number, outcome.began_ms) == (7, 1, line.now_ms - 500)
    assert outcome.checkpoint is not None
    replay(outcome.record, line.game)
    assert [one.checkpoint is None for one in line.outcomes] == [True] * (len(line.outcomes) - 1) + [False]


def test_who_has_left_is_named() -> None:
    line = coins_line()
    line.part(11)
    assert line.outcomes[-1].left == ()
    outcome = line.act(10, Check())
    assert outcome.left == (11,)
    assert [cash.account for cash in outcome.cash_outs] == [11]


def test_snapshots_show_a_seat_its_own_cards_and_a_spectator_none() -> None:
    line = coins_line(clock="move:7")
    line.now_ms += 2000
    mine, theirs = line.machine.snapshot(0, line.now_ms), line.machine.snapshot(None, line.now_ms)
    assert [coin.card is None for coin in mine.view.coins] == [False, True]
    assert [coin.card is None for coin in theirs.view.coins] == [True, True]
    assert (mine.you, theirs.you, mine.seq, mine.number, mine.maxseats) == (0, None, 3, 1, 4)
    assert (mine.turns[0].seat, mine.turns[0].seconds) == (0, 5)
    assert mine.options["clock"] == "move:7"
    assert "password" not in mine.options
    hidden = line.machine.snapshot(None, line.now_ms, hide_round=True)
    assert (hidden.turns, hidden.view, hidden.phase) == ((), None, Phase.PLAYING)


def test_a_question_names_actions_and_amounts() -> None:
    line = Line(morra())
    line.join(10)
    line.join(11)
    ask = line.machine.ask(1, with_view=False)
    assert ask is not None
    assert (ask.seat, ask.turn, ask.actions, ask.amounts, ask.view) == (1, 2, (), (Amounts("hold", 1, 3),), None)
    ask = line.machine.ask(0, with_view=True)
    assert ask is not None
    assert ask.view == line.machine.flow.view(0)
    assert line.machine.ask(4, with_view=True) is None


# --- refusals ---


REFUSED: list[tuple[Callable[[Line], Input], type[GamehallError], str]] = [
    (lambda line: Act(99, {"check": {}}), NotSeated, "you do not sit at this table"),
    (lambda line: Act(11, {"check": {}}), OutOfTurn, "seat 1 owes no action now; to act: 0"),
    (lambda line: Act(10, {"check": {}}, 5), StaleTurn, "the action answers turn 5; seat 0 is at turn 1"),
    (lambda line: Act(10, {"call": {}}), IllegalAction, "Call is not legal now; legal: Check, Bet"),
    (lambda line: Act(10, {"dive": {}}), UnknownPayload, "the payload 'dive' is not known here"),
    (lambda line: Act(10, {"did": {"seat": 0, "what": "x"}}), UnknownPayload, "did is not an action of Coins"),
    (lambda line: Command(10, {"joined": {"seat": 1, "name": "x", "kind": "bot", "stack": 1}}), UnknownPayload, ""),
    (lambda line: GiveUp(11), OutOfTurn, "seat 1 owes no action now"),
    (lambda line: GiveUp(10, 9), StaleTurn, "seat 0 is not at turn 9"),
    (lambda line: GiveUp(99), NotSeated, "you do not sit at this table"),
    (lambda line: Part(99), NotSeated, "you do not sit at this table"),
    (lambda line: Connection(99, up=True), NotSeated, "you do not sit at this table"),
    (lambda line: Join(12, "p12", Kind.HUMAN, 0, 50), GamehallError, "p10 sits in seat 0; free: 2, 3"),
    (lambda line: Join(12, "p12", Kind.HUMAN, None, 5), GamehallError, "the buy-in is 5; this table takes 10 to 100"),
    (lambda line: Join(10, "p10", Kind.HUMAN, None, 5), GamehallError, "chips are added between rounds only"),
    (lambda line: Command(10, {"start": {}}, host=True), GamehallError, "the table is not waiting; it is playing"),
    (lambda line: Command(10, {"rematch": {}}), GamehallError, "a rematch follows the last round of a match"),
    (lambda line: Timer("turn:1:9"), StaleTurn, "seat 1 is not at turn 9"),
]


@pytest.mark.parametrize(("make", "error", "sentence"), REFUSED)
def test_a_refused_input_changes_nothing(
    make: Callable[[Line], Input], error: type[GamehallError], sentence: str
) -> None:
    line = coins_line()
    before = state(line)
    with pytest.raises(error) as refused:
        line.machine.handle(make(line), line.now_ms)
    assert isinstance(refused.value, Refusal)
    assert str(refused.value).startswith(sentence)
    assert state(line) == before
    line.act(10, Bet())
    assert not line.recovered().fault


class Hasty(DefaultFlow):
    """A flow that has begun before it refuses."""

    def part(self, account: int, now: float, why: str = "left") -> None:
        self._tell(Left(0, "p", "too early"))
        super().part(account, now, why)


def test_what_a_flow_had_begun_before_it_refused_is_forgotten() -> None:
    line = Line(coins(flow=Hasty))
    with pytest.raises(NotSeated):
        line.part(99)
    assert [type(say.event).__name__ for say in line.join(10, 50).said] == ["Joined"]


def test_between_rounds_there_is_nothing_to_answer() -> None:
    line = coins_line()
    line.act(10, Check())
    line.act(11, Check())
    with pytest.raises(NoRound):
        line.act(10, Check())
    with pytest.raises(OutOfTurn):
        line.give_up(10)


def test_a_closed_table_takes_nothing() -> None:
    line = coins_line()
    outcome = line.do(Close("enough"))
    assert (outcome.closed, outcome.left) == (True, (10, 11))
    assert line.machine.timers == {}
    assert line.cashed == {10: 50, 11: 60}
    for one in (Join(12, "p12", Kind.HUMAN, None, 50), Fault("late")):
        with pytest.raises(TableClosed, match=r"^the table is closed$"):
            line.do(one)


# --- the game fails ---


def strike(line: Line, part: str) -> Outcome:
    """Let the game fail in *part*, which is armed, by the input that reaches it."""
    match part:
        case "plan" | "deck" | "round" | "buy_in":
            return line.join(11, 60)
        case "default":
            return line.give_up(10)
        case _:
            return line.act(10, Check())


@pytest.mark.parametrize(
    "error", [lambda: ZeroDivisionError("the ace of spades"), lambda: StaleTurn("the ace of spades")]
)
@pytest.mark.parametrize("part", ["plan", "deck", "round", "buy_in", "default", "apply", "events", "to_act", "payoffs"])
def test_a_game_that_fails_freezes_its_table_and_the_chips_go_back(part: str, error: Callable[[], Exception]) -> None:
    trap = Trap()
    line = Line(coins(trap))
    line.join(10, 50)
    if part not in ("plan", "deck", "round", "buy_in"):
        line.join(11, 60)
    trap.arm(part, error=error)
    strike(line, part)
    outcome = line.outcomes[-1]
    assert outcome.kind == "fault"
    assert "the ace of spades" in outcome.fault
    assert line.at(Phase.FROZEN)
    # A join that failed brought no chips: whoever holds them gives them back.
    joined = {10: 50} if part in ("plan", "deck", "buy_in") else {10: 50, 11: 60}
    assert line.cashed == line.bought == joined
    assert [name for name in line.machine.timers if name != "linger"] == []
    assert set(outcome.left) >= set(joined)
    with pytest.raises(TableFrozen, match=r"^the table is frozen, since its game failed$"):
        line.act(10, Check())
    # Players are told that it failed, but not what the cause may give away.
    assert Frozen(FAILED) in [say.event for say in outcome.said]
    assert "the ace of spades" not in str([say.body for say in outcome.said])
    trap.where = ""
    assert not line.recovered().fault
    line.tick(400_000)
    assert line.at(Phase.CLOSED)
    assert not line.recovered().fault


def test_the_round_that_failed_is_recorded_as_void() -> None:
    trap = Trap()
    line = coins_line(coins(trap))
    line.act(10, Bet())
    trap.arm("apply")
    outcome = line.act(11, Call())
    assert outcome.record is not None
    assert (outcome.record.number, outcome.record.payoffs, outcome.record.void) == (1, None, FAILED)


def test_a_plan_that_fails_after_a_round_voids_that_round_with_all_its_payments() -> None:
    trap = Trap()
    line = coins_line(coins(trap), pause="0")
    line.join(12, 70)
    line.act(10, Check())
    line.part(10)
    trap.arm("plan")
    outcome = line.act(11, Check())
    assert outcome.kind == "fault"
    # 10 had been paid out and freed by the very input that failed.
    assert line.cashed == {10: 50, 11: 60, 12: 70}
    assert outcome.record is not None
    assert (outcome.record.number, outcome.record.void) == (1, FAILED)
    assert outcome.left == (10, 11, 12)


def test_a_top_up_that_fails_brings_no_chips() -> None:
    trap = Trap()
    line = coins_line(coins(trap))
    line.join(12, 30)
    trap.arm("buy_in")
    outcome = line.join(12, 20)
    assert outcome.kind == "fault"
    assert line.cashed == {10: 50, 11: 60, 12: 30}


@pytest.mark.parametrize("payoffs", [{0: 5, 1: 5}, {0: -60, 1: 60}, {0: 0.5, 1: -0.5}])
def test_payoffs_that_cannot_be_freeze_the_table(payoffs: Any) -> None:
    trap = Trap()
    line = coins_line(coins(trap))
    line.act(10, Check())
    trap.where, trap.answer = "payoffs", payoffs
    line.act(11, Check())
    assert (line.outcomes[-1].kind, line.cashed) == ("fault", {10: 50, 11: 60})


def test_a_round_that_ends_without_payoffs_freezes_the_table() -> None:
    trap = Trap()
    line = coins_line(coins(trap))
    trap.arm("to_act", after=1)
    trap.answer = ()
    line.act(10, Check())
    assert "a round is over when nobody is to act" in line.outcomes[-1].fault
    assert line.cashed == {10: 50, 11: 60}


class Greedy(DefaultFlow):
    """A flow that pays out more than there is, or less."""

    wrong = 0

    def effects(self) -> list[Any]:
        return [
            CashOut(effect.account, effect.amount + self.wrong) if isinstance(effect, CashOut) else effect
            for effect in super().effects()
        ]


@pytest.mark.parametrize("wrong", [1, -1])
def test_a_flow_that_pays_out_what_is_not_there_has_failed(wrong: int) -> None:
    line = coins_line(coins(flow=Greedy))
    line.machine.flow.wrong = wrong  # type: ignore[attr-defined]  # it is a Greedy
    line.do(Close("enough"))
    outcome = line.outcomes[-1]
    assert outcome.kind == "fault"
    assert "chips do not add up" in outcome.fault
    assert line.cashed == line.bought


class Forgetful(DefaultFlow):
    """A flow that frees a seat without a word about its chips."""

    def effects(self) -> list[Any]:
        return [effect for effect in super().effects() if not isinstance(effect, CashOut)]


def test_a_flow_that_keeps_chips_has_failed() -> None:
    line = Line(coins(flow=Forgetful))
    line.join(10, 50)
    line.part(10)
    assert line.outcomes[-1].kind == "fault"
    assert line.cashed == {10: 50}


class Stubborn(DefaultFlow):
    """A flow that cannot even stop."""

    def freeze(self, why: str) -> None:
        raise RuntimeError("no")


def test_a_flow_that_cannot_even_stop_is_closed_at_once() -> None:
    trap = Trap()
    line = coins_line(coins(trap, flow=Stubborn))
    trap.arm("apply")
    outcome = line.act(10, Check())
    assert (outcome.kind, outcome.closed, outcome.said, outcome.left) == ("fault", True, (), (10, 11))
    assert line.cashed == {10: 50, 11: 60}
    assert line.machine.timers == {}


@pytest.mark.parametrize("part", ["view", "legal"])
def test_a_game_that_cannot_show_itself_is_said_to_have_failed(part: str) -> None:
    trap = Trap()
    line = coins_line(coins(trap))
    trap.arm(part)
    with pytest.raises(GameFault, match=r"^ZeroDivisionError: the ace of spades$"):
        line.machine.ask(0, with_view=True)
    if part == "view":
        with pytest.raises(GameFault, match=r"^ZeroDivisionError: the ace of spades$"):
            line.machine.snapshot(0, line.now_ms)
    line.machine.snapshot(None, line.now_ms, hide_round=True)
    outcome = line.do(Fault("ZeroDivisionError: the ace of spades"))
    assert outcome.fault
    assert line.cashed == {10: 50, 11: 60}
    with pytest.raises(TableFrozen):
        line.do(Fault("again"))


def test_a_legal_that_is_none_is_a_fault_of_the_game() -> None:
    trap = Trap()
    line = coins_line(coins(trap))
    trap.where, trap.answer = "legal", "check"
    with pytest.raises(GameFault, match="AttributeError"):
        line.machine.ask(0, with_view=False)


@pytest.mark.parametrize("deck", [("As", "Xx"), (0, 99), None, 5])
def test_a_deck_that_is_none_freezes_the_table(deck: Any) -> None:
    line = Line(coins(deck=lambda _variant, _options: deck))
    line.join(10, 50)
    line.tried(Join(11, "p11", Kind.HUMAN, None, 50))
    assert line.at(Phase.FROZEN) or line.machine._deck is None
    assert line.conserved()


def test_an_event_that_cannot_be_written_freezes_the_table() -> None:
    class Odd(CoinsRound):
        def events(self) -> list[Told]:
            return [told._replace(event=object()) for told in super().events()]

    line = Line(coins(round=Odd))
    line.join(10, 50)
    line.join(11, 60)
    assert line.outcomes[-1].kind == "fault"
    assert "object is not among the payloads" in line.outcomes[-1].fault
    assert line.cashed == {10: 50, 11: 60}
