from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.core.site import Done

Command = Callable[..., Done]


def create(gamehall: Command, name: str, *words: str) -> None:
    done = gamehall("account", "create", name, "--password-stdin", *words, stdin="open sesame\n")
    assert done.code == 0, done.err


def balances(gamehall: Command) -> dict[str, int]:
    return {row["name"]: row["balance"] for row in gamehall("account", "list", "--json").document}


def test_accounts_are_created_and_listed(gamehall: Command) -> None:
    assert gamehall("account", "list").out == "There are no accounts.\n"
    assert gamehall("account", "list", "--json").document == []
    create(gamehall, "Anna")
    create(gamehall, "robot [1]", "--type", "bot")
    create(gamehall, "root", "--type", "admin")
    rows = gamehall("account", "list", "--json").document
    assert [(row["id"], row["name"], row["type"]) for row in rows] == [
        (1, "Anna", "player"),
        (2, "robot [1]", "bot"),
        (3, "root", "admin"),
    ]
    assert "robot [1]" in gamehall("account", "list").out


def test_a_name_is_taken_once(gamehall: Command) -> None:
    create(gamehall, "Anna")
    done = gamehall("account", "create", "ANNA", "--password-stdin", stdin="open sesame\n")
    assert (done.code, done.out) == (1, "")
    assert "taken" in done.err
    assert len(done.err.splitlines()) == 1


def test_a_password_is_never_an_argument(gamehall: Command) -> None:
    assert gamehall("account", "create", "Anna", "open sesame").code == 2
    done = gamehall("account", "create", "Anna")
    assert done.code == 1
    assert "--password-stdin" in done.err
    assert gamehall("account", "create", "Anna", "--password-stdin", stdin="short\n").code == 1


def test_chips_are_given_and_taken_back(gamehall: Command) -> None:
    create(gamehall, "Anna")
    before = balances(gamehall)["Anna"]
    assert gamehall("account", "credit", "anna", "500").out == f"'Anna' has {before + 500} chips now\n"
    assert gamehall("account", "credit", "anna", "-200").out == f"'Anna' has {before + 300} chips now\n"
    done = gamehall("account", "credit", "anna", "-1000000")
    assert (done.code, balances(gamehall)["Anna"]) == (1, before + 300)
    assert gamehall("account", "credit", "anna", "1.5").code == 2


def test_type_and_password_are_changed(gamehall: Command) -> None:
    create(gamehall, "Anna")
    assert gamehall("account", "set-type", "anna", "admin").out == "'Anna' is of type admin now\n"
    assert gamehall("account", "list", "--json").document[0]["type"] == "admin"
    assert gamehall("account", "set-type", "anna", "king").code == 2
    done = gamehall("account", "passwd", "anna", "--password-stdin", stdin="another one\n")
    assert (done.code, done.out) == (0, "'Anna' has a new password\n")


def test_an_account_is_deleted_when_it_is_meant(gamehall: Command) -> None:
    create(gamehall, "Anna")
    assert gamehall("account", "delete", "Anna", stdin="n\n").code == 1
    assert list(balances(gamehall)) == ["Anna"]
    assert gamehall("account", "delete", "anna", "--yes").out == "deleted 'Anna'\n"
    assert balances(gamehall) == {}


@pytest.mark.parametrize(
    "words", [["passwd", "nobody", "--password-stdin"], ["set-type", "nobody", "bot"], ["credit", "nobody", "1"]]
)
def test_an_account_that_is_not_there(gamehall: Command, words: list[str]) -> None:
    done = gamehall("account", *words, stdin="open sesame\n")
    assert done.code == 1
    assert "nobody" in done.err
    assert len(done.err.splitlines()) == 1


def test_old_accounts_are_imported_all_or_none(gamehall: Command) -> None:
    digest = hashlib.md5(b"Annaopen sesame", usedforsecurity=False).hexdigest()
    Path("old.csv").write_text(f"name,password,type,balance\nAnna,{digest},1,12.50\nBot,{digest},2,3\n")
    done = gamehall("account", "import", "old.csv")
    assert done.code == 1
    assert "old.csv, line 2: " in done.err
    assert balances(gamehall) == {}
    done = gamehall("account", "import", "old.csv", "--chips-per-unit", "100")
    assert (done.code, done.out) == (0, "imported 2 accounts with 1550 chips\n")
    assert balances(gamehall) == {"Anna": 1250, "Bot": 300}
