"""Beside a real table the app alone knows some cards: nothing that its pages show or refuse may tell of them.

Two worlds are made that nobody at the table can tell apart: cards that the app holds for an automa are other ones. What
stands on every page, and what is said to every correction that is offered, is then the same.
"""

import json

import pytest

from kempelen.companion import companion_session
from kempelen.engine.dice import TapeDice
from kempelen.engine.errors import BadRecord, PlayerError
from kempelen.engine.files.record import Record, read_record
from kempelen.engine.game import Setup, say_in
from kempelen.engine.inputs import Input
from kempelen.engine.table import SPECTATOR, notation_of
from kempelen.web.people.keys import OPERATOR
from kempelen.web.pocket.pictured import scene_of
from kempelen.web.pocket.wrong.correcting import meant, names_in
from kempelen.web.rooms.room import Room
from kempelen.web.routes.beside import At, look
from kempelen.web.routes.beside_ask import asks_here, key_of, told_at, worked_here

TABLES = [
    ("undaunted", "first", ("human", "solitaire"), {"dice_on_table": True}),
    ("undaunted", "orchard", ("human", "solitaire"), {"dice_on_table": True}),
    ("saboteur", "tu", ("human", "rule", "rule"), {"automas_cards_kept": True}),
    ("tactics", "first", ("human",), {"dice_on_table": True}),
]
PLACES, FACTS, WORLDS = 6, 4, 2


def sat_down(game, scenario, seats, how):
    return companion_session(Setup(game, scenario, seats), seed="twin", **how).run()


def go_on(session, dice):
    asked = session.unanswered[0]
    options = list(asked.options)
    faces = int(asked.what.split("d")[0]) if asked.kind == "pool" else 1
    session.answer(" ".join(notation_of(options[dice.below(len(options), "", "")]) for _ in range(faces)))
    session.run()


def worlds(session):
    """The same table, with two of the cards that the app drew for an automa swapped."""
    rows = [json.loads(row) for row in Record.of(session).text().splitlines()]
    drawn = [
        n
        for n, row in enumerate(session.rows, 1)
        if isinstance(row, Input) and row.kind == "draw" and not row.human and row.seat not in (None, *session.humans)
    ]
    seen, found = public(session), 0
    for n, one in enumerate(drawn):
        for other in drawn[n + 1 :]:
            if found == WORLDS or rows[one]["is"] == rows[other]["is"]:
                continue
            swapped = [dict(row) for row in rows]
            swapped[one]["is"], swapped[other]["is"] = rows[other]["is"], rows[one]["is"]
            try:
                twin = read_record("twin", [json.dumps(row) + "\n" for row in swapped]).load().run()
            except BadRecord:
                continue
            if public(twin) == seen:
                found += 1
                yield twin
                break


def public(session):
    asked = [
        (one.kind, one.seat, one.prompt, one.what, [notation_of(o) for o in one.options]) for one in session.pending
    ]
    return [event.text for event in session.events_for(SPECTATOR)], asked


def pages(session):
    """Everything that the phone shows, on every tab, and of some things that may be wrong."""
    room, say = Room("x", session, pace="instant"), say_in("en")
    scene = scene_of(room, room.view(OPERATOR), say)
    found = [str(look(room, say, At("", done, (), every, "", ""), tab)) for done, every, tab in STANDS]
    wrong = [name for name in names_in(scene) if meant(room, scene, name)]
    found += [
        str(look(room, say, At("", None, (), False, name, ""), "table")) for name in wrong[:: len(wrong) // PLACES + 1]
    ]
    found.append(str(worked_here(room, "", {}, say)))
    if asks_here(room):
        asked = [key_of(one) for one in room.game.advice.askable(session.view(SPECTATOR))]
        found += [str(told_at(room, "", about, say)) for about in ("", *asked[:2])]
    return found


STANDS = [(None, False, "now"), (0, True, "now"), (None, False, "table"), (None, False, "build"), (None, False, "log")]


def answers(session):
    """What is said to corrections: of each thing a few, whether offered or sent by hand."""
    room, say = Room("x", session, pace="instant"), say_in("en")
    scene = scene_of(room, room.view(OPERATOR), say)
    for name in names_in(scene):
        known = [one.fact for one in meant(room, scene, name) if "{}" not in one.fact]
        for fact in known[:: len(known) // FACTS + 1]:
            other = Room("x", session.fork().run(), pace="instant")
            try:
                other.correct(fact, None)
            except PlayerError as error:
                yield name, fact, say.of(error.text)
            else:
                yield name, fact, public(other.session)[0][-3:]


@pytest.mark.parametrize(("game", "scenario", "seats", "how"), TABLES)
def test_pages_and_refusals_are_the_same_in_either_world(game, scenario, seats, how):
    session, dice, compared = sat_down(game, scenario, seats, how), TapeDice(3), 0
    for step in range(18):
        if session.over or not session.unanswered:
            break
        if step % 6 == 5:
            ours = pages(session)
            for twin in worlds(session):
                compared += 1
                assert pages(twin) == ours
                if step == 11:
                    assert list(answers(twin)) == list(answers(session))
        go_on(session, dice)
    assert compared or game == "tactics", "there are other worlds; what the Kraken draws is open at once"
