"""Which piles BOLSTER takes from, asked for only as far as it matters: usually one pile is shown, and that is all.

Piles stand in the order in which equal ones are taken, so a person shows the first of the biggest. That it has enough
cards is taken to be so; whoever knows better says how many there are, and shows the next one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kempelen.desk.adviser import Advice, Asking, Option
from kempelen.engine.table import NOBODY
from kempelen.engine.trace import Source, Trace
from kempelen.games.undaunted.automa import whys
from kempelen.games.undaunted.automa.selection import SHIPPED, Pile, Tables, bolster, ranked, takeable
from kempelen.games.undaunted.desk.calculators import NONE, choose_kind, choose_squad, next_cards, readings
from kempelen.games.undaunted.face.words import card_word
from kempelen.games.undaunted.rules.cards import BY_NAME, COPIES, FOG, KIND, KINDS, NAMES, SQUAD, Card
from kempelen.text.say import Text

__all__ = ["bolstering"]


def bolstering(options: Mapping[str, str], asking: Asking, tables: Tables = SHIPPED) -> Advice:
    """Which piles the cards come from (Q57, Q58)."""
    kinds = ("sergeant", "guide", "leader")
    who = choose_kind(asking, "who", Text("undaunted.adviser.who_bolsters"), kinds)
    squad = choose_squad(asking, "squad", who, joined=True) if who == "leader" else ""
    x = KINDS[who].actions["bolster"]
    allowed = [card for card in range(FOG) if not squad or SQUAD[card] == squad]
    piles = _with_counters(asking, allowed, x, tables)
    if _count(piles) < x:
        named = {card for card, _, _ in piles}
        others = ranked(card for card in allowed if card not in named)
        piles += _shown(asking, "big", others, x - _count(piles), tables)
    takes = bolster(takeable(piles, squad), x, tables)
    trace = Trace(NOBODY)
    if not takes:
        return Advice(Text("undaunted.adviser.nothing_to_take"), trace, then=next_cards(asking))
    trace.add(whys.TAKES, tuple(takes))
    cards = tuple(Text("undaunted.why.take", n=count, card=card_word(card)) for card, count in takes)
    return Advice(
        Text("undaunted.adviser.takes", takes=cards),
        trace,
        then=next_cards(asking),
        doubt=next(reversed(asking.presumed), ""),
    )


def _count(piles: Sequence[Pile]) -> int:
    return sum(count for _, count, _ in piles)


def _with_counters(asking: Asking, allowed: Sequence[Card], x: int, tables: Tables) -> list[Pile]:
    """By the author's order of kinds, of one kind the biggest, until there are enough cards."""
    cards = ranked((card for card in allowed if KIND[card] in tables.bolster), tables)
    return _shown(asking, "counter", cards, x, tables)


def _shown(asking: Asking, which: str, cards: list[Card], x: int, tables: Tables) -> list[Pile]:
    """The piles that a person shows; equal ones stand in the order in which they are taken (Q60)."""
    sources = (whys.BOLSTERING, *readings("Q21", "Q57", "Q60"))
    found: list[Pile] = []
    while cards and (left := x - _count(found)) > 0:
        text = Text(f"undaunted.adviser.{'pile_more' if found else 'pile'}.{which}")
        card = choose_pile(asking, text, cards, sources)
        if card is None:
            break
        cards.remove(card)
        if which == "counter":
            cards = [other for other in cards if tables.priorities[other] >= tables.priorities[card]]
        count = most = min(left, COPIES[card])
        if most > 1 and not asking.presume(f"enough {card}", Text("undaunted.adviser.enough", n=most)):
            text = Text("undaunted.adviser.pile_size", card=card_word(card))
            # of two it can only have one
            count = asking.number("", text, 1, most - 1) if most > 2 else 1
        found.append((card, count, which == "counter"))
    return found


def choose_pile(asking: Asking, text: Text, cards: Sequence[Card], sources: Sequence[Source]) -> Card | None:
    """One of these; None if there is no such pile."""
    options = [Option(NAMES[card], card_word(card), NAMES[card]) for card in cards]
    chosen = asking.choice("", text, [*options, NONE], sources=sources, enter=NONE.id)
    return BY_NAME.get(chosen)
