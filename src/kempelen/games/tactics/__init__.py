"""Tile tactics: unit AIs, The Kraken and The Tyrant."""

GAME = None
