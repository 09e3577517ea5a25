"""What all events share: how their fields are said, and what they name in the scene."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

from kempelen.engine.events import Happening, Worded
from kempelen.games.universalis.face.words import gear_word
from kempelen.text.say import Text

__all__ = ["Event", "Mods", "Thrown", "card_handle", "model_handle"]

Mods: TypeAlias = tuple[tuple[str, int], ...]
Thrown: TypeAlias = tuple[str, str, int, Mods, int]
"""Who, what is added, its base, modifiers, die."""


def model_handle(name: str) -> str:
    """A model on the table; its name begins with its label."""
    return f"model:{name.partition(' ')[0]}"


def card_handle(name: str) -> str:
    """Its card beside the table, which is there before it is deployed, too."""
    return f"card:{name.partition(' ')[0]}"


def _text(kind: str) -> Callable[[Any], Text]:
    return lambda id: Text(f"universalis.{kind}.{id}")


class Event(
    Happening,
    words={
        "seat": lambda seat: Text("universalis.side", n=seat + 1),
        "weapon": partial(gear_word, "weapon"),
        "item": partial(gear_word, "item"),
        "trait": partial(gear_word, "trait"),
        "power": partial(gear_word, "power"),
        "mission": _text("mission"),
        "why": _text("roll"),
        "zone": _text("zone"),
        "door": lambda door: Text("universalis.door", n=door + 1),
        "winners": lambda winners: tuple(Text("universalis.side", n=seat + 1) for seat in winners),
        "thing": Worded("n", lambda thing: thing + 1),
        "sides": None,
        "gained": None,
        "fled": None,
    },
    handles={
        "who": lambda event: model_handle(event.who),
        "whom": lambda event: model_handle(event.whom),
        "seat": lambda event: f"group:{event.seat + 1}",
        "door": lambda event: f"door:{event.door + 1}",
        "thing": lambda event: f"object:{event.thing + 1}",
    },
):
    """Of this game; nothing of it is secret."""
