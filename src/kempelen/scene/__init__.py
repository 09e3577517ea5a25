"""What to draw, and two ways to draw it: SVG and text."""

from .model import (
    DISC,
    HEX,
    HEX_HEIGHT,
    LINE,
    POLY,
    RECT,
    SHIELD,
    Form,
    Point,
    Scene,
    Shape,
    Stroke,
    Tray,
    Unit,
    hex_at,
)

__all__ = [
    "DISC",
    "HEX",
    "HEX_HEIGHT",
    "LINE",
    "POLY",
    "RECT",
    "SHIELD",
    "Form",
    "Point",
    "Scene",
    "Shape",
    "Stroke",
    "Tray",
    "Unit",
    "hex_at",
]
