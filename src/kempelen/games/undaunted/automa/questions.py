"""The questions of the automa's cards, in the order of the document, and what is possible.

Every question is a function of the facts about the card that is being played. Facts come from the board (facts.py), or
from a person or a worked example that states them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from kempelen.behaviour.question import Question, questions_of

__all__ = ["ABOUT_HAND", "POSSIBLE", "Facts", "Foe"]

Foe: TypeAlias = tuple[Any, str, int, bool]
"""An enemy counter on the board: name, kind, total defence as the acting counter sees it (Q10), suppressed."""


class Facts(Protocol):
    """What the questions rest on: the situation of the card that is being played."""

    options: Mapping[str, str]

    @property
    def tables(self) -> Any:
        """The tables of the automa's document, see `selection`."""

    def number(self, name: str) -> int: ...
    def on_target_marker(self) -> bool: ...
    def bolsterable(self) -> int: ...
    def counter_addable(self) -> bool: ...
    def bolstered(self) -> bool: ...
    def leads_several(self) -> bool: ...
    def fog_in_hand(self) -> bool: ...
    def scouted_enough(self) -> bool: ...
    def fog_to_conceal(self) -> bool: ...
    def control_wins(self) -> bool: ...
    def may_control(self) -> bool: ...
    def may_enter_objective(self) -> bool: ...
    def on_spawn(self) -> bool: ...
    def lowest_defence(self) -> int: ...
    def has_better_stalk_tile(self) -> bool: ...
    def near_top_objective(self) -> bool: ...
    def objective_riflemen(self) -> Sequence[Any]: ...
    def foe_on_board(self) -> bool: ...
    def foes(self) -> Sequence[Foe]: ...
    def main_targets(self) -> Sequence[Any]: ...
    def may_suppress(self, aim: str) -> bool: ...
    def specialist_within(self, defence: int) -> bool: ...
    def marker_placed(self) -> bool: ...
    def foe_on_marked(self) -> bool: ...
    def may_move(self, aim: str = "") -> bool: ...
    def may_target(self) -> bool: ...
    def inspirable(self) -> Sequence[Any]: ...
    def may_command(self) -> bool: ...
    def may_guide(self) -> bool: ...


question = questions_of("undaunted")


# -- Sergeant, Guide


@question
def cards_to_bolster(f: Facts) -> bool:
    """Q20: Fog in the supply does not count."""
    return f.bolsterable() > 0


@question
def adds_counter_or_first(f: Facts) -> bool:
    """Q21, Q22."""
    return f.counter_addable() or not f.bolstered()


# -- Scout


@question
def fog_in_hand(f: Facts) -> bool:
    return f.fog_in_hand()


@question
def scouted_enough(f: Facts) -> bool:
    """Q25."""
    return f.scouted_enough()


@question
def on_target_marker(f: Facts) -> bool:
    """Q08: the marker of the human's Mortar."""
    return f.on_target_marker()


# -- Rifleman


@question
def would_win_by_control(f: Facts) -> bool:
    """Q30."""
    return f.control_wins()


@question
def may_control_objective(f: Facts) -> bool:
    """Q31."""
    return f.may_control()


@question
def may_enter_objective_or_on_spawn(f: Facts) -> bool:
    """Q09, Q32."""
    return f.on_spawn() or f.may_enter_objective()


@question
def may_shoot_at(f: Facts, x: int) -> bool:
    """Q10."""
    return f.lowest_defence() <= x


# -- Sniper


@question
def target_exists(f: Facts, x: int) -> bool:
    """Q10."""
    return f.lowest_defence() <= x


@question
def better_stalk_tile(f: Facts) -> bool:
    """Q35: a neighbour with more cover."""
    return f.has_better_stalk_tile()


@question
def better_stalk_tile_or_near(f: Facts) -> bool:
    """Q35, the German sheet: also beside the tile with the most points."""
    return f.has_better_stalk_tile() or f.near_top_objective()


# -- Machine Gunners


@question
def rifleman_on_objective(f: Facts) -> bool:
    """Unsuppressed, on any objective."""
    return bool(f.objective_riflemen())


@question
def specialist_in_reach(f: Facts, x: int) -> bool:
    """Q38: an MG, Sniper or Mortar with this total defence or less."""
    return f.specialist_within(x)


# -- Squad Leader


@question
def first_of_several_leaders(f: Facts) -> bool:
    """Q41: at least two in hand, and this is the one with the most cards left, at least one."""
    return f.leads_several()


@question
def inspire_makes_sense(f: Facts) -> bool:
    """Q42: a card of the squad lies in the play area."""
    return bool(f.inspirable())


@question
def adds_counter(f: Facts) -> bool:
    """Q21."""
    return f.counter_addable()


@question
def inspire_reactivates(f: Facts) -> bool:
    """Q43: always yes once it is asked."""
    return bool(f.inspirable())


# -- Mortar


@question
def own_marker_placed(f: Facts) -> bool:
    """Q08: the marker of the automa's own Mortar."""
    return f.marker_placed()


# -- is it possible? (Q05: legal, and it changes something)


@question
def can_attack(f: Facts, aim: str = "") -> bool:
    return f.foe_on_board()


@question
def can_suppress(f: Facts, aim: str = "") -> bool:
    """Q39."""
    return f.may_suppress(aim)


@question
def can_move(f: Facts, aim: str = "") -> bool:
    """Q62, Q64, Q66; also for Scout (Q28) and Stalk (Q36), where SNIPER 3 may have provided the tile (Q35)."""
    return f.may_move(aim)


@question
def can_conceal(f: Facts) -> bool:
    """Q28."""
    return f.fog_to_conceal()


@question
def can_blast(f: Facts) -> bool:
    """Q46: an enemy stands on the marked tile."""
    return f.foe_on_marked()


@question
def can_target(f: Facts) -> bool:
    """Q48."""
    return f.may_target()


@question
def can_command(f: Facts) -> bool:
    """Q23."""
    return f.may_command()


@question
def can_guide(f: Facts) -> bool:
    """Q23."""
    return f.may_guide()


POSSIBLE: Mapping[str, Question] = {
    "bolster": cards_to_bolster,
    "command": can_command,
    "guide": can_guide,
    "scout": can_move,
    "attack": can_attack,
    "recon": fog_in_hand,
    "conceal": can_conceal,
    "move": can_move,
    "control": may_control_objective,
    "stalk": can_move,
    "suppress": can_suppress,
    "inspire": inspire_makes_sense,
    "blast": can_blast,
    "target": can_target,
}
"""For every action of the cards, the question that says whether it can be carried out."""

ABOUT_HAND = frozenset({fog_in_hand, first_of_several_leaders})
"""Questions about the automa's hand, which nobody but itself may see."""
