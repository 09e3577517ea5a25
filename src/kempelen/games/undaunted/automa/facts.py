"""Where the answers to the automa's questions come from: read off the board. Stated facts are in stated.py."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from kempelen.engine.table import Seat
from kempelen.games.undaunted.automa import paths
from kempelen.games.undaunted.automa.questions import Foe
from kempelen.games.undaunted.automa.selection import (
    MORTAR_RANGE,
    SHIPPED,
    Guided,
    Pile,
    Tables,
    inspirable,
    main_targets,
    mortar_tiles,
    select,
    takeable,
)
from kempelen.games.undaunted.automa.sequence import first_of_several_leaders
from kempelen.games.undaunted.automa.stated import NOBODY_IN_SIGHT
from kempelen.games.undaunted.rules.actions import Command, commands
from kempelen.games.undaunted.rules.cards import (
    BASE,
    CARDS,
    FOG,
    KIND,
    OF_SQUAD,
    RIFLEMEN,
    SNIPER,
    SQUAD,
    SQUADS,
    UNITS,
    Card,
    Kind,
)
from kempelen.games.undaunted.rules.state import PIN, Side, State
from kempelen.games.undaunted.rules.terrain import NOWHERE, Mask, Tile, mask_of

__all__ = ["BoardFacts", "control_changes", "piles_of", "squad_supply"]

EVERYWHERE: Mask = -1


def piles_of(side: Side) -> list[Pile]:
    """The supply, with the counters that lie on it (Q21)."""
    at, supply = side.at, side.supply
    return [(card, supply[card], 2 <= card <= 12 and at[card] < 0) for card in CARDS if supply[card]]


def squad_supply(side: Side) -> list[int]:
    """How many cards the supply holds of squads A, B and C."""
    supply = side.supply
    return [sum([supply[card] for card in OF_SQUAD[squad]]) for squad in SQUADS]


class BoardFacts:
    """Facts about a card of the automa, read off the table as its seat sees it."""

    __slots__ = (
        "_foes",
        "_main",
        "_nearer",
        "_piles",
        "at",
        "card",
        "foe",
        "kind",
        "me",
        "options",
        "s",
        "seat",
        "tables",
        "terrain",
    )

    def __init__(self, s: State, seat: Seat, card: Card, tables: Tables = SHIPPED) -> None:
        self.s = s
        self.tables = tables
        self.seat = seat
        self.me = me = s.sides[seat]
        self.foe = s.sides[1 - seat]
        self.card = card
        self.kind = KIND[card]
        self.terrain = s.scenario.terrain
        self.options = s.options
        at = me.at[card]
        self.at = at if at >= 0 else s.scenario.spawns[seat][card]
        """Where the counter stands; off the board it is put on its spawn tile first (Q07)."""
        self._foes: list[Foe] | None = None
        self._nearer: list[Tile] | None = None
        self._main: list[Card] | None = None
        self._piles: list[Pile] | None = None

    def on_target_marker(self) -> bool:
        return self.foe.marker == self.at

    def number(self, name: str) -> int:
        """What an automa's author counts, by the vocabulary's name for it."""
        return _COUNTED[name](self)

    # -- cards

    def piles(self) -> list[Pile]:
        """What this card may bolster."""
        if self._piles is None:
            self._piles = takeable(piles_of(self.me), SQUAD[self.card])
        return self._piles

    def bolsterable(self) -> int:
        return sum([pile[1] for pile in self.piles()])

    def counter_addable(self) -> bool:
        return any(pile[2] for pile in self.piles())

    def bolstered(self) -> bool:
        return self.me.bolstered_game if self.options["Q22"] == "game" else self.me.bolstered_turn

    def leads_several(self) -> bool:
        return first_of_several_leaders(self.card, self.me.hand, squad_supply(self.me))

    def fog_in_hand(self) -> bool:
        return FOG in self.me.hand

    def fog_to_conceal(self) -> bool:
        return self.foe.supply[FOG] > 0

    def inspirable(self) -> Sequence[Card]:
        return inspirable(self.me.play, SQUAD[self.card])

    def commands(self) -> Sequence[Command]:
        return commands(self.me)

    def may_command(self) -> bool:
        return bool(self.commands())

    # -- objectives

    def scouted_enough(self) -> bool:
        goal = self.s.scenario.goals[self.seat]
        marked, values = self.me.marked, self.s.values
        return goal == PIN or sum([values[tile] for tile in self.terrain.objectives if marked >> tile & 1]) >= goal

    def may_control(self) -> bool:
        return self.terrain.objective_mask >> self.at & 1 == 1 and control_changes(self.s, self.seat, self.at)

    def control_wins(self) -> bool:
        goal = self.s.scenario.goals[self.seat]
        if goal == PIN or not self.may_control():
            return False
        gain = 1 if self.me.controlled >> self.at & 1 else self.s.values[self.at]
        return self.me.points + gain >= goal

    def may_enter_objective(self) -> bool:
        me, terrain = self.me, self.terrain
        return terrain.near_mask[self.at] & terrain.objective_mask & me.marked & ~me.controlled != 0

    def on_spawn(self) -> bool:
        return self.at == self.s.scenario.spawns[self.seat][self.card]

    # -- enemies

    def foes(self) -> list[Foe]:
        if self._foes is None:
            shield, at, suppressed = self.terrain.shield[self.at], self.foe.at, self.foe.suppressed
            self._foes = [
                (unit, KIND[unit], BASE[unit] + shield[at[unit]], suppressed >> unit & 1 == 1)
                for unit in UNITS
                if at[unit] >= 0
            ]
        return self._foes

    def foe_on_board(self) -> bool:
        return max(self.foe.at) >= 0

    def lowest_defence(self) -> int:
        return min([foe[2] for foe in self.foes()], default=NOBODY_IN_SIGHT)

    def objective_riflemen(self) -> Sequence[Card]:
        at, suppressed, objectives = self.foe.at, self.foe.suppressed, self.terrain.objective_mask
        return [
            unit for unit in RIFLEMEN if at[unit] >= 0 and objectives >> at[unit] & 1 and not suppressed >> unit & 1
        ]

    def main_targets(self) -> Sequence[Card]:
        if self._main is None:
            foe = self.foe
            goal = self.s.scenario.goals[1 - self.seat]
            free = self.terrain.objective_mask & ~foe.controlled
            self._main = (
                main_targets(
                    (
                        (unit, self.s.values[foe.at[unit]])
                        for unit in RIFLEMEN
                        if foe.at[unit] >= 0 and free >> foe.at[unit] & 1
                    ),
                    foe.points,
                    goal,
                    self.options,
                )
                if goal != PIN
                else []
            )
        return self._main

    def may_suppress(self, aim: str) -> bool:
        if not aim:
            at, suppressed = self.foe.at, self.foe.suppressed
            return any(at[unit] >= 0 and not suppressed >> unit & 1 for unit in UNITS)
        return (
            select(
                self.kind,
                "suppress",
                aim,
                self.foes(),
                self.main_targets(),
                self.objective_riflemen(),
                self.tables,
            )
            is not None
        )

    def specialist_within(self, defence: int) -> bool:
        return any(foe[2] <= defence and foe[1] in self.tables.specialists for foe in self.foes())

    # -- the Mortar's own marker

    def marker_placed(self) -> bool:
        return self.me.marker >= 0

    def foe_on_marked(self) -> bool:
        return self.me.marker >= 0 and self.me.marker in self.foe.at

    def may_target(self) -> bool:
        return bool(self.target_tiles())

    def target_tiles(self) -> list[Tile]:
        """Where the target marker may go, the best ones (Q47, Q48, Q49)."""
        far, kinds = self.terrain.distance[self.at], dict[Tile, list[Kind]]()
        for unit in UNITS:
            tile = self.foe.at[unit]
            if tile >= 0 and far[tile] >= MORTAR_RANGE:
                kinds.setdefault(tile, []).append(KIND[unit])
        if self.options["Q49"] == "avoid":
            kinds = {tile: found for tile, found in kinds.items() if tile not in self.me.at}
        return mortar_tiles(kinds, self.tables)

    # -- moving

    def goal(self, card: Card | None = None) -> Tile:
        """The tile that a Scout or Rifleman moves toward; NOWHERE without objectives."""
        card = self.card if card is None else card
        s, me = self.s, self.me
        found = paths.goals(self.terrain, s.values, me.marked, me.controlled, scouting=KIND[card] == "scout")
        return paths.team_goal(found, SQUAD[card], s.round) if found else NOWHERE

    def may_move(self, aim: str = "") -> bool:
        """`aim` is the tile that SNIPER 3 has provided: then STALK leads there."""
        if self.kind == "scout":
            return bool(self.terrain.near[self.at])
        return bool(aim or self.nearer() or self.away())

    def nearer(self) -> list[Tile]:
        """Where MOVE or STALK leads toward something, all equally good (Q62, Q64)."""
        if self._nearer is None:
            self._nearer = self._steps_toward(self.card, self.at, self._enterable())
        return self._nearer

    def away(self) -> list[Tile]:
        """No step leads toward anything: off a marked tile, all equally good (Q66). A Scout may always go (Q28)."""
        if self.kind == "scout":
            return paths.any_neighbour(self.terrain, self.at, EVERYWHERE, self.me.marked)
        return paths.any_neighbour(self.terrain, self.at, self._enterable()) if self.on_target_marker() else []

    def _enterable(self) -> Mask:
        return EVERYWHERE if self.card == SNIPER else self.me.marked

    def _steps_toward(self, card: Card, at: Tile, enterable: Mask) -> list[Tile]:
        if KIND[card] not in ("rifleman", "scout"):
            return paths.cover_steps(self.terrain, at, enterable)
        goal = self.goal(card)
        return paths.steps_toward(self.terrain, at, goal, enterable) if goal >= 0 else []

    def scout_paths(self, steps: int) -> list[paths.Path]:
        """Where SCOUT leads nearer to the goal, all equally good (Q63); nothing if no step does."""
        goal = self.goal()
        return paths.scout_paths(self.terrain, self.at, goal, self.me.marked, steps) if goal >= 0 else []

    def better_stalk_tiles(self) -> list[Tile]:
        return paths.better_stalk_tiles(self.terrain, self.s.values, self.at)

    def has_better_stalk_tile(self) -> bool:
        return bool(self.better_stalk_tiles())

    def top_beside(self) -> list[Tile]:
        return paths.top_beside(self.terrain, self.s.values, self.at)

    def near_top_objective(self) -> bool:
        return bool(self.top_beside())

    # -- guiding

    def may_guide(self) -> bool:
        me, near = self.me, self.terrain.near_mask
        return any(at >= 0 and near[at] & me.marked and not me.suppressed >> unit & 1 for unit, at in enumerate(me.at))

    def guided(self) -> list[Guided]:
        """The automa's counters, as the list of the GUIDE card looks at them."""
        me, terrain = self.me, self.terrain
        found = []
        for unit in UNITS:
            at = me.at[unit]
            if at < 0:
                continue
            near = terrain.near_mask[at] & me.marked
            found.append(
                Guided(
                    unit,
                    KIND[unit],
                    objective=near & terrain.objective_mask & ~me.controlled != 0,
                    marker=self.foe.marker == at,
                    cover=any(
                        near >> tile & 1 and terrain.cover[tile] > terrain.cover[at] for tile in terrain.near[at]
                    ),
                    can_move=near != 0,
                    suppressed=me.suppressed >> unit & 1 == 1,
                )
            )
        return found

    def guided_tiles(self, unit: Card, line: int) -> list[Tile]:
        """Where a guided counter goes: by the rules for MOVE (Q24)."""
        me, terrain = self.me, self.terrain
        at = me.at[unit]
        near = [tile for tile in terrain.near[at] if me.marked >> tile & 1]
        if line == 1:
            open_to = terrain.objective_mask & ~me.controlled
            free = [tile for tile in near if open_to >> tile & 1]
            most = max([self.s.values[tile] for tile in free])
            best = [tile for tile in free if self.s.values[tile] == most]
            return paths.any_neighbour(terrain, at, mask_of(best))
        if line == 3:
            return paths.any_neighbour(
                terrain, at, mask_of(tile for tile in near if terrain.cover[tile] > terrain.cover[at])
            )
        return self._steps_toward(unit, at, me.marked) or paths.any_neighbour(terrain, at, me.marked)


def control_changes(s: State, seat: Seat, at: Tile) -> bool:
    """May a Rifleman control this tile, and does it change anything? (K7, P6, V6)"""
    me = s.sides[seat]
    if not me.marked >> at & 1 or at in s.sides[1 - seat].at:
        return False
    return not me.controlled >> at & 1 or (at == s.scenario.radio and seat == 0)


_COUNTED: Mapping[str, Callable[[BoardFacts], int]] = {
    "round": lambda f: f.s.round,
    "own_points": lambda f: f.me.points,
    "enemy_points": lambda f: f.foe.points,
    "own_losses": lambda f: f.me.casualties,
    "enemy_losses": lambda f: f.foe.casualties,
    "own_counters": lambda f: sum(at >= 0 for at in f.me.at),
    "enemy_counters": lambda f: sum(at >= 0 for at in f.foe.at),
    "cards_in_hand": lambda f: len(f.me.hand),
    "lowest_defence": BoardFacts.lowest_defence,
}
