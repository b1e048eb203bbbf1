"""Tests of the bot sampler."""
