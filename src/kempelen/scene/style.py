"""Colours and rules of the SVG drawings, light and dark. A game's look has colours of its own (see look.py)."""

import re
from collections.abc import Collection, Mapping
from typing import Literal, TypeAlias

from .grounds import GROUNDS, ground_rules

__all__ = ["DARK", "LIGHT", "Theme", "coloured", "stylesheet", "variables"]

Theme: TypeAlias = Literal["auto", "light", "dark"]

LIGHT: Mapping[str, str] = {
    "paper": "#fbf9f4",
    "ink": "#1f2328",
    "soft": "#54565c",
    "edge": "#7d7260",
    "tile": "#efe8d8",
    "card": "#f6ecd2",
    "cardedge": "#7a6c50",
    "oncard": "#1f2328",
    "way": "#8d6536",
    "way0": "#3d2812",
    "way2": "#4a3014",
    "place": "#00000008",
    "placeedge": "#7d7260",
    "cardback": "#4a5560",
    "oncardback": "#ffffff",
    "onground": "#2b2a26",
    "onwall": "#1f2328",
    "own": "#1a5494",
    "ownlit": "#2d70b3",
    "ally": "#175c50",
    "allylit": "#277a6b",
    "foe": "#96241b",
    "foelit": "#ba3d32",
    "piece": "#ffffff",
    "marker": "#e6b32c",
    "markerlit": "#ffe08a",
    "onmarker": "#1f2328",
    "badge": "#fffaf0",
    "onbadge": "#221a12",
    "plate": "#17140f",
    "onplate": "#ffffff",
    "terrain": "#c3d6b4",
    "wet": "#b9dbe2",
    "wet2": "#4d8796",
    "reach": "#1a5494",
    "zone": "#1a5494",
    "zone2": "#96241b",
    "chosen": "#1a5494",
    "lit": "#b8410a",
    "glow": "#ffc24d",
    "shore": "#2f6577",
    "shade": "#000000",
    "open": "#e4e0b8",
    "open2": "#a8a368",
    "brush": "#c6d0a0",
    "brush2": "#77904f",
    "built": "#e2d3b4",
    "built2": "#8a5b3a",
    "high": "#e2cfa6",
    "high2": "#8c6a2e",
    "crop": "#e2d48c",
    "crop2": "#a38d33",
    "road": "#dbcfb4",
    "road2": "#9d8a63",
    "deep": "#90bcc9",
    "deep2": "#2b6073",
    "wall": "#c2bfb9",
    "wall2": "#66625c",
    "floor": "#dcd8cf",
    "floor2": "#958f84",
    "rubble": "#d3c8b7",
    "rubble2": "#857660",
    "swamp": "#c0cba6",
    "swamp2": "#64783f",
    "sand": "#ecdfba",
    "sand2": "#ab9459",
}
DARK: Mapping[str, str] = {
    "paper": "#15171c",
    "ink": "#ecebe6",
    "soft": "#b9bec6",
    "edge": "#8d949e",
    "tile": "#2a2e35",
    "card": "#38322a",
    "cardedge": "#8d8470",
    "oncard": "#ecebe6",
    "way": "#a37c4c",
    "way0": "#e0c9a2",
    "way2": "#f0dcb8",
    "place": "#ffffff0a",
    "placeedge": "#8d949e",
    "cardback": "#4c5763",
    "oncardback": "#ffffff",
    "onground": "#d9dadd",
    "onwall": "#ffffff",
    "own": "#74b4ff",
    "ownlit": "#a2ccff",
    "ally": "#6fc9b6",
    "allylit": "#9ee0d2",
    "foe": "#ff958a",
    "foelit": "#ffb8b0",
    "piece": "#10131a",
    "marker": "#d9aa35",
    "markerlit": "#f5d77c",
    "onmarker": "#1f2328",
    "badge": "#15171c",
    "onbadge": "#ecebe6",
    "plate": "#0c0d10",
    "onplate": "#ffffff",
    "terrain": "#36503a",
    "wet": "#1f3b4a",
    "wet2": "#55889c",
    "reach": "#74b4ff",
    "zone": "#74b4ff",
    "zone2": "#ff958a",
    "chosen": "#74b4ff",
    "lit": "#ffb04d",
    "glow": "#ffb04d",
    "shore": "#7fb4c7",
    "shade": "#000000",
    "open": "#2f3327",
    "open2": "#5d6647",
    "brush": "#2b3a29",
    "brush2": "#52714a",
    "built": "#3b322b",
    "built2": "#806650",
    "high": "#3b3425",
    "high2": "#86703f",
    "crop": "#3b3822",
    "crop2": "#7c7233",
    "road": "#38352f",
    "road2": "#7c7361",
    "deep": "#16303f",
    "deep2": "#4c86a0",
    "wall": "#40444b",
    "wall2": "#858b94",
    "floor": "#34363a",
    "floor2": "#6a6d73",
    "rubble": "#3a362f",
    "rubble2": "#7d725f",
    "swamp": "#2b3424",
    "swamp2": "#6d8450",
    "sand": "#3a3526",
    "sand2": "#83774f",
}

# `.b` is the body of a shape, `.w` its shadow, `.e` a ring behind it, `.k0`, `.k` and `.k2` the coats of its bands,
# `.i` its icon, `.m` the marks of its tags, `.c` its corner, `.l` and `.n` the edge and the mark of a lit one, `.y` the
# sign of an ally, `.a` its picture, `.q` the plate of the number on a piece with a
# picture, `.v` what it could lose, `.z` the stripes of a tile in peril.
RULES = """
.scene{background:var(--paper);font-family:system-ui,"DejaVu Sans",sans-serif}
.scene .paper{fill:var(--paper)}
.scene text{fill:var(--ink);text-anchor:middle}
.scene .axis{fill:var(--soft)}
.scene .tray>text{text-anchor:start;font-size:14px}
.scene .name{font-weight:bold}
.scene .b{fill:var(--tile);stroke:var(--edge);stroke-width:1.3;stroke-linejoin:round}
.scene .e{fill:none}
.scene .w{fill:var(--shade);fill-opacity:.3;stroke:var(--shade);stroke-opacity:.13;stroke-width:3}
.scene .k,.scene .k0,.scene .k2{fill:none;stroke:var(--way);stroke-linejoin:round}
.scene .k0{stroke:var(--way0)}
.scene .k2{stroke:var(--way2);stroke-dasharray:2.2 3.4}
.scene .i{fill:none;stroke:var(--ink);stroke-linecap:round;stroke-linejoin:round}
.scene .f{fill:var(--ink);fill-opacity:.14}
.scene .r-unit>.f{fill:var(--piece);fill-opacity:.3}
.scene .r-tile>.f{fill:var(--badge);fill-opacity:.5}
.scene .r-card.t-prize>.f{fill:#fff3c0;fill-opacity:.75}
.scene .r-unit>.w{fill-opacity:.6}
.scene .p{fill:url(#PREFIX-hatch);stroke:none}
.scene .t-dotted>.p{fill:url(#PREFIX-dots)}
.scene .r-tile>text,.scene .r-terrain>text{fill:var(--onground);font-weight:600}
.scene .r-tile>text{paint-order:stroke;stroke:var(--tile);stroke-width:3px;stroke-opacity:.6}
.scene .r-tile>.i{stroke:var(--onground)}
.scene .r-tile.t-wall>text{fill:var(--onwall);stroke:none}
.scene .r-tile.t-wall>.i{stroke:var(--onwall)}
.scene .cross{fill:none;stroke:var(--soft);opacity:.45}
.scene .r-card>.b{fill:var(--card);stroke:var(--cardedge)}
.scene .r-card>.i{stroke:var(--oncard)}
.scene .r-card>text{fill:var(--oncard);font-weight:600}
.scene .r-card.t-hatched>.b{fill:var(--cardback)}
.scene .r-card.t-hatched>.p{opacity:.4}
.scene .r-card.t-hatched>.i{stroke:var(--oncardback)}
.scene .r-card.t-hatched>text{fill:var(--oncardback);font-weight:bold}
.scene .r-card.t-prize>.b{fill:#ffd23e;stroke:#fff3c0;stroke-width:2.6}
.scene .r-card.t-prize>.i{stroke:#4a2c00;stroke-width:2.6}
.scene .r-card.t-prize.t-hatched>.b{fill:var(--cardback);stroke:#ffd23e}
.scene .r-card.t-prize.t-hatched>.i{stroke:#ffd23e}
.scene .r-place>.b{fill:var(--place);stroke:var(--placeedge);stroke-dasharray:5 4}
.scene .r-cover>.b{fill:var(--badge);stroke:var(--onbadge)}
.scene .r-cover>text{fill:var(--onbadge);font-weight:bold}
.scene .r-unit>.b{fill:url(#PREFIX-own) var(--own);stroke:var(--piece);stroke-width:2}
.scene .r-unit>text{fill:var(--piece);font-weight:bold}
.scene .plate{fill:var(--plate);fill-opacity:.9;stroke:var(--ownlit);stroke-width:2}
.scene .t-foe>.plate{stroke:var(--foelit);stroke-dasharray:5 3}
.scene .t-ally>.plate{stroke:var(--allylit)}
.scene :is(.r-unit,.r-marker)>.beside{fill:var(--onplate)}
.scene .r-marker>.plate{stroke:var(--markerlit)}
.scene .r-unit>.i{stroke:var(--piece)}
.scene .r-unit.t-ally>.b{fill:url(#PREFIX-ally) var(--ally)}
.scene .r-unit.t-foe>.b{fill:url(#PREFIX-foe) var(--foe)}
.scene .q{fill:var(--own);stroke:var(--piece);stroke-width:2;stroke-linejoin:round}
.scene .t-ally>.q{fill:var(--ally)}
.scene .t-foe>.q{fill:var(--foe)}
.scene .r-unit.t-done:not(.t-foe)>.a{opacity:.5}
.scene .y{fill:var(--badge);stroke:var(--ally);stroke-width:2}
.scene .r-marker>.b{fill:url(#PREFIX-brass) var(--marker);stroke:var(--onmarker)}
.scene .r-mark>.b{fill:var(--badge);stroke:var(--own)}
.scene .r-mark>.i{stroke:var(--own)}
.scene .r-mark.t-foe>.b,.scene .r-mark.t-foe>.i{stroke:var(--foe)}
.scene .r-mark.t-filled>.b{fill:var(--own)}
.scene .r-mark.t-filled.t-foe>.b{fill:var(--foe)}
.scene .r-mark.t-filled>.i{stroke:var(--piece)}
.scene .r-marker>.i{stroke:var(--onmarker)}
.scene .r-marker>text{fill:var(--onmarker);font-weight:bold}
.scene .r-terrain>.b{fill:var(--terrain)}
.scene .r-reach>.b{fill:var(--reach);fill-opacity:.08;stroke:var(--reach);stroke-width:2;stroke-dasharray:7 5}
.scene .r-reach.t-zone>.b{fill:var(--zone);fill-opacity:.1;stroke:var(--zone);stroke-dasharray:12 4}
.scene .r-reach.t-side-2>.b{fill:var(--zone2);stroke:var(--zone2);stroke-dasharray:2 6;stroke-width:3}
.scene .r-reach.t-aim>.b{stroke-width:4}
.scene .r-reach.t-danger>.b{stroke-dasharray:2 4}
.scene .rim{text-anchor:start;fill:var(--onplate);font-size:12px;font-weight:600}
.scene .rim{paint-order:stroke;stroke:var(--plate);stroke-width:3px}
.scene .surf{fill:none;stroke:#fff;stroke-opacity:.4;stroke-width:8;stroke-linecap:round}
.scene .shore{fill:none;stroke:var(--shore);stroke-width:3;stroke-linecap:round}
.scene .r-arrow>.b,.scene .r-sight>.b{fill:none;stroke:var(--ink);stroke-width:2.5}
.scene .r-unit.t-done>.b{stroke-opacity:.6}
.scene .t-blocked>.b,.scene .t-suppressed>.b,.scene .t-hidden>.b{stroke-dasharray:4 3}
.scene .r-unit.t-suppressed>.b{fill:var(--badge);stroke:var(--own)}
.scene .r-unit.t-suppressed>.i{stroke:var(--own)}
.scene .t-suppressed>:is(.a,.b,.w){rotate:-12deg}
.scene .r-unit.t-suppressed>text:not(.beside){fill:var(--own)}
.scene .t-suppressed.t-ally>.b,.scene .t-suppressed.t-ally>.i{stroke:var(--ally)}
.scene .t-suppressed.t-ally>text:not(.beside){fill:var(--ally)}
.scene .t-suppressed.t-foe>.b,.scene .t-suppressed.t-foe>.i{stroke:var(--foe)}
.scene .t-suppressed.t-foe>text:not(.beside){fill:var(--foe)}
.scene .r-unit.t-fallen>.b{fill:#77746e;fill-opacity:.55;stroke:var(--own);stroke-width:1.5;stroke-dasharray:3 3}
.scene .r-unit.t-fallen.t-foe>.b{stroke:var(--foe)}
.scene .r-unit.t-fallen>.plate{fill-opacity:.6;stroke-opacity:.5;stroke-dasharray:2 3}
.scene .r-unit.t-fallen>.beside{font-style:italic;font-weight:normal}
.scene .t-last-move>.b{stroke:var(--glow);stroke-width:3.5;paint-order:stroke}
.scene .lit{cursor:pointer}
.scene .l{fill:none;stroke:var(--lit);stroke-width:4}
.scene .m>rect,.scene .c>rect{fill:var(--badge);stroke:var(--onbadge)}
.scene .m>text,.scene .c>text{fill:var(--onbadge);font-weight:bold;font-size:11px}
.scene .r-unit.t-doomed .m>rect{fill:var(--foe);stroke:var(--badge);stroke-width:1.5}
.scene .r-unit.t-doomed .m>text{fill:var(--badge)}
.scene .n>rect{fill:var(--lit);stroke:var(--paper)}
.scene .n>text{fill:var(--paper);font-weight:bold;font-size:12px}
.scene .z{fill:url(#PREFIX-peril);stroke:none;display:none}
.scene .lit>.z,.scene .live>.z,.picking .scene .later>.z,.scene .chosen>.z{display:inline}
.scene .j{fill:none;stroke:var(--foe);stroke-width:2.4;stroke-opacity:.42}
.scene .v>rect{fill:var(--badge);stroke:var(--foe);stroke-width:2}
.scene .v>text{fill:var(--onbadge);font-weight:bold;font-size:12px}
.scene .t-doomed .v>rect{fill:var(--foe);stroke:var(--badge)}
.scene .t-doomed .v>text{fill:var(--badge)}
.scene .h{fill:none;stroke:var(--edge)}
.scene .gone{fill:var(--onbadge);stroke:var(--badge);stroke-width:2;paint-order:stroke}
.scene .left{fill:var(--glow)}
.scene .own{stop-color:var(--own)}.scene .ownlit{stop-color:var(--ownlit)}
.scene .ally{stop-color:var(--ally)}.scene .allylit{stop-color:var(--allylit)}
.scene .foe{stop-color:var(--foe)}.scene .foelit{stop-color:var(--foelit)}
.scene .brass{stop-color:var(--marker)}.scene .brasslit{stop-color:var(--markerlit)}
"""
TAG_RULES: Mapping[str, str] = {
    "figure": "\n.scene .t-figure>.b{stroke:var(--ownlit)}.scene .t-figure.t-foe>.b{stroke:var(--foelit)}",
    "taken": "\n.scene .r-marker.t-taken>.b{fill:var(--own)}.scene .r-marker.t-taken>text{fill:var(--piece)}"
    ".scene .r-marker.t-taken.t-foe>.b{fill:var(--foe)}",
    "standing": "\n.scene .t-standing>.b,.scene .t-standing>.w{fill:none;stroke:none}",
}
"""Of tags that few drawings have: they stand in those alone."""
SCREEN_RULES = """
.scene .l,.scene .live>.b{filter:drop-shadow(0 0 4px var(--glow))}
.scene .chosen>.b{filter:drop-shadow(0 0 4px var(--chosen))}
@media(prefers-reduced-motion:no-preference){.scene g{transition:transform .3s}.scene .r-unit>g{transition:none}}
@media(prefers-contrast:more),(forced-colors:active){
.scene .w,.scene .surf{display:none}
.scene .l,.scene .live>.b,.scene .chosen>.b{filter:none}}
@media(prefers-contrast:more){.scene .b{stroke-width:2.2}}
"""


def stylesheet(
    theme: Theme, prefix: str, grounds: Collection[str] = tuple(GROUNDS), tags: Collection[str] = tuple(TAG_RULES)
) -> str:
    """With "auto" the reader's setting decides; the others hold plain colours, for tools that know no variables."""
    tagged = "".join(rule for tag, rule in TAG_RULES.items() if tag in tags)
    rules = f"{RULES.strip()}{tagged}{ground_rules(grounds, prefix)}{SCREEN_RULES.rstrip()}".replace("PREFIX", prefix)
    if theme != "auto":
        return coloured(rules, DARK if theme == "dark" else LIGHT)
    used = set(re.findall(r"var\(--([\w-]+)\)", rules))
    light, dark = ({name: palette[name] for name in palette if name in used} for palette in (LIGHT, DARK))
    return f".scene{{{variables(light)}}}\n@media(prefers-color-scheme:dark){{.scene{{{variables(dark)}}}}}\n{rules}"


def coloured(rules: str, palette: Mapping[str, str]) -> str:
    """The rules with colours in the place of their names."""
    return re.sub(r"var\(--([\w-]+)\)", lambda found: palette[found[1]], rules)


def variables(palette: Mapping[str, str]) -> str:
    return ";".join(f"--{name}:{colour}" for name, colour in palette.items())
