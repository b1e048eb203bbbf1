"""Registers the bot."""
