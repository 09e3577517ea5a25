"""A board as one picture file in the colours of its game: for cards and lists, where nobody clicks on it."""

from collections.abc import Collection
from dataclasses import replace
from typing import TypeAlias

from .look import Named, look_of
from .model import Scene
from .style import variables
from .svg import render

__all__ = ["Window", "picture", "where_it_happens"]

Window: TypeAlias = tuple[float, float, float, float]
"""A part of a board in its own units: left, top, width, height."""
WIDE = 1.5
"""As wide as such a picture is, to its height."""
ROUND, LEAST, NEAR = 0.1, 0.45, 0.4
"""Round the middles of the pieces so much of the board's width is shown, at least so much; of one moment the last."""


def picture(game: Named, scene: Scene, window: Window | None = None) -> str:
    """The board without trays and names of rows, or a part of it; the sheet shows through, so a page lays it upon
    `.look`."""
    # So small a picture has no room for what a thing is called besides what pieces are.
    shapes = tuple(replace(one, text="") if "standing" in one.tags else one for one in scene.shapes)
    drawn = render(replace(scene, shapes=shapes, trays=(), columns=(), rows=()), prefix="p", width=0, window=window)
    look = look_of(game.package)
    if look is None:
        return drawn
    light, dark = look.light_tokens(), look.dark_tokens()
    night = {name: colour for name, colour in dark.items() if colour != light[name]}
    style = (
        f".scene{{{variables(light)}}}@media(prefers-color-scheme:dark){{.scene{{{variables(night)}}}}}"
        ".scene{background:none}.scene .paper{fill:none}"
    )
    return drawn.replace("\n</style>", f"\n{style}\n</style>", 1)


def where_it_happens(scene: Scene, about: Collection[str] = ()) -> Window | None:
    """Of a table on which any point may be stood on, the part where pieces and markers are: all of it, as small as a
    list shows it, would be bare ground. Of one moment only what it is `about`, and what stands there to be reached or
    held: it is the reason for most of what is done. None for all of it."""
    there = [shape for shape in scene.shapes if shape.role in ("unit", "marker")] if scene.unit == "cm" else []
    if not there:
        return None
    meant = [shape for shape in there if shape.id in about]
    aims = [shape for shape in scene.shapes if "standing" in shape.tags]
    there, least = ([*meant, *aims], NEAR) if meant else (there, LEAST)
    (left, right), (top, bottom) = (
        (min(at) - ROUND * scene.w, max(at) + ROUND * scene.w)
        for at in ([shape.x for shape in there], [shape.y for shape in there])
    )
    wide = max(right - left, WIDE * (bottom - top), least * scene.w)
    wide, high = min(wide, scene.w), min(wide / WIDE, scene.h)
    return (
        max(scene.left, min((left + right - wide) / 2, scene.left + scene.w - wide)),
        max(scene.top, min((top + bottom - high) / 2, scene.top + scene.h - high)),
        wide,
        high,
    )
