"""The tournament as a machine: plain calls, and whole tournaments in any order of events."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamehall.tournaments.play import Stage, Tournament
from gamehall.tournaments.rules import Rules, checked
from gamehall_hearts.plugin import HEARTS
from gamehall_hello.plugin import GAME as HELLO
from gamehall_holdem.plugin import GAME as HOLDEM
from gamehall_sdk.errors import AlreadySeated, BadOption, NotSeated, TableFull, WrongPhase
from gamehall_sdk.game import Game
from gamehall_sdk.table import Kind

GAMES = {game.name: game for game in (HOLDEM, HEARTS, HELLO)}


def rules(game: Game = HOLDEM, **changed: Any) -> Rules:
    given = {"seats": 0, "least": 0, "most": 0, "stack": 100 if game is HOLDEM else 0} | changed
    return checked(Rules(name="Sunday", game=game.name, variant=game.variant(""), fewest=0, **given), game)


def entered(count: int, chosen: Rules) -> Tournament:
    tournament = Tournament(chosen)
    for account in range(1, count + 1):
        tournament.register(account, f"p{account}", Kind.HUMAN)
    return tournament


def begun(count: int, chosen: Rules, seed: str = "seed") -> Tournament:
    tournament = entered(count, chosen)
    tournament.start(seed, 0)
    return tournament


def test_what_is_left_open_is_filled_in() -> None:
    full = rules(HEARTS, deals=8)
    assert (full.seats, full.fewest, full.least, full.most, full.knock_out) == (4, 4, 4, 4, False)
    full = rules(seats=6)
    assert (full.seats, full.fewest, full.least, full.most, full.knock_out) == (6, 2, 2, 6, True)


@pytest.mark.parametrize(
    ("game", "changed", "sentence"),
    [
        ("holdem", {"seats": 11}, "a table of Texas hold'em has 2 to 10 seats, not 11"),
        ("holdem", {"stack": 0}, "say with how many each begins"),
        ("holdem", {"least": 9, "most": 4}, "9 at least and 4 at most do not fit"),
        ("holdem", {"buy_in": -1}, "the buy-in is 0 to"),
        ("holdem", {"prizes": (60, 30)}, "sum to 100"),
        ("holdem", {"sit_and_go": True, "starts_at_ms": 5}, "choose one of the two"),
        ("holdem", {"level_s": -1}, "stakes rise after"),
        ("holdem", {"deals": -1}, "a tournament has 0 to"),
        ("hearts", {"most": 6}, "6 entrants do not fill tables of 4 to 4"),
        ("hearts", {"stack": 5}, "nobody begins with a stack"),
        ("hearts", {"level_hands": 5}, "the stakes of Hearts do not rise"),
        ("hello", {}, "say how many deals are played"),
    ],
)
def test_what_cannot_be_played_is_refused(game: str, changed: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence.replace("'", ".")):
        rules(GAMES[game], **changed)


def test_registration() -> None:
    tournament = entered(2, rules(most=2))
    with pytest.raises(AlreadySeated, match="registered already"):
        tournament.register(1, "p1", Kind.HUMAN)
    with pytest.raises(TableFull, match="all 2 places"):
        tournament.register(3, "p3", Kind.HUMAN)
    tournament.withdraw(2)
    with pytest.raises(NotSeated):
        tournament.withdraw(2)
    with pytest.raises(WrongPhase, match="1 are registered; 2 to 2 are needed"):
        tournament.start("seed", 0)
    tournament.register(3, "p3", Kind.BOT)
    tournament.start("seed", 0)
    with pytest.raises(WrongPhase, match="registration is closed: the tournament is running"):
        tournament.withdraw(3)


def test_it_starts_when_it_is_full_or_at_its_time() -> None:
    assert entered(2, rules(most=2, sit_and_go=True)).due(0)
    assert not entered(1, rules(most=2, sit_and_go=True)).due(10**9)
    assert not entered(2, rules(most=2)).due(10**9)
    timed = entered(2, rules(most=9, starts_at_ms=500))
    assert (timed.due(499), timed.due(500)) == (False, True)
    timed.cancel("too few")
    assert not timed.due(500)
    with pytest.raises(WrongPhase, match="cancelled"):
        timed.cancel("again")


def test_who_goes_out_in_one_hand_is_ranked_by_what_they_had_before_it() -> None:
    tournament = begun(5, rules(seats=5))
    tournament.rested(1, 1, {1: 150, 2: 50, 3: 100, 4: 100, 5: 100}, over=False)
    tournament.rested(1, 2, {1: 300, 2: 0, 3: 0, 4: 0, 5: 200}, over=False)
    places = {one.account: one.place for one in tournament.state.entrants.values()}
    assert places == {1: 0, 5: 0, 3: 3, 4: 3, 2: 5}
    assert not tournament.rested(1, 2, {1: 0}, over=False)
    assert not tournament.ended
    tournament.rested(1, 3, {1: 0, 5: 500}, over=False)
    assert tournament.ended
    tournament.finish()
    assert {one.account: one.place for one in tournament.state.entrants.values()} == {5: 1, 1: 2, 3: 3, 4: 3, 2: 5}


def test_deals_end_in_a_ranking_by_score() -> None:
    tournament = begun(8, rules(HEARTS, deals=2, most=8, buy_in=10, prizes=(60, 40)))
    assert sorted(len(tournament.at(number)) for number in (1, 2)) == [4, 4]
    for number in (1, 2):
        scores = {one.account: -one.account for one in tournament.at(number)}
        tournament.rested(number, 1, scores, over=False)
        assert tournament.may_play(number)
        tournament.rested(number, 2, scores, over=True)
        assert not tournament.may_play(number)
    assert tournament.ended
    tournament.finish()
    assert [tournament.state.entrants[one].place for one in range(1, 9)] == list(range(1, 9))
    assert [tournament.state.entrants[one].prize for one in (1, 2, 3)] == [48, 32, 0]


def test_stakes_rise_by_hands_or_time_and_not_while_the_server_is_away() -> None:
    tournament = begun(4, rules(seats=4, level_hands=3, level_s=10))
    assert tournament.level(9_999) == 0
    assert tournament.level(20_000) == 2
    tournament.stood_still(15_000)
    assert tournament.level(20_000) == 0
    tournament.rested(1, 9, {}, over=False)
    assert tournament.level(0) == 3


def test_a_table_that_fails_is_replaced_a_few_times() -> None:
    tournament = begun(4, rules(HELLO, most=4, seats=2, deals=5))
    tournament.rested(1, 2, {}, over=False)
    assert tournament.failed(1)
    assert (tournament.state.tables[1].rounds, tournament.state.tables[1].before) == (0, 2)
    assert tournament.failed(2)
    assert not tournament.failed(1)


def test_it_is_read_back_as_it_was() -> None:
    tournament = begun(13, rules(seats=4, most=20, prizes=(70, 30)))
    import msgspec

    again = Tournament.read(msgspec.json.encode(tournament.rules), tournament.to_json())
    assert (again.rules, again.state) == (tournament.rules, tournament.state)


class Hall:
    """Tables that are played in any order, as a server would."""

    def __init__(self, tournament: Tournament, rng: Random) -> None:
        self.tournament = tournament
        self.rng = rng
        self.seated: dict[int, dict[int, int]] = {}
        """Table to account to chips, as the table itself has it."""
        self.rounds: dict[int, int] = {}
        self.playing: set[int] = set()
        self.dealt = 0

    def look(self) -> None:
        """What the director does."""
        tournament = self.tournament
        resting = [number for number in tournament.state.tables if number not in self.playing]
        for number in resting:
            tournament.rested(number, self.rounds.get(number, 0), self.seated.get(number, {}), over=False)
        tournament.rearrange(resting)
        if tournament.ended:
            return
        for number in list(self.seated):
            stays = {one.account for one in tournament.at(number)}
            if number in self.playing:
                assert stays >= self.seated[number].keys()
            else:
                self.seated[number] = {who: chips for who, chips in self.seated[number].items() if who in stays}
        for number in tournament.state.tables:
            here = self.seated.setdefault(number, {})
            for one in tournament.at(number):
                here.setdefault(one.account, one.stack)
            assert len(here) <= tournament.rules.seats
        for number in resting:
            if tournament.may_play(number):
                self.playing.add(number)
                sizes = [len(tournament.at(other)) for other in tournament.state.tables]
                assert len(tournament.at(number)) >= max(sizes) - 1

    def play(self) -> None:
        """One hand ends: a few chips, or all, go from one to another."""
        number = self.rng.choice(sorted(self.playing))
        self.playing.remove(number)
        self.rounds[number] = self.rounds.get(number, 0) + 1
        self.dealt += 1
        here = self.seated[number]
        able = [who for who, chips in here.items() if chips]
        winner = self.rng.choice(able)
        for loser in self.rng.sample(able, self.rng.randint(1, len(able))):
            if loser != winner:
                lost = here[loser] if self.rng.random() < 0.6 else here[loser] // 2
                here[loser] -= lost
                here[winner] += lost

    def chips(self) -> int:
        """Those that are anywhere: at tables, or with somebody who is being moved."""
        at_tables = {who: chips for here in self.seated.values() for who, chips in here.items()}
        return sum(at_tables.get(one.account, one.stack) for one in self.tournament.state.entrants.values())


@settings(deadline=None, max_examples=80)
@given(st.integers(2, 40), st.integers(3, 10), st.integers(0, 2**32), st.integers(0, 50))
def test_every_tournament_ends_with_one_winner_who_has_all_the_chips(
    players: int, seats: int, seed: int, buy_in: int
) -> None:
    tournament = begun(players, rules(seats=seats, most=players, buy_in=buy_in), str(seed))
    hall = Hall(tournament, Random(seed))
    total = players * 100
    for _ in range(players * 60):
        hall.look()
        assert hall.chips() == total
        if tournament.ended:
            break
        assert hall.playing, "a tournament that has not ended goes on somewhere"
        hall.play()
    assert tournament.ended
    tournament.finish()
    entrants = tournament.state.entrants.values()
    assert tournament.state.stage is Stage.OVER
    assert sum(one.prize for one in entrants) == tournament.pool == players * buy_in
    places = sorted(one.place for one in entrants)
    assert len(places) == players
    assert all(place == 1 + sum(other < place for other in places) for place in places)
    assert [one.stack for one in entrants if one.place == 1] == [total]
