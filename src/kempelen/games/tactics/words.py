"""The game's things as texts, for actions, events and traces."""

from __future__ import annotations

from kempelen.engine.table import Seat
from kempelen.games.tactics.cards import Ai
from kempelen.text.say import Text

__all__ = ["ai_word", "card_word", "mat_word", "seat_word", "target_word"]


def card_word(card: str) -> Text:
    return Text(f"tactics.unit.{card}") if _is_unit(card) else Text(f"tactics.card.{card}")


def _is_unit(card: str) -> bool:
    from kempelen.games.tactics.cards import book

    known = book().get(card)
    return known is not None and known.unit is not None


def seat_word(seat: Seat) -> Text:
    return Text("tactics.player", n=seat + 1)


def mat_word(mat: Seat, players: int) -> Text:
    """A player, or the opponent."""
    return seat_word(mat) if mat < players else Text("tactics.the_opponent")


def ai_word(ai: Ai) -> Text:
    if ai.kind == "wandering":
        return Text("tactics.ai.wandering", x=ai.x)
    if ai.kind == "target":
        return Text("tactics.ai.target", target=target_word(ai))
    return Text(f"tactics.ai.{ai.kind}")


def target_word(ai: Ai) -> Text:
    return Text(f"tactics.kind.{ai.tile}") if ai.tile else Text(f"tactics.tag.{ai.tag}")
