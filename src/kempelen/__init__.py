"""Kempelen plays the other side of the table: board-game automas run exactly as their authors wrote them.

In Python:

    import kempelen

    game = kempelen.game_named("saboteur")
    setup = kempelen.Setup("saboteur", "tu", ("human", "rule", "rule"))
    session = kempelen.Session(game, setup, seed=7).run()
    print(session.pending[0].options[0].notation)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kempelen.engine.files.record import Record, read_record
    from kempelen.engine.game import Game, Outcome, Setup, game_named, games, say_in
    from kempelen.engine.session import Session

__all__ = [
    "Game",
    "Outcome",
    "Record",
    "Session",
    "Setup",
    "__version__",
    "game_named",
    "games",
    "read_record",
    "say_in",
]
__version__ = "0.1.0"

_HOMES = {
    **dict.fromkeys(("Game", "Outcome", "Setup", "game_named", "games", "say_in"), "kempelen.engine.game"),
    **dict.fromkeys(("Record", "read_record"), "kempelen.engine.files.record"),
    "Session": "kempelen.engine.session",
}


def __getattr__(name: str) -> Any:
    """Public names are loaded when first used, so that `kempelen --help` is instant."""
    if name not in _HOMES:
        raise AttributeError(f"module 'kempelen' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
