"""What the adviser says at a table: the choice, the reason, the language; and over real sockets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gamehall_adviser.words import LANGUAGES
from gamehall_poker.house import House
from gamehall_poker.messages import Bet, Call, Check, Discard, Fold, Muck, RaiseTo
from gamehall_sdk.advice import AdviceTalk, AskAdvice
from gamehall_sdk.cards import cards
from gamehall_sdk.client import TableSession
from gamehall_sdk.flow import Flow
from gamehall_sdk.table import TurnStarted
from tests.adviser.table import ALL, DRAW_RULES, HOLDEM_RULES, STUD_RULES, Rules, ask, begin, play, shuffled
from tests.hosting import guests, hosting, news_of
from tests.poker.hand import begin as deal


@pytest.mark.parametrize("rules", ALL, ids=lambda rules: f"{rules.game} {rules.name}")
def test_at_every_turn_it_names_a_legal_action_and_a_chance(rules: Rules) -> None:
    hand = begin(rules, shuffled(4))
    turns = 0
    while hand.to_act and turns < 8:
        seat = hand.to_act[0]
        talk = ask(rules, hand, seat)
        assert talk.action in hand.legal(seat)
        assert talk.chance is not None
        assert 0.0 <= talk.chance <= 1.0
        assert f"{round(100 * talk.chance)} %" in talk.words
        hand.apply(seat, talk.action)
        turns += 1


def holdem(first: str, second: str, board: str = "") -> Any:
    """Two players; seat 1 has the button, so *first*, its cards, acts first before the flop."""
    return deal([200, 200], (1, 2), holes={1: first, 0: second}, board=board)


def test_it_raises_with_aces_and_folds_a_bad_hand_to_a_big_bet() -> None:
    good = holdem("As Ah", "7c 2d")
    talk = ask(HOLDEM_RULES, good, 1)
    assert isinstance(talk.action, RaiseTo)
    assert "I would raise to" in talk.words
    good.apply(1, RaiseTo(200))
    bad = ask(HOLDEM_RULES, good, 0)
    assert bad.action == Fold()
    assert "A call costs 198 and wins 202, so it needs 50 %. I would fold" in bad.words


def test_it_calls_at_a_good_price_and_checks_what_is_free() -> None:
    hand = holdem("Ks 8h", "7c 6d", "Kd Qd 2s 3c 4h")
    hand.apply(1, Call())
    assert isinstance(ask(HOLDEM_RULES, hand, 0).action, Check)
    for seat in (0, 0, 1, 0, 1):
        hand.apply(seat, Check())
    assert hand.view(None).street == "river"
    free = ask(HOLDEM_RULES, hand, 0)
    assert free.action == Check()
    assert "that costs nothing" in free.words
    hand.apply(0, Check())
    bold = ask(HOLDEM_RULES, hand, 1)
    assert isinstance(bold.action, Bet)
    middling = holdem("4c 6s", "9s 9h", "Kd Qd 9d 8s 4h")
    middling.apply(1, Call())
    for seat in (0, 0, 1, 0, 1):
        middling.apply(seat, Check())
    middling.apply(0, Bet(2))
    fair = ask(HOLDEM_RULES, middling, 1)
    assert fair.action == Call()
    assert "needs 25 %. I would call: the price is good" in fair.words


def test_it_says_which_cards_to_change() -> None:
    hand = deal([200] * 2, (1, 2), variant=DRAW_RULES.variant, holes={0: "As Ah Kd 8c 3s", 1: "2s 3h 4d 5c 6s"})
    play(hand, 1, 2)
    turns = dict.fromkeys((0, 1))
    found: dict[int, Any] = {}
    while hand.to_act and hand.view(None).phase == "discard":
        seat = hand.to_act[0]
        found[seat] = ask(DRAW_RULES, hand, seat)
        hand.apply(seat, found[seat].action)
    assert set(found) == set(turns)
    assert set(found[0].action.cards) == set(cards("Kd 8c 3s"))
    assert found[1].action == Discard()
    assert "I would keep all five cards." in found[1].words


def showing(calls: bool) -> Any:
    """Two players, of whom one is asked whether to show: seat 1 is beaten on the river, or wins as seat 0 folds."""
    holes = {1: "7c 2d", 0: "As Ah"}
    hand = deal([200, 200], (1, 2), holes=holes, board="Ks Kd 9h 4s 5d", house=House(asks_to_show=True))
    hand.apply(1, RaiseTo(6))
    if not calls:
        hand.apply(0, Fold())
        return hand
    hand.apply(0, Call())
    for _ in range(6):
        hand.apply(hand.to_act[0], Check())
    return hand


@pytest.mark.parametrize(("calls", "chance", "words"), [(False, 1.0, "The pot is yours."), (True, 0.0, "is beaten")])
def test_who_may_show_hears_that_the_hand_is_decided_and_no_chance_against_nobody(
    calls: bool, chance: float, words: str
) -> None:
    hand = showing(calls)
    assert hand.to_act == (1,)
    talk = ask(HOLDEM_RULES, hand, 1)
    assert (talk.action, talk.chance) == (Muck(), chance)
    assert words in talk.words
    assert "%" not in talk.words


def test_who_is_not_asked_hears_of_the_chance_alone_and_who_has_folded_of_nothing() -> None:
    hand = holdem("As Ah", "7c 2d")
    waiting = ask(HOLDEM_RULES, hand, 0)
    assert waiting.action is None
    assert waiting.words.endswith("It is not your turn.")
    three = begin(HOLDEM_RULES, shuffled(1))
    first = three.to_act[0]
    three.apply(first, Fold())
    assert ask(HOLDEM_RULES, three, first) == AdviceTalk("You are not in this hand any more.")


def test_eight_in_stud_who_all_stay_share_the_last_card() -> None:
    hand = begin(STUD_RULES, shuffled(2), seats=8)
    streets = set()
    while hand.to_act:
        seat, street = hand.to_act[0], hand.view(None).street
        if street not in streets:
            talk = ask(STUD_RULES, hand, seat)
            assert talk.action in hand.legal(seat)
            streets.add(street)
        play(hand, 1, 1)
    assert len(streets) == 5


@pytest.mark.parametrize(("code", "language"), [("en", "en"), ("fi", "fi"), ("zh-CN", "zh"), ("xx", "en")])
def test_it_speaks_the_language_that_it_is_asked_in(code: str, language: str) -> None:
    words = ask(HOLDEM_RULES, holdem("As Ah", "7c 2d"), 1, code).words
    beginning = LANGUAGES[language]["chance"].partition("{")[0]
    assert words.startswith(beginning)


def test_every_language_has_every_sentence() -> None:
    keys = {language: set(texts) for language, texts in LANGUAGES.items()}
    assert len({frozenset(some) for some in keys.values()}) == 1


async def test_at_real_tables_it_answers_who_asks(tmp_path: Path) -> None:
    async with hosting(tmp_path) as server, guests(server) as visit:
        host, guest = await visit("alice"), await visit("bob", address=server.socket_address)
        for game in ("holdem", "draw", "stud"):
            number = await host.create(game, game, {"clock": "move:3600"})
            alice = await host.join(number, seat=0, buy_in="least")
            bob = await guest.join(number, seat=1, buy_in="least")
            turn = {table: await _asked(table, server.lobby.table(number).machine.flow) for table in (alice, bob)}
            for table in (alice, bob):
                talk = await _advice(table)
                assert (talk.by, talk.turn) == ("poker", turn[table])
                assert ("It is not your turn." in talk.words) is (turn[table] is None)
                assert ("I would" in talk.words) is (turn[table] is not None)
            first = alice if turn[bob] is None else bob
            talk = await _advice(first)
            await first.act(talk.action, talk.turn)


async def _asked(table: TableSession, flow: Flow) -> int | None:
    """The turn that the seat of *table* is to answer in the first round, if any."""
    await news_of(table, TurnStarted)
    return next((turn.turn for turn in flow.turns() if turn.seat == table.seat), None)


async def _advice(table: TableSession) -> AdviceTalk:
    await table.command(AskAdvice())
    talk: AdviceTalk = await news_of(table, AdviceTalk)
    return talk
