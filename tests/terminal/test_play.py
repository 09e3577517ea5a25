"""`kempelen play`, from the first prompt to the last."""

import re
from pathlib import Path

import pytest

from kempelen.engine.files.record import read_record
from kempelen.engine.game import games, say_in
from kempelen.engine.session import Undo
from kempelen.games import undaunted
from kempelen.store import data_folder

ONES = "1\n" * 200
"""A game in which the first choice is always taken; more lines than it needs."""


def test_a_whole_game_by_numbers(kempelen, tmp_path):
    file = tmp_path / "game.jsonl"
    run = kempelen("play", "saboteur", "--players", 3, "--seed", 4, typed=ONES)
    assert run.status == 0
    assert "The game is over." in run.out
    played, _, after = run.out.partition("The game is over.")
    assert "Computer player 2" in after  # the scores
    assert "kempelen replay saboteur-1" in after
    assert re.search(r"player \d was a ", played, re.IGNORECASE)

    again = kempelen("play", "--resume", "saboteur-1", typed=f"? 2\nsave {file}\nlog\n\n")
    assert "It goes through the list" in again.out  # the full why, now that nothing is secret
    assert "our reading saboteur:R" in again.out
    assert f"Saved: {file}" in again.out
    assert "Player 2 draws" in again.out

    assert kempelen("replay", file, "--verify").status == 0
    assert "would be the same" in kempelen("replay", "saboteur-1", "--verify").out


def test_while_it_runs_nothing_secret_is_shown(kempelen):
    typed = "?\nlog\nodds\n" + ONES.replace("1\n1\n", "1\n?\nlog\n1\n", 20)
    run = kempelen("play", "saboteur", "--players", 3, "--seed", 4, typed=typed)
    running = run.out.partition("The cards have run out")[0]
    for secret in (
        "Player 2 draws",
        "Player 3 draws",
        "Player 2 is a",
        "Player 3 is a",
        "in its hand",
        "it is a stone",
    ):
        assert secret not in running.replace("You look at the top goal: it is a stone", "")
    assert "The other reasons depend on secrets" in running
    assert "role unknown" in running


def test_open_why_is_marked_and_shows_everything(kempelen):
    run = kempelen("play", "saboteur", "--seed", 5, "--open-why", typed="discard map\n?\n")
    assert "Open reasons" in run.out
    assert "It goes through the list" in run.out


@pytest.mark.parametrize("lang", ["en", "de"])
def test_both_languages(kempelen, lang):
    typed = "help\n?\nodds\nlog\nrules R15\n1\nboard\nback\nlay plus 1,0\n?\nwhat\nquit\n"
    run = kempelen("play", "saboteur", "--seed", 5, "--lang", lang, typed=typed)
    assert run.status == 0
    assert ("Your game is kept" if lang == "en" else "Dein Spiel bleibt erhalten") in run.out
    if lang == "de":
        for word in (" player ", " the ", " card", "press", "computer player", "Enter"):
            assert word not in run.out.replace("kempelen play", ""), word


def test_equal_cards_have_one_number_and_each_shows_it(kempelen):
    """Two vertical passages and two horizontal junctions in a hand of six: four numbers, and every card has one."""
    run = kempelen("play", "saboteur", "--players", 3, "--seed", 3, typed="quit\n")
    hand = run.out.partition("What do you do?")[0]
    assert sorted(re.findall(r"\[(\d)\]", hand)) == ["1", "1", "2", "3", "3", "4"]


def test_words_and_notation(kempelen, record):
    """A card by the beginning of its name, then a cell; the same in one line; the notation."""
    start = ("play", "saboteur", "--seed", "5")
    for n, typed in enumerate(("cros\n1,0\n", "plus 1,0\n", "lay plus 1,0\n", "4\n3\n", "LAY  plus 1,0\n"), 1):
        run = kempelen(*start, typed=typed)
        assert "You lay a crossing to the right of the start." in run.out, typed
        assert len(record(f"saboteur-{n}").rows) > 38


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("foo", "“foo” is not understood. Type one of the numbers, or help."),
        ("99", "“99” is not understood. Type one of the numbers, or help."),
        ("lay plus 5,5", "No open way from the start card leads to (5,5)."),
        ("plus 5,5", "No open way from the start card leads to (5,5)."),
        ("lay", "“lay”: This is not an action."),
        ("lay foo 1,0", "“lay foo 1,0”: “foo” is not a card"),
        ("break broken_lantern 1", "You cannot block yourself. Choose another player."),
        ("pass", "That is not possible now."),
        ("vertical", "“vertical” can mean several things: Vertical passage or Vertical junction."),
        ("undo", "There is nothing to take back."),
        ("? 12", "There is no turn 12; the log has 0."),
        ("?", "The computer player has not had a turn yet."),
        ("save", "Where to? Type save and the name of a file"),
        ("rules R99", "saboteur has neither a rule nor a reading “R99”."),
    ],
)
def test_what_is_not_understood_changes_nothing(kempelen, record, typed, answer):
    """One clear line, then the question stands."""
    run = kempelen("play", "saboteur", "--seed", 5, typed=f"{typed}\nlog\n")
    said = run.out.partition(f"> {typed}\n")[2].partition("\n>")[0]
    assert said.startswith(answer)
    assert "\n" not in said
    assert len(record().rows) == 38  # what was dealt, and nothing else


def test_a_card_that_can_only_be_discarded_is_not_thrown_away_by_its_number(kempelen):
    run = kempelen("play", "saboteur", "--seed", 5, typed="repair\nback\nrepair\n\n")
    assert run.out.count("With this you can only discard a repair card “pick or mine cart”.") == 2
    assert run.out.count("You discard a repair card") == 1


def test_undo_takes_back_and_is_recorded(kempelen, record):
    run = kempelen("play", "saboteur", "--seed", 5, typed="plus 1,0\nundo\nplus 1,0\nundo\nmap 8,0\nquit\n")
    assert run.out.count("Taken back.") == 2
    assert run.out.count("You lay a crossing to the right of the start") == 2
    first, second = (part.partition("What do you do?")[0] for part in run.out.split("> plus 1,0")[1:])
    assert first == second  # the same action meets the same cards and lots again
    undone = [row for row in record().rows if isinstance(row, Undo)]
    assert len(undone) == 2
    assert all(row.seen for row in undone)


def test_save_leaves_files_alone(kempelen, tmp_path):
    there = tmp_path / "there.txt"
    there.write_text("mine")
    new = tmp_path / "new.jsonl"
    typed = f"save {there}\nsave {tmp_path / 'no' / 'where'}\nsave {new}\n"
    run = kempelen("play", "saboteur", "--seed", 5, typed=typed)
    assert "already. Choose another name." in run.out
    assert "cannot be written" in run.out
    assert there.read_text() == "mine"
    with new.open(encoding="utf-8") as lines:
        assert read_record("new.jsonl", lines).load().inputs
    gone_on = kempelen("play", "--resume", new, typed="plus 1,0\n")
    assert "kempelen play --resume saboteur-2" in gone_on.out


def test_end_of_input_keeps_the_game_and_it_goes_on(kempelen, record):
    run = kempelen("play", "saboteur", "--seed", 5, typed="plus 1,0\n")
    assert run.status == 0
    assert run.out.endswith("Your game is kept. Go on with:\n  kempelen play --resume saboteur-1\n")
    before = len(record().rows)
    again = kempelen("play", "saboteur", "--resume", "saboteur-1", typed="quit\n")
    assert "saboteur-1 goes on. What happened last:" in again.out
    assert "You lay a crossing to the right of the start" in again.out
    assert len(record().rows) == before


def test_pace_step_waits_and_takes_commands(kempelen):
    run = kempelen("play", "saboteur", "--seed", 5, "--pace", "step", typed="plus 1,0\n\n?\n\n\n\nquit\n")
    assert run.out.count("Enter goes on, ? tells why:") == 5
    assert "Player 5 cannot lay path cards until it is mended." in run.out


def test_watching(kempelen):
    run = kempelen("play", "saboteur", "--seed", 6, "--humans", "none", "--players", 3)
    assert run.status == 0
    assert "The game is over." in run.out


def test_a_position_is_played_and_what_it_leaves_open_is_dealt(kempelen, position):
    run = kempelen("play", "saboteur", "--position", position, "--seed", 1, typed="lay line_horiz 7,0\nquit\n")
    assert "The gold is reached" in run.out
    assert "role unknown" in run.out


@pytest.fixture
def position(tmp_path):
    file = tmp_path / "near.toml"
    file.write_text(
        """
game = "saboteur"
board = ["1,0 plus", "2,0 plus", "3,0 plus", "4,0 plus", "5,0 line_horiz", "6,0 line_horiz"]
goals = { "8,0" = "gold" }
players = [{ role = "gold", hand = ["line_horiz", "map"] }, { hand = 2 }, { role = "sab", hand = 2 }]
""",
        "utf-8",
    )
    return file


# -- several people


def test_hot_seat_hides_each_hand(kempelen):
    typed = "\nplus 1,0\n\n" + "\nlog\nfirst\n1\n" + "\n"
    run = kempelen("play", "saboteur", "--players", 3, "--humans", "1,2", "--seed", 12, typed=typed)
    screens = run.out.split("─" * 60)
    assert "Pass the keyboard to player 1" in screens[0]
    roles = {seat: [n for n, screen in enumerate(screens) if f"Player {seat} is a" in screen] for seat in (1, 2, 3)}
    assert roles == {1: [], 2: [3], 3: []}, "in the log that the second asks for, and there alone"
    assert [n for n, screen in enumerate(screens) if "You are a" in screen] == [1, 3]
    assert "You draw" in screens[1]
    assert not any("Player 1 draws" in screen for screen in screens), "that is nobody else's to know"
    assert "Player 1's hand" in screens[1]
    assert "Player 1's hand" not in screens[3]
    assert "Player 1 lays a crossing to the right of the start" in screens[3]
    assert "Player 2: What do you do?" in screens[3]


def test_hot_seat_undo_asks_all(kempelen, record):
    start = ("play", "saboteur", "--players", "3", "--humans", "1,2", "--seed", "12")
    run = kempelen(*start, typed="\nplus 1,0\n\n\nundo\nn\nundo\nyes\n")
    assert run.out.count("Do all of you agree? [y/N]") == 2
    assert run.out.count("Taken back.") == 1
    assert isinstance(record().rows[-1], Undo)


def test_hot_seat_bids_stay_secret(kempelen, record):
    """Two people bid at once; the second learns nothing of the first bid, and cannot take it back alone."""
    typed = "\nbid rifleman-A\n\n" + "\nlog\nundo\nn\nbid scout-A\n"
    run = kempelen("play", "undaunted", "--humans", "1,2", "--seed", 3, typed=typed)
    screens = run.out.split("─" * 60)
    assert "Pass the keyboard to the US side" in screens[0]
    assert "Hand of the US side: " in screens[1]
    assert "Pass the keyboard to the German side" in screens[2]
    before = screens[3].partition("> bid scout-A")[0]
    assert "Hand of the German side: " in before
    assert "Rifleman A: 5" not in before
    assert "Do all of you agree?" in before
    assert "The US side bids a Rifleman A: 5." in screens[3]


def test_hot_seat_goes_on_with_the_same_person(kempelen):
    typed = "\n1\ndo nothing\n2\n"
    run = kempelen("play", "tactics", "--players", 2, "--humans", "1,2", "--seed", 5, typed=typed)
    assert run.out.count("Pass the keyboard") == 1
    assert "Press Enter to hide" not in run.out
    assert "Since your last turn" not in run.out


# -- sides, teaching, reasons of the rules


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        (
            "en",
            ["You play the US side.", "Played by the program: the German side.", "Two patrols come to a crossroads"],
        ),
        ("de", ["Du spielst die US-Seite.", "Vom Programm gespielt: die deutsche Seite.", "Zwei Spähtrupps kommen"]),
    ],
)
def test_sides_have_names(kempelen, lang, words):
    run = kempelen("play", "undaunted", "--seed", 3, "--lang", lang)
    assert all(word in run.out for word in words)
    assert "(4 times)" in run.out or "(4-mal)" in run.out  # what happens several times is told once


def test_a_position_without_a_list_of_players(kempelen):
    file = Path(undaunted.__file__).parent / "scenarios" / "first.toml"
    run = kempelen("play", "undaunted", "--position", file, "--humans", "de", "--seed", 3)
    assert run.status == 0
    assert "You play the German side." in run.out
    wrong = kempelen("play", "undaunted", "--position", file, "--players", 3)
    assert (wrong.status, wrong.err.count("\n")) == (2, 1)


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.name)
def test_hints_of_a_scenario_that_teaches(kempelen, record, game, lang):
    if "first" not in game.scenarios:
        pytest.skip("teaches nothing")
    run = kempelen("play", game.name, "--scenario", "first", "--seed", 3, "--lang", lang)
    session = record(f"{game.name}-1").load().run()
    hint = game.speech.hint(session.setup, session.view(0), 0)
    if hint is not None:
        assert say_in(lang).of(hint) in run.out


def test_what_the_rules_decide_by_a_text_has_its_reasons(kempelen):
    """The opponent's units of tile tactics sit on no seat; their why is asked for by a number behind the point."""
    run = kempelen("play", "tactics", "--scenario", "first", "--seed", 4, typed="end\n?\nlog\n? 1.2\n? 1.99\n")
    why, log, one, none = run.out.partition("> ?\n")[2].split("\n> ")[:4]
    assert "1.1 The turn of The Kraken." in why
    assert "1.2 The Kraken at " in why
    assert "tactics:R" in why
    assert "1.2 The Kraken at " in log
    assert "1.2 The Kraken at " in one
    decided, passed = one.split("What was checked before it:")
    assert "3a)" in decided
    assert "3a)" not in passed
    assert "1.1 " not in one
    assert "There is no turn 1.99" in none


# -- command lines that cannot be


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["play"], "Which game?"),
        (["play", "chess"], "There is no game “chess”."),
        (["play", "saboteur", "--players", "11"], "11 players are not possible"),
        (["play", "saboteur", "--players", "0"], "0 players are not possible"),
        (["play", "saboteur", "--players", "-3"], "-3 players are not possible"),
        (["play", "saboteur", "--humans", "7"], "There is no seat “7”."),
        (["play", "saboteur", "--humans", "1,,2"], "There is no seat “”."),
        (["play", "saboteur", "--bot", "hal"], "There is no player of the kind “hal”."),
        (["play", "saboteur", "--variant", "moon"], "There is no scenario “moon”."),
        (["play", "saboteur", "--option", "R15"], "An option looks like ID=VALUE"),
        (["play", "saboteur", "--option", "R99=x"], "has no option “R99”"),
        (["play", "saboteur", "--option", "R15=x"], "Option R15 has no value “x”"),
        (["play", "saboteur", "--position", "nowhere.toml"], "nowhere.toml"),
        (["play", "--resume", "saboteur-9"], "There is no game saboteur-9."),
        (["play", "--resume", "gone.jsonl"], "There is no file gone.jsonl."),
        (["companion", "saboteur", "--players", "11"], "11 players are not possible"),
        (["companion", "--resume", "saboteur-9"], "There is no game saboteur-9."),
        (["replay", "nowhere.jsonl"], "There is no file nowhere.jsonl."),
        (["rules", "chess"], "There is no game “chess”."),
        (["rules", "saboteur", "R99"], "saboteur has neither a rule nor a reading “R99”."),
        (["document", "chess"], "There is no game “chess”."),
        (["check", "chess"], "There is no game “chess”."),
        (["odds", "saboteur", "--position", "nowhere.toml"], "nowhere.toml"),
    ],
    ids=str,
)
def test_bad_command_lines(kempelen, words, message):
    """One line, exit status 2, nothing written."""
    run = kempelen(*words)
    assert run.status == 2
    assert run.out == ""
    assert message in run.err
    assert run.err.count("\n") == 1
    assert not data_folder().exists()


def test_errors_speak_german_too(kempelen):
    run = kempelen("play", "saboteur", "--humans", "9", "--lang", "de")
    assert run.err == "Einen Platz „9“ gibt es nicht. Die Plätze sind: 1, 2, 3, 4, 5.\n"


def test_bad_positions_name_file_and_field(kempelen, tmp_path):
    file = tmp_path / "bad.toml"
    file.write_text('game = "saboteur"\nboard = ["1,0 lus"]\nplayers = [{}, {}, {}]\n')
    run = kempelen("play", "saboteur", "--position", file)
    assert run.status == 2
    assert run.err.startswith("bad.toml: board.1")
    file.write_text("game = ")
    assert kempelen("play", "saboteur", "--position", file).status == 2
    assert not data_folder().exists()


def test_play_and_companion_do_not_mix(kempelen):
    kempelen("play", "saboteur")
    run = kempelen("companion", "--resume", "saboteur-1")
    assert run.status == 2
    assert run.err == "This game goes on with: kempelen play --resume saboteur-1\n"


def test_menus_speak_german_down_to_the_last_level(kempelen):
    """What is chosen first and what with it: every word of the menus has a text."""
    run = kempelen("play", "universalis", "--scenario", "first", "--seed", 3, "--lang", "de", typed="1\n1\n1\n1\n")
    assert "Bewegen …" in run.out
    assert "Move …" not in run.out


def test_ende_ends_a_turn_or_says_how_to_leave(kempelen):
    run = kempelen("play", "universalis", "--scenario", "first", "--lang", "de", "--seed", "3", typed="ende\nschluss\n")
    assert "Mit „schluss“ verlässt du das Spiel" in run.out
    assert "--resume" in run.out


def test_models_are_listed_as_on_the_page_with_their_names(kempelen):
    run = kempelen("play", "universalis", "--scenario", "first", "--lang", "de", "--seed", "3", typed="schluss\n")
    listed = re.findall(r"^ +\d  (A\d.*)$", run.out, re.MULTILINE)
    assert [one.strip() for one in listed] == ["A1 Voss", "A2 Brandt"]
