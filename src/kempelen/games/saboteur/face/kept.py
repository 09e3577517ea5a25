"""The piles of a real table where the app keeps the computer players' cards: people draw from a pile of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kempelen.engine.table import Seat
from kempelen.engine.things import KeptNow
from kempelen.games.saboteur.face.words import card_word, tools_word
from kempelen.games.saboteur.rules.actions import Pass
from kempelen.games.saboteur.rules.cards import BY_NAME, CARDS, MAP, ROCKFALL, Card, is_path
from kempelen.games.saboteur.rules.state import State
from kempelen.scene.model import Scene, Shape, Tray
from kempelen.scene.status import Score, Status
from kempelen.text.say import Say, Text

__all__ = ["kept_idle", "kept_scene"]


def kept_scene(scene: Scene, view: State, now: KeptNow, say: Say) -> Scene:
    """The rules have one pile for all; here people have theirs, and the app has the rest of it."""
    held = sum(len(view.hands[seat]) for seat in now.people)
    spent = sum(not isinstance(action, Pass) for action in now.done)
    own = max(0, now.share - spent - held)
    status = scene.status
    return replace(
        scene,
        trays=tuple(_trays(scene, view, own, len(view.discards) > len(now.first.discards), say)),
        status=replace(status, scores=tuple(_scores(status, own, say))) if status is not None else None,
    )


def _scores(status: Status, own: int, say: Say) -> Iterator[Score]:
    for score in status.scores:
        if score.kind == "clock":
            words = say("saboteur.kept.left_words", n=own)
            yield replace(score, label=say("saboteur.kept.left"), value=own, words=words)
        else:
            yield score


def _trays(scene: Scene, view: State, own: int, begun: bool, say: Say) -> Iterator[Tray]:
    """How many cards lie on the open pile says nothing there: a first game begins with some that nobody lays out."""
    for tray in scene.trays:
        if tray.id == "tray:deck":
            yield replace(tray, label=say("saboteur.kept.deck"), text=say("saboteur.scene.cards", n=own), facts=())
            text = say("saboteur.kept.supply_left", n=max(0, len(view.deck) - own))
            yield Tray("tray:supply", say("saboteur.kept.supply"), "supply", text=text)
        elif tray.id == "tray:discard":
            yield replace(tray, items=tray.items if begun else tuple(_empty(tray, say)), facts=())
        elif tray.id != "tray:roles" or view.ending is not None:  # role cards are in the box
            yield tray


def _empty(tray: Tray, say: Say) -> Iterator[Shape]:
    for item in tray.items:
        yield Shape(item.id, "place", h=1.375, label=say("saboteur.scene.discard_empty"))


def kept_idle(view: State, seat: Seat, names: Sequence[str]) -> tuple[Text, ...]:
    """A broken tool forbids every path (1.4.5); the other cards need something that they can be played on."""
    found: dict[str, list[Card]] = {}
    for name in names:
        found.setdefault(_why_idle(view, seat, BY_NAME[name]), []).append(BY_NAME[name])
    tools = tools_word(view.broken[seat])
    return tuple(
        Text(f"saboteur.idle.{why}", cards=tuple(map(card_word, some)), tools=tools) for why, some in found.items()
    )


def _why_idle(view: State, seat: Seat, card: Card) -> str:
    if is_path(card):
        return "broken" if view.broken[seat] else "no_place"
    if card in (MAP, ROCKFALL):
        return "map" if card == MAP else "rockfall"
    return "breaks" if CARDS[card].breaks else "repairs"
