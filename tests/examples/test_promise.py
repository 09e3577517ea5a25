"""What the guide promises: its code is there, and a game that passes the check can be used everywhere at once."""

import re
import shlex
from importlib import import_module
from textwrap import indent

import pytest

from kempelen.text.say import LANGUAGES
from kempelen.web.rooms.start import first_scenario
from tests.examples.known import EXAMPLES
from tests.web.people import Person, Running, Sitting, asked_in, settings, text_of

GUIDE = (EXAMPLES.parents[1] / "CONTRIBUTING.md").read_text("utf-8").partition("## Add a game in an afternoon")[2]
LINES = [
    shlex.split(line)
    for line in re.findall(
        r"^    \.venv/bin/kempelen (.*)$",
        GUIDE.partition("without another line:")[2].partition("`tests/")[0],
        re.MULTILINE,
    )
]
GAMES = ("trove", "cupfuls")
EVERYTHING = "y\n" + "1\n" * 300
"""Yes to the question whether to go on, and then always the first thing that is offered."""
SAYS = {
    "play": "The game is over.",
    "companion": "The game is over.",
    "simulate": "2000 games",
    "odds": "What an automa does on seat",
    "document": "Source: ",
}


def test_the_guide_shows_the_code_that_is_there():
    blocks = re.findall(r"^```(?:python|toml)\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)
    files = [file.read_text("utf-8") for file in sorted(EXAMPLES.rglob("*")) if file.suffix in (".py", ".toml")]
    assert len(blocks) > 10
    shown = {block: (block, indent(block, "    ")) for block in blocks}  # a method may stand without its class
    assert [block for block, ways in shown.items() if not any(way in file for file in files for way in ways)] == []


def test_what_a_game_imports_is_there():
    rows = re.findall(r"^\| (`kempelen\.[^|]*) \| ([^|]*) \|$", GUIDE, re.MULTILINE)
    assert len(rows) > 10
    for where, what in rows:
        modules = [import_module(name) for name in re.findall(r"`([\w.]+)`", where)]
        names = re.findall(r"`(\w+)`", what)
        assert names, where
        assert [name for name in names if not any(name in module.__all__ for module in modules)] == [], where


def test_the_cases_in_the_guide_are_there():
    cases = re.findall(r"^    - id: .*?\n\n", GUIDE, re.MULTILINE | re.DOTALL)
    there = "".join((EXAMPLES / name / "cases.yaml").read_text("utf-8") for name in GAMES)
    assert len(cases) == 2
    for case in cases:
        assert "".join(f"{line[4:]}\n" for line in case.rstrip().splitlines()) in there


def test_everything_that_is_promised_is_tried():
    assert [words[0] for words in LINES] == [*SAYS, "serve"]


def line_for(words, game):
    """A line of the guide, for a game of one's own: its name, its automa, its table."""
    own = [word.replace("trove", game.name).replace("dragon", next(iter(game.bots))) for word in words]
    return [str(EXAMPLES / game.name / "table.toml") if word.endswith("table.toml") else word for word in own]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("words", [words for words in LINES if words[0] != "serve"], ids=lambda words: words[0])
def test_it_works_without_another_line(examples, kempelen, words, name):
    run = kempelen(*line_for(words, examples[name]), typed=EVERYTHING)
    assert (run.status, run.err) == (0, "")
    assert SAYS[words[0]] in run.out


@pytest.mark.parametrize("lang", LANGUAGES)
def test_check_says_so(examples, kempelen, lang):
    for name in GAMES:
        run = kempelen("check", name, "--lang", lang)
        assert run.status == 0, run.out
        assert "✗" not in run.out


@pytest.fixture(scope="module")
def server(examples, tmp_path_factory):
    with Running(settings(tmp_path_factory.mktemp("web"))) as running:
        yield running


@pytest.fixture
def visit(server):
    people = []

    def come(lang="en"):
        people.append(Person(server.base, lang))
        return people[-1]

    yield come
    for person in people:
        person.client.close()


TIPS = {"en": "Begin with what you see yourself", "de": "Fang mit dem an, was du selbst siehst"}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_it_is_on_the_web_page(examples, visit, name, lang):
    """A first game from the home page to its end, with hints if the game has some; its rules can be read."""
    person = visit(lang)
    assert f'id="game-{name}"' in person.get("/").text
    id = person.post(f"/first/{name}").headers["location"].partition("/tables/")[2].partition("?")[0]
    table = Sitting(person, id, 0)
    table.settled()
    page = table.board()
    assert asked_in(page)["options"]
    assert (TIPS[lang] in text_of(page)) == ("first" in examples[name].scenarios)
    assert table.play()["outcome"]
    assert person.get(f"/rules/{name}").status_code == 200


@pytest.mark.parametrize("name", GAMES)
def test_it_is_guided_on_the_web_page(examples, visit, name):
    table = visit().new(name, scenario=first_scenario(examples[name]), companion={})
    for _ in range(200):
        state = table.settled()
        if state["outcome"]:
            break
        answer = table.answer(state["asked"]["options"][0]["do"], state["version"])
        assert answer.status_code == 200, answer.text
    assert state["outcome"]
