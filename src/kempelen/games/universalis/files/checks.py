"""What every file of the game is checked with: a number in its range, a name among those that are known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from kempelen.engine.files.position import Faults

__all__ = ["among", "bad", "check_limits", "in_range", "named"]

LIMITS = {
    **dict.fromkeys(("strength", "damage", "protection", "reduction"), (0, 99)),
    **dict.fromkeys(("uses", "heal", "shield_nk", "shield_armour", "tp_loss"), (0, 20)),
    **dict.fromkeys(("temporary", "permanent", "bonus"), (-20, 20)),
    "disciplines": (0, 20),
    "camouflage_level": (0, 10),
    "level": (1, 10),
    "ap": (0, 12),
    "modifier": (-12, 12),
    "kg": (0, 10_000),
    "radius": (0, 90),
    "distance": (0, 150),
}
"""What numbers may be written, far beyond what makes sense: against slips of the pen."""
N = TypeVar("N", int, float)

bad = Faults("universalis.file")


def in_range(value: N, least: float, most: float, *path: int | str) -> N:
    """A number from `least` to `most`; also refuses what is no number at all (nan)."""
    if not least <= value <= most:
        raise bad("range", *path, value=value, least=least, most=most)
    return value


def check_limits(entry: Any, *path: int | str) -> None:
    """Every number of an entry that has limits."""
    for what, (least, most) in LIMITS.items():
        value = getattr(entry, what, None)
        for key, number in value.items() if isinstance(value, dict) else [("", value)]:
            if number is not None:
                in_range(number, least, most, *path, what, *([key] if key else []))


def among(name: str, known: Any, *path: int | str) -> int:
    """The number of a name in a list, or what a table says for it."""
    names = list(known)
    if name not in names:
        raise bad("among", *path, value=name, known=tuple(names))
    return known[name] if isinstance(known, dict) else names.index(name)


def named(text: str, known: Mapping[str, Any], *path: int | str) -> Any:
    """The thing of that name."""
    if text not in known:
        raise bad("among", *path, value=text, known=tuple(known))
    return known[text]
