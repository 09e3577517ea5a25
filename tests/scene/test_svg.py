import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from kempelen.scene import DISC, Scene, Shape, Tray, Unit, parts
from kempelen.scene.style import DARK, LIGHT, stylesheet
from kempelen.scene.svg import element_id, render
from tests.scene.example_scenes import LIT, SCENES

SVG = "{http://www.w3.org/2000/svg}"
NASTY = """<b a="1" c='2'>&"""


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("theme", ["auto", "light", "dark"])
def test_a_drawing_is_whole_and_stable(name: str, theme: str) -> None:
    scene = SCENES[name]
    drawn = render(scene, lit=LIT[name], theme=theme)  # type: ignore[arg-type]
    root = ElementTree.fromstring(drawn)
    ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids))
    assert {element_id(shape.id) for shape in scene.everything()} <= set(ids)
    assert root.attrib["aria-labelledby"] in ids
    assert drawn == render(scene, lit=LIT[name], theme=theme)  # type: ignore[arg-type]
    assert "nan" not in drawn.replace("dominant", "")
    assert len(drawn) < 18_000, (
        "style, grounds and all; 2 kB for coats, shadows and gradients, 1 kB for pieces with pictures"
    )


@pytest.mark.parametrize("name", SCENES)
def test_every_label_is_a_title_and_every_lit_handle_is_marked(name: str) -> None:
    scene = SCENES[name]
    root = ElementTree.fromstring(render(scene, lit=LIT[name], prefix="p"))
    groups = {group.attrib["data-handle"]: group for group in root.iter(f"{SVG}g") if "data-handle" in group.attrib}
    for shape in scene.everything():
        group = groups[shape.id]
        assert group.attrib["id"] == element_id(shape.id, "p")
        assert group.findtext(f"{SVG}title", "") == shape.label
        assert group.attrib.get("role") == ("img" if shape.label else None)
        assert ("lit" in group.attrib["class"].split()) == (shape.id in LIT[name])
        assert {f"t-{tag}" for tag in shape.tags} <= set(group.attrib["class"].split())


def test_a_mapping_numbers_the_lit_handles() -> None:
    root = ElementTree.fromstring(render(SCENES["cards"], lit={"hand:1": "17"}))
    (group,) = (group for group in root.iter(f"{SVG}g") if group.attrib.get("data-handle") == "hand:1")
    assert "17" in [text.text for text in group.iter(f"{SVG}text")]


def test_everything_is_escaped() -> None:
    shape = Shape(NASTY, NASTY, text=NASTY, label=NASTY, tags=frozenset({NASTY}))
    tray = Tray("tray", NASTY, "hand", (), NASTY, NASTY)
    scene = Scene(1, 1, "tile", (shape,), (tray,), title=NASTY, description=NASTY, columns=((0, NASTY),))
    drawn = render(scene, lit={NASTY: NASTY})
    root = ElementTree.fromstring(drawn)
    assert "<b" not in drawn
    assert root.findtext(f"{SVG}title") == NASTY
    assert NASTY in [element.attrib.get("data-handle") for element in root.iter()]


def test_ids_differ_when_handles_do() -> None:
    handles = ["a b", "a_b", "a_20_b", "a/b", "A b", "a:b", "ä"]
    ids = {element_id(handle) for handle in handles}
    assert len(ids) == len(handles)
    assert all(re.fullmatch(r"s-[A-Za-z0-9_.,:-]+", one) for one in ids)


def test_two_shapes_cannot_share_a_handle() -> None:
    with pytest.raises(ValueError, match="'a'"):
        Scene(1, 1, "tile", (Shape("a", "tile"),), (Tray("t", "", items=(Shape("a", "card"),)),))


def test_trays_wrap() -> None:
    hand = Tray("hand", "Hand", "hand", tuple(Shape(f"card:{n}", "card") for n in range(20)))
    scene = Scene(1, 1, "card", (), (hand,))

    def size(width: float) -> tuple[float, float]:
        root = ElementTree.fromstring(render(scene, width=width))
        return float(root.attrib["width"]), float(root.attrib["height"])

    assert size(300)[0] <= 300
    assert size(300)[1] > size(2000)[1]


def test_fixed_themes_hold_plain_colours() -> None:
    assert LIGHT.keys() == DARK.keys()
    assert "var(" not in stylesheet("dark", "s")
    assert "prefers-color-scheme:dark" in stylesheet("auto", "s")


def test_a_scene_shows_itself_in_a_notebook() -> None:
    assert SCENES["hexes"]._repr_svg_().startswith("<svg")


def test_a_sample_can_neither_be_clicked_nor_found() -> None:
    shape = Shape("unit:mg", "unit", text="MG", label="Machine gunner", tags=frozenset({"foe"}))
    drawing = parts.sample(shape)
    ElementTree.fromstring(drawing)
    assert "MG" in drawing
    assert "t-foe" in drawing
    assert not re.search(r"\bid=|data-handle|<title", drawing)


def test_a_model_true_to_scale_has_its_name_beside_it() -> None:
    """Letters inside would be smaller than anybody can read; on a tile there is room for them."""
    model = Shape("unit:A1", "unit", 20, 20, 3, 3, DISC, text="A1", label="A1", tags=frozenset({"leader", "foe"}))
    on_table = render(Scene(90, 90, "cm", (model,)))
    on_tile = render(Scene(3, 3, "tile", (replace(model, x=1, y=1, w=0.6, h=0.6),)))
    assert on_table.count('class="beside"') == 1
    assert "★" in on_table
    assert "beside" not in on_tile.partition("</style>")[2]


def test_bands_have_an_edge_a_floor_and_sleepers() -> None:
    """So that a tunnel looks like one: each coat is narrower than the one below."""
    card = Shape("card:1", "card", strokes=(((0, 0.5), (1, 0.5)),))
    widths = re.findall(r'class="(k\d?)" d="[^"]+" stroke-width="([\d.]+)"', parts.item(card))
    assert [coat for coat, _ in widths] == ["k0", "k", "k2"]
    assert sorted((float(width) for _, width in widths), reverse=True) == [float(width) for _, width in widths]


def test_a_leader_is_larger_but_a_base_in_centimetres_is_true_to_scale() -> None:
    def wide(unit: Unit, tags: frozenset[str]) -> float:
        piece = Shape("unit:1", "unit", 1, 1, 0.5, 0.5, DISC, tags=tags)
        found = re.search(r'class="b" rx="([\d.]+)"', parts.board(Scene(3, 3, unit, (piece,))))
        assert found is not None
        return float(found[1])

    assert wide("tile", frozenset({"leader"})) == pytest.approx(1.28 * wide("tile", frozenset()), abs=0.06)
    assert wide("cm", frozenset({"leader"})) == wide("cm", frozenset())


def test_own_ally_and_foe_differ_in_form_and_sign_and_not_only_in_colour() -> None:
    def drawn(*tags: str) -> str:
        piece = Shape("unit:1", "unit", w=0.5, h=0.5, form=DISC, tags=frozenset(tags))
        return parts.board(Scene(1, 1, "tile", (piece,)))

    assert 'class="y"' in drawn("ally")
    assert 'class="y"' not in drawn() + drawn("foe")
    assert "▾" in drawn("foe")
    assert "▾" not in drawn() + drawn("ally")
