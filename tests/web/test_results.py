"""Somebody's own games: where one goes on, how they ended, names, deleting and bringing back."""

from contextlib import closing
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest

from kempelen.engine.game import games, say_in
from kempelen.parts.scenarios import in_order
from kempelen.store import Standing, Tally
from kempelen.store.results import Result
from kempelen.text.say import LANGUAGES
from kempelen.web.rooms.feats import against, goal_of, rungs_of, won_in
from kempelen.web.shown.pages.home import Rate, rates_of, result_text, step_of, streak_of, when_text
from tests.web.people import Person, Running, Sitting, settings, text_of

SAY = say_in("en")


def first_game(person: Person, game: str = "undaunted") -> Sitting:
    answer = person.post(f"/first/{game}")
    return Sitting(person, answer.headers["location"].rpartition("/")[2], 0)


@pytest.fixture
def played(ann):
    """A first game to its end."""
    table = first_game(ann)
    ann.post(f"/tables/{table.id}/pace", json={"pace": "instant"})
    return table, table.play()["outcome"]


def joined(table: Sitting, other: Person, seat: int = 1) -> Sitting:
    """Somebody else comes to his place by its link."""
    links = {link["seat"]: link["path"] for link in table.person.api("GET", f"/tables/{table.id}/links")}
    assert other.get(links[seat]).status_code == 303
    return Sitting(other, table.id, seat)


# -- lists


def test_a_finished_game_stands_among_the_results(played, ann, ben):
    table, outcome = played
    home, mine = ann.get("/").text, ann.get("/mine").text
    won = 0 in outcome["winners"]
    for page in (home, mine):
        results = page.partition('id="results"')[2] or page
        assert f'href="/tables/{table.id}"' in results
        assert f'class="w {"won" if won else "lost"}"' in results
        assert f"{int(won)} of 1 won" in text_of(results)
    assert "Crossroads" in text_of(mine)
    assert "rounds" in text_of(mine)
    assert table.id not in ben.get("/").text
    assert table.id not in ben.get("/mine").text
    assert "of 1 won" not in text_of(ben.get("/").text)


def test_an_end_that_the_rules_bring_about_by_themselves_is_a_result_too(ann):
    """The opponent's last turn may need neither a choice nor a die, so that nothing is written down with it."""
    begun = ann.post("/new/tactics", data={"scenario": "first", "seed": "10", "pace": "auto"})
    table = Sitting(ann, begun.headers["location"].rpartition("/")[2], 0)
    state = table.settled()
    for _ in range(60):
        if state["outcome"]:
            break
        options = [option["do"] for option in state["asked"]["options"]]
        assert table.answer("end" if "end" in options else options[-1], state["version"]).status_code == 200
        state = table.settled()
    assert state["outcome"]
    assert f'href="/tables/{table.id}"' in ann.get("/").text.partition('id="results"')[2]


def test_a_running_game_says_whose_turn_it_is(ann):
    table = first_game(ann)
    ann.get(f"/tables/{table.id}")
    running = ann.get("/").text.partition('id="running"')[2].partition("</section>")[0]
    assert f'href="/tables/{table.id}"' in running
    assert f'src="/tables/{table.id}/picture.svg"' in running
    assert "Round 1 of 5 · Your turn" in text_of(running)


def test_filters(played, ann):
    table, _ = played
    other = first_game(ann, "saboteur")
    shows = {
        "/mine": {table.id, other.id},
        "/mine?game=saboteur": {other.id},
        "/mine?state=over": {table.id},
        "/mine?state=running": {other.id},
        "/mine?game=saboteur&state=over": set(),
        "/mine?skip=1": {table.id, other.id},
    }
    for path, expected in shows.items():
        page = ann.get(path).text
        found = {id for id in (table.id, other.id) if f'href="/tables/{id}"' in page}
        assert len(found) == 1 if "skip" in path else found == expected, path
    assert ann.get("/mine?game=chess&state=lost&skip=-5").status_code == 200


@pytest.mark.parametrize("lang", LANGUAGES)
def test_without_games_there_is_no_empty_box(tmp_path, lang):
    """At a server of its own: where others play, there may be games that are nobody's, and whoever is here sees them."""
    say = say_in(lang)
    with Running(settings(tmp_path)) as server, closing((visitor := Person(server.base, lang)).client):
        page = visitor.get("/").text
        assert 'id="running"' not in page
        assert 'id="results"' not in page
        assert say("web.home.first") in text_of(page)
        assert visitor.get("/mine").status_code == 200


def test_rates_by_game_and_scenario():
    rates = rates_of(
        [
            Tally("a", "x", running=1, over=4, won=2, lost=1, drawn=1),
            Tally("a", "y", running=0, over=2, won=0, lost=1, drawn=0),
            Tally("b", "z", running=3, over=1, won=0, lost=0, drawn=0),
        ]
    )
    assert rates == {("a", ""): Rate(2, 5, 1), ("a", "x"): Rate(2, 4, 1), ("a", "y"): Rate(0, 1)}


@pytest.mark.parametrize(("lang", "words"), [("en", ["21:05", "yesterday", "3 March", "31 December 2025"])])
def test_when_something_was(lang, words):
    now = datetime(2026, 3, 9, 22, 0, tzinfo=UTC)
    thens = [now - timedelta(minutes=55), now - timedelta(days=1), datetime(2026, 3, 3, tzinfo=UTC)]
    thens.append(datetime(2025, 12, 31, 12, tzinfo=UTC))
    assert [when_text(then, now, say_in(lang)) for then in thens] == words
    assert when_text(thens[2], now, say_in("de")) == "3. März"


# -- names


def test_a_name_is_shown_and_taken_away_again(ann):
    table = first_game(ann)
    answer = ann.post(f"/tables/{table.id}/name", data={"name": " Sunday\n<b>mine</b>\t ", "back": "/mine"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/mine")
    assert "Sunday <b>mine</b>" in text_of(ann.get("/").text.replace("&lt;b&gt;", "&lt;b&gt;"))
    assert "<b>mine</b>" not in ann.get("/").text
    ann.post(f"/tables/{table.id}/name", data={"name": "x" * 500})
    assert f">{'x' * 60}<" in ann.get("/mine").text
    ann.post(f"/tables/{table.id}/name", data={"name": ""})
    assert "xxx" not in ann.get("/mine").text


def test_only_who_plays_there_gives_names(ann, ben):
    table = first_game(ann)
    assert ben.post(f"/tables/{table.id}/name", data={"name": "mine now"}).status_code == 404
    assert "mine now" not in ann.get("/").text


# -- deleting


def test_a_deleted_game_comes_back(ann):
    table = first_game(ann)
    before = table.settled()
    answer = ann.post(f"/tables/{table.id}/delete", data={"back": "/mine?state=running"})
    assert answer.headers["location"] == f"/mine?state=running&deleted={table.id}"
    page = ann.get(answer.headers["location"]).text
    assert f'href="/tables/{table.id}"' not in page
    assert page.count(f'action="/tables/{table.id}/restore"') == 2  # at once, and below for some days
    for path in ("", "/board", "/replay", "/picture.svg", "/events"):
        assert ann.get(f"/tables/{table.id}{path}").status_code == 404
    answer = ann.post(f"/tables/{table.id}/restore", data={"back": "/"})
    assert answer.headers["location"] == "/"
    assert f'href="/tables/{table.id}"' in ann.get("/").text
    assert table.settled()["asked"] == before["asked"]
    assert ann.post(f"/tables/{table.id}/restore", data={}).status_code == 404


def test_only_who_set_up_a_table_deletes_it(ann, ben):
    table = ann.new("undaunted", seats=["me", "person"])
    guest = joined(table, ben)
    assert guest.get("board").status_code == 200
    refused = ben.post(f"/tables/{table.id}/delete", data={})
    assert refused.status_code == 403
    assert "delete" not in ben.get("/").text.partition(f"/tables/{table.id}/name")[2].partition("</details>")[0]
    ann.post(f"/tables/{table.id}/delete", data={})
    assert guest.get("board").status_code == 404
    assert ben.post(f"/tables/{table.id}/restore", data={}).status_code == 404
    assert table.id not in ben.get("/mine").text
    ann.post(f"/tables/{table.id}/restore", data={})
    assert guest.get("board").status_code == 200


def test_strangers_learn_nothing(ann, ben):
    table = first_game(ann)
    for what in ("delete", "restore", "name"):
        unknown = ben.post(f"/tables/aaaaaaaaaaaaaaaa/{what}", data={})
        known = ben.post(f"/tables/{table.id}/{what}", data={})
        assert text_of(known.text) == text_of(unknown.text)
        assert known.status_code == unknown.status_code == 404
    assert ben.get(f"/tables/{table.id}/picture.svg").status_code == 404
    ann.post(f"/tables/{table.id}/delete", data={})
    assert f"{table.id}/restore" not in ben.get(f"/mine?deleted={table.id}").text


def test_a_picture_shows_what_everybody_may_know(ann, ben):
    """The hands and roles of a hidden game are in no list, whoever looks: both players get the same picture."""
    table = ann.new("saboteur", scenario="commercial", seats=["me", "person", "rule"])
    guest = joined(table, ben)
    table.settled()
    drawn, other = (sitting.get("picture.svg").text for sitting in (table, guest))
    assert drawn.startswith("<svg")
    assert drawn == other
    assert table.board() != guest.board()


def test_games_won_in_a_row():
    def table(verdict):
        return SimpleNamespace(seats={0}, result=SimpleNamespace(verdicts={0: verdict}) if verdict else None)

    assert streak_of(map(table, ("won", "won", None, "won", "lost", "won"))) == 3
    assert streak_of(map(table, ("lost", "won"))) == 0
    assert streak_of([]) == 0


# -- what was won, and what to do next


def standing(game, scenario, seats, *, won=1, lost=0, **more):
    header = {"game": game, "scenario": scenario, "seats": dict(enumerate(seats)), **more}
    return Standing(Tally(game, scenario, 0, won + lost, won, lost, 0), header)


def test_a_side_is_won_against_the_usual_automa_and_a_level_with_all_below_it():
    undaunted, tactics = games()["undaunted"], games()["tactics"]
    us = standing("undaunted", "first", ("human", "solitaire"))
    assert won_in(undaunted, [us]) == {"first": {"us"}}
    assert goal_of(undaunted, "first", won_in(undaunted, [us]), SAY) == "Win “Crossroads” as the German side"
    own = standing("undaunted", "hedges", ("human", "solitaire@bold"))
    lost = standing("undaunted", "raid", ("human", "solitaire"), won=0, lost=2)
    assert won_in(undaunted, [own, lost]) == {"hedges": frozenset()}, "a win, and no more"
    hard = standing("tactics", "first", ("human",), options={"level": "hard"})
    assert won_in(tactics, [hard]) == {"first": {"easy", "normal", "hard"}}
    normal = won_in(tactics, [standing("tactics", "first", ("human",))])
    assert goal_of(tactics, "first", normal, SAY) == "Win “First game” at the level “hard”"
    drawn_up = standing("tactics", "first", ("human",), position={})
    assert won_in(tactics, [drawn_up]) == {}


def test_the_track_has_a_medal_for_every_scenario():
    game = games()["undaunted"]
    both = [
        standing("undaunted", "first", ("human", "solitaire")),
        standing("undaunted", "first", ("solitaire", "human")),
    ]
    rungs = rungs_of(game, [*both, standing("undaunted", "hedges", ("human", "solitaire"))], SAY)
    assert [rung.medal for rung in rungs[:3]] == ["full", "part", "open"]
    assert rungs[0].told == ("The US side", "The German side")
    step = step_of(game, {"first": Rate(2, 2), "hedges": Rate(1, 1)}, won_in(game, both[:1]), SAY)
    assert (step.scenario, step.aim, step.won) == ("hedges", "Win “The hedge lane”", False)


def test_when_everything_is_won_another_side_is_the_next_goal():
    game = games()["undaunted"]
    all_won = won_in(game, [standing("undaunted", one, ("human", "solitaire")) for one in in_order(game)])
    step = step_of(game, {one: Rate(1, 1) for one in all_won}, all_won, SAY)
    assert (step.aim, step.won) == ("Win “Crossroads” as the German side", True)


def test_when_both_sides_have_won_everything_a_missing_star_is_the_next_goal():
    game = games()["undaunted"]
    sides = [("human", "solitaire"), ("solitaire", "human")]
    won = won_in(game, [standing("undaunted", one, side) for one in in_order(game) for side in sides])
    rates = {one: Rate(2, 2) for one in won}
    step = step_of(game, rates, won, SAY, {one: 2 if one == "hedges" else 3 for one in won})
    assert (step.scenario, step.aim) == ("hedges", "Win the missing star of “The hedge lane”")
    assert step_of(game, rates, won, SAY, dict.fromkeys(won, 3)).scenario == in_order(game)[-1]


def test_records_by_opponent():
    usual = standing("undaunted", "first", ("human", "solitaire"), won=2, lost=1)
    easy = standing("undaunted", "first", ("human", "careless:bot=solitaire"), won=1)
    mine = standing("undaunted", "first", ("human", "solitaire@bold"), won=0, lost=4)
    found = against([usual, easy, mine], SAY)["undaunted"]
    assert found["as usual"][1] >= 3
    assert found["bold"] == (0, 4)


def test_the_home_page_names_the_next_goal(played, ann, ben):
    home = text_of(ann.get("/").text)
    assert "Your next goal" in home
    assert "Win “" in home
    assert 'class="rung' in ann.get("/").text
    assert "Your next goal" not in text_of(ben.get("/").text), "a first visit stays calm"


def test_points_that_decide_nothing_stand_in_no_list():
    """Gold seekers win together, whoever has more points; with nuggets the most win."""
    game = games()["saboteur"]
    told = [result_text(game, Result((0, 1), "gold", scores), SAY) for scores in ((21, 35, 8), ())]
    assert told[0] == told[1]
    assert "3 : 5 : 2" in result_text(game, Result((1,), "nuggets", (3, 5, 2)), SAY)
