"""A scenario of one's own comes into the same form as the others: who plays, dice, edition, and what is wrong with it."""

import copy
from html import unescape
from html.parser import HTMLParser

import pytest

from kempelen.engine.files.position import position_text
from kempelen.engine.game import Setup, game_named, games, say_in
from kempelen.engine.session import Session
from kempelen.parts.scenarios import scenario_file
from kempelen.web.rooms import own, start


class Fields(HTMLParser):
    """What a browser would send of the first form of a page."""

    def __init__(self, page):
        super().__init__()
        self.found, self.inside, self.filling = {}, "", False
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        name = given.get("name")
        if tag == "input" and name and (given.get("type") not in ("radio", "checkbox") or "checked" in given):
            self.found.setdefault(name, given.get("value") or "")
        if tag in ("select", "textarea"):
            self.inside = name or ""
            self.filling = tag == "textarea"
            if self.filling:
                self.found[self.inside] = ""
        if tag == "option" and ("selected" in given or self.inside not in self.found):
            self.found[self.inside] = given.get("value") or ""

    def handle_data(self, data):
        if self.filling:
            self.found[self.inside] += data.removeprefix("\n")

    def handle_endtag(self, tag):
        self.filling = self.filling and tag != "textarea"


def form_fields(page):
    return Fields(page[page.index('class="setup begin"') :].partition("</form>")[0]).found


def skirmish(**changed):
    data = copy.deepcopy(dict(scenario_file(game_named("undaunted"), "first")))
    return position_text(data | changed, "own.toml")


def opened(person, text, name="own.toml", **chosen):
    """The form for a file, as a page sends it there."""
    answer = person.post(f"/import?name={name}&form=1", content=text.encode())
    assert answer.status_code == 200, answer.text
    return person.post(answer.json()["form"], data={own.FILE: name, own.POSITION: text, **chosen})


@pytest.mark.parametrize("name", tuple(games()))
def test_a_position_of_every_game_comes_into_its_form_and_is_played_from_there(ann, name):
    game = game_named(name)
    scenario = start.first_scenario(game)
    seats = ("human", *(game.automa,) * (start.seat_count(game, scenario) - 1))
    session = Session(game, Setup(name, scenario, seats), seed=2).run()
    text = position_text(game.to_position(session.checkpoint), "x.json")
    form = opened(ann, text, "x.json")
    assert form.status_code == 200
    answer = ann.post(f"/new/{name}", data=form_fields(form.text))
    assert answer.status_code == 303, answer.text
    assert ann.get(answer.headers["location"]).status_code == 200


def test_the_edition_is_the_one_in_the_readers_language_and_what_was_chosen_survives(visit):
    for lang in ("de", "en"):
        person = visit(lang)
        form = opened(person, skirmish(), companion="1", dice="table", seat1="me", seat2="me", opponent="")
        fields = form_fields(form.text)
        assert fields["edition"] == lang
        assert (fields["companion"], fields["dice"], fields["seat1"], fields["seat2"]) == ("1", "table", "me", "me")
        session = start.from_form("undaunted", {key: [value] for key, value in fields.items()}).session
        assert session.setup.edition == lang
        assert session.setup.options == start.options_in(session.game, lang, {})
        assert session.setup.seats == ("human", "human")
        assert session.physical is not None
        assert "dice" in session.physical.things


@pytest.mark.parametrize("lang", ["de", "en"])
def test_what_is_wrong_with_a_scenario_is_told_in_its_form(visit, lang):
    game, say = game_named("undaunted"), say_in(lang)
    data = copy.deepcopy(dict(scenario_file(game, "first")))
    data.pop("scenario", None)
    data["us"]["controlled"] = ["A3", "B2"]
    (problem, *_) = game.scenario_files.problems(game.from_position(data, {}))
    form = opened(visit(lang), position_text(data, "own.toml"))
    assert say.of(problem) in unescape(form.text)


def test_a_file_of_another_game_or_none_is_refused_in_words(ann):
    text = skirmish()
    answer = ann.post("/new/saboteur", data={own.FILE: "own.toml", own.POSITION: text, "scenario": "first"})
    assert answer.status_code == 409
    assert "own.toml" in answer.text
    assert ann.post("/import?name=x.toml&form=1", content=b"game = [").status_code == 409
