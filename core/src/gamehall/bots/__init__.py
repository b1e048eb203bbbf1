"""Bots of the server's own: each in a process of its own, connected like any client, over a pipe."""
