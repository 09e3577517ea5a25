"""How a shape is signed and coloured in a text drawing."""

from collections.abc import Mapping

from .model import MARKS, Shape

__all__ = ["sign", "signs_of", "style_of"]

ROLE_STYLES: Mapping[str, str] = {
    "place": "dim",
    "unit": "bold cyan",
    "marker": "bold yellow",
    "terrain": "green",
    "reach": "blue",
    "sight": "magenta",
    "arrow": "magenta",
}
ROLE_SIGNS: Mapping[str, str] = {"reach": "·", "sight": "/", "arrow": "→"}
TAG_STYLES: Mapping[str, str] = {
    "foe": "bold red",
    "suppressed": "italic",
    "hidden": "dim",
    "done": "dim",
    "last-move": "bold yellow",
}


def style_of(shape: Shape, lit: bool = False) -> str:
    styles = [ROLE_STYLES.get(shape.role, ""), *(look for tag, look in TAG_STYLES.items() if tag in shape.tags)]
    return " ".join(style for style in (*styles, "reverse" if lit else "") if style)


def signs_of(shape: Shape) -> str:
    return "".join(sign for tag, sign in MARKS.items() if tag in shape.tags)


def sign(shape: Shape, marks: Mapping[str, str] | None = None) -> str:
    """The few characters that stand for a shape: mark if lit, glyph, signs of its tags."""
    short = (shape.glyph if isinstance(shape.glyph, str) else "") or shape.text or ROLE_SIGNS.get(shape.role, "")
    lit = marks.get(shape.id, "") if marks else ""
    signs = signs_of(shape)
    return f"{lit}{signs if short == signs else short + signs}"
