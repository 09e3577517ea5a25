"""A table that a person draws: any map, any unit with its values typed in, and what its AI would do there.

    square121~...#..~3,2,unit;1,1,enemy        topology, rows of the map, units with their places

The unit in question is `unit`; `mate` fights beside it, `enemy`, `enemy_b` and `enemy_c` against it: three kinds, each
with values of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kempelen.desk.adviser import Option
from kempelen.desk.calculator import Answers, Ask
from kempelen.engine.errors import BadPosition
from kempelen.games.tactics.face.words import DRAWN, card_word
from kempelen.games.tactics.files.maps import MAPS, SYMBOLS, map_data
from kempelen.games.tactics.rules.board import KINDS, Board
from kempelen.games.tactics.rules.cards import Ai, Profile, book
from kempelen.games.tactics.rules.state import State
from kempelen.games.tactics.rules.topology import TOPOLOGIES
from kempelen.parts.advice import Opened
from kempelen.text.say import Text

__all__ = ["AFTER", "ASKS", "BLANK", "BRUSHES", "LARGEST", "idle", "known", "maps", "opened", "position_of", "size"]
__all__ += ["sized", "touched", "unit_asked"]

BLANK = "square121~......./......./......./......./......./......./.......~3,3,unit;5,1,enemy"
ME, MATE, *ENEMIES = DRAWN
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
AFTER = {ME: ENEMIES[0]}
"""There is one unit in question: after it come its enemies."""
VALUES = ("move", "range", "attack", "health")
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
        for name, usual, least in (("x", 3, 0), ("attack", 1, 0), ("health", 3, 1))
    ),
    *(
        Ask(
            f"{enemy}_{name}",
            Text(
                "tactics.drawing.ask.of", who=Text(f"tactics.drawing.{enemy}"), what=Text(f"tactics.drawing.ask.{name}")
            ),
            usual,
            least,
            99,
            special=True,
        )
        for enemy in ENEMIES
        for name, usual, least in (("move", 2, 0), ("range", 1, 0), ("attack", 1, 0), ("health", 3, 1))
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
        found.append((card_word(name), {name: str(getattr(unit, name)) for name in VALUES} | _ai_values(unit.ai)))
    return found


def _ground(symbol: str) -> str:
    """The kind of a tile without whose spawn tile it is."""
    return next((word for word in SYMBOLS.get(symbol, "").split() if word in KINDS and word != "spawn"), "")


def read(line: str) -> tuple[str, list[str], dict[str, str]]:
    """Topology, rows, and units by place; raises BadPosition."""
    topology, _, rest = line.partition("~")
    rows, _, units = rest.rpartition("~")  # water is written so, too
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


def size(line: str) -> tuple[int, int]:
    """How many tiles across and down."""
    _, rows, _ = read(line)
    return len(rows[0]), len(rows)


def sized(line: str, wide: int, high: int) -> str:
    """The map cut off or gone on with open tiles, to the right and below; who stands beyond the edge is taken away."""
    if not (0 < wide <= LARGEST and 0 < high <= LARGEST):
        raise BadPosition(Text("tactics.drawing.bad", most=LARGEST))
    topology, rows, placed = read(line)
    kept = [row[:wide].ljust(wide, GROUNDS[""]) for row in rows[:high]]
    kept += [GROUNDS[""] * wide] * (high - len(kept))
    return write(topology, kept, {at: who for at, who in placed.items() if _is_within(at, wide, high)})


def _is_within(at: str, wide: int, high: int) -> bool:
    across, _, down = at.partition(",")
    return across.isdecimal() and down.isdecimal() and int(across) < wide and int(down) < high


def idle(line: str) -> frozenset[str]:
    """The values of enemies of whom none is on the map."""
    there = set(read(line)[2].values())
    return frozenset(f"{enemy}_{name}" for enemy in ENEMIES if enemy not in there for name in VALUES)


def opened(state: State) -> Opened:
    """A scenario, a map or a position: its ground, and its units by sides.

    The first unit with an AI is the one in question. Whoever stands on its side is its mate; enemies are of as many
    kinds as can be told apart here, with the values that stand on their cards. Raises BadPosition.
    """
    board = state.board
    if max(board.width, board.height) > LARGEST:
        raise BadPosition(Text("tactics.drawing.too_large", wide=board.width, high=board.height, most=LARGEST))
    rows = ["".join(_symbol(board, board.tile(x, y)) for x in range(board.width)) for y in range(board.height)]
    asked = next((unit for unit in state.units if unit.ai is not None and _is_drawn(unit.ai)), None)
    placed: dict[str, str] = {}
    values: dict[str, str] = {}
    kinds: dict[Profile, str] = {}
    left: list[Text] = []
    for unit in state.units if asked is not None else ():
        assert asked is not None
        spot = board.spots[unit.tile]
        who = ME if unit is asked else MATE
        if unit.side != asked.side:
            who = kinds.get(unit.profile, "")
            if not who and len(kinds) < len(ENEMIES):
                who = kinds[unit.profile] = ENEMIES[len(kinds)]
                values |= {f"{who}_{name}": str(getattr(unit.profile, name)) for name in VALUES}
        if who:
            placed[f"{spot.x},{spot.y}"] = who
        else:
            left.append(unit.name.text)
    if asked is not None and asked.ai is not None:
        values |= {name: str(getattr(asked.profile, name)) for name in VALUES} | _ai_values(asked.ai)
    note = Text("tactics.drawing.left", units=tuple(left), n=len(left)) if left else None
    return Opened(write(board.topology.name, rows, placed), values, note)


def _symbol(board: Board, tile: int) -> str:
    return next((sign for kind, sign in GROUNDS.items() if kind and board.kind(kind) >> tile & 1), GROUNDS[""])


def _is_drawn(ai: Ai) -> bool:
    """Whom it heads for can be said of a drawing."""
    return ai.kind == "wandering" or ai.notation in AIS


def _ai_values(ai: Ai) -> dict[str, str]:
    return {"ai": "wandering", "x": str(ai.x)} if ai.kind == "wandering" else {"ai": ai.notation}


def unit_asked(line: str) -> str:
    """The name of the unit in question; raises BadPosition if nobody has put it down."""
    if ME not in read(line)[2].values():
        raise BadPosition(Text("tactics.drawing.no_unit"))
    return ME


def position_of(line: str, known: Answers) -> dict[str, Any]:
    """The drawing as a position of the game."""
    topology, rows, placed = read(line)
    ai = str(known["ai"])
    own = {name: known[name] for name in VALUES}
    enemies = {enemy: {name: known[f"{enemy}_{name}"] for name in VALUES} for enemy in ENEMIES}
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
            **{enemy: {"cost": 0, **values} for enemy, values in enemies.items()},
        },
        "units": [{"card": who, "at": at, "player": 2 if who in ENEMIES else 1} for at, who in sorted(placed.items())],
    }
