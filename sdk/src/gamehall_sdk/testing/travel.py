"""The check that everything a game says survives both wire formats and fits its schema."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import attrs
from lxml import etree

from gamehall_sdk.errors import GamehallError
from gamehall_sdk.options import describe, read_options, write_options
from gamehall_sdk.round import Legal
from gamehall_sdk.table import Amounts, Ask, Phase, Snapshot, legal_of
from gamehall_sdk.testing.case import Broken, Case, Play, tables_of
from gamehall_sdk.wire import PayloadSet, Raw, wire_name

__all__ = ["check_description", "check_options", "check_plan", "check_travel", "travel"]


def travel(payload: object, payloads: PayloadSet) -> None:
    """Send *payload* through JSON and XML and compare; raises :class:`~gamehall_sdk.testing.case.Broken`."""
    name = type(payload).__name__
    if payload not in payloads:
        raise Broken(f"{name} is not among the classes that the game names")
    try:
        ((word, body),) = payloads.dump_json(payload).items()
        by_json = payloads.load(Raw(word, body))
    except GamehallError as error:
        raise Broken(f"{payload} does not travel as JSON: {error}") from None
    if by_json != payload:
        raise Broken(f"{payload} comes out of JSON as {by_json}")
    try:
        element = etree.fromstring(etree.tostring(payloads.dump_xml(payload)))
        complaint = payloads.complaint(element)
        if complaint is not None:
            raise Broken(f"{payload} does not fit the schema: {complaint}")
        by_xml = payloads.load(Raw(word, element))
    except GamehallError as error:
        raise Broken(f"{payload} does not travel as XML: {error}") from None
    if by_xml != payload:
        raise Broken(f"{payload} comes out of XML as {by_xml}")


def check_travel(case: Case) -> None:
    """Every event, action, view and question on the way to the end, and what the round began with."""
    play = case.play()
    _start(case, play)
    while True:
        for told in play.told[-1]:
            if type(told.event) not in case.game.events:
                raise Broken(f"{type(told.event).__name__} is told, but the game does not name it among its events")
            travel(told.event, case.game.payloads)
        view = play.round.view(case.dice.choice(play.viewers))
        if type(view) is not case.game.view:
            raise Broken(f"view gives a {type(view).__name__}, not the game's {case.game.view.__name__}")
        travel(view, case.game.payloads)
        case.count("payloads", len(play.told[-1]) + 1)
        if play.over:
            break
        _question(case, play, play.round.to_act[0])
        _, action = case.move(play)
        travel(action, case.game.payloads)
    if case.game.summary is not None:
        words = case.game.summary(play.round.view(None))
        if not isinstance(words, str):
            raise Broken(f"summary gives a {type(words).__name__}, not a text")


def check_options(case: Case) -> None:
    """Every option, at its bounds too, can be written down and read back, and gives a deck and a buy-in."""
    options = case.choose_options()
    kind = case.game.options
    again = read_options(kind, write_options(options))
    if again != options:
        raise Broken(f"{options} reads back from its texts as {again}")
    for field in describe(kind):
        if not field.text:
            raise Broken(f"option {field.name!r} has no text, so the lobby's form cannot say what it is")
    deck = tuple(case.game.deck(case.table.variant, options))
    if deck != tuple(case.game.deck(case.table.variant, options)):
        raise Broken("deck gives another deck the second time")
    if case.game.buy_in is not None:
        least, most = case.game.buy_in(options)
        if not 1 <= least <= most:
            raise Broken(f"with {options} the buy-in is {least} to {most}")
    case.count("options")


def check_plan(case: Case) -> None:
    """Plans name players of the table, and their start and memo survive to the next round."""
    game = case.game
    planning = case.planning()
    for number in range(1, 4):
        plan = case.plan(planning)
        if plan != case.plan(planning):
            raise Broken(f"the plan for {planning} is another one the second time")
        there = {chair.seat for chair in planning.chairs}
        if not plan.seats or len(set(plan.seats)) < len(plan.seats) or not set(plan.seats) <= there:
            raise Broken(f"the plan's seats {plan.seats} are not some of {sorted(there)}")
        if list(plan.seats) != sorted(plan.seats):
            raise Broken(f"the plan's seats {plan.seats} do not rise")
        for what, value, kind in (("start", plan.start, game.start), ("memo", plan.memo, game.memo)):
            if value is None:
                continue
            if type(value) is not kind:
                raise Broken(f"the plan's {what} is a {type(value).__name__}; the game names {kind}")
            travel(value, game.payloads)
        Play(game, case.setup_of(plan, planning))
        chairs = tuple(attrs.evolve(one, rounds=number) for one in planning.chairs)
        planning = attrs.evolve(planning, chairs=chairs, memo=plan.memo, number=number + 1)
        case.count("plans")


def check_description(case: Case) -> None:
    """What the plugin says of its game is whole: names that differ, a title, rules, tables to play at."""
    game = case.game
    names = [wire_name(kind) for kind in game.payloads.classes]
    if len(set(names)) < len(names):
        raise Broken("two payload classes have one name on the wire")
    if not game.title or not game.rules:
        raise Broken("the game needs a title, and rules for the lobby's details")
    for variant in game.variants:
        if not variant.title:
            raise Broken(f"variant {variant.name!r} has no title")
    if not tables_of(game):
        raise Broken("no variant can be played by any number of players")
    # What can change has no hash.
    thawed = [kind.__name__ for kind in game.payloads.classes if _changeable(kind)]
    if thawed:
        raise Broken(f"{thawed[0]} can be changed after it was made; declare it with @attrs.frozen")


def _changeable(kind: Any) -> bool:
    return not issubclass(kind, Hashable)


def _start(case: Case, play: Play) -> None:
    if play.setup.start is not None:
        travel(play.setup.start, case.game.payloads)
    snapshot = Snapshot(
        seq=1,
        game=case.game.name,
        variant=play.setup.variant,
        name="a table",
        phase=Phase.PLAYING,
        number=1,
        maxseats=case.game.seats[1],
        options=write_options(play.setup.options),
        view=play.round.view(None),
    )
    travel(snapshot, case.game.table_payloads)


def _question(case: Case, play: Play, seat: int) -> None:
    legal = play.round.legal(seat)
    amounts = tuple(Amounts(wire_name(span.action), span.least, span.most) for span in legal.ranges)
    ask = Ask(seat, 1, 20.0, legal.actions, amounts, play.round.view(seat))
    travel(ask, case.game.table_payloads)
    again: Legal = legal_of(ask, case.game.payloads)
    if again != legal:
        raise Broken(f"a client is asked {again}, not {legal}")
