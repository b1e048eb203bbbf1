"""Tests of the trick engine, Gongzhu and Hearts."""
