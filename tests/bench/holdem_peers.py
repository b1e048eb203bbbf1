"""Other hold'em engines, played by the policy of :mod:`tests.bench.round_holdem`: each gives :class:`Figures`.

Each function plays no-limit hold'em among *count* players of 200 chips, blinds 1/2, for about *seconds*: fold only
when facing a bet, each kind of legal action equally likely, raises uniform between least and most.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable
from random import random
from typing import Any, NamedTuple

_BATCH = 16


class Figures(NamedTuple):
    """What was played."""

    actions: int
    hands: int
    crashes: int = 0
    """Hands in which the engine raised an error of its own; they count for nothing."""


def play_clubs(count: int, seconds: float) -> Figures:
    """Clubs; its amounts are chips to add."""
    from clubs.configs import NO_LIMIT_HOLDEM_SIX_PLAYER
    from clubs.poker.engine import Dealer

    blinds = [1, 2] + [0] * (count - 2)
    config = {**NO_LIMIT_HOLDEM_SIX_PLAYER, "num_players": count, "blinds": blinds}
    dealer = Dealer(**config)
    actions = hands = crashes = 0
    end = time.perf_counter() + seconds
    while (hands + crashes) % _BATCH or time.perf_counter() < end:
        try:
            actions += _clubs_hand(dealer)
        except IndexError:
            crashes += 1
            dealer = Dealer(**config)
        else:
            hands += 1
    return Figures(actions, hands, crashes)


def _clubs_hand(dealer: Any) -> int:
    seen = dealer.reset(reset_stacks=True)
    actions = 0
    while True:
        call, least, most = seen["call"], seen["min_raise"], seen["max_raise"]
        kinds = (2 if call else 1) + (most > call)
        kind = int(random() * kinds) + (not call)
        bet = -1 if kind == 0 else call
        if kind > 1:
            least = max(least, call + 1)
            bet = least + int(random() * (most - least + 1))
        seen, _, done = dealer.step(bet)
        actions += 1
        if all(done):
            return actions


def play_texasholdem(count: int, seconds: float) -> Figures:
    """The package texasholdem; stacks are made up to 200 before each hand."""
    from texasholdem import ActionType, TexasHoldEm

    game = TexasHoldEm(buyin=200, big_blind=2, small_blind=1, max_players=count)
    actions = hands = 0
    end = time.perf_counter() + seconds
    while hands % _BATCH or time.perf_counter() < end:
        for player in game.players:
            player.chips = 200
        game.start_hand()
        while game.is_hand_running():
            moves = game.get_available_moves()
            facing = ActionType.CALL in moves.action_types
            kinds = [one for one in moves.action_types if facing or one is not ActionType.FOLD]
            kind = kinds[int(random() * len(kinds))]
            if kind is ActionType.RAISE:
                span = moves.raise_range
                game.take_action(kind, total=span[int(random() * len(span))])
            else:
                game.take_action(kind)
            actions += 1
        hands += 1
    return Figures(actions, hands)


def play_pokerkit(count: int, seconds: float) -> Figures:
    """PokerKit, with everything automatic but the betting."""
    from pokerkit import Automation, NoLimitTexasHoldem

    actions = hands = 0
    automatic = tuple(Automation)
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        state = NoLimitTexasHoldem.create_state(automatic, True, 0, (1, 2), 2, 200, count)
        while state.status:
            facing = bool(state.checking_or_calling_amount)
            raises = state.can_complete_bet_or_raise_to()
            kind = int(random() * (1 + facing + raises)) + (not facing)
            if kind == 0:
                state.fold()
            elif kind == 1:
                state.check_or_call()
            else:
                least = state.min_completion_betting_or_raising_to_amount or 0
                most = state.max_completion_betting_or_raising_to_amount or 0
                state.complete_bet_or_raise_to(least + int(random() * (most - least + 1)))
            actions += 1
        hands += 1
    return Figures(actions, hands)


def play_open_spiel(count: int, seconds: float) -> Figures:
    """OpenSpiel's C++ engine (after the ACPC's), called from Python; it draws only the cards that it deals."""
    import pyspiel

    heads_up = count == 2
    words = {
        "betting": "nolimit",
        "numPlayers": count,
        "numRounds": 4,
        "blind": "2 1" if heads_up else "1 2" + " 0" * (count - 2),
        "firstPlayer": "2 1 1 1" if heads_up else "3 1 1 1",
        "numSuits": 4,
        "numRanks": 13,
        "numHoleCards": 2,
        "numBoardCards": "0 3 1 1",
        "stack": " ".join(["200"] * count),
        "bettingAbstraction": "fullgame",
    }
    game = pyspiel.load_game(f"universal_poker({','.join(f'{name}={value}' for name, value in words.items())})")
    actions = hands = 0
    end = time.perf_counter() + seconds
    while hands % _BATCH or time.perf_counter() < end:
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            if state.is_chance_node():
                state.apply_action(legal[int(random() * len(legal))])
                continue
            # 0 folds, 1 checks or calls, any other number is the amount to raise to.
            plain = 2 if legal[0] == 0 else 1
            kind = int(random() * (plain + (len(legal) > plain)))
            if kind >= plain:
                kind = plain + int(random() * (len(legal) - plain))
            state.apply_action(legal[kind])
            actions += 1
        state.returns()
        hands += 1
    return Figures(actions, hands)


PEERS: dict[str, Callable[[int, float], Figures]] = {
    "clubs": play_clubs,
    "texasholdem": play_texasholdem,
    "pokerkit": play_pokerkit,
    "open_spiel": play_open_spiel,
}
"""By name; a peer that is not installed raises :class:`ImportError`."""


def installed() -> tuple[dict[str, Callable[[int, float], Figures]], dict[str, Any]]:
    """The peers that can be played, and for the others why not."""
    ready, missing = {}, {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, play in PEERS.items():
            try:
                play(2, 0.0)
            except ImportError:
                missing[name] = "not installed"
            except Exception:  # noqa: BLE001  # one that crashes now and then is a peer all the same
                ready[name] = play
            else:
                ready[name] = play
    return ready, missing
