from __future__ import annotations

import stat
from collections.abc import Callable
from pathlib import Path

from tests.core.site import Done

Command = Callable[..., Done]


def test_init_writes_a_file_that_is_read(gamehall: Command) -> None:
    before = gamehall("config", "show", "--json").document
    done = gamehall("config", "init")
    assert (done.code, done.out) == (0, "wrote gamehall.toml\n")
    assert gamehall("config", "show", "--json").document == before


def test_a_file_is_not_written_over_unless_told_to(gamehall: Command) -> None:
    Path("gamehall.toml").write_text("tcp_port = 1234\n")
    done = gamehall("config", "init")
    assert (done.code, done.err) == (1, "gamehall: gamehall.toml is there already; --force writes over it.\n")
    assert gamehall("config", "show", "--json").document["tcp_port"] == 1234
    assert gamehall("config", "init", "--force").code == 0
    assert gamehall("config", "show", "--json").document["tcp_port"] != 1234


def test_show_tells_what_is_in_force(gamehall: Command) -> None:
    Path("mine.toml").write_text("tcp_port = 1234\n")
    shown = gamehall("config", "show", "--config", "mine.toml", GAMEHALL_WEB_PORT="99")
    assert "tcp_port" in shown.out
    document = gamehall("config", "show", "--config", "mine.toml", "--json", GAMEHALL_WEB_PORT="99").document
    assert (document["tcp_port"], document["web_port"]) == (1234, 99)


def test_show_hides_the_password_of_the_database(gamehall: Command) -> None:
    url = "postgresql+psycopg://anna:secret@db.example/games"
    for words in (["config", "show"], ["config", "show", "--json"]):
        done = gamehall(*words, GAMEHALL_DATABASE=url)
        assert "db.example/games" in done.out
        assert "secret" not in done.out


def test_a_bad_setting_is_one_line(gamehall: Command) -> None:
    done = gamehall("config", "show", GAMEHALL_TCP_PORT="many")
    assert done.code == 1
    assert done.err.startswith("gamehall: environment variable GAMEHALL_TCP_PORT: tcp_port must be ")
    assert len(done.err.splitlines()) == 1


def test_variables_of_other_parts_are_no_settings(gamehall: Command) -> None:
    done = gamehall("config", "show", GAMEHALL_DEBUG="1", GAMEHALL_PLUGINS="", GAMEHALL_TRACE_PLUGINS="1")
    assert done.code == 0, done.err


def test_import_reads_the_older_servers_file(gamehall: Command) -> None:
    Path("server.conf").write_text(
        'auth_db_conn = "jdbc:postgresql://db.example/poker"\nauth_db_username = anna\nauth_db_password = secret\n'
    )
    done = gamehall("config", "import", "server.conf")
    assert done.code == 0, done.err
    assert done.out.startswith("wrote gamehall.toml\n- ")
    assert "secret" not in done.out
    written = Path("gamehall.toml")
    assert stat.S_IMODE(written.stat().st_mode) == 0o600
    assert 'database = "postgresql+psycopg://anna:secret@db.example/poker"' in written.read_text()


def test_import_names_the_line_that_is_wrong(gamehall: Command) -> None:
    Path("server.conf").write_text("# fine\nnonsense\n")
    done = gamehall("config", "import", "server.conf")
    assert done.code == 1
    assert done.err.startswith("gamehall: server.conf, line 2: ")
    assert not Path("gamehall.toml").exists()
