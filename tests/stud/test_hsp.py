"""HSP: a whole game, its events compared with the order that the seed's state diagram gives (rows H1 to H56)."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any

import pytest

from gamehall_poker.messages import Bet, BringIn, Call, Check, Fold
from gamehall_sdk.advice import AdviceTalk
from gamehall_sdk.errors import TextTooLong
from gamehall_sdk.flow import Say
from gamehall_sdk.table import Pause, Phase, Resume, Stop, TurnView
from gamehall_sdk.wire import GameStateUpdate, Message, Raw, StateUpdate, UpdatedGameState, json, xml
from gamehall_stud.messages import (
    AUDIENCES,
    HSP_EVENTS,
    Audience,
    HspAction,
    HspAdviceTalk,
    HspAllin,
    HspBetTurn,
    HspCalled,
    HspChecked,
    HspChipResult,
    HspCloseRound,
    HspDistributedCard,
    HspDoneClose,
    HspDonePreparation,
    HspFold,
    HspGameOver,
    HspGamePause,
    HspGameResume,
    HspGameStart,
    HspGameStop,
    HspGotCard,
    HspNewCard,
    HspNewGame,
    HspNewRound,
    HspPlayTurn,
    HspRaised,
    HspRoundResult,
    HspTimeTick,
    HspTooIdle,
    HspTranscript,
)
from gamehall_stud.plugin import GAME
from tests.stud.saloon import Saloon

ACTIONS = (HspCalled, HspRaised, HspChecked, HspFold, HspAllin)
ORDER: dict[type, tuple[type, ...]] = {
    # H1, H5, H29: "Game starts from new_game."
    HspGameStart: (HspNewGame,),
    # H6, H30 to H32, H55: "Player gets "new game" ... sends "don_preparation" to all objects with player number, money,
    # hand eval value."
    HspNewGame: (HspDonePreparation,),
    # H33: "Dealer waits till receiving "done_preparation" from all players, it sends "new_round" to itself."
    HspDonePreparation: (HspDonePreparation, HspNewRound),
    # H7, H35, H36: "Dealer gets "new_round", then ... randomly select cards, distributes it ... sends "new_card"."
    HspNewRound: (HspNewCard,),
    # H8, H10, H37, H39: "Player gets "new_card", then it sends "got_card" to all"; what a player is dealt is sent
    # before (H9); a card for all is nobody's.
    HspNewCard: (HspDistributedCard, HspGotCard),
    HspDistributedCard: (HspDistributedCard, HspGotCard),
    # H12, H38: "Dealer gets "new_card", then it calculates rank of players, make turn queue, and sends "play_turn" to
    # all": the price comes before it (H11). Where nobody can bet any more the show-down flag is active, and cards run
    # out.
    HspGotCard: (HspGotCard, HspBetTurn, HspNewCard, HspCloseRound),
    HspBetTurn: (HspPlayTurn,),
    # H13 to H17, H40, H41: "If it's your turn, decide action, and send the action to all."
    HspPlayTurn: ACTIONS,
    # H18, H42 to H45: "If turn queue is not empty, it sends "play_turn" with next player number. The turn queue is
    # empty and street number is less than 7th street, go back to "new_card" state. ... it sends "close_round" to
    # itself."
    **dict.fromkeys(ACTIONS, (HspPlayTurn, HspNewCard, HspCloseRound)),
    # H19, H48: "It evaluated all cards, find highest hand value, and sends "round_result" to all with winner id."
    HspCloseRound: (HspRoundResult,),
    # H20, H49: "Dealer gets "round_result", and it sends "chips_result" to each player."
    HspRoundResult: (HspChipResult,),
    # H21, H51: "It sends "done_close" with players chips amount to dealer."
    HspChipResult: (HspChipResult, HspDoneClose),
    # H27, H52, H53: "If one of players have 0 chips, then it sends "game_over" to all. Otherwise, it sends "new_round"
    # to itself."
    HspDoneClose: (HspDoneClose, HspGameOver, HspNewRound),
    HspGameOver: (HspGameStart,),
}
"""What may follow what, as the text says it; the events beside the play may come at any time."""
BESIDE = (
    HspGamePause,
    HspGameResume,
    HspGameStop,
    HspTimeTick,
    HspTooIdle,
    HspTranscript,
    HspAction,
    HspAdviceTalk,
)


def hsp(said: list[Say]) -> list[Say]:
    return [one for one in said if isinstance(one.event, HSP_EVENTS)]


def game(seed: int, variant: str = "nl", players: int = 3, most: int = 60, **options: Any) -> Iterator[list[Say]]:
    """A game to its end: what HSP says of each hand."""
    rng = random.Random(seed)
    saloon = Saloon(variant, seed=seed, min_players=players, **options)
    saloon.sit(*range(players), stack=80)
    for _ in range(most):
        saloon.play_round(rng)
        # What is said of the hand that begins at once is heard with it.
        done = next((at for at, one in enumerate(saloon.said) if isinstance(one.event, HspDoneClose)), None)
        assert done is not None
        heard, saloon.said = saloon.said, []
        cut = max(at for at, one in enumerate(heard) if isinstance(one.event, HspDoneClose | HspGameOver)) + 1
        saloon.said = heard[cut:]
        yield hsp(heard[:cut])
        if not saloon.at(Phase.PLAYING):
            return


def test_the_table_of_the_order_names_every_event() -> None:
    assert set(ORDER) | set(BESIDE) == set(HSP_EVENTS)
    assert set(AUDIENCES) == set(GAME.events) & set(HSP_EVENTS)


@pytest.mark.parametrize("variant", ["nl", "spread"])
@pytest.mark.parametrize("seed", range(6))
def test_a_whole_game_follows_the_state_diagram(variant: str, seed: int) -> None:
    rounds = list(game(seed, variant))
    flat = [one.event for heard in rounds for one in heard if not isinstance(one.event, BESIDE)]
    assert type(flat[0]) is HspGameStart
    for before, after in itertools.pairwise(flat):
        assert type(after) in ORDER[type(before)], (before, after)
    assert [one for one in flat if isinstance(one, HspNewGame)] == [HspNewGame(3)]
    prepared = [one for one in flat if isinstance(one, HspDonePreparation)]
    assert prepared == [HspDonePreparation(seat, 80, 0) for seat in range(3)], "all are waited for, once"
    assert [one.round for one in flat if isinstance(one, HspNewRound)] == list(range(1, len(rounds) + 1))


@pytest.mark.parametrize("variant", ["nl", "spread", "fl", "razz", "eight"])
def test_eight_players_follow_it_too_where_the_deck_runs_out_or_antes_take_the_last_chips(variant: str) -> None:
    flat: list[Any] = []
    for seed in range(3):
        forced = {"ante": 10, "bring_in": 20, "small_bet": 40, "least_buy_in": 1} if seed else {}
        heard = game(seed, variant, players=8, most=5, hsp_events=True, first_bankruptcy=False, **forced)
        told = [one.event for said in heard for one in said if not isinstance(one.event, BESIDE)]
        for before, after in itertools.pairwise(told):
            assert type(after) in ORDER[type(before)], (before, after)
        flat += told
    assert any(isinstance(one, HspGotCard) and one.player is None for one in flat), "a card for all"


@pytest.mark.parametrize("seed", range(6))
def test_each_hand_adds_up(seed: int) -> None:
    money = dict.fromkeys(range(3), 80)
    rounds = list(game(seed, "spread"))
    for number, heard in enumerate(rounds, 1):
        events = [one.event for one in heard]
        streets = [one.street for one in events if isinstance(one, HspNewCard)]
        assert streets == list(range(3, 3 + len(streets)))
        results = {one.player: one.chips for one in events if isinstance(one, HspChipResult)}
        assert sum(results.values()) == 0
        money = {seat: chips + results.get(seat, 0) for seat, chips in money.items()}
        assert {one.player: one.chips for one in events if isinstance(one, HspDoneClose)} == money
        [result] = [one for one in events if isinstance(one, HspRoundResult)]
        assert result.winner in result.winners
        assert result.winner == max(result.winners, key=results.__getitem__) or results[result.winner] >= 0
        over = [one.player for one in events if isinstance(one, HspGameOver)]
        assert over == [seat for seat, chips in money.items() if chips == 0][:1]
        assert bool(over) == (number == len(rounds))
    assert 0 in money.values(), "the first bankruptcy ends the game (H28)"


@pytest.mark.parametrize("seed", range(6))
def test_the_queue_of_turns_is_what_the_rules_say(seed: int) -> None:
    for heard in game(seed, "nl"):
        turn, folded, waiting = None, set[int](), set[int]()
        for event in [one.event for one in heard]:
            match event:
                case HspNewCard():
                    waiting = set(range(3)) - folded
                case HspPlayTurn(player):
                    turn = player
                    assert player in waiting, "nobody is asked twice without a raise (H46)"
                case HspFold(player):
                    assert player == turn
                    folded.add(player)
                    waiting -= {player}
                case HspRaised(player) | HspAllin(player):
                    assert player == turn
                    waiting = set(range(3)) - folded - {player}
                case HspCalled(player) | HspChecked(player):
                    assert player == turn
                    waiting -= {player}


@pytest.mark.parametrize("seed", range(4))
def test_nobody_hears_a_closed_card_of_another(seed: int) -> None:
    rng = random.Random(seed)
    saloon = Saloon("nl", seed=seed)
    saloon.sit(0, 1, 2, 3, stack=200)
    while saloon.flow.number < 6 and saloon.turns:
        number = saloon.flow.number
        known = {seat: _seen(saloon, seat) for seat in (None, 0, 1, 2, 3)}
        for seat, cards in known.items():
            heard = {
                one.event.card
                for one in saloon.said
                if isinstance(one.event, HspGotCard | HspDistributedCard)
                and one.audience in (None, seat)
                and one.event.card is not None
            }
            # Folded hands are in the view no more, so what was open of them is looked up among all open cards.
            assert heard <= cards | _open(saloon), (seat, heard - cards)
        saloon.answer(rng)
        if saloon.flow.number != number:
            starts = [at for at, one in enumerate(saloon.said) if isinstance(one.event, HspNewRound)]
            saloon.said = saloon.said[starts[-1] :]


def _seen(saloon: Saloon, viewer: int | None) -> set[int]:
    view = saloon.flow.view(viewer)
    return {int(card) for seat in view.seats for card in seat.cards} | {int(card) for card in view.board}


def _open(saloon: Saloon) -> set[int]:
    return {int(card) for seat in saloon.flow.view(None).seats for card in seat.up}


def test_cards_are_told_as_the_diagram_says() -> None:
    saloon = Saloon("nl")
    saloon.sit(0, 1)
    heard = hsp(saloon.said)
    own = [(one.audience, one.event.hidden) for one in heard if isinstance(one.event, HspDistributedCard)]
    assert sorted(own) == [(0, False), (0, True), (0, True), (1, False), (1, True), (1, True)]
    got = [(one.audience, one.event.player, one.event.card is None) for one in heard if type(one.event) is HspGotCard]
    assert sorted(got) == [(None, seat, hidden) for seat in (0, 1) for hidden in (False, True, True)]


def test_audiences_are_as_they_are_written_down() -> None:
    for heard in game(1, "spread"):
        for one in heard:
            wanted = one.event.player if AUDIENCES[type(one.event)] is Audience.PLAYER else None
            assert one.audience == wanted, one


def test_forced_bets_and_the_price_come_before_the_first_turn() -> None:
    saloon = Saloon("spread", ante=1, bring_in=3, small_bet=10, big_bet=40)
    saloon.sit(0, 1, stack=400)
    assert saloon.heard(HspBetTurn) == [HspBetTurn(3, 1, 3, 10, 40)]
    while saloon.flow.view(None).street == "third":
        seat = next(iter(saloon.turns))
        question = saloon.flow.question(seat)
        assert question is not None
        saloon.act(seat, next(one for one in question.legal.actions if isinstance(one, BringIn | Call | Check)))
    assert saloon.heard(HspBetTurn) == [HspBetTurn(4, 0, 0, 10, 40)]


def test_other_variants_tell_the_events_where_the_table_says_so() -> None:
    silent = Saloon("fl")
    silent.sit(0, 1)
    assert not hsp(silent.said)
    saloon = Saloon("fl", hsp_events=True, min_players=3)
    saloon.sit(0, 1, 2)
    assert saloon.heard(HspBetTurn) == [HspBetTurn(3, 1, 2, 4, 4)]
    seats = [next(iter(saloon.turns))]
    saloon.act(seats[0], BringIn())
    for _ in range(2):
        seat = next(iter(saloon.turns))
        saloon.act(seat, Fold())
    assert not saloon.heard(HspGameOver)
    assert saloon.at(Phase.PLAYING), "and the game goes on"


def test_a_newcomer_to_a_running_game_is_prepared_alone() -> None:
    saloon = Saloon("nl", first_bankruptcy=False)
    saloon.sit(0, 1, stack=400)
    saloon.heard()
    saloon.sit(2, stack=300)
    saloon.play_round(random.Random(3))
    heard = [one for one in saloon.heard() if isinstance(one, HspGameStart | HspNewGame | HspDonePreparation)]
    assert heard == [HspDonePreparation(2, 300)]


def test_pause_resume_and_stop() -> None:
    saloon = Saloon("nl")
    saloon.sit(0, 1)
    saloon.heard()
    saloon.say(0, Pause(), host=True)
    assert saloon.heard(HspGamePause) == [HspGamePause(0)]
    saloon.say(0, Resume(), host=True)
    assert saloon.heard(HspGameResume) == [HspGameResume(0)]
    saloon.say(0, Stop(), host=True)
    assert saloon.heard(HspGameStop) == [HspGameStop(0)]
    saloon.play_round(random.Random(1))
    assert saloon.shut
    saloon.close(saloon.shut)
    assert sum(saloon.cashed.values()) == 200


def test_a_silent_player_is_told_then_played_for() -> None:
    saloon = Saloon("nl", clock="move:20", idle=5.0)
    saloon.sit(0, 1)
    seat = next(iter(saloon.turns))
    saloon.wait(15.1)
    idle = [(one.audience, one.event) for one in saloon.said if isinstance(one.event, HspTooIdle)]
    assert idle == [(seat, HspTooIdle(seat, 5.0))]
    saloon.heard()
    saloon.wait(5)
    assert saloon.heard(HspRaised) == [HspRaised(seat, 2)], "who has to bring it in does so"


def test_ticks_name_the_player_and_the_seconds() -> None:
    saloon = Saloon("nl")
    saloon.sit(0, 1)
    assert saloon.flow.tick((TurnView(1, 3, 12.5),)) == HspTimeTick(1, 12.5)


def test_gestures_and_advice_are_told_and_change_nothing() -> None:
    saloon = Saloon("fl")
    saloon.sit(0, 1)
    saloon.heard()
    turns, view = saloon.flow.turns(), saloon.flow.view(0)
    saloon.say(1, HspAction("nods"))
    saloon.say(0, HspAdviceTalk("I would fold", chance=0.1))
    assert saloon.heard() == [HspAction("nods", 1), HspAdviceTalk("I would fold", 0)]
    assert (saloon.flow.turns(), saloon.flow.view(0)) == (turns, view)
    for command in (HspAction("x" * 501), HspAdviceTalk("x" * 501)):
        with pytest.raises(TextTooLong):
            saloon.say(1, command)


def test_what_an_adviser_says_is_advice_talk_where_hsp_is_told() -> None:
    saloon = Saloon("nl")
    saloon.sit(0, 1)
    talk = AdviceTalk("Bet: you are ahead.", Bet(8), 0.75, "wise", 3)
    assert saloon.flow.echo(1, talk) == HspAdviceTalk("Bet: you are ahead.", 1, "bet", 8, 0.75)
    assert saloon.flow.echo(1, AdviceTalk("Wait.")) == HspAdviceTalk("Wait.", 1)
    assert Saloon("fl").flow.echo(1, talk) is None


def test_the_transcript_has_a_line_for_all_that_everybody_saw() -> None:
    [heard] = list(game(2, "nl", most=1))
    lines = [one.event.line for one in heard if isinstance(one.event, HspTranscript)]
    assert any(line.endswith("deals.") for line in lines)
    assert any("posts the ante, 1." in line for line in lines)
    assert any(" wins " in line for line in lines)
    assert not [line for line in lines if "face down" in line]


EXAMPLES: list[Any] = [
    HspGameStart(),
    HspGamePause(1),
    HspGameResume(1),
    HspGameStop(1),
    HspNewGame(3),
    HspDonePreparation(0, 100),
    HspNewRound(1),
    HspNewCard(3),
    HspDistributedCard(0, 12, hidden=True),
    HspGotCard(0),
    HspGotCard(0, 51),
    HspGotCard(None, 0),
    HspBetTurn(3, 1, 2, 4, 8),
    HspPlayTurn(0),
    HspCalled(0, 2),
    HspRaised(0, 4),
    HspChecked(0),
    HspFold(0),
    HspAllin(0, 80),
    HspCloseRound(1),
    HspRoundResult(0, (0, 2), "Pair"),
    HspChipResult(0, -5),
    HspDoneClose(0, 95),
    HspTimeTick(0, 3.5),
    HspTooIdle(0, 5.0),
    HspTranscript("anna folds."),
    HspAction("nods", 1),
    HspAdviceTalk("Fold.", 0, "fold", None, 0.25),
    HspGameOver(1),
]


def test_there_is_an_example_of_every_event() -> None:
    assert {type(one) for one in EXAMPLES} == set(HSP_EVENTS)


@pytest.mark.parametrize("event", EXAMPLES, ids=lambda event: type(event).__name__)
def test_every_event_fits_the_payload_schema(event: Any) -> None:
    name, body = next(iter(GAME.payloads.dump_json(event).items()))
    assert name == type(event).__name__.lower()
    assert GAME.payloads.load(Raw(name, body)) == event
    assert f'name="{name}"'.encode() in GAME.table_payloads.xsd
    # Over the wire it is checked against the schema, in both directions.
    message = Message(StateUpdate(GameStateUpdate(1, UpdatedGameState(parameters=(event,)))), 7)
    for codec in (xml, json):
        back = codec.decode(codec.encode(message))
        [raw] = back.body.body.body.parameters
        assert GAME.table_payloads.load(raw) == event
