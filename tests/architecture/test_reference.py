from __future__ import annotations

import inspect
import subprocess
import sys
from collections import Counter

from gamehall import errors as operator_errors
from gamehall.plugin_metadata import GROUP
from gamehall_sdk import errors
from gamehall_sdk.hookimpl import PROJECT
from tests.architecture.repository import ROOT


def test_generated_pages_are_what_the_code_says() -> None:
    command = [sys.executable, str(ROOT / "docs/generate.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_no_two_errors_share_a_number() -> None:
    families = (errors.GamehallError, errors.ProtocolError, errors.Refusal)
    classes = {one for module in (errors, operator_errors) for one in vars(module).values() if inspect.isclass(one)}
    kinds = [one for one in classes if issubclass(one, errors.GamehallError) and one not in families]
    assert not [code for code, count in Counter(kind.code for kind in kinds).items() if count > 1]


def test_server_and_sdk_look_in_one_entry_point_group() -> None:
    assert GROUP == PROJECT
