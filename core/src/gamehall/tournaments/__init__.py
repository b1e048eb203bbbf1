"""Tournaments: many players, many tables, one ranking. The decisions are pure; :mod:`.director` carries them out."""
