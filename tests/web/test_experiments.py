"""Simulations with live bars, and finished experiments, in the browser."""

import re
import sys
from dataclasses import dataclass, field

import pytest

from kempelen.engine.game import game_named, say_in
from kempelen.lab.backends import Serial
from kempelen.lab.experiment import BadExperiment, Experiment
from kempelen.lab.folder.play import open_folder, play_folder
from kempelen.lab.plan.plan import plan_of
from kempelen.text.say import Text
from kempelen.web.errors import Unwelcome
from kempelen.web.lab.jobs import Jobs, do
from kempelen.web.lab.simulation import Simulation
from kempelen.wording import bot_name
from tests.web.people import Person, Running, settings, until

FORM = {"scenario": "tu", "players": "3", "seat1": "me", "seat2": "rule", "seat3": "random"}
THREE = Simulation(Experiment("saboteur", "tu", ("rule",) * 3, games=40))


@dataclass
class Line:
    """What a process has said."""

    sent: list = field(default_factory=list)

    def send(self, what):
        self.sent.append(what)

    def close(self):
        self.sent.append(None)


@pytest.mark.parametrize(("lang", "words"), [("en", "300 games played"), ("de", "300 Spiele gespielt")])
def test_simulate_a_scenario_from_its_page(visit, lang, words):
    ann = visit(lang)
    page = ann.get("/new/saboteur?scenario=tu").text
    assert 'formaction="/simulate/saboteur"' in page
    answer = ann.post("/simulate/saboteur", data=FORM)
    assert answer.status_code == 303
    address = answer.headers["location"]
    page = ann.get(address).text
    rule, chance = (bot_name(game_named("saboteur"), bot, say_in(lang)) for bot in ("rule", "random"))
    assert f"2 × {rule}, 1 × {chance}" in page  # the automa sits where the visitor would
    bars = until(lambda: words in (text := ann.get(f"{address}/bars").text) and text, "the end")
    assert "data-running" not in bars
    assert bars.count("<li>") >= 6
    assert 'style="' not in bars  # the pages allow no style of their own


def test_what_cannot_be_played_is_told_on_the_form(ann):
    answer = ann.post("/simulate/saboteur", data=FORM | {"option-R15": "nonsense"})
    assert answer.status_code == 409
    assert "nonsense" in answer.text
    assert ann.post("/simulate/chess", data=FORM).status_code == 404
    assert ann.get("/simulated/none").status_code == 404
    assert ann.get("/simulated/none/bars").status_code == 404


def test_a_job_says_how_it_goes():
    line = Line()
    seconds = iter(range(1000))
    do(THREE, line, lambda: float(next(seconds)))
    *parts, last, end = line.sent
    assert end is None
    assert last.over
    assert last.what.games == 40
    assert last.what.won["seat:1"][1] == 40
    assert [part.what.games for part in parts] == sorted(part.what.games for part in parts)
    assert not any(part.over for part in parts)
    assert len(parts) >= 30


class Wrong:
    """A task that cannot be done."""

    seconds = 60

    def __init__(self, error):
        self.error = error

    def run(self, tell):
        raise self.error


def test_what_cannot_be_done_is_said():
    refused, broken = Line(), Line()
    do(Wrong(BadExperiment(Text("lab.bad_games", given="0"))), refused)
    do(Wrong(ValueError("oh")), broken)
    assert [(said.over, said.wrong.key) for said in (refused.sent[0], broken.sent[0])] == [
        (True, "lab.bad_games"),
        (True, "web.error.crash"),
    ]
    assert "oh" in broken.sent[0].crash


class Sleeper:
    """A process that goes on until it is stopped."""

    def __init__(self):
        self.alive = True

    def is_alive(self):
        return self.alive

    def kill(self):
        self.alive = False

    def join(self):
        pass


def sleeping(job):
    job.process = Sleeper()


def test_one_job_a_visitor_and_few_for_all():
    jobs = Jobs(2, sleeping)
    first = jobs.begin("a", THREE)
    second = jobs.begin("a", THREE)
    assert (first.running, second.running) == (False, True)
    other = jobs.begin("b", Wrong(ValueError()))
    assert other.running
    with pytest.raises(Unwelcome) as refused:
        jobs.begin("c", THREE)
    assert refused.value.status == 503
    jobs.close()
    assert not any(job.running for job in jobs.jobs.values())


def test_the_last_place_is_for_somebody_else():
    jobs = Jobs(3, sleeping)
    for visitor in ("a", "b"):
        jobs.begin(visitor, THREE, "one house")
    with pytest.raises(Unwelcome):
        jobs.begin("c", THREE, "one house")
    assert jobs.begin("d", THREE, "another house").running
    jobs.close()


class Greedy:
    """A task that wants all the memory there is."""

    seconds = 20

    def run(self, tell):
        return len(bytearray(4 << 30))


@pytest.mark.skipif(sys.platform == "win32", reason="there a process cannot be told how much it may take")
def test_a_job_may_not_take_all_the_memory():
    jobs = Jobs()
    job = jobs.begin("a", Greedy())
    until(lambda: not job.running, "its end")
    assert job.said.wrong == Text("web.error.job_much")
    jobs.close()


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    """A server that shows a folder with one finished experiment."""
    home = tmp_path_factory.mktemp("experiments")
    data = {"game": "saboteur", "players": 3, "games": 4, "title": "R15 & co", "question": "What then?"}
    plan = plan_of(data, data, "one", home)
    play_folder(plan, open_folder(plan, home / "one", "again", resume=False), home / "one", Serial())
    (home / "one" / "_report.html").write_text("<!DOCTYPE html><title>The report</title>", "utf-8")
    (home / "one" / "_report-games").mkdir()
    (home / "one" / "_report-games" / "longest-1-2.html").write_text("<title>A game</title>", "utf-8")
    (home / "one" / "_report-games" / "longest-1-2.jsonl").write_text("{}\n", "utf-8")
    (home / "secret.txt").write_text("no", "utf-8")
    with Running(settings(tmp_path_factory.mktemp("web"), experiments=home)) as running:
        person = Person(running.base)
        yield person
        person.client.close()


def test_finished_experiments_are_listed_and_shown(shown):
    page = shown.get("/experiments").text
    assert "R15 &amp; co" in page
    assert "4 games in 1 cell." in page
    assert 'href="/experiments/one/"' in page
    report = shown.get("/experiments/one/")
    assert report.status_code == 200
    assert "The report" in report.text
    assert "script-src" not in report.headers["content-security-policy"]
    assert shown.get("/experiments/one").headers["location"] == "/experiments/one/"


@pytest.fixture(scope="module")
def unread(tmp_path_factory):
    """A server with a finished experiment that nobody has made a report of."""
    home = tmp_path_factory.mktemp("unread")
    data = {"game": "saboteur", "players": 3, "games": 4}
    plan = plan_of(data, data, "one", home)
    play_folder(plan, open_folder(plan, home / "one", "again", resume=False), home / "one", Serial())
    with Running(settings(tmp_path_factory.mktemp("web"), experiments=home)) as running:
        person = Person(running.base)
        yield person
        person.client.close()


def test_a_report_is_made_on_the_page(unread):
    assert 'href="/experiments"' in unread.get("/").text
    assert unread.get("/experiments/one/").status_code == 404
    assert 'action="/experiments/one/report"' in unread.get("/experiments").text
    assert unread.post("/experiments/one/report").status_code == 303
    assert unread.post("/experiments/none/report").status_code == 404
    page = until(lambda: "<progress" not in (text := unread.get("/experiments").text) and text, "the report")
    assert 'class="message"' not in page
    assert 'href="/experiments/one/"' in page
    report = unread.get("/experiments/one/").text
    assert report.count("<svg") >= 3
    watched = re.search(r"_report-games/[\w.-]+\.html", report).group()
    assert unread.get(f"/experiments/one/{watched}").status_code == 200


def test_games_beside_a_report(shown):
    game = shown.get("/experiments/one/_report-games/longest-1-2.html")
    assert game.status_code == 200
    assert "sandbox" in game.headers["content-security-policy"]
    assert shown.get("/experiments/one/_report-games/longest-1-2.jsonl").status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/experiments/none",
        "/experiments/%2e%2e/",
        "/experiments/one/_report-games/none.html",
        "/experiments/one/_report-games/..%2f_manifest.json",
        "/experiments/one/_report-games/_manifest.json",
        "/experiments/one/_manifest.json",
    ],
)
def test_nothing_else_is_shown(shown, path):
    assert shown.get(path).status_code == 404


def test_a_server_without_experiments(ann):
    assert ann.get("/experiments").status_code == 404
