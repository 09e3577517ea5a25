"""Worked examples of Undaunted, put to the same functions that play, advise and print."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kempelen.behaviour.verdict import Verdict
from kempelen.conform import (
    Adapter,
    Case,
    among,
    as_counts,
    as_set,
    bad_value,
    flag,
    listed,
    same,
    table,
    whole,
    word,
)
from kempelen.engine.table import Table
from kempelen.games.undaunted.automa.selection import (
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
from kempelen.games.undaunted.automa.sequence import card_order, first_of_several_leaders, higher
from kempelen.games.undaunted.automa.stated import StatedFacts
from kempelen.games.undaunted.conform.board import move, position, turn
from kempelen.games.undaunted.conform.example import (
    AI,
    HUMAN,
    action_name,
    card,
    card_name,
    foes,
    kind,
    piles,
    playable,
    stated,
)
from kempelen.games.undaunted.conform.table import (
    NoRollLeft,
    Scripted,
    Silent,
    Told,
    all_answers,
    chance,
    consulted,
    dice_of,
    stated_target,
    verdict_words,
)
from kempelen.games.undaunted.rules.cards import FOG, INITIATIVE, KIND, LEADERS, SQUAD, SQUADS

__all__ = ["ADAPTER"]

REROLL = "REROLL"


# -- a card, from stated facts


def decide(case: Case) -> Told:
    played = case.facts.get("card", playable)
    facts = stated(KIND[played], case.facts.part("facts"), case.options)
    rolls = case.facts.get("rolls", dice_of, [])
    came = chance(lambda at: _decided(facts, at), rolls)
    return all_answers(("action", "drm", "total", "rolls_used", "target", "tile"), came, "target")


def _decided(facts: StatedFacts, at: Table) -> Told:
    """What a card does, as far as the stated facts tell."""
    verdict = consulted(facts, at)
    told = verdict_words(verdict)
    told["target"] = stated_target(verdict, facts, at)
    if verdict.action == "stalk" and verdict.aim == "stalk_tile":
        told["tile"] = facts.values.get("better_stalk_tile")
    return told


def sweep(case: Case) -> Told:
    """The action for every face of the die."""
    played = case.facts.get("card", playable)
    facts = stated(KIND[played], case.facts.part("facts"), case.options)
    actions: list[str] = []
    drm: int | None = None
    for face in range(1, 11):
        verdict = Verdict("")
        try:
            verdict = consulted(facts, Scripted(Silent(), [face]))
            actions.append(action_name(verdict.action))
        except NoRollLeft:
            actions.append(REROLL)
        drm = verdict.drm if verdict.rolls else drm
    return {
        "drm": drm,
        "by_face": actions,
        "out_of_table_faces": [face for face in range(1, 11) if drm is not None and not 1 <= face + drm <= 10],
    }


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
    came = chance(lambda at: {"target": at.pick(found.targets, "target") if found else None})
    return all_answers(("target",), came, "target")


def mortar_target(case: Case) -> Told:
    tiles = {str(name): listed(kind)(units, f"tiles.{name}") for name, units in case.facts.get("tiles", table).items()}
    far = case.facts.get("dist", table, {})
    for name in far:
        if str(name) not in tiles:
            raise bad_value("dist", name, "among", known=", ".join(tiles))
    far = {str(name): whole(steps, f"dist.{name}") for name, steps in far.items()}
    legal = {name: kinds for name, kinds in tiles.items() if far.get(name, MORTAR_RANGE) >= MORTAR_RANGE}
    best = mortar_tiles(legal)
    came = chance(lambda at: {"tile": at.pick(best, "tile") if best else None})
    return all_answers(("tile",), came, "tile")


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

    rolls = case.facts.get("rolls", dice_of, [])

    def first() -> Told:
        if not played:
            return {"action": None, "rolls_used": 0}
        leading = played[0]
        squad = SQUAD[leading] if leading in LEADERS else ""
        values: Told = {
            "bolsterable": supply[SQUADS.index(squad)] if squad else sum(supply),
            "several_leaders": leading in LEADERS and first_of_several_leaders(leading, hand, supply),
            "fog_in_hand": FOG in hand,
        }
        facts = StatedFacts(KIND[leading], case.options, values)
        told: Told = chance(lambda at: _decided(facts, at), rolls).values[0]
        return told

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
    came = chance(lambda at: {"unit": at.pick(found, "unit") if found else None})
    return all_answers(("unit",), came, "unit")


def initiative(case: Case) -> Told:
    roll = case.facts.get("ai_roll", whole)
    bid = case.facts.get("human_card", card)
    holder = case.facts.get("marker", among({"AI": AI, "HUMAN": HUMAN}))
    if not 1 <= roll <= 10:
        raise bad_value("ai_roll", roll, "among", known="1..10")
    first = higher([roll, INITIATIVE[bid]], holder)
    return {"first": "AI" if first == AI else "HUMAN"}


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
