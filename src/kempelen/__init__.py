"""Kempelen runs board-game automas exactly as their authors wrote them, and explains each step."""

__version__ = "0.1.0"
