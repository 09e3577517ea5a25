"""What a game's table is made of: colours and textures that a game declares in `look.toml` beside its package.

    edge = "beam"                 how the sheet ends: beam, fold, scale, stitch; without it plain
    lines = "#7b5a22"             the colour of contours and rhumb lines, of a scale and a stitch
    back = ["#6b5334", "#5a4428"] the stripes of a pile of cards
    [table]                       what everything lies on
    colour = "#6d5642"
    textures = ["rock"]           names of textures.py, from top to bottom
    light = "shade"               lamp, shade or nothing
    [sheet]                       what the board is drawn on; the same keys
    [sheets.NAME]                 another one for a scenario
    [card]                        the face of cards: texture and how strong it is
    [colours]                     tokens of the drawings (style.py) that differ from the plain ones
    [dark]                        tokens that are not simply dimmed in the dark

A page knows the names of tokens only. A game without a file has the plain colours of the drawings.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any, Protocol

from .parts import definitions
from .style import LIGHT, variables
from .textures import TEXTURES, address, texture

__all__ = ["EDGES", "Look", "Surface", "look_css", "look_definitions", "look_of", "read_look"]

COLOUR = re.compile(r"#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})")
DIM, TABLE_DIM = 0.8, 0.6
"""How bright sheet and pieces, and the table, are in the dark."""
AS_THEY_ARE = frozenset(
    [
        "ink",
        "soft",
        "oncard",
        "oncardback",
        "onground",
        "onwall",
        "onmarker",
        "onbadge",
        "onplate",
        "piece",
        "own",
        "ownlit",
        "ally",
        "allylit",
        "foe",
        "foelit",
        "lit",
        "chosen",
        "glow",
        "shade",
        "plate",
        "badge",
        "reach",
        "zone",
        "zone2",
        "place",
        "placeedge",
    ]
)
"""Letters, lines and pieces are not dimmed."""
FORCED = {
    **dict.fromkeys(("ink", "soft", "edge", "placeedge", "reach", "zone", "zone2"), "CanvasText"),
    **dict.fromkeys(("lit", "chosen"), "Highlight"),
}
"""What is drawn upon the sheet, where the reader's system says which colour a sheet has."""
LIGHTS: Mapping[str, str] = {
    "": "",
    "lamp": "radial-gradient(60% 75% at 42% 45%,#ffdf9c,#c9b79b 55%,#6e6156)",
    "shade": "radial-gradient(90% 80% at 50% 40%,#0000 42%,#0008)",
}
EDGES: Mapping[str, str] = {
    "": "",
    "beam": "border:12px solid #5a3a1e;border-image:var(--tx-beam,none) 40 stretch;border-radius:4px;"
    "box-shadow:inset 0 0 34px #000c",
    "fold": "background:linear-gradient(90deg,#0000 calc(50% - 9px),#00000014 50%,#ffffff2e calc(50% + 1px),"
    "#0000 calc(50% + 12px)),linear-gradient(#0000 calc(50% - 9px),#00000012 50%,#ffffff2e calc(50% + 1px),"
    "#0000 calc(50% + 12px));box-shadow:inset 0 0 60px #6b531d3d",
    "scale": "inset:6px;border:2px solid var(--lines);outline:1px solid var(--lines);outline-offset:2px;"
    "border-radius:2px;opacity:.6",
    "stitch": "inset:6px;border:2px dashed var(--lines);border-radius:10px;opacity:.75",
}


class Named(Protocol):
    """Of a game its name and where its files are."""

    @property
    def name(self) -> str: ...

    @property
    def package(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Surface:
    colour: str
    textures: tuple[str, ...] = ()
    light: str = ""

    def layers(self, lines: str) -> str:
        """For `background-image`, to be multiplied with the colour."""
        pictures = [f'url("{address(texture(name, lines))}")' for name in self.textures]
        return ",".join(filter(None, (LIGHTS[self.light], *pictures))) or "none"


@dataclass(frozen=True, slots=True)
class Look:
    table: Surface = Surface("#5b4a38", ("wood",), "shade")
    sheet: Surface | None = None
    """None: the paper of the plain drawings."""
    sheets: Mapping[str, Surface] = field(default_factory=dict)
    """Where a scenario is played on another ground."""
    edge: str = ""
    lines: str = "#5b4522"
    back: tuple[str, str] = ("#7a5a34", "#6a4c2a")
    card: Surface | None = None
    strength: float = 0.6
    """How strong the texture of a card is."""
    colours: Mapping[str, str] = field(default_factory=dict)
    dark: Mapping[str, str] = field(default_factory=dict)

    def light_tokens(self) -> dict[str, str]:
        """All colours of a drawing by day."""
        own = {"paper": self.sheet.colour} if self.sheet else {}
        return {**LIGHT, **own, **self.colours}

    def dark_tokens(self) -> dict[str, str]:
        """And by night: the same table with less light."""
        dim = {name: c if name in AS_THEY_ARE else dimmed(c, DIM) for name, c in self.light_tokens().items()}
        return {**dim, **self.dark}


PLAIN = Look()


def look_of(package: str) -> Look | None:
    """The look of a game's package, or None if it declares none."""
    file = files(package) / "look.toml"
    return _kept(package) if file.is_file() else None


@cache
def _kept(package: str) -> Look:
    return read_look((files(package) / "look.toml").read_text("utf-8"), f"{package}/look.toml")


def read_look(text: str, where: str = "look.toml") -> Look:
    """What a game has declared; a mistake is named with its place. It is the author's, not a player's."""
    data = tomllib.loads(text)
    known = {"edge", "lines", "back", "table", "sheet", "sheets", "card", "colours", "dark"}
    if unknown := data.keys() - known:
        raise ValueError(f"{where}: unknown: {', '.join(sorted(unknown))}")
    colours, dark = data.get("colours", {}), data.get("dark", {})
    for part in (colours, dark):
        for name, value in part.items():
            if name not in LIGHT:
                raise ValueError(f"{where}: no colour is called {name}")
            _colour(value, f"{where}: {name}")
    edge = data.get("edge", "")
    if edge not in EDGES:
        raise ValueError(f"{where}: edge must be one of {', '.join(filter(None, EDGES))}")
    card = data.get("card", {})
    first, second = data.get("back", PLAIN.back)
    return Look(
        _surface(data["table"], where),
        _surface(data["sheet"], where),
        {name: _surface(one, where) for name, one in data.get("sheets", {}).items()},
        edge,
        _colour(data.get("lines", PLAIN.lines), f"{where}: lines"),
        (_colour(first, f"{where}: back"), _colour(second, f"{where}: back")),
        _surface({"colour": colours.get("card", LIGHT["card"]), "textures": [card["texture"]]}, where)
        if card
        else None,
        float(card.get("strength", PLAIN.strength)),
        colours,
        dark,
    )


def _surface(data: Mapping[str, Any], where: str) -> Surface:
    names, light = tuple(data.get("textures", ())), data.get("light", "")
    for name in names:
        if name not in TEXTURES:
            raise ValueError(f"{where}: no texture is called {name}; there are {', '.join(TEXTURES)}")
    if light not in LIGHTS:
        raise ValueError(f"{where}: light must be one of {', '.join(filter(None, LIGHTS))}")
    return Surface(_colour(data["colour"], f"{where}: colour"), names, light)


def _colour(value: str, where: str) -> str:
    if not COLOUR.fullmatch(value):
        raise ValueError(f"{where} must be a colour such as #57483a, not {value}")
    return value


def dimmed(colour: str, light: float) -> str:
    """A colour with so much of its light; how far it can be seen through stays."""
    digits = colour[1:]
    if len(digits) < 6:
        digits = "".join(2 * digit for digit in digits)
    return "#" + "".join(f"{round(int(digits[i : i + 2], 16) * light):02x}" for i in (0, 2, 4)) + digits[6:]


def look_css(game: Named) -> str:
    """The style of a game's table, for a page with `class="look" data-look="GAME"` round everything that shows it.

    On that element: `--table`, `--sheet` (colours), `--tx-table`, `--tx-sheet` (for `background-image` with
    `background-blend-mode: multiply`), `--tx-wood`, `--lines`, `--back` (a pile's background); on drawings in it
    (`.scene`): the tokens of style.py; and what `.edge` in the sheet looks like. Empty for a game without a look.
    """
    look = look_of(game.package)
    return "" if look is None else _css(f'.look[data-look="{game.name}"]', look)


def _css(at: str, look: Look) -> str:
    sheet = look.sheet or Surface(LIGHT["paper"])
    first, second = look.back
    material = {
        "table": look.table.colour,
        "sheet": sheet.colour,
        "tx-table": look.table.layers(look.lines),
        "tx-sheet": sheet.layers(look.lines),
        "tx-wood": Surface("", ("wood",)).layers(look.lines),
        **({"tx-beam": Surface("", ("beam",)).layers(look.lines)} if look.edge == "beam" else {}),
        "lines": look.lines,
        "back": f"repeating-linear-gradient(45deg,{first} 0 5px,{second} 5px 10px)",
    }
    drawings = f"{at} .scene,{at}.scene"
    night = {"table": dimmed(look.table.colour, TABLE_DIM), "sheet": dimmed(sheet.colour, DIM)}
    light, dark = look.light_tokens(), look.dark_tokens()
    other = {name: colour for name, colour in dark.items() if colour != light[name]}
    flat = variables(dict.fromkeys((name for name in material if name.startswith("tx-")), "none"))
    rules = [
        f"{at}{{{variables(material)}}}",
        f"{drawings}{{background:none;{variables(light)}}}",
        f"@media(prefers-color-scheme:dark){{{at}{{{variables(night)}}}{drawings}{{{variables(other)}}}}}",
        *(_sheet_css(f'{at}:where([data-ground="{name}"])', one, look.lines) for name, one in look.sheets.items()),
        f"{at} .edge{{{EDGES[look.edge]}}}" if look.edge else "",
        f"{at} .g-card{{fill:var(--card)}}{at} .grain{{mix-blend-mode:multiply}}" if look.card else "",
        f"{at} .r-card:not(.t-hatched,.t-prize)>.b{{fill:url(#s-card) var(--card)}}" if look.card else "",
        "@media(prefers-contrast:more),(forced-colors:active)"
        f"{{{at}{{{flat}}}{at} .grain{{display:none}}{at} .edge{{background:none;box-shadow:none}}}}",
        f"@media(forced-colors:active){{{drawings}{{{variables(FORCED)}}}}}",
    ]
    return "\n".join(filter(None, rules)) + "\n"


def _sheet_css(at: str, sheet: Surface, lines: str) -> str:
    """Another ground under the same drawings."""
    day = variables({"sheet": sheet.colour, "tx-sheet": sheet.layers(lines)})
    night = variables({"sheet": dimmed(sheet.colour, DIM)})
    return f"{at}{{{day}}}@media(prefers-color-scheme:dark){{{at}{{{night}}}}}"


def look_definitions(game: Named, prefix: str = "s") -> str:
    """The patterns and gradients of the drawings in a game's colours: once a page, in place of `definitions`."""
    look = look_of(game.package)
    if look is None:
        return definitions(prefix)
    more = ""
    if look.card:
        picture = address(texture(look.card.textures[0], look.lines))
        more = (
            f'<pattern id="{prefix}-card" width="160" height="160" patternUnits="userSpaceOnUse">'
            f'<rect class="g-card" width="160" height="160"/>'
            f'<image class="grain" href="{picture}" width="160" height="160" opacity="{look.strength:g}"/></pattern>'
        )
    return definitions(prefix, game.name, more)
