"""Speaking texasmessage: what is told adds up to what a newcomer is shown, and what is said is an action of ours."""

from __future__ import annotations

import random
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamehall_holdem.messages import DeclineBlinds, PostBlinds
from gamehall_holdem.plugin import GAME
from gamehall_holdem.texas import TexasInterpreter
from gamehall_holdem.texas_codes import ActionCode, EventCode, StateCode
from gamehall_holdem.texasmessage import TEXAS, Action, Event, GameInfo, Hand, TexasMessage
from gamehall_poker.messages import Bet, BringIn, Call, Check, Discard, Fold, Muck, RaiseTo, Show
from gamehall_sdk.cards import Card
from gamehall_sdk.errors import BadPayload, Refusal
from gamehall_sdk.table import Ask, AskSwap, SeatsSwapped, SitIn, SitOut
from tests.holdem.test_table_life import ACCOUNTS, OPTIONS, begun, step
from tests.line import Line


class Ear:
    """One session's interpreter, told what its viewer hears."""

    def __init__(self, line: Line, account: int | None) -> None:
        self.line, self.account = line, account
        self.heard: list[Any] = []
        self.sat: list[int | None] = []
        """Where the viewer sat when it heard each."""
        self.done = 0
        self.texas = TexasInterpreter()
        self.sits = self.seat
        self.begin()

    @property
    def seat(self) -> int | None:
        return None if self.account is None else self.line.machine.flow.seat_of(self.account)

    def begin(self) -> None:
        self.texas = TexasInterpreter()
        self.done, self.sits = len(self.line.outcomes), self.seat
        self.hear(self.texas.snapshot(self.line.machine.snapshot(self.seat, self.line.now_ms)))

    def hear(self, news: Sequence[Any]) -> None:
        self.heard += news
        self.sat += [self.sits] * len(news)

    def listen(self) -> None:
        """Hear what happened since; who sits down or stands up joins anew."""
        for outcome in self.line.outcomes[self.done :]:
            said = [say.event for say in outcome.said if say.audience is None or say.audience == self.sits]
            if said:
                self.hear(self.texas.update(said))
        self.done = len(self.line.outcomes)
        if self.seat != self.sits:
            self.begin()

    def ask(self) -> Ask | None:
        seat = self.seat
        ask = None if seat is None else self.line.machine.ask(seat, with_view=True)
        if ask is not None:
            self.hear(self.texas.ask(ask))
        return ask


def known(info: GameInfo, game: str) -> Any:
    """All of it; but that the betting before a change of cards is over is told with the change, and seen before."""
    bare = attrs.asdict(info)
    if game == "draw":
        del bare["playerstoact"], bare["minraise"]
        for one in bare["players"]:
            if one:
                del one["inpotthisround"]
    return bare


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(["holdem", "draw"]), st.integers(0, len(OPTIONS) - 1), st.integers(0, 1 << 32))
def test_what_is_told_adds_up_to_the_full_game_info(game: str, options: int, seed: int) -> None:
    rng = random.Random(seed)
    line = begun(game, options)
    ears = [Ear(line, None), *(Ear(line, account) for account in ACCOUNTS)]
    for _ in range(rng.randint(10, 80)):
        step(line, rng)
        for ear in ears:
            ear.listen()
            if line.machine.flow.view(None) is None:
                continue
            late = TexasInterpreter()
            (message,) = late.snapshot(line.machine.snapshot(ear.seat, line.now_ms))
            assert known(ear.texas._table.info(), game) == known(message.body, game)
    for message in (message for ear in ears for message in ear.heard):
        assert TEXAS.complaint(TEXAS.dump_xml(message)) is None


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 1 << 32))
def test_nobody_hears_the_cards_of_others_before_they_are_shown(seed: int) -> None:
    rng = random.Random(seed)
    line = begun("holdem", 2)
    ears = {account: Ear(line, account) for account in ACCOUNTS}
    for _ in range(60):
        step(line, rng)
        for ear in ears.values():
            ear.listen()
    for ear in ears.values():
        shown: set[int] = set()
        for own, message in zip(ear.sat, ear.heard, strict=True):
            match message.body:
                case Event(type=EventCode.CARDS_SHOWN, seat=seat):
                    shown.add(seat)
                case Event(type=EventCode.NEW_HAND):
                    shown.clear()
                case Hand(cards, seat) if seat not in (-1, own, *shown):
                    assert all(card is not None and card.card == -1 for card in cards)
                case _:
                    pass


# --- in ---


def pair(**options: str) -> tuple[Line, Ear, Ear]:
    line = Line(GAME, **options)
    line.join(10, 100)
    line.join(11, 100)
    return line, Ear(line, 10), Ear(line, 11)


def turn(*ears: Ear) -> tuple[Ear, Ask]:
    for ear in ears:
        ear.listen()
        ask = ear.ask()
        if ask is not None:
            return ear, ask
    pytest.fail("nobody is asked")


def said(ear: Ear, *action: Any) -> Any:
    return ear.texas.read(TexasMessage(Action(*action)))


def test_the_question_names_the_price_and_the_answer_is_an_action() -> None:
    _, one, two = pair()
    ear, ask = turn(one, two)
    message = ear.heard[-1].body
    assert (message.type, message.seat, message.amount) == (EventCode.ACTION_ASKED, ask.seat, 1)
    assert message.action == Action(ActionCode.CALL, Decimal(1), seat=ask.seat)
    assert said(ear, 0) == Fold()
    assert said(ear, 2) == Call()
    assert said(ear, 4, Decimal("4.0")) == RaiseTo(6)


def test_a_raise_is_told_and_said_by_what_it_puts_on_top() -> None:
    line, one, two = pair()
    ear, _ = turn(one, two)
    assert ear.account is not None
    line.act(ear.account, said(ear, 4, Decimal(10)))
    other = two if ear is one else one
    other.listen()
    ear.listen()
    raised = [message.body for message in other.heard if isinstance(message.body, Action)][-1]
    assert raised == Action(ActionCode.RAISE, Decimal(10), name=f"p{ear.account}", seat=ear.seat)
    asked, _ = turn(other)
    assert asked.heard[-1].body.amount == 10
    assert said(other, 4, Decimal(10)) == RaiseTo(22)


def test_a_bet_opens_and_a_call_of_nothing_checks() -> None:
    line, one, two = pair()
    ear, _ = turn(one, two)
    assert ear.account is not None
    line.act(ear.account, Call())
    ear, _ = turn(one, two)
    assert said(ear, 2) == Check()
    assert ear.account is not None
    line.act(ear.account, Check())
    ear, _ = turn(one, two)
    assert said(ear, 3, Decimal(5)) == Bet(5)
    assert said(ear, 4, Decimal(5)) == Bet(5)
    stage = [message.body for message in ear.heard if isinstance(message.body, Event)]
    assert [one.cardpositions for one in stage if one.type == EventCode.STAGE] == [(0, 1, 2)]


def test_the_blind_round_is_answered_by_the_blinds_own_numbers() -> None:
    _, one, two = pair(autopost="false")
    ear, ask = turn(one, two)
    assert ask.actions == (PostBlinds(), DeclineBlinds())
    assert ear.heard[-1].body.type == EventCode.BLIND_ASKED
    for index in (5, 6, 7, 10, 12):
        assert said(ear, index) == PostBlinds()
    assert said(ear, 11) == DeclineBlinds()


def test_all_that_a_client_may_say() -> None:
    _, one, two = pair()
    ear, _ = turn(one, two)
    assert said(ear, 1) == Check()
    assert said(ear, 9) == Muck()
    assert said(ear, 14) == Show()
    assert said(ear, 15) == BringIn()
    assert said(ear, 11) == SitOut()
    assert said(ear, 13, None, 2, (0, 13)) == Discard((Card("2s"), Card("2h")))
    read = ear.texas.read
    assert read(TexasMessage(Event(5, 1))) == Show()
    assert read(TexasMessage(Event(7, 1))) == Muck()
    assert read(TexasMessage(Event(11, 1))) == SitOut()
    assert read(TexasMessage(Event(12, 1))) == SitIn()
    assert read(TexasMessage(Event(4, 1, action=Action(0)))) == Fold()


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (Action(), "an action needs its index"),
        (Action(4, Decimal("1.5")), "the amount is 1.5; chips are whole numbers"),
        (Action(3), "the amount is None"),
        (Action(8), "index 8 is nothing that a client does"),
        (Action(13, None, 1, (99,)), "99 is not a card number"),
        (Hand((), 0), "a client sends an action, or an event"),
        (Event(6, 1), "a client sends an action, or an event"),
    ],
)
def test_what_says_nothing_is_refused_with_what_would_be_right(body: Any, sentence: str) -> None:
    _, one, two = pair()
    ear, _ = turn(one, two)
    with pytest.raises(BadPayload, match=sentence):
        ear.texas.read(TexasMessage(body))


def test_the_game_info_tells_states_debts_and_empty_seats() -> None:
    line, *_ = pair(seats="4", pause="60")
    line.join(12, 100)
    spectator = Ear(line, None)
    info = spectator.heard[0].body
    assert [None if one is None else one.mystate for one in info.players] == [
        StateCode.ACTIVE,
        StateCode.ACTIVE,
        StateCode.WAITING,
        None,
    ]
    assert info.players[2].hastopostblind == "big_blind"
    assert (info.minplayers, info.limitstyle, info.reverseblinds, info.simulation) == (2, 2, True, False)
    line.say(12, SitOut())
    line.connection(11, up=False)
    spectator.listen()
    after = spectator.texas._table.info()
    assert after.players[2] is not None
    assert after.players[2].mystate == StateCode.SITTING_OUT


def told_of(line: Line, *ears: Ear) -> list[GameInfo]:
    """What each has added up, after one that has just come and knows the whole."""
    late = Ear(line, None).heard[0].body
    assert isinstance(late, GameInfo)
    for ear in ears:
        ear.listen()
    return [late, *(ear.texas._table.info() for ear in ears)]


def test_who_changes_places_is_told_as_the_whole_table() -> None:
    line, one, two = pair(seats="5", pause="60", posttoenter="false")
    line.act(line.turn(), Fold())
    spectator = Ear(line, None)
    line.say(10, AskSwap(3))
    for ear in (spectator, two):
        ear.listen()
        info = ear.heard[-1].body
        assert isinstance(info, GameInfo)
        names = [None if player is None else player.myname for player in info.players]
        assert names == [None, "p11", None, "p10", None]
    line.tick(60_000)
    late, told, _ = told_of(line, spectator, two)
    assert told.players == late.players
    texas = one.texas
    texas.update([SeatsSwapped(0, 3)])
    assert texas._table.you == 3, "who has moved goes on hearing its own cards"


def test_the_least_raise_is_told_as_it_is_on_streets_of_big_bets_and_after_a_straddle() -> None:
    line = Line(GAME, "fl", pause="0")
    for account in (10, 11):
        line.join(account, 100)
    spectator = Ear(line, None)
    line.act(line.turn(), Call())
    for least in (2, 2, 2, 4, 4, 4, 4):
        late, told = told_of(line, spectator)
        assert late.minraise == told.minraise == Decimal(least)
        line.act(line.turn(), Check())
    line = Line(GAME, straddle="true", minplayers="4")
    for account in (10, 11, 12, 13):
        line.join(account, 100)
        if account == 10:
            spectator = Ear(line, None)
    late, told = told_of(line, spectator)
    assert late.minraise == told.minraise == Decimal(4)


def test_where_several_are_asked_to_show_the_first_is_the_current_player() -> None:
    line = Line(GAME, asktoshow="true", pause="60")
    for account in (10, 11, 12):
        line.join(account, 100)
    spectator = Ear(line, None)
    for _ in range(200):
        turns = line.machine.flow.turns()
        question = line.machine.flow.question(turns[0].seat) if turns else None
        if question is None:
            line.tick(60_000)
            continue
        if len(turns) > 1:
            break
        line.act(line.turn(), next(one for one in question.legal.actions if one in (Check(), Call(), Muck())))
    assert len(line.machine.flow.turns()) == 2
    late, told = told_of(line, spectator)
    assert (late.currentplayerseat, told.currentplayerseat) == (line.machine.flow.turns()[0].seat,) * 2
    line.act(line.turn(), Muck())
    late, told = told_of(line, spectator)
    assert (late.currentplayerseat, told.currentplayerseat) == (line.machine.flow.turns()[0].seat,) * 2


def test_a_whole_match_can_be_played_in_it() -> None:
    line, one, two = pair(pause="0")
    rng = random.Random(3)
    for _ in range(300):
        if not line.machine.flow.turns():
            break
        ear, ask = turn(one, two)
        index = rng.choice([2, 2, 1, 4, 0] if ask.amounts else [2])
        action = said(ear, index, Decimal(rng.randint(2, 20)) if index == 4 else None)
        assert ear.account is not None
        try:
            line.act(ear.account, action)
        except Refusal:
            line.act(ear.account, said(ear, 2))
    assert line.machine.flow.number > 10
    assert line.conserved()
