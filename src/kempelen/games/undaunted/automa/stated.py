"""Facts that a person or a worked example states, by their names; the board's are in facts.py."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kempelen.games.undaunted.automa.questions import Foe
from kempelen.games.undaunted.automa.selection import SHIPPED, Tables, select
from kempelen.games.undaunted.rules.cards import Card, Kind

__all__ = ["NOBODY_IN_SIGHT", "STATED_FLAGS", "STATED_NUMBERS", "StatedFacts"]

NOBODY_IN_SIGHT = 99
"""A defence that nobody has."""
USUAL_DEFENCE = 12
"""Of an enemy counter about which nothing is said."""
STATED_FLAGS = (
    "on_tgt_marker",
    "counter_addable",
    "bolstered_turn",
    "bolstered_game",
    "fog_in_hand",
    "scouted_enough",
    "control_wins",
    "can_control",
    "can_enter_obj",
    "on_spawn",
    "near_top_vp",
    "marker_placed",
    "human_on_marked",
    "move_possible",
    "target_possible",
    "suppressed",
    "off_board",
)
"""Facts that can be stated as true or false, by their names in the worked examples."""
STATED_NUMBERS = ("bolsterable", "human_fog_supply", "min_def")


class StatedFacts:
    """Facts as a person or a worked example states them, by their names; what is not stated has its usual value."""

    __slots__ = ("kind", "options", "tables", "values")

    def __init__(
        self, kind: Kind, options: Mapping[str, str], values: Mapping[str, Any], tables: Tables = SHIPPED
    ) -> None:
        self.kind = kind
        self.tables = tables
        self.options = options
        self.values = values

    def number(self, name: str) -> int:
        return int(self.values.get(name, 0)) if name != "lowest_defence" else self.lowest_defence()

    def on_target_marker(self) -> bool:
        return bool(self.values.get("on_tgt_marker", False))

    def bolsterable(self) -> int:
        return int(self.values.get("bolsterable", 0))

    def counter_addable(self) -> bool:
        return bool(self.values.get("counter_addable", False))

    def bolstered(self) -> bool:
        turn = bool(self.values.get("bolstered_turn", False))
        return turn or (self.options["Q22"] == "game" and bool(self.values.get("bolstered_game", False)))

    def leads_several(self) -> bool:
        return bool(self.values.get("several_leaders", False))

    def fog_in_hand(self) -> bool:
        return bool(self.values.get("fog_in_hand", False))

    def scouted_enough(self) -> bool:
        return bool(self.values.get("scouted_enough", False))

    def fog_to_conceal(self) -> bool:
        return int(self.values.get("human_fog_supply", 5)) > 0

    def control_wins(self) -> bool:
        return bool(self.values.get("control_wins", False))

    def may_control(self) -> bool:
        return bool(self.values.get("can_control", False)) or self.control_wins()

    def may_enter_objective(self) -> bool:
        return bool(self.values.get("can_enter_obj", False))

    def on_spawn(self) -> bool:
        """A counter that is off the board is put on its spawn tile first (Q07)."""
        return bool(self.values.get("on_spawn", False)) or bool(self.values.get("off_board", False))

    def lowest_defence(self) -> int:
        if "min_def" in self.values:
            return int(self.values["min_def"])
        if "enemies" in self.values:
            return min([foe[2] for foe in self.values["enemies"]], default=NOBODY_IN_SIGHT)
        return USUAL_DEFENCE

    def has_better_stalk_tile(self) -> bool:
        return self.values.get("better_stalk_tile") is not None

    def near_top_objective(self) -> bool:
        return bool(self.values.get("near_top_vp", False))

    def objective_riflemen(self) -> Sequence[Any]:
        found: Sequence[Any] = self.values.get("obj_riflemen", ())
        return found

    def foe_on_board(self) -> bool:
        return "enemies" not in self.values or bool(self.foes())

    def foes(self) -> Sequence[Foe]:
        """The enemy counters that were named, also those of which only the objective is known."""
        listed: Sequence[Foe] = self.values.get("enemies", ())
        names = {foe[0] for foe in listed}
        beside = [name for name in self.objective_riflemen() if name not in names]
        return [
            *listed,
            *((name, "rifleman", int(self.values.get("min_def", USUAL_DEFENCE)), False) for name in beside),
        ]

    def main_targets(self) -> Sequence[Any]:
        found: Sequence[Any] = self.values.get("main_targets", ())
        return found

    def may_suppress(self, aim: str) -> bool:
        foes = self.foes()
        if not foes and self.foe_on_board():
            return True
        return (
            select("mg", "suppress", aim, foes, self.main_targets(), self.objective_riflemen(), self.tables) is not None
        )

    def specialist_within(self, defence: int) -> bool:
        return any(foe[1] in self.tables.specialists and foe[2] <= defence for foe in self.foes())

    def marker_placed(self) -> bool:
        return bool(self.values.get("marker_placed", False))

    def foe_on_marked(self) -> bool:
        return bool(self.values.get("human_on_marked", False))

    def may_move(self, aim: str = "") -> bool:
        return bool(self.values.get("move_possible", True))

    def may_target(self) -> bool:
        return bool(self.values.get("target_possible", True))

    def inspirable(self) -> Sequence[Card]:
        found: Sequence[Card] = self.values.get("inspirable", ())
        return found

    def may_command(self) -> bool:
        return bool(self.values.get("draw_possible", True))

    def may_guide(self) -> bool:
        return self.may_move()
