"""Why a click on something that is not lit means nothing now."""

from __future__ import annotations

from collections.abc import Sequence

from kempelen.engine.table import Seat
from kempelen.games.tactics.face.preview import then
from kempelen.games.tactics.face.words import card_word
from kempelen.games.tactics.rules.actions import ACTIVATE, ATTACK, BUY, MOVE, PLAY
from kempelen.games.tactics.rules.legal import activation_options, side_of
from kempelen.games.tactics.rules.objections import objection
from kempelen.games.tactics.rules.state import State, Unit
from kempelen.games.tactics.rules.topology import tile_name
from kempelen.text.say import Text

__all__ = ["refused"]


def refused(view: State, seat: Seat, picked: Sequence[str], handle: str) -> Text | None:
    """What was picked before says what was meant: with a unit an attack or a way, with a card a place for it."""
    if view.ending is not None:
        return None
    state = _acting(view, seat, picked)
    kind, _, name = handle.partition(":")
    if kind in ("unit", "tile") and (laid := _laid(view, seat, picked, handle)) is not None:
        return laid
    match kind:
        case "unit":
            unit = _named(view, handle)
            return None if unit is None else _from(state, seat, picked, unit)
        case "tile":
            return _tile(view, state, seat, picked, name)
        case "card" if name in view.book:
            return objection(view, seat, PLAY[name])
        case "shop" if name in view.book:
            return objection(view, seat, BUY[name])
    return None


def _named(s: State, handle: str) -> Unit | None:
    return next((unit for unit in s.units if f"unit:{unit.name.id}" == handle), None)


def _acting(view: State, seat: Seat, picked: Sequence[str]) -> State:
    """The table once the picked unit acts; as it is if nobody has been picked who can."""
    units = (unit for handle in picked if (unit := _named(view, handle)) is not None)
    first = next((unit for unit in units if unit.owner == seat and not unit.tapped and unit.ai is None), None)
    if view.acting is not None or first is None:
        return view
    found = then(view, seat, ACTIVATE[first.name])
    return view if found is None else found[0]


def _from(s: State, seat: Seat, picked: Sequence[str], unit: Unit) -> Text | None:
    """Whoever has chosen a place for the unit that acts asks from there, and is told so."""
    acting = None if s.acting is None else s.named(s.acting)
    place = next((spot for spot in s.board.spots.values() if f"tile:{spot.notation}" in picked), None)
    if acting is None or place is None or unit.owner == seat:
        return _unit(s, seat, unit)
    if MOVE[place.x, place.y] not in activation_options(s, acting):
        return _unit(s, seat, unit)
    why = objection(s, seat, ATTACK[unit.name], at=place.tile)
    where = Text("tactics.tile", at=tile_name(place.x, place.y))
    return None if why is None else Text("tactics.no.from", at=where, why=why)


def _unit(s: State, seat: Seat, unit: Unit) -> Text | None:
    if unit.owner == seat:
        return objection(s, seat, ACTIVATE[unit.name])
    if s.acting is None:
        return Text("tactics.no.who", unit=unit.name.text)
    return objection(s, seat, ATTACK[unit.name])


def _tile(view: State, s: State, seat: Seat, picked: Sequence[str], name: str) -> Text | None:
    spot = next((spot for spot in view.board.spots.values() if spot.notation == name), None)
    if spot is None:
        return None
    return Text("tactics.no.who_goes") if s.acting is None else objection(s, seat, MOVE[spot.x, spot.y])


def _laid(view: State, seat: Seat, picked: Sequence[str], handle: str) -> Text | None:
    """A card that was picked wants a place or somebody to be played on."""
    cards = (view.book.get(handle.partition(":")[2]) for handle in picked if handle.startswith("card:"))
    card = next((card for card in cards if card is not None), None)
    if card is None:
        return None
    if card.effect is None:
        return Text("tactics.no.spawn")
    unit = _named(view, handle)
    if card.effect.kind == "mend" and unit is not None and unit.side == side_of(view, seat):
        return Text("tactics.no.unhurt", unit=unit.name.text)
    return Text("tactics.no.target", card=card_word(card.name))
