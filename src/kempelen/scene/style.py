"""Colours and rules of the SVG drawings, light and dark."""

import re
from collections.abc import Mapping
from typing import Literal, TypeAlias

__all__ = ["DARK", "LIGHT", "Theme", "stylesheet"]

Theme: TypeAlias = Literal["auto", "light", "dark"]

LIGHT: Mapping[str, str] = {
    "paper": "#fbf9f4",
    "ink": "#1f2328",
    "soft": "#5b6068",
    "edge": "#857a66",
    "tile": "#efe8d8",
    "card": "#f6ecd2",
    "way": "#7a5230",
    "own": "#1d5fa8",
    "foe": "#a8281f",
    "piece": "#ffffff",
    "marker": "#f0c330",
    "onmarker": "#1f2328",
    "terrain": "#c3d6b4",
    "wet": "#cfe0ea",
    "grown": "#d3e2c4",
    "paved": "#dcdad4",
    "reach": "#1d5fa8",
    "lit": "#b8410a",
}
DARK: Mapping[str, str] = {
    "paper": "#15171c",
    "ink": "#ecebe6",
    "soft": "#aab0b8",
    "edge": "#848b95",
    "tile": "#2a2e35",
    "card": "#38322a",
    "way": "#d6b88c",
    "own": "#74b4ff",
    "foe": "#ff958a",
    "piece": "#10131a",
    "marker": "#e5b93f",
    "onmarker": "#1f2328",
    "terrain": "#36503a",
    "wet": "#20384b",
    "grown": "#2b3f2e",
    "paved": "#3a3d42",
    "reach": "#74b4ff",
    "lit": "#ffb04d",
}

# `.b` is the body of a shape, `.e` a ring behind it, `.k` its bands, `.i` its icon, `.m` the marks of its tags,
# `.c` its corner, `.l` and `.n` the edge and the mark of a lit one.
RULES = """
.scene{background:var(--paper);font-family:system-ui,"DejaVu Sans",sans-serif}
.scene .paper{fill:var(--paper)}
.scene text{fill:var(--ink);text-anchor:middle}
.scene .axis{fill:var(--soft)}
.scene .tray>text{text-anchor:start;font-size:14px}
.scene .name{font-weight:bold}
.scene .b{fill:var(--tile);stroke:var(--edge);stroke-width:1.5;stroke-linejoin:round}
.scene .e{fill:none}
.scene .k{fill:none;stroke:var(--way);stroke-linejoin:round}
.scene .i{fill:none;stroke:var(--ink);stroke-linecap:round;stroke-linejoin:round}
.scene .p{fill:url(#PREFIX-hatch);stroke:none}
.scene .t-dotted>.p{fill:url(#PREFIX-dots)}
.scene .r-tile>text{fill:var(--soft)}
.scene .r-card>.b{fill:var(--card)}
.scene .r-place>.b{fill:none;stroke-dasharray:5 4}
.scene .r-unit>.b{fill:var(--own);stroke:var(--piece)}
.scene .r-unit>text{fill:var(--piece);font-weight:bold}
.scene .r-unit>.beside{fill:var(--ink);paint-order:stroke;stroke:var(--paper);stroke-width:3px}
.scene .start{text-anchor:start}
.scene .end{text-anchor:end}
.scene .r-unit>.i{stroke:var(--piece)}
.scene .r-unit.t-foe>.b{fill:var(--foe)}
.scene .r-marker>.b{fill:var(--marker);stroke:var(--onmarker)}
.scene .r-mark>.b{fill:var(--paper);stroke:var(--own)}
.scene .r-mark>.i{stroke:var(--own)}
.scene .r-mark.t-foe>.b,.scene .r-mark.t-foe>.i{stroke:var(--foe)}
.scene .r-mark.t-filled>.b{fill:var(--own)}
.scene .r-mark.t-filled.t-foe>.b{fill:var(--foe)}
.scene .r-mark.t-filled>.i{stroke:var(--piece)}
.scene .r-marker>.i{stroke:var(--onmarker)}
.scene .r-marker>text{fill:var(--onmarker);font-weight:bold}
.scene .r-terrain>.b{fill:var(--terrain)}
.scene .t-wet>.b{fill:var(--wet)}
.scene .t-grown>.b{fill:var(--grown)}
.scene .t-paved>.b{fill:var(--paved)}
.scene .r-reach>.b{fill:var(--reach);fill-opacity:.1;stroke:var(--reach);stroke-dasharray:7 5}
.scene .r-arrow>.b,.scene .r-sight>.b{fill:none;stroke:var(--ink);stroke-width:2.5}
.scene .r-unit.t-done>.b{fill-opacity:.75}
.scene .t-blocked>.b,.scene .t-suppressed>.b,.scene .t-hidden>.b{stroke-dasharray:4 3}
.scene .r-unit.t-suppressed>.b{fill:var(--paper);stroke:var(--own);stroke-width:2}
.scene .r-unit.t-suppressed>.i{stroke:var(--own)}
.scene .r-unit.t-suppressed>text:not(.beside){fill:var(--own)}
.scene .r-unit.t-suppressed.t-foe>.b,.scene .r-unit.t-suppressed.t-foe>.i{stroke:var(--foe)}
.scene .r-unit.t-suppressed.t-foe>text:not(.beside){fill:var(--foe)}
.scene .t-last-move>.b{stroke:var(--ink);stroke-width:3}
.scene .lit{cursor:pointer}
.scene .l{fill:none;stroke:var(--lit);stroke-width:4}
.scene .m>rect,.scene .c>rect{fill:var(--paper);stroke:var(--ink)}
.scene .m>text,.scene .c>text{fill:var(--ink);font-weight:bold;font-size:11px}
.scene .n>rect{fill:var(--lit);stroke:var(--paper)}
.scene .n>text{fill:var(--paper);font-weight:bold;font-size:12px}
.scene .h{fill:none;stroke:var(--edge)}
@media(prefers-reduced-motion:no-preference){.scene g{transition:transform .3s}}
"""


def stylesheet(theme: Theme, prefix: str) -> str:
    """With "auto" the reader's setting decides; the others hold plain colours, for tools that know no variables."""
    rules = RULES.strip().replace("PREFIX", prefix)
    if theme != "auto":
        palette = DARK if theme == "dark" else LIGHT
        return re.sub(r"var\(--(\w+)\)", lambda found: palette[found[1]], rules)
    return f".scene{{{variables(LIGHT)}}}\n@media(prefers-color-scheme:dark){{.scene{{{variables(DARK)}}}}}\n{rules}"


def variables(palette: Mapping[str, str]) -> str:
    return ";".join(f"--{name}:{colour}" for name, colour in palette.items())
