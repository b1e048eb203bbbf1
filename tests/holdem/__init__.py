"""Tests of hold'em: its table and its hands."""
