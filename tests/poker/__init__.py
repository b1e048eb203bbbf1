"""Tests of the poker engine."""
