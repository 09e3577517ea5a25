"""What a place may not know is not in any byte that is sent to it.

Two worlds are made that look the same from one seat: a card that this seat has not seen is another one. Then everything
the server sends to that seat must be the same, byte for byte.
"""

import gc
import json
import logging
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import pytest

from kempelen.contract import snapshot
from kempelen.engine.dice import TapeDice
from kempelen.engine.errors import BadRecord
from kempelen.engine.files.record import Record, read_record
from kempelen.engine.files.takebacks import taken_back_for
from kempelen.engine.game import Setup, game_named, games, say_in
from kempelen.engine.inputs import Input
from kempelen.engine.player import RandomPlayer
from kempelen.engine.session import Session
from kempelen.engine.table import SPECTATOR, DirectTable
from kempelen.text.say import Text
from kempelen.web.measures import JsonLines
from kempelen.web.rooms.room import Room
from kempelen.web.shown.seen import see
from tests.references.prove import LONG
from tests.web.people import Sitting
from tests.web.sent import everything, unknown
from tests.web.test_tables import two_people

SCENARIOS = [
    (game.name, scenario)
    for game in games().values()
    for scenario in [scenario for scenario in game.scenarios if game.seat_counts(scenario)[-1] > 1][:3]
]


GAMES = [(seed, choices) for seed in range(1, 11) for choices in (4, 13, 30)] if LONG else [(1, 4), (2, 13)]
"""Seeds, and how many choices are made."""


def played(game, scenario, seed, choices) -> Session:
    """People on all seats choose at random, so many times."""
    count = max(2, game.seat_counts(scenario)[0])
    session = Session(game, Setup(game.name, scenario, ("human",) * count), seed=seed)
    dice = TapeDice(seed)
    for _ in range(choices):
        session.run()
        if session.over:
            break
        decision = session.unanswered[0]
        options = decision.options
        session.answer(options[dice.below(len(options), "", "")], decision.seat)
    session.run()
    return session


def looks(session: Session, seat: int) -> object:
    return snapshot(session.view(seat)), [event.text for event in session.events_for(seat)], session.over


def twins(session: Session, seat: int, most: int = 6) -> Iterator[Session]:
    """Other worlds that this seat cannot tell from this one."""
    text = Record.of(session).text().splitlines(keepends=True)
    rows = [json.loads(line) for line in text]
    hidden = [
        n
        for n, row in enumerate(session.rows, 1)
        if isinstance(row, Input) and row.kind in ("draw", "reveal") and row.seat is not None and row.seat != seat
    ]
    seen, found, tried = looks(session, seat), 0, 0
    for at, one in enumerate(hidden):
        for other in hidden[at + 1 :]:
            if found >= most or tried >= 12:
                break
            if rows[one].get("draw") != rows[other].get("draw") or rows[one]["is"] == rows[other]["is"]:
                continue
            tried += 1
            swapped = [dict(row) for row in rows]
            swapped[one]["is"], swapped[other]["is"] = rows[other]["is"], rows[one]["is"]
            twin = load(swapped)
            if twin is not None and looks(twin, seat) == seen:
                found += 1
                yield twin
                break
    yield from face_down(session, rows, seat, seen)


def face_down(session: Session, rows, seat: int, seen: object) -> Iterator[Session]:
    """Worlds in which somebody else has done something else that this seat has not seen: what everybody saw of it is
    the same, not only what came of it."""
    for n, row in enumerate(session.rows, 1):
        if not isinstance(row, Input) or row.kind != "do" or row.seat == seat:
            continue
        before = load(rows[:n])
        if before is None or not before.pending or before.pending[0].kind != "do":
            continue
        seen_of = partial(session.game.speech.public_notation, before.checkpoint)
        for option in before.pending[0].options:
            if option.notation != rows[n]["do"] and seen_of(option.notation) == seen_of(rows[n]["do"]):
                changed = [dict(row) for row in rows]
                changed[n]["do"] = option.notation
                other = load(changed)
                if other is not None and looks(other, seat) == seen:
                    yield other
                    return


def load(rows) -> Session | None:
    try:
        return read_record("twin", [json.dumps(row) + "\n" for row in rows]).load().run()
    except BadRecord:
        return None


class Written(logging.Handler):
    """What is written to the log, as a host reads it, without the time it took."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.setFormatter(JsonLines())

    def emit(self, record: logging.LogRecord) -> None:
        plain = re.sub(r'"(time|at|milliseconds|ms|seconds)": ?("[^"]*"|[\d.]+)', "", self.format(record))
        self.lines.append(re.sub(r"[\d.]+ ms", "", plain))


@contextmanager
def logged() -> Iterator[list[str]]:
    """Every line of the log, requests too."""
    written, root = Written(), logging.getLogger("kempelen")
    requests = logging.getLogger("kempelen.requests")
    level = requests.level
    root.addHandler(written)
    requests.setLevel(logging.INFO)
    try:
        yield written.lines
    finally:
        requests.setLevel(level)
        root.removeHandler(written)


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_the_bytes_are_the_same(server, name, scenario):
    game, compared = game_named(name), 0
    for seed, choices in GAMES:
        session = played(game, scenario, seed, choices)
        posted = LONG or seed == GAMES[-1][0]
        if session.over:
            continue
        for seat in (0, 1):
            ours, lines = None, []
            for twin in twins(session, seat, most=2):
                with logged() as here:
                    ours = everything(server, session, seat, posted=posted) if ours is None else ours
                with logged() as there:
                    theirs = everything(server, twin, seat, posted=posted)
                for path in ours:
                    assert theirs[path] == ours[path], f"seat {seat}, {path}"
                lines = lines or here
                assert there == lines, "the log tells the worlds apart"
                compared += 1
    if any(row.kind == "draw" and row.seat is not None for row in session.inputs):
        assert compared, "no two worlds look the same: then nothing was tested"


def test_nobody_learns_whether_the_same_card_was_laid_face_down_again(server):
    """What is taken back and done otherwise after dice or cards is told; here only who did it knows."""
    worlds = [taken_back_and(second) for second in (0, 1)]
    assert [taken_back_for(world, 0).times for world in worlds] == [0, 1]
    assert looks(worlds[0], 1) == looks(worlds[1], 1)
    ours, theirs = (everything(server, world, 1, posted=False) for world in worlds)
    for path in ours:
        assert theirs[path] == ours[path], path


def taken_back_and(second: int) -> Session:
    """Somebody discards a card face down and draws; all agree to take it back; he discards one, and draws again."""
    session = Session(game_named("saboteur"), Setup("saboteur", "commercial", ("human",) * 3), seed=7).run()
    cards = [one.notation for one in session.pending[0].options if one.notation.startswith("discard")]
    for card in (cards[0], cards[second]):
        if session.rows[-1].kind == "draw" and any(row.kind == "do" for row in session.inputs):
            session.undo(agreed=True)
            session.run()
        session.answer(card)
        session.run()
    return session


def test_every_address_is_compared_or_it_is_said_why_not(server):
    """Somebody who adds a page says here what it is, or what stands in its gaps."""
    assert unknown(server.app) == set()


def test_a_planted_leak_is_found(server, monkeypatch):
    """Whatever of a game's state slips into one of the pages: the bytes are not the same any more."""
    game = game_named("saboteur")
    session = played(game, "tu", 2, 6)
    twin = next(twins(session, 0))
    assert everything(server, session, 0) == everything(server, twin, 0)
    for place in (every_eye, error_message):
        with monkeypatch.context() as patch:
            place(patch)
            assert everything(server, session, 0) != everything(server, twin, 0), place.__doc__


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_it_takes_as_many_steps_to_draw_either_world(name, scenario):
    """How long an answer takes tells nothing: steps of the program are counted, for seconds depend on the weather."""
    game, say = game_named(name), say_in("en")
    for seed in (1, 2):
        session = played(game, scenario, seed, 8)
        same = load([json.loads(line) for line in Record.of(session).text().splitlines()])
        assert same is not None
        for seat in (0, 1):
            ours = None
            for twin in twins(session, seat, most=2):
                if ours is None:
                    steps_of(session, seat, say)  # what is kept of it is found by likeness, as for every other world
                    ours = steps_of(same, seat, say)
                assert steps_of(twin, seat, say) == ours


def steps_of(session, seat, say) -> int:
    """Functions called to draw the table for a seat, when all that can be kept from earlier pictures is there."""
    room, count = Room("", session), 0
    see(room, seat, say)

    def counting(frame, event, argument):
        nonlocal count
        count += event == "call"

    before = sys.getprofile()
    gc.disable()  # what becomes of games of other tests is not counted
    sys.setprofile(counting)
    try:
        see(room, seat, say)
    finally:
        sys.setprofile(before)
        gc.enable()
    return count


def every_eye(patch):
    """A cache for one is shown to others, say."""
    patch.setattr("kempelen.web.rooms.room.Room.reader", lambda room, seat: None)


def error_message(patch):
    """An error message tells too much."""

    def objection(room, seat, text):
        return Text("web.error.field", field=repr(snapshot(room.session.state)))

    patch.setattr("kempelen.web.rooms.room.Room.objection", objection)


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_a_spectator_gets_only_what_is_public(ann, visit, name, scenario):
    """The same for somebody who only watches."""
    game, ben = game_named(name), visit()
    session = played(game, scenario, 4, 8)
    assert not session.over
    worlds = [session, *twins(session, SPECTATOR, most=2)]
    sent = []
    for world in worlds:
        answer = ann.post("/import?name=game.jsonl", content=Record.of(world).text().encode())
        id = answer.json()["table"].rpartition("/")[2]
        link = next(link["path"] for link in ann.api("GET", f"/tables/{id}/links") if link["seat"] == SPECTATOR)
        ben.get(link)
        pages = [ben.get(f"/tables/{id}/{path}?seat=-1").text for path in ("board", "log", "record", "frames/2")]
        sent.append([re.sub(r'data-tick="\w+"', "", page).replace(id, "ID") for page in pages])
    assert all(pages == sent[0] for pages in sent)


@pytest.mark.parametrize("name", tuple(games()))
def test_simultaneous_choices_stay_sealed(ann, ben, visit, name):
    """Whatever one has chosen, the other and a spectator are sent the same bytes until both have."""
    one, other = two_people(ann, ben, name, seed="3")
    carl = visit()
    link = next(link["path"] for link in ann.api("GET", f"/tables/{one.id}/links") if link["seat"] == SPECTATOR)
    carl.get(link)
    watching = Sitting(carl, one.id, SPECTATOR)
    for _ in range(12):
        asked = one.settled()["asked"], other.settled()["asked"]
        if all(asked) and not any(question["sealed"] for question in asked) and len(asked[0]["options"]) > 1:
            break
        for sitting in (one, other):
            state = sitting.settled()
            if state["asked"] and not state["asked"]["sealed"]:
                sitting.answer(state["asked"]["options"][0]["do"], state["version"])
    else:
        assert name not in SIMULTANEOUS
        return
    sent = []
    for option in (asked[0]["options"][0], asked[0]["options"][-1]):
        assert one.answer(option["do"]).status_code == 200
        assert one.settled()["asked"]["sealed"]
        sent.append(
            [
                re.sub(r'data-tick="\w+"', "", sitting.get(path).text)
                for sitting in (other, watching)
                for path in ("board", "log", "record", "replay", "position", "frames/0", "frames/99")
            ]
            + [str(sitting.state()) for sitting in (other, watching)]
        )
    assert sent[0] == sent[1]
    assert option["do"] not in str(sent[1][2]), "the export of a running game holds nothing sealed"


SIMULTANEOUS = ("undaunted", "universalis")
"""Games in which people choose at the same time."""


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_what_an_automa_says_in_public_follows_from_what_it_did(name, scenario):
    """In all worlds that seat 0 cannot tell apart, an automa that did the same without dice gives the same reasons."""
    game, say = game_named(name), say_in("en")
    count = max(2, game.seat_counts(scenario)[0])
    session = Session(game, Setup(name, scenario, ("human", *[game.automa] * (count - 1))), seed=5)
    dice = TapeDice(5)
    reasons: dict[object, set[object]] = {}
    for turn in range(40):
        while session.advance():
            told = len(session.events)
            for world in range(4):
                for key, said in public_reasons(game, session, world, say):
                    reasons.setdefault((turn, told, key), set()).add(said)
        if session.over or len(reasons) > 40:
            break
        options = session.pending[0].options
        session.answer(options[dice.below(len(options), "", "")])
    assert all(len(said) == 1 for said in reasons.values()), [said for said in reasons.values() if len(said) > 1]


def public_reasons(game, session: Session, world: int, say) -> Iterator[tuple[object, object]]:
    """One step in a world that seat 0 thinks possible: what it sees, and what it is told about the first automa."""
    if session.over:
        return
    state = game.redeal(session.view(0), TapeDice(world))
    chosen, events = [], []
    rolled = Counting(world)
    players = [RandomPlayer(TapeDice(world)), *(game.bots[who]() for who in session.setup.seats[1:])]
    table = DirectTable(
        game,
        players,
        rolled,
        listener=events.append,
        on_choice=lambda seat, choice: chosen.append((seat, choice, rolled.count)),
        tracing=True,
    )
    table.state = state
    try:
        game.step(state, table)
    except AssertionError:
        return  # seat 0 cannot rule this world out, but it cannot come about: an automa on turn without a card
    if not chosen or chosen[0][0] == 0 or chosen[0][2] or chosen[0][1].trace is None:
        return
    seen = tuple(say.of(event.text) for event in (event.seen_by(0) for event in events) if event is not None)
    said = tuple(say.of(step.text) for step in chosen[0][1].trace.for_seat(0))
    yield (chosen[0][0], seen, repr(snapshot(game.view(table.state, 0)))), said


class Counting(TapeDice):
    __slots__ = ("count",)

    def __init__(self, seed):
        super().__init__(seed)
        self.count = 0

    def below(self, n, why, where):
        self.count += 1
        return super().below(n, why, where)
