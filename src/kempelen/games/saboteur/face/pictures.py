"""The cards of Saboteur as pictures: neutral symbols of our own, in bands, fine lines and characters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from kempelen.games.saboteur.rules.cards import (
    CARDS,
    GOLD,
    JOINED,
    LANTERN,
    MAP,
    MINE_CART,
    OPEN,
    OPPOSITE,
    PICK,
    ROCKFALL,
    SIDE_NAMES,
    START_CARD,
    B,
    L,
    Laid,
    R,
    Side,
    T,
    is_goal,
)
from kempelen.games.saboteur.rules.state import GOLD_SEEKER, SABOTEUR, STONE_SEEKER
from kempelen.scene.model import Point, Stroke
from kempelen.scene.strokes import ring

__all__ = [
    "GOLD_ICON",
    "GOLD_SIGN",
    "ROLE_ICONS",
    "ROLE_SIGNS",
    "STONE_ICON",
    "STONE_SIGN",
    "TOOL_ICONS",
    "glyph",
    "signs",
    "ways",
]

GOLD_SIGN, STONE_SIGN = "◆", "●"

# -- icons


LANTERN_ICON = (
    ((0.36, 0.2), (0.36, 0.1), (0.5, 0.02), (0.64, 0.1), (0.64, 0.2)),
    ((0.28, 0.2), (0.72, 0.2)),
    ((0.34, 0.2), (0.24, 0.8), (0.76, 0.8), (0.66, 0.2)),
    ((0.2, 0.8), (0.8, 0.8), (0.8, 0.94), (0.2, 0.94), (0.2, 0.8)),
    ((0.5, 0.34), (0.4, 0.56), (0.5, 0.68), (0.6, 0.56), (0.5, 0.34)),
)
MINE_CART_ICON = (
    ((0.02, 0.22), (0.98, 0.22)),
    ((0.1, 0.22), (0.22, 0.7), (0.78, 0.7), (0.9, 0.22)),
    ring(0.32, 0.83, 0.12),
    ring(0.68, 0.83, 0.12),
)
PICK_ICON = (
    ((0.12, 0.94), (0.68, 0.28)),
    ((0.28, 0.16), (0.5, 0.14), (0.72, 0.24), (0.86, 0.46), (0.88, 0.7)),
    ((0.28, 0.16), (0.5, 0.24), (0.64, 0.34), (0.76, 0.48), (0.88, 0.7)),
)
ROCKFALL_ICON = (
    ((0.02, 0.95), (0.1, 0.66), (0.32, 0.6), (0.44, 0.95), (0.02, 0.95)),
    ((0.44, 0.95), (0.5, 0.62), (0.78, 0.56), (0.98, 0.95), (0.44, 0.95)),
    ((0.34, 0.58), (0.4, 0.36), (0.6, 0.34), (0.68, 0.56), (0.5, 0.62)),
    ((0.3, 0.02), (0.3, 0.24)),
    ((0.52, 0.02), (0.52, 0.2)),
    ((0.74, 0.02), (0.74, 0.24)),
)
MAP_ICON = (
    (
        (0.04, 0.2),
        (0.35, 0.08),
        (0.65, 0.2),
        (0.96, 0.08),
        (0.96, 0.8),
        (0.65, 0.92),
        (0.35, 0.8),
        (0.04, 0.92),
        (0.04, 0.2),
    ),
    ((0.35, 0.08), (0.35, 0.8)),
    ((0.65, 0.2), (0.65, 0.92)),
    ((0.72, 0.36), (0.88, 0.6)),
    ((0.88, 0.34), (0.72, 0.62)),
    ((0.12, 0.66), (0.22, 0.52)),
    ((0.42, 0.5), (0.55, 0.5)),
)
GOLD_ICON = (
    ((0.5, 0.08), (0.94, 0.4), (0.5, 0.94), (0.06, 0.4), (0.5, 0.08)),
    ((0.06, 0.4), (0.94, 0.4)),
    ((0.34, 0.4), (0.5, 0.94), (0.66, 0.4)),
)
STONE_ICON = (
    ((0.08, 0.78), (0.14, 0.36), (0.42, 0.14), (0.78, 0.26), (0.94, 0.62), (0.8, 0.86), (0.08, 0.78)),
    ((0.42, 0.14), (0.5, 0.46), (0.94, 0.62)),
    ((0.5, 0.46), (0.36, 0.82)),
)
SABOTEUR_ICON = (
    ring(0.5, 0.64, 0.32, 16),
    ((0.62, 0.34), (0.7, 0.18), (0.82, 0.16)),
    ((0.82, 0.02), (0.84, 0.12)),
    ((0.98, 0.1), (0.88, 0.18)),
    ((0.94, 0.32), (0.87, 0.24)),
)
START_ICON = (
    ring(0.5, 0.5, 0.5, 24),
    ((0.36, 0.1), (0.36, 0.9)),
    ((0.64, 0.1), (0.64, 0.9)),
    *(((0.36, y), (0.64, y)) for y in (0.26, 0.42, 0.58, 0.74)),
)
TOOL_ICONS = {LANTERN: LANTERN_ICON, MINE_CART: MINE_CART_ICON, PICK: PICK_ICON}
ROLE_SIGNS = {GOLD_SEEKER: GOLD_SIGN, STONE_SEEKER: STONE_SIGN, SABOTEUR: "▓"}
ROLE_ICONS = {GOLD_SEEKER: GOLD_ICON, STONE_SEEKER: STONE_ICON, SABOTEUR: SABOTEUR_ICON}

# -- path cards

_EDGE: Mapping[Side, Point] = {L: (0, 0.5), R: (1, 0.5), T: (0.5, 0), B: (0.5, 1)}
_MIDDLE: Point = (0.5, 0.5)
_CAPS: Mapping[Side, Stroke] = {
    L: ((0.14, 0.2), (0.14, 0.8)),
    R: ((0.86, 0.2), (0.86, 0.8)),
    T: ((0.2, 0.1), (0.8, 0.1)),
    B: ((0.2, 0.9), (0.8, 0.9)),
}
"""Where a dead end stops, in the square of the icon."""
_RUBBLE = (((0.3, 0.3), (0.7, 0.7)), ((0.7, 0.3), (0.3, 0.7)))
_PARAPETS = (
    ((0.1, 0.1), (0.24, 0.26), (0.24, 0.74), (0.1, 0.9)),
    ((0.9, 0.1), (0.76, 0.26), (0.76, 0.74), (0.9, 0.9)),
)
_JOINTS = {L | R: "═", T | B: "║", L | T: "╝", R | T: "╚", L | B: "╗", R | B: "╔"} | {
    L | T | B: "╣",
    R | T | B: "╠",
    L | R | B: "╦",
    L | R | T: "╩",
    L | R | T | B: "╬",
}


def groups(card: Laid) -> list[Side]:
    """The joined groups of open sides of a card as it lies."""
    return sorted({JOINED[card][side] for side in SIDE_NAMES if OPEN[card] & side})


def _towards_middle(side: Side, part: float) -> Point:
    (x, y), (mx, my) = _EDGE[side], _MIDDLE
    return x + (mx - x) * part, y + (my - y) * part


def _is_dead(card: Laid, group: Side) -> bool:
    return group in SIDE_NAMES and not is_goal(card >> 1)


@cache
def ways(card: Laid) -> tuple[Stroke, ...]:
    """The tunnels: what is joined meets; a dead end stops short; of two ways that cross, one dives under.

    On the start card and the goals they lead to the icon in the middle.
    """
    return tuple(stroke for group in groups(card) for stroke in _bands(card, group))


def _bands(card: Laid, group: Side) -> Iterator[Stroke]:
    alone = group == OPEN[card]
    sides = [side for side in SIDE_NAMES if group & side]
    if card >> 1 == START_CARD or is_goal(card >> 1):
        across, down = (0.38, 0.57) if card >> 1 == START_CARD else (0.46, 0.62)
        for side in sides:
            yield _EDGE[side], _towards_middle(side, across if side in (L, R) else down)
    elif _is_dead(card, group):
        yield _EDGE[group], _towards_middle(group, 0.46)
    elif group == L | R and not alone:
        yield _EDGE[L], _towards_middle(L, 0.68)
        yield _towards_middle(R, 0.68), _EDGE[R]
    elif group in (L | R, T | B):
        yield _EDGE[sides[0]], _EDGE[sides[1]]
    elif len(sides) == 2:
        one, other = sides
        bend = (_MIDDLE,) if alone else (_towards_middle(one, 0.5), _towards_middle(other, 0.5))
        yield _EDGE[one], *bend, _EDGE[other]
    else:
        for side in sides:
            if not (group & OPPOSITE[side]):
                yield _EDGE[side], _MIDDLE
        for one, other in ((L, R), (T, B)):
            if group & one and group & other:
                yield _EDGE[one], _EDGE[other]


@cache
def signs(card: Laid) -> tuple[Stroke, ...]:
    """The fine lines of a card: what it does, or where its ways end."""
    kind = CARDS[card >> 1]
    if kind.breaks:
        return TOOL_ICONS[kind.breaks]
    if kind.repairs:
        return _side_by_side([TOOL_ICONS[tool] for tool in kind.repairs])
    if card >> 1 in _ICONS:
        return _ICONS[card >> 1]
    if is_goal(card >> 1):
        return GOLD_ICON if card >> 1 == GOLD else STONE_ICON
    if groups(card) == [L | R, T | B]:
        return _PARAPETS
    caps = tuple(_CAPS[group] for group in groups(card) if _is_dead(card, group))
    return (*caps, *_RUBBLE) if len(caps) == len(groups(card)) else caps


_ICONS = {START_CARD: START_ICON, ROCKFALL: ROCKFALL_ICON, MAP: MAP_ICON}


def _side_by_side(icons: Sequence[tuple[Stroke, ...]]) -> tuple[Stroke, ...]:
    """Two tools on one card: one at the upper left, one at the lower right."""
    if len(icons) == 1:
        return icons[0]
    return tuple(
        tuple((x * 0.58 + n * 0.42, y * 0.58 + n * 0.8 - 0.19) for x, y in stroke)
        for n, icon in enumerate(icons)
        for stroke in icon
    )


@cache
def glyph(card: Laid) -> tuple[str, ...]:
    """A path card, start or goal as three lines of five characters."""
    joined = [group for group in groups(card) if not _is_dead(card, group)]
    dead = sum(group for group in groups(card) if _is_dead(card, group))
    if not joined:
        middle, dead = "▓", 0
    elif is_goal(card >> 1):
        middle = GOLD_SIGN if card >> 1 == GOLD else STONE_SIGN
    elif card >> 1 == START_CARD:
        middle = "S"
    elif len(joined) == 1:
        middle = _JOINTS[joined[0]]
    else:
        middle = "║" if joined == [L | R, T | B] else "╲" if T | R in joined else "╱"
    show = {side: OPEN[card] & side for side in SIDE_NAMES}
    left = ("═╡" if dead & L else "══") if show[L] else "  "
    right = ("╞═" if dead & R else "══") if show[R] else "  "
    top = ("╨" if dead & T else "║") if show[T] else " "
    bottom = ("╥" if dead & B else "║") if show[B] else " "
    return f"  {top}  ", f"{left}{middle}{right}", f"  {bottom}  "
