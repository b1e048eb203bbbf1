"""The blocks of a page, as what a reader would do with them.

How a block is executed follows from its fence:

- ``title="FILE"``: its text is written to that file;
- ``sh``: its commands are run, in the folder where the last ones ended;
- ``console``: each line after ``$`` is run, and the lines below it must come out, in order; ``…`` stands for anything;
- ``python``: it is run as a program;
- ``text`` is only looked at.

A comment before a block says more, ``<!-- test: WORDS; WORDS -->``:

- *fails*: its command ends with a fault; *may fail*;
- *for N seconds*: then comes Ctrl-C;
- *with NAME=VALUE*: a variable for this block alone, as one that a test needs not wait for every game;
- *background, until: TEXT*: it goes on till the end of the page;
- *given rounds of GAME*: anna and bert have played some on a server whose data lies here;
- *given PostgreSQL*: there is one, its programs are on the path, and ``PGHOST`` and the like name it;
- *needs PROGRAM and $VARIABLE*: it is passed over where one is missing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import attrs

FENCE = re.compile(
    r"(?:^<!-- test: (?P<how>.+?) -->\n)?^```(?P<kind>\w+)(?: title=\"(?P<title>[^\"]+)\")?\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
KINDS = {"sh", "console", "python", "text"}


@attrs.frozen
class Block:
    """One fenced block."""

    line: int
    kind: str
    title: str
    text: str
    how: tuple[str, ...]

    def word(self, start: str) -> str | None:
        """The rest of the instruction that begins so; ``None`` when there is none."""
        return next((one.removeprefix(start).strip() for one in self.how if one.startswith(start)), None)


def blocks(page: Path) -> Iterator[Block]:
    """The blocks of a page, in order."""
    text = page.read_text(encoding="utf-8")
    for found in FENCE.finditer(text):
        how = tuple(one.strip() for one in (found["how"] or "").split(";") if one.strip())
        line = text.count("\n", 0, found.start("kind")) + 1
        yield Block(line, found["kind"], found["title"] or "", found["text"], how)


def commands(block: Block) -> Iterator[tuple[str, list[str]]]:
    """The commands of a ``console`` block, each with the lines that must come out."""
    command, expected = "", list[str]()
    for line in block.text.splitlines():
        if line.startswith("$ "):
            if command:
                yield command, expected
            command, expected = line[2:], []
        elif line.strip():
            expected.append(line)
    if command:
        yield command, expected


def missing(expected: list[str], said: str) -> str | None:
    """The first expected line that did not come out after those before it."""
    lines = iter(said.splitlines())
    for wanted in expected:
        pattern = re.compile(".*".join(re.escape(part.strip()) for part in wanted.split("…")))
        if not any(pattern.fullmatch(line.strip()) for line in lines):
            return wanted
    return None
