"""One connection without sockets: the bounded queue, the last words, and how much a client may send."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import anyio
import pytest
from anyio import wait_all_tasks_blocked

from gamehall.sessions.attend import attend
from gamehall.sessions.connection import Connection, Limits
from gamehall.token_buckets import Allowance, Bucket
from gamehall_sdk.errors import ShuttingDown, SlowReader
from gamehall_sdk.wire import GeneralResponse, LoginResponse, Message, Response, json, xml

HELLO = Message(Response(GeneralResponse(success=True)))


def connection(**limits: Any) -> Connection:
    return Connection(json, "test", Limits(**limits), 7)


async def drained(one: Connection) -> list[str]:
    """All that is still sent, up to the close."""
    said: list[str] = []
    while ready := await one.outgoing():
        said += [payload.decode() for payload in ready]
    return said


async def test_case_75_a_frame_that_would_pass_the_cap_is_not_queued_and_the_connection_is_closed() -> None:
    one = connection(outbound_bytes=100_000)
    one.send_encoded(b"x" * 99_999)
    assert one.waiting == (1, 99_999)
    one.send_encoded(b"y" * 1_000_000)
    assert one.closing
    assert one.waiting[1] < 1000
    [last] = await drained(one)
    assert f'"errorcode":{SlowReader.code}' in last


async def test_what_is_being_sent_counts_until_it_is_sent() -> None:
    one = connection(outbound_bytes=1000)
    one.send_encoded(b"a" * 600)
    assert await one.outgoing() == [b"a" * 600]
    one.send_encoded(b"b" * 400)
    assert one.waiting == (2, 1000)
    assert await one.outgoing() == [b"b" * 400]
    one.send_encoded(b"c" * 600)
    assert not one.closing
    one.send_encoded(b"d")
    assert one.closing
    assert one.waiting[1] < 1000


async def test_the_queue_is_bounded_in_messages_too() -> None:
    one = connection(outbound_messages=10)
    for _ in range(11):
        one.send(HELLO)
    assert one.closing
    assert len(await drained(one)) == 1


async def test_a_close_sends_what_is_queued_then_why_and_then_nothing() -> None:
    one = connection()
    one.send(HELLO)
    one.close(ShuttingDown("the server stops"))
    one.close(SlowReader("never said"))
    one.send(HELLO)
    first, last = await drained(one)
    assert first == json.encode(HELLO).decode()
    assert f'"errorcode":{ShuttingDown.code}' in last
    assert '"sessionid":7' in last
    assert await one.outgoing() == []


async def test_waiting_for_something_to_send_ends_with_a_message_or_the_close() -> None:
    one = connection()
    said: list[str] = []

    async def write() -> None:
        said.extend(await drained(one))
        said.append("closed")

    async with anyio.create_task_group() as group:
        group.start_soon(write)
        await wait_all_tasks_blocked()
        assert said == []
        one.send(HELLO)
        await wait_all_tasks_blocked()
        one.close()
    assert said == [json.encode(HELLO).decode(), "closed"]


async def test_what_many_are_told_is_written_once_for_each_codec() -> None:
    encoded: dict[str, bytes] = {}
    made: list[str] = []

    def body() -> Response:
        made.append("body")
        return Response(GeneralResponse(success=True))

    for codec in (json, xml, json, xml):
        for session in (12, 2**53 - 1):
            one = Connection(codec, "test", Limits(), 7)
            one.send_shared(session, encoded, lambda codec: codec.encode_body(body()))
            assert await one.outgoing() == [codec.encode(Message(body(), session))]
            made.pop()
    assert made == ["body", "body"]


@pytest.mark.parametrize("codec", [json, xml])
def test_what_cannot_be_written_to_many_closes_each_and_raises_nothing(codec: Any) -> None:
    encoded: dict[str, bytes] = {}
    body = Response(LoginResponse(success=True, name="x", balance=Decimal("NaN")))
    for _ in range(2):
        one = Connection(codec, "test", Limits(), 7)
        one.send_shared(7, encoded, lambda codec: codec.encode_body(body))
        assert one.closing
    assert not encoded


async def test_a_carrier_that_is_given_notice_takes_what_there_is() -> None:
    noticed: list[int] = []

    def notice() -> None:
        taken = one.take()
        one.holds(taken)
        noticed.append(len(taken))

    one = Connection(json, "test", Limits(outbound_bytes=1000), 7, notice)
    one.send_encoded(b"a" * 600)
    assert noticed == [1]
    assert one.waiting == (1, 600)
    one.sent()
    assert one.waiting == (0, 0)
    one.send_encoded(b"b" * 900)
    assert one.waiting == (1, 900)
    one.close()
    assert noticed == [1, 1, 0]


async def test_what_a_carrier_could_pass_on_at_once_waits_no_more() -> None:
    noticed: list[int] = []
    one = Connection(json, "test", Limits(), 7, lambda: noticed.append(one.waiting[0]))
    for _ in range(3):
        one.send_encoded(b"a" * 600)
    assert noticed == [1], "told once, until it takes"
    assert one.waiting == (3, 1800)
    assert len(one.take()) == 3
    assert one.waiting == (0, 0)
    one.send_encoded(b"b")
    assert noticed == [1, 1]


@pytest.mark.parametrize("codec", [json, xml])
def test_a_message_that_cannot_be_written_closes_and_raises_nothing(codec: Any) -> None:
    one = Connection(codec, "test", Limits(), 7)
    one.send(Message(Response(LoginResponse(success=True, name="x", balance=Decimal("NaN")))))
    assert one.closing


def test_a_client_may_burst_and_then_send_at_its_rate() -> None:
    one = connection(burst=3, messages_per_s=2.0)
    assert [one.pay(1000, 100) for _ in range(4)] == [0, 0, 0, 500]
    assert [one.pay(1500, 100), one.pay(1500, 100)] == [0, 500]
    assert [one.pay(60_000, 100) for _ in range(4)] == [0, 0, 0, 500]


@pytest.mark.parametrize("burst", [1, 16, 200, 1000])
def test_what_is_paid_for_in_advance_is_no_more_than_the_limit(burst: int) -> None:
    one = connection(burst=burst, messages_per_s=1.0)
    assert sum(not one.pay(1000, 100) for _ in range(2 * burst)) == burst
    assert one.pay(1000, 100) == 1000


def test_a_long_message_counts_as_several_and_the_longest_can_still_be_sent() -> None:
    one = connection(burst=10, messages_per_s=1.0)
    assert [one.pay(1000, 22_000), one.pay(1000, 22_000), one.pay(1000, 100)] == [0, 2000, 0]
    assert [one.pay(60_000, 1 << 24), one.pay(60_000, 1 << 24)] == [0, 10_000]


def test_connections_of_one_address_share_and_what_is_refused_costs_nothing() -> None:
    shared = Bucket(Allowance(1.0, 1.0, 4))
    first, second = (Connection(json, "test", Limits(burst=3), 7, None, shared) for _ in range(2))
    assert [first.pay(1000, 100) for _ in range(3)] == [0, 0, 0]
    assert (first.pay(1000, 100) > 0, first.narrow) == (True, 0)
    assert [second.pay(1000, 100) for _ in range(2)] == [0, 1000]
    assert second.narrow == 1
    assert [second.pay(3000, 100) for _ in range(3)] == [0, 0, 1000]


def test_an_answer_that_was_asked_for_is_no_flood() -> None:
    one = connection(burst=2, messages_per_s=0.1)
    for _ in range(100):
        one.expect()
        assert not one.pay(1000, 100)
    assert [one.pay(1000, 100) > 0 for _ in range(3)] == [False, False, True]


# --- the life of a connection ---


class Hall:
    """Notes what was closed."""

    def __init__(self) -> None:
        self.closed: list[Connection] = []

    async def close(self, one: Connection) -> None:
        await anyio.lowlevel.checkpoint()
        one.close()
        self.closed.append(one)


async def drain(one: Connection) -> None:
    await drained(one)


async def test_the_end_of_what_a_client_sends_ends_the_connection() -> None:
    one, hall = connection(), Hall()

    async def read() -> None:
        one.send(HELLO)

    await attend(hall, one, read, lambda: drain(one))  # type: ignore[arg-type]  # all that is asked of a hall
    assert hall.closed == [one]
    assert one.waiting == (0, 0)


async def test_a_peer_that_takes_nothing_and_sends_nothing_is_closed_a_second_after_it_was_told() -> None:
    one, hall = connection(), Hall()
    one.close(ShuttingDown("the server stops"))
    with anyio.fail_after(5):
        await attend(hall, one, anyio.sleep_forever, anyio.sleep_forever)  # type: ignore[arg-type]  # as above
    assert hall.closed == [one]


async def test_a_fault_of_one_connection_ends_it_alone(capsys: pytest.CaptureFixture[str]) -> None:
    one, hall = connection(), Hall()

    async def read() -> None:
        raise ValueError("our own bug")

    await attend(hall, one, read, lambda: drain(one))  # type: ignore[arg-type]  # as above
    assert hall.closed == [one]
    assert "our own bug" in capsys.readouterr().out


async def test_a_cancelled_connection_still_leaves_its_seats() -> None:
    one, hall = connection(), Hall()
    with anyio.move_on_after(0):
        await attend(hall, one, anyio.sleep_forever, anyio.sleep_forever)  # type: ignore[arg-type]  # as above
    assert hall.closed == [one]
