"""Tests of the server's package."""
