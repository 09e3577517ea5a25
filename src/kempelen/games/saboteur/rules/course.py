"""The rules of Saboteur: setting up, a turn, and how it ends (rules 1.1, 1.4, 1.5; the seed's 4.3.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kempelen.engine.game import Setup
from kempelen.engine.table import HIDDEN, NOBODY, Deck, Seat, Table
from kempelen.games.saboteur.rules.actions import Action, Break, Discard, Look, Pass, Place, Repair, Rockfall
from kempelen.games.saboteur.rules.board import GOALS, Board, Cell
from kempelen.games.saboteur.rules.cards import (
    BY_NAME,
    CARDS,
    COMMERCIAL_STONES,
    GOLD,
    MAP,
    PATH_CARDS,
    ROCKFALL,
    Card,
    laid,
)
from kempelen.games.saboteur.rules.endings import after_action, pile_ran_out
from kempelen.games.saboteur.rules.events import (
    Broke,
    Discarded,
    Drew,
    Laid,
    Looked,
    Passed,
    Repaired,
    RockFell,
    RoleDealt,
    RoundBegan,
    TurnedUp,
)
from kempelen.games.saboteur.rules.legal import legal
from kempelen.games.saboteur.rules.setup import NUGGET_CARDS, VARIANTS, Variant, hand_size, role_pool, whole_deck
from kempelen.games.saboteur.rules.state import (
    GOLD_GOAL,
    ROLE_NAMES,
    STONE_DOWN,
    STONE_GOAL,
    STONE_UP,
    Goal,
    Role,
    State,
)
from kempelen.text.say import Text

__all__ = ["ROLE_OF", "deal", "deal_hidden", "goal_pool", "new", "perform", "step"]

WHAT_NOW = Text("saboteur.prompt.action")
ROLE_OF: Mapping[str, Role] = {name: role for role, name in ROLE_NAMES.items()}


# -- setting up


def new(setup: Setup, options: Mapping[str, str], table: Table) -> State:
    """Rules 1.1."""
    variant = VARIANTS[setup.scenario]
    players = len(setup.seats)
    state = State(
        variant,
        options,
        board=Board.new(),
        goals=[],
        looked=[0] * players,
        deck=Deck("cards"),
        discards=[],
        buried=[],
        hands=[[] for _ in range(players)],
        turned=[[] for _ in range(players)],
        roles=[],
        left_over=[],
        broken=[0] * players,
        scores=[0] * players,
        nuggets=Deck("nuggets", [] if variant.third_role else NUGGET_CARDS[:]),
    )
    table.state = state
    deal(state, table)
    return state


def deal(s: State, table: Table) -> None:
    """Roles, goals and hands for a game or a round (1.1.2 to 1.1.7)."""
    players = s.players
    table.tell(RoundBegan, s.round, players)
    s.board = Board.new()
    s.looked, s.broken = [0] * players, [0] * players
    s.discards, s.buried = [], []
    s.hands, s.turned = [[] for _ in range(players)], [[] for _ in range(players)]
    s.roles, s.goals = [HIDDEN] * players, [HIDDEN] * len(GOALS)  # the table can be drawn while it is dealt

    pool = Deck[Role]("roles")
    table.shuffle(
        pool, [ROLE_OF[name] for name, n in role_pool(players, s.variant.third_role).items() for _ in range(n)]
    )
    for seat in range(players):
        s.roles[seat] = table.draw(pool, "role", to=seat)
        table.tell(RoleDealt, seat, s.roles[seat])
    s.left_over = pool.bag if not pool.away else [HIDDEN] * len(pool)

    goals = Deck[Goal]("goals")
    table.shuffle(goals, goal_pool(s.variant))
    s.goals = [table.draw(goals, "goal", to=NOBODY) for _ in GOALS]

    s.deck = Deck("cards")
    table.shuffle(s.deck, whole_deck(s.variant))
    for seat in range(players):
        for _ in range(hand_size(players)):
            draw(s, table, seat, "deal")


def deal_hidden(s: State, table: Table) -> None:
    """Deal what a position leaves open: roles, goals, hands. What lies on a real table stays unknown."""
    pool = Deck[Role]("roles")
    table.shuffle(
        pool, [ROLE_OF[name] for name, n in role_pool(s.players, s.variant.third_role).items() for _ in range(n)]
    )
    goals = Deck[Goal]("goals")
    table.shuffle(goals, goal_pool(s.variant))
    for deck, known in ((pool, s.roles), (goals, s.goals)):
        for thing in known:
            if thing != HIDDEN:
                deck.bag.remove(thing)
    open_roles = HIDDEN in s.roles
    s.roles = [table.draw(pool, "role", to=seat) if role == HIDDEN else role for seat, role in enumerate(s.roles)]
    if open_roles or HIDDEN in s.left_over:
        s.left_over = pool.bag if not pool.away else [HIDDEN] * len(pool)
    s.goals = [table.draw(goals, "goal", to=NOBODY) if goal == HIDDEN else goal for goal in s.goals]
    for seat, hand in enumerate(s.hands):
        for n, card in enumerate(hand):
            if card == HIDDEN:
                s.deck.away -= 1
                hand[n] = table.draw(s.deck, "deal", to=seat)


def goal_pool(variant: Variant) -> list[Goal]:
    """One gold and two stones (1.1.5)."""
    return [GOLD_GOAL, STONE_GOAL, STONE_GOAL] if variant.third_role else [GOLD_GOAL, STONE_UP, STONE_DOWN]


def draw(s: State, table: Table, seat: Seat, why: str) -> Card:
    """A card from the pile to a hand."""
    card = table.draw(s.deck, why, to=seat)
    s.hands[seat].append(card)
    if s.options["R14"] == "as_dealt":
        turned = table.pick((0, 1), "dealt turned", to=seat)  # for any card, or the lot would tell what kind it is
        s.turned[seat].append(turned if card in PATH_CARDS else 0)
    return card


# -- a turn


def step(s: State, table: Table) -> None:
    """One turn: action, points, end of the game?, draw, next player (1.4.1, 1.5.1)."""
    seat = s.active
    action: Action = table.choose(seat, WHAT_NOW, lambda: legal(s, seat))
    turned_up = _DO[type(action)](s, table, seat, action)
    s.turn += 1
    pile = len(s.deck)
    if (turned_up or not pile) and after_action(s, table, seat, turned_up):
        if s.ending is None:
            deal(s, table)
        return
    if pile:
        table.tell(Drew, seat, draw(s, table, seat, "draw"))
        if pile == 1 and pile_ran_out(s, table):
            return
    s.active = (seat + 1) % s.players


def perform(s: State, table: Table, seat: Seat, action: Action) -> Sequence[Goal]:
    """Carry out an action and score it; gives the goals that it turned up."""
    return _DO[type(action)](s, table, seat, action)


def _lay(s: State, table: Table, seat: Seat, action: Place) -> Sequence[Goal]:
    """n + 1 points for a path card with n occupied cells around it (4.3.2.1.1, R10); 1.4.2, 1.4.3, 1.4.4."""
    points = s.board.occupied_neighbours(action.cell) + 1
    _spend(s, seat, action.card, action.turned)
    s.board.lay(action.cell, laid(action.card, action.turned))
    table.tell(Laid, seat, action.card, action.cell, action.turned, _score(s, seat, points))
    if not s.board.face_down:
        return ()
    return _turn_up_goals(s, table)


def _turn_up_goals(s: State, table: Table) -> Sequence[Goal]:
    """Every goal that a way from the start has reached; one may lead to the next (1.4.4)."""
    turned_up: list[Goal] = []
    while reached := s.board.reached_goals():
        for cell in reached:
            index = GOALS.index(cell)
            kind = s.goals[index] = table.reveal(f"goal {index + 1}", s.goals[index], _unseen_goals(s), "turned up")
            s.board.turn_up(cell, _goal_card(s, cell, kind))
            table.tell(TurnedUp, cell, kind)
            turned_up.append(kind)
    return turned_up


def _goal_card(s: State, cell: Cell, kind: Goal) -> int:
    """The gold is a crossing; a stone takes the shape that fits (TU, R28), or is a fixed curve (commercial)."""
    if kind == GOLD_GOAL:
        return laid(GOLD)
    if kind == STONE_GOAL:
        return s.board.stone_shape(cell)
    return s.board.commercial_stone(cell, COMMERCIAL_STONES[kind == STONE_DOWN])


def _unseen_goals(s: State) -> list[Goal]:
    """What a goal nobody has named yet can be."""
    kinds = goal_pool(s.variant)
    for known in s.goals:
        if known != HIDDEN:
            kinds.remove(known)
    return sorted(set(kinds))


def _break(s: State, table: Table, seat: Seat, action: Break) -> Sequence[Goal]:
    """2 points (4.3.2.1.3); 1.4.5."""
    _spend(s, seat, action.card)
    s.broken[action.target] |= CARDS[action.card].breaks
    table.tell(Broke, seat, action.card, action.target, _score(s, seat, 2))
    return ()


def _repair(s: State, table: Table, seat: Seat, action: Repair) -> Sequence[Goal]:
    """2 points for the player who repairs (4.3.2.1.4, R12); both cards are discarded (1.4.6)."""
    _spend(s, seat, action.card)
    s.broken[action.target] &= ~action.tool
    s.discards += (action.card, _BROKEN_CARD[action.tool])
    table.tell(Repaired, seat, action.card, action.target, action.tool, _score(s, seat, 2))
    return ()


def _rockfall(s: State, table: Table, seat: Seat, action: Rockfall) -> Sequence[Goal]:
    """2 points (4.3.2.1.2); both cards are discarded (1.4.7)."""
    _spend(s, seat, ROCKFALL)
    card = s.board.laid[action.cell] >> 1
    s.board.remove(action.cell)
    s.discards += (ROCKFALL, card)
    table.tell(RockFell, seat, card, action.cell, _score(s, seat, 2))
    return ()


def _look(s: State, table: Table, seat: Seat, action: Look) -> Sequence[Goal]:
    """Look at a goal in private (1.4.8). A person at a real table keeps it to himself."""
    _spend(s, seat, MAP)
    s.discards.append(MAP)
    index = GOALS.index(action.goal)
    s.looked[seat] |= 1 << index
    if s.roles[seat] != HIDDEN:
        s.goals[index] = table.reveal(f"goal {index + 1}", s.goals[index], _unseen_goals(s), "map", to=seat)
    table.tell(Looked, seat, action.goal, s.goals[index])
    return ()


def _discard(s: State, table: Table, seat: Seat, action: Discard) -> Sequence[Goal]:
    """No points (R12); face down in the commercial game (1.4.9)."""
    _spend(s, seat, action.card)
    face_down = not s.variant.third_role
    (s.buried if face_down else s.discards).append(action.card)
    table.tell(Discarded, seat, action.card, face_down)
    return ()


def _pass(s: State, table: Table, seat: Seat, action: Pass) -> Sequence[Goal]:
    table.tell(Passed, seat)
    return ()


_DO: Mapping[type, Callable[[State, Table, Seat, Any], Sequence[Goal]]] = {
    Place: _lay,
    Break: _break,
    Repair: _repair,
    Rockfall: _rockfall,
    Look: _look,
    Discard: _discard,
    Pass: _pass,
}
_BROKEN_CARD = {kind.breaks: BY_NAME[kind.name] for kind in CARDS if kind.breaks}


def _score(s: State, seat: Seat, points: int) -> int:
    """Only the acting player scores, at once, whatever his role (R12); the commercial game has no points."""
    if not s.variant.third_role:
        return 0
    s.scores[seat] += points
    return points


def _spend(s: State, seat: Seat, card: Card, turned: int = 0) -> None:
    """Take a card out of a hand; if the hand is unknown, the card has now shown itself."""
    hand = s.hands[seat]
    if card not in hand:
        s.deck.name_away(card)
        card = HIDDEN
    if s.turned[seat]:
        # Of two equal cards, the one that was dealt the way it is used now.
        copies = [n for n, held in enumerate(hand) if held == card]
        index = next((n for n in copies if s.turned[seat][n] == turned), copies[0])
        del s.turned[seat][index]
        del hand[index]
    else:
        hand.remove(card)
