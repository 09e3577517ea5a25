"""Four scenes of the kinds the games need, without any game."""

from kempelen.scene import DISC, HEX, HEX_HEIGHT, LINE, POLY, Point, Scene, Shape, Stroke, Tray, hex_at

N, E, S, W, C = (0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5), (0.5, 0.5)
PICK = (((0.2, 0.9), (0.7, 0.3)), ((0.35, 0.15), (0.7, 0.3), (0.9, 0.65)))
SWORD = (((0.15, 0.85), (0.85, 0.15)), ((0.15, 0.6), (0.4, 0.85)))
CROSS, STRAIGHT, DEAD_END, BEND = ((N, S), (W, E)), ((W, E),), ((W, (0.35, 0.5)), (N, (0.5, 0.35))), ((W, C, S),)


def path_card(handle: str, x: float, y: float, ways: tuple[Stroke, ...], label: str, *tags: str) -> Shape:
    drawn = {
        CROSS: ("  ║  ", "══╬══", "  ║  "),
        STRAIGHT: ("     ", "═════", "     "),
        DEAD_END: ("  ╨  ", "═╡   ", "     "),
        BEND: ("     ", "══╗  ", "  ║  "),
    }
    return Shape(handle, "card", x, y, 0.94, 0.96, label=label, strokes=ways, glyph=drawn[ways], tags=frozenset(tags))


def cards() -> Scene:
    goal = {"label": "Goal, face down", "tags": frozenset({"hidden", "special"}), "w": 0.94, "h": 0.96}
    shapes = [
        path_card("card:0,0", 0, 0, CROSS, "Start"),
        path_card("card:1,0", 1, 0, STRAIGHT, "Straight"),
        path_card("card:2,0", 2, 0, DEAD_END, "Dead end"),
        path_card("card:1,-1", 1, -1, BEND, "Bend", "last-move"),
        *(Shape(f"goal:{y}", "card", 4, y, text="?", glyph=("▒▒▒▒▒", "▒▒?▒▒", "▒▒▒▒▒"), **goal) for y in (-1, 1)),  # type: ignore[arg-type]
        Shape("place:0,1", "place", 0, 1, 0.94, 0.96, label="Free place"),
        Shape("place:1,1", "place", 1, 1, 0.94, 0.96, label="Free place"),
    ]
    hand = Tray(
        "tray:hand",
        "Anna's hand",
        "hand",
        (
            path_card("hand:1", 0, 0, CROSS, "Crossing"),
            path_card("hand:2", 0, 0, BEND, "Bend down"),
            Shape(
                "hand:3",
                "card",
                label="Broken pick",
                icon=PICK,
                tags=frozenset({"broken"}),
                glyph=("     ", "pick×", "     "),
            ),
        ),
        seat="0",
        text="3 gold",
    )
    others = Tray(
        "tray:ben", "Ben", "hand", (Shape("ben:hand", "card", text="5", label="5 cards"),), seat="1", text="1 gold"
    )
    return Scene.around(shapes, "card", (hand, others), title="Mine", description="Round 1")


def offset() -> Scene:
    shapes: list[Shape] = []
    for row in range(4):
        for column in range(5 - row % 2):
            name = f"{row + 1}{'ABCDE'[column]}"
            special = name in ("2B", "3D")
            shapes.append(
                Shape(f"tile:{name}", "tile", column + row % 2 / 2, row, text=name,
                      label=f"Tile {name}" + (", objective, 2 points" if special else ""),
                      tags=frozenset({"special", "target"} if special else ())))  # fmt: skip
    shapes += [
        Shape("unit:R-A", "unit", 0.8, 1, 0.42, 0.42, DISC, text="RA", label="Rifleman A"),
        Shape(
            "unit:S-A", "unit", 1.25, 1.15, 0.42, 0.42, DISC, text="SA", label="Scout A", tags=frozenset({"suppressed"})
        ),
        Shape(
            "unit:mg-B", "unit", 3, 2.1, 0.42, 0.42, DISC, text="MB", label="Machine gunner B", tags=frozenset({"foe"})
        ),
        Shape("marker:1", "marker", 3.3, 2.3, 0.3, 0.3, text="2", label="Control marker"),
        Shape("line:1", "arrow", form=LINE, points=((0.9, 1.0), (2.9, 2.0)), label="Rifleman A attacks"),
    ]
    deck = Tray(
        "tray:deck", "Supply", "supply", (Shape("deck:1", "card", text="12", label="Rifleman cards", glyph="12"),)
    )
    track = Tray("tray:morale", "Morale", "track", tuple(
        Shape(f"morale:{n}", "marker" if n == 3 else "tile", w=0.5, h=0.5, text=str(n)) for n in range(6)))  # fmt: skip
    return Scene.around(shapes, "tile", (deck, track), title="Farm <1944> & co.")


def hexes() -> Scene:
    shapes: list[Shape] = []
    for r in range(5):
        for q in range(-(r // 2), 6 - (r + 1) // 2):
            x, y = hex_at(q, r)
            tags = {"hatched", "special"} if (q, r) == (2, 1) else {"dotted", "special"} if (q, r) == (0, 3) else set()
            label = {"hatched": "Rock", "dotted": "Swamp"}.get(min(tags, default=""), f"Hex {q},{r}")
            glyph = {"Rock": "####", "Swamp": "~~~~"}.get(label, f"{q},{r}")
            shapes.append(Shape(f"hex:{q},{r}", "tile", x, y, 1, HEX_HEIGHT, HEX, text=f"{q},{r}", label=label,
                                tags=frozenset(tags), glyph=glyph))  # fmt: skip
    x, y = hex_at(1, 2)
    shapes.append(
        Shape(
            "unit:boss",
            "unit",
            x,
            y,
            0.8,
            0.8,
            HEX,
            text="B",
            glyph="BOSS",
            label="Boss",
            tags=frozenset({"foe", "leader"}),
        )
    )
    x, y = hex_at(3, 2)
    shapes.append(
        Shape(
            "unit:k1",
            "unit",
            x,
            y + 0.12,
            0.5,
            0.5,
            DISC,
            icon=SWORD,
            glyph="K1",
            label="Knight",
            tags=frozenset({"done"}),
        )
    )
    return Scene.around(shapes, "hex", title="Boss fight")


def table() -> Scene:
    wood: tuple[Point, ...] = ((15, 20), (38, 15), (45, 35), (25, 42))
    shapes = (
        Shape(
            "terrain:wood",
            "terrain",
            form=POLY,
            points=wood,
            label="Wood, light cover",
            tags=frozenset({"dotted"}),
            glyph="w",
        ),
        Shape(
            "terrain:house", "terrain", 65, 60, 18, 14, label="House", tags=frozenset({"hatched"}), glyph="#", text="H2"
        ),
        Shape("reach:1", "reach", 30, 60, 40, 40, DISC, label="Reach 20 cm"),
        Shape(
            "sight:1",
            "sight",
            form=LINE,
            points=((30, 60), (70, 30)),
            label="Sight line, 50 cm",
            tags=frozenset({"blocked"}),
        ),
        Shape("unit:M1", "unit", 30, 60, 3.5, 3.5, DISC, text="M1", label="Gunner"),
        Shape("unit:X1", "unit", 70, 30, 3.5, 3.5, DISC, text="X1", label="Raider", tags=frozenset({"foe"})),
        Shape(
            "unit:X2", "unit", 74, 33, 3.5, 3.5, DISC, text="X2", label="Raider", tags=frozenset({"foe", "suppressed"})
        ),
    )
    return Scene(90, 90, "cm", shapes, title="Skirmish")


SCENES = {"cards": cards(), "offset": offset(), "hexes": hexes(), "table": table()}
LIT = {
    "cards": {"place:0,1": "1", "place:1,1": "2", "hand:1": "3"},
    "offset": ["unit:R-A", "tile:3C"],
    "hexes": ["hex:3,1", "unit:k1"],
    "table": ["unit:M1", "terrain:house"],
}
