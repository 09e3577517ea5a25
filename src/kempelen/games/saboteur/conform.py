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
from kempelen.engine.game import Outcome, Setup
from kempelen.engine.notation import read_action
from kempelen.engine.odds import decision_odds
from kempelen.engine.table import HIDDEN, Choice, Decision, Deck, DirectTable, Seat, Table
from kempelen.games.saboteur import GAME
from kempelen.games.saboteur.actions import Action, Break, Discard, Look, Pass, Place, Repair, Rockfall
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
        GAME.check_setup(Setup(GAME.name, deck_set.name, ("human",) * given))

    def dealt(players: int = given or 3) -> State:
        state = _bare_table(variant, case.options, players)
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
    players = _players(facts)
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
    if not notation and not s.hands[s.active]:
        notation = "pass"
    return Scene(s, names, asked if asked is not None else card, notation, target)


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

    def seat(value: Any, path: str) -> Seat:
        aims = {**dict(enumerate(range(len(names)))), **{name: n for n, name in enumerate(names)}}
        aims |= {"self": active, "other": (active + 1) % len(names)}
        if isinstance(value, str | int) and value in aims:
            return aims[value]
        raise bad_value(path, value, "among", known=", ".join(map(str, aims)))

    match [name for name in ("place", "break", "repair", "rockfall", "map", "discard") if name in action]:
        case ["place"]:
            card, (x, y) = action.get("place", PATH_CARD), action.get("at", pair)
            return card, f"lay {NAMES[card]} {x},{y} {TURNS[action.get('rot', TURN, 0)]}", active
        case ["break"]:
            card, target = action.get("break", CARD), action.get("target", seat)
            return card, f"break {NAMES[card]} {target + 1}", target
        case ["repair"]:
            card, target = action.get("repair", CARD), action.get("target", seat)
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
        at = revealed.get("at", _cell)
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


def _deck(facts: Facts, s: State) -> Deck[Card]:
    """The cards that are nowhere else; how many of them lie in the pile, if it is given."""
    seen = [card for hand in s.hands for card in hand] + [card >> 1 for card in s.board.laid.values()]
    unseen = sorted((Counter(whole_deck(TU)) - Counter(seen)).elements())
    left = facts.get("deck", whole, len(unseen))
    if not 0 <= left <= len(unseen):
        raise bad_value("deck", left, "range", least=0, most=len(unseen))
    return Deck("cards", unseen, away=len(unseen) - left)


# -- what may be done, and what comes of it


def at_the_table(case: Case) -> Mapping[str, Any]:
    """Everything that can be asked of a table: placement, goal, points, tools, end."""
    scene = lay_out(case)
    state, seat = scene.state, scene.seat
    options = legal(state, seat)
    return {
        "legal": lambda: [_where(scene, action) for action in _uses(scene, options)],
        "legal_targets": lambda: [_whom(scene, action) for action in _uses(scene, options)],
        "legal_repairs": lambda: [_where(scene, action) for action in _uses(scene, options)],
        "playable_cards": lambda: [NAMES[_card_of(a)] for a in options if not isinstance(a, Discard | Pass)],
        "discardable_cards": lambda: [NAMES[a.card] for a in options if isinstance(a, Discard)],
        "may_place_path_card": lambda: (
            after_action(scene, lambda s: _may_place(s, scene.target)) if scene.notation else _may_place(state, seat)
        ),
        **{name: partial(after_action, scene, question) for name, question in _action_questions(scene).items()},
        **{name: partial(after_turn, scene, question) for name, question in _turn_questions(scene).items()},
    }


def _uses(scene: Scene, options: Sequence[Action]) -> list[Action]:
    """The ways to use the card that the case asks about."""
    if scene.card is None:
        raise Misunderstood(Text("conform.missing", field="card"))
    return [a for a in options if not isinstance(a, Discard | Pass) and _card_of(a) == scene.card]


def _card_of(action: Action) -> Card:
    match action:
        case Rockfall():
            return ROCKFALL
        case Look():
            return MAP
        case Place(card=card) | Break(card=card) | Repair(card=card) | Discard(card=card):
            return card
    raise ValueError(f"{action.notation} uses no card")


def _where(scene: Scene, action: Action) -> Any:
    """[x, y, rotation], a cell, a player, or [player, tool]."""
    match action:
        case Place(_, at, turned):
            return [*xy(at), TURNS[turned]]
        case Repair(_, target, tool):
            return [scene.names[target], TOOL_NAMES[tool]]
    return _whom(scene, action)


def _whom(scene: Scene, action: Action) -> Any:
    """A cell or a player."""
    match action:
        case Place(_, at, _) | Rockfall(at) | Look(at):
            return list(xy(at))
        case Break(_, target) | Repair(_, target, _):
            return scene.names[target]
    raise ValueError(f"{action.notation} is aimed at nothing")


def _may_place(s: State, seat: Seat) -> bool:
    """Could the player lay a path card, if he had a fitting one?"""
    asked = s.copy()
    asked.hands[seat] = list(PATH_CARDS)
    return any(isinstance(action, Place) for action in legal(asked, seat))


def after_action(scene: Scene, question: Question) -> Possible:
    """Right after the action and its points."""

    def act(s: State, at: Table) -> Any:
        decision: Decision[Action] = Decision(scene.seat, PROMPT, legal(s, scene.seat), table=at)
        perform(s, at, scene.seat, Says(scene.notation).decide(decision, at).action)
        return question(s)

    return possible(GAME, scene.state, act)


def after_turn(scene: Scene, question: Question) -> Possible:
    """After the whole turn: win check, drawing, next player."""

    def act(s: State, at: Table) -> Any:
        GAME.step(s, at)
        return question(s)

    return possible(GAME, scene.state, act, {scene.seat: Says(scene.notation)})


@dataclass(frozen=True, slots=True)
class Says:
    """Does what the case says, if that is legal."""

    notation: str

    def decide(self, decision: Decision[Any], at: Table) -> Choice:
        if not self.notation:
            raise Misunderstood(Text("conform.missing", field="action"))
        return Choice(read_action(GAME, decision, at.state, self.notation))


def _action_questions(scene: Scene) -> Mapping[str, Question]:
    before, seat, target = scene.state, scene.seat, scene.target

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


def _turn_questions(scene: Scene) -> Mapping[str, Question]:
    def by_name(values: Iterable[Any]) -> dict[str | int, Any]:
        return dict(zip(scene.names, values, strict=True))

    def outcome(s: State) -> Outcome:
        return GAME.outcome(s) or Outcome((), "")

    return {
        "game_over": lambda s: GAME.outcome(s) is not None,
        "reason": lambda s: outcome(s).reason or None,
        "winners": lambda s: [scene.names[winner] for winner in outcome(s).winners],
        "scores": lambda s: by_name(s.scores),
        "next_active": lambda s: None if GAME.outcome(s) else s.active,
        "hand_sizes": lambda s: by_name(map(len, s.hands)),
        "deck_after": lambda s: len(s.deck),
    }


# -- the computer players


def computer_player(case: Case) -> Mapping[str, Any]:
    """What the computer player does: all that it may do, from what it may know."""
    scene = lay_out(case)
    seat = scene.seat
    if scene.state.roles[seat] == HIDDEN:
        raise Misunderstood(Text("conform.missing", field="role"))
    view = GAME.view(scene.state, seat)
    aims = targets(view, seat, known_goals(view))
    chances = decision_odds(GAME, view, GAME.bots["rule"](), seat)
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


def _same_sides(expected: Any, came: Any) -> bool:
    """Open sides, in any order; one alone is that of the only goal turned up."""
    if isinstance(expected, str) and isinstance(came, Mapping):
        return [sides(shape) for shape in came.values()] == [sides(expected)]
    if isinstance(expected, str) and isinstance(came, str):
        return sorted(expected) == sorted(came)
    return named_only(expected, came, _same_sides) if isinstance(expected, Mapping) else same(expected, came)


SETS = (
    "goals legal legal_targets legal_repairs playable_cards discardable_cards newly_revealed board_after winners "
    "target_broken_after active_broken_after one_of any_of_cards targets"
).split()

ADAPTER = Adapter(
    kinds={
        "setup": setup,
        **dict.fromkeys(("placement", "goal", "points", "tools", "end"), at_the_table),
        "bot": computer_player,
    },
    compare={
        **dict.fromkeys(SETS, as_set),
        **dict.fromkeys(("role_pool", "role_pool_by_players"), _same_pools),
        **dict.fromkeys(("deck_counts", "goal_types"), as_counts),
        **dict.fromkeys((*BY_PLAYERS, *(f"{name}_by_players" for name in BY_PLAYERS)), named_only),
        "open": _same_sides,
        "revealed": lambda expected, came: as_set(expected, came, _same_sides),
    },
    head=frozenset({"cards"}),
)
