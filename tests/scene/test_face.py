"""What is on a piece or a card: it stays inside, and nothing covers anything else."""

import re
from itertools import combinations
from xml.etree import ElementTree

import pytest

from kempelen.scene import DISC, RECT, SHIELD, Scene, Shape
from kempelen.scene.face import LETTER, icon_spot, words_on
from kempelen.scene.plain import render_text
from kempelen.scene.strokes import icon, ring
from kempelen.scene.svg import render

Box = tuple[float, float, float, float]
CROSS = icon("0,0 100,100", "100,0 0,100")


def boxes(shape: Shape, w: float, h: float) -> list[Box]:
    spot = icon_spot(shape, w, h)
    half = spot.size / 2
    found = [(spot.x - half, spot.y - half, spot.x + half, spot.y + half)]
    for line in words_on(shape, w, h):
        wide = LETTER * line.size * len(line.text)
        found.append((line.x - wide / 2, line.y - 0.75 * line.size, line.x + wide / 2, line.y))
    return found


def common(a: Box, b: Box) -> tuple[float, float]:
    return min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])


@pytest.mark.parametrize("form", [RECT, DISC, SHIELD])
@pytest.mark.parametrize("text", ["A", "7", "39", "A1"])
@pytest.mark.parametrize("size", [(34, 34), (22, 17), (22, 30), (53, 53), (48, 48)])
def test_a_piece_has_its_icon_and_its_letters_side_by_side(form, text, size) -> None:
    shape = Shape("unit:1", "unit", form=form, text=text, icon=CROSS)
    w, h = size
    found = boxes(shape, w, h)
    assert len(found) == 2
    for left, top, right, bottom in found:
        assert -w / 2 <= left < right <= w / 2
        assert -h / 2 <= top < bottom <= h / 2
    for a, b in combinations(found, 2):
        assert min(common(a, b)) <= 0.07 * w


@pytest.mark.parametrize(
    "text", ["Fog", "Scout A", "Machine\nGunner A", "Geister-\nmannschaft", "A very long name of a card"]
)
def test_a_card_has_its_name_below_its_icon(text) -> None:
    found = boxes(Shape("card:1", "card", text=text, icon=CROSS), 55, 66)
    assert len(found) == 1 + text.count("\n") + 1
    for left, top, right, bottom in found:
        assert -27.5 <= left < right <= 27.5
        assert -33 <= top < bottom <= 33
    for a, b in combinations(found, 2):
        assert min(common(a, b)) <= 0


def test_lines_of_a_name_are_read_from_top_to_bottom() -> None:
    lines = list(words_on(Shape("card:1", "card", text="Fog of\nWar", icon=CROSS), 55, 66))
    assert [line.text for line in lines] == ["Fog of", "War"]
    assert lines[0].y < lines[1].y


def test_what_stands_on_a_tile_leaves_its_icon_in_a_corner() -> None:
    free = Shape("tile:1", "tile", icon=CROSS)
    taken = Shape("tile:1", "tile", icon=CROSS, tags=frozenset({"occupied"}))
    assert icon_spot(free, 74, 74)[:2] == (0, 0)
    x, y, size = icon_spot(taken, 74, 74)
    assert max(x, y) + size / 2 < -15


def drawn(shape: Shape) -> str:
    return render(Scene(1, 1, "tile", (Shape("tile:1", "tile", text="B2"), shape), columns=(), rows=()))


def test_a_shield_needs_no_sign_for_a_foe_but_a_text_drawing_does() -> None:
    tags = frozenset({"foe", "suppressed"})
    disc, shield = (Shape("unit:1", "unit", w=0.4, h=0.4, form=form, text="A", tags=tags) for form in (DISC, SHIELD))
    assert "▾!" in drawn(disc)
    assert ">!<" in drawn(shield)
    assert "▾" not in drawn(shield)
    scene = Scene(1, 1, "tile", (Shape("tile:1", "tile", text="B2"), shield))
    assert "A▾!" in render_text(scene)


def test_a_mark_with_an_icon_needs_no_sign() -> None:
    mark = Shape("mark:1", "mark", w=0.2, h=0.2, icon=CROSS, tags=frozenset({"foe"}), glyph="d")
    assert "▾" not in drawn(mark)


def test_a_number_in_the_corner_is_drawn_and_escaped() -> None:
    root = ElementTree.fromstring(drawn(Shape("card:1", "card", w=0.5, h=0.5, corner="<4")))
    assert "<4" in [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]


def test_an_icon_is_written_in_hundredths() -> None:
    assert icon("10,50 50,20") == (((0.1, 0.5), (0.5, 0.2)),)
    (found,) = icon("o 50,50 20")
    assert found == ring(0.5, 0.5, 0.2)
    assert found[0] == found[-1]
    assert {round(((x - 0.5) ** 2 + (y - 0.5) ** 2) ** 0.5, 2) for x, y in found} == {0.2}


@pytest.mark.parametrize(("wide", "least"), [(3, 12), (11, 15), (40, 50)])
def test_the_names_along_the_edges_grow_with_the_board(wide, least) -> None:
    tiles = [Shape(f"tile:{x}", "tile", x, 0) for x in range(wide)]
    found = re.findall(r'class="axis" font-size="([\d.]+)"', render(Scene.around(tiles, "tile")))
    assert len(found) == wide + 1
    assert all(float(size) >= least for size in found)
