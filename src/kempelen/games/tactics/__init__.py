"""Tile tactics: unit AIs, The Kraken and The Tyrant."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from kempelen.engine.errors import BadNotation, BadSetup
from kempelen.engine.game import Game, Outcome, Setup
from kempelen.engine.player import RandomPlayer
from kempelen.engine.speech import Speech, Tip
from kempelen.engine.table import Decision, Seat, Table
from kempelen.engine.tables.odds import Chance, Inquiry
from kempelen.engine.things import Things
from kempelen.games.tactics.automa.lists import SHEET
from kempelen.games.tactics.automa.pages import pages
from kempelen.games.tactics.automa.vocabulary import VOCABULARY
from kempelen.games.tactics.desk import drawing
from kempelen.games.tactics.desk.outcomes import activation_chances
from kempelen.games.tactics.face.hints import advised, hint
from kempelen.games.tactics.face.prepared import by_hand, prepared
from kempelen.games.tactics.face.preview import ends, preview, price, then
from kempelen.games.tactics.face.refused import refused
from kempelen.games.tactics.face.scene import scene
from kempelen.games.tactics.face.stars import stars
from kempelen.games.tactics.face.status import because, stats, status
from kempelen.games.tactics.face.things import group, picture
from kempelen.games.tactics.files.corrections import cards_laid, corrections
from kempelen.games.tactics.files.maps import SCENARIOS
from kempelen.games.tactics.files.notation import TYPED, parse
from kempelen.games.tactics.files.position import from_position, to_position, to_scenario, with_former_first
from kempelen.games.tactics.lab.benches import bench_works
from kempelen.games.tactics.lab.encoding import ENCODING
from kempelen.games.tactics.lab.judging import JUDGING
from kempelen.games.tactics.players.commander import Commander
from kempelen.games.tactics.rules import course
from kempelen.games.tactics.rules.cards import HIDDEN_CARD
from kempelen.games.tactics.rules.objections import objection
from kempelen.games.tactics.rules.setup import OPPONENTS_DECK, PLAYERS_DECK, new_state
from kempelen.games.tactics.rules.state import State, thing_word
from kempelen.games.tactics.rules.view import redeal, view
from kempelen.parts.advice import Advice, Askable, Drawing
from kempelen.parts.automas import Automas
from kempelen.parts.document import Document
from kempelen.parts.foresight import Foresight
from kempelen.parts.lab import Lab, Works
from kempelen.parts.ladder import Contest, Ladder
from kempelen.parts.scenarios import Level, ScenarioFacts, ScenarioFiles
from kempelen.text.say import Text

__all__ = ["GAME"]

FACTS: Mapping[str, tuple[int, Level]] = {
    "first": (8, "easy"),
    "village": (10, "easy"),
    "kraken": (30, "medium"),
    "tyrant": (30, "medium"),
    "versus": (30, "medium"),
    "sandbox": (10, "easy"),
}
"""About how long a scenario takes, and how hard it is; in the order to play them: each boss on a small map, then on
its own."""
LESSONS: Mapping[str, tuple[str, ...]] = {
    "first": ("lesson 10", "lesson 31", "lesson 4"),
    "village": ("lesson 17", "lesson 30", "lesson 2"),
}
"""What a newcomer is dealt, one after the other; found by `scripts/lessons.py`."""
TAUGHT = ("first", "village")
"""Small maps with tips."""
TOGETHER = ("kraken", "tyrant")
"""Played together against a boss: alone is offered first, since the map is smaller then, and nobody acts in between."""

LOTS = (
    "attack",
    "nearest enemy",
    "tile",
    "random tile",
    "most distant",
    "target",
    "order",
    "upkeep",
    "spawn",
    "event",
)
"""Lots that the document leaves to the players; all of them are about what lies open on the map."""


def _start(setup: Setup, options: Mapping[str, str], table: Table) -> State:
    table.state = state = new_state(setup, options)
    _resume(state, setup, table)
    return state


def _resume(state: State, setup: Setup, table: Table) -> None:
    """The opponent's turn and the units' lists are the automa's that the set-up names."""
    assert GAME.automas is not None
    for role, id in setup.roles.items():
        sheet = GAME.automas.sheet_for(GAME, id, setup)
        rule = state.rule
        state.rule = replace(rule, opponent=sheet) if role == "opponent" else replace(rule, units=sheet)


def _outcome(state: State) -> Outcome | None:
    ending = state.ending
    if ending is None:
        return None
    return Outcome(
        ending.winners, ending.reason, capped=ending.reason == "cap", because=because(state), stats=stats(state)
    )


def _seat_counts(scenario: str) -> range:
    counts = SCENARIOS[scenario]
    return range(min(counts), max(counts) + 1)


def _card_from(text: str) -> str:
    if text == HIDDEN_CARD or not re.fullmatch("[a-z_]{1,40}", text):
        raise BadNotation(Text("tactics.notation.card", card=text))
    return text


def _odds_of(state: State | None, about: Inquiry) -> Sequence[Chance]:
    """Everything the activation of a unit can lead to, the likeliest first."""
    if state is None or not about.unit:
        raise BadSetup(Text("tactics.no.inquiry"))
    if about.sheet is not None:
        state.rule = replace(state.rule, units=about.sheet)
    return activation_chances(GAME, state, about.unit)


def _askable(state: State) -> Sequence[Askable]:
    """The units that act by themselves."""
    units = [unit for unit in state.units if unit.ai is not None]
    return [
        Askable(unit.name.text, Inquiry(unit=unit.name.id), unit.name.kind, f"unit:{unit.name.id}") for unit in units
    ]


def _due(state: State) -> Sequence[str]:
    """D5: the opponent's units that are still to act in this turn."""
    return [unit.name.id for unit in state.units if unit.due]


def _hint(setup: Setup, view_: State, seat: Seat) -> Text | None:
    return hint(view_, seat) if _teaches(setup, view_, seat) else None


def _advice(setup: Setup, decision: Decision[Any]) -> Tip:
    """The action; what is said of it follows from the view alone."""
    view_: State = decision.view()
    return Tip(lambda: advised(view_, decision.seat)) if _teaches(setup, view_, decision.seat) else Tip()


def _advised_next(setup: Setup, view_: State, seat: Seat) -> Any:
    """What the unit does that was told to act."""
    return advised(view_, seat) if _teaches(setup, view_, seat) else None


def _teaches(setup: Setup, view_: State, seat: Seat) -> bool:
    """The small maps, for a player whose cards are known."""
    return setup.scenario in TAUGHT and setup.position is None and HIDDEN_CARD not in view_.mats[seat].hand


def _row_facts(state: State) -> Mapping[str, Any]:
    return {"map": state.rule.map, "rounds": state.round, "marks": state.marks, "level": state.options["level"]}


def _bench_works() -> Works:
    return bench_works(GAME)


def _scenario_file(scenario: str) -> Mapping[str, Any]:
    """The map for the fewest players with everything on it, to change into one of one's own."""
    setup = Setup(GAME.name, scenario, ("rule",) * min(SCENARIOS[scenario]))
    return to_scenario(new_state(setup, GAME.rulings.resolve({})))


GAME = Game[State](
    name="tactics",
    package="kempelen.games.tactics",
    version="5",
    scenarios=tuple(SCENARIOS),
    bots={"rule": Commander, "random": RandomPlayer},
    credits=(Text("tactics.credits"),),
    scenario_facts={
        name: ScenarioFacts(
            minutes,
            level,
            Text(f"tactics.briefing.{name}"),
            seats=1 if name in TOGETHER else 0,
            lessons=LESSONS.get(name, ()),
            tips=name in TAUGHT,
        )
        for name, (minutes, level) in FACTS.items()
    },
    start=_start,
    step=course.step,
    outcome=_outcome,
    view=view,
    redeal=redeal,
    parse=parse,
    scene=scene,
    seat_counts=_seat_counts,
    read_position=from_position,
    to_position=to_position,
    older_positions=(partial(with_former_first, begun="2"), partial(with_former_first, begun="3")),
    resume=_resume,
    speech=Speech(
        automa=Text("tactics.automa_word"),
        typed=TYPED,
        objection=objection,
        refused=refused,
        status=status,
        hint=_hint,
        advice=_advice,
        advised_next=_advised_next,
        goes_on_by_tips=True,
    ),
    things=Things(
        corrections=corrections,
        facts_meant=cards_laid,
        by_hand=by_hand,
        prepared=prepared,
        card_from=_card_from,
        word=thing_word,
        picture=picture,
        group=group,
        physical=frozenset({PLAYERS_DECK, OPPONENTS_DECK}),
        usual=lambda people: frozenset({PLAYERS_DECK}),
        own_dice=frozenset(LOTS),
    ),
    document=Document(pages=pages),
    automas=Automas(vocabulary=VOCABULARY, sheet=SHEET, pages=lambda sheet, options: pages(options, sheet)),
    scenario_files=ScenarioFiles(file=_scenario_file),
    advice=Advice(
        odds_of=_odds_of,
        askable=_askable,
        due=_due,
        drawing=Drawing(
            blank=drawing.BLANK,
            maps=drawing.maps,
            brushes=drawing.BRUSHES,
            touched=drawing.touched,
            asks=drawing.ASKS,
            position=drawing.position_of,
            unit=drawing.unit_asked,
            known=drawing.known,
            after=drawing.AFTER,
            size=drawing.size,
            sized=drawing.sized,
            largest=drawing.LARGEST,
            opened=drawing.opened,
            idle=drawing.idle,
        ),
    ),
    lab=Lab(row_facts=_row_facts, bench_works=_bench_works),
    ladder=Ladder((Contest("versus", "versus", ((0,), (1,))), *(Contest(name, name, ((0, 1),)) for name in TOGETHER))),
    foresight=Foresight(preview=preview, price=price, then=then, ends=ends),
    judging=JUDGING,
    encoding=ENCODING,
    stars=stars,
)
