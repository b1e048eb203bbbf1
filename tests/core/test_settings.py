"""Settings: their sources, their precedence, and one clear sentence for each mistake."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamehall.errors import SettingsError
from gamehall.settings import Settings, describe_database, exposed_password, load, render, render_default, rules


@pytest.fixture(autouse=True)
def _empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def _file(text: str, name: str = "gamehall.toml") -> Path:
    path = Path(name)
    path.write_text(text)
    return path


def test_without_sources_the_defaults_hold() -> None:
    assert load() == Settings()
    assert Settings().tcp_port == 7001
    assert Settings().starting_balance == 10_000


def test_a_later_source_overrides_an_earlier_one() -> None:
    _file("tcp_port = 1\nweb_port = 1\nburst = 1\n")
    found = load(None, {"GAMEHALL_WEB_PORT": "2", "GAMEHALL_BURST": "2"}, {"burst": 3, "host": None})
    assert (found.tcp_port, found.web_port, found.burst, found.host) == (1, 2, 3, "127.0.0.1")


def test_the_file_of_the_config_flag_replaces_the_one_in_the_working_directory() -> None:
    _file("tcp_port = 1\n")
    assert load(_file("web_port = 2\n", "other.toml")).tcp_port == 7001


def test_every_kind_is_read_from_texts() -> None:
    found = load(
        None,
        {
            "GAMEHALL_STRICT_PLUGINS": "Yes",
            "GAMEHALL_MOVE_LIMIT_S": "0.5",
            "GAMEHALL_DATA_DIR": "here",
            "GAMEHALL_LOG_FORMAT": "json",
        },
        {"tcp_port": "0"},
    )
    assert found.strict_plugins is True
    assert found.move_limit_s == 0.5
    assert found.data_dir == Path("here")
    assert found.log_format == "json"
    assert found.tcp_port == 0


def test_other_variables_and_empty_ones_are_no_settings() -> None:
    variables = {"GAMEHALL_PLUGINS": "", "GAMEHALL_TRACE_PLUGINS": "1", "GAMEHALL_HOST": "", "HOME": "/"}
    assert load(None, variables) == Settings()


def test_a_path_in_a_file_is_relative_to_that_file() -> None:
    Path("etc").mkdir()
    assert load(_file('data_dir = "data"\n', "etc/g.toml")).data_dir == Path("etc/data")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("tcp_prt = 1", "gamehall.toml: there is no setting 'tcp_prt'; did you mean tcp_port?"),
        ("[server]\nport = 1", "gamehall.toml: there is no setting 'server'"),
        ("tcp_port = 65536", "gamehall.toml: tcp_port must be a whole number from 0 to 65535, not 65536."),
        ("tcp_port = true", "tcp_port must be a whole number"),
        ("tcp_port = '7001'", "tcp_port must be a whole number"),
        ("tcp_port = 1.0", "tcp_port must be a whole number"),
        ("messages_per_s = nan", "messages_per_s must be a number from 0.1"),
        ("strict_plugins = 1", "strict_plugins must be true or false, not 1."),
        ('durability = "disk"', 'durability must be "process" or "power", not \'disk\'.'),
        ("data_dir = ''", "data_dir must be a path"),
        ("host = 'a b'", "host must be a host name or an address"),
        ("tcp_port =", "gamehall.toml: not a TOML file"),
    ],
)
def test_a_mistake_in_the_file_is_one_line_that_names_file_key_and_what_is_allowed(text: str, sentence: str) -> None:
    with pytest.raises(SettingsError) as caught:
        load(_file(text))
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_mistake_in_a_variable_or_a_flag_names_it() -> None:
    with pytest.raises(SettingsError, match=r"^environment variable GAMEHALL_TCP_PORT: tcp_port must be .*'x'\.$"):
        load(None, {"GAMEHALL_TCP_PORT": "x"})
    with pytest.raises(SettingsError, match=r"^environment variable GAMEHALL_TCPPORT: .* did you mean tcp_port\?$"):
        load(None, {"GAMEHALL_TCPPORT": "1"})
    with pytest.raises(SettingsError, match=r"^flag --web-port: web_port must be"):
        load(None, {}, {"web_port": -1})


def test_missing_and_undecodable_files_are_named() -> None:
    with pytest.raises(SettingsError, match=r"nowhere\.toml: the settings file cannot be read"):
        load(Path("nowhere.toml"))
    Path("bad.toml").write_bytes(b'host = "\xff"')
    with pytest.raises(SettingsError, match=r"bad\.toml: the settings file is not UTF-8"):
        load(Path("bad.toml"))


def test_a_voice_clip_must_fit_into_a_frame() -> None:
    with pytest.raises(SettingsError, match="voice_max_bytes = 200000 does not fit into max_frame_bytes = 200000"):
        load(None, {}, {"max_frame_bytes": 200_000})


@pytest.mark.parametrize("database", ["mysql://u:sEcret@h/d", "sEcret", "postgresql:sEcret@h"])
def test_a_bad_database_is_refused_without_its_text(database: str) -> None:
    with pytest.raises(SettingsError) as caught:
        load(None, {"GAMEHALL_DATABASE": database})
    assert "sEcret" not in str(caught.value)


def test_the_database_defaults_to_a_file_in_the_data_folder() -> None:
    found = load(None, {}, {"data_dir": "here"})
    assert found.database_url == f"sqlite:///{Path.cwd() / 'here' / 'gamehall.sqlite3'}"


@pytest.mark.parametrize(
    "url",
    [
        "postgresql+psycopg://u:sEcret@h:5432/d",
        "postgresql+psycopg://u:sE/sEcret@h/d",
        "postgresql+psycopg://u:a?sEcret@h/d",
        "postgresql+psycopg://u:x@sEcret@h/d",
        "postgresql+psycopg://h/d?password=sEcret",
        "postgresql+psycopg://h/d?password=a@sEcret",
        "postgresql+psycopg://u:sEcret",
    ],
)
def test_no_password_is_shown(url: str) -> None:
    assert "sEcret" not in describe_database(url)
    assert "sEcret" not in repr(Settings(database=url))


_WITH_AN_EXAMPLE = ("database", "logging_config", "tls_cert", "tls_key", "allowed_origins")


def test_the_default_file_loads_back_and_so_does_each_line_in_force() -> None:
    text = render_default()
    assert tomllib.loads(text) == {}
    uncommented = re.sub(r"^#(?=\w)", "", text, flags=re.MULTILINE)
    assert tomllib.loads(uncommented).keys() == rules().keys()
    found = load(_file(uncommented))
    examples = attrs.evolve(Settings(), **{name: getattr(found, name) for name in _WITH_AN_EXAMPLE})
    assert found == examples
    assert found.logging_config == Path("logging.json")


@given(st.text(st.characters(codec="utf-8", exclude_characters="\0\n\r"), min_size=1))
def test_any_text_survives_the_file(name: str) -> None:
    assert tomllib.loads(render({"data_dir": name})) == {"data_dir": name}


@given(st.sampled_from(sorted(rules())), st.text())
def test_any_text_for_any_setting_is_taken_or_refused_in_one_line(key: str, text: str) -> None:
    sentence = key
    try:
        load(None, {}, {key: text})
    except SettingsError as error:
        sentence = str(error)
    assert key in sentence
    assert len(sentence.splitlines()) == 1


def test_a_password_that_everybody_can_read_is_warned_of() -> None:
    path = _file('database = "postgresql+psycopg://u:sEcret@h/d"\n')
    path.chmod(0o644)
    warning = exposed_password(path)
    assert warning is not None
    assert "sEcret" not in warning
    path.chmod(0o600)
    assert exposed_password(path) is None
    harmless = _file('database = "postgresql+psycopg://u@h/d"\n', "b.toml")
    harmless.chmod(0o644)
    assert exposed_password(harmless) is None


def test_every_setting_has_a_help_text() -> None:
    assert all(rule.help.endswith(".") for rule in rules().values())


@pytest.mark.parametrize("text", ["10.0.0.0/99", "1.2.3", "::1/129"])
def test_an_address_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(SettingsError, match="trusted_addresses"):
        load(None, {}, {"trusted_addresses": text})
