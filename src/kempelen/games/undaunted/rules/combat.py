"""Attacks, suppressing fire, Blast, and what is lost (C1 to C7)."""

from __future__ import annotations

from kempelen.engine.table import HIDDEN, Seat, Table
from kempelen.games.undaunted.face.words import action_word, card_word, unit_word
from kempelen.games.undaunted.rules.cards import BASE, DICE, MORTAR, NAMES, RIFLEMEN, UNITS, Card, needed
from kempelen.games.undaunted.rules.endings import judge
from kempelen.games.undaunted.rules.events import Blasted, Fired, Lost, MarkerLifted, Removed, Suppressed
from kempelen.games.undaunted.rules.state import Side, State
from kempelen.games.undaunted.rules.terrain import NOWHERE
from kempelen.text.say import Text

__all__ = ["blast", "defence", "fire", "hits", "lose"]


def defence(s: State, seat: Seat, unit: Card, target: Card) -> int:
    """Base, cover and range of an enemy counter, seen from the attacker (C2, C3)."""
    return BASE[target] + s.scenario.terrain.shield[s.sides[seat].at[unit]][s.sides[1 - seat].at[target]]


def hits(dice: tuple[int, ...], total: int) -> bool:
    """Any die that reaches the total (C4)."""
    return dice[-1] >= needed(total)


def fire(s: State, table: Table, seat: Seat, unit: Card, how: str, target: Card, count: int) -> None:
    """Attack or Suppress, any enemy counter anywhere (C1, C5, C7)."""
    total = defence(s, seat, unit, target)
    far = s.scenario.terrain.distance[s.sides[seat].at[unit]][s.sides[1 - seat].at[target]]
    if table.explaining:
        table.about = _what_for(seat, unit, how, 1 - seat, target, total, count)
        table.awaited = Fired(seat, unit, how, 1 - seat, target, total, (), False, far).roll
    dice = table.pool(10, count, how)
    hit = hits(dice, total)
    table.tell(Fired, seat, unit, how, 1 - seat, target, total, dice, hit, far)
    if not hit:
        return
    if how == "attack":
        lose(s, table, 1 - seat, target)
        return
    foe = s.sides[1 - seat]
    if not foe.suppressed >> target & 1:
        foe.suppressed |= 1 << target
        table.tell(Suppressed, 1 - seat, target)


def _what_for(seat: Seat, unit: Card, how: str, owner: Seat, target: Card, total: int, count: int) -> Text:
    """Whoever rolls at a real table is told what for, and what hits (C4)."""
    return Text(
        "undaunted.throw.fire",
        unit=unit_word(unit, seat),
        action=action_word(how),
        target=unit_word(target, owner),
        n=count,
        needed=needed(total),
    )


def blast(s: State, table: Table, seat: Seat, unit: Card) -> None:
    """Every counter on the marked tile, own ones too, one attack each; no range (C1, C2, C3)."""
    side = s.sides[seat]
    tile, terrain = side.marker, s.scenario.terrain
    table.tell(Blasted, seat, terrain.names[tile])
    struck = [(owner, target) for owner in (1 - seat, seat) for target in UNITS if s.sides[owner].at[target] == tile]
    for owner, target in struck:
        total = BASE[target] + terrain.blast_cover[tile]
        if table.explaining:
            table.about = _what_for(seat, unit, "blast", owner, target, total, DICE["blast"][unit])
            table.awaited = Fired(seat, unit, "blast", owner, target, total, (), False).roll
        dice = table.pool(10, DICE["blast"][unit], "blast")
        hit = hits(dice, total)
        table.tell(Fired, seat, unit, "blast", owner, target, total, dice, hit)
        if hit:
            lose(s, table, owner, target)
            if s.ending is not None:
                return


def lose(s: State, table: Table, seat: Seat, unit: Card) -> None:
    """One card of the unit from the hand, else the discard, else the deck; else the counter (C5, C6).

    With the Mortar goes its target marker (H1).
    """
    side = s.sides[seat]
    where = _lost_from(side, table, unit)
    if where:
        side.removed[unit] += 1
        table.tell(Lost, seat, unit, where)
        if unit in RIFLEMEN:
            judge(s, table, 1 - seat)
        return
    tile, side.at[unit] = side.at[unit], NOWHERE
    side.suppressed &= ~(1 << unit)
    table.tell(Removed, seat, unit, s.scenario.terrain.names[tile])
    if unit == MORTAR and side.marker >= 0:
        side.marker = NOWHERE
        table.tell(MarkerLifted, seat)
    judge(s, table, 1 - seat)


def _lost_from(side: Side, table: Table, unit: Card) -> str:
    """Where a card of the unit was found, and is no longer; whoever keeps cards to himself is asked.

    The hand is looked through first, and everybody learns whether there was one.
    """
    deck = side.deck
    if table.reveal("hand", unit in side.hand, (True, False), "casualty"):
        side.hand.remove(unit)
        return "hand"
    if HIDDEN in side.hand and unit in deck.bag and _owns(table, "hand", unit):
        side.hand.remove(HIDDEN)
        deck.name_away(unit)
        return "hand"
    if unit in side.discard:
        side.discard.remove(unit)
        return "discard"
    if HIDDEN in side.discard and unit in deck.bag and _owns(table, "discard", unit):
        side.discard.remove(HIDDEN)
        deck.name_away(unit)
        return "discard"
    if unit in deck.top:
        deck.top.remove(unit)
        table.shuffle(deck)
        return "deck"
    if unit in deck.bag and len(deck.bag) > deck.away:
        deck.bag.remove(unit)
        table.shuffle(deck)
        return "deck"
    return _held_after_all(side, unit)


def _held_after_all(side: Side, unit: Card) -> str:
    """Where an unseen card is that cannot be in the deck, of which nothing is left: the answers were wrong."""
    for where, cards in (("hand", side.hand), ("discard", side.discard)):
        if HIDDEN in cards and unit in side.deck.bag:
            cards.remove(HIDDEN)
            side.deck.name_away(unit)
            return where
    return ""


def _owns(table: Table, where: str, unit: Card) -> bool:
    return table.ask(f"{where} {NAMES[unit]}", Text(f"undaunted.ask.{where}", card=card_word(unit)))
