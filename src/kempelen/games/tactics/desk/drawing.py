"""A table that a person draws: any map, any unit with its values typed in, and what its AI would do there.

    square121~...#..~3,2,unit;1,1,enemy        topology, rows of the map, units with their places

The unit in question is `unit`; `mate` fights beside it, `enemy` against it. Values are the same for all enemies.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kempelen.desk.adviser import Option
from kempelen.desk.calculator import Answers, Ask
from kempelen.engine.errors import BadPosition
from kempelen.games.tactics.face.words import DRAWN, card_word
from kempelen.games.tactics.files.maps import MAPS, SYMBOLS, map_data
from kempelen.games.tactics.rules.board import KINDS
from kempelen.games.tactics.rules.cards import book
from kempelen.games.tactics.rules.topology import TOPOLOGIES
from kempelen.text.say import Text

__all__ = ["AFTER", "ASKS", "BLANK", "BRUSHES", "known", "maps", "position_of", "touched", "unit_asked"]

BLANK = "square121~......./......./......./......./......./......./.......~3,3,unit;5,1,enemy"
ME, MATE, ENEMY = DRAWN
LARGEST = 20
"""Tiles in a row or a column: more cannot be tapped on a phone."""
SIZES = (5, 7, 9, 11)
GROUNDS = {kind: symbol for symbol, kind in SYMBOLS.items() if kind in KINDS or not kind}
BRUSHES = (
    *(Option(unit, Text(f"tactics.drawing.{unit}")) for unit in DRAWN),
    Option("", Text("tactics.drawing.open")),
    *(Option(kind, Text(f"tactics.kind.{kind}")) for kind in GROUNDS if kind),
)
"""What a tap puts down: a unit (a second tap takes it away), or a ground."""
AFTER = {ME: ENEMY}
"""There is one unit in question: after it come its enemies."""
TARGETS = ("store", "gate", "harbor", "house", "tower", "field")
AIS = ("aggressive", "shy", "wandering", *(f"target {tile}" for tile in TARGETS))


def _ais(_: Answers) -> list[Option]:
    return [
        Option(ai, Text("tactics.ai.target", target=Text(f"tactics.kind.{ai.partition(' ')[2]}")))
        if " " in ai
        else Option(ai, Text(f"tactics.drawing.ai.{ai}"))
        for ai in AIS
    ]


ASKS = (
    Ask("ai", Text("tactics.drawing.ask.ai"), "aggressive", choices=_ais),
    *(
        Ask(name, Text(f"tactics.drawing.ask.{name}"), usual, least, 99)
        for name, usual, least in (("move", 2, 0), ("range", 1, 0))
    ),
    *(
        Ask(name, Text(f"tactics.drawing.ask.{name}"), usual, least, 99, special=True)
        for name, usual, least in (
            ("x", 3, 0),
            ("attack", 1, 0),
            ("health", 3, 1),
            ("enemy_move", 2, 0),
            ("enemy_range", 1, 0),
            ("enemy_attack", 1, 0),
            ("enemy_health", 3, 1),
        )
    ),
)
"""The values on the unit's card, and for its enemies what a scared unit looks at."""


def maps() -> list[tuple[Text, str]]:
    """Empty maps, and the shipped ones with nobody on them."""
    found = [
        (Text(f"tactics.drawing.blank.{topology}", n=size), f"{topology}~{'/'.join(['.' * size] * size)}~")
        for topology in TOPOLOGIES
        for size in SIZES
    ]
    for name in MAPS:
        data = map_data(name)
        rows = [
            "".join(GROUNDS.get(_ground(symbol), ".") for symbol in row) for row in str(data["map"]).strip().split("\n")
        ]
        scenario, _, players = name.partition("_")
        called = Text("tactics.drawing.shipped", name=Text(f"tactics.scenario.{scenario}"), n=int(players or 0))
        found.append((called, f"{data.get('topology', 'square121')}~{'/'.join(rows)}~"))
    return found


def known() -> list[tuple[Text, dict[str, str]]]:
    """The units of the game that act by an AI, each with what stands on its card."""
    found = []
    for name, card in book().items():
        unit = card.unit
        if unit is None or unit.ai is None or unit.ai.tag:  # whom it heads for is no tile of a drawing
            continue
        kind = "wandering" if unit.ai.kind == "wandering" else unit.ai.notation
        values = {"ai": kind, "move": unit.move, "range": unit.range, "attack": unit.attack, "health": unit.health}
        more = {"x": unit.ai.x} if kind == "wandering" else {}
        found.append((card_word(name), {key: str(value) for key, value in {**values, **more}.items()}))
    return found


def _ground(symbol: str) -> str:
    """The kind of a tile without whose spawn tile it is."""
    return next((word for word in SYMBOLS.get(symbol, "").split() if word in KINDS and word != "spawn"), "")


def read(line: str) -> tuple[str, list[str], dict[str, str]]:
    """Topology, rows, and units by place; raises BadPosition."""
    topology, _, rest = line.partition("~")
    rows, _, units = rest.partition("~")
    found = rows.split("/")
    fits = 0 < len(found) <= LARGEST and 0 < len(found[0]) <= LARGEST and len({len(row) for row in found}) == 1
    if topology not in TOPOLOGIES or not fits or not set(rows) <= {"/", *GROUNDS.values()}:
        raise BadPosition(Text("tactics.drawing.bad", most=LARGEST))
    placed: dict[str, str] = {}
    for unit in filter(None, units.split(";")):
        at, _, who = unit.rpartition(",")
        if who not in DRAWN:
            raise BadPosition(Text("tactics.drawing.bad", most=LARGEST))
        placed[at] = who
    return topology, found, placed


def write(topology: str, rows: list[str], placed: Mapping[str, str]) -> str:
    return f"{topology}~{'/'.join(rows)}~{';'.join(f'{at},{who}' for at, who in sorted(placed.items()))}"


def touched(line: str, brush: str, handle: str) -> str:
    """The drawing after a tile or a unit was tapped with a brush."""
    topology, rows, placed = read(line)
    at = handle.removeprefix("tile:")
    across, comma, down = at.partition(",")
    if not comma or not (across.isdecimal() and down.isdecimal()):
        raise BadPosition(Text("tactics.drawing.bad", most=LARGEST))
    x, y = int(across), int(down)
    if not (y < len(rows) and x < len(rows[0])):
        raise BadPosition(Text("tactics.drawing.bad", most=LARGEST))
    if brush in DRAWN:
        was = placed.pop(at, None)
        if brush == ME:
            placed = {place: who for place, who in placed.items() if who != ME}
        if was != brush:
            placed[at] = brush
    elif brush in GROUNDS:
        rows[y] = rows[y][:x] + GROUNDS[brush] + rows[y][x + 1 :]
    return write(topology, rows, placed)


def unit_asked(line: str) -> str:
    """The name of the unit in question; raises BadPosition if nobody has put it down."""
    if ME not in read(line)[2].values():
        raise BadPosition(Text("tactics.drawing.no_unit"))
    return ME


def position_of(line: str, known: Answers) -> dict[str, Any]:
    """The drawing as a position of the game."""
    topology, rows, placed = read(line)
    ai = str(known["ai"])
    own = {name: known[name] for name in ("move", "range", "attack", "health")}
    enemy = {name: known[f"enemy_{name}"] for name in own}
    return {
        "game": "tactics",
        "variant": "sandbox",
        "mode": "versus",
        "map": rows,
        "topology": topology,
        "players": [{}, {}],
        "cards": {
            ME: {"cost": 0, **own, "ai": f"{ai} {known['x']}" if ai == "wandering" else ai},
            MATE: {"cost": 0, **own},
            ENEMY: {"cost": 0, **enemy},
        },
        "units": [{"card": who, "at": at, "player": 2 if who == ENEMY else 1} for at, who in sorted(placed.items())],
    }
