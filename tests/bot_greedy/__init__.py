"""Tests of the bot greedy."""
