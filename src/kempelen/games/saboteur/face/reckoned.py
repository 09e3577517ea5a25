"""What can be reckoned from what a seat sees, before anything is asked: where the gold may lie, which roles there are,
what the next card may be. What others have done is not weighed: that is what the dots and the automas are for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from kempelen.engine.setup import Setup
from kempelen.engine.speech import Reckoned, ReckonedLine
from kempelen.engine.table import HIDDEN, Seat
from kempelen.games.saboteur.face.words import goal_word
from kempelen.games.saboteur.rules.board import GOALS
from kempelen.games.saboteur.rules.cards import CARDS, MAP, ROCKFALL, Card, is_blocking, is_path
from kempelen.games.saboteur.rules.setup import lesson
from kempelen.games.saboteur.rules.state import GOLD_GOAL, ROLE_NAMES, State
from kempelen.games.saboteur.rules.view import hidden_roles
from kempelen.text.say import Text

__all__ = ["reckoned"]


def reckoned(setup: Setup, view: State, seat: Seat) -> Sequence[Reckoned]:
    """Headings, each with what may be and in how many of how many cases."""
    if view.ending is not None or view.roles[seat] == HIDDEN or HIDDEN in view.hands[seat]:
        return ()
    found = (
        (Text("saboteur.reckoned.gold"), tuple(_gold(view))),
        _roles(setup, view),
        (Text("saboteur.reckoned.next", n=len(view.deck)), tuple(_next(view, seat))),
    )
    return tuple((heading, lines) for heading, lines in found if lines)


def _gold(view: State) -> Iterator[ReckonedLine]:
    """Each goal that is face down, by what this seat has seen: one of the three is the gold (1.3)."""
    found, unknown = GOLD_GOAL in view.goals, view.goals.count(HIDDEN)
    for at in view.board.face_down:
        kind = view.goals[GOALS.index(at)]
        seen = kind != HIDDEN
        if seen or found or unknown == 1:
            is_gold = kind == GOLD_GOAL or (not seen and not found)
            yield goal_word(at), Text(f"saboteur.reckoned.{'is_gold' if is_gold else 'is_stone'}")
        else:
            yield goal_word(at), (1, unknown)


def _roles(setup: Setup, view: State) -> Reckoned:
    """The role cards that this seat does not see, of which one lies with each of the others and the rest in the box
    (1.1.2). In the scenario that teaches the game they are laid out."""
    others = sum(role == HIDDEN for role in view.roles)
    if setup.scenario == "first":
        names = [str(player["role"]) for player in lesson(setup.begun)["players"]]
        names.remove(ROLE_NAMES[view.roles[view.viewer]])
    else:
        names = [ROLE_NAMES[role] for role in hidden_roles(view)]
    count = Counter(names)
    lines = tuple(
        (Text(f"saboteur.role.{name}"), (count[name], len(names))) for name in ROLE_NAMES.values() if count[name]
    )
    box = len(names) - others
    heading = Text(f"saboteur.reckoned.{'roles_box' if box else 'roles'}", n=len(names), others=others, box=box)
    return heading, lines if others else ()


def _next(view: State, seat: Seat) -> Iterator[ReckonedLine]:
    """Of all cards that lie neither open nor in this hand each may be on top of the pile."""
    if not len(view.deck):
        return
    unseen = list(view.deck.bag)
    count = Counter(_kind(view, seat, card) for card in unseen)
    for name in ("path", "blocking", "breaks", "mends", "repairs", "map", "rockfall"):
        if count[name]:
            yield Text(f"saboteur.reckoned.{name}"), (count[name], len(unseen))


def _kind(view: State, seat: Seat, card: Card) -> str:
    if is_path(card):
        return "blocking" if is_blocking(card) else "path"
    if card in (MAP, ROCKFALL):
        return "map" if card == MAP else "rockfall"
    if CARDS[card].breaks:
        return "breaks"
    return "mends" if any(tool & view.broken[seat] for tool in CARDS[card].repairs) else "repairs"
