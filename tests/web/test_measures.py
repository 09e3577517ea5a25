"""A way over a table in centimetres, as people measure it."""

import pytest

from kempelen.engine.game import say_in
from kempelen.scene.model import Scene, Shape
from kempelen.web.pocket.measures import measured

WALL = Shape("terrain:1", "terrain", 40, 40, 10, 2, label="Wall, cover II")
STONE = Shape("terrain:2", "terrain", 80, 80, 2, 2, label="Stone")


def gone(*path):
    """What is told of a model that went this way; the table counts upwards, its picture downwards."""
    x, y = path[-1]
    model = Shape("model:A1", "unit", x, 90 - y, 2, 2, label="A1 Voss")
    scene = Scene(shapes=(WALL, STONE, model), unit="cm", w=90, h=90, upwards=True)
    touch = {"handle": "model:A1", "effect": "moved", "path": path}
    return measured(scene, [touch], say_in("en"))


@pytest.mark.parametrize(
    ("path", "way"),
    [
        (((20, 20), (20, 34)), "Way: 14 cm up."),
        (((33, 44), (33, 54), (39.2, 54)), "Way: 10 cm up (past Wall) and 6 cm to the right."),
        (((10, 10), (10, 20), (16, 20)), "Way: 10 cm up and 6 cm to the right."),
    ],
)
def test_legs_and_what_they_pass(path, way):
    assert gone(*path)[0] == way


def test_where_it_stands_then():
    assert gone((33, 44), (33, 50))[1:] == [
        "Stands now 33 cm from the left, 50 cm from below.",
        "That is 1 cm left of Wall.",
    ]


@pytest.mark.parametrize(
    ("x", "y", "side"), [(47.5, 50, "left of"), (51, 46, "left of"), (58, 55, "above"), (53, 39, "down left of")]
)
def test_a_side_is_told_from_the_outline_of_terrain(x, y, side):
    """Terrain that is only an outline lies where its corners are, not in the corner of the table."""
    block = Shape("terrain:3", "terrain", points=((56, 42), (60, 42), (60, 46), (56, 46)), label="Block")
    model = Shape("model:A1", "unit", x, 90 - y, 2, 2, label="A1 Voss")
    scene = Scene(shapes=(block, model), unit="cm", w=90, h=90, upwards=True)
    told = measured(scene, [{"handle": "model:A1", "effect": "moved"}], say_in("en"))[-1]
    assert f" cm {side}" in told, told
