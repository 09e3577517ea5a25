"""What may be otherwise on a real table than the program believes: where models stand, their health, their states."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kempelen.engine.things import Correction
from kempelen.text.say import Text

__all__ = ["corrections"]

SEEN = ("out", "prone", "critical", "panic", "defence", "fast", "acted")
"""States that show at the table."""


def corrections(position: Mapping[str, Any], handle: str, places: Sequence[str]) -> list[Correction]:
    kind, _, label = handle.partition(":")
    model = next((one for one in position.get("models", []) if one.get("label") == label), None)
    return list(_model(label, model)) if kind == "model" and model is not None else []


def _model(label: str, model: Mapping[str, Any]) -> Iterator[Correction]:
    name = Text("universalis.named", name=label)
    stands = Text("universalis.correct.point", x=model["at"][0], y=model["at"][1]) if model.get("at") else None
    yield Correction(Text("universalis.correct.at", model=name), f"{label}.at=[{{}}]", points=True, was=stands)
    tp = list(model.get("tp", []))
    if tp:
        for n in range(tp[0] + 4):
            if n != tp[0]:
                yield Correction(
                    Text("universalis.correct.tp", model=name, n=n),
                    f"{label}.tp={json.dumps([n, *tp[1:]])}",
                    n=n,
                    about=Text("universalis.correct.tp_of"),
                    was=Text("universalis.correct.now", n=tp[0]),
                )
    states = list(model.get("states", []))
    for state in SEEN:
        changed = [other for other in states if other != state] if state in states else [*states, state]
        how = "not" if state in states else "is"
        text = Text(f"universalis.correct.{how}", model=name, state=Text(f"universalis.correct.state.{state}"))
        yield Correction(text, f"{label}.states={json.dumps(changed)}")
