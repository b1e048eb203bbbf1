"""What the server hands out, and what the modules hold, without a browser."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from gamehall.net.assets import read_folder
from tests.architecture.repository import ROOT
from tests.web.serving import Served

FRAME = ROOT / "core/src/gamehall/web"
FOLDERS = [FRAME, *sorted(ROOT.glob("plugins/*/src/*/web"))]
MODULES = [path for folder in FOLDERS for path in sorted(folder.rglob("*.js")) if path.parent.name != "texts"]
LANGUAGES = ("en", "fi", "zh")
# What could make markup or a script of a text.
DANGEROUS = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|setAttribute\(\"on"
)
MOST_LINES = 300


@pytest.fixture(scope="module")
def web(site: Served) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=site.url, follow_redirects=True) as client:
        yield client


def test_the_page_lets_no_foreign_script_or_style_in(web: httpx.Client) -> None:
    page = web.get("/")
    policy = dict(part.strip().split(" ", 1) for part in page.headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == "'self'"
    assert policy["require-trusted-types-for"] == "'script'"
    assert page.headers["x-content-type-options"] == "nosniff"
    assert page.headers["cache-control"] == "no-cache"
    assert not re.search(r"<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=", page.text)


def test_every_file_is_under_its_hash_and_kept_for_ever(web: httpx.Client) -> None:
    listing = web.get("/assets.json").json()
    assert any(base.startswith("/web/") for base in listing)
    assert {"/view/hello/", "/view/holdem/"} <= {re.sub(r"[0-9a-f]{16}/$", "", base) for base in listing}
    for base, files in listing.items():
        for path, integrity in files.items():
            answer = web.get(base + path)
            assert answer.status_code == 200, base + path
            assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
            digest = hashlib.sha256(answer.content).digest()
            assert integrity == "sha256-" + base64.b64encode(digest).decode()


@pytest.mark.parametrize(
    "path",
    [
        "/web/0000000000000000/main.js",
        "/web/{hash}/nothing.js",
        "/web/{hash}/../pages.py",
        "/web/{hash}/%2e%2e/net/pages.py",
        "/web/{hash}/index.html",
        "/view/nothing/{hash}/view.js",
    ],
)
def test_nothing_else_is_handed_out(web: httpx.Client, path: str) -> None:
    base = next(base for base in web.get("/assets.json").json() if base.startswith("/web/"))
    answer = web.get(path.replace("{hash}", base.split("/")[2]))
    assert answer.status_code == 404


def test_a_page_that_is_known_is_not_sent_again(web: httpx.Client) -> None:
    tag = web.get("/").headers["etag"]
    assert web.get("/", headers={"If-None-Match": tag}).status_code == 304


def test_texts_are_packed(web: httpx.Client) -> None:
    base = next(base for base in web.get("/assets.json").json() if base.startswith("/web/"))
    packed = web.get(f"{base}main.js", headers={"Accept-Encoding": "gzip"})
    plain = web.get(f"{base}main.js", headers={"Accept-Encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.content == plain.content


def test_the_whole_frame_is_small() -> None:
    total = sum(len(gzip.compress(path.read_bytes())) for path in FRAME.rglob("*") if path.is_file())
    assert total < 150_000


def test_a_folder_that_is_none_is_refused() -> None:
    for name in ("gamehall", "gamehall/../net", "no_such_package_here/web"):
        with pytest.raises(ValueError, match=name.split("/")[0]):
            read_folder(name)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_module_is_short_explained_and_makes_no_markup_of_texts(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.startswith("/**")
    assert len(text.splitlines()) <= MOST_LINES
    assert not DANGEROUS.search(text)
    lines = text.splitlines()
    bare = [
        line
        for before, line in zip(["", *lines], lines, strict=False)
        if re.match(r"export (default )?(async )?(function|class|const)\b", line) and "*/" not in before
    ]
    assert not bare


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.relative_to(ROOT).as_posix())
def test_every_language_has_every_text(folder: Path) -> None:
    keys = {language: _keys(folder / "texts" / f"{language}.js") for language in LANGUAGES}
    for language in LANGUAGES:
        assert keys["en"] <= keys[language], language


def test_every_text_that_is_asked_for_is_there() -> None:
    known = _keys(FRAME / "texts" / "en.js")
    asked = {
        key
        for path in FRAME.rglob("*.js")
        for key in re.findall(r"[^\w.]t\(\"([\w.]+)\"", path.read_text(encoding="utf-8"))
    }
    assert asked
    assert asked <= known


def _keys(path: Path) -> set[str]:
    found = re.findall(r"(?:^|[\s{,])\"?([A-Za-z][\w .-]*)\"?: \"(?:[^\"\\]|\\.)*\"", path.read_text(encoding="utf-8"))
    assert found
    assert len(found) == len(set(found)), json.dumps(sorted(key for key in found if found.count(key) > 1))
    return set(found)
