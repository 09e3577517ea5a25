"""What a newcomer might do now, on the map that teaches the game."""

from __future__ import annotations

from kempelen.engine.table import Seat
from kempelen.games.tactics.rules.combat import targets
from kempelen.games.tactics.rules.legal import playable
from kempelen.games.tactics.rules.state import ACTIVATION, TURN, State
from kempelen.games.tactics.rules.topology import first_of
from kempelen.text.say import Text

__all__ = ["hint"]


def hint(view: State, seat: Seat) -> Text | None:
    """First a unit, then the card, then the end of the turn; why it pays is said along the way."""
    if view.phase == ACTIVATION:
        return _acting(view)
    if view.phase != TURN:
        return None
    ready = next((unit for unit in view.units if unit.owner == seat and not unit.tapped), None)
    if ready is not None:
        return Text("tactics.hint.activate", unit=ready.name.text)
    mat = view.mats[seat]
    for name in mat.hand:
        card = view.book[name]
        if playable(view, seat, card):
            return Text("tactics.hint.play", pool=mat.pool, cost=card.cost or 0)
    return Text("tactics.hint.end")


def _acting(view: State) -> Text | None:
    unit = view.named(view.acting) if view.acting is not None else None
    if unit is None:
        return None
    house = view.board.house
    if unit.moves and house and not house >> unit.tile & 1 and unit.attacks:
        return Text("tactics.hint.house", at=view.board.spots[first_of(house)].text)
    if unit.attacks and targets(view, unit):
        return Text("tactics.hint.attack", range=unit.profile.range, damage=unit.profile.attack)
    return Text("tactics.hint.done")
