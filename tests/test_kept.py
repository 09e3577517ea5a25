"""Whatever people have kept goes on: files of earlier versions, see tests/kept."""

import shutil
from contextlib import closing
from pathlib import Path

import pytest

from kempelen.contract import snapshot
from kempelen.engine.errors import BadRecord
from kempelen.engine.files.position import read_position
from kempelen.engine.files.record import read_text
from kempelen.engine.game import game_named, games, say_in
from kempelen.engine.session import Restart
from kempelen.engine.table import NOBODY, notation_of
from kempelen.store import open_store
from kempelen.store.migrations import store_version
from kempelen.terminal.commands.campaign import Standing
from kempelen.web.people.keys import seat_with, who_is

KEPT = Path(__file__).parent / "kept"
EXPORTS = {"saboteur-export-running"}
"""Parts of a running game: they say so, and cannot be played."""
RECORDS = sorted(path.stem for path in (KEPT / "records").glob("*.jsonl") if path.stem not in EXPORTS)
POSITIONS = sorted(path.name for path in (KEPT / "positions").iterdir())
STORES = sorted(path.stem for path in (KEPT / "stores").glob("*.sqlite"))


def record_named(name):
    return read_text(f"{name}.jsonl", (KEPT / "records" / f"{name}.jsonl").read_text("utf-8"))


def goes_on(session):
    """The next question can be answered, unless it is over."""
    session.run()
    if session.over:
        return
    rows, decision = len(session.rows), session.unanswered[0]
    answer = notation_of(decision.options[0])
    if decision.kind == "pool":
        answer = " ".join([answer] * int(decision.what.split("d")[0]))
    session.answer(answer, None if decision.seat == NOBODY else decision.seat)
    assert len(session.rows) > rows


def test_there_is_something_of_every_game():
    played = {record_named(name).header["game"] for name in RECORDS}
    assert played == {name for name, game in games().items() if game.package.startswith("kempelen.games.")}
    kinds = {name.rpartition("-")[2] for name in RECORDS}
    assert {"over", "running", "restarted"} <= kinds
    assert {name.partition(".")[0] for name in POSITIONS} == set(RECORDS)
    assert STORES


LEAVE = frozenset({"universalis-quarry-over"})
"""Records of older rules that today's say otherwise about; where they do is named, and what comes before can be seen."""


@pytest.mark.parametrize("name", sorted(LEAVE))
def test_a_record_of_older_rules_says_where_they_differ(name):
    record = record_named(name)
    session, problem = record.load_to_break()
    assert problem.key == "record.older_rules"
    assert record.header["rules"] != session.game.version
    assert session.rows[: len(session.inputs)] or session.state is not None
    for lang in ("en", "de"):
        assert session.game.version in say_in(lang).of(problem)


@pytest.mark.parametrize("name", [name for name in RECORDS if name not in LEAVE])
def test_a_record_plays_to_its_last_row(name):
    record = record_named(name)
    session, problem = record.load_to_break()
    assert problem is None
    assert session.rows == record.rows
    assert session.over is name.endswith("-over")
    assert read_text(name, record.text()).rows == record.rows
    goes_on(session)


@pytest.mark.parametrize("file", [file for file in POSITIONS if Path(file).stem not in LEAVE])
def test_a_position_is_the_table_of_its_record(file):
    """Both as today's program writes them: fields may come and go, the table is the same."""
    name = Path(file).stem
    record = record_named(name)
    session, position = record.load(), read_position(KEPT / "positions" / file)
    table = session.game.from_position(position, session.setup.options)
    assert unbegun(session.game.to_position(table)) == unbegun(session.game.to_position(session.checkpoint))


def unbegun(position):
    """Without what a position of format 1 cannot say: under which rules a first skirmish began, and so for how long."""
    former = str(position.get("scenario")).startswith("first_")
    return {key: value for key, value in position.items() if not former or key not in ("scenario", "max_rounds")}


@pytest.mark.parametrize("name", sorted(EXPORTS))
def test_the_export_of_a_running_game_still_says_so(name):
    with pytest.raises(BadRecord) as error:
        record_named(name)
    assert error.value.text.key == "record.running"


# -- stores


@pytest.fixture(params=STORES)
def store(request, tmp_path):
    path = tmp_path / "games.sqlite"
    shutil.copy(KEPT / "stores" / f"{request.param}.sqlite", path)
    with closing(open_store(path)) as opened:
        yield opened


@pytest.fixture(params=["web", "second", "third"])
def web_store(request, tmp_path):
    path = tmp_path / "games.sqlite"
    shutil.copy(KEPT / "stores" / f"{request.param}.sqlite", path)
    with closing(open_store(path)) as opened:
        yield opened


def test_every_game_of_a_store_goes_on(store):
    kept = store.games()
    assert len(kept) == 4
    assert sum(game.over for game in kept) == 1
    for game in kept:
        record = store.record(game.id)
        session = record.load()
        session.own_dice = record.header.get("own_dice", False)
        assert not any(isinstance(row, Restart) for row in session.rows)
        session.run()
        assert session.over is game.over
        store.keep(session, game.id)
        goes_on(session)
        assert store.record(game.id).rows == session.rows
        assert snapshot(store.record(game.id).load().run().state) == snapshot(session.run().state)


def test_lists_know_what_old_games_are(store):
    """Which game and scenario it is stood in headers alone; nobody has noted how they ended."""
    known = {(game.header["game"], game.header["scenario"]) for game in store.games()}
    places = {who for game in store.games() for people in store.holders(game.id).values() for who in people}
    tallies = [tally for who in ("", *places) for tally in store.tally(who, free=not who)]
    assert {(tally.game, tally.scenario) for tally in tallies} == known
    assert sum(tally.won + tally.lost + tally.drawn for tally in tallies) == 0
    assert [table.result for table in store.tables("", free=True)] == [None] * len(store.tables("", free=True))


def test_a_position_kept_beside_a_game_is_a_table(store):
    for game in store.games():
        record = store.record(game.id)
        assert record.checkpoint is not None
        again = record.load()
        again.restart(record.checkpoint)
        goes_on(again)


def test_a_new_game_has_the_next_number(store):
    known = {game.id for game in store.games()}
    session = store.record("saboteur-1").load()
    assert store.keep(session) == "saboteur-2"
    assert {game.id for game in store.games()} == known | {"saboteur-2"}


def test_a_store_says_its_version_from_now_on(store):
    store.prepare()
    (version,) = store._connection().execute("PRAGMA user_version").fetchone()
    assert version == store_version() > 0


def test_campaigns_stand_as_they_stood(tmp_path):
    shutil.copy(KEPT / "stores" / "terminal.sqlite", tmp_path / "games.sqlite")
    with closing(open_store(tmp_path / "games.sqlite")) as store:
        assert {campaign.id for campaign in store.campaigns()} == {"undaunted-patrol-1", "undaunted-week-1"}
        fought, running = (Standing.of(store, store.campaign(id)) for id in ("undaunted-patrol-1", "undaunted-week-1"))
        assert [result.scenario for result in fought.results] == ["first"]
        assert fought.next is not None
        assert game_named("undaunted").campaigns.lines(fought.results)
        assert running.running == "undaunted-2"
        assert running.next.scenario == "hedges"


def test_browsers_have_their_places(web_store):
    ann, ben = ({table.id: table.seats for table in web_store.tables(who_is(name))} for name in ("ann", "ben"))
    assert ann == {"undaunted-1": {0}, "saboteur-1": {0}}
    assert ben == {"undaunted-1": {1}, "tactics-1": {-3}}
    assert {table.id for table in web_store.tables("", free=True)} == {"universalis-1"}
    assert web_store.habits("undaunted-1") == ("step", True)
    assert web_store.habits("universalis-1") == ("auto", False)
    # Both sides are taken, so their old links are void; anybody may still watch.
    opens = {seat: seat_with(web_store, "undaunted-1", token) for seat, token in web_store.links("undaunted-1").items()}
    assert opens == {-1: -1, 0: None, 1: None}
    assert web_store.seal("new") != "new"
