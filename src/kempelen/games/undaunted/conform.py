"""Worked examples of Undaunted, put to the same functions that play, advise and print."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kempelen.behaviour.chart import Verdict, consult
from kempelen.behaviour.question import StateOracle
from kempelen.conform import (
    Adapter,
    Case,
    Misunderstood,
    Possible,
    among,
    as_counts,
    as_set,
    bad_value,
    flag,
    listed,
    possible,
    same,
    table,
    whole,
    word,
)
from kempelen.engine.table import A, Check, Deck, Event, Offer, P, Seat, Table
from kempelen.games.undaunted import GAME
from kempelen.games.undaunted.actions import INSPIRES, Action, Attack, Go, Guide, Inspire, Target
from kempelen.games.undaunted.automa import Automa, card_to_play, carry_out, inspired, target_of
from kempelen.games.undaunted.cards import CARDS, FOG, INITIATIVE, KIND, LEADERS, SCOUTS, SQUAD, SQUADS, UNITS, Card
from kempelen.games.undaunted.combat import defence
from kempelen.games.undaunted.example import (
    AI,
    HUMAN,
    action_name,
    bare_state,
    card,
    card_name,
    foes,
    kind,
    marks,
    piles,
    put_units,
    stated,
    terrain_of,
    tile,
)
from kempelen.games.undaunted.facts import BoardFacts, StatedFacts
from kempelen.games.undaunted.rules import perform, place, spend
from kempelen.games.undaunted.selection import (
    MORTAR_RANGE,
    Guided,
    bolster,
    guided_units,
    inspirable,
    inspire_card,
    main_targets,
    mortar_tiles,
    select,
    takeable,
)
from kempelen.games.undaunted.sequence import card_order, first_of_several_leaders, higher
from kempelen.games.undaunted.solitaire import charts_for
from kempelen.games.undaunted.state import State
from kempelen.games.undaunted.terrain import NOWHERE, Terrain, TileFacts
from kempelen.text.say import Text

__all__ = ["ADAPTER"]

Told = dict[str, Any]
REROLL = "REROLL"


class _NoRollLeft(Exception):
    """The case scripts fewer dice than the card wants."""


class Scripted(Table):
    """Another table, but the dice of the automa's decisions are those of the case."""

    def __init__(self, inner: Table, rolls: Sequence[int]) -> None:
        self.inner = inner
        self.game, self.state = inner.game, inner.state
        self.rolls = list(rolls)
        self.used = 0

    def roll(self, die: int, why: str) -> int:
        if why != "decision":
            return self.inner.roll(die, why)
        if self.used == len(self.rolls):
            raise _NoRollLeft
        self.used += 1
        return self.rolls[self.used - 1]

    def choose(self, seat: Seat, prompt: Text, options: Offer[A], check: Check | None = None) -> A:
        return self.inner.choose(seat, prompt, options, check)

    def together(self, asked: Mapping[Seat, tuple[Text, Offer[A]]]) -> dict[Seat, A]:
        return self.inner.together(asked)

    def pool(self, die: int, count: int, why: str) -> tuple[int, ...]:
        return self.inner.pool(die, count, why)

    def pick(self, options: Sequence[Any], why: str) -> Any:
        return self.inner.pick(options, why)

    def direction(self, why: str) -> int:
        return self.inner.direction(why)

    def draw(self, deck: Deck[Any], why: str, to: Seat | None = None) -> Any:
        return self.inner.draw(deck, why, to)

    def reveal(self, slot: str, known: Any, options: Sequence[Any], why: str, to: Seat | None = None) -> Any:
        return self.inner.reveal(slot, known, options, why, to)

    def ask(self, question: str, about: Text) -> bool:
        return self.inner.ask(question, about)

    def tell(self, event: Callable[P, Event], *facts: P.args, **more: P.kwargs) -> None:
        return


@dataclass(slots=True)
class NoState:
    """For questions that need no table."""

    def copy(self) -> NoState:
        return self


def _dice(value: Any, path: str) -> list[int]:
    rolls = listed(whole)(value, path)
    for n, face in enumerate(rolls, 1):
        if not 1 <= face <= 10:
            raise bad_value(f"{path}[{n}]", face, "among", known="1..10")
    return rolls


def _all_answers(names: Sequence[str], came: Possible, one: str = "") -> Told:
    """Every answer by name, and as `one_of` all that the answer `one` may be."""
    answers: Told = {
        name: Possible(tuple((told.get(name), p) for told, p in came.chances))
        for name in names
        if any(name in told for told, _ in came.chances)
    }
    if one:
        answers["one_of"] = [told[one] for told, _ in came.chances if told.get(one) is not None]
    answers["outcomes"] = came
    return answers


def _chance(act: Callable[[Table], Told], rolls: Sequence[int] = (), state: Any = None) -> Possible:
    """What `act` tells, whatever ties bring."""

    def told(copy: Any, at: Table) -> Told:
        scripted = Scripted(at, rolls)
        scripted.state = copy
        try:
            return act(scripted)
        except _NoRollLeft:
            raise Misunderstood(Text("undaunted.conform.more_rolls", n=len(rolls))) from None

    return possible(GAME, state if state is not None else NoState(), told, {AI: Automa()})


# -- a card, from stated facts


def decide(case: Case) -> Told:
    played = case.facts.get("card", card)
    facts = stated(KIND[played], case.facts.part("facts"), case.options)
    rolls = case.facts.get("rolls", _dice, [])
    came = _chance(lambda at: _decided(facts, at), rolls)
    return _all_answers(("action", "drm", "total", "rolls_used", "target", "tile"), came, "target")


def _decided(facts: StatedFacts, at: Table) -> Told:
    """What a card does, as far as the stated facts tell."""
    verdict = _consulted(facts, at)
    told = _verdict(verdict)
    told["target"] = _stated_target(verdict, facts, at)
    if verdict.action == "stalk" and verdict.aim == "stalk_tile":
        told["tile"] = facts.values.get("better_stalk_tile")
    return told


def _consulted(facts: StatedFacts, at: Table) -> Verdict:
    """What the card's chart says; a suppressed unit has no questions (K2, Q06)."""
    if facts.values.get("suppressed", False):
        return Verdict("ready")
    return consult(charts_for(facts.options)[facts.kind], StateOracle(facts), at)


def _verdict(verdict: Verdict) -> Told:
    rolled = bool(verdict.rolls)
    return {
        "action": action_name(verdict.action),
        "drm": verdict.drm if rolled else None,
        "total": verdict.total,
        "rolls_used": len(verdict.rolls),
    }


def _stated_target(verdict: Verdict, facts: StatedFacts, at: Table) -> str | None:
    if verdict.action == "inspire":
        return card_name(inspired(facts, None))
    if verdict.action in ("attack", "suppress") and facts.foes():
        return str(target_of(facts, facts.kind, verdict.action, verdict.aim, at, None, HUMAN))
    return None


def sweep(case: Case) -> Told:
    """The action for every face of the die."""
    played = case.facts.get("card", card)
    facts = stated(KIND[played], case.facts.part("facts"), case.options)
    actions: list[str] = []
    drm: int | None = None
    for face in range(1, 11):
        verdict = Verdict("")
        try:
            verdict = _consulted(facts, Scripted(_Silent(), [face]))
            actions.append(action_name(verdict.action))
        except _NoRollLeft:
            actions.append(REROLL)
        drm = verdict.drm if verdict.rolls else drm
    return {
        "drm": drm,
        "by_face": actions,
        "out_of_table_faces": [face for face in range(1, 11) if drm is not None and not 1 <= face + drm <= 10],
    }


class _Silent(Scripted):
    """A table at which nothing is left to chance."""

    def __init__(self) -> None:
        self.game, self.state = GAME, NoState()


# -- general behaviour, from a few facts


def target(case: Case) -> Told:
    attacker = case.facts.get("attacker", card)
    action = case.facts.get("action", among({"ATTACK": "attack", "SUPPRESS": "suppress"}), "attack")
    units = case.facts.get("units", foes)
    goal = case.facts.get("human_goal", lambda value, path: None if value == "pin" else whole(value, path), None)
    points = case.facts.get("human_vp", whole, 0)
    free = [(foe[0], 1) for foe, words in units if "on_uncontrolled_obj" in words and foe[1] == "rifleman"]
    main = main_targets(free, points, goal, case.options)
    found = select(KIND[attacker], action, "", [foe for foe, _ in units], main, ())
    came = _chance(lambda at: {"target": at.pick(found.targets, "target") if found else None})
    return _all_answers(("target",), came, "target")


def mortar_target(case: Case) -> Told:
    tiles = {str(name): listed(kind)(units, f"tiles.{name}") for name, units in case.facts.get("tiles", table).items()}
    far = case.facts.get("dist", table, {})
    for name in far:
        if str(name) not in tiles:
            raise bad_value("dist", name, "among", known=", ".join(tiles))
    far = {str(name): whole(steps, f"dist.{name}") for name, steps in far.items()}
    legal = {name: kinds for name, kinds in tiles.items() if far.get(name, MORTAR_RANGE) >= MORTAR_RANGE}
    best = mortar_tiles(legal)
    came = _chance(lambda at: {"tile": at.pick(best, "tile") if best else None})
    return _all_answers(("tile",), came, "tile")


def bolstering(case: Case) -> Told:
    x = case.facts.get("x", whole)
    squad = case.facts.get("squad", among({letter: letter for letter in SQUADS}), "")
    takes = bolster(takeable(case.facts.get("piles", piles), squad), x)
    return {
        "take": {card_name(pile): count for pile, count in takes},
        "cards": [card_name(pile) for pile, count in takes for _ in range(count)],
    }


def order(case: Case) -> Told:
    hand = case.facts.get("hand", listed(card))
    given = case.facts.get("squad_supply", table, {})
    if unknown := sorted(map(str, given.keys() - set(SQUADS))):
        raise bad_value("squad_supply", unknown[0], "among", known=", ".join(SQUADS))
    supply = [whole(given.get(squad, 0), f"squad_supply.{squad}") for squad in SQUADS]
    played = card_order(hand, supply, case.options)

    def first() -> Told:
        leading = played[0]
        squad = SQUAD[leading] if leading in LEADERS else ""
        values: Told = {
            "bolsterable": supply[SQUADS.index(squad)] if squad else sum(supply),
            "several_leaders": leading in LEADERS and first_of_several_leaders(leading, hand, supply),
            "fog_in_hand": FOG in hand,
        }
        return _decided(StatedFacts(KIND[leading], case.options, values), Scripted(_Silent(), ()))

    return {
        "order": [card_name(one) for one in played],
        "not_played": [card_name(one) for one in hand if one not in played],
        "first_action": lambda: first()["action"],
        "first_rolls_used": lambda: first()["rolls_used"],
    }


def inspire(case: Case) -> Told:
    squad = case.facts.get("leader", _leader)
    enough = case.facts.get("scouted_enough", flag, False)
    back = inspire_card(inspirable(case.facts.get("play_area", listed(card)), squad), enough)
    name = card_name(back) if back is not None else None
    return {"card": name, "one_of": [name] if name else []}


def _leader(value: Any, path: str) -> str:
    """`A` or `SQUAD_LEADER A`."""
    return among({**{letter: letter for letter in SQUADS}, **{f"SQUAD_LEADER {letter}": letter for letter in SQUADS}})(
        value, path
    )


def guide(case: Case) -> Told:
    units = []
    for unit in case.facts.parts("units"):
        name = unit.get("id", word)
        units.append(
            Guided(
                name,
                KIND[card(name, unit.at("id"))],
                unit.get("obj", flag, False),
                unit.get("tgt", flag, False),
                unit.get("cover", flag, False),
                unit.get("can_move", flag, unit.get("obj", flag, False) or unit.get("cover", flag, False)),
                unit.get("suppressed", flag, False),
            )
        )
    _, found = guided_units(units)
    came = _chance(lambda at: {"unit": at.pick(found, "unit") if found else None})
    return _all_answers(("unit",), came, "unit")


def initiative(case: Case) -> Told:
    roll = case.facts.get("ai_roll", whole)
    bid = case.facts.get("human_card", card)
    holder = case.facts.get("marker", among({"AI": AI, "HUMAN": HUMAN}))
    if not 1 <= roll <= 10:
        raise bad_value("ai_roll", roll, "among", known="1..10")
    first = higher([roll, INITIATIVE[bid]], holder)
    return {"first": "AI" if first == AI else "HUMAN"}


# -- on a board


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
    came = _chance(lambda table: act(table.state, table), (), state)
    return _all_answers(("path", "fog_taken"), came, "path")


def position(case: Case) -> Told:
    """A card of the automa on a small board."""
    terrain = terrain_of(case)
    f = case.facts
    acting = f.get("card", card)
    rolls = f.get("rolls", _dice, [])
    state = bare_state(terrain, case.options, f.get("ai_goal", _goal, None), f.get("human_goal", _goal, None))
    ids = _lay_out(case, state, acting)
    if case.facts.get("suppressed", flag, False):
        state.sides[AI].suppressed |= 1 << acting

    def act(at: Table) -> Told:
        facts = BoardFacts(at.state, AI, acting)
        if facts.me.suppressed >> acting & 1:
            return {"action": "READY", "drm": None, "total": None, "rolls_used": 0}
        verdict = consult(charts_for(case.options)[facts.kind], StateOracle(facts), at)
        return _verdict(verdict) | _carried_out(carry_out(verdict, facts, at, None), ids)

    def seen() -> dict[str, int]:
        s = state.copy()
        s.sides[AI].at[acting] = BoardFacts(s, AI, acting).at
        return {id: defence(s, AI, acting, unit) for unit, id in ids.items()}

    names = ("action", "drm", "total", "rolls_used", "target", "tile", "path", "unit")
    came = _chance(act, rolls, GAME.view(state, AI))
    return {"total_def": seen, **_all_answers(names, came, "target")}


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
    rolls = f.get("rolls", _dice, [])

    def act(at: Table) -> Told:
        s: State = at.state
        steps = []
        while (played := card_to_play(s.sides[AI], s)) is not None:
            steps.append(_play(s, at, played, {**common, **stated_of.get(played, {})}, case.options))
        return {"steps": steps, "not_played": [card_name(one) for one in s.sides[AI].hand]}

    return _all_answers(("steps", "not_played"), _chance(act, rolls, state))


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
    verdict = _consulted(facts, at)
    told: Told = {"card": card_name(played), **_verdict(verdict)}
    told["target"] = _stated_target(verdict, facts, at)
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


# -- comparing


def _same_or_unsaid(expected: Any, came: Any) -> bool:
    """`drm: null` says that no roll was made, or nothing at all."""
    return expected is None or same(expected, came)


def _same_steps(expected: Any, came: Any) -> bool:
    """Every key that a step names."""
    if not isinstance(expected, list) or not isinstance(came, list) or len(expected) != len(came):
        return False
    return all(
        all(
            key in there and COMPARE.get(key, same)(value, there[key])
            for key, value in (here.items() if isinstance(here, Mapping) else ())
        )
        for here, there in zip(expected, came, strict=True)
    )


def _same_or_among(expected: Any, came: Any) -> bool:
    """A value, or `{one_of: [...]}`."""
    if isinstance(expected, Mapping) and set(expected) == {"one_of"}:
        return any(same(one, came) for one in expected["one_of"])
    return same(expected, came)


COMPARE = {
    **dict.fromkeys(("target", "tile", "unit", "card", "path"), _same_or_among),
    "drm": _same_or_unsaid,
    "total": _same_or_unsaid,
    "take": as_counts,
    "total_def": same,
    "not_played": lambda expected, came: sorted(expected) == sorted(came),
    "one_of": as_set,
    "steps": _same_steps,
}

ADAPTER = Adapter(
    {
        "decide": decide,
        "sweep": sweep,
        "target": target,
        "bolster": bolstering,
        "mortar_target": mortar_target,
        "order": order,
        "inspire": inspire,
        "guide": guide,
        "move": move,
        "position": position,
        "initiative": initiative,
        "turn": turn,
    },
    compare=COMPARE,
    background=frozenset({"map"}),
)
