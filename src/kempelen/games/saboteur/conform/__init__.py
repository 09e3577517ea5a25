"""Worked examples, put to the same rules that play."""

from kempelen.games.saboteur.conform.adapter import ADAPTER

__all__ = ["ADAPTER"]
