"""A tight-aggressive hold'em bot on simulated equity."""
