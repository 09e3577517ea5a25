"""Texts in the player's language, made at the edge."""

from .compare import compare_catalogues
from .say import (
    LANGUAGES,
    BadCatalogue,
    Catalogue,
    Field,
    MissingText,
    Noun,
    Say,
    Text,
    load_catalogues,
)

__all__ = [
    "LANGUAGES",
    "BadCatalogue",
    "Catalogue",
    "Field",
    "MissingText",
    "Noun",
    "Say",
    "Text",
    "compare_catalogues",
    "load_catalogues",
]
