"""Path cards as groups of joined open sides, and what action cards show (digest, 1.2 and 1.3)."""

from __future__ import annotations

__all__ = ["AGAINST", "BESIDE", "PATHS", "blocking", "breaks", "groups_of", "repairs", "turned"]

Groups = frozenset[frozenset[str]]

JOINED = {
    "plus": "LRTB", "three_vert": "LTB", "three_horiz": "LRB", "line_vert": "TB", "line_horiz": "LR",
    "curve_up": "LT", "curve_down": "LB",
    "curve_double_down": "TR LB", "curve_up_dead_bottom": "LT B", "line_vert_dead_two": "TB L R", "tunnel": "TB LR",
    "dead_plus": "L R T B", "dead_three_vert": "L T B", "dead_three_horiz": "L R B", "dead_line_vert": "T B",
    "dead_line_horiz": "L R", "dead_curve_up": "L T", "dead_curve_down": "L B",
    "dead_single_vert": "T", "dead_single_horiz": "L",
}  # fmt: skip
"""Sides that are joined stand together; a side alone is a dead end."""

PATHS: dict[str, Groups] = {
    card: frozenset(frozenset(group) for group in sides.split()) for card, sides in JOINED.items()
}
AGAINST = {"L": "R", "R": "L", "T": "B", "B": "T"}
BESIDE = {"L": (-1, 0), "R": (1, 0), "T": (0, -1), "B": (0, 1)}
"""y grows downward."""


def turned(groups: Groups) -> Groups:
    """By 180 degrees, the only turn there is."""
    return frozenset(frozenset(AGAINST[side] for side in group) for group in groups)


def groups_of(card: str, is_turned: bool) -> Groups:
    return turned(PATHS[card]) if is_turned else PATHS[card]


def blocking(card: str) -> bool:
    """R17: no two open sides are joined."""
    return card in PATHS and all(len(group) == 1 for group in PATHS[card])


def breaks(card: str) -> str:
    """The tool that a card breaks, or nothing."""
    return card.removeprefix("broken_") if card.startswith("broken_") else ""


def repairs(card: str) -> list[str]:
    """The tools that a card shows, in the order named on it."""
    if not card.startswith("fixed_"):
        return []
    words = card.removeprefix("fixed_").replace("mine_cart", "minecart").split("_")
    return [word.replace("minecart", "mine_cart") for word in words]
