"""The host of message extensions: who may ask what and how often, what they see, and the way of the answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import anyio
import anyio.abc
import structlog

from gamehall.extensions.inquiry import Sight, read_answer, write_inquiry
from gamehall.extensions.worker import Worker, WorkerFailed
from gamehall.plugins import Plugins
from gamehall.sessions.hall import Hall
from gamehall.sessions.seat import Seat
from gamehall.tables.machine import Machine
from gamehall.tables.table import Table
from gamehall.token_buckets import Allowance, Buckets, whole_seconds
from gamehall_sdk.advice import AskAdvice
from gamehall_sdk.errors import (
    BadPayload,
    Forbidden,
    GamehallError,
    NoRound,
    NotSeated,
    TooManyQuestions,
    UnknownPayload,
)
from gamehall_sdk.extension import MessageExtension
from gamehall_sdk.table import Unanswered
from gamehall_sdk.wire import Raw, wire_name

__all__ = ["ExtensionHost"]

_log = structlog.get_logger(__name__)
_MINUTE_S: Final = 60.0
_MOST_WAITING: Final = 32
"""Questions that may wait for one process."""
_ADVICE: Final = wire_name(AskAdvice)


class ExtensionHost:
    """See the module. Its tasks live in *group*."""

    def __init__(self, hall: Hall, plugins: Plugins, group: anyio.abc.TaskGroup) -> None:
        """No process yet."""
        self._hall = hall
        self._plugins = plugins
        self._group = group
        self._extensions: Mapping[str, MessageExtension] = plugins.messages
        self._workers: dict[tuple[str, str], Worker] = {}
        most = hall.settings.questions_per_min
        self._asked: Buckets[int] = Buckets(Allowance(most, _MINUTE_S, most))
        """By account, what it may still ask."""
        self._open: set[int] = set()
        """The accounts with a question that is not answered yet."""

    async def run(self) -> None:
        """Be there until cancelled, and then end every process."""
        try:
            await anyio.sleep_forever()
        finally:
            with anyio.CancelScope(shield=True):
                for worker in self._workers.values():
                    await worker.close()

    def there(self, table: Table) -> tuple[MessageExtension, ...]:
        """See :class:`~gamehall.sessions.hall.Questions`."""
        if not table.options.advisers:
            return ()
        return tuple(one for _, one in sorted(self._extensions.items()) if one.serves(table.config.game))

    def hears(self, table: Table, payload: Raw) -> bool:
        """See :class:`~gamehall.sessions.hall.Questions`: the game's own words and the platform's come first."""
        if payload.name == _ADVICE:
            return True
        known = payload.name in table.game.table_payloads
        return not known and any(one.hears(payload.name) for one in self.there(table))

    async def ask(self, seat: Seat, payload: Raw) -> None:
        """See :class:`~gamehall.sessions.hall.Questions`."""
        extension, question = self._choose(seat.table, payload)
        worker = self._worker(extension, seat.table.config.game)
        self._count(seat.account, worker)
        self._open.add(seat.account)
        try:
            sight = await seat.table.look(lambda machine: _sight(machine, seat.account))
            document = write_inquiry(extension, seat.table.game, question, sight)
        except BaseException:
            self._open.discard(seat.account)
            raise
        self._group.start_soon(self._answer, seat, extension, payload.name, worker, document)

    def _choose(self, table: Table, payload: Raw) -> tuple[MessageExtension, Any]:
        """The extension that is asked, and the question, checked by its schema."""
        if not table.options.advisers:
            sentence = "nobody may ask advisers at this table"
            raise Forbidden(sentence)
        fitting = [one for one in self.there(table) if one.hears(payload.name)]
        if not fitting:
            sentence = f"nobody here answers {payload.name} at tables of {table.game.title}"
            raise UnknownPayload(sentence)
        question = fitting[0].payloads.load(payload)
        wanted = getattr(question, "by", "")
        for one in fitting:
            if wanted in ("", one.name):
                return one, one.payloads.load(payload)
        there = ", ".join(one.name for one in fitting)
        sentence = f"{wanted[:40]!r} does not answer {payload.name} here; there are {there}"
        raise BadPayload(sentence)

    def _worker(self, extension: MessageExtension, game: str) -> Worker:
        key = (extension.name, game)
        if key not in self._workers:
            owners = (self._plugins.owner("messages", extension.name), self._plugins.owner("games", game))
            needed = ",".join(dict.fromkeys(one.name for one in owners))
            self._workers[key] = Worker(extension.name, game, needed, self._hall.settings.bot_memory_mb)
        return self._workers[key]

    def _count(self, account: int, worker: Worker) -> None:
        """Count a question. Raises TooManyQuestions, and then counts nothing."""
        if account in self._open:
            sentence = "your last question is not answered yet; ask one thing at a time"
            raise TooManyQuestions(sentence)
        if worker.waiting >= _MOST_WAITING:
            sentence = f"{worker.waiting} questions wait to be answered; ask again in a moment"
            raise TooManyQuestions(sentence)
        wait_ms = self._asked.take(account, self._hall.timers.now_ms())
        if wait_ms:
            most = self._hall.settings.questions_per_min
            sentence = f"you may ask {most} questions a minute; ask again in {whole_seconds(wait_ms)} s"
            raise TooManyQuestions(sentence)

    async def _answer(
        self, seat: Seat, extension: MessageExtension, question: str, worker: Worker, document: bytes
    ) -> None:
        game = seat.table.game
        try:
            answer = read_answer(await worker.ask(document, self._hall.settings.answer_limit_s), extension, game)
        except Exception as error:  # noqa: BLE001  # whatever an extension does, the server lives on
            expected = isinstance(error, WorkerFailed | GamehallError)
            about = {"extension": extension.name, "table": seat.gameid, "cause": str(error)}
            _log.error("extension failed", **about, exc_info=None if expected else error)
            answer = Unanswered(question, f"{extension.title or extension.name} failed at this question")
        finally:
            self._open.discard(seat.account)
        seat.tell(answer)
        echo = _echo(seat, answer)
        if echo is not None:
            seat.tell(echo)


def _echo(seat: Seat, answer: Any) -> Any:
    """The answer in the game's own words, where it has some."""
    flow = seat.table.machine.flow
    place = flow.seat_of(seat.account)
    try:
        return None if place is None else flow.echo(place, answer)
    except Exception:  # noqa: BLE001  # a game's code may fail with anything, and the answer is told already
        _log.exception("echo failed", table=seat.gameid)
        return None


def _sight(machine: Machine, account: int) -> Sight:
    """What the account's seat sees now. Raises NotSeated, NoRound, and GameFault where the game cannot say."""
    place = machine.flow.seat_of(account)
    if place is None:
        sentence = "only those who sit at the table ask: they are answered by what their seat sees"
        raise NotSeated(sentence)
    view = machine.view(place)
    if view is None:
        sentence = "no round is being played"
        raise NoRound(sentence)
    config = machine.config
    return Sight(config.variant, config.options, place, view, machine.ask(place, with_view=False))
