"""What is said about a thing when somebody points at it: facts and terms, each set of them sent once."""

from __future__ import annotations

from typing import Any

from kempelen.scene.model import Scene, Shape

__all__ = ["abouts_of"]


def abouts_of(scene: Scene) -> dict[str, Any]:
    """Handles with the number of what is to be said about them; names stand in the drawing itself."""
    known: dict[tuple[Any, ...], int] = {}
    of = {shape.id: known.setdefault(told(shape), len(known)) for shape in scene.everything() if any(told(shape))}
    return {
        "of": of,
        "told": [
            {"facts": [list(fact) for fact in facts], "about": [list(term) for term in about]} for facts, about in known
        ],
    }


def told(shape: Shape) -> tuple[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]]:
    return tuple((fact.value, fact.label) for fact in shape.facts), shape.about
