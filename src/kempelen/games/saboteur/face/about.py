"""What cards, goals, roles and tools do, in words, for whoever points at them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from kempelen.engine.table import Seat
from kempelen.games.saboteur.face.words import tool_word
from kempelen.games.saboteur.rules.cards import (
    CARDS,
    JOINED,
    MAP,
    OPEN,
    ROCKFALL,
    START_CARD,
    B,
    Card,
    L,
    Laid,
    R,
    Side,
    T,
    Tool,
    is_blocking,
)
from kempelen.games.saboteur.rules.endings import hand_bonus
from kempelen.games.saboteur.rules.state import ROLE_NAMES, Role, State
from kempelen.text.say import Say, Text

__all__ = ["About", "about_card", "about_goal", "about_points", "about_role", "about_tool", "bonus"]

About = tuple[tuple[str, str], ...]
"""Terms, each with what it means."""

_SIDES = {L: "left", R: "right", T: "above", B: "below"}


@lru_cache(maxsize=512)
def about_card(card: Laid, say: Say) -> About:
    """A card of the deck as it lies, or the start card."""
    kind = CARDS[card >> 1]
    if kind.breaks:
        return ((_term("breaks", say), say("saboteur.about.breaks_words", tool=tool_word(kind.breaks))),)
    if kind.repairs:
        tools = tuple(map(tool_word, kind.repairs))
        return ((_term("repairs", say), say("saboteur.about.repairs_words", tools=tools)),)
    for action, name in ((ROCKFALL, "rockfall"), (MAP, "map"), (START_CARD, "start")):
        if card >> 1 == action:
            return (_entry(name, say),)
    return tuple(_path(card, say))


def _path(card: Laid, say: Say) -> Iterator[tuple[str, str]]:
    yield _entry("blocking" if is_blocking(card >> 1) else "path", say)
    told: Side = 0
    for side in _SIDES:
        joined = JOINED[card][side]
        if OPEN[card] & side and joined != side and not told & side:
            told |= joined
            yield _term("joined", say), say("saboteur.about.joined_words", sides=_sides(joined))
    if dead := OPEN[card] & ~told:
        yield _term("dead", say), say("saboteur.about.dead_words", sides=_sides(dead))


def _sides(mask: Side) -> tuple[Text, ...]:
    return tuple(Text(f"saboteur.side.{name}") for side, name in _SIDES.items() if mask & side)


def about_goal(say: Say, looked: str = "") -> About:
    """What a goal is; of one that the reader has looked at also what he saw."""
    seen = ((_term("goal_seen", say), say(f"saboteur.about.goal_seen_{looked}")),) if looked else ()
    return (*seen, _entry("goal", say))


def about_role(role: Role, say: Say) -> About:
    """What a role wants; of one that is not known, that it is not."""
    if role not in ROLE_NAMES:
        return (_entry("role", say),)
    name = ROLE_NAMES[role]
    return ((say.of(Text(f"saboteur.role.{name}"), "Bare"), say(f"saboteur.about.role_{name}")),)


def about_points(view: State, seat: Seat, say: Say) -> About:
    """How many somebody has, and what for; the commercial game has none."""
    if not view.variant.third_role:
        return ()
    return ((say("saboteur.scene.points", n=view.scores[seat]), say("saboteur.about.points_words")),)


def about_tool(tool: Tool, say: Say) -> About:
    return ((say.of(tool_word(tool), "Bare"), say("saboteur.about.tool_words")),)


def bonus(view: State, card: Card, say: Say) -> About:
    """What the card brings a winner who still holds it (4.3.2.1.5); the commercial game has no points."""
    n = hand_bonus(card)
    if not view.variant.third_role or not n:
        return ()
    return ((_term("in_hand", say), say("saboteur.about.bonus", n=n)),)


def _term(name: str, say: Say) -> str:
    return say(f"saboteur.about.{name}")


def _entry(name: str, say: Say) -> tuple[str, str]:
    return _term(name, say), say(f"saboteur.about.{name}_words")
