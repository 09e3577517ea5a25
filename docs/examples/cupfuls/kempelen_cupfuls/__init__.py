"""Cupfuls: a game of hidden dice, complete, to show what Trove does not need.

Secrets that are not cards, a chart and a list as automas, a first game with hints, objections, options, worked cases.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kempelen.behaviour.document import Page, chart_page, page_of
from kempelen.engine.errors import BadNotation
from kempelen.engine.files.numbers import number_in
from kempelen.engine.game import Game, Outcome, Setup
from kempelen.engine.player import RandomPlayer
from kempelen.engine.speech import Speech
from kempelen.engine.table import Seat, Table
from kempelen.engine.tables.replay import ROLLS
from kempelen.engine.things import Things
from kempelen.parts.document import Document
from kempelen.text.say import Text
from kempelen_cupfuls.automa.landlady import LANDLADY, Landlady
from kempelen_cupfuls.automa.miser import MISER, Miser
from kempelen_cupfuls.face.foresight import FORESIGHT
from kempelen_cupfuls.face.hints import hint
from kempelen_cupfuls.face.scene import scene
from kempelen_cupfuls.face.words import seat_word
from kempelen_cupfuls.files.notation import parse
from kempelen_cupfuls.files.position import from_position, to_position
from kempelen_cupfuls.rules import course
from kempelen_cupfuls.rules.actions import MOST_PLAYERS
from kempelen_cupfuls.rules.objections import objection
from kempelen_cupfuls.rules.state import CORKS, State
from kempelen_cupfuls.rules.view import redeal, view

__all__ = ["GAME"]


def start(setup: Setup, options: Mapping[str, str], table: Table) -> State:
    return course.new(setup.scenario, len(setup.seats), options, table)


def outcome(state: State) -> Outcome | None:
    """It ends with the first player who has no cork left; the most corks win (C4)."""
    if min(state.corks) > 0:
        return None
    most = max(state.corks)
    winners = tuple(seat for seat, corks in enumerate(state.corks) if corks == most)
    loser = seat_word(state.corks.index(min(state.corks)))
    return Outcome(winners, "corks", tuple(state.corks), because=Text("cupfuls.because.corks", who=loser))


def seat_counts(scenario: str) -> range:
    """A first game is for two (A1)."""
    return range(2, 3) if scenario == "first" else range(2, MOST_PLAYERS + 1)


def face_from(text: str) -> int:
    """A die that somebody names at a real table."""
    face = number_in(text, 1, 6)
    if face is None:
        raise BadNotation(Text("cupfuls.no_face", face=text))
    return face


def cups_of(people: frozenset[Seat]) -> frozenset[str]:
    """People shake their own cups; the program shakes the automas', so that nobody sees their dice."""
    return frozenset(map(course.cup_name, people))


def pages(options: Mapping[str, str]) -> Sequence[Page]:
    return (chart_page(LANDLADY, after=(Text("cupfuls.page.landlady"),)), page_of(MISER, ("Q3",)))


GAME = Game[State](
    name="cupfuls",
    package="kempelen_cupfuls",
    scenarios=tuple(CORKS),
    bots={"landlady": Landlady, "miser": Miser, "random": RandomPlayer},
    start=start,
    step=course.step,
    outcome=outcome,
    view=view,
    redeal=redeal,
    parse=parse,
    scene=scene,
    seat_counts=seat_counts,
    read_position=from_position,
    to_position=to_position,
    speech=Speech(objection=objection, hint=hint),
    things=Things(
        card_from=face_from,
        physical=cups_of(frozenset(range(MOST_PLAYERS))),
        usual=cups_of,
        own_dice=frozenset({ROLLS}),
        example_fact="players.2.corks=1",
    ),
    document=Document(pages=pages),
    foresight=FORESIGHT,
)
