"""The conformance kit: what must hold for every game and every bot, as checks that find a shortest counter-example.

Needs ``pip install 'gamehall-sdk[testing]'``. From the command line ``gamehall check NAME|PATH`` runs it; in a
test a marker does, with one test for each check:

    @pytest.mark.conformance(GAME)
    def test_conformance(conformance): conformance()
"""

from gamehall_sdk.testing.bots import BOT_CHECKS, BotCheck, check_bot, run_bot_check
from gamehall_sdk.testing.case import Limits, Play, deal
from gamehall_sdk.testing.games import GAME_CHECKS, GameCheck, check_game, run_game_check
from gamehall_sdk.testing.host import MemoryTable
from gamehall_sdk.testing.report import Fault, Report, Result, Status
from gamehall_sdk.testing.search import MissingPackage

__all__ = [
    "BOT_CHECKS",
    "GAME_CHECKS",
    "BotCheck",
    "Fault",
    "GameCheck",
    "Limits",
    "MemoryTable",
    "MissingPackage",
    "Play",
    "Report",
    "Result",
    "Status",
    "check_bot",
    "check_game",
    "deal",
    "run_bot_check",
    "run_game_check",
]
