"""Undaunted: Normandy, with the Solitaire A.I. v1.2 by Dylan Cane."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from kempelen.engine.errors import BadNotation
from kempelen.engine.game import Game, Outcome, Setup
from kempelen.engine.player import RandomPlayer
from kempelen.engine.seats import bot_name
from kempelen.engine.speech import Speech, Tip
from kempelen.engine.table import HIDDEN, Decision, Seat, Table
from kempelen.engine.tables.odds import Chance, Inquiry
from kempelen.engine.tables.replay import ROLLS
from kempelen.engine.things import Things
from kempelen.games.undaunted.automa.charts import SHEET
from kempelen.games.undaunted.automa.pages import pages
from kempelen.games.undaunted.automa.solitaire import Automa
from kempelen.games.undaunted.automa.vocabulary import VOCABULARY
from kempelen.games.undaunted.desk.adviser import adviser
from kempelen.games.undaunted.desk.inquiry import askable, odds_of
from kempelen.games.undaunted.face.hints import bid_hint, hint
from kempelen.games.undaunted.face.prepared import by_hand, grounds, prepared
from kempelen.games.undaunted.face.preview import against, alike, chance, preview
from kempelen.games.undaunted.face.refused import barred, refused
from kempelen.games.undaunted.face.scene import scene
from kempelen.games.undaunted.face.stars import stars
from kempelen.games.undaunted.face.status import because, settled, stats, status
from kempelen.games.undaunted.face.things import picture
from kempelen.games.undaunted.files.corrections import corrections
from kempelen.games.undaunted.files.notation import NAMED, TYPED, parse
from kempelen.games.undaunted.files.position import (
    FORMER_FIRST,
    counters_moved,
    former_first,
    from_position,
    scenario_file,
    to_position,
    with_former_first,
)
from kempelen.games.undaunted.files.scenario import doubts, problems, sheet
from kempelen.games.undaunted.lab.encoding import ENCODING
from kempelen.games.undaunted.lab.judging import JUDGING
from kempelen.games.undaunted.players.careful import CarefulSide, advised, roll_of
from kempelen.games.undaunted.players.scripted import ScriptedSide
from kempelen.games.undaunted.rules import course
from kempelen.games.undaunted.rules.campaign import lines, standing
from kempelen.games.undaunted.rules.cards import BY_NAME, NAMES, Card
from kempelen.games.undaunted.rules.objections import objection
from kempelen.games.undaunted.rules.state import PIN, SIDES, TURN, State
from kempelen.games.undaunted.rules.view import redeal, view
from kempelen.parts.advice import Advice
from kempelen.parts.automas import Automas
from kempelen.parts.campaigns import Campaigns, Result
from kempelen.parts.document import Document
from kempelen.parts.foresight import Foresight
from kempelen.parts.heads import Heads
from kempelen.parts.lab import Lab
from kempelen.parts.ladder import Contest, Ladder
from kempelen.parts.scenarios import Level, ScenarioFacts, ScenarioFiles
from kempelen.text.say import Text

__all__ = ["GAME"]


FACTS: Mapping[str, tuple[int, Level]] = {
    "first": (10, "easy"),
    "hedges": (15, "easy"),
    "snipers": (20, "easy"),
    "orchard": (30, "medium"),
    "ridge": (40, "medium"),
    "mortars": (30, "medium"),
    "raid": (25, "medium"),
    "convoy": (30, "medium"),
    "relay": (30, "medium"),
    "dusk": (30, "medium"),
    "relief": (40, "hard"),
    "bridges": (40, "hard"),
    "platoon": (60, "hard"),
}
"""About how long a scenario takes, and how hard it is."""
LESSONS = ("lesson 16", "lesson 85", "lesson 7")
"""What a newcomer is dealt, one after the other; found by `scripts/lessons.py`."""
SCENARIOS = tuple(FACTS)


@cache
def _laid_out(scenario: str, options: tuple[tuple[str, str], ...], former: bool) -> State:
    """A shipped scenario, set up; to be copied. The first one is another than it was once."""
    file = former_first() if former else scenario_file(scenario)
    return from_position(file, dict(options), SCENARIOS)


def _start(setup: Setup, options: Mapping[str, str], table: Table) -> State:
    former = setup.scenario == "first" and setup.begun in FORMER_FIRST
    table.state = state = _laid_out(setup.scenario, tuple(options.items()), former).copy()
    _resume(state, setup, table)
    return state


def _resume(state: State, setup: Setup, table: Table) -> None:
    for side, who in zip(state.sides, setup.seats, strict=True):
        side.rolls = getattr(GAME.bots.get(bot_name(who)), "rolls_initiative", False)
    course.deal_hidden(state, table)


def _read_position(position: Mapping[str, Any], options: Mapping[str, str]) -> State:
    return from_position(position, options, SCENARIOS)


def _outcome(state: State) -> Outcome | None:
    if state.ending is None:
        return None
    scores = tuple(side.points for side in state.sides)
    return Outcome(
        state.ending.winners,
        state.ending.reason,
        scores,
        state.ending.reason == "capped",
        because(state),
        stats(state),
    )


def _card_text(card: Card) -> str:
    return NAMES[card] if card != HIDDEN else "hidden"


def _card_from(text: str) -> Card:
    if text not in BY_NAME:
        raise BadNotation(Text("undaunted.notation.card", card=text, known=NAMED))
    return BY_NAME[text]


def _decks_of(people: frozenset[Seat]) -> frozenset[str]:
    """People have their own decks; the program shuffles the automa's."""
    return frozenset(SIDES[seat] for seat in people)


def _teaches(setup: Setup, view_: State, seat: Seat) -> bool:
    return setup.scenario == "first" and setup.position is None and HIDDEN not in view_.sides[seat].hand


def _hint(setup: Setup, view_: State, seat: Seat) -> Text | None:
    return hint(view_, seat) if _teaches(setup, view_, seat) else None


def _advice(setup: Setup, decision: Decision[Any]) -> Tip:
    """A bid against a die that everybody has seen (Q14), or whatever is advised."""
    roll = roll_of(decision)
    view_: State = decision.view()
    seat = decision.seat

    def action() -> Any:
        found = advised(view_, seat, decision.options if view_.phase == TURN else (), roll)
        return found if found in decision.options else None

    def said(tip: Tip) -> Text | None:
        if roll:
            return bid_hint(view_, seat, roll, tip.action)
        return None if tip.action is None else hint(view_, seat, tip.action)

    return Tip(action, said) if _teaches(setup, view_, seat) else Tip()


def _campaign_scores(results: Sequence[Result], seats: int) -> tuple[int, ...]:
    return tuple(standing(results, seat).score for seat in range(seats))


def _odds_of(state: State | None, about: Inquiry) -> Sequence[Chance]:
    """What a card of the automa does, on a table or by stated facts."""
    return odds_of(GAME, state, about)


def _row_facts(state: State) -> Mapping[str, Any]:
    """Rounds, and for each side its losses and what it had to reach."""
    return {
        "rounds": state.round,
        "losses": [side.casualties for side in state.sides],
        "goal": ["pin" if goal == PIN else "points" for goal in state.scenario.goals],
    }


GAME = Game[State](
    name="undaunted",
    package="kempelen.games.undaunted",
    version="3",
    scenarios=SCENARIOS,
    bots={"solitaire": Automa, "scripted": ScriptedSide, "careful": CarefulSide, "random": RandomPlayer},
    credits=(Text("undaunted.credits"),),
    scenario_facts={
        name: ScenarioFacts(
            minutes, level, Text(f"undaunted.briefing.{name}"), lessons=LESSONS if name == "first" else ()
        )
        for name, (minutes, level) in FACTS.items()
    },
    editions={"en": {}, "de": {"Q03": "nothing_fits", "Q26": "swap", "Q35": "or_near"}},
    start=_start,
    step=course.step,
    outcome=_outcome,
    view=view,
    redeal=redeal,
    parse=parse,
    scene=scene,
    seat_counts=lambda scenario: range(2, 3),
    read_position=_read_position,
    to_position=to_position,
    older_positions=(with_former_first,),
    resume=_resume,
    position_seats=lambda position: len(SIDES),
    speech=Speech(
        automa=Text("undaunted.automa_word"),
        typed=TYPED,
        objection=objection,
        refused=refused,
        barred=barred,
        status=status,
        settled=settled,
        hint=_hint,
        advice=_advice,
        seat_names=lambda setup: SIDES,
    ),
    things=Things(
        corrections=corrections,
        by_hand=by_hand,
        grounds=grounds,
        prepared=prepared,
        card_text=_card_text,
        card_from=_card_from,
        picture=picture,
        physical=frozenset(SIDES),
        usual=_decks_of,
        own_dice=frozenset({ROLLS}),
        example_fact="us.rifleman-A=C2",
        facts_meant=counters_moved,
    ),
    document=Document(pages=pages),
    automas=Automas(vocabulary=VOCABULARY, sheet=SHEET, pages=lambda sheet, options: pages(options, sheet)),
    scenario_files=ScenarioFiles(
        file=scenario_file,
        problems=lambda state: tuple(problems(state)),
        doubts=lambda state: tuple(doubts(state)),
        sheet=lambda state: tuple(sheet(state)),
    ),
    campaigns=Campaigns(names=("patrol", "week"), lines=lambda results: tuple(lines(results)), scores=_campaign_scores),
    advice=Advice(adviser=adviser, by_automa=True, odds_of=_odds_of, askable=askable),
    lab=Lab(row_facts=_row_facts, bench_scenario="platoon"),
    encoding=ENCODING,
    # The automa gives up no card for initiative (Q13), whoever searches does, as the scripted player.
    ladder=Ladder(
        tuple(Contest(name, name, ((0,), (1,))) for name in ("first", "orchard", "platoon")), beside="scripted"
    ),
    foresight=Foresight(preview=preview, against=against, chance=chance, alike=alike),
    heads=Heads(as_people=("scripted", "careful")),  # they give up a card for initiative, as people do
    judging=JUDGING,
    stars=stars,
)
