"""Kinds of tile as pictures: neutral symbols of our own, in fine lines and characters."""

from __future__ import annotations

from collections.abc import Mapping

from kempelen.scene.model import Stroke
from kempelen.scene.strokes import icon

__all__ = ["GROUNDS", "ICONS", "KEYS", "SIGNS"]

ICONS: Mapping[str, tuple[Stroke, ...]] = {
    "wall": (
        ((0, 0.15), (1, 0.15), (1, 0.85), (0, 0.85), (0, 0.15)),
        ((0, 0.5), (1, 0.5)),
        ((0.5, 0.15), (0.5, 0.5)),
        ((0.25, 0.5), (0.25, 0.85)),
        ((0.75, 0.5), (0.75, 0.85)),
    ),
    "house": icon(
        "4,50 50,8 96,50 4,50", "16,50 84,50 84,94 16,94 16,50", "42,94 42,68 58,68 58,94", "70,30 70,12 80,12 80,38"
    ),
    "tower": icon(
        "30,36 22,95 78,95 70,36 30,36",
        "18,36 18,8 34,8 34,20 42,20 42,8 58,8 58,20 66,20 66,8 82,8 82,36 18,36",
        "50,50 50,66",
        "40,95 40,80 60,80 60,95",
    ),
    "store": icon(
        "5,40 15,10 85,10 95,40 5,40",
        "15,40 85,40 85,95 15,95 15,40",
        "40,95 40,60 60,60 60,95",
        "34,10 30,40",
        "66,10 70,40",
    ),
    "harbor": (
        ((0.5, 0.15), (0.5, 0.9)),
        ((0.3, 0.3), (0.7, 0.3)),
        ((0.1, 0.6), (0.2, 0.8), (0.5, 0.9), (0.8, 0.8), (0.9, 0.6)),
    ),
    "spawn": icon("50,12 50,88", "12,50 88,50"),
    "gate": (((0.1, 0.95), (0.1, 0.4), (0.3, 0.12), (0.7, 0.12), (0.9, 0.4), (0.9, 0.95)), ((0.5, 0.12), (0.5, 0.95))),
}
"""What stands on a kind of tile; of water, streets and fields the ground itself tells."""

KEYS: Mapping[str, tuple[Stroke, ...]] = {
    "full": icon("58,2 20,56 48,56 38,98 82,38 52,38 58,2"),
    "done": icon("10,54 38,84 92,18"),
    "end": icon("20,4 80,4", "20,96 80,96", "28,4 28,22 50,50 28,78 28,96", "72,4 72,22 50,50 72,78 72,96"),
}
"""What is no card: a full action, enough, the end of the turn."""

GROUNDS: Mapping[str, str] = {
    "wall": "wall",
    "street": "road",
    "gate": "road",
    "house": "built",
    "tower": "built",
    "store": "built",
    "field": "crop",
    "water": "wet",
    "deep_water": "deep",
    "harbor": "wet",
}
"""What kinds of tile are made of; all others are as the land round them."""

SIGNS: Mapping[str, str] = {
    "wall": "███",
    "street": "║",
    "house": "⌂",
    "tower": "♜",
    "field": "≡",
    "store": "$",
    "water": "~",
    "deep_water": "≈",
    "harbor": "⚓",
    "gate": "∩",
    "spawn": "+",
}
