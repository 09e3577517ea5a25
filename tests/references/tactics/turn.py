"""The opponent's turn, "## Turn structure", the same for The Kraken and The Tyrant."""

from __future__ import annotations

from tests.references.lots import Lots
from tests.references.tactics.table import OPPONENT, Table, Unit

__all__ = ["before_units", "end_of_turn", "next_units"]


def before_units(table: Table, lots: Lots) -> None:
    """0 to 3.2: shuffle, gain, upkeep, draw and play until a card is not playable or none is left."""
    for unit in table.friends(OPPONENT):
        unit.tapped = False
    deck, discard = table.decks[OPPONENT], table.discards[OPPONENT]
    if not deck and discard:
        deck.extend(discard)
        discard.clear()
        did(table, "0", "shuffle")
    table.lines.append("1")
    table.pools[OPPONENT] += 5 * table.players
    while upkeep(table) > table.pools[OPPONENT]:
        mortal = [unit for unit in table.friends(OPPONENT) if not table.cards[unit.card].get("boss")]
        gone = lots.pick(mortal)
        did(table, "2.1", "give up", gone.name)
        table.destroy(gone)
    paid = upkeep(table)
    table.pools[OPPONENT] -= paid
    did(table, "2.2", "pay", paid)
    while deck:  # D2: from an empty one no card is drawn, and nothing is shuffled
        card = lots.pick(sorted(deck))
        deck.remove(card)
        did(table, "3.1", "draw", card)
        if not playable(table, card):
            table.turned_up.append(card)
            break
        table.lines.append("3.2")
        table.pools[OPPONENT] -= table.cards[card]["cost"]
        play(table, card, lots)
        if table.over:
            return
    table.lines.append("3.3")
    for unit in table.friends(OPPONENT):
        unit.due = True


def next_units(table: Table) -> list[str]:
    """3.3: every own unit once, in any order (D5)."""
    return [unit.name for unit in table.friends(OPPONENT) if unit.due]


def end_of_turn(table: Table) -> None:
    """4: the card that was not playable is discarded. Then the players may have lost for want of units (M1), or it
    was the last round (P6)."""
    for card in table.turned_up:
        table.discards[OPPONENT].append(card)
        did(table, "4", "discard", card)
    table.turned_up.clear()
    has_units = any(unit.owner != OPPONENT for unit in table.units.values())
    table.empty_turns = 0 if has_units else table.empty_turns + 1
    if table.mode == "kraken" and table.empty_turns == 2:
        table.over = "lost"
    elif table.round == table.last_round:
        table.over = "draw"


def did(table: Table, line: str, *what: object) -> None:
    table.lines.append(line)
    table.log.append(what)


def upkeep(table: Table) -> int:
    return sum(table.stat(unit, "upkeep") for unit in table.friends(OPPONENT))


def free_spawns(table: Table) -> list[tuple[int, int]]:
    taken = table.taken()
    return [cell for cell in table.board.spawns if cell not in taken]


def event_targets(table: Table, card: str) -> list[Unit] | None:
    """Whom an event may be aimed at; None if it is not aimed."""
    effect = table.cards[card]["effect"]
    if effect == "strike":
        return [unit for unit in table.units.values() if unit.owner != OPPONENT]
    if effect == "mend":
        return [unit for unit in table.friends(OPPONENT) if unit.health < unit.full_health]
    return None


def playable(table: Table, card: str) -> bool:
    """D3, D4, E1: a cost that can be paid, and a free spawn tile for a unit, a target for an event that needs one."""
    cost = table.cards[card].get("cost")
    if cost is None or cost > table.pools[OPPONENT]:
        return False
    if "effect" not in table.cards[card]:
        return bool(free_spawns(table))
    targets = event_targets(table, card)
    return targets is None or bool(targets)


def play(table: Table, card: str, lots: Lots) -> None:
    """A unit on any free spawn tile, or an event whose target is drawn; its card goes to the discard pile."""
    facts = table.cards[card]
    if "effect" not in facts:
        cell = lots.pick(free_spawns(table))
        name = f"new at {cell}"
        table.units[name] = Unit(name, card, cell, OPPONENT, facts["health"], facts["health"], facts.get("ai", "none"))
        table.log.append(("place", card, cell))
        return
    targets = event_targets(table, card)
    target = lots.pick(targets) if targets else None
    table.log.append(("play", card, target.name if target else None))
    table.discards[OPPONENT].append(card)
    amount = facts.get("amount", 0)
    if facts["effect"] == "gain":
        table.pools[OPPONENT] += amount
    elif facts["effect"] == "mark":
        table.mark(amount)
    elif facts["effect"] == "mend":
        assert target is not None
        target.health = min(target.health + amount, target.full_health)
    elif facts["effect"] == "strike":
        assert target is not None
        hurt(table, target, amount)
    elif facts["effect"] == "tide":
        for unit in list(table.units.values()):
            if unit.owner != OPPONENT and table.board.near_water(unit.at):
                hurt(table, unit, amount)
    else:
        raise AssertionError(f"no card of the opponent's has the effect {facts['effect']}")


def hurt(table: Table, unit: Unit, amount: int) -> None:
    unit.health -= amount
    if unit.health <= 0:
        table.destroy(unit)
