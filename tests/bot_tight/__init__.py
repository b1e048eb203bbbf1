"""Tests of the tight bot."""
