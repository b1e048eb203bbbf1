"""Which requests a hall answers, all of them in one place."""

from __future__ import annotations

from gamehall.accounts.tokens import Tokens
from gamehall.sessions import account_requests, lobby_requests, table_requests, talk_requests
from gamehall.sessions.hall import Hall

__all__ = ["answer_requests"]


def answer_requests(hall: Hall, tokens: Tokens) -> None:
    """Let *hall* answer every request there is; bots of the server's speak of tables alone."""
    hall.handle_with(account_requests.handlers(hall, tokens))
    hall.handle_with(lobby_requests.handlers(hall))
    hall.handle_with(table_requests.handlers(hall), for_bots=True)
    hall.handle_quickly(table_requests.quick_handlers(hall), for_bots=True)
    hall.handle_with(talk_requests.handlers(hall), for_bots=True)
