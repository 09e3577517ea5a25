"""A board as one picture file in the colours of its game: for cards and lists, where nobody clicks on it."""

from dataclasses import replace
from typing import TypeAlias

from .look import Named, look_of
from .model import Scene
from .style import variables
from .svg import render

__all__ = ["Window", "picture"]

Window: TypeAlias = tuple[float, float, float, float]
"""A part of a board in its own units: left, top, width, height."""


def picture(game: Named, scene: Scene, window: Window | None = None) -> str:
    """The board without trays and names of rows, or a part of it; the sheet shows through, so a page lays it upon
    `.look`."""
    drawn = render(replace(scene, trays=(), columns=(), rows=()), prefix="p", width=0, window=window)
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
