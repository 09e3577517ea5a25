"""The game's things as texts, for actions, events and traces."""

from __future__ import annotations

from kempelen.engine.table import Seat
from kempelen.games.tactics.rules.board import KINDS
from kempelen.games.tactics.rules.cards import HIDDEN_CARD, Ai, book
from kempelen.text.say import Text

__all__ = ["DRAWN", "ai_word", "card_word", "mat_word", "opponent_word", "seat_word", "target_word", "unit_word"]


DRAWN = ("unit", "mate", "enemy", "enemy_b", "enemy_c")
"""Units of a table that somebody draws at the desk: the one in question, one beside it, three kinds against it."""


def unit_word(kind: str) -> Text:
    """A kind of unit; one from a position file is called as it is written there."""
    if kind in DRAWN or (kind in book() and book()[kind].unit is not None):
        return Text(f"tactics.unit.{kind}")
    return Text("tactics.own_card", name=kind.replace("_", " "))


def card_word(card: str) -> Text:
    if card == HIDDEN_CARD:
        return Text("tactics.card.hidden")
    if card in book() and book()[card].unit is None:
        return Text(f"tactics.card.{card}")
    return unit_word(card)


def seat_word(seat: Seat) -> Text:
    return Text("tactics.player", n=seat + 1)


def mat_word(mat: Seat, players: int) -> Text:
    """A player, or the opponent."""
    return seat_word(mat) if mat < players else Text("tactics.the_opponent")


def opponent_word(mode: str) -> Text:
    """Who plays against the players: its boss gives it its name."""
    return Text(f"tactics.opponent.{mode or 'none'}")


def ai_word(ai: Ai) -> Text:
    if ai.kind == "wandering":
        return Text("tactics.ai.wandering", x=ai.x)
    if ai.kind == "target":
        return Text("tactics.ai.target", target=target_word(ai))
    return Text(f"tactics.ai.{ai.kind}")


def target_word(ai: Ai) -> Text:
    if ai.tile:
        return Text(f"tactics.kind.{ai.tile}") if ai.tile in KINDS else Text("tactics.own_card", name=ai.tile)
    return Text("tactics.own_card", name=ai.tag)
