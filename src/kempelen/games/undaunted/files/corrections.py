"""What may be otherwise on a real table than the program believes: counters, markers, piles."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kempelen.engine.things import Correction, other_numbers
from kempelen.games.undaunted.face.words import card_word, side_word, unit_word
from kempelen.games.undaunted.files.position import objectives
from kempelen.games.undaunted.rules.cards import BY_NAME, COPIES
from kempelen.games.undaunted.rules.state import SIDES
from kempelen.text.say import Text

__all__ = ["corrections"]

HIDDEN_NAME = "hidden"
"""A card of a hand that nobody has named."""


def corrections(position: Mapping[str, Any], handle: str, places: Sequence[str]) -> list[Correction]:
    kind, _, name = handle.partition(":")
    side, _, unit = name.partition("-")
    if kind == "unit" and side in SIDES:
        return list(_counter(position, side, unit, places))
    if kind == "tile":
        return [one for side in SIDES for one in _markers(position, side, name)]
    if kind == "pile" and side in SIDES:
        return list(_supply(position, side, unit))
    if kind == "seat" and name in SIDES:
        return list(_seat(position, name))
    return []


def _supply(position: Mapping[str, Any], side: str, unit: str) -> Iterator[Correction]:
    there, word = int(position[side]["supply"].get(unit, 0)), card_word(BY_NAME[unit])
    about = Text("undaunted.correct.supply_of")
    yield from other_numbers(
        about,
        lambda n: Text("undaunted.correct.pile", card=word, n=n),
        there,
        lambda n: f"{side}.supply.{unit}={n}",
        COPIES[BY_NAME[unit]],
    )


def _seat(position: Mapping[str, Any], side: str) -> Iterator[Correction]:
    """Who has the marker, and what is counted: cards nobody has named in the hand, and what is in deck and hand."""
    word = side_word(SIDES.index(side))
    if position["holder"] != side:
        was = side_word(SIDES.index(str(position["holder"])))
        yield Correction(
            Text("undaunted.correct.holder", side=word), f"holder={side}", was=Text("undaunted.correct.side", side=was)
        )
    hand, deck = list(position[side]["hand"]), position[side]["deck"]
    if set(hand) <= {HIDDEN_NAME}:
        about = Text("undaunted.correct.hand_of")
        yield from other_numbers(
            about,
            lambda n: Text("undaunted.correct.hand", side=word, n=n),
            len(hand),
            lambda n: f"{side}.hand={json.dumps([HIDDEN_NAME] * n)}",
            sum(deck.values()),
        )
    for name, there in deck.items():
        yield from _in_deck(side, name, int(there))
    yield from _held(side, hand, deck)


def _in_deck(side: str, name: str, there: int) -> Iterator[Correction]:
    card = BY_NAME[name]
    about = Text("undaunted.correct.deck_of", card=card_word(card))
    yield from other_numbers(
        about,
        lambda n: Text("undaunted.correct.deck", card=card_word(card), n=n),
        there,
        lambda n: f"{side}.deck.{name}={n}",
        COPIES[card],
    )


def _held(side: str, hand: Sequence[str], deck: Mapping[str, int]) -> Iterator[Correction]:
    """A card that somebody has named wrongly is another one of this deck, and is itself still in it."""
    word = side_word(SIDES.index(side))
    for name in dict.fromkeys(card for card in hand if card != HIDDEN_NAME):
        at = hand.index(name)
        for other, there in deck.items():
            if other != name and there:
                changed = {
                    "hand": [*hand[:at], other, *hand[at + 1 :]],
                    "deck": {other: there - 1, name: deck.get(name, 0) + 1},
                }
                yield Correction(
                    Text("undaunted.correct.holds", side=word, card=card_word(BY_NAME[other])),
                    f"{side}={json.dumps(changed)}",
                    at=f"held:{name}",
                    thing=other,
                    was=Text("undaunted.correct.card", card=card_word(BY_NAME[name])),
                )


def _counter(position: Mapping[str, Any], side: str, unit: str, places: Sequence[str]) -> Iterator[Correction]:
    """Somewhere else, off the board, suppressed or not."""
    word = unit_word(BY_NAME[unit], SIDES.index(side))
    here = next((tile for tile, units in position[side]["counters"].items() if unit in units), "")
    was = Text("undaunted.correct.place", at=here) if here else Text("undaunted.correct.nowhere")
    for place in places:
        tile = place.removeprefix("tile:")
        if tile != here:
            text = Text("undaunted.correct.at", unit=word, at=tile)
            yield Correction(text, f"{side}.{unit}={tile}", place, was=was)
    yield Correction(Text("undaunted.correct.off", unit=word), f"{side}.{unit}=off", was=was)
    yield _toggled(
        position,
        side,
        "suppressed",
        unit,
        Text("undaunted.correct.ready", unit=word),
        Text("undaunted.correct.suppressed", unit=word),
    )


def _markers(position: Mapping[str, Any], side: str, tile: str) -> Iterator[Correction]:
    for what in ("scouted", "controlled"):
        if what == "controlled" and tile not in position[side].get(what, []) and tile not in objectives(position):
            continue
        words = (
            Text(f"undaunted.correct.{how}_{what}", side=side_word(SIDES.index(side)), at=tile) for how in ("not", "is")
        )
        yield _toggled(position, side, what, tile, *words)


def _toggled(position: Mapping[str, Any], side: str, what: str, one: str, without: Text, with_: Text) -> Correction:
    """The list without it if it is there, else with it."""
    now = list(position[side].get(what, []))
    changed = [other for other in now if other != one] if one in now else [*now, one]
    return Correction(without if one in now else with_, f"{side}.{what}={json.dumps(changed)}")
