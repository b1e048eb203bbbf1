"""Tests of the calling station."""
