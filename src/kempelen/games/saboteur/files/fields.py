"""What stands in a position file of Saboteur, and whether it can be: each part is checked and read."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches

from kempelen.engine.files.position import EndingFile, Faults, field_name
from kempelen.engine.table import HIDDEN, Deck, Seat
from kempelen.games.saboteur.face.words import card_word, xy_text
from kempelen.games.saboteur.rules.board import GOALS, START, Board, Cell, cell
from kempelen.games.saboteur.rules.cards import (
    BY_NAME,
    CARDS,
    COMMERCIAL_STONES,
    DECK_TU,
    GOLD,
    NAMES,
    OPEN,
    PATH_CARDS,
    STONE_SHAPES,
    SYMMETRIC,
    TOOL_NAMES,
    Card,
    Laid,
    Tool,
    laid,
    sides,
    sides_text,
)
from kempelen.games.saboteur.rules.course import ROLE_OF, goal_pool
from kempelen.games.saboteur.rules.places import FARTHEST
from kempelen.games.saboteur.rules.setup import NUGGET, NUGGET_CARDS, VARIANTS, Variant, hand_size, role_pool
from kempelen.games.saboteur.rules.state import (
    GOAL_NAMES,
    GOLD_GOAL,
    ROLE_NAMES,
    STONE_DOWN,
    STONE_GOAL,
    Ending,
    Goal,
    Role,
)

__all__ = [
    "MOST",
    "Named",
    "PositionFile",
    "bad",
    "in_range",
    "read_board",
    "read_broken",
    "read_buried",
    "read_card",
    "read_deck",
    "read_ending",
    "read_goals",
    "read_hand",
    "read_left_over",
    "read_looked",
    "read_nuggets",
    "read_roles",
]

MOST = 9999
"""No score and no number of turns is larger."""

Path = tuple[int | str, ...]
Named = list[tuple[Path, Card]]
"""Cards of the deck that the position names, and where."""


@dataclass(slots=True)
class PlayerFile:
    """What lies in front of one player."""

    role: str = "hidden"
    hand: int | list[str] | None = None
    broken: list[str] = field(default_factory=list)
    score: int = 0
    looked: list[str] = field(default_factory=list)


@dataclass(slots=True)
class PositionFile:
    """The whole table."""

    game: str
    players: list[PlayerFile]
    variant: str = "tu"
    active: int = 1
    round: int = 1
    turn: int = 0
    board: list[str] = field(default_factory=list)
    goals: dict[str, str] = field(default_factory=dict)
    revealed: list[str] = field(default_factory=list)
    deck: int | str | list[str] = "rest"
    discards: list[str] = field(default_factory=list)
    buried: int | list[str] = field(default_factory=list)
    nuggets: dict[str, int] | None = None
    left_over: list[str] | None = None
    ending: EndingFile | None = None


bad = Faults("saboteur.position")
in_range = bad.in_range


def _cell(text: str, *path: int | str) -> Cell:
    found = re.fullmatch(r"(-?\d{1,3}),(-?\d{1,3})", text)
    if not found or max(abs(int(n)) for n in found.groups()) > FARTHEST:
        raise bad("cell", *path, at=text, most=FARTHEST)
    return cell(int(found[1]), int(found[2]))


def _goal_cell(text: str, *path: int | str) -> int:
    """Which of the three goals."""
    at = _cell(text, *path)
    if at not in GOALS:
        raise bad("no_goal", *path, at=text, known=tuple(map(xy_text, GOALS)))
    return GOALS.index(at)


def read_card(text: str, *path: int | str, named: Named) -> Card:
    card = BY_NAME.get(text)
    if card is None or card not in DECK_TU:
        near = get_close_matches(text[:40], [NAMES[known] for known in DECK_TU], 3)
        if near:
            raise bad("card_near", *path, card=text, near=tuple(near))
        raise bad("card", *path, card=text)
    named.append((path, card))
    return card


def _split_turn(text: str, *path: int | str) -> tuple[str, int]:
    """`plus r180` as `plus` and 1."""
    name, *turn = text.split()[:2] or [""]
    if len(text.split()) > 2 or (turn and turn[0] not in ("r0", "r180")):
        raise bad("turn", *path, entry=text)
    return name, int(turn == ["r180"])


# -- the board


def read_goals(p: PositionFile, variant: Variant) -> list[Goal]:
    kinds = {GOAL_NAMES[kind]: kind for kind in goal_pool(variant)}
    goals: list[Goal] = [HIDDEN] * len(GOALS)
    where: dict[int, str] = {}
    for at, name in p.goals.items():
        index = _goal_cell(at, "goals", at)
        if index in where:
            raise bad("two_cards", "goals", at, at=xy_text(GOALS[index]), other=f"goals.{where[index]}")
        where[index] = at
        if name not in ("hidden", *kinds):
            raise bad("goal_kind", "goals", at, kind=name, known=("hidden", *kinds))
        goals[index] = kinds.get(name, HIDDEN)
    known = [goal for goal in goals if goal != HIDDEN]
    if Counter(known) - Counter(goal_pool(variant)):
        pool = tuple(GOAL_NAMES[kind] for kind in goal_pool(variant))
        raise bad("goal_count", "goals", given=tuple(GOAL_NAMES[goal] for goal in known), pool=pool)
    return goals


def read_board(p: PositionFile, variant: Variant, goals: Sequence[Goal], named: Named) -> Board:
    where: dict[Cell, Path] = {}
    cards: list[tuple[Cell, Laid]] = []
    for n, entry in enumerate(p.board):
        path = ("board", n)
        at, card = _board_entry(entry, n, named)
        if at in where:
            raise bad("two_cards", *path, at=xy_text(at), other=field_name(where[at]))
        where[at] = path
        cards.append((at, card))
    board = Board.from_cards(cards)
    for n, entry in enumerate(p.revealed):
        at, card = _revealed_entry(entry, n, board, goals, variant)
        where[at] = ("revealed", n)
        board.turn_up(at, card)
    # Walls may stand beside a goal that is face down, and stay when it turns up: the gold is open all round, and a
    # stone of the commercial game is a curve. Only a TU stone takes a shape that fits.
    loose = {goal for n, goal in enumerate(GOALS) if goals[n] != STONE_GOAL}
    for one, other in board.check():
        if not loose & {one, other}:
            later = max(one, other, key=lambda at: (where.get(at, ())[:1] == ("revealed",), where.get(at, ("", -1))[1]))
            raise bad("mismatch", *where[later], one=xy_text(one), other=xy_text(other))
    if reached := board.reached_goals():
        raise bad("reached", "revealed", at=xy_text(reached[0]))
    return board


def _board_entry(entry: str, n: int, named: Named) -> tuple[Cell, Laid]:
    found = re.fullmatch(r"\s*(\S+)\s+(\S.*)", entry)
    if not found:
        raise bad("board_entry", "board", n, entry=entry)
    at = _cell(found[1], "board", n)
    if at == START:
        raise bad("on_start", "board", n, at=xy_text(at))
    if at in GOALS:
        raise bad("on_goal", "board", n, at=xy_text(at))
    name, turn = _split_turn(found[2], "board", n)
    card = read_card(name, "board", n, named=named)
    if card not in PATH_CARDS:
        raise bad("no_path", "board", n, card=name)
    return at, laid(card, 0 if SYMMETRIC[card] else turn)


_BY_SIDES: Mapping[int, Laid] = {
    OPEN[laid(shape, turn)]: laid(shape, turn)
    for shape in reversed(STONE_SHAPES)
    for turn in ((0,) if SYMMETRIC[shape] else (1, 0))
}


def _revealed_entry(entry: str, n: int, board: Board, goals: Sequence[Goal], variant: Variant) -> tuple[Cell, Laid]:
    """`8,0` or `8,0 LT`: a goal that is face up, and the open sides of a stone."""
    path = ("revealed", n)
    found = re.fullmatch(r"\s*(\S+)(?:\s+(\S+))?\s*", entry)
    if not found:
        raise bad("revealed_entry", *path, entry=entry)
    index = _goal_cell(found[1], *path)
    at, kind = GOALS[index], goals[index]
    if at not in board.face_down:
        raise bad("revealed_twice", *path, at=xy_text(at))
    if kind == HIDDEN:
        raise bad("revealed_hidden", *path, at=xy_text(at))
    letters = found[2]
    if letters is not None and (not re.fullmatch("[LRTB]+", letters) or len(set(letters)) < len(letters)):
        raise bad("sides", *path, sides=letters)
    if kind == GOLD_GOAL:
        possible = [laid(GOLD)]
    elif kind == STONE_GOAL:
        possible = list(_BY_SIDES.values())
    else:
        curve = COMMERCIAL_STONES[kind == STONE_DOWN]
        possible = [laid(curve), laid(curve, 1)]
    if letters is not None:
        shape = next((card for card in possible if OPEN[card] == sides(letters)), None)
        if shape is None:
            known = tuple(sides_text(OPEN[card]) for card in possible)
            raise bad("goal_shape", *path, sides=letters, goal=GOAL_NAMES[kind], known=known)
        return at, shape
    if kind == GOLD_GOAL:
        return at, possible[0]
    if variant.third_role:
        try:
            return at, board.stone_shape(at)
        except ValueError:
            raise bad("no_shape", *path, at=xy_text(at)) from None
    return at, board.commercial_stone(at, possible[0] >> 1)


# -- players


def read_broken(player: PlayerFile, seat: Seat, named: Named) -> Tool:
    tools = {name: tool for tool, name in TOOL_NAMES.items()}
    broken = 0
    for n, name in enumerate(player.broken):
        path: Path = ("players", seat, "broken", n)
        if name not in tools:
            raise bad("tool", *path, tool=name, known=tuple(tools))
        if broken & tools[name]:
            raise bad("tool_twice", *path, tool=name)
        broken |= tools[name]
        named.append((path, _BROKEN[tools[name]]))
    return broken


_BROKEN: Mapping[Tool, Card] = {CARDS[card].breaks: card for card in DECK_TU if CARDS[card].breaks}


def read_hand(
    player: PlayerFile, seat: Seat, players: int, as_dealt: bool, named: Named
) -> tuple[list[Card], list[int]]:
    path: Path = ("players", seat, "hand")
    most = hand_size(players)
    texts = _hidden(player.hand if player.hand is not None else most, most, *path)
    if len(texts) > most:
        raise bad("hand_size", *path, n=len(texts), most=most, players=players)
    cards, turns = [], []
    for n, text in enumerate(texts):
        if text == "hidden":
            card, turn = HIDDEN, 0
        else:
            name, turn = _split_turn(text, *path, n)
            card = read_card(name, *path, n, named=named)
        if turn and not as_dealt:
            raise bad("hand_turn", *path, n, card=text)
        if turn and card not in PATH_CARDS:
            raise bad("hand_turn_action", *path, n, card=text)
        cards.append(card)
        turns.append(turn)
    return cards, turns if as_dealt else []


def _hidden(given: int | list[str], most: int, *path: int | str) -> list[str]:
    """So many unseen cards, or those named."""
    if isinstance(given, int):
        return ["hidden"] * in_range(given, 0, most, *path)
    return given


def read_looked(player: PlayerFile, seat: Seat) -> int:
    looked = 0
    for n, text in enumerate(player.looked):
        looked |= 1 << _goal_cell(text, "players", seat, "looked", n)
    return looked


def read_roles(p: PositionFile, variant: Variant) -> list[Role]:
    pool = role_pool(len(p.players), variant.third_role)
    roles: list[Role] = []
    for seat, player in enumerate(p.players):
        roles.append(_role(player.role, pool, "players", seat, "role"))
        _check_pool(p, pool, roles, "players", seat, "role")
    return roles


def _role(name: str, pool: Mapping[str, int], *path: int | str) -> Role:
    if name == "hidden":
        return HIDDEN
    if name not in pool:
        raise bad("role", *path, role=name, known=("hidden", *pool))
    return ROLE_OF[name]


def _check_pool(p: PositionFile, pool: Mapping[str, int], roles: Sequence[Role], *path: int | str) -> None:
    """A role that the last of these makes one too many."""
    if roles[-1] != HIDDEN and roles.count(roles[-1]) > (has := pool[ROLE_NAMES[roles[-1]]]):
        raise bad("role_count", *path, role=ROLE_NAMES[roles[-1]], has=has, players=len(p.players))


def read_left_over(p: PositionFile, variant: Variant, roles: list[Role]) -> list[Role]:
    """The role cards nobody has: they follow if all others are known."""
    pool = role_pool(len(p.players), variant.third_role)
    left = sum(pool.values()) - len(roles)
    if p.left_over is None:
        if HIDDEN in roles:
            return [HIDDEN] * left
        rest = Counter({ROLE_OF[name]: n for name, n in pool.items()}) - Counter(roles)
        return sorted(rest.elements())
    if len(p.left_over) != left:
        raise bad("left_over", "left_over", n=len(p.left_over), left=left, players=len(roles))
    found: list[Role] = []
    for n, name in enumerate(p.left_over):
        found.append(_role(name, pool, "left_over", n))
        _check_pool(p, pool, [*roles, *found], "left_over", n)
    return found


# -- piles


def read_buried(p: PositionFile, variant: Variant, named: Named) -> list[Card]:
    """Cards discarded face down: known to the program, or hidden."""
    texts = _hidden(p.buried, sum(variant.deck.values()), "buried")
    return [HIDDEN if text == "hidden" else read_card(text, "buried", n, named=named) for n, text in enumerate(texts)]


def read_deck(p: PositionFile, variant: Variant, named: Named, hidden: int) -> Deck[Card]:
    """Every card that is named nowhere else; so many of them lie hidden elsewhere."""
    order, open_end = p.deck if isinstance(p.deck, list) else [], True
    if isinstance(p.deck, list):
        open_end = order[-1:] == ["rest"]
        order = order[:-1] if open_end else order
    elif isinstance(p.deck, str) and p.deck != "rest":
        raise bad("deck_word", "deck", word=p.deck)
    top = [read_card(text, "deck", n, named=named) for n, text in enumerate(order)]
    seen: Counter[Card] = Counter()
    for path, card in named:
        seen[card] += 1
        has = variant.deck.get(card, 0)
        if not has:
            raise bad("not_in_deck", *path, card=NAMES[card], variant=variant.name)
        if seen[card] > has:
            raise bad("too_many", *path, card=NAMES[card], word=card_word(card), has=has)
    rest = sorted((Counter(variant.deck) - seen).elements())
    left = len(rest) - hidden
    if left < 0:
        raise bad("too_many_hidden", "players", hidden=hidden, rest=len(rest))
    if isinstance(p.deck, int) and p.deck != left:
        raise bad("deck_few" if p.deck < left else "deck_many", "deck", n=p.deck, left=left, differ=abs(left - p.deck))
    if not open_end and left:
        raise bad("deck_order", "deck", left=left)
    return Deck("cards", rest, top[::-1], hidden)


def read_nuggets(p: PositionFile, variant: Variant, scores: Sequence[int]) -> Deck[int]:
    """The gold cards nobody has yet (commercial)."""
    if variant.third_role:
        if p.nuggets is not None:
            raise bad("no_nuggets", "nuggets")
        return Deck("nuggets")
    has = Counter(card - NUGGET for card in NUGGET_CARDS)
    left = Counter(has)
    if p.nuggets is not None:
        left = Counter()
        for name, n in p.nuggets.items():
            if name not in map(str, has):
                raise bad("nugget", "nuggets", name, known=tuple(map(str, sorted(has))))
            left[int(name)] = in_range(n, 0, has[int(name)], "nuggets", name)
    worth, all_gold = sum(n * count for n, count in left.items()), sum(n * count for n, count in has.items())
    if sum(scores) + worth > all_gold:
        raise bad("too_much_gold", "nuggets", held=sum(scores), left=worth, gold=all_gold)
    return Deck("nuggets", sorted(NUGGET + n for n in left.elements()))


_REASONS = {True: ("gold", "stone", "gold_and_stone", "saboteurs", "points"), False: ("nuggets",)}


def read_ending(p: PositionFile) -> Ending | None:
    if p.ending is None:
        return None
    known = _REASONS[VARIANTS[p.variant].third_role]
    if p.ending.reason not in known:
        raise bad("reason", "ending", "reason", reason=p.ending.reason, known=known)
    winners = [
        in_range(winner, 1, len(p.players), "ending", "winners", n) - 1 for n, winner in enumerate(p.ending.winners)
    ]
    if len(set(winners)) < len(winners):
        raise bad("winner_twice", "ending", "winners")
    return Ending(p.ending.reason, tuple(winners))
