"""What is said beside a question: why it is asked at all, and how people draw a lot with nothing but what they have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kempelen.engine.errors import PlayerError
from kempelen.engine.game import Game
from kempelen.text.say import Say, Text

__all__ = ["cards_in", "how_drawn", "why_named"]


def why_named(game: Game[Any], who: Text, say: Say) -> tuple[str, ...]:
    """Why somebody is asked for an automa's cards, and how they would stay hidden from him."""
    hidden = "web.beside.stay_hidden" if game.things.usual is None else "web.beside.stay_hidden_usual"
    return say("web.beside.why_cards", who=who), say("web.beside.look_alone"), say(hidden)


def cards_in(game: Game[Any], options: Sequence[str]) -> dict[str, str]:
    """The card of each lot, where the lots differ by nothing else: people see cards and need not read sentences."""
    found: dict[str, str] = {}
    others = set()
    for option in options:
        try:
            action = game.parse(option)
        except PlayerError:
            return {}
        found[option] = game.things.kept_card(action)
        others.add(tuple(handle for handle in action.handles if not handle.startswith("card:")))
    return found if len(others) == 1 and all(found.values()) and len(set(found.values())) == len(found) else {}


def how_drawn(n: int, cards: bool, places: bool, say: Say) -> str:
    """What people do to draw one of so many lots."""
    return say("web.beside.lot_cards" if cards else "web.beside.lot_places" if places else "web.beside.lot_number", n=n)
