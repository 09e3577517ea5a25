"""What goes with the automa's cards, worked out from the few facts that decide: order, initiative, whom.

Targets are in aiming.py, piles in piles.py, ways in ways.py. Every function asks a person for facts, puts them to the
same function that play uses, and says what came out and why.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kempelen.desk.adviser import Advice, Asking, Follow, Option
from kempelen.engine.table import NOBODY
from kempelen.engine.trace import Cite, RulingCite, Source, Trace, note
from kempelen.games.undaunted.automa import whys
from kempelen.games.undaunted.automa.charts import DOCUMENT
from kempelen.games.undaunted.automa.selection import (
    SHIPPED,
    Guided,
    Tables,
    guided_units,
)
from kempelen.games.undaunted.automa.sequence import card_order, first_of_several_leaders, higher
from kempelen.games.undaunted.automa.solitaire import inspired
from kempelen.games.undaunted.automa.stated import StatedFacts
from kempelen.games.undaunted.face.words import card_word, cards_word, kind_word, plain
from kempelen.games.undaunted.rules.cards import (
    FOG,
    INITIATIVE,
    KIND,
    LEADERS,
    SQUAD,
    SQUADS,
    Card,
    Kind,
    card_of,
)
from kempelen.text.say import Text

__all__ = [
    "DONE",
    "HUMAN",
    "KIND_SQUADS",
    "NONE",
    "carried",
    "choose_kind",
    "choose_squad",
    "guide_whom",
    "initiative",
    "inspire_whom",
    "next_cards",
    "order",
    "readings",
]

MOST_CARDS = 20
"""More than a hand ever holds."""
DRAWN = 4
"""So many cards are drawn for a hand; when they are named, nobody has to say that there are no more."""
CARD_KINDS: tuple[Kind, ...] = ("sergeant", "guide", "scout", "rifleman", "sniper", "mg", "leader", "mortar", "fog")
"""In the order of the document."""
IN_ORDER: tuple[Card, ...] = tuple(card for kind in CARD_KINDS for card in range(FOG + 1) if KIND[card] == kind)
HUMAN = 1
"""The seat whose counters are the automa's enemies."""
DONE = Option("done", Text("undaunted.adviser.done"))
NONE = Option("done", Text("undaunted.adviser.none"))
"""The same where nothing has been named yet."""
KIND_SQUADS = frozenset(f"{KIND[card]}-{SQUAD[card]}" for card in range(FOG) if SQUAD[card])
"""`rifleman-A`: the kinds that come in squads, with their letters."""
ROLLED = note(
    "undaunted.adviser.why_initiative", Cite(DOCUMENT, "GAMEPLAY"), RulingCite("undaunted:Q12"), roll=plain, value=plain
)


# -- asking


def choose_kind(asking: Asking, name: str, text: Text, kinds: Iterable[Kind], *, done: Option | None = None) -> Kind:
    """A kind of card or unit; with `done` also the word that ends a list."""
    options = [Option(kind, kind_word(kind), kind) for kind in kinds]
    return asking.choice(name, text, [*options, done] if done else options, enter="done" if done else "")


def choose_squad(
    asking: Asking, name: str, kind: Kind, letters: Iterable[str] = SQUADS, *, joined: bool = False
) -> str:
    """The letter of a card's squad; empty for cards that have none. `joined`: the kind was named just before."""
    if f"{kind}-A" not in KIND_SQUADS:
        return ""
    text = Text("undaunted.adviser.which_squad", kind=kind_word(kind))
    options = [Option(letter, letter, f"{kind}-{letter}") for letter in letters]
    return asking.choice(name, text, options, joined=joined)


def choose_card(
    asking: Asking, text: Text, cards: Sequence[Card], *, done: bool = False, sources: Sequence[Source] = ()
) -> Card | None:
    """One of these cards: its kind, and if there are several of it its squad; None if there are no more."""
    kinds = dict.fromkeys(KIND[card] for card in cards)
    options = [Option(kind, kind_word(kind), kind) for kind in kinds]
    enter = "done" if done else ""
    kind = asking.choice("", text, [*options, DONE] if done else options, sources=sources, enter=enter)
    if kind == "done":
        return None
    fitting = [card for card in cards if KIND[card] == kind]
    if len(fitting) == 1:
        return fitting[0]
    return card_of(kind, choose_squad(asking, "", kind, [SQUAD[card] for card in fitting], joined=True))


def readings(*numbers: str) -> tuple[Source, ...]:
    return tuple(RulingCite(f"undaunted:{number}") for number in numbers)


# -- from card to card


def carried(asking: Asking, *, new: bool = False) -> dict[str, Any]:
    """What is known of the automa's hand, to be handed on; `new`: cards may have come to it meanwhile."""
    known: dict[str, Any] = {name: asking.known[name] for name in ("rest", "supply", "new") if name in asking.known}
    if new and "rest" in known:
        known["new"] = True
    return known


def next_cards(asking: Asking, *, new: bool = False) -> tuple[Follow, ...]:
    """The next card, if the hand is known; if cards have come to it, the order is asked for anew (Q17)."""
    known = carried(asking, new=new)
    if "rest" not in known:
        return ()
    rest, supply = known["rest"], known["supply"]
    if known.get("new"):
        return (Follow("order", Text("undaunted.adviser.follow.order"), {"held": rest}),)
    playable = [card for card in rest if card != FOG]
    if not playable:
        return ()
    card = playable[0]
    left = list(rest)
    left.remove(card)
    return (
        Follow(
            KIND[card],
            Text("undaunted.adviser.follow.card", card=card_word(card)),
            {
                "fog_in_hand": FOG in rest,
                "first_of_several_leaders": card in LEADERS and first_of_several_leaders(card, rest, supply),
                "squad": SQUAD[card],
                "rest": tuple(left),
                "supply": supply,
            },
        ),
    )


def order(options: Mapping[str, str], asking: Asking) -> Advice:
    """AI Playing Card Sequence."""
    held: tuple[Card, ...] = asking.known.get("held", ())
    hand = list(held)
    while len(hand) < (MOST_CARDS if held else DRAWN):
        said = Text("undaunted.adviser.hand_card", hand=cards_word(hand)) if hand else Text("undaunted.adviser.hand")
        card = choose_card(asking, said, IN_ORDER, done=bool(hand))
        if card is None:
            break
        hand.append(card)
    supply = [0, 0, 0]
    leaders = sorted({card for card in hand if card in LEADERS})
    if len(leaders) > 1:
        for card in leaders:
            text = Text("undaunted.adviser.squad_supply", squad=SQUAD[card])
            supply[SQUADS.index(SQUAD[card])] = asking.number("", text, 0, 14, sources=readings("Q41"))
    played = card_order(hand, supply, options)
    trace = Trace(NOBODY)
    if played:
        if len(leaders) > 1 and played[0] in LEADERS:
            trace.add(whys.NEXT_LEADER, played[0], supply[played[0] - LEADERS[0]])
        else:
            trace.add(whys.NEXT, played[0])
    asking.known |= {"rest": (*played, *[FOG] * hand.count(FOG)), "supply": tuple(supply)}
    do = Text("undaunted.adviser.order", cards=cards_word(played)) if played else Text("undaunted.adviser.only_fog")
    return Advice(do, trace, then=next_cards(asking))


def initiative(options: Mapping[str, str], asking: Asking) -> Advice:
    """Determine Initiative: the automa's die against the number on the human's card (Q12, Q14)."""
    trace = Trace(NOBODY)
    if options["Q11"] == "no_bid" and asking.yes(
        "first_round", Text("undaunted.adviser.first_round"), sources=readings("Q11")
    ):
        return Advice(Text("undaunted.adviser.no_bid"), trace, short=Text("undaunted.adviser.no_bid_short"))
    rolled = asking.roll(10, "initiative")
    card = choose_kind(asking, "bid", Text("undaunted.adviser.your_bid", roll=rolled), CARD_KINDS)
    value = INITIATIVE[card_of(card, "A" if f"{card}-A" in KIND_SQUADS else "")]
    automa, human = 0, 1
    holder = human
    if rolled == value:
        holder = automa if asking.yes("holder", Text("undaunted.adviser.holds_marker")) else human
    first = higher([rolled, value], holder)
    trace.add(ROLLED, rolled, value)
    return Advice(Text("undaunted.adviser.automa_first" if first == automa else "undaunted.adviser.you_first"), trace)


# -- GUIDE and INSPIRE


def guide_whom(options: Mapping[str, str], asking: Asking) -> Advice:
    """Whom GUIDE moves: the first line of the list that fits anybody (Q24)."""
    units: list[Guided] = []
    for line in range(1, 5):
        text = Text(f"undaunted.adviser.guide.{line}")
        count = asking.number(f"line {line}", text, 0, 9, sources=(whys.GUIDING, *readings("Q24")))
        if count:
            units = [_guided(line, n, count) for n in range(1, count + 1)]
            break
    trace = Trace(NOBODY)
    found, able = guided_units(units)
    if not found:
        return Advice(Text("undaunted.adviser.nobody_guided"), trace, then=next_cards(asking))
    trace.add(whys.GUIDED[found], (tuple(able), HUMAN))
    unit = asking.pick(able, "unit")
    if len(able) > 1:
        trace.add(whys.GUIDE_TIE, len(able), (unit, HUMAN))
    how = Text(f"undaunted.adviser.guided_to.{found}")
    return Advice(Text("undaunted.adviser.guided", unit=unit), trace, (how,), next_cards(asking))


def _guided(line: int, n: int, count: int) -> Guided:
    """A counter that fits this line of the list and none above it."""
    kind: Kind = {1: "rifleman", 3: "mg"}.get(line, "scout")
    name = Text("undaunted.adviser.unit_number", n=n) if count > 1 else Text("undaunted.adviser.that_unit")
    return Guided(name, kind, objective=line == 1, marker=line == 2, cover=line == 3, can_move=True)


def inspire_whom(options: Mapping[str, str], asking: Asking, tables: Tables = SHIPPED) -> Advice:
    """Which card INSPIRE brings back."""
    squad = choose_squad(asking, "squad", "leader")
    enough = asking.yes("scouted_enough", Text("undaunted.question.scouted_enough"), sources=readings("Q25"))
    trace = Trace(NOBODY)
    for kind in tables.inspire[enough]:
        if f"{kind}-{squad}" not in KIND_SQUADS:
            continue
        card = card_of(kind, squad)
        if asking.yes(f"played {kind}", Text("undaunted.adviser.was_played", card=card_word(card))):
            facts = StatedFacts("leader", options, {"inspirable": (card,), "scouted_enough": enough}, tables)
            back = inspired(facts, trace)
            do = Text("undaunted.adviser.inspired", card=card_word(back))
            return Advice(do, trace, then=next_cards(asking, new=True))
    return Advice(Text("undaunted.adviser.nobody_inspired"), trace, then=next_cards(asking))
