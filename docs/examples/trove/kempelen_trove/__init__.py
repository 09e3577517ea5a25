"""Trove: a small game, complete, to show how a game is added to Kempelen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kempelen.behaviour.document import Page, page_of
from kempelen.engine.errors import BadNotation
from kempelen.engine.game import Game, Outcome, Setup
from kempelen.engine.notation import words
from kempelen.engine.player import RandomPlayer
from kempelen.engine.table import Table
from kempelen.engine.things import Things
from kempelen.parts.document import Document
from kempelen.text.say import Text
from kempelen_trove import rules
from kempelen_trove.position import from_position, to_position
from kempelen_trove.scene import scene
from kempelen_trove.solitaire import DRAGON, Dragon
from kempelen_trove.state import PLAY, Play, State

__all__ = ["GAME"]


def start(setup: Setup, options: Mapping[str, str], table: Table) -> State:
    return rules.new(len(setup.seats), options, table)


def outcome(state: State) -> Outcome | None:
    if state.round <= rules.ROUNDS:
        return None
    most = max(state.scores)
    winners = tuple(seat for seat, score in enumerate(state.scores) if score == most)
    return Outcome(winners, "treasure", tuple(state.scores))


def parse(notation: str) -> Play:
    match words(notation):
        case ["play", card] if card.isdecimal() and int(card) in PLAY:
            return PLAY[int(card)]
    raise BadNotation(Text("trove.notation", notation=notation))


def pages(options: Mapping[str, str]) -> Sequence[Page]:
    return (page_of(DRAGON, ("Q2",)),)


GAME = Game[State](
    name="trove",
    package="kempelen_trove",
    scenarios=("basic",),
    bots={"dragon": Dragon, "random": RandomPlayer},
    start=start,
    step=rules.step,
    outcome=outcome,
    view=rules.view,
    redeal=rules.redeal,
    parse=parse,
    scene=scene,
    seat_counts=lambda scenario: range(2, 5),
    read_position=from_position,
    to_position=to_position,
    things=Things(card_from=int, physical=frozenset({"cards"})),
    document=Document(pages=pages),
)
