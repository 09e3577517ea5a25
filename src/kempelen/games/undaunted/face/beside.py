"""What lies beside the map: hands, sides, supplies, what was played and what was lost.

Of equal cards the first is `card:scout-A`, further ones are `card:scout-A#2`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from kempelen.engine.table import Seat
from kempelen.games.undaunted.face.about import about_card, card_facts
from kempelen.games.undaunted.face.illustrations import grave, illustration
from kempelen.games.undaunted.face.pictures import ICONS
from kempelen.games.undaunted.face.portraits import soldier
from kempelen.games.undaunted.face.status import relation, seat_facts
from kempelen.games.undaunted.face.words import card_word, side_word
from kempelen.games.undaunted.rules.cards import FOG, INITIATIVE, KIND, NAMES, SQUAD, UNITS, Card
from kempelen.games.undaunted.rules.state import HIDDEN, SIDES, TURN, State
from kempelen.scene.icons import DECK, DISCARD
from kempelen.scene.model import Shape, Tray
from kempelen.scene.status import Fact, Icon
from kempelen.text.say import Say

__all__ = ["card_face", "fallen", "hand", "piles", "plate", "play_area", "short", "supply"]

CARD = 1.14
"""The width of a card: names are long."""


def short(card: Card, say: Say) -> str:
    return f"{say(f'undaunted.letters.{KIND[card]}')}{SQUAD[card]}"


def hand(view: State, seat: Seat, say: Say, used: Counter[str]) -> Tray:
    items = []
    for card in sorted(view.sides[seat].hand):
        name = NAMES[card] if card != HIDDEN else "hidden"
        used[name] += 1
        handle = f"card:{name}" if used[name] == 1 else f"card:{name}#{used[name]}"
        shape = _card(handle, card, seat, say)
        more = card_facts(view, seat, card, say)
        items.append(replace(shape, facts=shape.facts + more, usable=card != FOG))  # Fog cannot be played (K1)
    label = say("undaunted.scene.hand", side=side_word(seat))
    return Tray(f"tray:hand-{SIDES[seat]}", label, "hand", tuple(items), seat="")


def _card(handle: str, card: Card, seat: Seat, say: Say) -> Shape:
    if card == HIDDEN:
        return Shape(handle, "card", text="?", label=say.of(card_word(card), "bare"), tags=frozenset({"hidden"}))
    return card_face(handle, card, str(INITIATIVE[card]), say.of(card_word(card), "bare"), say, seat=seat)


def card_face(
    handle: str,
    card: Card,
    corner: str,
    label: str,
    say: Say,
    tags: frozenset[str] = frozenset(),
    *,
    squad: bool = True,
    seat: Seat = 0,
) -> Shape:
    """A card with its icon and its name; in the corner is its initiative, or how many there are."""
    name = f"{say(f'undaunted.caption.{KIND[card]}')} {SQUAD[card] if squad else ''}".rstrip()
    icon, glyph = ICONS[KIND[card]], short(card, say)
    return Shape(
        handle,
        "card",
        w=CARD,
        text=name,
        icon=icon,
        art=illustration(KIND[card], seat),
        corner=corner,
        label=label,
        tags=tags,
        glyph=glyph,
        about=about_card(card, say),
    )


def plate(view: State, seat: Seat, say: Say) -> Tray:
    """Points and goal, and how many cards lie where."""
    on_turn = seat == view.active and view.phase == TURN and view.ending is None
    tags = frozenset({"active"} if on_turn else ())
    flag = Shape(f"seat:{SIDES[seat]}", "card", w=0.76, h=0.76, text=say(f"undaunted.tag.{SIDES[seat]}"), tags=tags)
    return Tray(
        f"tray:seat-{SIDES[seat]}",
        say.of(side_word(seat), "Nom"),
        "seat",
        (flag,),
        SIDES[seat],
        say("undaunted.scene.on_turn") if on_turn else "",
        relation(view, seat),
        facts=tuple(seat_facts(view, seat, say)),
        portrait=soldier(seat),
    )


def _whose(view: State, seat: Seat, what: str, say: Say) -> str:
    """What a tray is; one's own needs no name of the side."""
    if view.viewer == seat:
        return say(f"undaunted.scene.{what}_own")
    return say(f"undaunted.scene.{what}", side=side_word(seat))


def supply(view: State, seat: Seat, say: Say) -> Tray:
    side = view.sides[seat]
    items = tuple(
        card_face(
            f"pile:{SIDES[seat]}-{NAMES[card]}",
            card,
            f"×{count}",
            say("undaunted.scene.pile", n=count, card=card_word(card)),
            say,
            frozenset({"counter"} if card in UNITS and side.at[card] < 0 else ()),
            seat=seat,
        )
        for card, count in enumerate(side.supply)
        if count
    )
    label, whole = _whose(view, seat, "supply", say), sum(side.supply)
    facts = (_counted(whole, say, DECK),) if whole else ()
    return Tray(f"tray:supply-{SIDES[seat]}", label, "supply", items, relation=relation(view, seat), facts=facts)


def play_area(view: State, seat: Seat, say: Say) -> Tray:
    used: Counter[Card] = Counter()
    items = []
    for card in view.sides[seat].play:
        used[card] += 1
        handle = f"played:{NAMES[card]}" + (f"#{used[card]}" if used[card] > 1 else "")
        items.append(_card(handle, card, seat, say))
    label = _whose(view, seat, "play_area", say)
    return Tray(f"tray:play-{SIDES[seat]}", label, "discard", tuple(items), relation=relation(view, seat))


def fallen(view: State, seat: Seat, say: Say) -> Tray:
    """Cards that hits have cost a side for good (C5)."""
    removed = view.sides[seat].removed
    items = tuple(
        replace(
            card_face(
                f"lost:{SIDES[seat]}-{NAMES[card]}",
                card,
                f"−{count}",
                say("undaunted.scene.fallen", n=count, card=card_word(card)),
                say,
                seat=seat,
            ),
            art=grave(seat),
        )
        for card, count in enumerate(removed)
        if count and card != FOG
    )
    label, whole = _whose(view, seat, "fallen_of", say), sum(n for card, n in enumerate(removed) if card != FOG)
    facts = (_counted(whole, say, DISCARD),) if whole else ()
    return Tray(f"tray:lost-{SIDES[seat]}", label, "supply", items, relation=relation(view, seat), facts=facts)


def _counted(cards: int, say: Say, icon: Icon) -> Fact:
    return Fact(str(cards), say("undaunted.scene.pile_count", n=cards), icon)


def piles(view: State, say: Say) -> Iterator[Tray]:
    """Deck and discard of one's own side."""
    side, name = view.sides[view.viewer], SIDES[view.viewer]
    for pile, icon, cards in (("deck", DECK, len(side.deck)), ("discard", DISCARD, len(side.discard))):
        top = (_card(f"top:{name}", side.discard[-1], view.viewer, say),) if pile == "discard" and side.discard else ()
        count = _counted(cards, say, icon)
        label = say(f"undaunted.scene.{pile}_pile")
        yield Tray(f"tray:{pile}-{name}", label, "pile", top, relation="own", facts=(count,))
