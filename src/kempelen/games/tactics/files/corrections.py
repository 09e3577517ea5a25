"""What may be otherwise on a real table than the program believes: where units stand, their health, what is spent."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kempelen.engine.things import Correction, other_numbers
from kempelen.games.tactics.face.words import card_word, mat_word, seat_word, unit_word
from kempelen.games.tactics.rules.cards import HIDDEN_CARD, book
from kempelen.games.tactics.rules.state import name_of
from kempelen.games.tactics.rules.topology import tile_name
from kempelen.text.say import Text

__all__ = ["cards_laid", "corrections"]

FEW = 11
"""So much health more or less than it has is listed."""
MOST = 99
FROM = "from"
"""So a unit that is new to the app says where its card was."""
ORIGINS = ("hand", "deck", "discard", "shop")


def corrections(position: Mapping[str, Any], handle: str, places: Sequence[str]) -> list[Correction]:
    kind, _, name = handle.partition(":")
    units = position.get("units", [])
    number = next((n for n, unit in enumerate(units, 1) if unit.get("name") == name), 0)
    if kind == "unit" and number:
        return _unit(position, number, places)
    if kind == "tile" and name not in {unit["at"] for unit in units}:
        return list(_another(position, name))
    if kind == "seat" and name.isdecimal():
        return list(_mat(position["players"][int(name) - 1], f"players.{name}", seat_word(int(name) - 1)))
    if handle == "tray:opponent" and "opponent" in position:
        return [*_pool(position["opponent"], "opponent", Text("tactics.the_opponent")), *_marks(position)]
    if kind == "shop":
        there = int(position["stock"].get(name, 0))
        about = Text("tactics.correct.stock_of")
        return list(
            other_numbers(
                about,
                lambda n: Text("tactics.correct.stock", card=card_word(name), n=n),
                there,
                lambda n: f"stock.{name}={n}",
                MOST,
            )
        )
    return []


def _mat(mat: Mapping[str, Any], path: str, who: Text) -> Iterator[Correction]:
    """What a player has before him: resources, and cards in hand that nobody has named."""
    yield from _pool(mat, path, who)
    hand = list(mat.get("hand", []))
    if set(hand) <= {HIDDEN_CARD}:
        lying = list(mat.get("discard", [])).count(HIDDEN_CARD)
        about = Text("tactics.correct.hand_of")

        def fact(n: int) -> str:
            return f"{path}={json.dumps({'hand': [HIDDEN_CARD] * n, 'away': n + lying})}"

        yield from other_numbers(
            about, lambda n: Text("tactics.correct.hand", who=who, n=n), len(hand), fact, len(mat.get("deck", []))
        )


def _pool(mat: Mapping[str, Any], path: str, who: Text) -> Iterator[Correction]:
    about = Text("tactics.correct.pool_of")
    yield from other_numbers(
        about,
        lambda n: Text("tactics.correct.pool", who=who, n=n),
        int(mat["pool"]),
        lambda n: f"{path}.pool={n}",
        MOST,
    )


def _marks(position: Mapping[str, Any]) -> Iterator[Correction]:
    """Marks count against the players only where a map has them."""
    if position.get("mode", position["variant"]) == "tyrant":
        about = Text("tactics.correct.marks_of")
        yield from other_numbers(
            about,
            lambda n: Text("tactics.correct.marks", n=n),
            int(position.get("marks", 0)),
            lambda n: f"marks={n}",
            MOST,
        )


def _another(position: Mapping[str, Any], at: str) -> Iterator[Correction]:
    """A unit that the app does not know of: of any card that somebody here can have."""
    units = list(position.get("units", []))
    stock = [card for card, left in position.get("stock", {}).items() if left]
    owners = [(n, mat, stock) for n, mat in enumerate(position["players"], 1)]
    if "opponent" in position:
        owners.append((0, position["opponent"], []))
    nobody = Text("tactics.correct.nobody")
    for player, mat, bought in owners:
        cards = sorted({*mat.get("deck", []), *mat.get("hand", []), *mat.get("discard", []), *bought})
        known = {card: _origins(mat, card) or ["shop"] for card in cards if card in book() and book()[card].unit}
        who = mat_word(player - 1, len(position["players"])) if player else Text("tactics.the_opponent")
        for origin in ORIGINS:
            for card in (card for card, origins in known.items() if origin in origins):
                unit = {"card": card, "at": at, **({"player": player} if player else {}), FROM: origin}
                about = Text(f"tactics.correct.from.{origin}", who=who)
                text = Text("tactics.correct.another", unit=unit_word(card), who=about, at=_name(at))
                yield Correction(text, f"units={json.dumps([*units, unit])}", thing=card, about=about, was=nobody)


def _origins(mat: Mapping[str, Any], card: str) -> list[str]:
    """Where it may have come from: a card that nobody has named may be any of those that are not in the pile."""
    hand, deck, discard = (list(mat.get(part, [])) for part in ("hand", "deck", "discard"))
    unnamed = card in deck
    places = {
        "hand": card in hand or (unnamed and HIDDEN_CARD in hand),
        "deck": unnamed and len(deck) > int(mat.get("away", 0)),
        "discard": card in discard or (unnamed and HIDDEN_CARD in discard),
    }
    return [place for place, there in places.items() if there]


def cards_laid(position: Mapping[str, Any], facts: Mapping[str, Any]) -> Mapping[str, Any]:
    """Facts in which a unit without a name is new on the board: its card has left where it was."""
    units = facts.get("units")
    if not isinstance(units, list):
        return facts
    made = dict(facts)
    for unit in units:
        if isinstance(unit, Mapping) and not unit.get("name"):
            origin = str(unit.get(FROM, ""))
            made = _without(position, made, str(unit.get("card", "")), unit.get("player", 0), origin)
    # where it came from is said of the card: a unit on the board does not know it
    rest = [{k: v for k, v in one.items() if k != FROM} if isinstance(one, Mapping) else one for one in units]
    return {**made, "units": rest}


def _without(
    position: Mapping[str, Any], facts: dict[str, Any], card: str, player: Any, origin: str = ""
) -> dict[str, Any]:
    """One card less where it came from; if nobody has said, in the hand, in the deck or among the discards, in this
    order; else in the shop."""
    if player and not (isinstance(player, int) and 1 <= player <= len(position["players"])):
        return facts
    mat = position["players"][player - 1] if player else position.get("opponent", {})
    told = facts.get("players", {}).get(str(player), {}) if player else facts.get("opponent", {})
    mat = {**mat, **told}  # what else is said of it comes first
    changed: dict[str, Any] = {}
    place = origin or next(iter(_origins(mat, card)), "shop")
    cards, deck = list(mat.get(place, [])), list(mat.get("deck", []))
    if place == "deck" and card in deck:
        deck.remove(card)
        changed = {"deck": deck}
    elif card in cards:
        cards.remove(card)
        changed = {place: cards}
    elif HIDDEN_CARD in cards and card in deck:
        cards.remove(HIDDEN_CARD)
        deck.remove(card)
        changed = {place: cards, "deck": deck, "away": int(mat.get("away", 1)) - 1}
    elif left := int(position.get("stock", {}).get(card, 0)):
        return {**facts, "stock": {**facts.get("stock", {}), card: left - 1}}
    changed = {**told, **changed}
    if not player:
        return {**facts, "opponent": changed}
    return {**facts, "players": {**facts.get("players", {}), str(player): changed}}


def _unit(position: Mapping[str, Any], number: int, places: Sequence[str]) -> list[Correction]:
    units = position["units"]
    unit = units[number - 1]
    card, name = str(unit["card"]), str(unit["name"])
    word = name_of(card, int(name.removeprefix(card) or 1)).text
    found = [
        Correction(
            Text("tactics.correct.at", unit=word, at=_name(place.removeprefix("tile:"))),
            f"units.{number}.at={at}",
            place,
            was=Text("tactics.correct.place", at=_name(str(unit["at"]))),
        )
        for place in places
        if (at := place.removeprefix("tile:")) not in {other["at"] for other in units}
    ]
    now = int(unit["health"])
    found += [
        Correction(
            Text("tactics.correct.health", unit=word, n=n),
            f"units.{number}.health={n}",
            n=n,
            about=Text("tactics.correct.health_of"),
            was=Text("tactics.correct.now", n=now),
        )
        for n in range(max(1, now - FEW), now + FEW + 1)
        if n != now
    ]
    tapped = bool(unit.get("tapped"))
    key = "tactics.correct.ready" if tapped else "tactics.correct.tapped"
    found.append(Correction(Text(key, unit=word), f"units.{number}.tapped={json.dumps(not tapped)}"))
    rest = [other for n, other in enumerate(units, 1) if n != number]
    found.append(Correction(Text("tactics.correct.gone", unit=word), f"units={json.dumps(rest)}"))
    return found


def _name(at: str) -> str:
    return tile_name(*map(int, at.split(",")))
