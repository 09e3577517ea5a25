"""The words an automa file of this game may use; their sentences are in `text/`."""

from __future__ import annotations

from kempelen.automa.vocabulary import Slot, Vocabulary
from kempelen.games.saboteur.automa import actions
from kempelen.games.saboteur.automa.actions import SaboteurMind
from kempelen.games.saboteur.automa.distance import DISTANCE
from kempelen.games.saboteur.automa.knowledge import gold_located, targets
from kempelen.games.saboteur.rules.cards import MAP, ROCKFALL

__all__ = ["VOCABULARY"]

VOCABULARY = Vocabulary(
    "saboteur",
    (Slot("list", "seekers"), Slot("list", "sab")),
    clauses=True,
    small_change=[("3 [block_someone]", "3 [lay_path]"), ("4 [lay_path]", "4 [block_someone]")],
)

# -- attempts

_WAYS = ("lay_path", "use_rockfall", "discard")
"""What saboteurs do in another way than the others."""
for _try in actions.TRIES.values():
    _name = _try.__name__
    if _name in _WAYS:
        _ways = {"seeker": f"{_name}_seekers", "saboteur": f"{_name}_sab"}
        VOCABULARY.attempt(_try, by_list=True, arguments=_ways, always=_name == "discard")
    else:
        VOCABULARY.attempt(_try)

# -- questions: from what the seat may know


def knows_gold(mind: SaboteurMind) -> bool:
    """R19: it has seen the gold, or ruled out the other goals."""
    return gold_located(mind.known)


def tool_broken(mind: SaboteurMind) -> bool:
    return bool(mind.view.broken[mind.seat])


def holds_map(mind: SaboteurMind) -> bool:
    return MAP in mind.hand


def holds_rockfall(mind: SaboteurMind) -> bool:
    return ROCKFALL in mind.hand


def holds_repair(mind: SaboteurMind) -> bool:
    return not actions.REPAIR_CARDS.isdisjoint(mind.hand)


def holds_break(mind: SaboteurMind) -> bool:
    return not actions.BREAK_CARDS.isdisjoint(mind.hand)


def holds_blocking_path(mind: SaboteurMind) -> bool:
    """R17."""
    return not actions.BLOCKING.isdisjoint(mind.hand)


VOCABULARY.question(knows_gold, secret=True, cites=("R19",))
VOCABULARY.question(tool_broken)
for _held in (holds_map, holds_rockfall, holds_repair, holds_break, holds_blocking_path):
    VOCABULARY.question(_held, secret=True)

# -- numbers


def own_turns(mind: SaboteurMind) -> int:
    """How many turns it has had in this round: everybody has one in turn, whatever happens."""
    return mind.view.turn // mind.view.players


def distance_to_goal(mind: SaboteurMind) -> int:
    """From the nearest cell where a card could be laid to a goal that may hold the gold, in cells (R15)."""
    view = mind.view
    distance = DISTANCE[targets(view, mind.seat, mind.known)]
    return min([distance[cell] for cell in view.board.frontier], default=99)


VOCABULARY.number("own_turns", 0, 40, own_turns)
VOCABULARY.number("cards_in_hand", 0, 10, lambda mind: len(mind.hand), secret=True)
VOCABULARY.number("deck_left", 0, 80, lambda mind: len(mind.view.deck))
VOCABULARY.number("players", 1, 10, lambda mind: mind.view.players)
VOCABULARY.number("broken_tools", 0, 3, lambda mind: mind.view.broken[mind.seat].bit_count())
VOCABULARY.number("blocked_players", 0, 10, lambda mind: sum(bool(broken) for broken in mind.view.broken))
VOCABULARY.number("distance_to_goal", 0, 99, distance_to_goal)
VOCABULARY.number("laid_cards", 0, 80, lambda mind: len(mind.view.board.laid))
