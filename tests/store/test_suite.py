"""What every kind of store does."""

import json
from contextlib import closing
from datetime import UTC, datetime
from threading import Barrier, Event, Thread

import pytest

from kempelen.engine.errors import BadRecord
from kempelen.engine.files import migrations
from kempelen.engine.files.migrations import RecordStep
from kempelen.engine.session import Undo
from kempelen.games.saboteur import GAME
from kempelen.store import (
    CHECKPOINT_EVERY,
    MOST_DRAFTS,
    BadStore,
    Draft,
    Rest,
    Result,
    Stored,
    Tally,
    result_of,
    tallies_of,
)

HEADER = '{"format":1,"game":"saboteur","rules":"1","scenario":"tu","seats":{"1":"human"}}'


# -- sessions and records


def test_every_row_is_there_at_once_and_loads_again(store, opened, begun):
    played = begun()
    id = store.keep(played)
    for _ in range(5):
        played.run()
        played.answer(played.pending[0].options[-1])
        assert opened().record(id).rows == played.rows
    played.undo()
    loaded = store.record(id).load()
    assert any(isinstance(row, Undo) for row in loaded.rows)
    assert loaded.rows == played.rows
    assert loaded.inputs == played.inputs
    assert loaded.events == played.events
    assert loaded.run().pending[0].options == played.pending[0].options


def test_a_loaded_game_goes_on(store, begun):
    id = store.keep(begun().run())
    loaded = store.record(id).load().run()
    assert store.keep(loaded, id) == id
    loaded.answer(loaded.pending[0].options[0])
    assert store.record(id).rows == loaded.rows


def test_a_row_that_cannot_be_written_is_not_accepted(store, opened, begun):
    """Two windows with the same game: the second one is told so, and nothing is lost."""
    played = begun().run()
    id = store.keep(played)
    other = opened().record(id).load().run()
    opened().keep(other, id)
    played.answer(played.pending[0].options[0])
    known, rows = list(other.inputs), list(other.rows)
    with pytest.raises(BadStore) as error:
        other.answer(other.pending[0].options[0])
    assert error.value.text.key == "terminal.store.elsewhere"
    assert (other.inputs, other.rows) == (known, rows)
    assert store.record(id).rows == played.rows


def test_a_position_is_kept_now_and_then(store, begun):
    played = begun(seats=("rule", "rule", "rule"))
    id = store.keep(played)
    while len(played.rows) <= CHECKPOINT_EVERY * 2:
        played.advance()
    position = store.record(id).checkpoint
    assert GAME.from_position(position, {}).turn > 0


def test_there_is_no_such_game(store, begun):
    for act in (lambda: store.record("saboteur-99"), lambda: store.keep(begun(), "saboteur-99")):
        with pytest.raises(BadStore) as error:
            act()
        assert error.value.text.key == "terminal.store.unknown"
    assert store.games() == []


# -- formats and rules


def test_a_game_of_an_older_format_is_read_and_goes_on_in_the_new_one(store, opened, begun, monkeypatch):
    played = begun().run()
    id = store.keep(played)
    old = store.stored(id)
    renamed = RecordStep(
        header=lambda header: {**header, "luck": header.get("seed")},
        row=lambda row: {"is" if key == "was" else key: value for key, value in row.items()},
    )
    store.rewrite(id, old.header, [row.replace('"is":', '"was":') for row in old.rows])
    with pytest.raises(BadRecord):
        store.record(id)
    monkeypatch.setattr(migrations, "RECORDS", (renamed,))
    assert [kept.header["luck"] for kept in store.games()] == [1]
    record = opened().record(id)
    assert (record.header["format"], record.header["luck"], record.rows) == (2, 1, played.rows)
    assert json.loads(store.stored(id).header)["format"] == 1  # looking changes nothing
    loaded = record.load().run()
    store.keep(loaded, id)
    loaded.answer(loaded.pending[0].options[0])
    new = store.stored(id)
    assert json.loads(new.header)["format"] == 2
    assert new.rows[: len(old.rows)] == old.rows
    assert opened().record(id).rows == loaded.rows


def test_a_game_that_goes_on_names_todays_rules(store, begun, monkeypatch):
    today, later = GAME.version, str(int(GAME.version) + 1)
    id = store.keep(begun().run())
    monkeypatch.setitem(vars(GAME), "version", later)
    loaded = store.record(id).load()
    assert store.record(id).header["rules"] == today
    store.keep(loaded, id)
    assert store.record(id).header["rules"] == later
    monkeypatch.setitem(vars(GAME), "version", today)
    before = store.stored(id)
    with pytest.raises(BadRecord) as error:
        store.record(id)
    assert error.value.text.key == "record.newer_rules"
    assert store.stored(id) == before
    assert [kept.id for kept in store.games()] == [id]


def test_a_game_of_a_newer_format_is_refused_and_stays(store):
    id = store.add_game("saboteur", HEADER.replace('"format":1', '"format":2'))
    before = store.stored(id)
    with pytest.raises(BadRecord) as error:
        store.record(id)
    assert error.value.text.key == "record.newer"
    assert store.stored(id) == before


# -- games as plain data


def test_ids_count_up_and_games_are_listed(store, begun):
    assert store.games() == []
    ids = [store.keep(begun(seed)) for seed in range(11)]
    assert ids == [f"saboteur-{n}" for n in range(1, 12)]
    assert store.add_game("other", HEADER) == "other-1"
    assert {game.id for game in store.games()} == {*ids, "other-1"}
    assert not any(game.over for game in store.games())
    store.finish("saboteur-3")
    assert [game.id for game in store.games() if game.over] == ["saboteur-3"]
    assert "saboteur-3" in store
    assert "saboteur-99" not in store


def test_everything_of_a_game(store, opened):
    id = store.add_game("saboteur", HEADER)
    assert store.stored(id) == Stored(HEADER, (), None)
    store.add_rows(id, 0, ["{}", '{"a":1}'])
    store.set_position(id, '{"first":1}')
    store.set_position(id, '{"last":1}')
    assert opened().stored(id) == Stored(HEADER, ("{}", '{"a":1}'), '{"last":1}')
    store.set_header(id, HEADER.replace("tu", "first"))
    assert "first" in store.stored(id).header
    store.rewrite(id, HEADER, ['{"b":2}'])
    assert opened().stored(id) == Stored(HEADER, ('{"b":2}',), '{"last":1}')
    assert store.stored("saboteur-2") is None


def test_a_number_is_used_once(store):
    id = store.add_game("saboteur", HEADER)
    store.add_rows(id, 0, ["{}", "{}"])
    with pytest.raises(BadStore):
        store.add_rows(id, 1, ['{"b":2}', '{"c":3}'])
    assert store.stored(id).rows == ("{}", "{}")


def test_a_game_that_was_over_runs_again_with_its_next_row(store):
    id = store.add_game("saboteur", HEADER)
    store.finish(id)
    store.add_rows(id, 0, ["{}"])
    assert not store.games()[0].over


@pytest.mark.parametrize("lasting", [True, False])
def test_all_or_nothing(store, opened, lasting):
    with pytest.raises(ZeroDivisionError), store.whole(lasting=lasting):
        id = store.add_game("saboteur", HEADER)
        with store.whole():
            store.add_rows(id, 0, ["{}"])
        raise ZeroDivisionError
    assert store.games() == []
    with store.whole(lasting=lasting):
        id = store.add_game("saboteur", HEADER)
        with store.whole():
            store.add_rows(id, 0, ["{}"])
        assert opened().games() == []
    assert opened().stored(id).rows == ("{}",)


def test_closed_and_opened_again(store):
    store.prepare()
    id = store.add_game("saboteur", HEADER)
    store.close()
    store.close()
    assert id in store


# -- campaigns


def test_campaigns(store, opened):
    assert store.campaigns() == []
    with pytest.raises(BadStore) as error:
        store.campaign("x")
    assert error.value.text.key == "terminal.store.unknown_campaign"
    id = store.add_campaign({"game": "g", "campaign": "c", "seats": ["human"], "options": {}})
    assert store.add_campaign({"game": "g", "campaign": "c", "seats": [], "options": {}}) == "g-c-2"
    store.set_battle(id, 0, "g-1")
    store.set_battle(id, 0, "g-1", {"winners": [0]})
    store.set_battle(id, 1, "g-2")
    kept = opened().campaign(id)
    assert kept.header["seats"] == ["human"]
    assert [(battle.game, battle.result) for battle in kept.battles] == [("g-1", {"winners": [0]}), ("g-2", None)]
    assert {campaign.id for campaign in opened().campaigns()} == {"g-c-1", "g-c-2"}


# -- who may sit where


def test_links_are_made_once(store, opened):
    store.add_links("a-1", {0: "first", -1: "watch"})
    store.add_links("a-1", {0: "second", 1: "third"})
    assert opened().links("a-1") == {-1: "watch", 0: "first", 1: "third"}
    assert opened().links("a-2") == {}


def test_places(store, opened):
    assert store.is_free("a-1")
    for who, id, seat in (
        ("ann", "a-1", 0),
        ("ann", "a-1", 0),
        ("ann", "a-1", 2),
        ("ann", "b-1", -1),
        ("ben", "a-1", 1),
    ):
        store.sit(who, id, seat)
    again = opened()
    assert again.seats_of("ann", "a-1") == {0, 2}
    assert again.seats_of("cid", "a-1") == frozenset()
    assert again.places_of("ann") == {"a-1": {0, 2}, "b-1": {-1}}
    assert again.places_of("cid") == {}
    assert again.taken() == {"a-1", "b-1"}
    assert not again.is_free("a-1")
    assert again.is_free("c-1")


def test_places_and_tables_are_handed_over(store, opened):
    for who, id, seat in (
        ("ann", "a-1", 0),
        ("ann", "b-1", -1),
        ("ben", "a-1", 0),
        ("ben", "c-1", 1),
        ("cid", "a-1", 2),
    ):
        store.sit(who, id, seat)
    store.set_maker("a-1", "ann")
    store.set_maker("c-1", "cid")
    store.keep_draft("ann", Draft("d1", "a", "mine", "text"))
    store.hand_over("ann", "ben")
    again = opened()
    assert [draft.id for draft in again.drafts("ben", "a")] == ["d1"]
    assert again.drafts("ann", "a") == []
    assert again.places_of("ben") == {"a-1": {0}, "b-1": {-1}, "c-1": {1}}
    assert again.places_of("ann") == {}
    assert again.places_of("cid") == {"a-1": {2}}
    assert again.maker("a-1") == "ben"
    assert again.maker("c-1") == "cid"


def test_habits(store, opened):
    assert store.habits("a-1") == ("auto", False)
    store.set_habits("a-1", "step", True)
    store.set_habits("a-1", "instant", True)
    assert opened().habits("a-1") == ("instant", True)


def test_the_first_seal_stays(store, opened):
    assert store.seal("one") == "one"
    assert opened().seal("two") == "one"


def test_the_last_played_comes_first_though_the_clock_goes_back(store, begun, monkeypatch):
    years = iter(range(2999, 0, -1))
    monkeypatch.setattr("kempelen.store.sql_games.now", lambda: f"{next(years):04}-01-01T00:00:00+00:00")
    sessions = [begun() for _ in range(3)]
    ids = [store.keep(one) for one in sessions]
    assert [kept.id for kept in store.games()][:3] == ids[::-1]
    sessions[0].run().answer(sessions[0].pending[0].options[0])
    assert store.games()[0].id == ids[0]
    campaigns = [store.add_campaign({"game": "toy", "campaign": "war"}) for _ in range(2)]
    assert [kept.id for kept in store.campaigns()][:2] == campaigns[::-1]
    store.set_battle(campaigns[0], 0, ids[0])
    assert store.campaigns()[0].id == campaigns[0]


# -- lists


def listed(store, who="ann", **which):
    return [table.id for table in store.tables(who, **which)]


@pytest.fixture
def four(store):
    """Two games of ann's, one of ben's that she watches, one from the terminal."""
    for name in ("saboteur", "undaunted", "saboteur", "saboteur"):
        store.add_game(name, HEADER.replace("saboteur", name))
    for who, id, seat in (
        ("ann", "saboteur-1", 0),
        ("ann", "undaunted-1", 1),
        ("ben", "saboteur-2", 0),
        ("ann", "saboteur-2", -1),
    ):
        store.sit(who, id, seat)
    store.set_address("saboteur-1", "abc")
    return store


def test_a_list_of_ones_own_games(four, opened):
    assert listed(four) == ["saboteur-2", "undaunted-1", "saboteur-1"]
    assert listed(four, free=True) == ["saboteur-3", "saboteur-2", "undaunted-1", "saboteur-1"]
    assert listed(four, "ben") == ["saboteur-2"]
    assert listed(four, "") == listed(four, "cid") == []
    assert listed(four, game="saboteur") == ["saboteur-2", "saboteur-1"]
    assert listed(four, most=1, skip=1) == ["undaunted-1"]
    four.finish("undaunted-1")
    assert listed(four, over=True) == ["undaunted-1"]
    assert listed(four, over=False, game="saboteur") == ["saboteur-2", "saboteur-1"]
    watched, _, played = opened().tables("ann")
    assert (played.address, played.seats, played.header["scenario"]) == ("abc", {0}, "tu")
    assert (watched.address, watched.seats, watched.over, watched.name) == (None, {-1}, False, "")


def test_a_name(four, opened):
    four.set_name("saboteur-1", "Sunday, 3rd “mine”")
    assert [table.name for table in opened().tables("ann")] == ["", "", "Sunday, 3rd “mine”"]
    assert {kept.id: kept.name for kept in opened().games()}["saboteur-1"] == "Sunday, 3rd “mine”"
    four.set_name("saboteur-1", "")
    assert not any(table.name for table in opened().tables("ann"))


def test_how_it_ended_and_where_it_waits(four, opened):
    rest = Rest((0, 2), 3, 5)
    four.rest("saboteur-1", rest)
    assert opened().tables("ann")[-1].rest == rest
    result = Result((1,), "points", (3, 7), False, 6, {0: "lost", 1: "won"})
    four.finish("saboteur-1", result)
    ended = opened().tables("ann", over=True)[0]
    assert (ended.result, ended.rest) == (result, None)
    four.add_rows("saboteur-1", 0, ["{}"])  # somebody takes the last action back
    going_on = opened().tables("ann")[0]
    assert (going_on.id, going_on.over, going_on.result, going_on.rest) == ("saboteur-1", False, None, None)
    assert not any(tally.lost for tally in opened().tally("ann"))


def test_wins_are_counted_by_game_and_scenario(four, opened):
    assert four.tally("ann")[0] == Tally("saboteur", "tu", running=2, over=0, won=0, lost=0, drawn=0)
    four.finish("saboteur-1", Result((0,), "gold", verdicts={0: "won", 1: "lost"}))
    four.finish("saboteur-2", Result((1,), "gold", verdicts={0: "lost"}))  # ann only watches
    four.finish("saboteur-3", Result((1,), "gold", verdicts={0: "drawn"}))  # in the terminal
    store = opened()
    assert store.tally("ann") == [
        Tally("saboteur", "tu", running=0, over=2, won=1, lost=0, drawn=0),
        Tally("undaunted", "tu", running=1, over=0, won=0, lost=0, drawn=0),
    ]
    assert store.tally("ann", free=True)[0] == Tally("saboteur", "tu", running=0, over=3, won=1, lost=0, drawn=1)
    assert store.tally("ben") == [Tally("saboteur", "tu", running=0, over=1, won=0, lost=1, drawn=0)]
    assert store.tally("cid") == []


def test_games_that_were_set_up_alike_stand_together(four, opened):
    four.finish("saboteur-1", Result((0,), "gold", verdicts={0: "won", 1: "lost"}))
    four.finish("saboteur-3", Result((1,), "gold", verdicts={0: "drawn"}))
    store = opened()
    for who, free in (("ann", False), ("ann", True), ("ben", False), ("cid", False)):
        standings = store.standings(who, free=free)
        assert tallies_of(standings) == store.tally(who, free=free)
        assert all(one.header["game"] == one.tally.game for one in standings)


def test_stars_are_kept_with_the_result_and_joined_by_what_was_set_up(four, opened):
    four.sit("ann", "saboteur-2", 0)
    four.finish("saboteur-1", Result((0,), "gold", verdicts={0: "won", 1: "lost"}, stars={0: 0b011}))
    four.finish("saboteur-2", Result((0,), "gold", verdicts={0: "won"}, stars={0: 0b101}))
    store = opened()
    assert sum(one.tally.won for one in store.standings("ann")) == 2
    joined = 0
    for one in store.standings("ann"):
        joined |= one.stars
    assert joined == 0b111
    assert {one.result.stars_of(0) for one in store.tables("ann") if one.result} == {0b011, 0b101}
    four.finish("saboteur-2", Result((0,), "gold", verdicts={0: "won"}))
    assert {one.result.stars_of(0) for one in store.tables("ann") if one.result} == {0b011, 1}, "a victory is one"


def test_who_played_both_sides_has_neither_won_nor_lost(four):
    four.sit("ben", "saboteur-2", 1)
    four.finish("saboteur-2", Result((0,), "gold", verdicts={0: "won", 1: "lost"}))
    (tally,) = four.tally("ben")
    assert (tally.over, tally.won, tally.lost, tally.drawn) == (1, 0, 0, 0)
    four.finish("saboteur-2", Result((0, 1), "gold", verdicts={0: "won", 1: "won"}))
    (tally,) = four.tally("ben")
    assert (tally.over, tally.won) == (1, 1)


def test_a_deleted_game_is_nowhere_and_comes_back_as_it_was(four, opened):
    four.add_rows("saboteur-1", 0, ["{}"])
    four.set_name("saboteur-1", "mine")
    before = four.stored("saboteur-1")
    four.delete("saboteur-1")
    store = opened()
    assert "saboteur-1" not in store
    assert store.stored("saboteur-1") is None
    assert store.game_at("abc") is None
    assert "saboteur-1" not in listed(store)
    assert "saboteur-1" not in {kept.id for kept in store.games()}
    assert [tally.running for tally in store.tally("ann")] == [1, 1]
    assert [(kept.id, kept.name) for kept in store.deleted()] == [("saboteur-1", "mine")]
    assert store.add_game("saboteur", HEADER) == "saboteur-4"
    four.restore("saboteur-1")
    assert opened().stored("saboteur-1") == before
    assert opened().game_at("abc") == "saboteur-1"
    assert opened().deleted() == []
    assert opened().tables("ann")[0].name == "mine"


def test_what_is_erased_is_gone_but_its_number(four, opened):
    four.add_rows("saboteur-3", 0, ["{}"])
    four.set_position("saboteur-3", '{"a":1}')
    for id in ("saboteur-1", "saboteur-3"):
        four.delete(id)
    assert four.erase(datetime(2000, 1, 1, tzinfo=UTC)) == 0
    assert four.erase(datetime(2999, 1, 1, tzinfo=UTC)) == 2
    store = opened()
    assert store.deleted() == []
    store.restore("saboteur-1")
    assert "saboteur-1" not in store
    assert store.address("saboteur-1") is None
    assert store.seats_of("ann", "saboteur-1") == frozenset()
    with store._reading() as db:
        left = db.execute("SELECT * FROM games WHERE id = 'saboteur-1'").fetchone()
    assert str(datetime.now(UTC).year) not in str(left), "nor when it was played"
    assert store.add_game("saboteur", HEADER) == "saboteur-4"
    assert store.erase(datetime(2999, 1, 1, tzinfo=UTC)) == 0


def test_a_session_says_how_it_ended(store, begun):
    """Written by whoever plays it, read by whoever lists it."""
    played = begun(seats=("human", "rule", "rule"))
    id = store.keep(played)
    while not played.run().over:
        played.answer(played.pending[0].options[0])
    result = result_of(played)
    assert result.winners == played.outcome.winners
    assert result.verdicts == {0: played.outcome.verdict(0)}
    store.finish(id, result)
    (table,) = store.tables("", free=True)
    assert table.result == result


# -- drafts


def test_drafts_are_kept_for_their_browser(store, opened):
    first, second = Draft("a", "saboteur", "One", "automa: One\n"), Draft("b", "saboteur", "", "# ä\r\n")
    store.keep_draft("ann", first)
    store.keep_draft("ann", second)
    store.keep_draft("bob", Draft("a", "saboteur", "His", "automa: His"))
    store.keep_draft("ann", Draft("c", "tactics", "", ""))
    assert opened().drafts("ann", "saboteur") == [second, first]
    again = Draft("a", "saboteur", "One more", "automa: One more")
    store.keep_draft("ann", again)
    assert opened().drafts("ann", "saboteur") == [again, second]
    store.drop_draft("ann", "a")
    assert store.drafts("ann", "saboteur") == [second]
    assert [draft.name for draft in store.drafts("bob", "saboteur")] == ["His"]


def test_of_too_many_drafts_the_oldest_goes(store):
    for number in range(MOST_DRAFTS + 2):
        store.keep_draft("ann", Draft(str(number), "saboteur", "", str(number)))
    store.keep_draft("bob", Draft("x", "saboteur", "", ""))
    kept = [draft.text for draft in store.drafts("ann", "saboteur")]
    assert kept == [str(number) for number in range(MOST_DRAFTS + 1, 1, -1)]


def test_a_game_is_erased_at_once_and_keeps_its_number(four, opened):
    four.add_rows("saboteur-1", 0, ["{}"])
    four.erase_now("saboteur-1")
    store = opened()
    assert "saboteur-1" not in store
    assert store.address("saboteur-1") is None
    assert store.rows_from("saboteur-1", 0) == []
    assert store.holders("saboteur-1") == {}
    store.restore("saboteur-1")
    assert "saboteur-1" not in store
    assert store.add_game("saboteur", HEADER) == "saboteur-4"


# -- reviews


def test_a_review_is_kept_for_each_seat_until_the_game_goes_on(store, opened):
    id = store.add_game("saboteur", HEADER)
    assert store.review(id, 0, 5) is None
    store.set_review(id, 0, 5, "first")
    store.set_review(id, 1, 5, "other")
    assert opened().review(id, 0, 5) == "first"
    assert opened().review(id, 0, 6) is None
    store.set_review(id, 0, 6, "second")
    assert (opened().review(id, 0, 5), opened().review(id, 0, 6), opened().review(id, 1, 5)) == (
        None,
        "second",
        "other",
    )
    store.erase_now(id)
    assert opened().review(id, 1, 5) is None
    store.set_review(id, 1, 5, "made while somebody erased it")
    assert opened().review(id, 1, 5) is None


HOSTILE = ["'; DROP TABLE games; --", "a ? b %s :c $1 {d}", "nothing\0more", "half \ud800 a letter", "€" * 100_000]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_review_is_kept_as_it_is_or_refused_in_words(store, opened, text):
    """What stands in a review comes from names in a record that anybody may upload."""
    id, other = store.add_game("saboteur", HEADER), store.add_game("saboteur", HEADER)
    store.set_review(id, 0, 5, "well")
    try:
        store.set_review(id, 0, 6, text)
    except BadStore:
        assert opened().review(id, 0, 5) == "well"
    else:
        assert opened().review(id, 0, 6) == text
    store.set_review(other, 1, 1, "goes on")
    assert opened().review(other, 1, 1) == "goes on"


def test_no_review_comes_back_however_it_meets_the_erasing(opened):
    """Both at the same moment, by lines of their own: whoever is first, nothing is left."""
    ours, theirs, both = opened(), opened(), Barrier(2)
    ids = [ours.add_game("saboteur", HEADER) for _ in range(12)]

    def write():
        with closing(theirs):
            for id in ids:
                both.wait()
                theirs.set_review(id, 0, 1, "on its way")

    writer = Thread(target=write)
    writer.start()
    for id in ids:
        both.wait()
        ours.erase_now(id)
    writer.join()
    assert [ours.review(id, 0, 1) for id in ids] == [None] * len(ids)


def test_a_review_waits_for_an_erasing_that_has_begun(opened):
    """The game was there when the review began, and is gone when it could be written."""
    ours, theirs = opened(), opened()
    id, written = ours.add_game("saboteur", HEADER), Event()

    def write():
        with closing(theirs):
            theirs.set_review(id, 0, 1, "on its way")
        written.set()

    writer = Thread(target=write)
    with ours.whole():
        ours.erase_now(id)
        writer.start()
        assert not written.wait(0.2), "it has not waited"
    writer.join()
    assert written.is_set()
    assert ours.review(id, 0, 1) is None
