"""Worked examples of Saboteur, put to the same rules that play.

Except for `setup` and `bot` all kinds lay out a table and ask it anything: what is legal, what an action brings, and
how the turn ends. Where goals or drawn cards are not given, the answer must be the same whatever they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from kempelen.conform import (
    Adapter,
    Case,
    Misunderstood,
    Possible,
    among,
    as_counts,
    as_set,
    flag,
    named_only,
    possible,
    same,
    whole,
)
from kempelen.engine.dice import TapeDice
from kempelen.engine.game import Outcome, Setup
from kempelen.engine.notation import read_action
from kempelen.engine.setup import check_setup
from kempelen.engine.table import HIDDEN, Choice, Decision, DirectTable, Seat, Table
from kempelen.engine.tables.odds import decision_odds
from kempelen.games.saboteur import GAME
from kempelen.games.saboteur.automa.knowledge import known_goals, targets
from kempelen.games.saboteur.conform.example import TURNS, Example, bare_table, lay_out
from kempelen.games.saboteur.face.words import xy_text
from kempelen.games.saboteur.rules.actions import Action, Break, Discard, Look, Pass, Place, Repair, Rockfall
from kempelen.games.saboteur.rules.board import GOALS, START, Cell, xy
from kempelen.games.saboteur.rules.cards import (
    MAP,
    NAMES,
    OPEN,
    PATH_CARDS,
    ROCKFALL,
    TOOL_NAMES,
    Card,
    sides,
    sides_text,
)
from kempelen.games.saboteur.rules.course import deal, perform
from kempelen.games.saboteur.rules.legal import legal
from kempelen.games.saboteur.rules.setup import TU, VARIANTS
from kempelen.games.saboteur.rules.state import GOAL_NAMES, ROLE_NAMES, State
from kempelen.text.say import Text

__all__ = ["ADAPTER"]

PROMPT = Text("saboteur.prompt.action")
Question = Callable[[State], Any]
"""Asked of a table."""


# -- setup

BY_PLAYERS: Mapping[str, Question] = {
    "roles_dealt": lambda s: len(s.roles),
    "roles_left_over": lambda s: len(s.left_over),
    "hand_size": lambda s: len(s.hands[0]),
    "draw_pile_after_deal": lambda s: len(s.deck),
}
"""Answers for one number of players, or a table of them for each number."""


def setup(case: Case) -> Mapping[str, Any]:
    """Rules 1.1: what lies on the table after the deal, for the given number of players or for each number."""
    deck_set = case.facts.get("deck_set", among(VARIANTS), TU)
    third_role = case.facts.get("third_role", flag, deck_set.third_role)
    variant = replace(deck_set, third_role=third_role)
    given = case.facts.get("players", whole, None)
    if given is not None:
        check_setup(GAME, Setup(GAME.name, deck_set.name, ("human",) * given))

    def dealt(players: int = given or 3) -> State:
        state = bare_table(variant, case.options, players)
        deal(state, DirectTable(GAME, (), TapeDice(1)))
        return state

    def by_players(question: Question) -> dict[int, Any]:
        return {players: question(dealt(players)) for players in variant.players}

    def asked(name: str, question: Question) -> Any:
        return by_players(question) if isinstance(case.expect.get(name), Mapping) else question(dealt())

    return {
        "role_pool": lambda: _role_pool(dealt()),
        "role_pool_by_players": lambda: by_players(_role_pool),
        **{name: partial(asked, name, question) for name, question in BY_PLAYERS.items()},
        **{f"{name}_by_players": partial(by_players, question) for name, question in BY_PLAYERS.items()},
        "deck_counts": lambda: _counted(NAMES[card] for card in _all_cards(dealt())),
        "deck_size": lambda: len(_all_cards(dealt())),
        "path_cards": lambda: sum(card in PATH_CARDS for card in _all_cards(dealt())),
        "action_cards": lambda: sum(card not in PATH_CARDS for card in _all_cards(dealt())),
        "start": lambda: list(xy(next(iter(dealt().board.laid)))),
        "start_open": lambda: sides_text(OPEN[dealt().board.laid[START]]),
        "goals": lambda: [list(xy(goal)) for goal in GOALS],
        "goal_types": lambda: _counted(GOAL_NAMES[goal].partition("_")[0] for goal in dealt().goals),
        "all_goals_face_down": lambda: dealt().board.face_down == GOALS,
        "active": lambda: dealt().active,
    }


def _role_pool(s: State) -> dict[str, int]:
    return _counted(ROLE_NAMES[role] for role in s.roles + s.left_over)


def _counted(names: Iterable[str]) -> dict[str, int]:
    return dict(Counter(names))


def _all_cards(s: State) -> list[Card]:
    return [*s.deck.bag, *s.deck.top, *(card for hand in s.hands for card in hand)]


# -- what may be done, and what comes of it


def at_the_table(case: Case) -> Mapping[str, Any]:
    """Everything that can be asked of a table: placement, goal, points, tools, end."""
    example = lay_out(case)
    state, seat = example.state, example.seat
    options = legal(state, seat)
    return {
        "legal": partial(_legal, example, options, a_list=not isinstance(case.expect.get("legal"), bool)),
        "legal_targets": lambda: [_whom(example, action) for action in _uses(example, options)],
        "legal_repairs": lambda: [_where(example, action) for action in _uses(example, options)],
        "playable_cards": lambda: [NAMES[_card_of(a)] for a in options if not isinstance(a, Discard | Pass)],
        "discardable_cards": lambda: [NAMES[a.card] for a in options if isinstance(a, Discard)],
        "may_place_path_card": partial(_may_place_now, example),
        **{name: partial(after_action, example, question) for name, question in _action_questions(example).items()},
        **{name: partial(after_turn, example, question) for name, question in _turn_questions(example).items()},
    }


def _legal(example: Example, options: Sequence[Action], a_list: bool) -> Any:
    """All ways to use the card, or whether the action of the case is one of them."""
    if a_list:
        return [_where(example, action) for action in _uses(example, options)]
    return GAME.parse(example.notation) in options


def _uses(example: Example, options: Sequence[Action]) -> list[Action]:
    """The ways to use the card that the case asks about."""
    if example.card is None:
        raise Misunderstood(Text("conform.missing", field="card"))
    return [a for a in options if not isinstance(a, Discard | Pass) and _card_of(a) == example.card]


def _card_of(action: Action) -> Card:
    match action:
        case Rockfall():
            return ROCKFALL
        case Look():
            return MAP
        case Place(card=card) | Break(card=card) | Repair(card=card) | Discard(card=card):
            return card
    raise ValueError(f"{action.notation} uses no card")


def _where(example: Example, action: Action) -> Any:
    """[x, y, rotation], a cell, a player, or [player, tool]."""
    match action:
        case Place(_, at, turned):
            return [*xy(at), TURNS[turned]]
        case Repair(_, target, tool):
            return [example.names[target], TOOL_NAMES[tool]]
    return _whom(example, action)


def _whom(example: Example, action: Action) -> Any:
    """A cell or a player."""
    match action:
        case Place(_, at, _) | Rockfall(at) | Look(at):
            return list(xy(at))
        case Break(_, target) | Repair(_, target, _):
            return example.names[target]
    raise ValueError(f"{action.notation} is aimed at nothing")


def _may_place_now(example: Example) -> Any:
    """The active player; after an action, the one at whom it was aimed."""
    if not example.notation:
        return _may_place(example.state, example.seat)
    return after_action(example, lambda s: _may_place(s, example.target))


def _may_place(s: State, seat: Seat) -> bool:
    """Could the player lay a path card, if he had a fitting one?"""
    asked = s.copy()
    asked.hands[seat] = list(PATH_CARDS)
    return any(isinstance(action, Place) for action in legal(asked, seat))


def after_action(example: Example, question: Question) -> Possible:
    """Right after the action and its points."""

    def act(s: State, at: Table) -> Any:
        decision: Decision[Action] = Decision(example.seat, PROMPT, legal(s, example.seat), table=at)
        perform(s, at, example.seat, Says(example.notation).decide(decision, at).action)
        return question(s)

    return possible(GAME, example.state, act)


def after_turn(example: Example, question: Question) -> Possible:
    """After the whole turn: win check, drawing, next player."""

    def act(s: State, at: Table) -> Any:
        GAME.step(s, at)
        return question(s)

    return possible(GAME, example.state, act, {example.seat: Says(example.notation)})


@dataclass(frozen=True, slots=True)
class Says:
    """Does what the case says, if that is legal."""

    notation: str

    def decide(self, decision: Decision[Any], at: Table) -> Choice:
        if not self.notation:
            raise Misunderstood(Text("conform.missing", field="action"))
        return Choice(read_action(GAME, decision, at.state, self.notation))


def _action_questions(example: Example) -> Mapping[str, Question]:
    before, seat, target = example.state, example.seat, example.target

    def gained(s: State, *seats: Seat) -> int:
        return sum(s.scores[one] - before.scores[one] for one in seats)

    def turned_up(s: State) -> list[Cell]:
        return [goal for goal in before.board.face_down if goal not in s.board.face_down]

    def shape(s: State, goal: Cell) -> str:
        return sides_text(OPEN[s.board.laid[goal]])

    return {
        "points": lambda s: gained(s, seat),
        "other_players_points": lambda s: gained(s, *(other for other in range(s.players) if other != seat)),
        "target_points": lambda s: gained(s, target),
        "newly_revealed": lambda s: [list(xy(goal)) for goal in turned_up(s)],
        "open": lambda s: {xy_text(goal): shape(s, goal) for goal in turned_up(s)},
        "revealed": lambda s: [
            {"at": list(xy(goal)), "type": GOAL_NAMES[kind], "open": shape(s, goal)}
            for goal, kind in zip(GOALS, s.goals, strict=True)
            if goal not in s.board.face_down
        ],
        "board_after": lambda s: [
            [*xy(at), NAMES[card >> 1], TURNS[card & 1]]
            for at, card in s.board.laid.items()
            if at != START and at not in GOALS
        ],
        "target_broken_after": lambda s: _tools(s, target),
        "active_broken_after": lambda s: _tools(s, seat),
    }


def _tools(s: State, seat: Seat) -> list[str]:
    return [name for tool, name in TOOL_NAMES.items() if s.broken[seat] & tool]


def _turn_questions(example: Example) -> Mapping[str, Question]:
    def by_name(values: Iterable[Any]) -> dict[str | int, Any]:
        return dict(zip(example.names, values, strict=True))

    def outcome(s: State) -> Outcome:
        return GAME.outcome(s) or Outcome((), "")

    return {
        "game_over": lambda s: GAME.outcome(s) is not None,
        "reason": lambda s: outcome(s).reason or None,
        "winners": lambda s: [example.names[winner] for winner in outcome(s).winners],
        "scores": lambda s: by_name(s.scores),
        "next_active": lambda s: None if GAME.outcome(s) else s.active,
        "hand_sizes": lambda s: by_name(map(len, s.hands)),
        "deck_after": lambda s: len(s.deck),
    }


# -- the computer players


def computer_player(case: Case) -> Mapping[str, Any]:
    """What the computer player does: all that it may do, from what it may know."""
    example = lay_out(case)
    seat = example.seat
    if example.state.roles[seat] == HIDDEN:
        raise Misunderstood(Text("conform.missing", field="role"))
    view = GAME.view(example.state, seat)
    aims = targets(view, seat, known_goals(view))
    chances = decision_odds(GAME, view, GAME.bots["rule"](), seat, strict=True)
    done = [(_told(seat, action), p) for action, p in chances.items()]  # type: ignore[arg-type]
    return {
        **{
            name: Possible(tuple((told.get(name), p) for told, p in done))
            for name in ("action", "card", "target", "tool", "at", "rot")
        },
        "one_of": [told["one"] for told, _ in done if "one" in told],
        "any_of_cards": [told["card"] for told, _ in done if "card" in told],
        "targets": [list(xy(goal)) for n, goal in enumerate(GOALS) if aims >> n & 1],
    }


def _told(seat: Seat, action: Action) -> dict[str, Any]:
    """An action in the words of the cases."""
    match action:
        case Place(card, at, turned):
            x, y = xy(at)
            one = [NAMES[card], x, y, TURNS[turned]]
            return {"action": "place", "card": NAMES[card], "at": [x, y], "rot": TURNS[turned], "one": one}
        case Break(card, target):
            return {"action": "break", "card": NAMES[card], "target": target, "one": target}
        case Repair(card, target, tool):
            whom = "self" if target == seat else target
            return {"action": "repair", "card": NAMES[card], "target": whom, "tool": TOOL_NAMES[tool], "one": whom}
        case Rockfall(at) | Look(at):
            name = NAMES[_card_of(action)]
            return {"action": name, "card": name, "at": list(xy(at)), "one": list(xy(at))}
        case Discard(card):
            return {"action": "discard", "card": NAMES[card], "one": NAMES[card]}
    return {"action": "pass"}


# -- comparing


def _same_pools(expected: Any, came: Any) -> bool:
    """Role cards, also by number of players; three numbers are saboteurs, gold and stone seekers."""
    if isinstance(expected, list):
        return _same_pools(dict(zip(("sab", "gold", "stone"), expected, strict=True)), came)
    if isinstance(expected, Mapping) and isinstance(came, Mapping) and all(isinstance(key, int) for key in came):
        return named_only(expected, came, _same_pools)
    return as_counts(expected, came)


def _same_named_counts(expected: Any, came: Any) -> bool:
    """How many of the named cards there are; none of those the deck does not have."""
    return isinstance(expected, Mapping) and named_only(expected, dict.fromkeys(expected, 0) | came)


def _same_sides(expected: Any, came: Any) -> bool:
    """Open sides, in any order; one alone is that of the only goal turned up."""
    if isinstance(expected, str) and isinstance(came, Mapping):
        return [sides(shape) for shape in came.values()] == [sides(expected)]
    if isinstance(expected, str) and isinstance(came, str):
        return sorted(expected) == sorted(came)
    return named_only(expected, came, _same_sides) if isinstance(expected, Mapping) else same(expected, came)


SETS = (
    *("goals", "legal", "legal_targets", "legal_repairs", "playable_cards", "discardable_cards"),
    *("newly_revealed", "board_after", "target_broken_after", "active_broken_after", "winners"),
    *("one_of", "any_of_cards", "targets"),
)

ADAPTER = Adapter(
    kinds={
        "setup": setup,
        **dict.fromkeys(("placement", "goal", "points", "tools", "end"), at_the_table),
        "bot": computer_player,
    },
    compare={
        **dict.fromkeys(SETS, as_set),
        **dict.fromkeys(("role_pool", "role_pool_by_players"), _same_pools),
        "goal_types": as_counts,
        "deck_counts": _same_named_counts,
        **dict.fromkeys((*BY_PLAYERS, *(f"{name}_by_players" for name in BY_PLAYERS)), named_only),
        **dict.fromkeys(("scores", "hand_sizes"), named_only),
        "open": _same_sides,
        "revealed": lambda expected, came: as_set(expected, came, _same_sides),
    },
    head=frozenset({"cards"}),
)
