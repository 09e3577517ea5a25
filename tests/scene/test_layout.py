"""What a drawing does with a whole board."""

import re
from dataclasses import replace
from itertools import combinations

from kempelen.scene import DISC, Scene, Shape
from kempelen.scene.layout import apart, shores
from kempelen.scene.parts import board
from kempelen.scene.svg import render


def tile(x: float, y: float, ground: str) -> Shape:
    return Shape(f"tile:{x},{y}", "tile", x, y, tags=frozenset({ground}))


def test_shores_lie_between_water_and_land_and_nowhere_else() -> None:
    rows = ("wet", "deep", "open"), ("wet", "sand", "open")
    scene = Scene.around([tile(x, y, ground) for y, row in enumerate(rows) for x, ground in enumerate(row)], "tile")
    assert {frozenset(edge) for edge in shores(scene)} == {
        frozenset({(1.5, -0.5), (1.5, 0.5)}),
        frozenset({(0.5, 0.5), (1.5, 0.5)}),
        frozenset({(0.5, 0.5), (0.5, 1.5)}),
    }


def test_a_shore_lies_on_the_ground_and_below_the_pieces() -> None:
    shapes = (tile(0, 0, "wet"), tile(1, 0, "open"), Shape("unit:1", "unit", 0, 0, 0.5, 0.5))
    for drawing in (render(Scene(2, 1, "tile", shapes)), board(Scene(2, 1, "tile", shapes))):
        places = [drawing.index(sign) for sign in ('handle="tile:1,0"', 'class="shore"', 'handle="unit:1"')]
        assert places == sorted(places)
    dry = Scene(2, 1, "tile", (tile(0, 0, "sand"), tile(1, 0, "open")))
    assert 'class="shore"' not in board(dry)


def test_markers_in_one_place_fan_out_and_others_stay() -> None:
    one = Shape("marker:1", "marker", 5, 5, 2, 2)
    heap = (one, replace(one, id="marker:2", x=5.4), replace(one, id="marker:3", y=5.4))
    alone = replace(one, id="marker:4", x=20)
    found = apart((*heap, alone))
    assert found[-1] == alone
    for a, b in combinations(found, 2):
        assert abs(a.x - b.x) >= 1.8 or abs(a.y - b.y) >= 1.8
    assert sum(shape.x for shape in found[:3]) / 3 == 5


def test_a_marker_on_a_model_moves_to_its_rim() -> None:
    model = Shape("unit:A1", "unit", 10, 10, 3, 3, DISC)
    for x, y in ((10, 10), (11, 9), (10.2, 10)):
        _, marker = apart((model, Shape("object:1", "marker", x, y, 2, 2)))
        assert ((marker.x - 10) ** 2 + (marker.y - 10) ** 2) ** 0.5 > 2
    beside = Shape("object:1", "marker", 13, 10, 2, 2)
    assert apart((model, beside)) == (model, beside)


def test_a_table_in_centimetres_has_a_cross_every_ten() -> None:
    drawing = render(Scene(90, 90, "cm", ()))
    pattern = re.search(r'<pattern id="s-cross" [^>]*width="(\d+)"', drawing)
    assert pattern is not None
    assert int(pattern[1]) == 80, "eight points are a centimetre"
