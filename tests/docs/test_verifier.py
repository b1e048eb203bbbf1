"""The verifier in the docs needs nothing of ours: it is run on rounds that a real server dealt."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio
import pytest

from gamehall import __main__
from gamehall.accounts.model import AccountType
from gamehall_sdk import record
from gamehall_sdk.client import TableSession
from gamehall_sdk.table import Ask, RoundEnded, RoundStarted, SecretRevealed
from tests.docs.blocks import blocks
from tests.hosting import PATIENCE_S, guests, hosting
from tests.installing import ROOT

PAGE = ROOT / "docs/how-to/verify-a-shuffle.md"
ROUNDS = 3


@pytest.fixture
def verifier(tmp_path: Path) -> Callable[[str, str], subprocess.CompletedProcess[str]]:
    [block] = [block for block in blocks(PAGE) if block.title == "verify.py"]
    assert len(block.text.splitlines()) <= 30
    assert "gamehall_" not in block.text
    program = tmp_path / "verify.py"
    program.write_text(block.text, encoding="utf-8")

    def run(secret: str, commitment: str) -> subprocess.CompletedProcess[str]:
        # -I: a Python without our packages' folders, too.
        words = [sys.executable, "-I", "-S", str(program), secret, commitment]
        return subprocess.run(words, capture_output=True, text=True, check=False, timeout=PATIENCE_S)

    return run


async def heard(table: TableSession, over: anyio.Event) -> list[Any]:
    """Call, check or keep until the table is closed; all that was told. *over* is set after *ROUNDS*."""
    told = []
    async for news in table:
        told.append(news)
        if isinstance(news, RoundEnded) and news.number == ROUNDS:
            over.set()
        if isinstance(news, Ask):
            calm = [one for one in news.actions if type(one).__name__ in ("Call", "Check", "Keep")]
            await table.act(calm[0], news.turn)
    return told


@pytest.mark.parametrize(("game", "buy_in", "at_once"), [("hello", None, True), ("holdem", "most", False)])
async def test_the_page_s_verifier_agrees_with_a_server_about_its_rounds(
    tmp_path: Path,
    game: str,
    buy_in: Any,
    at_once: bool,
    verifier: Callable[[str, str], subprocess.CompletedProcess[str]],
    capsys: pytest.CaptureFixture[str],
) -> None:
    told: list[list[Any]] = []
    over = anyio.Event()
    async with hosting(tmp_path / "data") as server, guests(server) as visit:
        anna, bert, root = await visit("anna"), await visit("bert"), await visit("root", AccountType.ADMIN)
        number = await anna.create(game, "table", {"pause": "0", "rounds": str(ROUNDS)})
        tables = [await one.join(number, buy_in=buy_in) for one in (anna, bert)]

        async def listen(table: TableSession) -> None:
            told.append(await heard(table, over))

        with anyio.fail_after(PATIENCE_S):
            async with anyio.create_task_group() as group:
                for table in tables:
                    group.start_soon(listen, table)
                await over.wait()
                await root.delete(number)
        rows = {row.round_no: row.id for row in server.store.rounds.list_rounds(table_id=number)}
        records = {no: server.store.rounds.get(row) for no, row in rows.items()}
    for news in told:
        commitments = {one.number: one.commitment for one in news if isinstance(one, RoundStarted)}
        secrets = {one.number: one.secret for one in news if isinstance(one, SecretRevealed)}
        assert set(range(1, ROUNDS + 1)) <= set(secrets) <= set(commitments)
        kinds = [type(one) for one in news]
        told_first, over_last = kinds.index(SecretRevealed), len(kinds) - kinds[::-1].index(RoundEnded)
        assert (told_first < over_last) is at_once
        for no in range(1, ROUNDS + 1):
            found = records[no]
            assert found is not None
            done = verifier(secrets[no], commitments[no])
            assert done.stdout.split() == list(record.read(found.document).deal), done.stderr
            wrong = verifier(secrets[no], commitments[no % ROUNDS + 1])
            assert (wrong.returncode, wrong.stdout) == (1, "")
    assert found is not None
    (tmp_path / "round.json").write_bytes(found.document)
    for commitment, code in ((commitments[ROUNDS], 0), (commitments[1], 1)):
        words = ["history", "verify", str(tmp_path / "round.json"), "--commitment", commitment]
        assert __main__.run(words) == code
    said = capsys.readouterr()
    assert commitments[ROUNDS] in said.out
    assert f"not the {commitments[1]} that was told" in said.err
