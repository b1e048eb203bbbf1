"""What a WebSocket client may send besides messages, and how much of it keeps nobody else waiting."""

from __future__ import annotations

import struct
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import anyio
import anyio.abc
import pytest
from websockets.asyncio.client import connect

from gamehall.app import Server
from gamehall.net.ws_lines import Frames
from gamehall_sdk.wire import AvailableGames, Message, Request, Response, json
from tests.hosting import PATIENCE_S, hosting, peer, until

TEXT, BYTES, PART, CLOSE, PING, PONG = 0x81, 0x82, 0x00, 0x88, 0x89, 0x8A
ASK = json.encode(Message(Request(AvailableGames()))).decode()


@pytest.fixture(scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Server]:
    async with hosting(tmp_path_factory.mktemp("ws") / "data") as one:
        yield one


def frame(first: int, payload: bytes = b"", *, masked: bool = True) -> bytes:
    """RFC 6455, section 5.2; the mask is of zeros, so that it changes nothing."""
    size, mask = len(payload), 0x80 * masked
    if size < 126:
        head = bytes([first, mask | size])
    elif size < 1 << 16:
        head = bytes([first, mask | 126]) + struct.pack(">H", size)
    else:
        head = bytes([first, mask | 127]) + struct.pack(">Q", size)
    return head + bytes(4) * masked + payload


@pytest.mark.parametrize("seed", range(20))
def test_frames_are_counted_in_whatever_pieces_they_come(seed: int) -> None:
    dice = Random(seed)
    kinds = [dice.choice((TEXT, BYTES, PART, 0x01, 0x80, CLOSE, PING, PONG, 0xC1)) for _ in range(60)]
    sizes = (0, 1, 125, 126, 127, 65_535, 65_536)
    data = b"".join(frame(kind, bytes(dice.choice(sizes)), masked=dice.random() < 0.9) for kind in kinds)
    frames, found = Frames(), 0
    while data:
        cut = dice.choice((1, 2, 3, 10, 5000, 100_000))
        found += frames.count(data[:cut])
        data = data[cut:]
    # 0xC1 is a compressed text.
    assert found == sum(kind not in (TEXT, BYTES, 0xC1) for kind in kinds)


async def greeted(server: Server) -> anyio.abc.SocketStream:
    host, _, port = server.web_address.removeprefix("http://").partition(":")
    stream = await anyio.connect_tcp(host, int(port))
    await stream.send(
        f"GET /ws HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
    )
    heard = b""
    while b"gamehall" not in heard:
        heard += await stream.receive()
    return stream


@pytest.mark.parametrize(
    "flood",
    [
        frame(PING, bytes(125)),
        frame(PONG),
        frame(PART),
    ],
    ids=["pings", "pongs", "empty parts"],
)
async def test_who_floods_with_what_is_no_message_is_closed_and_nobody_waits(
    server: Server, flood: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    async with await greeted(server) as stream, peer(server.socket_address) as other:
        if flood == frame(PART):
            await stream.send(frame(0x01))
        sent = 0
        with anyio.fail_after(PATIENCE_S):
            try:
                # It reads nothing of what it is answered.
                while True:
                    await stream.send(flood * 1000)
                    sent += 1000
                    await other.send(ASK)
                    await other.until(lambda message: isinstance(message.body, Response))
                    assert sent < 1_000_000
            except anyio.BrokenResourceError:
                pass
        await until(lambda: len(server.hall.connections) == 1)
    assert "flood of WebSocket frames" in capsys.readouterr().out


async def test_a_flood_of_messages_goes_on_after_the_goodbye_and_nobody_waits(server: Server) -> None:
    async with await greeted(server) as stream, peer(server.socket_address) as other:
        await stream.send(frame(TEXT, b"{}") * 100_000)
        for _ in range(20):
            await other.send(ASK)
            await other.until(lambda message: isinstance(message.body, Response))
        await until(lambda: len(server.hall.connections) == 1)


async def test_pings_now_and_then_and_messages_in_parts_are_answered(server: Server) -> None:
    async with connect(server.socket_address, proxy=None) as socket:
        await socket.recv()
        for _ in range(30):
            await (await socket.ping())
        await socket.send([ASK[:20], ASK[20:30], ASK[30:]])
        assert "availablegames" in str(await socket.recv()).lower()


async def test_many_messages_in_one_go_are_answered_in_their_order(tmp_path: Path) -> None:
    async with hosting(tmp_path / "data") as server, await greeted(server) as stream:
        asked = [json.encode(Message(Request(AvailableGames()), number)) for number in range(1, 151)]
        data = b"".join(frame(TEXT, one) for one in asked)
        assert len(data) > 2 * 4096
        await stream.send(data)
        answers, heard = 0, b""
        with anyio.fail_after(PATIENCE_S):
            while answers < len(asked):
                heard += await stream.receive()
                answers = heard.count(b'"errorcode"')
        # A foreign session is refused by its number.
        places = [heard.index(f"session {number} ".encode()) for number in range(1, 151)]
        assert places == sorted(places)


async def test_a_long_message_comes_in_pieces_and_is_read(server: Server) -> None:
    async with connect(server.socket_address, proxy=None, compression=None) as socket:
        await socket.recv()
        await socket.send(" " * 200_000 + ASK)
        assert "availablegames" in str(await socket.recv()).lower()
