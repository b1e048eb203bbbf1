from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gamehall.errors import FolderInUse
from gamehall.folder_lock import LOCK_FILE, lock_folder

HOLD = """
import sys
from pathlib import Path
from gamehall.folder_lock import lock_folder
with lock_folder(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_folder_is_made_and_held_by_one_at_a_time(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    with lock_folder(folder):
        assert (folder / LOCK_FILE).read_text().strip() == str(os.getpid())
        with pytest.raises(FolderInUse, match=f"process {os.getpid()}"), lock_folder(folder):
            pass
    with lock_folder(folder):
        pass


def test_a_killed_process_lets_go(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(FolderInUse, match=f"process {holder.pid}"), lock_folder(tmp_path):
            pass
        holder.kill()
        holder.wait()
        with lock_folder(tmp_path):
            pass
