"""What is got ready beside a real table: what is measured and rolled with, hit points, marks for states."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kempelen.engine.setup import Setup
from kempelen.engine.things import Prepared
from kempelen.games.universalis.rules.profile import PLAY
from kempelen.text.say import Text

__all__ = ["MARKED", "prepared"]

MARKED = ("prone", "critical", "panic", "defence", "fast", "acted")
"""States that a mark beside a model shows."""


def prepared(setup: Setup, position: Mapping[str, Any], piles: frozenset[str]) -> tuple[Prepared, ...]:
    """The same for every skirmish but for the models; missions are chosen later, and secretly."""
    tools = Prepared(Text("universalis.prepared.tools", die=PLAY.die))
    states = tuple(Text(f"universalis.correct.state.{state}") for state in MARKED)
    return (tools, *hit_points(position), Prepared(Text("universalis.prepared.marks", states=states)))


def hit_points(position: Mapping[str, Any]) -> Iterator[Prepared]:
    """R017: what each model of a side begins with."""
    for seat, letter in enumerate("AB"):
        models = tuple(
            Text("universalis.prepared.model", model=Text("universalis.named", name=model["label"]), n=model["tp"][0])
            for model in position["models"]
            if model["label"].startswith(letter)
        )
        yield Prepared(
            Text("universalis.prepared.hit_points", side=Text("universalis.side", n=seat + 1), models=models)
        )
