"""Trove: a small game, complete, to show how a game is added to Kempelen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kempelen.behaviour.document import Page, page_of
from kempelen.engine.game import Game, Outcome, Setup
from kempelen.engine.player import RandomPlayer
from kempelen.engine.table import Table
from kempelen.engine.things import Things
from kempelen.parts.document import Document
from kempelen.text.say import Text
from kempelen_trove.automa.dragon import DRAGON, Dragon
from kempelen_trove.face.foresight import FORESIGHT
from kempelen_trove.face.scene import scene
from kempelen_trove.files.notation import parse
from kempelen_trove.files.position import from_position, to_position
from kempelen_trove.rules import course
from kempelen_trove.rules.state import State
from kempelen_trove.rules.view import redeal, view

__all__ = ["GAME"]


def start(setup: Setup, options: Mapping[str, str], table: Table) -> State:
    return course.new(len(setup.seats), options, table)


def outcome(state: State) -> Outcome | None:
    if state.round <= course.ROUNDS:
        return None
    most = max(state.scores)
    winners = tuple(seat for seat, score in enumerate(state.scores) if score == most)
    return Outcome(winners, "treasure", tuple(state.scores), because=Text("trove.because", n=most))


def pages(options: Mapping[str, str]) -> Sequence[Page]:
    return (page_of(DRAGON, ("Q2",)),)


GAME = Game[State](
    name="trove",
    package="kempelen_trove",
    scenarios=("basic",),
    bots={"dragon": Dragon, "random": RandomPlayer},
    start=start,
    step=course.step,
    outcome=outcome,
    view=view,
    redeal=redeal,
    parse=parse,
    scene=scene,
    seat_counts=lambda scenario: range(2, 5),
    read_position=from_position,
    to_position=to_position,
    things=Things(card_from=int, physical=frozenset({"cards"})),
    document=Document(pages=pages),
    foresight=FORESIGHT,
)
