"""Worked examples on a board, and of whole turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from kempelen.behaviour.question import StateOracle
from kempelen.behaviour.verdict import Verdict, consult
from kempelen.conform import Case, among, bad_value, flag, listed, whole, word
from kempelen.engine.table import Table
from kempelen.games.undaunted import GAME
from kempelen.games.undaunted.automa.charts import charts_for
from kempelen.games.undaunted.automa.facts import BoardFacts
from kempelen.games.undaunted.automa.solitaire import card_to_play, carry_out, inspired
from kempelen.games.undaunted.automa.stated import StatedFacts
from kempelen.games.undaunted.conform.example import (
    AI,
    HUMAN,
    bare_state,
    card,
    card_name,
    kind,
    marks,
    piles,
    playable,
    put_units,
    stated,
    terrain_of,
    tile,
)
from kempelen.games.undaunted.conform.table import (
    Told,
    all_answers,
    chance,
    consulted,
    dice_of,
    stated_target,
    verdict_words,
)
from kempelen.games.undaunted.rules.actions import INSPIRES, Action, Attack, Go, Guide, Inspire, Target
from kempelen.games.undaunted.rules.cards import CARDS, FOG, KIND, LEADERS, SCOUTS, UNITS, Card
from kempelen.games.undaunted.rules.combat import defence
from kempelen.games.undaunted.rules.course import perform, place, spend
from kempelen.games.undaunted.rules.state import State
from kempelen.games.undaunted.rules.terrain import NOWHERE, Terrain, TileFacts

__all__ = ["move", "position", "turn"]


def move(case: Case) -> Told:
    """Where a unit of the automa goes, and what it costs."""
    terrain = terrain_of(case)
    unit = case.facts.get("unit", card)
    at = tile(terrain, case.facts.get("at", word), "at")
    action = case.facts.get("action", among({"MOVE": "move", "SCOUT": "scout", "STALK": "stalk"}))
    steps = case.facts.get("steps", whole)
    state = bare_state(terrain, case.options, None, None)
    me = state.sides[AI]
    me.at[unit] = at
    me.controlled = marks(terrain, case.facts, "controlled") | marks(terrain, case.facts, "ai_controlled")
    me.marked = marks(terrain, case.facts, "scouted") | marks(terrain, case.facts, "ai_scouted") | me.controlled
    me.supply[FOG] = case.facts.get("fog_supply", whole, 10)
    if case.facts.get("on_tgt_marker", flag, False):
        state.sides[HUMAN].marker = at
    me.hand = [unit]

    def act(s: State, table: Table) -> Told:
        facts = BoardFacts(s, AI, unit)
        if not facts.may_move():
            return {"path": [], "fog_taken": 0}
        chosen = carry_out(Verdict(action), facts, table, None)
        perform(s, table, AI, chosen)
        assert isinstance(chosen, Go)
        return {"path": list(chosen.path), "fog_taken": s.sides[AI].discard.count(FOG)}

    if steps != (2 if unit in SCOUTS else 1):
        raise bad_value("steps", steps, "among", known="2" if unit in SCOUTS else "1")
    came = chance(lambda table: act(table.state, table), (), state)
    return all_answers(("path", "fog_taken"), came, "path")


def position(case: Case) -> Told:
    """A card of the automa on a small board."""
    terrain = terrain_of(case)
    f = case.facts
    acting = f.get("card", playable)
    rolls = f.get("rolls", dice_of, [])
    state = bare_state(terrain, case.options, f.get("ai_goal", _goal, None), f.get("human_goal", _goal, None))
    ids = _lay_out(case, state, acting)
    if case.facts.get("suppressed", flag, False):
        state.sides[AI].suppressed |= 1 << acting

    def act(at: Table) -> Told:
        facts = BoardFacts(at.state, AI, acting)
        if facts.me.suppressed >> acting & 1:
            return {"action": "READY", "drm": None, "total": None, "rolls_used": 0}
        verdict = consult(charts_for(case.options)[facts.kind], StateOracle(facts), at)
        chosen = carry_out(verdict, facts, at, None)
        told = verdict_words(verdict) | _carried_out(chosen, ids)
        if verdict.action == "scout":
            perform(at.state, at, AI, chosen)
            told["fog_taken"] = at.state.sides[AI].discard.count(FOG)
        return told

    def seen() -> dict[str, int]:
        s = state.copy()
        s.sides[AI].at[acting] = BoardFacts(s, AI, acting).at
        return {id: defence(s, AI, acting, unit) for unit, id in ids.items()}

    names = ("action", "drm", "total", "rolls_used", "target", "tile", "path", "fog_taken", "unit")
    came = chance(act, rolls, GAME.view(state, AI))
    return {"total_def": seen, **all_answers(names, came, "target")}


def _goal(value: Any, path: str) -> int:
    return 0 if value == "pin" else whole(value, path)


def _lay_out(case: Case, s: State, acting: Card) -> dict[Card, str]:
    """Counters, markers and cards of a position; gives the names of the human's counters."""
    terrain, f = s.scenario.terrain, case.facts
    me, human = s.sides
    spawns = list(s.scenario.spawns[AI])
    at = f.get("at", lambda value, path: None if value is None else tile(terrain, value, path), None)
    spawn = f.get("ai_spawn", lambda value, path: tile(terrain, value, path), 0 if at is None else NOWHERE)
    spawns[acting] = spawn
    s.scenario = replace(s.scenario, spawns=(tuple(spawns), s.scenario.spawns[HUMAN]))
    if at is not None:
        me.at[acting] = at
    me.controlled = marks(terrain, f, "ai_controlled")
    me.marked = me.controlled | marks(terrain, f, "ai_scouted")
    if at is not None and KIND[acting] in ("rifleman", "mg", "mortar"):
        me.marked |= 1 << at  # these only ever stand where their side has a marker (M1)
    human.controlled = marks(terrain, f, "human_controlled")
    human.marked = human.controlled | marks(terrain, f, "human_scouted")
    for side in s.sides:
        side.points = sum(s.values[n] for n in terrain.objectives if side.controlled >> n & 1)
    human.points = f.get("human_vp", whole, human.points)
    for side, name in ((me, "ai_marker"), (human, "human_marker")):
        if name in f:
            side.marker = tile(terrain, f.get(name, word), name)
    me.hand = [acting, *f.get("hand", listed(card), [])]
    me.supply[FOG] = human.supply[FOG] = f.get("fog_supply", whole, 5)
    units, down = [], []
    for n, entry in enumerate(f.get("human", listed(listed(lambda value, _: value)), []), 1):
        path = f"human[{n}]"
        if len(entry) not in (3, 4):
            raise bad_value(path, entry, "list")
        units.append((word(entry[0], path), kind(entry[1], path), tile(terrain, entry[2], path)))
        if entry[3:] in ([True], ["suppressed"]):
            down.append(units[-1][0])
    ids = put_units(s, HUMAN, units)
    human.suppressed = sum(1 << unit for unit, id in ids.items() if id in down)
    return ids


def _carried_out(action: Action, ids: Mapping[Card, str]) -> Told:
    """An action in the words of the cases."""
    match action:
        case Attack():
            return {"target": ids[action.target]}
        case Go():
            return {"path": list(action.path), "tile": action.path[-1]}
        case Target():
            return {"tile": action.at}
        case Inspire():
            return {"target": card_name(action.back)}
        case Guide():
            return {"unit": card_name(action.unit), "target": card_name(action.unit), "tile": action.to}
    return {}


# -- a whole turn

CARD_ACTIONS = ("bolster", "command", "recon", "inspire", "hunker_down")
"""What a turn without a board carries out: the rest leaves hand, supply and play area alone."""


def turn(case: Case) -> Told:
    """All cards of a hand, one after the other, with what the cards do to hand, supply and play area."""
    f = case.facts
    state = bare_state(_MEADOW, case.options, None, None)
    here = (0,) * len(CARDS)
    state.scenario = replace(state.scenario, spawns=(here, here))
    me = state.sides[AI]
    for unit in UNITS:  # all are on the board, but for those whose counter lies on its pile
        me.at[unit] = 0
    me.hand = f.get("hand", listed(card))
    me.deck.top = f.get("deck_top", listed(card), [])[::-1]
    me.play = f.get("play_area", listed(card), [])
    me.discard = f.get("discard", listed(card), [])
    for pile, count, counter in f.get("piles", piles, []):
        me.supply[pile] = count
        if counter and pile in UNITS:
            me.at[pile] = NOWHERE
    common: Told = {"scouted_enough": f.get("scouted_enough", flag, False)}
    if "human_fog_supply" in f:
        common["human_fog_supply"] = f.get("human_fog_supply", whole)
    me.bolstered_turn = f.get("bolstered_turn", flag, False)
    me.bolstered_game = f.get("bolstered_game", flag, False)
    given = f.part("facts_of")
    facts_of = {card(name, given.at(str(name))): given.part(str(name)) for name in list(given.values)}
    stated_of = {one: stated(KIND[one], facts, case.options).values for one, facts in facts_of.items()}
    rolls = f.get("rolls", dice_of, [])

    def act(at: Table) -> Told:
        s: State = at.state
        steps = []
        while (played := card_to_play(s.sides[AI], s)) is not None:
            steps.append(_play(s, at, played, {**common, **stated_of.get(played, {})}, case.options))
        return {"steps": steps, "not_played": [card_name(one) for one in s.sides[AI].hand]}

    return all_answers(("steps", "not_played"), chance(act, rolls, state))


_MEADOW = Terrain([TileFacts("meadow", 0)])


def _play(s: State, at: Table, played: Card, values: Told, options: Mapping[str, str]) -> Told:
    """One card: its chart, asked with what hand, supply and play area say and with the facts stated of its unit."""
    side = s.sides[AI]
    board = BoardFacts(s, AI, played)
    values = {
        "bolsterable": board.bolsterable(),
        "counter_addable": board.counter_addable(),
        "bolstered_turn": side.bolstered_turn,
        "bolstered_game": side.bolstered_game,
        "fog_in_hand": board.fog_in_hand(),
        "inspirable": board.inspirable(),
        "several_leaders": played in LEADERS and board.leads_several(),
        "draw_possible": board.may_command(),
        "off_board": played in UNITS and side.at[played] < 0,
        **values,
    }
    facts = StatedFacts(KIND[played], options, values)
    verdict = consulted(facts, at)
    told: Told = {"card": card_name(played), **verdict_words(verdict)}
    told["target"] = stated_target(verdict, facts, at)
    if verdict.action not in CARD_ACTIONS:
        spend(side, played)
        if played in UNITS:
            place(s, at, AI, played)
        return told
    before, supply = list(side.hand), side.supply[:]
    if verdict.action == "inspire":
        perform(s, at, AI, INSPIRES[played - LEADERS[0]][inspired(facts, None)])
    else:
        perform(s, at, AI, carry_out(verdict, board, at, None))
    if verdict.action in ("command", "recon"):
        left = Counter(before) - Counter([played, *([FOG] if verdict.action == "recon" else [])])
        told["draws"] = [card_name(one) for one in side.hand[sum(left.values()) :]]
    if verdict.action == "bolster":
        told["take"] = {card_name(one): supply[one] - n for one, n in enumerate(side.supply) if supply[one] > n}
    return told
