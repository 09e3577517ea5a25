"""What stays the same until the next version: styles of pages and tables, pictures of scenarios.

A server makes it when it is asked for; in the folder for devices it lies there as files, so that no click waits for it.
"""

from __future__ import annotations

from collections.abc import Iterator

from kempelen.engine.game import games
from kempelen.scene.look import look_css
from kempelen.scene.style import stylesheet
from kempelen.scene.textures import PAGE_TEXTURES
from kempelen.text.say import LANGUAGES
from kempelen.web.rooms.start import preview
from kempelen.web.shown.cover import cover

__all__ = ["page_css", "still_files"]


def page_css() -> str:
    """The colours and rules of the drawings; the page takes its own colours from them."""
    return stylesheet("auto", "s").replace(".scene{--", ":root{--") + PAGE_TEXTURES


def still_files() -> Iterator[tuple[str, str]]:
    """Every such answer by its address."""
    yield "scene.css", page_css()
    for name, game in games().items():
        yield f"look/{name}.css", look_css(game)
        for lang in LANGUAGES:
            yield f"cover/{lang}/{name}.svg", cover(name, lang)
            for scenario in game.scenarios:
                yield f"preview/{lang}/{name}/{scenario}.svg", preview(name, scenario, lang)
