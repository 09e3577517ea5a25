"""Why an action is not allowed now, in a sentence that says what stands in the way."""

from __future__ import annotations

from kempelen.engine.table import Seat
from kempelen.games.tactics.face.words import card_word
from kempelen.games.tactics.rules.actions import Action, Activate, Attack, Auto, Buy, Full, Move, Play, PlayAt, PlayOn
from kempelen.games.tactics.rules.board import Tile
from kempelen.games.tactics.rules.cards import HIDDEN_CARD, Card
from kempelen.games.tactics.rules.combat import attack_range
from kempelen.games.tactics.rules.effects import legal_targets
from kempelen.games.tactics.rules.legal import may_buy, side_of
from kempelen.games.tactics.rules.state import State, Unit
from kempelen.games.tactics.rules.topology import tile_name
from kempelen.text.say import Text

__all__ = ["objection"]


def objection(s: State, seat: Seat, action: Action, *, at: Tile | None = None) -> Text | None:
    """Why an action is not allowed now; an attack also not once its unit stands on another tile."""
    match action:
        case Activate(name) | Auto(name):
            return _unit_objection(s, seat, action, s.named(name))
        case Move(x, y):
            return _move_objection(s, x, y)
        case Attack(name):
            return _attack_objection(s, s.named(name), at)
        case Full():
            return Text("tactics.no.full")
        case Play(card) | PlayAt(card) | PlayOn(card):
            return _play_objection(s, seat, action, card)
        case Buy(card):
            return _buy_objection(s, seat, card)
    return None


def _unit_objection(s: State, seat: Seat, action: Activate | Auto, unit: Unit | None) -> Text | None:
    if s.acting is not None:
        return Text("tactics.no.acting", unit=s.acting.text)
    if unit is None:
        return Text("tactics.no.unit", unit=action.unit.id)
    if unit.owner != seat:
        return Text("tactics.no.not_yours", unit=unit.name.text)
    if unit.tapped:
        return Text("tactics.no.tapped", unit=unit.name.text)
    if unit.ai is not None and isinstance(action, Activate):
        return Text("tactics.no.has_ai", unit=unit.name.text)
    return None


def _move_objection(s: State, x: int, y: int) -> Text | None:
    unit = s.named(s.acting) if s.acting is not None else None
    if unit is None:
        return Text("tactics.no.nobody_acts")
    at = Text("tactics.tile", at=tile_name(x, y))
    if not s.board.holds(x, y):
        return Text("tactics.no.off_board", at=at)
    if not unit.moves:
        return Text("tactics.no.no_move", unit=unit.name.text)
    tile = s.board.tile(x, y)
    if not s.board.passable >> tile & 1:
        return Text("tactics.no.wall", at=at)
    if (other := s.at[tile]) is not None:
        return Text("tactics.no.occupied", at=at, unit=other.name.text)
    return Text("tactics.no.too_far", at=at, unit=unit.name.text, move=unit.profile.move)


def _attack_objection(s: State, target: Unit | None, at: Tile | None) -> Text | None:
    unit = s.named(s.acting) if s.acting is not None else None
    if unit is None:
        return Text("tactics.no.nobody_acts")
    if target is None:
        return None
    if not unit.attacks:
        return Text("tactics.no.no_attack", unit=unit.name.text)
    if target.side == unit.side:
        return Text("tactics.no.friend", unit=target.name.text)
    stands = unit.tile if at is None else at
    away = s.board.distance(stands, target.tile)
    if s.board.house >> target.tile & 1 and away > 1:
        return Text("tactics.no.house", unit=target.name.text)
    reach = attack_range(s.board, unit, stands)
    return Text("tactics.no.out_of_range", unit=target.name.text, by=unit.name.text, distance=away, range=reach)


def _play_objection(s: State, seat: Seat, action: Play | PlayAt | PlayOn, name: str) -> Text | None:
    if name not in s.book:
        return Text("tactics.no.card", card=name)
    card, mat = s.book[name], s.mats[seat]
    if name not in mat.hand and HIDDEN_CARD not in mat.hand:
        return Text("tactics.no.not_in_hand", card=action.text)
    if card.cost is None:
        return Text("tactics.no.no_cost", card=action.text)
    if card.cost > mat.pool:
        return Text("tactics.no.too_expensive", cost=card.cost, pool=mat.pool)
    if isinstance(action, PlayAt):
        return Text("tactics.no.spawn")
    return _no_target(s, seat, card)


NOBODY = {"mend": "nobody_hurt", "rally": "nobody_tapped", "strike": "nobody_there"}


def _no_target(s: State, seat: Seat, card: Card) -> Text:
    """Nobody is there on whom an event could be played (E1), by what it does; or somebody else is."""
    there = card.effect is None or legal_targets(s, card.effect, seat, side_of(s, seat)) != []
    key = "target" if card.effect is None or there else NOBODY[card.effect.kind]
    return Text(f"tactics.no.{key}", card=card_word(card.name))


def _buy_objection(s: State, seat: Seat, name: str) -> Text | None:
    if not s.stock.get(name):
        return Text("tactics.no.not_sold", card=name)
    if not may_buy(s, seat):
        return Text("tactics.no.no_store")
    return Text("tactics.no.too_expensive", cost=s.book[name].price, pool=s.mats[seat].pool)
