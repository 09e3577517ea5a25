"""The game's things as texts, for actions, events and prompts."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kempelen.engine.table import Seat
from kempelen.text.say import Field, Text

__all__ = ["gear_word", "handle_word", "mod_words", "part_words", "place_text"]
__all__ += ["rule_word", "side_word", "signed", "step_words", "sum_word"]

WORDS = frozenset({"go on", "surrender", "hold always", "react again"})
"""Choices of two words or none that is drawn: they are called as what they do."""
GROUPS = frozenset({"border_watch", "clockwork", "scrappers"})
"""Factions that have a name with an article; what a player has made up has none."""

_KNOWN: dict[str, frozenset[str]] = {}


def shipped(kind: str, ids: Sequence[str]) -> None:
    """Gear that the game brings along has a text; what a player has made up goes by its own name."""
    _KNOWN[kind] = frozenset(ids) | _KNOWN.get(kind, frozenset())


def gear_word(kind: str, id: str) -> Field:
    """`weapon`, `armour`, `item`, `trait`, `power`, `discipline`, `piece`."""
    return Text(f"universalis.{kind}.{id}") if id in _KNOWN.get(kind, ()) else id.replace("_", " ")


def side_word(factions: Sequence[str], seat: Seat) -> Text:
    """A side by the name of its group, if that tells it from the other one."""
    own, other = factions[seat], factions[1 - seat]
    return Text(f"universalis.group.{own}") if own in GROUPS and own != other else Text("universalis.side", n=seat + 1)


def handle_word(name: str) -> Text | None:
    """What is named in an action and not drawn: gear, models that are not on the table yet, numbers, plain words."""
    for kind in ("weapon", "item", "trait", "power"):
        if name in _KNOWN.get(kind, ()):
            return Text(f"universalis.{kind}.{name}")
    if re.fullmatch(r"[A-Z]\d+|\+?\d+", name):
        return Text("universalis.named", name=name)
    return Text(f"universalis.do.{name.replace(' ', '_')}") if name in WORDS else None


def signed(n: int) -> str:
    """+2, −1, with a true minus sign."""
    return f"+{n}" if n > 0 else f"−{-n}" if n < 0 else "±0"


def place_text(x: float, y: float, z: float = 0.0) -> str:
    """`34.5,20.0`, with the level behind it if it is not the ground."""
    return f"{length(x)},{length(y)}" + (f",{length(z)}" if z else "")


def length(n: float) -> str:
    text = f"{n:.2f}"
    return text.removesuffix("0")


def mod_words(mods: Sequence[tuple[str, int]]) -> tuple[Text, ...]:
    """Every modifier with its rule."""
    return tuple(_mod_word(rule, value) for rule, value in mods)


def _mod_word(rule: str, value: int) -> Text:
    what = Text(f"universalis.mod.{rule}")
    if rule[0] in "RGK" and rule[1:].isdigit():
        return Text("universalis.modifier", n=signed(value), what=what, rule=rule)
    return Text("universalis.modifier_trait", n=signed(value), what=what)


def rule_word(rule: str) -> Text:
    """What a rule or a trait is called here, with the number of the rule."""
    what = Text(f"universalis.mod.{rule}")
    return Text("universalis.because", what=what, rule=rule) if rule[1:].isdigit() else what


def step_words(steps: Sequence[tuple[str, int]]) -> tuple[Text, ...]:
    """`damage of the weapon (R150): 5`, then what every rule adds or takes off, so that all of it makes the loss."""
    was = (0, *(n for _, n in steps))
    return tuple(
        Text("universalis.damage_step", what=rule_word(rule), n=signed(n - before) if place else n)
        for place, ((rule, n), before) in enumerate(zip(steps, was, strict=False))
    )


def part_words(what: str, base: int, mods: Sequence[tuple[str, int]]) -> tuple[tuple[Text, int], ...]:
    """The same piece by piece, each with its number."""
    value = Text(f"universalis.value.{what}"), base
    return (value, *((Text(f"universalis.mod.{rule}"), n) for rule, n in mods))


def sum_word(what: str, base: int, mods: Sequence[tuple[str, int]]) -> Text:
    """`FK 5, −1 second range band (R238)`, or just `FK 5`."""
    value = Text(f"universalis.value.{what}")
    if not mods:
        return Text("universalis.sum_plain", what=value, n=base)
    return Text("universalis.sum", what=value, n=base, mods=mod_words(mods))
