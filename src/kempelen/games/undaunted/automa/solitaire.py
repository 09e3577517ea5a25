"""The automa at the table: which card, what its chart says, and how that is carried out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, TypeVar

from kempelen.automa.sheet import Sheet
from kempelen.behaviour.chart import Chart
from kempelen.behaviour.question import Asked, CheckingOracle, HumanOracle, Oracle, Question, StateOracle, atoms_of
from kempelen.behaviour.verdict import Verdict, consult
from kempelen.engine.table import Choice, Decision, Seat, Table
from kempelen.engine.trace import Trace
from kempelen.games.undaunted.automa import paths, whys
from kempelen.games.undaunted.automa.charts import SHEET
from kempelen.games.undaunted.automa.facts import BoardFacts, piles_of, squad_supply
from kempelen.games.undaunted.automa.questions import ABOUT_HAND, Facts
from kempelen.games.undaunted.automa.selection import (
    Selected,
    Tables,
    bolster,
    guided_units,
    inspire_card,
    select,
    tables_of,
    takeable,
)
from kempelen.games.undaunted.automa.sequence import next_card
from kempelen.games.undaunted.face.prompts import MORE, MORE_OF_SQUAD, PLAYS
from kempelen.games.undaunted.face.words import asked_of, card_word
from kempelen.games.undaunted.rules.actions import (
    BIDS,
    ENOUGH,
    INSPIRES,
    PLAINS,
    Action,
    acts_of,
)
from kempelen.games.undaunted.rules.cards import KIND, LEADERS, NAMES, SQUAD, UNITS, Card, Kind, profile
from kempelen.games.undaunted.rules.state import SIDES, Side, State
from kempelen.games.undaunted.rules.terrain import Tile
from kempelen.text.say import Text

__all__ = ["Automa", "card_to_play", "carry_out", "inspired", "target_of"]

C = TypeVar("C")
_FIRST_LEADER = LEADERS[0]


class Automa:
    """Plays every card of its hand by the document, from what its seat may know."""

    takes_sheet = True
    rolls_initiative = True
    """Under whatever name it sits there (Q13)."""

    def __init__(self, sheet: Sheet = SHEET) -> None:
        self.sheet = sheet
        self.tables = tables_of(sheet)

    def decide(self, decision: Decision[Any], table: Table) -> Choice:
        seat = decision.seat
        trace = Trace(seat) if table.tracing else None
        view: State = decision.view()
        if decision.prompt.key in PLAYS:
            return Choice(self.play(view, seat, table, trace), trace)
        if decision.prompt.key in (MORE, MORE_OF_SQUAD):
            return Choice(_take_more(view, seat, decision, trace, self.tables), trace)
        return Choice(_bid(view, seat, decision, trace), trace)

    def play(self, v: State, seat: Seat, table: Table, trace: Trace | None) -> Action:
        me = v.sides[seat]
        card = card_to_play(me, v)
        assert card is not None
        if trace is not None:
            _note_card(me, card, trace)
        return self.play_card(v, seat, card, table, trace)

    def play_card(self, v: State, seat: Seat, card: Card, table: Table, trace: Trace | None) -> Action:
        """What this card does, whether or not it is the next."""
        me = v.sides[seat]
        if me.suppressed >> card & 1:
            if trace is not None:
                trace.add(whys.READY, card)
            return PLAINS["ready"][card]
        facts = BoardFacts(v, seat, card, self.tables)
        if trace is not None and card in UNITS and me.at[card] < 0:
            trace.add(whys.PLACED, card, facts.terrain.names[facts.at])
        if table.explaining:  # whoever rolls for it has to know which card it is
            table.about = Text("undaunted.throw.card", card=card_word(card))
        chart = self.sheet.made(v.options).charts[facts.kind]
        # what the die would do must not tell what is in the hand
        asks = questions_in(chart) | {chart.can[action] for action in chart.actions}
        open_card = table.explaining and not table.checking and not asks & ABOUT_HAND
        verdict = consult(chart, self.oracle(facts, table), table, trace, foretell=open_card)
        table.about = None
        return carry_out(verdict, facts, table, trace)

    def oracle(self, facts: BoardFacts, table: Table) -> Oracle:
        """Who answers the questions: the board; if it is to be checked, a person says what he thinks too."""
        if not table.checking:
            return StateOracle(facts)
        asked = questions_in(self.sheet.made(facts.options).charts[facts.kind])
        if not table.is_real(SIDES[facts.seat]):  # nobody but the program sees its hand
            asked -= ABOUT_HAND
        person = HumanOracle(table, worded=partial(asked_of, facts.card))
        return CheckingOracle(StateOracle(facts), person, asked)


def questions_in(chart: Chart) -> frozenset[Question]:
    """Every question of a card, those that are joined one by one."""
    return frozenset(
        atom.question for line in chart.asks for atom in atoms_of(line.question.parts or Asked(line.question))
    )


def card_to_play(me: Side, v: State) -> Card | None:
    """The next card of the hand; the supply matters only to Squad Leaders."""
    if me.hand and v.options["Q16"] == "type":
        card = min(me.hand)
        if card < _FIRST_LEADER:
            return card
    return next_card(me.hand, squad_supply(me), v.options)


def _note_card(me: Side, card: Card, trace: Trace) -> None:
    if card in LEADERS and sum(held in LEADERS for held in me.hand) > 1:
        trace.add(whys.NEXT_LEADER, card, squad_supply(me)[card - _FIRST_LEADER])
    else:
        trace.add(whys.NEXT, card)


# -- carrying out what the chart says


def carry_out(verdict: Verdict, f: BoardFacts, table: Table, trace: Trace | None) -> Action:
    """The action in full: with its target, its path, its cards."""
    action, card = verdict.action, f.card
    acts = acts_of(f.terrain, f.seat)
    if action in ("attack", "suppress"):
        target: Card = target_of(f, f.kind, action, verdict.aim, table, trace, 1 - f.seat)
        return acts.attacks[action][card][target]
    if action == "move":
        return acts.go(card, "move", _step(f, table, trace))
    if action == "scout":
        return acts.go(card, "scout", *_scout_path(f, table, trace))
    if action == "stalk":
        return acts.go(card, "stalk", _stalk_tile(f, verdict, table, trace))
    if action == "bolster":
        takes = bolster(f.piles(), profile(card).actions["bolster"], f.tables)
        if trace is not None:
            trace.add(whys.TAKES, tuple(takes))
        pile, count = takes[0]
        return acts.bolsters[card][pile][count]
    if action == "command":
        return f.commands()[-1]
    if action == "inspire":
        return INSPIRES[card - _FIRST_LEADER][inspired(f, trace)]
    if action == "guide":
        return acts.guides[(unit := _guided(f, table, trace))[0]][unit[1]]
    if action == "target":
        return acts.targets[_marked_tile(f, table, trace)]
    return PLAINS[action][card]


def _pick(units: Sequence[C], why: str, table: Table) -> C:
    """One of several counters, named as in notation."""
    if len(units) == 1:
        return units[0]
    names: list[Any] = [NAMES[unit] if isinstance(unit, int) else unit for unit in units]
    return units[names.index(table.pick(names, why))]


def target_of(f: Facts, kind: Kind, action: str, aim: str, table: Table, trace: Trace | None, foe: Seat) -> Any:
    """The counter to attack or suppress; the last tie is broken by a die (Q54)."""
    riflemen = f.objective_riflemen()
    aim = "" if aim == "stalk_tile" else aim
    found = select(kind, action, aim, f.foes(), f.main_targets(), riflemen, f.tables)
    if found is None and aim:  # what was asked for is not there any more, so the table counts
        found = select(kind, action, "", f.foes(), f.main_targets(), riflemen, f.tables)
    assert found is not None
    if trace is not None:
        _note_target(found, trace, foe)
    target = _pick(found.targets, "target", table)
    if trace is not None and len(found.targets) > 1:
        trace.add(whys.TIE, len(found.targets), (target, foe))
    return target


def _note_target(found: Selected, trace: Trace, foe: Seat) -> None:
    units = tuple(found.targets), foe
    if found.how == "lower":
        trace.add(whys.LOWER, units, found.defence, found.than)
    else:
        trace.add(whys.SELECTED[found.how], units, found.defence)


def inspired(f: Facts, trace: Trace | None) -> Card:
    """The card that comes back to the hand."""
    enough = f.scouted_enough()
    card = inspire_card(f.inspirable(), enough, f.tables)
    assert card is not None
    if trace is not None:
        trace.add(whys.INSPIRED[enough], card)
    return card


# -- moving


def _step(f: BoardFacts, table: Table, trace: Trace | None) -> Tile:
    """Toward something (Q62, Q64); if nothing leads there, off a marked tile (Q66)."""
    nearer = f.nearer()
    steps = nearer or f.away()
    if trace is not None:
        tiles = _names(f, steps)
        if not nearer:
            trace.add(whys.AWAY, tiles)
        elif f.kind == "rifleman":
            _note_goal(f, trace)
            trace.add(whys.STEPS, tiles)
        else:
            trace.add(whys.SHELTER, tiles)
    return _choose_tile(f, steps, table, trace)


def _names(f: BoardFacts, tiles: Sequence[Tile]) -> tuple[str, ...]:
    return tuple(f.terrain.names[tile] for tile in tiles)


def _choose_tile(f: BoardFacts, tiles: Sequence[Tile], table: Table, trace: Trace | None) -> Tile:
    names = f.terrain.names
    if len(tiles) == 1:
        return tiles[0]
    chosen = f.terrain.index[table.pick([names[tile] for tile in tiles], "tile")]
    if trace is not None:
        trace.add(whys.WAY_TIE, len(tiles), (names[chosen],))
    return chosen


def _note_goal(f: BoardFacts, trace: Trace) -> None:
    s, me, names = f.s, f.me, f.terrain.names
    found = paths.goals(f.terrain, s.values, me.marked, me.controlled, scouting=f.kind == "scout")
    if not found:
        return
    goal = names[paths.team_goal(found, SQUAD[f.card], s.round)]
    if len(found) > 1:
        trace.add(whys.SPLIT, tuple(names[tile] for tile in found), goal)
    else:
        trace.add(whys.TOWARD, goal)


def _scout_path(f: BoardFacts, table: Table, trace: Trace | None) -> paths.Path:
    """Nearer to the goal (Q63); if no step leads there, to any neighbour (Q66)."""
    nearer = f.scout_paths(profile(f.card).actions["scout"])
    found = nearer or [(tile,) for tile in f.away()]
    names = f.terrain.names
    if trace is not None and nearer:
        _note_goal(f, trace)
    if len(found) == 1:
        path = found[0]
    else:
        written = [" ".join([names[tile] for tile in path]) for path in found]
        path = found[written.index(table.pick(written, "path"))]
    if trace is not None:
        if nearer:
            trace.add(whys.PATHS, _names(f, path), sum(not f.me.marked >> tile & 1 for tile in path))
        else:
            trace.add(whys.SCOUTS_AWAY, tuple(names[tile] for (tile,) in found))
        if len(found) > 1:
            trace.add(whys.WAY_TIE, len(found), _names(f, path))
    return path


def _stalk_tile(f: BoardFacts, verdict: Verdict, table: Table, trace: Trace | None) -> Tile:
    """Where SNIPER 3 leads: into cover, and by the German sheet else to the points (Q35); otherwise as MOVE."""
    if verdict.aim != "stalk_tile":
        return _step(f, table, trace)
    better = f.better_stalk_tiles()
    tiles = better or f.top_beside()
    if trace is not None:
        trace.add(whys.STALK_TILE if better else whys.STALK_NEAR, _names(f, tiles))
    return _choose_tile(f, tiles, table, trace)


# -- guiding, aiming


def _guided(f: BoardFacts, table: Table, trace: Trace | None) -> tuple[Card, Tile]:
    line, units = guided_units(f.guided())
    if trace is not None:
        trace.add(whys.GUIDED[line], (tuple(units), f.seat))
    unit: Card = _pick(units, "unit", table)
    if trace is not None and len(units) > 1:
        trace.add(whys.GUIDE_TIE, len(units), (unit, f.seat))
    tile = _choose_tile(f, f.guided_tiles(unit, line), table, trace)
    if trace is not None:
        trace.add(whys.GUIDED_TO, (unit, f.seat), f.terrain.names[tile])
    return unit, tile


def _marked_tile(f: BoardFacts, table: Table, trace: Trace | None) -> Tile:
    tiles, names = f.target_tiles(), f.terrain.names
    if trace is not None:
        kinds = tuple(KIND[unit] for unit in UNITS if f.foe.at[unit] == tiles[0])
        trace.add(whys.MARKED, tuple(names[tile] for tile in tiles), kinds, kinds)
    if len(tiles) == 1:
        return tiles[0]
    chosen = f.terrain.index[table.pick([names[tile] for tile in tiles], "tile")]
    if trace is not None:
        trace.add(whys.MARK_TIE, len(tiles), names[chosen])
    return chosen


# -- the other decisions


def _take_more(v: State, seat: Seat, decision: Decision[Any], trace: Trace | None, tables: Tables) -> Action:
    """The rest of a Bolster, by the same rule (Q58)."""
    fields = dict(decision.prompt.fields)
    squad, left = str(fields.get("squad", "")), int(str(fields["n"]))
    takes = bolster(takeable(piles_of(v.sides[seat]), squad), left, tables)
    if not takes:
        return ENOUGH
    if trace is not None:
        trace.add(whys.REST, tuple(takes))
    pile, count = takes[0]
    return acts_of(v.scenario.terrain, seat).takes[pile][count]


def _bid(v: State, seat: Seat, decision: Decision[Any], trace: Trace | None) -> Action:
    """The automa rolls instead (Q13). Asked in a person's place, it gives up what it would play last."""
    hand = [card for card in v.sides[seat].hand if card >= 0]
    card = max(hand) if hand else decision.options[0].card
    if trace is not None:
        trace.add(whys.BID, card)
    return BIDS[card]
