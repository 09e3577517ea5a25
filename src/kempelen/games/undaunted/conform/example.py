"""Facts of worked examples, made into what the rules ask for: cards, piles, stated facts, a small board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kempelen.conform import Case, Facts, Misunderstood, among, bad_value, flag, listed, table, whole, word
from kempelen.engine.table import Deck, Seat
from kempelen.games.undaunted.automa.questions import Foe
from kempelen.games.undaunted.automa.selection import Pile
from kempelen.games.undaunted.automa.stated import STATED_FLAGS, STATED_NUMBERS, StatedFacts
from kempelen.games.undaunted.rules.cards import CARDS, FOG, KIND, SQUAD, SQUADS, UNITS, Card, Kind, card_of
from kempelen.games.undaunted.rules.state import SIDES, TURN, Scenario, Side, State
from kempelen.games.undaunted.rules.terrain import HILL, HILL_FROM_HILL, NOWHERE, Mask, Terrain, Tile, TileFacts
from kempelen.text.say import Text

__all__ = [
    "AI",
    "HUMAN",
    "KIND_NAMES",
    "action_name",
    "bare_state",
    "card",
    "card_name",
    "foes",
    "kind",
    "marks",
    "piles",
    "playable",
    "put_units",
    "stated",
    "terrain_of",
    "tile",
]

AI: Seat = 0
HUMAN: Seat = 1
OUT_OF_REACH = 99
"""A goal that nobody is close to."""

KIND_NAMES: Mapping[str, Kind] = {
    "SERGEANT": "sergeant",
    "GUIDE": "guide",
    "SCOUT": "scout",
    "RIFLEMAN": "rifleman",
    "SNIPER": "sniper",
    "MG": "mg",
    "SQUAD_LEADER": "leader",
    "MORTAR": "mortar",
    "FOG": "fog",
}
_NAMES = {kind: name for name, kind in KIND_NAMES.items()}
kind = among(KIND_NAMES)


def card(value: Any, path: str) -> Card:
    """`RIFLEMAN B`; without a letter it is squad A."""
    name, _, squad = word(value, path).partition(" ")
    found = kind(name, path)
    lettered = bool(SQUAD[CARDS[KIND.index(found)]])
    if squad and (squad not in SQUADS or not lettered):
        raise bad_value(path, value, "among", known=", ".join(_NAMES[KIND[card]] for card in CARDS))
    return card_of(found, squad or "A") if lettered else card_of(found)


def playable(value: Any, path: str) -> Card:
    """A card that can be played, so no Fog (K1)."""
    found = card(value, path)
    if found == FOG:
        raise bad_value(path, value, "among", known=", ".join(name for name in KIND_NAMES if name != "FOG"))
    return found


def card_name(card: Card) -> str:
    return f"{_NAMES[KIND[card]]} {SQUAD[card]}".rstrip()


def action_name(action: str) -> str:
    return action.upper()


def piles(value: Any, path: str) -> list[Pile]:
    """[name, cards, counter lies on it]."""
    found: list[Pile] = []
    for n, entry in enumerate(listed(listed(lambda item, _: item))(value, path), 1):
        at = f"{path}[{n}]"
        if len(entry) not in (2, 3):
            raise bad_value(at, entry, "list")
        found.append((card(entry[0], at), whole(entry[1], at), flag(entry[2], at) if len(entry) > 2 else False))
    return found


def foes(value: Any, path: str) -> list[tuple[Foe, frozenset[str]]]:
    """[id, type, total defence, ...]: then whether it is suppressed, or words that say more."""
    found = []
    for n, entry in enumerate(listed(listed(lambda item, _: item))(value, path), 1):
        at = f"{path}[{n}]"
        if len(entry) < 3:
            raise bad_value(at, entry, "list")
        words = {more for more in entry[3:] if isinstance(more, str)}
        if unknown := words - {"suppressed", "on_uncontrolled_obj"}:
            raise bad_value(at, min(unknown), "among", known="suppressed, on_uncontrolled_obj")
        suppressed = True in entry[3:] or "suppressed" in words
        foe = (word(entry[0], at), kind(entry[1], at), whole(entry[2], at), suppressed)
        found.append((foe, frozenset(words)))
    return found


# -- stated facts


def stated(acting: Kind, given: Facts, options: Mapping[str, str]) -> StatedFacts:
    """The facts of a card, by their names in the cases."""
    values: dict[str, Any] = {}
    for name in STATED_FLAGS:
        if name in given:
            values[name] = given.get(name, flag)
    for name in STATED_NUMBERS:
        if name in given:
            values[name] = given.get(name, whole)
    if "better_stalk_tile" in given and given.get("better_stalk_tile", lambda value, _: value) not in (None, "none"):
        values["better_stalk_tile"] = given.get("better_stalk_tile", word)
    if "obj_riflemen" in given:
        values["obj_riflemen"] = given.get("obj_riflemen", listed(word))
    if "enemies" in given:
        values["enemies"] = [foe for foe, _ in given.get("enemies", foes)]
    if "inspirable" in given:
        values["inspirable"] = given.get("inspirable", listed(card))
    return StatedFacts(acting, options, values)


# -- a board


def terrain_of(case: Case) -> Terrain:
    """The map of the case's file."""
    if "map" not in case.background:
        raise Misunderstood(Text("conform.missing", field="map"))
    tiles = Facts(table(case.background["map"].get("tiles"), "map.tiles"), "map.tiles")
    found = []
    for name in tiles.values:
        facts = tiles.part(str(name))
        hill = isinstance(facts.values.get("cover"), list)
        found.append(
            TileFacts(
                str(name),
                facts.get("cover", _hill if hill else whole),
                hill,
                facts.get("vp", whole, 0),
                tuple(facts.get("adj", listed(word))),
            )
        )
    return Terrain(found)


def _hill(value: Any, path: str) -> int:
    """`[3, 1]`."""
    if value != [HILL, HILL_FROM_HILL]:
        raise bad_value(path, value, "whole")
    return HILL


def tile(terrain: Terrain, value: Any, path: str) -> Tile:
    if not isinstance(value, str) or value not in terrain.index:
        raise bad_value(path, value, "among", known=", ".join(terrain.names))
    return terrain.index[value]


def marks(terrain: Terrain, facts: Facts, name: str) -> Mask:
    mask = 0
    for value in facts.get(name, listed(word), []):
        mask |= 1 << tile(terrain, value, facts.at(name))
    return mask


def bare_state(terrain: Terrain, options: Mapping[str, str], ai_goal: int | None, human_goal: int | None) -> State:
    """A board with nobody on it; the automa is about to play."""
    goals = (OUT_OF_REACH if ai_goal is None else ai_goal, OUT_OF_REACH if human_goal is None else human_goal)
    nowhere = (NOWHERE,) * len(CARDS)
    sides = [Side(Deck(name), [0] * len(CARDS)) for name in SIDES]
    sides[AI].rolls = True
    scenario = Scenario("", terrain, goals, (nowhere, nowhere))
    return State(scenario, options, sides, list(terrain.points), round=2, phase=TURN, active=AI)


def put_units(s: State, seat: Seat, units: Sequence[tuple[str, Kind, Tile]]) -> dict[Card, str]:
    """Counters on the board; each id gets the next free counter of its kind."""
    names: dict[Card, str] = {}
    at = s.sides[seat].at
    for id, of, where in units:
        free = [unit for unit in UNITS if KIND[unit] == of and at[unit] < 0]
        if not free:
            raise bad_value("human", id, "among", known="")
        at[free[0]] = where
        names[free[0]] = id
    return names
