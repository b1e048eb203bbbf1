"""Benchmarks: run by ``./dev bench``, never timed in a test."""
