"""Six clients on TCP and two on WebSocket play two hundred hands at two tables; then all of it is looked through."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from random import Random

import anyio
import attrs
import pytest

from gamehall.builtin import register_timers
from gamehall.ledger import BANK
from gamehall.store.store import Store
from gamehall.tables.recovery import recover
from gamehall_sdk import record
from gamehall_sdk.game import Game
from gamehall_sdk.record import RoundRecord
from gamehall_sdk.wire import GameStateUpdate, Message, StateUpdate, UpdatedGameState
from tests.e2e.running import Player, Running, database_of, running, stored
from tests.hosting import PASSWORD
from tests.kept_journal import keep_journal, whole_journal

HANDS = 100
FAST = {"pause": "0", "clock": "move:60", "grace": "600", "rounds": str(HANDS), "mostbuyin": "20"}
CARD = r"(?<![0-9A-Za-z]){}(?![0-9A-Za-z])"


@attrs.frozen
class Played:
    """What two hundred hands left: the store, and what each client heard, by name."""

    store: Store
    tables: dict[int, list[Player]]
    records: dict[int, list[RoundRecord]]
    faults: list[str]
    log: str


@pytest.fixture
async def played(tmp_path_factory: pytest.TempPathFactory, games: dict[str, Game]) -> AsyncIterator[Played]:
    folder = tmp_path_factory.mktemp("e2e") / "data"
    keep_journal(database_of(folder))
    async with running(folder, GAMEHALL_LOG_LEVEL="debug") as server:
        tables = await _play(server, games)
        assert await server.stop() == 0
        faults, log = server.faults, server.log.read_text(encoding="utf-8")
    store = stored(folder)
    rounds = {table: reversed(store.rounds.list_rounds(table_id=table, limit=1000)) for table in tables}
    records = {
        table: [record.read(one.document) for row in rows if (one := store.rounds.get(row.id))]
        for table, rows in rounds.items()
    }
    yield Played(store, tables, records, faults, log)
    store.close()


async def _play(server: Running, games: dict[str, Game]) -> dict[int, list[Player]]:
    players = [Player(f"player {number}", games, Random(number)) for number in range(8)]
    tables: dict[int, list[Player]] = {}
    opened, seated = [anyio.Event(), anyio.Event()], anyio.Event()
    waiting = set(range(8))

    async def live(number: int) -> None:
        player, side = players[number], number % 2
        async with player.connected(server.ws if number >= 6 else server.tcp, create=True) as client:
            if number < 2:
                tables[await client.create("holdem", f"table {side}", FAST | {"minplayers": "4"})] = players[side::2]
                opened[side].set()
            await opened[side].wait()
            table = next(one for one, sitting in tables.items() if player in sitting)
            await player.sit(table)
            waiting.discard(number)
            if not waiting:
                seated.set()
            await seated.wait()
            while player.rounds < HANDS and player.round < HANDS:
                await player.play(HANDS)

    with anyio.fail_after(120):
        async with anyio.create_task_group() as group:
            for number in range(8):
                group.start_soon(live, number)
    return tables


# One test, so that the workers of a test run do not each play all of it.
async def test_two_hundred_hands_are_as_they_should_be(played: Played, games: dict[str, Game]) -> None:
    _every_hand_was_played_and_nothing_went_wrong(played)
    _chips_are_conserved(played)
    _every_record_replays_to_the_same_bytes(played, games)
    _every_journal_replays_to_the_same_events(played, games)
    _nobody_was_told_anothers_cards_before_they_were_shown(played)
    _the_log_names_no_password_no_card_and_no_secret(played)


def _every_hand_was_played_and_nothing_went_wrong(played: Played) -> None:
    assert played.faults == []
    for records in played.records.values():
        assert [one.number for one in records] == list(range(1, HANDS + 1))
        assert not [one.void for one in records if one.void]
    acted = [one for records in played.records.values() for hand in records for one in hand.inputs]
    assert {one.by for one in acted} == {record.By.PLAYER}
    assert len(acted) > 10 * HANDS


def _chips_are_conserved(played: Played) -> None:
    played.store.ledger.check()
    balances = played.store.ledger.balances()
    kinds = {key.partition(":")[0] for key in balances}
    assert kinds <= {BANK, "account", "table"}
    assert -balances[BANK] == 8 * 10_000 == sum(amount for key, amount in balances.items() if key != BANK)
    for records in played.records.values():
        for hand in records:
            assert sum(hand.payoffs or (1,)) == 0


def _every_record_replays_to_the_same_bytes(played: Played, games: dict[str, Game]) -> None:
    for records in played.records.values():
        for hand in records:
            record.replay(hand, games[hand.game])
            assert record.read(hand.to_json()).to_json() == hand.to_json()


def _every_journal_replays_to_the_same_events(played: Played, games: dict[str, Game]) -> None:
    clocks = {kind.name: kind for kind in register_timers()}
    for table in played.tables:
        row = played.store.tables.get(table)
        assert row is not None
        entries = whole_journal(played.store, table)
        assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
        first = recover(attrs.evolve(row, checkpoint=None, checkpoint_no=0), entries, games, clocks, 0)
        assert first.fault == ""
        late = recover(row, [one for one in entries if one.number > row.checkpoint_no], games, clocks, 0)
        assert late.fault == ""
        assert late.machine.flow.seats() == first.machine.flow.seats()
        assert late.machine.seq == first.machine.seq


def _nobody_was_told_anothers_cards_before_they_were_shown(played: Played) -> None:
    for table, players in played.tables.items():
        holes = {hand.number: _holes(hand) for hand in played.records[table]}
        seats = {seat.name: seat.seat for seat in played.records[table][0].seats}
        for player in players:
            own, shown = 0, 0
            for number, text, revealed in _by_round(player.heard):
                for seat, cards in holes.get(number, {}).items():
                    seen = [card for card in cards if re.search(CARD.format(card), text)]
                    own += bool(seen) and seat == seats[player.name]
                    shown += bool(seen) and seat != seats[player.name]
                    assert not seen or seat == seats[player.name] or seat in revealed, (number, player.name, text)
            assert own >= HANDS // 2
            assert shown > 0


def _the_log_names_no_password_no_card_and_no_secret(played: Played) -> None:
    assert len(re.findall("round over", played.log)) == 2 * HANDS
    assert len(re.findall("logged in", played.log)) == 8
    cards = re.compile(r"(?<!\w)[2-9TJQKA][shdc]\W{1,5}[2-9TJQKA][shdc](?!\w)")
    hands = [hand for records in played.records.values() for hand in records]
    # What is looked for would be found.
    assert cards.search(str(hands[0].deal))
    assert not cards.search(played.log)
    secrets = [hand.secret for hand in hands]
    assert all(len(one) == 64 for one in secrets)
    assert not [one for one in (PASSWORD, *secrets) if one in played.log]


def _holes(hand: RoundRecord) -> dict[int, tuple[str, ...]]:
    """By seat, the cards that were told to that seat alone."""
    found: dict[int, tuple[str, ...]] = {}
    for audience, event in hand.events:
        if audience is not None:
            found[audience] = (*found.get(audience, ()), *event["holecardsdealt"]["cards"])
    return found


def _by_round(heard: list[tuple[str, Message]]) -> list[tuple[int, str, set[int]]]:
    """Each frame about a table: the number of the round it belongs to, its text, and the seats shown in it so far."""
    rows: list[tuple[int, str, set[int]]] = []
    number, revealed = 0, set[int]()
    for text, message in heard:
        if not isinstance(message.body, StateUpdate) or not isinstance(message.body.body, GameStateUpdate):
            rows.append((number, text, set(revealed)))
            continue
        state = message.body.body.body
        for raw in state.parameters if isinstance(state, UpdatedGameState) else ():
            if raw.name == "roundstarted":
                number, revealed = int(raw.json()["number"]), set()
            if raw.name == "shown":
                revealed.add(int(raw.json()["seat"]))
        rows.append((number, text, set(revealed)))
    return rows
