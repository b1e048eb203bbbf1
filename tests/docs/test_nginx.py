"""A real nginx with the blocks of the page on TLS, between real clients and a real server."""

from __future__ import annotations

import os
import re
import shutil
import ssl
import subprocess
from collections.abc import AsyncIterator, Iterator
from functools import reduce
from pathlib import Path

import anyio
import attrs
import httpx
import pytest
from websockets.asyncio.client import connect as open_socket
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from gamehall.app import Server
from gamehall_sdk.client import connect
from tests.certificates import Papers
from tests.docs.blocks import blocks
from tests.hosting import PASSWORD, PATIENCE_S, hosting
from tests.installing import ROOT
from tests.postgres import free_port

PAGE = ROOT / "docs/how-to/tls.md"
MODULES = [Path(folder) / "ngx_stream_module.so" for folder in ("/usr/lib/nginx/modules", "/usr/lib64/nginx/modules")]


@attrs.frozen
class Proxy:
    """Where it listens, and who has to be trusted for that."""

    web: str
    stream: str
    papers: Papers


@pytest.fixture(scope="module")
def programs() -> tuple[str, str]:
    """The program, and the line that loads its stream module."""
    nginx = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")
    if nginx is None:
        pytest.skip("there is no nginx here")
    built = subprocess.run([nginx, "-V"], capture_output=True, text=True, check=True).stderr.split()
    module = next((path for path in MODULES if path.exists()), None)
    if module is None and "--with-stream" not in built:
        pytest.skip("this nginx has no stream module")
    return nginx, "" if "--with-stream" in built else f"load_module {module};"


@pytest.fixture(scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Server]:
    async with hosting(tmp_path_factory.mktemp("nginx") / "data") as one:
        yield one


@pytest.fixture(scope="module")
def proxy(programs: tuple[str, str], server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    """The page's two blocks, but for ports, in an nginx of its own."""
    nginx, load = programs
    folder = tmp_path_factory.mktemp("proxy")
    papers = Papers(folder).issue()
    web, stream = free_port(), free_port()
    other = {
        "listen 443 ssl": f"listen 127.0.0.1:{web} ssl",
        "listen 7443 ssl": f"listen 127.0.0.1:{stream} ssl",
        "127.0.0.1:7080": server.web_address.partition("://")[2],
        "127.0.0.1:7001": server.tcp_address.partition("://")[2],
        "games.example.crt": papers.cert.name,
        "games.example.key": papers.key.name,
    }
    texts = {block.title: block.text for block in blocks(PAGE) if block.kind == "nginx"}
    assert sorted(texts) == ["gamehall-stream.conf", "gamehall.conf"]
    for title, text in texts.items():
        local = reduce(lambda changed, one: changed.replace(*one), other.items(), text)
        assert not re.search(r"\b(443|7443|7080|7001)\b", local)
        (folder / title).write_text(local, encoding="utf-8")
    places = "".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    user = "user root;" if os.name != "nt" and os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(
        f"{load} {user} daemon off; pid {folder}/nginx.pid; error_log stderr; events {{}}"
        f"http {{ access_log off; {places} include {folder}/gamehall.conf; }}"
        f"stream {{ include {folder}/gamehall-stream.conf; }}",
        encoding="utf-8",
    )
    command = [nginx, "-p", str(folder), "-c", f"{folder}/nginx.conf"]
    subprocess.run([*command, "-t"], check=True, timeout=PATIENCE_S)
    running = subprocess.Popen(command)
    try:
        yield Proxy(f"localhost:{web}", f"localhost:{stream}", papers)
    finally:
        running.terminate()
        assert running.wait(PATIENCE_S) == 0


@pytest.fixture
async def web(proxy: Proxy) -> AsyncIterator[httpx.AsyncClient]:
    trust = ssl.create_default_context(cafile=proxy.papers.ca)
    transport = httpx.AsyncHTTPTransport(verify=trust, retries=20)
    async with httpx.AsyncClient(transport=transport, base_url=f"https://{proxy.web}", trust_env=False) as client:
        yield client


async def test_a_page_comes_through_with_what_protects_it_and_the_figures_do_not(web: httpx.AsyncClient) -> None:
    page = await web.get("/")
    assert page.status_code == 200
    assert "max-age" in page.headers["Strict-Transport-Security"]
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]
    for path in re.findall(r'(?:href|src)="(/[^"]+)"', page.text):
        assert (await web.get(path)).status_code == 200
    assert (await web.get("/readyz")).json() == {"status": "ready"}
    assert (await web.get("/metrics")).status_code == 403


async def test_players_by_either_protocol_sit_at_one_table(proxy: Proxy, web: httpx.AsyncClient) -> None:
    await web.get("/")  # it listens
    ca = str(proxy.papers.ca)
    async with (
        connect(f"wss://{proxy.web}/ws", tls_ca=ca) as anna,
        connect(f"tls://{proxy.stream}", tls_ca=ca) as bert,
    ):
        for client, name in ((anna, "anna"), (bert, "bert")):
            await client.create_account(name, PASSWORD)
            await client.log_in(name, PASSWORD)
        number = await anna.create("hello", "behind a proxy", {"pause": "0"})
        for client in (anna, bert):
            await client.join(number)
        assert [row.players for row in await bert.listing()] == [2]


async def test_the_page_itself_opens_a_websocket_and_a_foreign_one_does_not(
    proxy: Proxy, web: httpx.AsyncClient
) -> None:
    await web.get("/")
    trust = ssl.create_default_context(cafile=proxy.papers.ca)
    url = f"wss://{proxy.web}/ws"
    own, foreign = Origin(f"https://{proxy.web}"), Origin("https://evil.example")
    async with open_socket(url, ssl=trust, proxy=None, origin=own) as socket:
        with anyio.fail_after(PATIENCE_S):
            assert "gamehall" in str(await socket.recv())
    with pytest.raises(InvalidStatus):
        await open_socket(url, ssl=trust, proxy=None, origin=foreign)


async def test_clients_behind_it_are_told_apart(proxy: Proxy, server: Server, web: httpx.AsyncClient) -> None:
    await web.get("/")
    trust = ssl.create_default_context(cafile=proxy.papers.ca)
    url = f"wss://{proxy.web.replace('localhost', '127.0.0.1')}/ws"
    async with open_socket(url, ssl=trust, proxy=None, local_addr=("127.0.0.9", 0)) as socket:
        await socket.recv()
        assert [one.peer for one in server.hall.connections] == ["127.0.0.9:0"]
