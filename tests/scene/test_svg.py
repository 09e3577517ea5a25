import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from kempelen.scene import DISC, Scene, Shape, Tray, parts
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
    assert len(drawn) < 13_000


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


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("above", "below", "least"),
    [
        ("ink", "paper", 7), ("ink", "tile", 7), ("ink", "card", 7), ("ink", "terrain", 4.5), ("soft", "paper", 4.5),
        ("soft", "tile", 4.5), ("piece", "own", 4.5), ("piece", "foe", 4.5), ("onmarker", "marker", 4.5),
        ("paper", "lit", 4.5), ("way", "card", 3), ("edge", "paper", 3), ("edge", "tile", 3), ("lit", "tile", 3),
        ("own", "tile", 3), ("foe", "tile", 3), ("reach", "paper", 3),
        ("own", "paper", 4.5), ("foe", "paper", 4.5), ("ink", "wet", 7), ("ink", "grown", 7), ("ink", "paved", 7),
        ("soft", "wet", 4.5), ("soft", "grown", 4.5), ("soft", "paved", 4.5), ("edge", "wet", 3), ("edge", "grown", 3),
        ("edge", "paved", 3), ("lit", "wet", 3), ("lit", "grown", 3), ("lit", "paved", 3),
    ],
)  # fmt: skip
def test_colours_have_contrast(palette: dict[str, str], above: str, below: str, least: float) -> None:
    light, dark = sorted((luminance(palette[above]), luminance(palette[below])), reverse=True)
    assert (light + 0.05) / (dark + 0.05) >= least


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
    assert on_table.count('class="beside"') == 2, "its name, and its sign"
    assert "beside" not in on_tile.partition("</style>")[2]
