"""Trick games for Gamehall: an engine that follows suit, and on it Gongzhu and Hearts."""
