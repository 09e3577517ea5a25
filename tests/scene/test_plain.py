import pytest

from kempelen.scene import DISC, POLY, Scene, Shape, Tray
from kempelen.scene.plain import render_rich, render_text
from tests.scene.example_scenes import LIT, SCENES

CARDS = """\
     -1     0     1     2     3     4     5
-2    ·     ·     ·     ·     ·     ·     ·
               ┌────•┐           ┌────?┐
               │     │           │▒▒▒▒▒│
-1    ·     ·  │══╗  │  ·     ·  │▒▒?▒▒│  ·
               │  ║  │           │▒▒▒▒▒│
         ┌─────┼─────┼─────┐     └─────┘
         │  ║  │     │  ╨  │
 0    ·  │══╬══│═════│═╡   │  ·     ·     ·
         │  ║  │     │     │
         ├─────┼─────┼─────┘     ┌────?┐
         │     │     │           │▒▒▒▒▒│
 1    ·  │  1  │  2  │  ·     ·  │▒▒?▒▒│  ·
         │     │     │           │▒▒▒▒▒│
         └─────┴─────┘           └─────┘
 2    ·     ·     ·     ·     ·     ·     ·

Anna's hand  3 gold
  ┌─────┐ ┌─────┐ ┌─────┐
  │  ║  │ │     │ │     │
  │══╬══│ │══╗  │ │pick×│
  │  ║  │ │  ║  │ │     │
  └─────┘ └─────┘ └─────┘
  [3] Crossing   Bend down   Broken pick×

Ben  1 gold
  5 5 cards

  ? Goal, face down
"""

OFFSET = """\
┌─────┬─────┬─────┬─────┬─────┐
│ 1A  │ 1B  │ 1C  │ 1D  │ 1E  │
│     │     │     │     │     │
└──┬──┴──┬──┴─◎┬──┴──┬──┴──┬──┘
   │ 2A  │ 2B  │ 2C  │ 2D  │
   │ *RA │ SA! │     │     │
┌──┴──┬──┴──┬*─┴──┬──┴─◎┬──┴──┐
│ 3A  │ 3B  │ 3C  │ 3D  │ 3E  │
│     │     │     │MB▾ 2│     │
└──┬──┴──┬──┴──┬──┴──┬──┴──┬──┘
   │ 4A  │ 4B  │ 4C  │ 4D  │
   │     │     │     │     │
   └─────┴─────┴─────┴─────┘

Supply
  [1] 12 Rifleman cards

Morale
   0  1  2 [3] 4  5

  2B◎ Tile 2B, objective, 2 points   3D◎ Tile 3D, objective, 2 points
  *RA Rifleman A   SA! Scout A   MB▾ Machine gunner B   2 Control marker
  → Rifleman A attacks
"""


@pytest.mark.parametrize(("name", "text"), [("cards", CARDS), ("offset", OFFSET)])
def test_golden(name: str, text: str) -> None:
    assert render_text(SCENES[name], lit=LIT[name]) == text


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("width", [40, 80, 120])
def test_text_fits_and_is_the_same_with_colours(name: str, width: int) -> None:
    text = render_text(SCENES[name], lit=LIT[name], width=width)
    board = text.split("\n\n")[0]
    assert max(map(len, board.splitlines())) <= width
    coloured = render_rich(SCENES[name], lit=LIT[name], width=width)
    assert "\n".join(line.rstrip() for line in coloured.plain.split("\n")) == text
    assert any("reverse" in str(span.style) for span in coloured.spans)


def test_hexes_lie_like_bricks() -> None:
    text = render_text(SCENES["hexes"])
    assert "└───┬───┴───┬" in text
    assert "BOSS▾★ Boss" in text
    assert "#### Rock" in text


def test_the_table_has_a_ruler_and_a_legend() -> None:
    text = render_text(SCENES["table"], lit=["terrain:house"])
    lines = text.splitlines()
    assert lines[0].split() == [str(cm) for cm in range(0, 100, 10)]
    assert lines[26].startswith(" 60")
    assert "M1" in lines[26]
    assert "#######*######" in text
    assert "X2▾! Raider (74,33)" in text
    assert "w Wood, light cover" in text


def test_a_wide_board_is_cut_between_columns() -> None:
    board = Scene.around([Shape(f"c:{x}", "card", x, 0, glyph=f"{x:03}") for x in range(20)], "card")
    text = render_text(board, width=50)
    assert all(f"{x:03}" in text for x in range(20))
    assert max(map(len, text.splitlines())) <= 50


def test_empty_cells_are_dots_until_they_are_lit() -> None:
    cells = [Shape(f"c:{x}", "place", x, 0, tags=frozenset({"empty"} if x else ())) for x in range(6)]
    board = Scene.around(cells, "card")
    assert render_text(board).splitlines()[0].split() == ["-1", "0", "1"]
    assert render_text(board, lit=["c:2"]).splitlines()[0].split() == ["-1", "0", "1", "2", "3"]


def test_flat_topped_hexes_and_named_axes() -> None:
    cells = [Shape(f"h:{x},{y}", "tile", x * 0.866, y + x % 2 / 2, text=f"{x}{y}") for x in range(3) for y in range(2)]
    board = Scene.around(cells, "hex", columns=((0, "A"), (0.866, "B"), (1.732, "C")), rows=())
    lines = render_text(board).splitlines()
    assert lines[0].split() == ["A", "B", "C"]
    assert lines.index(next(line for line in lines if "10" in line)) > lines.index(
        next(line for line in lines if "00" in line)
    )


def test_a_board_may_be_empty() -> None:
    hand = Tray("hand", "Hand", "hand", (Shape("a", "card", label="Map"),))
    assert render_text(Scene(1, 1, "card", (), (hand,))) == "\nHand\n  [1] Map\n"
    assert render_text(Scene(1, 1, "card", (), (hand,)), lit=["a"]) == "\nHand\n  [1]* Map\n"
    lone = Scene(3, 3, "tile", (Shape("u", "unit", 1, 1, 0.5, 0.5, DISC, text="U", label="Unit"),))
    assert render_text(lone) == "\n  U Unit\n"


def test_a_table_counted_from_the_lower_edge_has_its_ruler_and_places_upwards():
    """A drawing has y from the top; ruler and legend say what the game says."""
    unit = Shape("model:A1", "unit", 30, 20, 3, 3, DISC, text="A1", label="Voss")
    scene = Scene(90, 90, "cm", (unit,), upwards=True)
    lines = render_text(scene).splitlines()
    ruler = [line[:3].strip() for line in lines if line[:3].strip().isdigit()]
    assert ruler == [str(cm) for cm in range(90, -1, -10)]
    assert next(line for line in lines if "│" in line and "A1" in line).startswith(" 70")
    assert lines[-1].strip() == "A1 Voss (30,70)"


def test_of_a_zone_only_the_edge_is_drawn_and_small_things_by_their_sign():
    zone = Shape("zone:1", "reach", form=POLY, points=((0, 0), (90, 0), (90, 30), (0, 30)), label="Zone")
    thing = Shape("object:1", "marker", 45, 15, 2, 2, label="Mast", glyph="$1")
    told = Shape("marker:1", "marker", 60, 15, 1, 1, label="fast", glyph=" ")
    text = render_text(Scene(90, 90, "cm", (zone, thing, told)), lit={"object:1": "4"})
    row = next(line for line in text.splitlines() if "[4]$1" in line)
    assert row.count("·") == 2
    assert "fast" not in text


@pytest.mark.parametrize(
    "corners", [((38, 35), (52, 35), (52, 35.6), (38, 35.6)), ((20, 20), (20.4, 20), (20.4, 40), (20, 40))]
)
def test_a_wall_thinner_than_a_character_is_drawn_all_along(corners):
    """A player at a real table must see it in the picture."""
    wall = Shape("piece:1", "terrain", 0, 0, 0, 0, POLY, points=corners, label="#")
    text = render_text(Scene(90, 90, "cm", (wall,)))
    assert text.count("#") >= 7


def test_rows_between_others_keep_their_own_lines():
    """Rows at 0, 1.5 and 2.5: the last two are a whole row apart."""
    cells = [
        Shape(f"c:{x},{y}", "tile", x, y, text=f"{x}{name}")
        for x in (0, 1)
        for y, name in ((0, "A"), (1.5, "B"), (2.5, "C"))
    ]
    for unit in ("tile", "card"):
        lines = render_text(Scene.around(cells, unit)).splitlines()
        rows = [next(n for n, line in enumerate(lines) if f"0{name}" in line and f"1{name}" in line) for name in "ABC"]
        assert rows[0] < rows[1] < rows[2]
        assert rows[1] - rows[0] > rows[2] - rows[1]
