"""Tests of the SDK."""
