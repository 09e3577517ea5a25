"""What a seat sees of the table: the board, hands, players and piles.

Handles are those of the actions. Of equal cards the first is `card:plus`, further ones are `card:plus#2` and so on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from kempelen.engine.table import Seat
from kempelen.games.saboteur.face.about import about_card, about_goal, about_points, about_role, about_tool, bonus
from kempelen.games.saboteur.face.dwarves import dwarf
from kempelen.games.saboteur.face.pictures import (
    GOLD_ICON,
    GOLD_SIGN,
    ROLE_ICONS,
    ROLE_SIGNS,
    STONE_ICON,
    STONE_SIGN,
    TOOL_ICONS,
    glyph,
    signs,
    ways,
)
from kempelen.games.saboteur.face.status import nugget_fact, relation, status
from kempelen.games.saboteur.face.words import card_word, goal_word, place_word, seat_word, tool_word
from kempelen.games.saboteur.rules.board import GOALS, START, Cell, xy
from kempelen.games.saboteur.rules.cards import CARDS, MAP, NAMES, ROCKFALL, TOOL_NAMES, Card, Laid, is_path, laid
from kempelen.games.saboteur.rules.setup import NUGGET
from kempelen.games.saboteur.rules.state import GOAL_NAMES, GOLD_GOAL, HIDDEN, ROLE_NAMES, Goal, State
from kempelen.scene.icons import DECK, DISCARD, HAND
from kempelen.scene.model import DISC, Scene, Shape, Stroke, Tray, bounds
from kempelen.scene.status import Fact
from kempelen.text.say import Say, Text

__all__ = ["card_shape", "scene"]

WIDE, HIGH = 0.94, 0.96
SMALL = 0.76
EDGE = 0.08
"""Room round what lies there."""
PEEK, OVER = 1.0, 0.55
"""So much is seen of free places outside of it: all of them, since what is lit is not cut; when it is over nothing is
lit, and cards are larger."""
BACK = ("░░░░░", "░ ? ░", "░░░░░")


def scene(view: State, say: Say) -> Scene:
    """What to draw for the seat whose view this is; there may be several own seats, or none."""
    ids = _Handles()
    order = [(view.active + n) % view.players for n in range(view.players)]
    trays = [
        *(_hand(view, seat, say, ids) for seat in order if _is_open(view, seat)),
        *(_player(view, seat, say) for seat in range(view.players)),
        *_piles(view, say),
    ]
    if not view.variant.third_role:
        trays.append(_gold_cards(view, say))
    if any(view.broken):
        trays.append(_tools(say))
    if view.ending is None:
        description = say("saboteur.scene.turn", seat=seat_word(view.active))
    else:
        winners = tuple(map(seat_word, view.ending.winners)) or Text("saboteur.nobody")
        description = say("saboteur.scene.over", winners=winners)
    whole = Scene.around(
        _board(view, say),
        "card",
        trays,
        title=say("saboteur.title"),
        description=description,
        status=status(view, say),
        spare_axes=True,
    )
    return _fitted(whole, PEEK if view.ending is None else OVER)


def _fitted(whole: Scene, peek: float) -> Scene:
    """What is shown: all that lies there, and the free places beside it, or a part of them."""
    left, top, right, bottom = bounds(one for one in whole.shapes if one.role == "card")
    ends = (max(whole.left, left - peek), max(whole.top, top - peek))
    far = (min(whole.left + whole.w, right + peek), min(whole.top + whole.h, bottom + peek))
    wide, high = far[0] - ends[0] + 2 * EDGE, far[1] - ends[1] + 2 * EDGE
    return replace(whole, left=ends[0] - EDGE, top=ends[1] - EDGE, w=wide, h=high)


def _is_open(view: State, seat: Seat) -> bool:
    """An own seat, or any when all is shown at the end."""
    hand = view.hands[seat]
    return bool(hand) and (view.roles[seat] != HIDDEN or any(card != HIDDEN for card in hand))


class _Handles:
    """Handles of hand cards, each used once."""

    def __init__(self) -> None:
        self.used: Counter[str] = Counter()

    def of(self, name: str) -> str:
        self.used[name] += 1
        return f"card:{name}" if self.used[name] == 1 else f"card:{name}#{self.used[name]}"


# -- the board


def _board(view: State, say: Say) -> Iterator[Shape]:
    board = view.board
    for at in sorted(board.frontier):
        yield _free(at, say)
    for at, card in board.laid.items():
        yield _laid(at, card, view.goals[GOALS.index(at)] if at in GOALS else HIDDEN, say)
    for at in board.face_down:
        yield _face_down(view, at, say)


@lru_cache(maxsize=1024)
def _free(at: Cell, say: Say) -> Shape:
    x, y = xy(at)
    label = say("saboteur.scene.free", at=place_word(at))
    return Shape(f"cell:{x},{y}", "place", x, y, w=WIDE, h=HIGH, label=label, tags=frozenset({"empty"}))


@lru_cache(maxsize=4096)
def _laid(at: Cell, card: Laid, goal: Goal, say: Say) -> Shape:
    """A card of a way, or a goal that was turned up."""
    x, y = xy(at)
    tags = {"special"} if at == START or at in GOALS else set()
    if at in GOALS:
        label = say("saboteur.scene.goal_up", at=goal_word(at), goal=Text(f"saboteur.goal.{GOAL_NAMES[goal]}"))
        tags |= {"goal", "gold", "prize"} if goal == GOLD_GOAL else {"goal", "stone"}
    elif at == START:
        label = say("saboteur.scene.card", card=card_word(card >> 1))
    else:
        key = "saboteur.scene.laid_turned" if card & 1 else "saboteur.scene.laid"
        label = say(key, card=card_word(card >> 1), at=place_word(at))
    return Shape(
        f"cell:{x},{y}",
        "card",
        x,
        y,
        w=WIDE,
        h=HIGH,
        label=label,
        tags=frozenset(tags),
        strokes=ways(card),
        icon=signs(card),
        glyph=glyph(card),
        about=about_goal(say) if at in GOALS else about_card(card, say),
    )


def _face_down(view: State, at: Cell, say: Say) -> Shape:
    """Only a seat that has looked at it sees more than the back of the card."""
    x, y = xy(at)
    index = GOALS.index(at)
    goal = view.goals[index]
    label = say("saboteur.scene.goal_down", at=goal_word(at))
    tags, text, middle, alone = {"goal", "special", "hatched"}, "?", "?", False
    icon: tuple[Stroke, ...] = ()
    seen = ""
    if goal != HIDDEN:
        own = [seat for seat, role in enumerate(view.roles) if role != HIDDEN]
        looked = len(own) == 1 and view.looked[own[0]] >> index & 1
        alone = all(seat in own for seat, cards in enumerate(view.looked) if cards >> index & 1)
        how = "known" if not looked or view.ending is not None else "looked_alone" if alone else "looked"
        label = say(f"saboteur.scene.goal_{how}", at=goal_word(at), goal=Text(f"saboteur.goal.{GOAL_NAMES[goal]}"))
        kind = "gold" if goal == GOLD_GOAL else "stone"
        tags |= {"private", "prize"} if goal == GOLD_GOAL else {"private"}
        text, seen = say(f"saboteur.scene.seen_{kind}"), kind if looked else ""
        middle, icon = (GOLD_SIGN, GOLD_ICON) if goal == GOLD_GOAL else (STONE_SIGN, STONE_ICON)
    elif view.goals.count(HIDDEN) == 1 and GOLD_GOAL not in view.goals:  # what the seat sees leaves nothing else
        label = say("saboteur.scene.goal_must", at=goal_word(at))
        tags |= {"private", "prize"}
        text, middle, icon = say("saboteur.scene.must_gold"), GOLD_SIGN, GOLD_ICON
    lookers = tuple(seat_word(seat) for seat, looked in enumerate(view.looked) if looked >> index & 1)
    if lookers and not alone:
        label = say("saboteur.scene.looked_by", goal=label, seats=lookers)
    rows = tuple(row.replace("?", middle) for row in BACK)
    return Shape(
        f"cell:{x},{y}",
        "card",
        x,
        y,
        w=WIDE,
        h=HIGH,
        text=text,
        label=label,
        tags=frozenset(tags),
        icon=icon,
        glyph=rows,
        about=about_goal(say, seen),
    )


# -- trays


def _hand(view: State, seat: Seat, say: Say, ids: _Handles) -> Tray:
    turns = view.turned[seat] or [0] * len(view.hands[seat])
    items = []
    for card, turned in zip(view.hands[seat], turns, strict=True):
        if card == HIDDEN:
            label = say("saboteur.scene.hidden_card")
            items.append(
                Shape(ids.of("hidden"), "card", text="?", label=label, tags=frozenset({"hatched"}), glyph=BACK)
            )
        else:
            # a path card cannot be laid with a broken tool, only discarded
            usable = not (view.broken[seat] and is_path(card))
            shape = card_shape(ids.of(NAMES[card]), laid(card, turned), say)
            items.append(replace(shape, usable=usable, about=shape.about + bonus(view, card, say)))
    label = say("saboteur.scene.hand", seat=seat_word(seat))
    return Tray(f"tray:hand-{seat + 1}", label, "hand", tuple(items), seat=str(seat + 1))


@lru_cache(maxsize=2048)
def card_shape(handle: str, card: Laid, say: Say) -> Shape:
    """A card beside the board."""
    kind = CARDS[card >> 1]
    tags = {"broken"} if kind.breaks else {"done"} if kind.repairs else set()
    key = "saboteur.scene.card_turned" if card & 1 else "saboteur.scene.card"
    return Shape(
        handle,
        "card",
        label=say(key, card=card_word(card >> 1)),
        caption=say(f"saboteur.caption.{NAMES[card >> 1]}"),
        tags=frozenset(tags),
        strokes=ways(card),
        icon=signs(card),
        glyph=glyph(card) if kind.groups else _action_glyph(card >> 1, say),
        about=about_card(card, say),
    )


def _action_glyph(card: Card, say: Say) -> tuple[str, ...]:
    kind = CARDS[card]
    if card == ROCKFALL:
        return "  o  ", " oOo ", "oOoOo"
    if card == MAP:
        return "··   ", "  ·· ", "   ·✕"
    tools = [say(f"saboteur.scene.short.{TOOL_NAMES[tool]}").center(5) for tool in kind.repairs or (kind.breaks,)]
    sign = "  ×  " if kind.breaks else "  ✓  "
    return (*tools, sign) if len(tools) == 2 else ("     ", *tools, sign)


def _player(view: State, seat: Seat, say: Say) -> Tray:
    """Role, broken tools, number of cards, score."""
    role, number = view.roles[seat], seat + 1
    on_turn = seat == view.active and view.ending is None
    if role == HIDDEN:
        label = say("saboteur.scene.role_hidden", seat=seat_word(seat))
    else:
        label = say("saboteur.scene.role", seat=seat_word(seat), role=Text(f"saboteur.role.{ROLE_NAMES[role]}"))
    items = (
        Shape(
            f"seat:{number}",
            "card",
            w=SMALL,
            h=SMALL,
            label=label,
            text="?" if role == HIDDEN else "",
            icon=ROLE_ICONS.get(role, ()),
            glyph=ROLE_SIGNS.get(role, "?"),
            tags=frozenset((["hatched"] if role == HIDDEN else []) + (["active"] if on_turn else [])),
            about=(*about_role(role, say), *about_points(view, seat, say)),
        ),
    )
    broken = tuple(
        Shape(
            f"seat:{number}:{TOOL_NAMES[tool]}",
            "card",
            w=SMALL,
            h=SMALL,
            label=say("saboteur.scene.broken", tool=tool_word(tool)),
            icon=TOOL_ICONS[tool],
            tags=frozenset({"broken"}),
            about=about_tool(tool, say),
        )
        for tool in TOOL_NAMES
        if view.broken[seat] & tool
    )
    return Tray(
        f"tray:seat-{number}",
        say.of(seat_word(seat), "Nom"),
        "seat",
        items,
        str(number),
        say("saboteur.scene.on_turn") if on_turn else "",
        relation(view, seat),
        facts=tuple(_facts(view, seat, say)),
        conditions=broken,
        portrait=dwarf(seat),
    )


def _facts(view: State, seat: Seat, say: Say) -> Iterator[Fact]:
    """Cards in hand, and nuggets; points decide nothing as long as there is a saboteur (see `rules.endings`)."""
    yield _count(len(view.hands[seat]), say, HAND)
    if not view.variant.third_role:
        yield nugget_fact(view, seat, say)


def _count(n: int, say: Say, icon: tuple[Stroke, ...]) -> Fact:
    return Fact(str(n), say("saboteur.scene.cards", n=n), icon)


def _piles(view: State, say: Say) -> Iterator[Tray]:
    yield Tray("tray:deck", say("saboteur.scene.deck"), "pile", facts=(_count(len(view.deck), say, DECK),))
    count = _count(len(view.discards), say, DISCARD)
    if view.buried:
        count = replace(count, label=say("saboteur.scene.buried", n=len(view.buried), cards=count.label))
    if view.discards:
        label = say("saboteur.scene.on_top", card=card_word(view.discards[-1]))
        top = replace(card_shape("discard", laid(view.discards[-1]), say), label=label, glyph="▒")
    else:
        top = Shape("discard", "place", h=1.375, label=say("saboteur.scene.discard_empty"))
    yield Tray("tray:discard", say("saboteur.scene.discard"), "pile", (top,), facts=(count,))
    if view.left_over:
        text = str(len(view.left_over))
        if HIDDEN not in view.left_over:
            text = say.of(tuple(Text(f"saboteur.role.{ROLE_NAMES[role]}") for role in view.left_over), "bare")
        yield Tray("tray:roles", say("saboteur.scene.left_over"), "pile", text=text)


def _gold_cards(view: State, say: Say) -> Tray:
    """The commercial game's rounds and nuggets."""
    items = tuple(
        Shape(
            f"nugget:{n}",
            "marker",
            form=DISC,
            w=0.8,
            h=0.8,
            text=str(n),
            glyph=GOLD_SIGN,
            label=say("saboteur.scene.nugget", n=n, left=view.nuggets.bag.count(NUGGET + n)),
            about=((say("saboteur.about.nuggets"), say("saboteur.about.nuggets_words")),),
        )
        for n in (1, 2, 3)
    )
    text = say("saboteur.scene.round", n=view.round, rounds=view.variant.rounds)
    return Tray("tray:gold", say("saboteur.scene.gold_cards"), "supply", items, text=text)


def _tools(say: Say) -> Tray:
    """To click at when a repair card shows two broken tools."""
    items = tuple(
        Shape(
            f"tool:{name}",
            "tile",
            w=0.8,
            h=0.8,
            label=say.of(tool_word(tool), "bare"),
            icon=TOOL_ICONS[tool],
            about=about_tool(tool, say),
        )
        for tool, name in TOOL_NAMES.items()
    )
    return Tray("tray:tools", say("saboteur.scene.tools"), "supply", items)
