"""What can go wrong on the operator's side: settings, plugins, commands, the database.

Each is one clear sentence for the person who runs the server. None of them travels to a client, so their codes
lie outside the numbers of the wire protocol.
"""

from __future__ import annotations

from gamehall_sdk.errors import GamehallError


class SettingsError(GamehallError):
    """A setting is unknown or has a value that it may not have; names the source, the key and what is allowed."""

    code = 901


class PluginError(GamehallError):
    """A plugin cannot be used; names its distribution and the cause."""

    code = 902


class CommandError(GamehallError):
    """A command of the operator cannot be carried out as it was given."""

    code = 903


class StoreError(GamehallError):
    """The database cannot be used as it is: wrong kind, written by a newer version, or a broken reference."""

    code = 904


class JournalGap(GamehallError):
    """A journal entry does not follow the last one of its table; it was not written."""

    code = 905


class LedgerBroken(GamehallError):
    """The books do not balance: the sum of all ledger accounts is not 0, or one other than the bank is negative."""

    code = 906


class OldAccountsError(GamehallError):
    """Rows of an old account table cannot be taken over; nothing was imported.

    ``problems`` holds one sentence for each bad row, with its line number.
    """

    code = 907

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


class FolderInUse(GamehallError):
    """Another process works in the data folder, so this one stays out of it."""

    code = 908


class DatabaseInUse(GamehallError):
    """Another server works on the database, so this one stays off it."""

    code = 909
