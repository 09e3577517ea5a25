"""Places in words: what lies there, in place of centimetres from the corner of the table."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import hypot
from typing import Any

from kempelen.games.universalis.face.outlook import short_name
from kempelen.games.universalis.face.words import side_word
from kempelen.games.universalis.rules.actions import Disengage, Drop, Fire, Handle, Jump, Move
from kempelen.games.universalis.rules.choices import Deploy, Zone
from kempelen.games.universalis.rules.combat.melee_actions import weapon_named
from kempelen.games.universalis.rules.combat.ranged_numbers import REACTION, shot_cost
from kempelen.games.universalis.rules.combat.reactions import place_on_way, points_for, why_not_fire
from kempelen.games.universalis.rules.events import Carried, Compared, Deployed, Moved, RoundBegan, Scored, Tested
from kempelen.games.universalis.rules.events.basis import Event
from kempelen.games.universalis.rules.legal import model_of
from kempelen.games.universalis.rules.missions import CARRIED, OBJECTS, in_zone, missions
from kempelen.games.universalis.rules.models.drones import purse
from kempelen.games.universalis.rules.models.equipment import TOUCH
from kempelen.games.universalis.rules.state import Model, State, Window
from kempelen.games.universalis.rules.table.board import Board, Piece
from kempelen.games.universalis.rules.table.terrain import Place
from kempelen.geometry import distance_to_polygon
from kempelen.text.say import Field, Text

__all__ = ["terrain_name", "where", "words"]

NUMBERED = re.compile(r"_(one|two|east|west|north|south|left|right|red|blue)$")
"""What tells two of a kind apart; a sentence does without."""
NAMED = frozenset(
    {
        "wall",
        "wood",
        "crate",
        "road",
        "sandbags",
        "sandbag_wall",
        "barrier",
        "container",
        "thicket",
        "ditch",
        "crater",
        "fence",
        "guard_house",
        "terrace",
        "block",
        "spire",
        "pool",
        "chasm",
        "rubble",
        "mud",
        "cart",
        "river",
        "ford",
        "bridge",
        "hedge",
        "rock",
        "boulder",
        "wreck",
        "yard",
        "tank",
        "pipes",
        "crates",
        "scrap",
        "oil",
        "hall",
        "track",
        "chapel",
        "chapel_wall",
        "tower_stump",
    }
)
"""Pieces of the shipped tables that have words of their own; others are called after what they are made of."""
SOLID = frozenset(
    {
        "wall",
        "crate",
        "sandbag_wall",
        "barrier",
        "container",
        "fence",
        "terrace",
        "block",
        "spire",
        "cart",
        "rock",
        "boulder",
        "wreck",
        "tank",
        "pipes",
        "crates",
        "chapel_wall",
        "tower_stump",
    }
)
"""Of them obstacles: what they are called by themselves."""
BUILT = frozenset({"guard_house", "hall", "chapel"})
"""Of them buildings: so are their walls."""
BESIDE = 3.0
"""So near a base is beside something, in cm from its edge."""
AT_OBJECT = 5.0
ABOUT = 0.75
"""So near its beginning or its end a point of a way is called that, in cm."""
SHOTS = ("fk", "fk_2")
"""Rolls that say whether a shot hits."""


def where(s: State, place: Place, r: float = 1.25) -> Text:
    """The nearest thing one would name: what it stands on or in, an object of a mission, what it stands beside."""
    x, y, z = place
    if z > 0.0:
        on = next((piece for piece in s.board.stands if piece.top == z and piece.holds(x, y)), None)
        return _named("atop", on) if on is not None else Text("universalis.where.above", cm=z)
    for thing in s.objects:
        if thing.carrier < 0 and hypot(thing.x - x, thing.y - y) - r <= AT_OBJECT and thing.kind in OBJECTS:
            # What is carried is taken from close by: whoever stands farther off is only near it.
            near = thing.kind in CARRIED and hypot(thing.x - x, thing.y - y) - r > TOUCH
            return Text(f"universalis.{'near' if near else 'beside'}.{thing.kind}")
    return _on_the_ground(s.board, x, y, r)


@lru_cache(maxsize=4096)
def _on_the_ground(board: Board, x: float, y: float, r: float) -> Text:
    """By terrain alone, which never changes: after a click most of what is told lies where it lay."""
    inside = [piece for piece in board.areas if piece.bottom <= 0.0 and piece.holds(x, y)]
    if inside:
        return _named("within", min(inside, key=lambda piece: piece.circle[2]))
    near = [(distance_to_polygon(piece.polygon, x, y) - r, piece.id, piece) for piece in board.pieces if piece.solid]
    beside = [one for one in near if one[0] <= BESIDE]
    return _named("beside", min(beside, key=lambda one: one[:2])[2]) if beside else Text("universalis.where.open")


def _named(how: str, piece: Piece) -> Text:
    name = NUMBERED.sub("", piece.part_of or piece.id)
    return Text(f"universalis.{how}.{name if name in NAMED else piece.type or 'obstacle'}")


def terrain_name(piece: Piece) -> Text:
    """What a piece of a shipped table is called, so that two of them are told apart; walls are their building's."""
    name = NUMBERED.sub("", piece.part_of or piece.id)
    if (name in SOLID and not piece.type) or name in BUILT:
        return Text(f"universalis.solid.{name}")
    return Text(f"universalis.terrain.{piece.type or ('building' if piece.part_of else 'obstacle')}")


def words(s: State, thing: Any) -> Text | None:
    """An action, an event or a question without numbers of places and with names in place of labels."""
    if isinstance(thing, Text):
        return _asked(s, thing)
    if isinstance(thing, Moved):
        m = _by_name(s, thing.who)
        if m is None:
            return None
        carried = _brought_home(s, m, thing.way)
        if carried is not None:
            return Text("universalis.told.moved_home", who=short_name(m), thing=carried)
        return Text("universalis.told.moved", **_fields(s, m, thing.way[-1], thing.cm))
    if isinstance(thing, Deployed):
        m = _by_name(s, thing.who)
        x, y, z = (*map(float, thing.at.split(",")), 0.0)[:3]
        return None if m is None else Text("universalis.told.deployed", who=short_name(m), where=where(s, (x, y, z)))
    if isinstance(thing, Compared):
        return _compared(thing)
    if isinstance(thing, Tested) and thing.why in SHOTS:
        return thing.told
    if isinstance(thing, RoundBegan):
        return Text("universalis.told.last_round", n=thing.n) if thing.n == s.last_round else None
    if isinstance(thing, Scored):
        return _scored(s, thing)
    if isinstance(thing, Carried):
        return _by_kind(s, thing.text, thing.thing)
    if isinstance(thing, Event):
        return _by_groups(s, thing.text) if hasattr(thing, "seat") or hasattr(thing, "winners") else None
    if isinstance(thing, Zone):
        return Text("universalis.told.zone", edge=Text(f"universalis.edge.{thing.degrees}"))
    m = model_of(s, getattr(thing, "label", ""))
    if m is None:
        return None
    if isinstance(thing, Fire):
        return _fire(s, m, thing)
    if isinstance(thing, Deploy):
        return Text("universalis.told.deploy", who=short_name(m), where=where(s, thing.point, m.r))
    if isinstance(thing, Handle) and thing.verb != "open":
        return _by_kind(s, _by_names(s, thing.text), thing.number)
    if not isinstance(thing, Move):
        return _by_names(s, thing.text)
    far = _length([_place(m), *thing.points])
    fields = _fields(s, m, thing.points[-1], far)
    if isinstance(thing, Disengage):
        return Text("universalis.told.disengage", **fields)
    if isinstance(thing, Jump | Drop):
        return Text("universalis.told.jump" if isinstance(thing, Jump) else "universalis.told.drop", **fields)
    return Text("universalis.told.move_test" if thing.test else "universalis.told.move", **fields)


def _brought_home(s: State, m: Model, way: Sequence[Place]) -> Text | None:
    """What this model carries and its mission wants at home, if this way led it there: by the way itself, for it is
    told again when the game is over and the model has long been home."""
    mission = missions().get(s.missions[m.seat])
    (x, y, _), end = way[0], way[-1]
    if mission is None or mission.kind != "carry" or in_zone(s, m.seat, x, y) or not in_zone(s, m.seat, *end[:2]):
        return None
    found = (one for one in s.objects if one.carrier == m.index and mission.wants(one))
    return next((Text(f"universalis.object.{one.kind}") for one in found), None)


# -- reactions


def _fire(s: State, m: Model, thing: Fire) -> Text:
    """Where on the way, and from how far; at whom the question has said."""
    window = s.window
    if window is None:
        return Text("universalis.told.fire", who=short_name(m), where=where(s, (thing.x, thing.y, 0.0)))
    mover = s.models[window.whom]
    gone, place = place_on_way(window.way, thing.x, thing.y, 0.0)
    gap = max(0.0, hypot(place[0] - m.x, place[1] - m.y) - m.r - mover.r)
    fields: dict[str, Field] = {"who": short_name(m), "gap": round(gap), "cm": round(gone)}
    if len(window.way) < 2:
        return Text("universalis.told.fire_still", **fields)
    left = _length(window.way) - gone
    name = "start" if gone < ABOUT else "end" if left < ABOUT else "way"
    return Text(f"universalis.told.fire_{name}", **fields)


def _asked(s: State, prompt: Text) -> Text | None:
    """Who moves from where to where, and who could fire; other questions say it all themselves."""
    window = s.window
    if prompt.key == "universalis.prompt.zone":
        return Text("universalis.told.asks_zone")
    if window is not None and prompt.key == "universalis.prompt.dodge":
        return _asks_dodge(s, window)
    if window is None or prompt.key != "universalis.prompt.reaction":
        return None
    mover, way = s.models[window.whom], window.way
    able = [m for m in s.enemies(mover.seat) if m.ready >= 0 and why_not_fire(s, m, window.kind) is None]
    who = tuple(short_name(m) for m in able if points_for(s, m, mover, way, 0.0))
    fields: dict[str, Field] = {"whom": short_name(mover), "who": who}
    if len(way) < 2:
        return Text("universalis.told.asks_still", doing=Text(f"universalis.told.doing_{window.kind}"), **fields)
    start, end = (where(s, place, mover.r) for place in (way[0], way[-1]))
    fields["cm"] = round(_length(way))
    if start == end:
        return Text("universalis.told.asks_moves", where=end, **fields)
    return Text("universalis.told.asks_moves_on", start=start, end=end, **fields)


def _asks_dodge(s: State, window: Window) -> Text | None:
    """Who aims at whom, and how many such shots his points still pay for: who dodges now may want to again."""
    shooter, target = s.models[window.whom], s.models[window.who]
    if window.mode == REACTION:
        return None
    cost = shot_cost(s.rules, shooter.card.type, weapon_named(shooter, window.weapon), window.mode)
    more = purse(s, shooter) // cost if cost else 0
    names: dict[str, Field] = {"whom": short_name(shooter), "who": short_name(target), "ap": s.rules.dodge_ap}
    return Text("universalis.told.asks_dodge" if more else "universalis.told.asks_dodge_last", n=more, **names)


def _scored(s: State, thing: Scored) -> Text | None:
    """How many points of how many that are, and what the next one would mean."""
    mission = missions().get(s.missions[thing.seat])
    if mission is None or mission.kind != "hold" or thing.n > mission.goal:
        return _by_groups(s, thing.text)
    left = mission.goal - thing.n
    key = "scored_all" if not left else "scored_one_left" if left == 1 else "scored"
    side = _group(s, dict(thing.text.fields)["seat"])
    return Text(f"universalis.told.{key}", seat=side, n=thing.n, of=mission.goal)


def _length(way: Sequence[Place]) -> float:
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(way))


def _by_groups(s: State, text: Text) -> Text | None:
    """The sentence of an event with the names of groups in place of players' numbers; None if it has none."""
    fields = {name: _group(s, value) for name, value in text.fields}
    return Text(text.key, **fields) if fields != dict(text.fields) else None


def _group(s: State, value: Field) -> Field:
    if isinstance(value, tuple):
        return tuple(_group(s, one) for one in value)
    if not isinstance(value, Text) or value.key != "universalis.side":
        return value
    n = dict(value.fields)["n"]
    return side_word(s.factions, n - 1) if isinstance(n, int) else value


COMPARED: Mapping[str, str] = {"AGI": "quicker", "NK": "melee", "strength": "wound"}


def _compared(thing: Compared) -> Text | None:
    """What a comparison decides: who is quicker, who wins a melee, whether a hit gets through."""
    name = COMPARED.get(thing.one[1])
    if name is None:
        return None
    (one, other), (who, whom) = thing.totals, (thing.one[0], thing.other[0])
    agile = thing.one[2] - thing.other[2]
    if thing.first and one == other and agile:  # else chance decides (G01)
        return Text("universalis.told.agile", n=one, who=who, whom=whom, first=who if agile > 0 else whom)
    if thing.first and one == other:
        return Text("universalis.told.even_lot", who=who, whom=whom, n=one)
    if one == other and name != "wound":  # armour holds on a tie
        return Text("universalis.told.even", who=who, whom=whom, n=one)
    if name == "quicker":
        first, second = (who, whom) if one > other else (whom, who)
        key = "first" if thing.first else name
        return Text(f"universalis.told.{key}", who=first, whom=second, n=max(one, other), m=min(one, other))
    end = "won" if one > other else "lost"
    return Text(f"universalis.told.{name}_{end}", who=who, whom=whom, n=one, m=other)


def _by_kind(s: State, text: Text, number: int) -> Text:
    """What is taken and put down by what it is, where there is no other like it; else by its number."""
    kinds = [one.kind for one in s.objects]
    if number >= len(kinds) or kinds.count(kinds[number]) > 1:
        return text
    fields = {name: value for name, value in text.fields if name != "n"}
    key = "universalis.told." + text.key.rpartition(".")[2]
    return Text(key, thing=Text(f"universalis.object.{kinds[number]}"), **fields)


def _by_names(s: State, text: Text) -> Text:
    """The sentence of an action with names in place of labels."""
    return Text(
        text.key, **{name: _name(s, value) if name in ("who", "whom") else value for name, value in text.fields}
    )


def _name(s: State, value: Field) -> Field:
    """`B2`, or the targets of a burst, `B2:2+B3:1`."""
    if not isinstance(value, str):
        return value
    models = [model_of(s, part.partition(":")[0]) for part in value.split("+")]
    names = tuple(short_name(m) for m in models if m is not None)
    if len(names) < len(models):
        return value
    return names[0] if len(names) == 1 else names


def _fields(s: State, m: Model, end: Place, far: float) -> dict[str, Field]:
    return {"who": short_name(m), "cm": round(far, 1), "where": where(s, end, m.r)}


def _place(m: Model) -> Place:
    return m.x, m.y, m.z


def _by_name(s: State, name: str) -> Model | None:
    return model_of(s, name.partition(" ")[0])
