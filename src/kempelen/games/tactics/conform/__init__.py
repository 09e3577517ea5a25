"""Worked examples, put to the same rules that play."""

from kempelen.games.tactics.conform.adapter import ADAPTER

__all__ = ["ADAPTER"]
