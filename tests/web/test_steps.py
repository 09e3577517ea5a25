"""What comes after a game: a level easier or harder, the next scenario on the home page and at the end."""

import re

import pytest

from kempelen.engine.game import Setup, games, say_in
from kempelen.parts.scenarios import in_order
from kempelen.store.results import Standing, Tally
from kempelen.text.say import LANGUAGES, load_catalogues
from kempelen.web.rooms.steps import level_in, level_word, next_scenario, other_opponent, otherwise_hard
from kempelen.web.shown.pages.home import Rate, cards_of
from tests.web.people import Sitting, text_of
from tests.web.test_results import first_game

SAY = say_in("en")


@pytest.mark.parametrize(
    ("setup", "easier", "harder"),
    [
        (Setup("tactics", "first", ("human",)), "easy", "hard"),
        (Setup("tactics", "first", ("human",), {"level": "easy"}), None, "normal"),
        (Setup("universalis", "first", ("human", "middle")), "easy", "hard"),
        (Setup("universalis", "first", ("human", "hard@bold")), "middle", None),
        (Setup("undaunted", "first", ("human", "automa")), "careless", None),
        (Setup("saboteur", "first", ("human", "automa", "automa")), None, None),
    ],
)
def test_a_level_easier_and_a_level_harder(setup, easier, harder):
    game = games()[setup.game]
    seats = tuple(game.automa if seat == "automa" else seat for seat in setup.seats)
    setup = Setup(setup.game, setup.scenario, seats, setup.options)
    for by, wanted in ((-1, easier), (1, harder)):
        other = otherwise_hard(setup, by)
        assert (None if other is None else level_in(other)) == wanted
        if other is not None:
            assert other.scenario == setup.scenario
            assert level_word(other, SAY)
            assert otherwise_hard(other, -by) is not None, "and back again"


def test_an_automa_keeps_its_text_at_another_level():
    other = otherwise_hard(Setup("universalis", "first", ("human", "hard@bold")), -1)
    assert other is not None
    assert other.seats == ("human", "middle@bold")


def test_who_has_nothing_harder_left_meets_every_opponent_in_turn():
    setup = Setup("tactics", "kraken", ("human",), {"level": "hard"})
    met = []
    for _ in range(3):
        found = other_opponent(setup)
        assert found is not None
        setup, sheet = found
        met.append(sheet.id)
        assert level_in(setup) == "hard"
    assert len(set(met)) == 3
    assert setup.roles == {}, "the last is the one that the game comes with"


@pytest.mark.parametrize(
    "setup",
    [
        Setup("tactics", "kraken", ("human",)),
        Setup("tactics", "kraken", ("human",), {"level": "hard"}, position={"game": "tactics"}),
        Setup("undaunted", "first", ("human", "automa")),
    ],
)
def test_no_other_opponent_while_something_is_harder_or_nobody_plays_by_himself(setup):
    assert other_opponent(setup) is None


def test_a_position_of_ones_own_has_no_levels():
    assert otherwise_hard(Setup("tactics", "first", ("human",), position={"game": "tactics"}), -1) is None


@pytest.mark.parametrize("name", games())
def test_after_a_win_the_home_page_goes_on(name):
    game = games()[name]
    order = in_order(game)
    assert next_scenario(game, ()) is None
    assert next_scenario(game, {order[0]}) == order[1]
    assert next_scenario(game, set(order)) is None

    def shown(*results: Rate):
        of_all = {(name, ""): results[0], **{(name, order[n]): rate for n, rate in enumerate(results)}}
        standings = [
            Standing(Tally(name, order[n], 0, rate.of, rate.won, rate.of - rate.won, 0), header(order[n]))
            for n, rate in enumerate(results)
        ]
        return next(card for card in cards_of(of_all, standings, SAY) if card.name == name)

    def header(scenario: str):
        return {"game": name, "scenario": scenario, "seats": {"0": "human", "1": game.automa}}

    lost = shown(Rate(0, 1))
    assert (lost.next.scenario, lost.next.again) == (order[0], True), "whoever has played is no newcomer"
    won = shown(Rate(1, 1))
    assert (won.next.scenario, won.next.again) == (order[1], False)
    assert won.next.name
    assert won.next.goal
    assert [rung.won for rung in won.track] == [True] + [False] * (len(order) - 1)
    tried = shown(Rate(1, 1), Rate(0, 2))
    assert (tried.next.scenario, tried.next.again) == (order[1], True)
    everything = shown(*[Rate(1, 1)] * len(order))
    assert everything.next.again, "a level or a side is left, or the last scenario once more"


def test_the_home_page_goes_on_with_what_was_played(ann):
    table = first_game(ann)
    ann.post(f"/tables/{table.id}/pace", json={"pace": "instant"})
    table.play()
    card = ann.get("/").text.partition('id="game-undaunted"')[2].partition("</article>")[0]
    assert SAY("web.home.first") not in text_of(card)
    assert re.search(r'action="/first/undaunted\?scenario=\w+"><button class="primary"', card)
    assert "/preview/en/undaunted/" in card
    assert "of 13 scenarios won" in text_of(card)


def test_no_ending_says_twice_who_has_lost():
    for name, game in games().items():
        for lang in LANGUAGES:
            say = say_in(lang)
            texts = (key for one in load_catalogues(lang, game.package) for key in one.texts)
            endings = [key for key in texts if key.startswith(f"{name}.ending.")]
            assert endings
            assert not any(re.search(r"lost|verloren", say(key)) for key in endings), "the page has said so before"


def test_the_next_scenario_begins_without_a_form(ann):
    answer = ann.post("/first/undaunted?scenario=hedges")
    assert answer.status_code == 303
    table = Sitting(ann, answer.headers["location"].rpartition("/")[2], 0)
    assert table.settled()["seat"] == 0
    assert "hedge" in text_of(ann.get("/").text).lower()
    assert ann.post("/first/undaunted?scenario=nowhere").status_code == 409


def test_again_and_easier(ann):
    table = first_game(ann)
    ann.post(f"/tables/{table.id}/pace", json={"pace": "instant"})
    table.play()
    answer = ann.post(f"/tables/{table.id}/again?seat=0&harder=-1")
    assert answer.status_code == 303
    record = ann.get(answer.headers["location"] + "/record?seat=0").text
    assert "slips=30" in record


def test_pictures_of_turning_points(ann):
    table = first_game(ann)
    ann.post(f"/tables/{table.id}/pace", json={"pace": "instant"})
    table.play()
    end = table.board().partition('id="end-told"')[2].partition("</template>")[0]
    assert 'class="mom"' in end
    pictures = {ann.get(f"/tables/{table.id}/picture.svg?at={at}").text for at in (0, 9_999)}
    assert len(pictures) == 2, "the table was another one at the end"
    assert all(one.startswith("<svg") for one in pictures)
