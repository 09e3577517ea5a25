"""Universalis, the skirmish wargame: every rule of the rulebook 0.1.0, with gaps closed by numbered readings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kempelen.engine.errors import BadNotation
from kempelen.engine.game import Game, Outcome, Setup
from kempelen.engine.player import RandomPlayer
from kempelen.engine.seats import HUMAN
from kempelen.engine.speech import Speech, Tip
from kempelen.engine.table import Decision, Seat, Table
from kempelen.engine.tables.replay import ROLLS
from kempelen.engine.things import Things
from kempelen.games.universalis.automa.pages import pages
from kempelen.games.universalis.automa.solitaire import LEVEL_BOTS, SHEET
from kempelen.games.universalis.automa.vocabulary import VOCABULARY
from kempelen.games.universalis.desk.at_table import at_table
from kempelen.games.universalis.desk.calculators import adviser, calculations
from kempelen.games.universalis.face.about import spelled
from kempelen.games.universalis.face.aiming import aim, families
from kempelen.games.universalis.face.card_sheet import card_sheet
from kempelen.games.universalis.face.fetching import barred
from kempelen.games.universalis.face.foresight import FORESIGHT
from kempelen.games.universalis.face.hints import advice, hint
from kempelen.games.universalis.face.reach import reach, spots
from kempelen.games.universalis.face.scene import scene
from kempelen.games.universalis.face.set_up.laid import laid
from kempelen.games.universalis.face.set_up.prepared import by_hand, grounds, in_vain, lying, prepared
from kempelen.games.universalis.face.status import because, cost, halts, stars, stats, status
from kempelen.games.universalis.face.where import words
from kempelen.games.universalis.face.words import handle_word, side_word
from kempelen.games.universalis.files.corrections import corrections
from kempelen.games.universalis.files.german import TYPED
from kempelen.games.universalis.files.muster import FACTIONS, battle, groups_of, muster, shipped_roster, start_file
from kempelen.games.universalis.files.notation import parse
from kempelen.games.universalis.files.position import (
    from_position,
    to_position,
    with_first_of_rules_4,
    with_former_first,
    with_small_ones_of_rules_6,
)
from kempelen.games.universalis.files.scenarios import (
    NAMES,
    named_factions,
    new_state,
    scenario,
    scenario_begun,
    shipped_factions,
)
from kempelen.games.universalis.lab.encoding import ENCODING
from kempelen.games.universalis.players.careful import CarefulLeader
from kempelen.games.universalis.players.charger import Charger
from kempelen.games.universalis.rules import course
from kempelen.games.universalis.rules.choices import HOLD, Deploy
from kempelen.games.universalis.rules.state import State
from kempelen.games.universalis.rules.view import redeal, view
from kempelen.parts.advice import Advice
from kempelen.parts.automas import Automas
from kempelen.parts.document import Document
from kempelen.parts.heads import Heads
from kempelen.parts.lab import Lab, Works
from kempelen.parts.ladder import Contest, Ladder
from kempelen.parts.places import Places
from kempelen.parts.rosters import Rosters
from kempelen.parts.scenarios import Level, ScenarioFacts
from kempelen.text.say import Text

__all__ = ["GAME"]


FACTS: Mapping[str, tuple[int, Level]] = {
    "first": (15, "easy"),
    "lost_core": (15, "easy"),
    "border_post": (30, "medium"),
    "old_quarry": (60, "medium"),
    "river_crossing": (60, "medium"),
    "factory": (75, "hard"),
    "night_forest": (75, "hard"),
}
"""About how long a scenario takes, and how hard it is; in the order to play them."""
TIPPED = ("first", "lost_core", "border_post")
"""Where tips are given: the second has another mission, the third is the first with edges and whole groups."""
LESSONS = ("lesson 149", "lesson 35", "lesson 168")
"""What a newcomer is dealt, one after the other; found by `scripts/lessons.py`. The second begins otherwise than the
first: there one acts oneself before anybody shoots."""


def _start(setup: Setup, options: Mapping[str, str], table: Table) -> State:
    state = new_state(scenario_begun(setup.scenario, setup.begun), options, table)
    _resume(state, setup, table)
    return state


def _resume(state: State, setup: Setup, table: Table) -> None:
    if HUMAN not in setup.seats:
        state.cap = state.rules.match_rounds  # G75: bots among themselves must come to an end


def _outcome(state: State) -> Outcome | None:
    ending = state.ending
    if ending is None:
        return None
    return Outcome(
        ending.winners,
        ending.reason,
        tuple(state.scores),
        ending.reason == "rounds",
        because(state),
        stats(state),
    )


def _teaches(setup: Setup) -> bool:
    return setup.scenario in TIPPED and setup.position is None


def _hint(setup: Setup, view_: State, seat: Seat) -> Text | None:
    return hint(GAME, view_, seat) if _teaches(setup) else None


def _advice(setup: Setup, decision: Decision[Any]) -> Tip:
    return advice(GAME, decision) if _teaches(setup) else Tip()


def _seat_word(setup: Setup, seat: Seat) -> Text | None:
    """The name of its group; None where groups are of a player's own making, or both are the same."""
    word = side_word(_factions(setup), seat)
    return word if word.key.startswith("universalis.group.") else None


def _factions(setup: Setup) -> tuple[str, ...]:
    if setup.position is None:
        return shipped_factions(setup.scenario, setup.begun)
    groups = setup.position.get("groups") or [{"faction": id} for id in named_factions(setup.position)]
    found = [str(group.get("faction", "")) for group in groups if isinstance(group, Mapping)]
    return (*found, "", "")[:2]


def _no_card(text: str) -> Any:
    raise BadNotation(Text("universalis.notation.card"))


def _row_facts(state: State) -> Mapping[str, Any]:
    """Missions and groups a side, and how many models were put out."""
    return {
        "mission": list(state.missions),
        "faction": [next(m.card.faction for m in state.models if m.seat == seat) for seat in (0, 1)],
        "rounds": state.round,
        "out": sum(m.out for m in state.models),
    }


def _missions(name: str) -> tuple[tuple[Text, Text], ...]:
    """Those that can be chosen there; nobody chooses where there is only one."""
    offered = scenario(name).missions
    if len(offered) < 2:
        return ()
    return tuple((Text(f"universalis.mission.{one}"), Text(f"universalis.goal.{one}")) for one in offered)


def _bench_works() -> Works:
    from kempelen.games.universalis.lab.benches import works

    return works()


GAME = Game[State](
    name="universalis",
    package="kempelen.games.universalis",
    version="7",
    scenarios=NAMES,
    bots={**LEVEL_BOTS, "careful": CarefulLeader, "charge": Charger, "random": RandomPlayer},
    credits=(Text("universalis.credits"),),
    scenario_facts={
        name: ScenarioFacts(
            minutes,
            level,
            Text(f"universalis.about_scenario.{name}"),
            _missions(name),
            lessons=LESSONS if name == "first" else (),
            tips=name in TIPPED,
        )
        for name, (minutes, level) in FACTS.items()
    },
    start=_start,
    step=course.step,
    outcome=_outcome,
    view=view,
    open=True,
    redeal=redeal,
    parse=parse,
    scene=scene,
    seat_counts=lambda scenario: range(2, 3),
    read_position=from_position,
    to_position=to_position,
    older_positions=(with_former_first, with_first_of_rules_4, with_small_ones_of_rules_6),
    resume=_resume,
    position_seats=lambda position: 2,
    speech=Speech(
        automa=Text("universalis.automa_word"),
        typed=TYPED,
        status=status,
        hint=_hint,
        barred=barred,
        advice=_advice,
        sets_up=lambda action: isinstance(action, Deploy),
        lets_pass=lambda action: action is HOLD,
        halts=halts,
        cost=cost,
        plain=spelled,
        seat_word=_seat_word,
    ),
    things=Things(
        corrections=corrections,
        grounds=grounds,
        prepared=prepared,
        by_hand=by_hand,
        in_vain=in_vain,
        lying=lying,
        laid=laid,
        card_from=_no_card,
        word=handle_word,
        own_dice=frozenset({ROLLS, "tie", "orphans", "melee"}),
        seat_lots=frozenset({"tie", "orphans"}),
        example_fact="A2.at=[34.5, 20]",
    ),
    document=Document(pages=pages, by_hand=False),
    automas=Automas(vocabulary=VOCABULARY, sheet=SHEET, pages=lambda sheet, options: pages(options, sheet)),
    rosters=Rosters(
        factions=FACTIONS,
        file=shipped_roster,
        of=groups_of,
        muster=muster,
        start=start_file,
        battle=battle,
        cards=card_sheet,
    ),
    advice=Advice(adviser=adviser, calculations=calculations, at_table=at_table),
    foresight=FORESIGHT,
    places=Places(families=families, aim=aim, reach=reach, spots=spots, words=words),
    lab=Lab(row_facts=_row_facts, bench_scenario="border_post", bench_works=_bench_works),
    ladder=Ladder(tuple(Contest(name, name, ((0,), (1,))) for name in ("first", "border_post"))),
    encoding=ENCODING,
    heads=Heads(strongest="hard", as_people=("careful",)),
    stars=stars,
)
