"""TLS on both ports, with certificates made here and clients that check them; and what cannot be used says so."""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import anyio
import anyio.to_thread
import httpx
import pytest
import structlog

from gamehall.app import Server
from gamehall.errors import SettingsError
from gamehall.net.tls import load
from gamehall.settings import Settings
from gamehall.settings import load as load_settings
from gamehall_hello.messages import Keep
from gamehall_sdk.client import connect
from gamehall_sdk.table import Ask, RoundEnded
from gamehall_sdk.transport import BadAddress, Disconnected, TcpTransport, open_transport
from gamehall_sdk.wire import AvailableGames, Message, Request, frame, xml
from tests.certificates import Papers, line_to, shown
from tests.hosting import PASSWORD, PATIENCE_S, Peer, hosting, news_of


@pytest.fixture(scope="module")
def papers(tmp_path_factory: pytest.TempPathFactory) -> Papers:
    return Papers(tmp_path_factory.mktemp("papers")).issue()


@pytest.fixture(scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory, papers: Papers) -> AsyncIterator[Server]:
    async with hosting(tmp_path_factory.mktemp("tls") / "data", tls_cert=papers.cert, tls_key=papers.key) as one:
        yield one


def settings(papers: Papers) -> Settings:
    return Settings(tls_cert=papers.cert, tls_key=papers.key)


# --- the files ---


def test_a_good_certificate_says_for_whom_and_how_long_it_is(papers: Papers) -> None:
    tls = load(settings(papers))
    assert tls is not None
    assert set(tls.certificate.names) == {"localhost", "127.0.0.1"}
    assert tls.certificate.expires_at > 0
    assert tls.context.minimum_version == ssl.TLSVersion.TLSv1_2
    assert load(Settings()) is None


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda p: p.cert.unlink(), "tls_cert: {cert} cannot be read: No such file or directory."),
        (lambda p: p.key.unlink(), "tls_key: {key} cannot be read: No such file or directory."),
        (
            lambda p: p.cert.write_text("nonsense"),
            "tls_cert: {cert} holds no certificate; it must be a certificate in PEM format.",
        ),
        (
            lambda p: p.key.write_bytes(p.cert.read_bytes()),
            "tls_key: {key} holds no private key; it must be a private key in PEM format.",
        ),
        (
            lambda p: p.authority.issue_cert("localhost").private_key_pem.write_to_path(p.key),
            "tls_key: {key} is not the key of the certificate in {cert}.",
        ),
        (lambda p: p.issue(days=(-30, -1)), "tls_cert: the certificate in {cert} has expired; renew it."),
        (
            lambda p: p.issue(days=(1, 30)),
            "tls_cert: the certificate in {cert} is not valid yet; is this machine's clock right?",
        ),
    ],
)
def test_what_cannot_be_used_is_refused_in_one_sentence(
    tmp_path: Path, spoil: Callable[[Papers], None], sentence: str
) -> None:
    papers = Papers(tmp_path).issue()
    spoil(papers)
    with pytest.raises(SettingsError) as refused:
        load(settings(papers))
    assert str(refused.value) == sentence.format(cert=papers.cert, key=papers.key)


def test_a_key_with_a_password_is_refused_and_nobody_is_asked_for_it(tmp_path: Path) -> None:
    from cryptography.hazmat.primitives import serialization as keys

    papers = Papers(tmp_path).issue()
    key = keys.load_pem_private_key(papers.key.read_bytes(), None)
    locked = keys.BestAvailableEncryption(b"open sesame")
    papers.key.write_bytes(key.private_bytes(keys.Encoding.PEM, keys.PrivateFormat.PKCS8, locked))
    with pytest.raises(SettingsError, match=r"^tls_key: the key has a password; write it without one"):
        load(settings(papers))


def test_a_certificate_without_its_key_is_half_a_setting(papers: Papers) -> None:
    with pytest.raises(SettingsError, match=r"^tls_cert is set and tls_key is not"):
        load_settings(flags={"tls_cert": str(papers.cert)})
    with pytest.raises(SettingsError, match=r"^tls_key is set and tls_cert is not"):
        load_settings(flags={"tls_key": str(papers.key)})


# --- both ports ---


@pytest.mark.parametrize("uvloop", [False, True], ids=["asyncio", "uvloop"])
def test_a_round_is_played_by_tls_on_both_ports(tmp_path: Path, papers: Papers, uvloop: bool) -> None:
    async def play() -> None:
        async with hosting(tmp_path, tls_cert=papers.cert, tls_key=papers.key) as server:
            assert server.tcp_address.startswith("tls://")
            assert server.socket_address.startswith("wss://")
            games = server.plugins.games
            async with (
                connect(server.tcp_address, games, tls_ca=papers.ca) as anna,
                connect(server.socket_address, games, tls_ca=papers.ca) as bert,
            ):
                for client, name in ((anna, "anna"), (bert, "bert")):
                    await client.create_account(name, PASSWORD)
                    await client.log_in(name, PASSWORD)
                number = await anna.create("hello", "table", {"pause": "60"})
                tables = [await client.join(number) for client in (anna, bert)]
                for table in tables:
                    ask = await news_of(table, Ask)
                    await table.act(Keep(), ask.turn)
                for table in tables:
                    assert (await news_of(table, RoundEnded)).number == 1

    anyio.run(play, backend="asyncio", backend_options={"use_uvloop": uvloop})


async def test_who_does_not_trust_the_certificate_is_told_why(server: Server, papers: Papers, tmp_path: Path) -> None:
    other = Papers(tmp_path).issue()
    for address in (server.tcp_address, server.socket_address):
        for trusted in (None, other.ca):
            with pytest.raises(Disconnected, match=r"is not to be trusted: .*certificate.*--tls-ca"):
                await open_transport(address, trusted)
    with pytest.raises(Disconnected, match="cannot be used to check a server: No such file"):
        await open_transport(server.tcp_address, tmp_path / "nothing.pem")
    with pytest.raises(Disconnected, match="it holds no certificate in PEM format"):
        await open_transport(server.tcp_address, papers.key)


@pytest.mark.parametrize("address", ["tls://localhost", "https://localhost:1", "localhost:7001", "tls://:1"])
async def test_what_is_no_address_says_what_is_one(address: str) -> None:
    with pytest.raises(BadAddress, match="is not an address of a server; write tcp://, tls://, ws:// or wss://"):
        await open_transport(address)


async def test_a_certificate_for_another_host_is_not_to_be_trusted(tmp_path: Path) -> None:
    papers = Papers(tmp_path).issue("games.example")
    async with hosting(tmp_path / "data", tls_cert=papers.cert, tls_key=papers.key) as server:
        for address in (server.tcp_address, server.socket_address):
            with pytest.raises(Disconnected, match=r"is not to be trusted: .*IP address mismatch"):
                await open_transport(address, papers.ca)


async def test_plain_and_encrypted_do_not_understand_each_other(server: Server, papers: Papers, tmp_path: Path) -> None:
    transport = await open_transport(server.tcp_address.replace("tls", "tcp"))
    await transport.send(Message(Request(AvailableGames())))
    with pytest.raises(Disconnected, match=r"closed the connection without a word; has it TLS \(tls://\)\?"):
        await transport.receive()
    await transport.close()
    async with hosting(tmp_path / "plain") as plain:
        with pytest.raises(Disconnected, match="no TLS could be agreed on"):
            await open_transport(plain.tcp_address.replace("tcp", "tls"), papers.ca)


async def test_who_never_shakes_hands_holds_nobody_up(server: Server, papers: Papers) -> None:
    host, _, port = server.tcp_address.removeprefix("tls://").partition(":")
    silent = [await anyio.connect_tcp(host, int(port)) for _ in range(20)]
    try:
        with anyio.fail_after(PATIENCE_S):
            await (await open_transport(server.tcp_address, papers.ca)).close()
    finally:
        for stream in silent:
            await stream.aclose()


async def test_a_slow_reader_by_tls_is_dropped_too(tmp_path: Path, papers: Papers) -> None:
    context = ssl.create_default_context(cafile=papers.ca)
    ask = frame(xml.encode(Message(Request(AvailableGames()))))

    def ask_and_never_read(address: str) -> None:
        with line_to(address, context) as line:
            line.settimeout(PATIENCE_S)
            try:
                while True:
                    line.sendall(ask)
            except TimeoutError:
                raise
            except OSError:
                return  # the server has closed the connection

    limits: dict[str, Any] = {"outbound_bytes": 65_536, "messages_per_s": 1e6, "burst": 1_000_000}
    async with hosting(tmp_path, tls_cert=papers.cert, tls_key=papers.key, **limits) as server:
        with structlog.testing.capture_logs() as log:
            await anyio.to_thread.run_sync(ask_and_never_read, server.tcp_address)
        assert next(one["bytes"] for one in log if one["event"] == "slow reader dropped") <= 65_536


async def test_an_answer_comes_before_the_end_when_the_peer_has_said_all(server: Server, papers: Papers) -> None:
    transport = await open_transport(server.tcp_address, papers.ca)
    assert isinstance(transport, TcpTransport)
    peer = Peer(transport)
    await peer.receive()
    await peer.send(Message(Request(AvailableGames())))
    assert "availablegames" in xml.encode(await peer.receive()).decode()
    await transport.close()


# --- renewal, and what a browser is told ---


async def test_a_renewed_certificate_is_shown_from_then_on(tmp_path: Path) -> None:
    papers = Papers(tmp_path).issue()
    async with hosting(tmp_path / "data", tls_cert=papers.cert, tls_key=papers.key) as server:
        assert server.tls is not None
        before = await anyio.to_thread.run_sync(shown, server.tcp_address, papers)
        papers.key.write_text("nonsense")
        with pytest.raises(SettingsError):
            server.tls.renew()
        assert await anyio.to_thread.run_sync(shown, server.tcp_address, papers) == before
        papers.issue()
        server.tls.renew()
        for address in (server.tcp_address, server.web_address):
            assert await anyio.to_thread.run_sync(shown, address, papers) != before


async def test_with_tls_a_browser_is_told_to_come_by_nothing_else(
    server: Server, papers: Papers, tmp_path: Path
) -> None:
    context = ssl.create_default_context(cafile=papers.ca)
    async with httpx.AsyncClient(base_url=server.web_address, trust_env=False, verify=context) as web:
        for path in ("/", "/healthz", "/nothing"):
            assert (await web.get(path)).headers["strict-transport-security"] == "max-age=31536000"
    async with (
        hosting(tmp_path / "plain") as plain,
        httpx.AsyncClient(base_url=plain.web_address, trust_env=False) as web,
    ):
        assert "strict-transport-security" not in (await web.get("/")).headers
        proxied = await web.get("/", headers={"X-Forwarded-Proto": "https"})
        assert "strict-transport-security" in proxied.headers
