"""What may be otherwise on a real table than the program believes: laid cards, goals, tools, points."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kempelen.engine.things import Correction
from kempelen.games.saboteur.face.words import card_word, place_word, seat_word
from kempelen.games.saboteur.rules.board import GOALS, START, cell, xy
from kempelen.games.saboteur.rules.cards import BY_NAME, DECK_TU, NAMES, PATH_CARDS, SYMMETRIC, TOOL_NAMES
from kempelen.games.saboteur.rules.setup import VARIANTS
from kempelen.text.say import Text

__all__ = ["corrections"]

GOAL_CELLS = frozenset(f"{x},{y}" for x, y in map(xy, GOALS))
START_CELL = "{},{}".format(*xy(START))


def corrections(position: Mapping[str, Any], handle: str, places: Sequence[str]) -> list[Correction]:
    kind, _, name = handle.partition(":")
    if kind == "cell" and name not in GOAL_CELLS and name != START_CELL:
        return list(_laid(position, name))
    if kind == "seat" and name.isdecimal():
        return list(_player(position, int(name)))
    return []


def _laid(position: Mapping[str, Any], at: str) -> Iterator[Correction]:
    """Nothing lies there, or another path card, turned or not."""
    board = list(position.get("board", []))
    now = next((entry for entry in board if entry.split()[0] == at), "")
    rest = [entry for entry in board if entry != now]
    was, there = lying(now), place_word(cell(*map(int, at.split(","))))
    if now:
        yield Correction(Text("saboteur.correct.nothing", at=there), f"board={json.dumps(rest)}", was=was)
    for card in sorted(PATH_CARDS):
        for turned in ("",) if SYMMETRIC[card] else ("", " r180"):
            entry = f"{at} {NAMES[card]}{turned}"
            if entry != now:
                key = "saboteur.correct.turned" if turned else "saboteur.correct.lies"
                text = Text(key, card=card_word(card), at=there)
                yield Correction(text, f"board={json.dumps([*rest, entry])}", thing=f"{NAMES[card]}{turned}", was=was)


def lying(entry: str) -> Text:
    """What lies there now, as the position says it: `3,0 cross r180`."""
    _, _, card = entry.partition(" ")
    name, _, turned = card.partition(" ")
    if not name:
        return Text("saboteur.correct.bare")
    word = card_word(BY_NAME[name])
    return Text("saboteur.correct.card_turned", card=word) if turned else Text("saboteur.correct.card", card=word)


def _player(position: Mapping[str, Any], number: int) -> Iterator[Correction]:
    player = position["players"][number - 1]
    broken = list(player.get("broken", []))
    who = seat_word(number - 1)
    counted = "nuggets" if VARIANTS[position["variant"]].rounds > 1 else "score"
    for tool in TOOL_NAMES.values():
        changed = [other for other in broken if other != tool] if tool in broken else [*broken, tool]
        key = "saboteur.correct.whole" if tool in broken else "saboteur.correct.broken"
        text = Text(key, who=who, tool=Text(f"saboteur.tool.{tool}"))
        yield Correction(text, f"players.{number}.broken={json.dumps(changed)}")
    yield Correction(
        Text(f"saboteur.correct.{counted}", who=who),
        f"players.{number}.score={{}}",
        was=Text(f"saboteur.correct.{counted}_now", n=int(player.get("score", 0))),
    )
    hand = player.get("hand", [])
    yield from _held(number, list(hand) if isinstance(hand, list) else [])


def _held(number: int, hand: Sequence[str]) -> Iterator[Correction]:
    """A card that somebody has named wrongly is another one; what nobody has named cannot be wrong."""
    for name in dict.fromkeys(card for card in hand if card in BY_NAME):
        at = hand.index(name)
        for card in DECK_TU:
            if NAMES[card] != name:
                changed = [*hand[:at], NAMES[card], *hand[at + 1 :]]
                yield Correction(
                    Text("saboteur.correct.holds", who=seat_word(number - 1), card=card_word(card)),
                    f"players.{number}.hand={json.dumps(changed)}",
                    at=f"held:{name}",
                    thing=NAMES[card],
                    was=Text("saboteur.correct.card", card=card_word(BY_NAME[name])),
                )
