"""What may be otherwise on a real table than the program believes: where models stand, their health, their states."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kempelen.engine.things import Correction, other_numbers
from kempelen.games.universalis.rules.missions import CARRIED
from kempelen.text.say import Text

__all__ = ["corrections"]

SEEN = ("out", "prone", "critical", "panic", "defence", "fast", "acted")
"""States that show at the table."""
OUT = "out"
SEAT = "seat-"


MOST_AP, MOST_POINTS = 12, 40


def corrections(position: Mapping[str, Any], handle: str, places: Sequence[str]) -> list[Correction]:
    kind, _, label = handle.partition(":")
    if kind in ("model", "card"):
        model = next((one for one in position.get("models", []) if one.get("label") == label), None)
        return list(_model(position, label, model)) if model is not None else []
    if kind == "tray" and label.startswith(SEAT):
        return list(_score(position, int(label.removeprefix(SEAT))))
    if kind == "object" and label.isdecimal():
        return list(_object(position, int(label)))
    return []


def _model(position: Mapping[str, Any], label: str, model: Mapping[str, Any]) -> Iterator[Correction]:
    name = Text("universalis.named", name=label)
    stands = _point(model["at"]) if model.get("at") else None
    yield Correction(Text("universalis.correct.at", model=name), f"{label}.at=[{{}}]", points=True, was=stands)
    yield from _hit_points(label, model)
    ap = int(model.get("ap", 0))
    about = Text("universalis.correct.ap_of")
    yield from other_numbers(
        about, lambda n: Text("universalis.correct.ap", model=name, n=n), ap, lambda n: f"{label}.ap={n}", MOST_AP
    )
    states = list(model.get("states", []))
    for state in SEEN:
        changed = [other for other in states if other != state] if state in states else [*states, state]
        how = "not" if state in states else "is"
        text = Text(f"universalis.correct.{how}", model=name, state=Text(f"universalis.correct.state.{state}"))
        yield Correction(text, f"{label}.states={json.dumps(changed)}")
    for n, thing in enumerate(position.get("objects", []), 1):
        if thing.get("carrier", "") != label and thing["kind"] in CARRIED:
            yield _carried(n, thing, label)


def _hit_points(label: str, model: Mapping[str, Any]) -> Iterator[Correction]:
    """Each zone by itself. Whoever has none left is out of action, and whoever has some again is not."""
    tp, states = list(model.get("tp", [])), list(model.get("states", []))
    name, rest = Text("universalis.named", name=label), [one for one in states if one != OUT]
    for zone, left in enumerate(tp):
        about = Text("universalis.correct.tp_of") if len(tp) == 1 else Text("universalis.correct.zone_of", n=zone + 1)
        for n in range(left + 4):
            if n == left:
                continue
            changed = [*tp[:zone], n, *tp[zone + 1 :]]
            out = len(tp) == 1 and not n
            now = [*rest, OUT] if out else rest if len(tp) == 1 else states
            facts = {"tp": changed} if now == states else {"tp": changed, "states": now}
            key = "universalis.correct.tp_out" if out else "universalis.correct.tp"
            text = Text(key, model=name, n=n)
            was = Text("universalis.correct.now", n=left)
            yield Correction(text, f"{label}={json.dumps(facts)}", n=n, about=about, was=was)


def _score(position: Mapping[str, Any], number: int) -> Iterator[Correction]:
    """What the missions of a side have brought it so far."""
    now = int(position["scores"][number - 1])
    about = Text("universalis.correct.score_of")
    yield from other_numbers(
        about, lambda n: Text("universalis.correct.score", n=n), now, lambda n: f"scores.{number}={n}", MOST_POINTS
    )


def _object(position: Mapping[str, Any], number: int) -> Iterator[Correction]:
    """It lies somewhere else, or somebody carries it."""
    thing = position["objects"][number - 1]
    if thing["kind"] not in CARRIED:
        return
    word, holder = Text(f"universalis.object.{thing['kind']}"), thing.get("carrier", "")
    if holder:
        text = Text("universalis.correct.lies", thing=word)
        at = next((one["at"][:2] for one in position["models"] if one["label"] == holder), thing["at"])
        yield Correction(text, f"objects.{number}={json.dumps({'carrier': '', 'at': at})}", was=_holder(holder))
    for model in position.get("models", []):
        if model["label"] != holder and model.get("at"):
            yield _carried(number, thing, model["label"])


def _carried(number: int, thing: Mapping[str, Any], label: str) -> Correction:
    kind, holder = Text(f"universalis.object.{thing['kind']}"), thing.get("carrier", "")
    text = Text("universalis.correct.carries", model=Text("universalis.named", name=label), thing=kind)
    return Correction(text, f"objects.{number}.carrier={label}", was=_holder(holder) if holder else _point(thing["at"]))


def _holder(label: str) -> Text:
    return Text("universalis.correct.holder", model=Text("universalis.named", name=label))


def _point(at: Sequence[float]) -> Text:
    return Text("universalis.correct.point", x=at[0], y=at[1])
