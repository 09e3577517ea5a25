"""Panic tests and their modifiers (R176, R188 to R200, G09 to G11)."""

from __future__ import annotations

from collections.abc import Iterable

from kempelen.engine.table import Table
from kempelen.games.universalis.rules.events import Became
from kempelen.games.universalis.rules.models.current import in_contact, reckon
from kempelen.games.universalis.rules.profile import RulesProfile
from kempelen.games.universalis.rules.rolls import Mod, Reckoning, attribute_roll
from kempelen.games.universalis.rules.state import ON_TABLE, Model, State
from kempelen.games.universalis.rules.table.sight import perceives
from kempelen.games.universalis.rules.terms import DRONE
from kempelen.text.say import Text

__all__ = ["panic_mods", "panic_reckoning", "panic_test", "test_group", "who_must_test"]


def panic_mods(rules: RulesProfile, seen: Iterable[str]) -> list[Mod]:
    """One modifier for each model inside the perception range, by what it is (R194 to R200, G10)."""
    values: dict[str, Mod] = {
        "friend": ("R194", rules.panic_friend),
        "friend_contact": ("R195", rules.panic_friend_contact),
        "friend_panic": ("R196", rules.panic_friend_panic),
        "friend_out": ("R197", rules.panic_friend_out),
        "friend_just_out": ("R198", rules.panic_friend_just_out),
        "enemy": ("R199", rules.panic_enemy),
        "enemy_melee": ("R200", rules.panic_enemy_melee),
    }
    return [values[kind] for kind in seen]


def _kind(s: State, m: Model, o: Model, just_out: Model | None) -> str | None:
    """What another model is to one that tests; the most specific row of the table (G10)."""
    if o.seat == m.seat:
        if o is just_out:
            return "friend_just_out"
        if o.out:
            return "friend_out"
        if o.panic:
            return "friend_panic"
        return "friend_contact" if in_contact(s, m, o) else "friend"
    if o.out:
        return None
    if in_contact(s, m, o):
        return "enemy_melee"
    return None if o.panic else "enemy"


def panic_reckoning(s: State, m: Model, just_out: Model | None = None) -> Reckoning:
    """EH with everybody it perceives (R188)."""
    needed = reckon(s, m, "EH")
    kinds = [
        kind
        for o in s.models
        if o is not m and o.place == ON_TABLE and (kind := _kind(s, m, o, just_out)) and perceives(s, m, o)
    ]
    needed.mods += panic_mods(s.rules, kinds)
    return needed


def panic_test(s: State, table: Table, m: Model, needed: Reckoning) -> bool:
    """An EH roll (R188); an automaton passes every one (trait). True if it keeps calm."""
    if m.card.levels.get("automaton"):
        return True
    return attribute_roll(s, table, m, needed, "eh", Text("universalis.roll_for.panic")).success


def who_must_test(s: State, casualty: Model) -> list[Model]:
    """Every other model of the group that is not out and not yet in panic (R176, G09, G11).

    A drone has no will; it has its controller's EH and tests with it as long as he steers it (R325).
    """
    return [
        m
        for m in s.models
        if m.seat == casualty.seat
        and m is not casualty
        and m.standing
        and not m.panic
        and (m.card.type != DRONE or m.controller >= 0)
        and (not s.rules.panic_needs_perception or perceives(s, m, casualty))
    ]


def test_group(s: State, table: Table, casualty: Model) -> None:
    """R176, R189: whoever fails gets a panic marker."""
    for m in who_must_test(s, casualty):
        if not panic_test(s, table, m, panic_reckoning(s, m, casualty)):
            begin_panic(table, m)


def begin_panic(table: Table, m: Model) -> None:
    m.panic = True
    table.tell(Became, m.name, "panic")
