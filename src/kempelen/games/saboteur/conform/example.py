"""The table of a worked example."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kempelen.conform import Case, Facts, Misunderstood, among, as_set, bad_value, listed, pair, table, whole, word
from kempelen.engine.files.numbers import number_in
from kempelen.engine.table import HIDDEN, Deck, Seat
from kempelen.games.saboteur.face.words import xy_text
from kempelen.games.saboteur.rules.board import GOALS, Board, Cell, cell, xy
from kempelen.games.saboteur.rules.cards import (
    CARDS,
    DECK_TU,
    GOLD,
    MAP,
    NAMES,
    OPEN,
    PATH_CARDS,
    ROCKFALL,
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
from kempelen.games.saboteur.rules.setup import TU, Variant, whole_deck
from kempelen.games.saboteur.rules.state import GOAL_NAMES, GOLD_GOAL, STONE_GOAL, Goal, State
from kempelen.text.say import Text

__all__ = ["TURNS", "Example", "bare_table", "lay_out"]

CARD = among({NAMES[card]: card for card in DECK_TU})
PATH_CARD = among({NAMES[card]: card for card in PATH_CARDS})
TURNS = ("r0", "r180")
TURN = among({"r0": 0, "r180": 1})
TOOL = among({name: tool for tool, name in TOOL_NAMES.items()})
GOAL = among({"gold": GOLD_GOAL, "stone": STONE_GOAL})
GOAL_CELL = among({xy_text(goal): n for n, goal in enumerate(GOALS)})
SHAPES = {OPEN[shape]: shape for card in STONE_SHAPES for shape in (laid(card), laid(card, 1))}
"""By open sides: the shapes a stone can have."""


@dataclass(frozen=True, slots=True)
class Example:
    """The table of a case, and what is done at it."""

    state: State
    names: Sequence[str | int]
    """Of the players; their seats if they have no names."""
    card: Card | None
    """The card the case asks about."""
    notation: str
    """The action, if there is one."""
    target: Seat
    """The player at whom the action is aimed: oneself if it is aimed at nobody."""

    @property
    def seat(self) -> Seat:
        return self.state.active


def lay_out(case: Case) -> Example:
    """The table that a case describes."""
    _check_cards(case.head.get("cards", {}))
    facts = case.facts
    players = _players(facts)
    names = [player.get("name", word, seat) for seat, player in enumerate(players)]
    s = bare_table(TU, case.options, len(players))
    s.active = facts.get("active", seat_among(players), 0)
    s.board = _board(facts)
    s.goals = _goals(facts, s)
    card, notation, target = _action(facts, s.active, names)
    card = facts.get("card", CARD, card)
    for seat, player in enumerate(players):
        own = (player, facts) if seat == s.active else (player,)
        s.roles[seat] = _once(own, ("role",), among(ROLE_OF), HIDDEN)
        s.broken[seat] = _once(own, ("broken", "active_broken"), tools, 0)
        s.scores[seat] = player.get("score", whole, 0)
        # Where the hand does not matter it is the card in question, or a map, which brings nothing.
        plain = [MAP] if seat != s.active or card is None else [card]
        s.hands[seat] = _once(own, ("hand",), listed(CARD), [] if notation == "pass" else plain)
    _break_tools(facts, s, target if notation else (s.active + 1) % s.players)
    if case.options["R14"] == "as_dealt":
        s.turned = [[0] * len(hand) for hand in s.hands]
    s.deck = _deck(facts, s)
    if not notation and not s.hands[s.active]:
        notation = "pass"
    return Example(s, names, card, notation, target)


def _players(facts: Facts) -> list[Facts]:
    """Where no players are given there are two others with nothing broken."""
    if isinstance(facts.values.get("players", 3), int):
        return [Facts({}) for _ in range(facts.get("players", whole, 3))]
    return facts.parts("players")


def _action(facts: Facts, active: Seat, names: Sequence[str | int]) -> tuple[Card | None, str, Seat]:
    """The action of a case: its card, its notation, and at whom it is aimed."""
    if "action" not in facts:
        return None, "", active
    if facts.values["action"] == "pass":
        return None, facts.get("action", word), active
    action = facts.part("action")

    aims = {str(name): seat for seat, name in enumerate(names)} | {"self": active, "other": (active + 1) % len(names)}
    whom = seat_among(names, aims)
    match [name for name in ("place", "break", "repair", "rockfall", "map", "discard") if name in action]:
        case ["place"]:
            card, (x, y) = action.get("place", PATH_CARD), action.get("at", pair)
            return card, f"lay {NAMES[card]} {x},{y} {TURNS[action.get('rot', TURN, 0)]}", active
        case ["break"]:
            card, target = action.get("break", CARD), action.get("target", whom)
            return card, f"break {NAMES[card]} {target + 1}", target
        case ["repair"]:
            card, target = action.get("repair", CARD), action.get("target", whom)
            shown = CARDS[card].repairs
            tool = action.get("tool", TOOL) if len(shown) != 1 else action.get("tool", TOOL, shown[0])
            return card, f"repair {NAMES[card]} {target + 1} {TOOL_NAMES[tool]}", target
        case ["rockfall"]:
            x, y = action.get("rockfall", pair)
            return ROCKFALL, f"rockfall {x},{y}", active
        case ["map"]:
            x, y = action.get("map", pair)
            return MAP, f"map {x},{y}", active
        case ["discard"]:
            card = action.get("discard", CARD)
            return card, f"discard {NAMES[card]}", active
    raise bad_value("action", action.values, "among", known="place, break, repair, rockfall, map, discard, pass")


def seat_among(seats: Sequence[Any], names: Mapping[Any, Seat] | None = None) -> Callable[[Any, str], Seat]:
    """A seat by its number, from 0, or by a name."""

    def read(value: Any, path: str) -> Seat:
        if isinstance(value, str) and names and value in names:
            return names[value]
        number = number_in(value) if isinstance(value, str) else value
        if type(number) is not int or number not in range(len(seats)):
            raise bad_value(path, value, "seat", most=len(seats) - 1)
        return number

    return read


def tools(value: Any, path: str) -> Tool:
    """Broken tools in front of a player: never two of a kind (1.4 item 5)."""
    broken = listed(TOOL)(value, path)
    if len(set(broken)) < len(broken):
        raise bad_value(path, value, "different")
    return sum(broken)


def _break_tools(facts: Facts, s: State, target: Seat) -> None:
    """Tools that are broken by seat, or for the player whom the case is about."""
    for at, value in facts.get("others_broken", table, {}).items():
        path = f"others_broken.{at}"
        s.broken[seat_among(s.hands)(at, path)] |= tools(value, path)
    s.broken[target] |= facts.get("target_broken", tools, 0)


def _once(sources: Sequence[Facts], names: Sequence[str], reader: Callable[[Any, str], Any], default: Any) -> Any:
    """A fact that stands with the player or, for the active one, with the case."""
    found = [source.get(name, reader, None) for source in sources for name in names]
    given = [value for value in found if value is not None]
    if len(given) > 1:
        raise Misunderstood(Text("conform.twice", key=names[0]))
    return given[0] if given else default


def _check_cards(cards: Any) -> None:
    """The cards that the head of the file defines are ours."""
    for name, groups in table(cards, "cards").items():
        own = [sides_text(group) for group in CARDS[PATH_CARD(name, "cards")].groups]
        if not as_set([sides_text(sides(group)) for group in listed(word)(groups, f"cards.{name}")], own):
            raise Misunderstood(Text("conform.differs", name=f"cards.{name}", expected=str(groups), came=str(own)))


def _board(facts: Facts) -> Board:
    cards: list[tuple[Cell, Laid]] = []
    for n, entry in enumerate(facts.get("board", listed(lambda value, path: value), []), 1):
        path = f"board[{n}]"
        if not isinstance(entry, list) or len(entry) not in (3, 4):
            raise bad_value(path, entry, "laid_card")
        card = PATH_CARD(entry[2], path)
        turned = TURN(entry[3], path) if len(entry) == 4 else 0
        cards.append((_cell(entry[:2], path), laid(card, 0 if SYMMETRIC[card] else turned)))
    try:
        return Board.from_cards(cards)
    except ValueError as error:
        raise Misunderstood(Text("conform.bad_board", problem=str(error))) from None


def _cell(value: Any, path: str) -> Cell:
    return cell(*pair(value, path))


def _goals(facts: Facts, s: State) -> list[Goal]:
    """What the goals are, as far as it is known; turns up those that lie open, and notes those seen with maps."""
    goals = list(s.goals)

    def note(n: int, kind: Goal, path: str) -> None:
        if goals[n] not in (HIDDEN, kind):
            raise bad_value(path, GOAL_NAMES[kind], "among", known=GOAL_NAMES[goals[n]])
        goals[n] = kind

    for name in ("goals", "seen"):
        for key, value in facts.get(name, table, {}).items():
            n = GOAL_CELL(key, name)
            note(n, GOAL(value, f"{name}.{key}"), f"{name}.{key}")
            if name == "seen":
                s.looked[s.active] |= 1 << n
    for revealed in facts.parts("revealed"):
        at = revealed.get("at", _cell)
        kind = revealed.get("type", GOAL)
        if at not in s.board.face_down:
            raise bad_value(revealed.at("at"), list(xy(at)), "among", known=", ".join(map(xy_text, s.board.face_down)))
        note(GOALS.index(at), kind, revealed.at("type"))
        s.board.turn_up(at, revealed.get("open", _shape_of(kind), None) or _fitting(s.board, at, kind))
    if Counter(goal for goal in goals if goal != HIDDEN) - Counter(goal_pool(TU)):
        raise bad_value("goals", [GOAL_NAMES.get(goal, "?") for goal in goals], "goal_pool")
    return goals


def _shape_of(kind: Goal) -> Callable[[Any, str], Laid]:
    def read(value: Any, path: str) -> Laid:
        shown = word(value, path)
        if not shown or set(shown) - set("LRTB") or (kind == GOLD_GOAL and len(set(shown)) < 4):
            raise bad_value(path, value, "sides")
        return laid(GOLD) if kind == GOLD_GOAL else SHAPES[sides(shown)]

    return read


def _fitting(board: Board, at: Cell, kind: Goal) -> Laid:
    return laid(GOLD) if kind == GOLD_GOAL else board.stone_shape(at)


def _deck(facts: Facts, s: State) -> Deck[Card]:
    """The cards that are nowhere else; how many of them lie in the pile, if it is given."""
    seen = [card for hand in s.hands for card in hand] + [card >> 1 for card in s.board.laid.values()]
    unseen = sorted((Counter(whole_deck(TU)) - Counter(seen)).elements())
    left = facts.get("deck", whole, len(unseen))
    if not 0 <= left <= len(unseen):
        raise bad_value("deck", left, "range", least=0, most=len(unseen))
    return Deck("cards", unseen, away=len(unseen) - left)


def bare_table(variant: Variant, options: Mapping[str, str], players: int) -> State:
    """Start and goals lie; nothing is dealt."""
    return State(
        variant,
        options,
        board=Board.new(),
        goals=[HIDDEN] * len(GOALS),
        looked=[0] * players,
        deck=Deck("cards"),
        discards=[],
        buried=[],
        hands=[[] for _ in range(players)],
        turned=[[] for _ in range(players)],
        roles=[HIDDEN] * players,
        left_over=[],
        broken=[0] * players,
        scores=[0] * players,
        nuggets=Deck("nuggets"),
    )
