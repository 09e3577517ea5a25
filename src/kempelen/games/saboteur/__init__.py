"""Saboteur with the third role and the computer players of project group 018."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from kempelen.engine.errors import BadNotation, BadSetup
from kempelen.engine.game import Game, Outcome, Setup
from kempelen.engine.player import RandomPlayer
from kempelen.engine.search.seen import Deed, deeds_in
from kempelen.engine.speech import Speech, Tip
from kempelen.engine.table import HIDDEN, Decision, Seat, Table
from kempelen.engine.things import UNNAMED, Things
from kempelen.games.saboteur.automa.beliefs import BELIEFS
from kempelen.games.saboteur.automa.certain import certain
from kempelen.games.saboteur.automa.pages import pages
from kempelen.games.saboteur.automa.solitaire import SHEET, ComputerPlayer
from kempelen.games.saboteur.automa.tells import tells
from kempelen.games.saboteur.automa.vocabulary import VOCABULARY
from kempelen.games.saboteur.face.hints import advice, hint
from kempelen.games.saboteur.face.kept import kept_scene
from kempelen.games.saboteur.face.prepared import by_hand, grounds, kept_prepared, prepared, settled
from kempelen.games.saboteur.face.preview import preview
from kempelen.games.saboteur.face.reckoned import reckoned
from kempelen.games.saboteur.face.refused import barred, refused
from kempelen.games.saboteur.face.scene import scene
from kempelen.games.saboteur.face.standing import hopeless, standing
from kempelen.games.saboteur.face.stars import stars
from kempelen.games.saboteur.face.status import because, stats, status
from kempelen.games.saboteur.face.suspicion import HUNCHES
from kempelen.games.saboteur.face.things import group, picture
from kempelen.games.saboteur.files.corrections import corrections
from kempelen.games.saboteur.files.notation import TYPED, parse
from kempelen.games.saboteur.files.position import from_position, to_position
from kempelen.games.saboteur.files.supply import kept, kept_card, kept_since
from kempelen.games.saboteur.lab.encoding import ENCODING
from kempelen.games.saboteur.players.careful import CarefulPlayer, suspicion_at
from kempelen.games.saboteur.rules import course
from kempelen.games.saboteur.rules.actions import DISCARD, Discard
from kempelen.games.saboteur.rules.cards import BY_NAME, NAMES
from kempelen.games.saboteur.rules.endings import TAKE_NUGGETS
from kempelen.games.saboteur.rules.objections import objection
from kempelen.games.saboteur.rules.setup import NUGGET, VARIANTS, lesson, lesson_again
from kempelen.games.saboteur.rules.state import GOAL_NAMES, ROLE_NAMES, State
from kempelen.games.saboteur.rules.view import redeal, view
from kempelen.parts.automas import Automas
from kempelen.parts.document import Document
from kempelen.parts.foresight import Foresight
from kempelen.parts.heads import Heads
from kempelen.parts.lab import Lab
from kempelen.parts.ladder import Contest, Ladder
from kempelen.parts.scenarios import ScenarioFacts
from kempelen.text.say import Text

__all__ = ["GAME"]

_ROLES = {f"role_{name}": role for role, name in ROLE_NAMES.items()}
_GOALS = {f"goal_{name}": goal for goal, name in GOAL_NAMES.items()}
_NUGGETS = {f"nuggets_{n}": NUGGET + n for n in (1, 2, 3)}
_BY_TEXT: Mapping[str, int] = {**BY_NAME, **_ROLES, **_GOALS, **_NUGGETS}
_TEXTS = {thing: text for text, thing in _BY_TEXT.items()} | dict(enumerate(NAMES)) | {HIDDEN: UNNAMED}


def _start(setup: Setup, options: Mapping[str, str], table: Table) -> State:
    """Shuffle and deal; the teaching scenario is a table that is laid out."""
    if setup.scenario != "first":
        return course.new(setup, options, table)
    table.state = state = from_position(lesson(setup.begun), options)
    course.deal_hidden(state, table)
    return state


def _resume(state: State, setup: Setup, table: Table) -> None:
    course.deal_hidden(state, table)


def _check_position(setup: Setup, state: State) -> None:
    if state.players != len(setup.seats):
        raise BadSetup(Text("setup.position_players", n=state.players, seats=len(setup.seats)))
    if setup.scenario in VARIANTS and state.variant.name != setup.scenario:
        raise BadSetup(Text("setup.position_scenario", here=state.variant.name, asked=setup.scenario))


def _result(state: State) -> Outcome | None:
    if state.ending is None:
        return None
    reason = state.ending.reason
    return Outcome(state.ending.winners, reason, tuple(state.scores), scored=reason in ("points", "nuggets"))


def _outcome(state: State) -> Outcome | None:
    found = _result(state)
    return None if found is None else replace(found, because=because(state), stats=stats(state))


def _seat_counts(scenario: str) -> range:
    return VARIANTS[scenario].players if scenario in VARIANTS else range(3, 4)


def _card_from(text: str) -> int:
    if text not in _BY_TEXT:
        raise BadNotation(Text("saboteur.notation.card", card=text))
    return _BY_TEXT[text]


def _public_notation(state: State, notation: str) -> str:
    if notation.startswith("discard") and not state.variant.third_role:
        return DISCARD[HIDDEN].notation
    return notation


def _hint(setup: Setup, view_: State, seat: Seat) -> Text | None:
    return hint(GAME, view_, seat) if setup.scenario == "first" and _tipped(view_, seat) else None


def _advice(setup: Setup, decision: Decision[Any]) -> Tip:
    """What to do, and whom to suspect by what all have done so far."""
    view_: State = decision.view()
    seat = decision.seat
    if decision.prompt is TAKE_NUGGETS or not _tipped(view_, seat):
        return Tip()
    seen = suspicion_at(decision)
    return Tip(lambda: advice(GAME, view_, seat, seen), lambda tip: hint(GAME, view_, seat, seen, tip.action))


def _standing(setup: Setup, decision: Decision[Any]) -> tuple[Text, ...]:
    known = _known(setup, decision)
    return () if known is None else standing(*known, taught=setup.scenario == "first")


def _hopeless(setup: Setup, decision: Decision[Any]) -> Text | None:
    known = _known(setup, decision)
    return None if known is None else hopeless(*known)


def _known(setup: Setup, decision: Decision[Any]) -> tuple[State, Seat, list[Deed[State]]] | None:
    """What a seat sees, and what all have done in this round; None where no card is asked for."""
    view_: State = decision.view()
    if decision.table is None or decision.prompt is TAKE_NUGGETS or not _tipped(view_, decision.seat):
        return None
    past = deeds_in(GAME, decision.table.past())
    return view_, decision.seat, [deed for deed in past if deed.view.round == view_.round]


def _tipped(view_: State, seat: Seat) -> bool:
    """Somebody whose role and cards are known."""
    return HIDDEN not in view_.hands[seat] and view_.roles[seat] != HIDDEN


def _row_facts(state: State) -> Mapping[str, Any]:
    """The roles; not in the commercial game, where every round deals them anew."""
    return {"role": [ROLE_NAMES[role] for role in state.roles]} if state.variant.third_role else {}


_DEALT = ("gold", "sab", "gold", "stone", "gold")
"""Who sits round the ladder's table of teams; five are dealt eight role cards (1.1.2), most of them gold seekers."""


def _teams() -> Contest:
    """All of one role are played by the same."""
    names = tuple(dict.fromkeys(_DEALT))
    return Contest(
        "team",
        "tu",
        tuple(tuple(seat for seat, role in enumerate(_DEALT) if role == name) for name in names),
        tuple(Text(f"saboteur.role.{name}") for name in names),
        position={"game": "saboteur", "variant": "tu", "players": [{"role": role} for role in _DEALT]},
    )


LESSONS = ("lesson 35",)
"""What a newcomer is dealt; found by `scripts/lessons.py`."""
LESSONS_AGAIN = ("lesson 24", "lesson 57", "lesson 59")
"""The same from the second time on, one after the other: hands are dealt, and the saboteur sits elsewhere."""

GAME = Game[State](
    name="saboteur",
    package="kempelen.games.saboteur",
    version="4",
    scenarios=(*VARIANTS, "first"),
    bots={"rule": ComputerPlayer, "careful": CarefulPlayer, "random": RandomPlayer},
    credits=(Text("saboteur.credits"),),
    scenario_facts={
        "first": ScenarioFacts(
            8,
            "easy",
            Text("saboteur.about_scenario.first"),
            how=(Text("saboteur.status.how_first"), Text("saboteur.status.then_first")),
            lessons=LESSONS,
            again=lesson_again,
            again_lessons=LESSONS_AGAIN,
        ),
        "commercial": ScenarioFacts(20, "easy", Text("saboteur.about_scenario.commercial"), tips=True),
        "tu": ScenarioFacts(10, "medium", Text("saboteur.about_scenario.tu"), tips=True),
    },
    start=_start,
    step=course.step,
    outcome=_outcome,
    result=_result,
    view=view,
    redeal=redeal,
    parse=parse,
    scene=scene,
    seat_counts=_seat_counts,
    read_position=from_position,
    to_position=to_position,
    resume=_resume,
    check_position=_check_position,
    speech=Speech(
        automa=Text("saboteur.automa_word"),
        typed=TYPED,
        objection=objection,
        refused=refused,
        barred=barred,
        reckoned=reckoned,
        status=status,
        public_notation=_public_notation,
        hint=_hint,
        advice=_advice,
        waits=lambda action: isinstance(action, Discard),
        standing=_standing,
        hopeless=_hopeless,
        first_names=("Jost", "Alrik", "Berta", "Odo", "Runa", "Kuno", "Helga", "Bodo", "Ilse", "Veit"),
    ),
    things=Things(
        corrections=corrections,
        by_hand=by_hand,
        grounds=grounds,
        prepared=prepared,
        settled=settled,
        kept=kept,
        kept_prepared=kept_prepared,
        kept_since=kept_since,
        kept_card=kept_card,
        kept_scene=kept_scene,
        card_text=_TEXTS.__getitem__,
        card_from=_card_from,
        picture=picture,
        group=group,
        physical=frozenset({"cards", "roles", "goals", "nuggets"}),
    ),
    document=Document(pages=pages, tells=tells),
    automas=Automas(vocabulary=VOCABULARY, sheet=SHEET, pages=lambda sheet, options: pages(options, sheet)),
    lab=Lab(row_facts=_row_facts),
    encoding=ENCODING,
    heads=Heads(to_beat="careful", certain=certain),
    beliefs=BELIEFS,
    hunches=HUNCHES,
    ladder=Ladder((Contest("seat", "tu", tuple((seat,) for seat in range(5))), _teams())),
    foresight=Foresight(preview=preview),
    stars=stars,
)
