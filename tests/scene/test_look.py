"""Colours one can read, textures that stay small, and what a game declares."""

import re
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

from kempelen.engine.game import games
from kempelen.scene.grounds import GROUNDS
from kempelen.scene.look import EDGES, dimmed, look_css, look_definitions, look_of, read_look
from kempelen.scene.parts import definitions
from kempelen.scene.style import DARK, LIGHT, stylesheet
from kempelen.scene.textures import GRAINS, TEXTURES, address, texture

LOOKS = {game.name: look for game in games().values() if (look := look_of(game.package))}
PALETTES = {"plain light": LIGHT, "plain dark": DARK}
for _name, _look in LOOKS.items():
    PALETTES |= {f"{_name} light": _look.light_tokens(), f"{_name} dark": _look.dark_tokens()}

LETTERS = [
    ("ink", "paper"), ("soft", "paper"), ("oncard", "card"), ("oncardback", "cardback"), ("onground", "tile"),
    ("onwall", "wall"), *(("onground", ground) for ground in GROUNDS if ground != "wall"),
    *(("piece", side) for side in ("own", "ownlit", "ally", "allylit", "foe", "foelit")),
    *((side, "badge") for side in ("own", "ally", "foe")),
    ("onmarker", "marker"), ("onmarker", "markerlit"), ("onbadge", "badge"), ("onplate", "plate"),
]  # fmt: skip
"""What is read, and on what: 4.5 to 1."""
LINES = [
    ("edge", "tile"), ("cardedge", "card"), ("way", "card"), ("way0", "card"), ("reach", "paper"), ("zone", "paper"),
    ("zone2", "paper"), ("placeedge", "paper"), ("lit", "paper"), ("chosen", "paper"), ("shore", "wet"), ("shore", "open"), ("shore", "sand"),
]  # fmt: skip
"""Lines and large shapes: 3 to 1."""
DARKEST = 0.85
"""So much light the textures leave on a sheet at least, apart from single spots."""
GAME = SimpleNamespace(name="none", package="kempelen.text")


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: str, b: str) -> float:
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("palette", PALETTES)
def test_letters_can_be_read_and_lines_be_seen(palette: str) -> None:
    colours = PALETTES[palette]
    faint = [
        f"{above} on {below}: {contrast(colours[above], colours[below]):.2f}"
        for pairs, least in ((LETTERS, 4.5), (LINES, 3))
        for above, below in pairs
        if contrast(colours[above], colours[below]) < least
    ]
    assert not faint


@pytest.mark.parametrize("name", [name for name in PALETTES if not name.startswith("plain")])
def test_letters_can_be_read_where_a_texture_darkens_the_sheet(name: str) -> None:
    colours = PALETTES[name]
    sheet = dimmed(colours["paper"], DARKEST)
    assert min(contrast(colours[letters], sheet) for letters in ("ink", "soft")) >= 4.5


@pytest.mark.parametrize("palette", PALETTES)
def test_a_piece_stands_out_from_the_sheet_by_itself_or_by_its_edge(palette: str) -> None:
    colours = PALETTES[palette]
    for side in ("own", "ally", "foe"):
        assert max(contrast(colours[side], colours["paper"]), contrast(colours["piece"], colours["paper"])) >= 3


@pytest.mark.parametrize("palette", PALETTES)
def test_grounds_differ_without_colour(palette: str) -> None:
    """Each has lines of its own, and they can be seen in greys."""
    colours = PALETTES[palette]
    assert all(contrast(colours[ground], colours[f"{ground}2"]) >= 1.35 for ground in GROUNDS)
    assert len({ground.lines for ground in GROUNDS.values()}) == len(GROUNDS)


def test_every_shipped_game_has_a_look_and_others_need_none() -> None:
    assert LOOKS.keys() == games().keys()
    assert look_of(GAME.package) is None
    assert look_css(GAME) == ""
    assert look_definitions(GAME) == definitions()


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.name)
def test_a_look_says_everything_by_tokens_and_stays_small(game) -> None:
    css, drawn = look_css(game), look_definitions(game)
    assert len(css) + len(drawn) < 30_000
    assert all(f"--{name}:" in css for name in ("table", "sheet", "tx-table", "tx-sheet", "tx-wood", "back", *LIGHT))
    assert all(rule.startswith((f'.look[data-look="{game.name}"]', "@media")) for rule in css.splitlines())
    root = ElementTree.fromstring(drawn)
    ids = {element.attrib["id"] for element in root.iter() if "id" in element.attrib}
    assert set(re.findall(r"url\(#([\w-]+)\)", css + stylesheet("auto", "s"))) <= ids
    assert "http" not in (css + drawn).replace("http://www.w3.org/2000/svg", ""), "nothing is loaded from elsewhere"
    assert "style=" not in drawn, "a page forbids styles in its elements"


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.name)
def test_textures_and_shadows_are_off_for_those_who_want_less(game) -> None:
    for css, off in (
        (look_css(game), "--tx-sheet:none"),
        (stylesheet("auto", "s"), ".w,.scene .surf{display:none}\n.scene .l,"),
    ):
        calm = css.partition("@media(prefers-contrast:more),(forced-colors:active){")[2]
        assert off in calm
        assert "prefers-reduced-motion:reduce" not in css, "a texture does not move"


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.name)
def test_where_the_system_colours_the_sheet_it_colours_what_is_drawn_on_it(game) -> None:
    forced = look_css(game).partition("@media(forced-colors:active){")[2]
    assert all(f"--{name}:CanvasText" in forced for name in ("ink", "soft", "placeedge"))


@pytest.mark.parametrize("name", TEXTURES)
def test_a_texture_is_a_picture_of_its_own(name: str) -> None:
    picture = texture(name, "#7b5a22")
    ElementTree.fromstring(picture)
    assert len(address(picture)) < 16_000
    assert ("#7b5a22" in picture) == (name not in GRAINS)
    assert '"' not in address(picture)


def test_contours_meet_where_the_picture_is_repeated() -> None:
    """As many lines leave it on the left as on the right, at the same height."""
    picture = texture("contours", "#000000")
    left, right = set(), set()
    for x, y, steps in re.findall(r"M(\d+) (\d+)l([-\d ]+)", picture):
        moves = [int(step) for step in re.findall(r"-?\d+", steps)]
        for u, v in ((int(x), int(y)), (int(x) + sum(moves[::2]), int(y) + sum(moves[1::2]))):
            if u in (0, 880):
                (left if u == 0 else right).add(v)
    assert len(left) > 5
    assert left == right


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ('edge = "wavy"', "edge must be one of beam, fold"),
        ('lines = "red"', "must be a colour such as #57483a, not red"),
        ('corners = "round"', "unknown: corners"),
        ('[colours]\nskin = "#000000"', "no colour is called skin"),
        ('[card]\ntexture = "gold"', "no texture is called gold; there are rock"),
    ],
)
def test_a_mistake_in_a_look_is_named(change: str, told: str) -> None:
    whole = '[table]\ncolour = "#112233"\n[sheet]\ncolour = "#ddeeff"\n'
    assert read_look(whole).table.colour == "#112233"
    with pytest.raises(ValueError, match=re.escape(told)):
        read_look(f"{change}\n{whole}")


def test_every_edge_is_drawn_by_the_look_alone() -> None:
    assert {look.edge for look in LOOKS.values()} == {edge for edge in EDGES if edge}


def test_dimming_keeps_how_far_one_sees_through() -> None:
    assert dimmed("#ffffff80", 0.5) == "#80808080"
    assert dimmed("#fff", 0.5) == "#808080"


def test_a_scenario_may_lie_on_another_ground():
    """By an attribute that no click is looked up by."""
    css = look_css(games()["universalis"])
    assert '.look[data-look="universalis"]:where([data-ground="lost_core"]){' in css
