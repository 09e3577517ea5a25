"""The table of the day: which one it is follows from the date alone, everybody is dealt the same, and one person plays."""

import html
import json
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta

import pytest

from kempelen.contract import snapshot
from kempelen.engine.game import game_named, games, say_in
from kempelen.store import Listed, Result, Standing, Tally
from kempelen.text.say import LANGUAGES
from kempelen.web.rooms import day
from kempelen.web.shown.pages.day import days_of, done_in, share_text, streak_to
from tests.web.people import Sitting

WEDNESDAY = date(2026, 11, 18)
OURS = ("saboteur", "tactics", "undaunted", "universalis")
SAY = say_in("en")


@pytest.fixture
def on(monkeypatch):
    """What day it is; the server runs in this process."""

    def turn(when):
        monkeypatch.setattr(day, "today", lambda: when)

    turn(WEDNESDAY)
    return turn


def listed(number, when, *, over=True, verdict="won", stars=0b011, seats=frozenset({0}), game="saboteur", **header):
    """A table of a day in somebody's list."""
    header = {
        "game": game,
        "scenario": "first",
        "seats": {"a": "human", "b": "rule", "c": "rule"},
        "seed": day.seed_on(when),
        **header,
    }
    result = Result((0,), "", rounds=4, verdicts={0: verdict} if verdict else {}, stars={0: stars}) if over else None
    played = datetime(2026, 11, 18, tzinfo=UTC)
    return Listed(f"{game}-{number}", header, played, over, "", f"address{number}", seats, result, None)


def won(game):
    setup = {"game": game, "scenario": "first", "seats": {"a": "human"}}
    return Standing(Tally(game, "first", 0, 1, 1, 0, 0), setup)


# -- which table


@pytest.mark.parametrize("name", OURS)
def test_every_game_offers_small_tables_in_turn(name):
    game = game_named(name)
    small = day.small_scenarios(game)
    assert small[0] == "first"
    assert all(game.scenario_facts[one].level == "easy" for one in small)
    assert all(game.scenario_facts[one].minutes <= day.MOST_MINUTES for one in small)
    week = [day.scenario_on(game, WEDNESDAY + timedelta(days=n)) for n in range(2 * len(small))]
    assert week[: len(small)] == week[len(small) :]
    assert set(week) == set(small)


def test_every_game_is_first_in_turn_once():
    known = [name for name, game in games().items() if day.small_scenarios(game)]
    firsts = [day.games_on(WEDNESDAY + timedelta(days=n), known)[0] for n in range(len(known))]
    assert sorted(firsts) == sorted(known)
    assert day.games_on(WEDNESDAY, ["tactics"]) == ("tactics",)
    assert day.games_on(WEDNESDAY, []) == ()


@pytest.mark.parametrize("name", OURS)
def test_everybody_is_dealt_the_same_and_tomorrow_something_else(name):
    seen = {lang: day.table_on(name, lang, WEDNESDAY).session for lang in LANGUAGES}
    dealt = [[(row.kind, str(row.value)) for row in session.inputs] for session in seen.values()]
    assert dealt[0] == dealt[1], "whichever language"
    again = day.table_on(name, "en", WEDNESDAY).session
    assert snapshot(again.view(0)) == snapshot(seen["en"].view(0))
    small = len(day.small_scenarios(game_named(name)))
    later = [day.table_on(name, "en", WEDNESDAY + timedelta(days=small * n)).session for n in (1, 2, 3)]
    if again.inputs:  # where nothing is dealt before the first choice, only the dice are others
        assert any(snapshot(one.state) != snapshot(again.state) for one in later), "the same scenario, another deal"


@pytest.mark.parametrize("name", OURS)
def test_one_person_plays_and_the_seed_is_told(name):
    session = day.table_on(name, "en", WEDNESDAY).session
    assert session.humans == {0}
    assert session.known_seed, "whoever knows the date can look up the cards: that is told, as for every chosen seed"


@pytest.mark.parametrize(
    "header",
    [
        {"seed": "day 2026-11-18", "seats": {"a": "human", "b": "human"}},
        {"seed": "day 2026-11-18", "seats": {"a": "human"}, "physical": ["cards"]},
        {"seed": "day of reckoning", "seats": {"a": "human"}},
        {"seed": "2026-11-18", "seats": {"a": "human"}},
        {"seed": 7, "seats": {"a": "human"}},
        {"seats": {"a": "human"}},
        {},
    ],
)
def test_what_is_no_table_of_a_day(header):
    assert day.day_in(header) is None
    assert day.day_in({"seed": "day 2026-11-18", "seats": {"a": "human", "b": "rule"}}) == WEDNESDAY


# -- the last seven days


def test_the_first_time_counts_and_who_only_looked_on_has_played_nothing():
    first, again = listed(3, WEDNESDAY, stars=0b001), listed(12, WEDNESDAY, stars=0b111)
    assert done_in([again, first])["saboteur", WEDNESDAY].stars == 1
    assert done_in([listed(14, WEDNESDAY, over=False), again])["saboteur", WEDNESDAY].over
    assert not done_in([listed(14, WEDNESDAY, seats=frozenset({-1}))])
    assert not done_in([listed(15, WEDNESDAY, verdict=None)]), "cut short"


def test_a_row_of_days_goes_on_until_today_is_over():
    days = [WEDNESDAY - timedelta(days=n) for n in (1, 2, 3, 5)]
    assert streak_to(done_in(listed(n, when) for n, when in enumerate(days)), WEDNESDAY) == 3
    assert streak_to(done_in([listed(9, WEDNESDAY), *map(listed, range(4), days)]), WEDNESDAY) == 4
    assert streak_to(done_in([listed(1, WEDNESDAY - timedelta(days=2))]), WEDNESDAY) == 0
    assert streak_to(done_in([listed(1, WEDNESDAY, over=False)]), WEDNESDAY) == 0


def test_a_newcomer_is_offered_his_first_game_and_then_the_games_he_knows():
    assert days_of([], [], WEDNESDAY, SAY) is None
    days = days_of([], [won("tactics")], WEDNESDAY, SAY)
    assert days is not None
    assert [offer.game for offer in days.offers] == ["tactics"]
    assert days.next is days.offers[0]
    assert [one.today for one in days.week] == [False] * 6 + [True]
    assert days.week[-1].told == "18 November: still to play today"
    assert days.week[0].told == "12 November: not played"


@pytest.mark.parametrize(
    ("lang", "told", "text"),
    [
        (
            "en",
            "18 November: 2 of 3 stars",
            "Kempelen: Table of the day, 18 November 2026\nSaboteur, First game\n★★☆ · 2 of 3 stars · 4 rounds",
        ),
        (
            "de",
            "18. November: 2 von 3 Sternen",
            "Kempelen: Tisch des Tages, 18. November 2026\nSaboteur, Erstes Spiel\n★★☆ · 2 von 3 Sternen · 4 Runden",
        ),
    ],
)
def test_what_was_played_is_told_in_words(lang, told, text):
    days = days_of([listed(1, WEDNESDAY)], [won("saboteur")], WEDNESDAY, say_in(lang))
    assert days is not None
    assert days.next is None
    assert days.streak == 1
    assert (days.week[-1].told, days.week[-1].stars) == (told, 2)
    assert days.offers[0].share == text


def test_a_defeat_counts_as_played():
    done = done_in([listed(1, WEDNESDAY, verdict="lost", stars=0)])["saboteur", WEDNESDAY]
    assert share_text(done, SAY).endswith("\n☆☆☆ · lost · 4 rounds")


# -- at a server


def begun(person, name):
    return Sitting(person, person.post(f"/day/{name}").headers["location"].rpartition("/")[2], 0)


def test_a_day_at_a_server(on, ann, ben):
    assert "Table of the day" not in ann.get("/").text, "the first game comes first"
    table = begun(ann, "saboteur")
    assert table.state()["seed"] == "day 2026-11-18"
    assert "This is the table of the day" in ann.get(f"/tables/{table.id}?seat=0").text
    assert begun(ann, "saboteur").id == table.id, "it goes on where it was left"
    other = begun(ben, "saboteur")
    assert other.id != table.id
    assert other.state()["picture"] == table.state()["picture"]
    assert other.state()["asked"] == table.state()["asked"], "the same hand"
    ann.post(f"/tables/{table.id}/pace", json={"pace": "instant"})
    table.play()
    assert json.loads(table.get("record").text.splitlines()[0])["seed"] == "day 2026-11-18"
    page = html.unescape(ann.get(f"/tables/{table.id}?seat=0").text)
    assert 'data-share="Kempelen: Table of the day, 18 November 2026\nSaboteur, ' in page
    again = begun(ann, "saboteur")
    assert again.id != table.id
    on(WEDNESDAY + timedelta(days=1))
    assert begun(ann, "saboteur").state()["seed"] == "day 2026-11-19"


def test_a_fork_of_it_is_dealt_by_chance(on, ann):
    table = begun(ann, "saboteur")
    table.play(choices=1)
    answer = ann.post(f"/tables/{table.id}/fork?seat=0&at=1&as_seat=0")
    assert Sitting(ann, answer.headers["location"].rpartition("/")[2], 0).state()["seed"] == ""


def test_there_is_no_place_for_anybody_else(on, ann):
    table = begun(ann, "saboteur")
    links = ann.api("GET", f"/tables/{table.id}/links?seat=0")
    assert {link["seat"] for link in links} <= {-1, 0}


def test_a_game_that_is_not_there(on, ann):
    assert ann.post("/day/chess").status_code == 404


# -- odd days, and who taps twice


def test_a_seed_of_a_very_early_day_is_counted_like_any_other():
    """Somebody may type it, or open a game that has it: there is no day before the first one."""
    first = date(1, 1, 1)
    assert streak_to(done_in([listed(1, first)]), first) == 1
    assert streak_to({}, first) == 0


@pytest.mark.parametrize("seed", ["day 20261118", "day 2026-W47-3", "day 2026-11-18 "])
def test_a_day_that_is_written_otherwise_deals_other_cards_and_is_no_table_of_the_day(seed):
    assert day.day_in({"seed": seed, "seats": {"a": "human", "b": "rule"}}) is None


def test_whoever_taps_twice_comes_to_one_table(visit, on):
    person = visit()
    with ThreadPoolExecutor(4) as taps:
        found = list(taps.map(lambda _: person.post("/day/undaunted").headers["location"], range(4)))
    assert len(set(found)) == 1
