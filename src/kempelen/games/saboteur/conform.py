"""Worked examples of Saboteur, put to the same rules that play.

Except for `setup` and `bot` all kinds lay out a table and ask it anything: what is legal, what an action brings, and
how the turn ends. Where goals or drawn cards are not given, the answer must be the same whatever they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kempelen.conform import (
    Adapter,
    Case,
    Facts,
    Misunderstood,
    Possible,
    among,
    as_counts,
    as_set,
    bad_value,
    flag,
    listed,
    named_only,
    pair,
    possible,
    same,
    table,
    whole,
    word,
)
from kempelen.engine.dice import TapeDice
from kempelen.engine.game import Setup
from kempelen.engine.notation import read_action
from kempelen.engine.odds import decision_odds
from kempelen.engine.table import HIDDEN, Choice, Decision, Deck, DirectTable, Seat, Table
from kempelen.games.saboteur import GAME
from kempelen.games.saboteur.actions import Action, Break, Discard, Look, Place, Repair, Rockfall
from kempelen.games.saboteur.board import GOALS, START, Board, Cell, cell, xy
from kempelen.games.saboteur.cards import (
    BY_NAME,
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
from kempelen.games.saboteur.knowledge import known_goals, targets
from kempelen.games.saboteur.legal import legal
from kempelen.games.saboteur.rules import ROLE_OF, deal, goal_pool, perform
from kempelen.games.saboteur.setup import TU, VARIANTS, Variant, whole_deck
from kempelen.games.saboteur.solitaire import ComputerPlayer
from kempelen.games.saboteur.state import GOAL_NAMES, GOLD_GOAL, ROLE_NAMES, STONE_GOAL, State
from kempelen.games.saboteur.words import xy_text
from kempelen.text.say import Text

__all__ = ["ADAPTER"]

CARD = among({NAMES[card]: card for card in DECK_TU})
PATH_CARD = among({NAMES[card]: card for card in PATH_CARDS})
TURN = among({"r0": 0, "r180": 1})
TURNS = ("r0", "r180")
TOOL = among({name: tool for tool, name in TOOL_NAMES.items()})
GOAL = among({"gold": GOLD_GOAL, "stone": STONE_GOAL})
GOAL_CELL = among({xy_text(goal): n for n, goal in enumerate(GOALS)})
SHAPES = {OPEN[shape]: shape for card in STONE_SHAPES for shape in (laid(card), laid(card, 1))}
PROMPT = Text("saboteur.prompt.action")


# -- setup


def setup(case: Case) -> Mapping[str, Any]:
    """Rules 1.1: what lies on the table after the deal, for the given number of players or for each number."""
    deck_set = case.facts.get("deck_set", among(VARIANTS), TU)
    third_role = case.facts.get("third_role", flag, deck_set.third_role)
    variant = replace(deck_set, third_role=third_role)
    given = case.facts.get("players", whole, None)
    if given is not None:
        GAME.check_setup(Setup(GAME.name, deck_set.name, ("human",) * given))

    def dealt(players: int = given or 3) -> State:
        state = _bare_table(variant, case.options, players)
        deal(state, DirectTable(GAME, (), TapeDice(1)))
        return state

    def for_players(question: Callable[[State], Any], by_number: bool) -> Any:
        if by_number or given is None:
            return {players: question(dealt(players)) for players in variant.players}
        return question(dealt())

    questions: Mapping[str, Callable[[State], Any]] = {
        "role_pool": lambda s: _counted(ROLE_NAMES[role] for role in s.roles + s.left_over),
        "roles_dealt": lambda s: len(s.roles),
        "roles_left_over": lambda s: len(s.left_over),
        "hand_size": lambda s: len(s.hands[0]),
        "draw_pile_after_deal": lambda s: len(s.deck),
    }
    by_number = {
        name: isinstance(case.expect.get(name), Mapping) and not name.startswith("role_pool") for name in questions
    }
    return {
        **{name: (lambda ask=ask, n=by_number[name]: for_players(ask, n)) for name, ask in questions.items()},
        **{f"{name}_by_players": (lambda ask=ask: for_players(ask, True)) for name, ask in questions.items()},
        "deck_counts": lambda: _counted(NAMES[card] for card in _all_cards(dealt())),
        "deck_size": lambda: len(_all_cards(dealt())),
        "path_cards": lambda: sum(card in PATH_CARDS for card in _all_cards(dealt())),
        "action_cards": lambda: sum(card not in PATH_CARDS for card in _all_cards(dealt())),
        "start": lambda: [list(xy(at)) for at in dealt().board.laid][0],
        "start_open": lambda: sides_text(OPEN[dealt().board.laid[START]]),
        "goals": lambda: [list(xy(goal)) for goal in GOALS],
        "goal_types": lambda: _counted(GOAL_NAMES[goal].partition("_")[0] for goal in dealt().goals),
        "all_goals_face_down": lambda: dealt().board.face_down == GOALS,
        "active": lambda: dealt().active,
    }


def _counted(names: Any) -> dict[str, int]:
    return dict(Counter(names))


def _all_cards(s: State) -> list[Card]:
    return [*s.deck.bag, *s.deck.top, *(card for hand in s.hands for card in hand)]


def _bare_table(variant: Variant, options: Mapping[str, str], players: int) -> State:
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


# -- laying out the table of a case


@dataclass(frozen=True, slots=True)
class Scene:
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


def lay_out(case: Case) -> Scene:
    """The table that a case describes."""
    _check_cards(case.head.get("cards", {}))
    facts = case.facts
    players = facts.parts("players") or [Facts({}) for _ in range(3)]
    names = [player.get("name", word, seat) for seat, player in enumerate(players)]
    s = _bare_table(TU, case.options, len(players))
    s.active = facts.get("active", whole, 0)
    if not 0 <= s.active < len(players):
        raise bad_value("active", s.active, "seat", most=len(players) - 1)
    s.board = _board(facts)
    s.goals = _goals(facts, s)

    asked = facts.get("card", CARD, None)
    card, notation, target = _action(facts, s.active, names)
    for seat, player in enumerate(players):
        own = (player, facts) if seat == s.active else (player,)
        s.roles[seat] = _first(own, ["role"], among(ROLE_OF), HIDDEN)
        s.scores[seat] = player.get("score", whole, 0)
        s.broken[seat] = sum(set(_first(own, ["broken", "active_broken"], listed(TOOL), [])))
        # A hand that does not matter: a map brings nothing.
        default = [] if notation == "pass" else [asked or card or MAP]
        s.hands[seat] = _first(own, ["hand"], listed(CARD), default if seat == s.active else [MAP])
    for seat, tools in facts.get("others_broken", table, {}).items():
        number = int(seat) if str(seat).isdecimal() else -1
        if number not in range(len(players)) or number == s.active:
            raise bad_value("others_broken", seat, "seat", most=len(players) - 1)
        s.broken[number] = sum(set(listed(TOOL)(tools, f"others_broken.{seat}")))
    if "target_broken" in facts:
        aimed = target if notation else (s.active + 1) % len(players)
        s.broken[aimed] = sum(set(facts.get("target_broken", listed(TOOL))))
    if case.options["R14"] == "as_dealt":
        s.turned = [[0] * len(hand) for hand in s.hands]
    s.deck = _deck(facts, s)
    return Scene(s, names, asked if asked is not None else card, notation, target)


def _first(sources: Sequence[Facts], names: Sequence[str], reader: Callable[[Any, str], Any], default: Any) -> Any:
    """A fact that may stand with the player or, for the active one, with the case; it may stand there once."""
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


def _goals(facts: Facts, s: State) -> list[int]:
    """What the goals are, as far as it is known; turns up those that lie open, and notes those seen with maps."""
    goals = list(s.goals)

    def note(n: int, kind: int, path: str) -> None:
        if goals[n] not in (HIDDEN, kind):
            raise bad_value(path, GOAL_NAMES[kind], "among", known=GOAL_NAMES[goals[n]])
        goals[n] = kind

    for name in ("goals", "seen"):
        for at, kind in facts.get(name, table, {}).items():
            n = GOAL_CELL(at, name)
            note(n, GOAL(kind, f"{name}.{at}"), f"{name}.{at}")
            if name == "seen":
                s.looked[s.active] |= 1 << n
    for revealed in facts.parts("revealed"):
        at = _cell(revealed.get("at", pair_list), revealed.at("at"))
        kind = revealed.get("type", GOAL)
        if at not in s.board.face_down:
            raise bad_value(revealed.at("at"), list(xy(at)), "among", known=", ".join(map(xy_text, s.board.face_down)))
        note(GOALS.index(at), kind, revealed.at("type"))
        shown = revealed.get("open", word, None)
        shape = laid(GOLD) if kind == GOLD_GOAL else s.board.stone_shape(at)
        if shown is not None and sides(shown) != OPEN[shape]:
            if kind == GOLD_GOAL or not shown or set(shown) - set("LRTB"):
                raise bad_value(revealed.at("open"), shown, "sides")
            shape = SHAPES[sides(shown)]
        s.board.turn_up(at, shape)
    if Counter(goal for goal in goals if goal != HIDDEN) - Counter(goal_pool(TU)):
        raise bad_value("goals", [GOAL_NAMES.get(goal, "?") for goal in goals], "goal_pool")
    return goals


def pair_list(value: Any, path: str) -> list[int]:
    return list(pair(value, path))


def _deck(facts: Facts, s: State) -> Deck[Card]:
    """The cards that are nowhere else; how many of them lie in the pile, if it is given."""
    seen = [card for hand in s.hands for card in hand] + [card >> 1 for card in s.board.laid.values()]
    unseen = sorted((Counter(whole_deck(TU)) - Counter(seen)).elements())
    left = facts.get("deck", whole, len(unseen))
    if not 0 <= left <= len(unseen):
        raise bad_value("deck", left, "range", least=0, most=len(unseen))
    return Deck("cards", unseen, away=len(unseen) - left)
