"""Tests of reading, replaying and writing PHH."""
