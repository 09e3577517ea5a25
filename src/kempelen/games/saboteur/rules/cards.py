"""The cards of Saboteur: what they show, and how often they are in the deck (rules 1.2, 1.3).

A card is an index into CARDS, a laid card also says whether it lies turned: both are plain ints, so that the
board can look everything up in tables.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

__all__ = [
    "BY_NAME",
    "CARDS",
    "COMMERCIAL_STONES",
    "DECK_COMMERCIAL",
    "DECK_TU",
    "GOLD",
    "JOINED",
    "LANTERN",
    "MAP",
    "MINE_CART",
    "NAMES",
    "OPEN",
    "OPPOSITE",
    "PATH_CARDS",
    "PICK",
    "ROCKFALL",
    "SIDE_NAMES",
    "START_CARD",
    "STONE_SHAPES",
    "SYMMETRIC",
    "TOOL_NAMES",
    "B",
    "Card",
    "CardKind",
    "L",
    "Laid",
    "R",
    "Side",
    "T",
    "Tool",
    "is_blocking",
    "is_goal",
    "is_path",
    "laid",
    "sides",
    "sides_text",
]

Side = int
"""One open side, or several as a mask."""

L, R, T, B = 1, 2, 4, 8
ALL_SIDES = L | R | T | B
SIDE_NAMES: Mapping[Side, str] = MappingProxyType({L: "L", R: "R", T: "T", B: "B"})
OPPOSITE: Mapping[Side, Side] = MappingProxyType({L: R, R: L, T: B, B: T})

Tool = int
"""One tool, or several as a mask."""

LANTERN, MINE_CART, PICK = 1, 2, 4
TOOL_NAMES: Mapping[Tool, str] = MappingProxyType({LANTERN: "lantern", MINE_CART: "mine_cart", PICK: "pick"})

Card = int
"""Index into CARDS: the path cards first, then the action cards, then what is never in the deck."""

Laid = int
"""A card as it lies: card * 2, plus 1 if it lies turned by 180 degrees."""


@dataclass(frozen=True, slots=True)
class CardKind:
    """What is printed on a card."""

    name: str
    groups: tuple[Side, ...] = ()
    """The open sides, one mask per connected group; a side alone in its group is a dead end."""
    breaks: Tool = 0
    """The tool a broken-tool card breaks."""
    repairs: tuple[Tool, ...] = ()
    """The tools a repair card shows, in the order named on it."""


def sides(text: str) -> Side:
    """The mask for side letters such as "LTB"."""
    mask = 0
    for side, name in SIDE_NAMES.items():
        if name in text:
            mask |= side
    return mask


def sides_text(mask: Side) -> str:
    """The letters of a mask, in the order L R T B."""
    return "".join(name for side, name in SIDE_NAMES.items() if mask & side)


def _laid_kind(name: str, groups: str) -> CardKind:
    return CardKind(name, groups=tuple(sides(group) for group in groups.split()))


# name, groups, number in the deck of the TU task (1.2)
_PATHS = (
    ("plus", "LRTB", 5),
    ("three_vert", "LTB", 5),
    ("three_horiz", "LRB", 5),
    ("line_vert", "TB", 4),
    ("line_horiz", "LR", 3),
    ("curve_up", "LT", 4),
    ("curve_down", "LB", 5),
    ("dead_plus", "L R T B", 1),
    ("dead_three_vert", "L T B", 1),
    ("dead_three_horiz", "L R B", 1),
    ("dead_line_vert", "T B", 1),
    ("dead_line_horiz", "L R", 1),
    ("dead_curve_up", "L T", 1),
    ("dead_curve_down", "L B", 1),
    ("dead_single_vert", "T", 1),
    ("dead_single_horiz", "L", 1),
    ("curve_double_down", "TR LB", 1),
    ("curve_up_dead_bottom", "LT B", 2),
    ("line_vert_dead_two", "TB L R", 1),
    ("tunnel", "TB LR", 2),
)
_TU_EXTRAS = frozenset({"curve_double_down", "curve_up_dead_bottom", "line_vert_dead_two", "tunnel"})

# kind, number in the deck (1.3)
_ACTIONS = (
    (CardKind("broken_lantern", breaks=LANTERN), 3),
    (CardKind("broken_mine_cart", breaks=MINE_CART), 3),
    (CardKind("broken_pick", breaks=PICK), 3),
    (CardKind("fixed_lantern", repairs=(LANTERN,)), 2),
    (CardKind("fixed_mine_cart", repairs=(MINE_CART,)), 2),
    (CardKind("fixed_pick", repairs=(PICK,)), 2),
    (CardKind("fixed_pick_lantern", repairs=(PICK, LANTERN)), 1),
    (CardKind("fixed_pick_mine_cart", repairs=(PICK, MINE_CART)), 1),
    (CardKind("fixed_lantern_mine_cart", repairs=(LANTERN, MINE_CART)), 1),
    (CardKind("rockfall"), 3),
    (CardKind("map"), 6),
)

# The order in which a revealed stone tries its shapes (1.4.4).
_STONES = ("LT", "LB", "TB", "LR", "T", "L", "LTB", "LRB", "LRTB")

CARDS: tuple[CardKind, ...] = (
    *(_laid_kind(name, groups) for name, groups, _ in _PATHS),
    *(kind for kind, _ in _ACTIONS),
    _laid_kind("start", "LRTB"),
    _laid_kind("gold", "LRTB"),
    *(_laid_kind(f"stone_{shape}", shape) for shape in _STONES),
)
NAMES: tuple[str, ...] = tuple(kind.name for kind in CARDS)
BY_NAME: Mapping[str, Card] = MappingProxyType({name: card for card, name in enumerate(NAMES)})

PATH_CARDS = range(len(_PATHS))
ROCKFALL = BY_NAME["rockfall"]
MAP = BY_NAME["map"]
START_CARD = BY_NAME["start"]
GOLD = BY_NAME["gold"]
STONE_SHAPES: tuple[Card, ...] = tuple(BY_NAME[f"stone_{shape}"] for shape in _STONES)
COMMERCIAL_STONES: tuple[Card, Card] = (BY_NAME["stone_LT"], BY_NAME["stone_LB"])
"""The two fixed curves of the commercial game (1.4.4)."""

_BLOCKING = frozenset(card for card in PATH_CARDS if all(group in SIDE_NAMES for group in CARDS[card].groups))


def is_path(card: Card) -> bool:
    """Is it a path card of the deck? Start and goals are not."""
    return card in PATH_CARDS


def is_blocking(card: Card) -> bool:
    """Is it a path card with no two open sides joined? Reading R17: exactly the nine dead ends."""
    return card in _BLOCKING


def is_goal(card: Card) -> bool:
    """Is it a face-up goal: the gold, or one of the shapes a stone can have?"""
    return card >= GOLD


DECK_TU: Mapping[Card, int] = MappingProxyType(
    {BY_NAME[name]: count for name, _, count in _PATHS} | {BY_NAME[kind.name]: count for kind, count in _ACTIONS}
)
"""46 path cards and 27 action cards (1.1.7)."""

DECK_COMMERCIAL: Mapping[Card, int] = MappingProxyType(
    {card: count for card, count in DECK_TU.items() if NAMES[card] not in _TU_EXTRAS}
)
"""40 path cards and 27 action cards (1.1.7)."""


def laid(card: Card, turned: int = 0) -> Laid:
    """The card as it lies."""
    return card * 2 + turned


def _turned(mask: Side) -> Side:
    return sum(OPPOSITE[side] for side in SIDE_NAMES if mask & side)


def _groups_as_laid() -> Iterator[tuple[Side, ...]]:
    for kind in CARDS:
        yield kind.groups
        yield tuple(_turned(group) for group in kind.groups)


_GROUPS: tuple[tuple[Side, ...], ...] = tuple(_groups_as_laid())

OPEN: tuple[Side, ...] = tuple(sum(groups) for groups in _GROUPS)
"""OPEN[laid]: its open sides."""

JOINED: tuple[tuple[Side, ...], ...] = tuple(
    tuple(sum(group for group in groups if group & mask) for mask in range(ALL_SIDES + 1)) for groups in _GROUPS
)
"""JOINED[laid][sides]: all that is joined to these sides, themselves included; closed sides add none."""

SYMMETRIC: tuple[bool, ...] = tuple(
    set(_GROUPS[laid(card)]) == set(_GROUPS[laid(card, 1)]) for card in range(len(CARDS))
)
"""SYMMETRIC[card]: a half turn gives the same picture, so the card is only ever laid as printed."""
