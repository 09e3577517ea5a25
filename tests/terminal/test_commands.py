"""The small commands: games, rules, document, odds, check."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from kempelen import contract
from kempelen.engine.game import games
from kempelen.engine.tables.odds import TooManyOutcomes
from kempelen.games import undaunted
from kempelen.terminal.cli import COMMANDS
from kempelen.terminal.commands import games as games_command
from kempelen.terminal.commands import odds
from kempelen.terminal.commands.rules import found
from kempelen.text.say import Text


@pytest.mark.parametrize("lang", ["en", "de"])
def test_games(kempelen, lang):
    run = kempelen("games", "--lang", lang)
    assert run.status == 0
    for game in games().values():
        assert game.name in run.out
        for scenario in game.scenarios:
            assert f"{scenario}: " in run.out
        for bot in game.bots:
            assert bot in run.out


def test_my_games(kempelen):
    assert "You have no games yet." in kempelen("games", "--mine").out
    kempelen("play", "saboteur", "--seed", 5)
    kempelen("play", "saboteur", "--seed", 6, "--humans", "none", "--players", 3)
    kempelen("companion", "saboteur", typed="y\n")
    run = kempelen("games", "--mine")
    assert "It is the turn of player 1." in run.out
    assert "kempelen play --resume saboteur-1" in run.out
    assert "Won by: " in run.out
    assert "kempelen replay saboteur-2" in run.out
    assert "kempelen companion --resume saboteur-3" in run.out


def test_my_games_when_one_is_no_longer_installed(kempelen, monkeypatch):
    kempelen("play", "saboteur", "--seed", 5)
    kempelen("play", "undaunted", "--seed", 5)
    monkeypatch.setattr(games_command, "games", lambda: {"undaunted": games()["undaunted"]})
    run = kempelen("games", "--mine")
    assert run.status == 0
    assert re.search(r"^saboteur-1   saboteur   20", run.out, re.MULTILINE)
    assert "saboteur is not installed here." in run.out
    assert "It is the turn of the US side." in run.out


def test_a_watched_game_is_not_played_on_by_listing_it(kempelen, record):
    kempelen("play", "saboteur", "--seed", 6, "--humans", "none", "--players", 3, "--pace", "step", typed="\nquit\n")
    assert "In progress." in kempelen("games", "--mine").out


@pytest.mark.parametrize(
    ("lang", "one", "several"),
    [("en", "(2 players)", "(1 to 10 players)"), ("de", "(2 Spieler)", "(1 bis 10 Spieler)")],
)
def test_games_say_how_many_can_play(kempelen, lang, one, several):
    out = kempelen("games", "--lang", lang).out
    assert one in out
    assert several in out
    assert not re.search(r"\((\d+) (to|bis) \1 ", out)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_rules(kempelen, lang):
    run = kempelen("rules", "saboteur", "--lang", lang)
    assert run.status == 0
    for ruling in games()["saboteur"].rulings.values():
        assert f"{ruling.cite}  {ruling.question[lang]}" in run.out
        for value in ruling.values:
            assert f"{'●' if value == ruling.default else '○'} {ruling.id}={value}" in run.out
    one = kempelen("rules", "saboteur", "r15", "--lang", lang).out
    assert "saboteur:R15" in one
    assert "saboteur:R16" not in one


@pytest.mark.parametrize("lang", ["en", "de"])
def test_document(kempelen, tmp_path, lang):
    run = kempelen("document", "saboteur", "--lang", lang)
    assert run.out.startswith("# Saboteur\n")
    assert "018" in run.out
    file = tmp_path / "page.md"
    kempelen("document", "saboteur", "--lang", lang, "-o", file)
    assert file.read_text("utf-8") == run.out
    assert kempelen("document", "saboteur", "-o", tmp_path / "no" / "page.md").status == 2


def test_document_leaves_files_alone(kempelen, tmp_path):
    file = tmp_path / "page.md"
    file.write_text("mine")
    run = kempelen("document", "saboteur", "-o", file)
    assert run.status == 2
    assert run.err == f"{file} exists. Choose another name, or overwrite it with --force.\n"
    assert file.read_text() == "mine"
    assert kempelen("document", "saboteur", "-o", file, "--force").status == 0
    assert file.read_text("utf-8").startswith("# Saboteur\n")


# -- odds


@pytest.fixture
def position(tmp_path):
    file = tmp_path / "table.toml"
    file.write_text(
        """
game = "saboteur"
board = ["1,0 plus"]
players = [{ role = "gold", hand = ["plus", "broken_pick"] }, { role = "sab", hand = 4 }, { hand = 6 }, {}]
""",
        "utf-8",
    )
    return file


def test_odds(kempelen, position):
    run = kempelen("odds", "saboteur", "--position", position)
    assert run.status == 0
    assert "33.3 %   1/3   Play a “broken pick” card on player 2" in run.out
    assert "our reading saboteur:R18" in run.out
    german = kempelen("odds", "saboteur", "--position", position, "--option", "R18=first", "--lang", "de")
    assert "100,0 %   1 " in german.out


@pytest.mark.parametrize(("seat", "message"), [("2", "It is not the turn of seat 2"), ("7", "There is no seat “7”.")])
def test_odds_of_another_seat(kempelen, position, seat, message):
    run = kempelen("odds", "saboteur", "--position", position, "--seat", seat)
    assert run.status == 2
    assert run.err.startswith(message)


def test_odds_need_what_the_seat_knows(kempelen, position):
    position.write_text(position.read_text().replace("board", "active = 2\nboard"))
    run = kempelen("odds", "saboteur", "--position", position)
    assert run.status == 2
    assert "everything that player 2 knows" in run.err


UNDAUNTED = Path(undaunted.__file__).parent / "scenarios" / "first.toml"


def test_odds_of_sides(kempelen):
    """Positions without a list of players; both sides bid at once."""
    for seat, words in (("us", "for the US side:"), ("2", "for the German side:")):
        run = kempelen("odds", "undaunted", "--position", UNDAUNTED, "--seat", seat)
        assert run.status == 0
        assert words in run.out
        assert "Bid Rifleman A" in run.out


@pytest.mark.parametrize(("lang", "words"), [("en", "an estimate from 10000 samples"), ("de", "eine Schätzung aus")])
def test_odds_beyond_the_limit_are_sampled(kempelen, position, monkeypatch, lang, words):
    def too_many(*about):
        raise TooManyOutcomes(100_000)

    monkeypatch.setattr(odds, "decision_odds", too_many)
    run = kempelen("odds", "saboteur", "--position", position, "--lang", lang)
    assert run.status == 0
    assert words in run.out
    shares = re.findall(r"^ *([\d.,]+) %   ([\d.,]+) (?:to|bis) ([\d.,]+) %   ", run.out, re.MULTILINE)
    assert len(shares) == 3
    for _, low, high in shares:
        assert float(low.replace(",", ".")) < 100 / 3 < float(high.replace(",", "."))


def test_odds_of_another_bot(kempelen, position):
    automa, random, nobody = (
        kempelen("odds", "saboteur", "--position", position, *more)
        for more in ((), ("--bot", "random"), ("--bot", "nobody"))
    )
    assert (automa.status, random.status) == (0, 0)
    assert automa.out != random.out
    assert kempelen("odds", "saboteur", "--position", position, "--bot", "rule").out == automa.out
    assert nobody.status == 2
    assert "nobody" in nobody.err


def test_odds_of_a_finished_game(kempelen, position):
    position.write_text(position.read_text().replace("board", 'ending = { reason = "gold", winners = [1] }\nboard'))
    run = kempelen("odds", "saboteur", "--position", position)
    assert run.status == 2
    assert run.err.count("\n") == 1


# -- check


@pytest.mark.parametrize(("found", "status"), [([], 0), ([Text("contract.undo_back", seed=7)], 1)])
@pytest.mark.parametrize("thorough", [False, True])
def test_check(kempelen, monkeypatch, found, status, thorough):
    looked = []

    def checks(game, *, thorough):
        looked.append(thorough)
        return iter([("views_hide", found), ("some_new_check", [])])

    monkeypatch.setattr(contract, "checks", checks)
    run = kempelen("check", "saboteur", *(["--all"] if thorough else []))
    assert (run.status, looked) == (status, [thorough])
    assert ("✗" if found else "✓") + " nobody sees what is hidden from them" in run.out
    assert "✓ some new check" in run.out
    assert ("Seed 7: undo does not lead back." in run.out) is bool(found)
    assert ("Zurücknehmen führt nicht zurück" in kempelen("check", "saboteur", "--lang", "de").out) is bool(found)


def test_help_lists_every_command_without_loading_it():
    code = "import sys; sys.argv = ['kempelen', '--help']; from kempelen.terminal.cli import cli, COMMANDS\n"
    code += "try:\n    cli()\nexcept SystemExit:\n    pass\n"
    code += "print(sorted(set(COMMANDS.values()) & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    *shown, loaded = done.stdout.splitlines()
    assert loaded == "[]"
    assert all(any(line.split()[:1] == [name] for line in shown) for name in COMMANDS)


# -- words that cannot be read


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nope"], "There is no command “nope”. Those there are: kempelen --help"),
        (["simulate"], "GAME is missing. More about it: kempelen simulate --help"),
        (["play", "--nope"], "There is no option --nope here. Those there are: kempelen play --help"),
        (["play", "saboteur", "--seed"], "--seed needs a value. More about it: kempelen play --help"),
        (["play", "saboteur", "--players", "x"], "--players: this must be a whole number."),
        (["play", "saboteur", "--pace", "fast"], "--pace: this must be step, auto or instant."),
        (["play", "saboteur", "more"], "more: that is one word too many. More about it: kempelen play --help"),
        (["games", "--mine=1"], "--mine takes no value. More about it: kempelen games --help"),
    ],
    ids=str,
)
def test_mistyped_command_lines(kempelen, words, message):
    run = kempelen(*words)
    assert (run.status, run.out, run.err) == (2, "", f"{message}\n")


def test_mistyped_command_lines_in_german(kempelen):
    run = kempelen("play", "saboteur", "--players", "x", "--lang", "de")
    assert (run.status, run.err) == (2, "--players: Hier muss eine ganze Zahl stehen.\n")


@pytest.mark.parametrize(
    ("lang", "words"),
    [("en", ["Usage:", "Options:", "Show this page."]), ("de", ["Aufruf:", "Optionen:", "Zeigt diese Seite."])],
)
def test_help_pages(kempelen, monkeypatch, lang, words):
    monkeypatch.setenv("KEMPELEN_LANG", lang)
    for command in ([], *([name] for name in COMMANDS)):
        run = kempelen(*command, "--help")
        assert run.status == 0
        assert all(word in run.out for word in words), command
        assert "-h, --help" in run.out


# -- rules by number


@pytest.mark.parametrize("name", games())
def test_every_rule_and_reading_is_found_by_its_number(name):
    game = games()[name]
    for numbers in (game.rulebook.rules, game.rulings):
        for number in numbers:
            assert found(number, numbers) == found(number.lower(), numbers) == number
            assert found(re.sub(r"(?<=[A-Z])0+(?=\d)", "", number), numbers) == number


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (["universalis", "r1"], ["universalis:R001  What you need", "90 by 90 cm"]),
        (["universalis:R117", "--lang", "de"], ["universalis:R117  Bewegung"]),
        (["undaunted", "q1"], ["undaunted:Q01  What does the 0 on the d10 count?"]),
        (["saboteur", "1.4.7"], ["saboteur:1.4.7  A turn", "Rockfall"]),
    ],
    ids=str,
)
def test_a_rule_by_its_number(kempelen, words, shown):
    game, _, number = words[0].partition(":")
    run = kempelen("rules", game, *([number] if number else []), *words[1:])
    assert run.status == 0
    assert all(text in run.out for text in shown)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_rules_in_short(kempelen, lang):
    run = kempelen("rules", "undaunted", "--book", "--lang", lang)
    assert run.status == 0
    book = games()["undaunted"].rulebook
    assert all(title[lang] in run.out for title in book.sections.values())
    assert all(re.search(rf"^{number} +\S", run.out, re.MULTILINE) for number in book.rules)
