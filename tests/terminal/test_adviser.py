"""`kempelen companion undaunted`: the adviser at the terminal, with lines and with single keys; odds of a card."""

from __future__ import annotations

import os
import signal
import subprocess

import pytest

from tests.terminal.program import COMMAND, PATIENCE, when_said

pty = pytest.importorskip("pty")

UNDAUNTED = ("companion", "undaunted", "--seed", "1")


def lines(*typed):
    return "\n".join(typed) + "\n"


def said(run):
    return [line.strip() for line in run.out.splitlines()]


def test_the_adviser_comes_first(kempelen):
    run = kempelen(*UNDAUNTED, typed=lines("q"))
    assert run.status == 0
    assert "Undaunted: Normandy: the adviser" in run.out
    assert "kempelen companion undaunted --board" in run.out
    assert "Until next time." in run.out


def test_a_board_is_tracked_when_one_is_told_of(kempelen):
    for more in (("--board",), ("--scenario", "first"), ("--cards", "app"), ("--check",)):
        run = kempelen(*UNDAUNTED, *more, typed=lines("quit"))
        assert "the adviser" not in run.out, more
        assert "Your game is kept." in run.out


def test_a_game_without_an_adviser(kempelen):
    run = kempelen("companion", "saboteur", "--adviser")
    assert run.status == 2
    assert "saboteur has no adviser." in run.err
    assert "draws from the role cards" in kempelen("companion", "saboteur", "--cards", "table", typed=lines("y")).out


def test_one_card(kempelen):
    run = kempelen(*UNDAUNTED, typed=lines("4", "n", "no", "N", "y", "5", "?", "q"))
    assert run.status == 0
    told = said(run)
    for words in (
        "1) Would CONTROL win the game now? [y/n] n",
        "3) Can it control an objective? [y/n] N",
        "Roll a d10. What does it show? Enter lets the program roll. [1–9, 0 for 10] 5",
        "▶ Rifleman: MOVE",
        "So the die roll modifier (DRM) is −3.",
        "Not asked, but to be checked: Can it move by the rules of MOVE and SCOUT? If not, press n.",
        "Enter  work out the way",
    ):
        assert words in told, words
    assert any("[undaunted-ai-1.2 / RIFLEMAN / 4]" in line and "undaunted:Q32" in line for line in told)


def test_in_german(kempelen):
    run = kempelen(*UNDAUNTED, "--lang", "de", typed=lines("Feldwebel", "ja", "j", "0", "", "1", "z", "schluss"))
    told = said(run)
    assert "Wirf einen W10. Was zeigt er? Bei Enter würfelt das Programm. [1–9, 0 für 10] 0" in told
    assert "▶ Feldwebel: LEITEN" in told
    assert "▶ Bewege diese Einheit" in told
    assert "Wer schießt?" in told
    assert told[-1] == "Bis zum nächsten Mal."


def test_undo_and_denial(kempelen):
    run = kempelen(*UNDAUNTED, typed=lines("u", "4", "n", "y", "1", "n", "u", "u", "undo", "n", "u", "u", "u", "", "q"))
    told = said(run)
    assert "There is nothing to take back." in told
    assert told.count("▶ Rifleman: MOVE") == 2  # again when the denial is taken back
    assert "▶ Rifleman: ATTACK" in told
    assert "Then not." in told
    assert told.count("Taken back.") == 6
    assert run.out.count("The card that the automa plays") == 2  # Enter shows the list again


def test_the_program_rolls_the_same_die_again(kempelen):
    run = kempelen(*UNDAUNTED, typed=lines("1", "y", "n", "", "u", "", "q"))
    rolled = [line for line in said(run) if line.startswith("The program has rolled")]
    assert len(rolled) == 2
    assert rolled[0] == rolled[1]


def test_mistyped(kempelen):
    run = kempelen(*UNDAUNTED, typed=lines("x", "?", "1", "maybe", "", "?", "y", "y", "11", "o", "h", "q"))
    told = said(run)
    assert "“x” is no key here. Press h for the list." in told
    assert "Nothing has been asked yet. Press h for the list." in told
    assert "“maybe” is neither yes nor no. Answer yes or no." in told
    assert "This needs an answer; u goes one step back." in told
    assert any(line.startswith("undaunted:Q20") for line in told)  # ? at a question: how we read it
    assert "“11” is not possible. Give a number from 1 to 10." in told
    assert "“o” is not possible. Give a number from 1 to 10." in told


def test_lists_are_shown_once_and_words_understood(kempelen):
    typed = ("o", "scout", "a", "4", "b", "leader", "c", "squad", "a", "", "3", "2", "", "q")
    run = kempelen(*UNDAUNTED, typed=lines(*typed))
    told = said(run)
    assert "▶ In this order: Scout A, Rifleman B, Squad Leader C and Squad Leader A" not in told
    assert "▶ In this order: Scout A, Rifleman B, Squad Leader A and Squad Leader C" in told
    assert "Squad Leader: which squad? [a/b/c] c" in told
    assert sum("Fog of War" in line and "Sergeant" not in line for line in told) < 6
    assert "Enter  the next card, Scout A" in told


def test_the_second_thing_that_may_follow(kempelen):
    run = kempelen(*UNDAUNTED, typed=lines("o", "4", "a", "4", "b", "", "", "n", "n", "n", "n", "y", "8", "+", "q"))
    told = said(run)
    assert "+  the next card, Rifleman B" in told
    assert told.count("1) Would CONTROL win the game now? [y/n] n") == 1
    assert told[-3].startswith("1) Would CONTROL win the game now?")


def test_options_count(kempelen):
    run = kempelen(*UNDAUNTED, "--option", "Q26=swap", typed=lines("3", "n", "y", "y", "2", "q"))
    assert "▶ Scout: CONCEAL" in said(run)
    assert kempelen(*UNDAUNTED, "--option", "Q26=maybe").status == 2


# -- single keys


class Terminal:
    """The command in a terminal of its own."""

    def __init__(self, tmp_path, *words):
        self.master, slave = pty.openpty()
        environment = os.environ | {"KEMPELEN_DATA": str(tmp_path), "TERM": "xterm", "COLUMNS": "200", "LINES": "50"}
        self.process = subprocess.Popen([*COMMAND, *words], stdin=slave, stdout=slave, stderr=slave, env=environment)
        os.close(slave)
        self.shown = ""

    def until(self, words):
        """Read on until these words have come."""
        self.shown = when_said(words, self.shown, self.master)
        before, _, self.shown = self.shown.partition(words)
        return before

    def press(self, keys):
        os.write(self.master, keys.encode())

    def close(self):
        status = self.process.wait(PATIENCE)
        os.close(self.master)
        return status


@pytest.fixture
def terminal(tmp_path):
    opened = []

    def open_one(*words):
        opened.append(Terminal(tmp_path, *words))
        return opened[-1]

    yield open_one
    for one in opened:
        if one.process.poll() is None:
            one.process.kill()
            one.close()


def test_a_card_with_single_keys(terminal):
    """Seven keys, no Enter; then Escape takes one back, and the die is a 0."""
    seen = terminal(*UNDAUNTED, "--lang", "en")
    seen.until("What next?")
    seen.press("4")
    seen.until("[y/n]")
    seen.press("nnny5")  # typed ahead
    seen.until("▶ Rifleman: MOVE")
    seen.until("What next?")
    seen.press("\x1b")
    seen.until("[1–9, 0 for 10]")
    seen.press("\x1b[A")  # an arrow key means nothing
    seen.until("is not possible")
    seen.until("[1–9, 0 for 10]")
    seen.press("0")
    seen.until("▶ Rifleman: ATTACK")
    seen.until("What next?")
    seen.press("\r")
    seen.until("[y/n]")
    seen.press("n")
    seen.until("[0–19]")
    seen.press("1\x7f9")  # the 1 waits for more and can be erased
    seen.until("a total defence of 7 or less")
    seen.press("n")
    seen.until("▶ ATTACK the Rifleman")
    seen.press("q")
    seen.until("Until next time.")
    assert seen.close() == 0


def test_keys_that_end_it(terminal):
    seen = terminal(*UNDAUNTED, "--lang", "en")
    seen.until("What next?")
    seen.press("\x04")
    seen.until("Until next time.")
    assert seen.close() == 0
    seen = terminal(*UNDAUNTED, "--lang", "en")
    seen.until("What next?")
    seen.process.send_signal(signal.SIGINT)  # as Ctrl+C does
    assert seen.close() == 130


# -- the tracked board


def test_check_points_out_differences(kempelen):
    run = kempelen(*UNDAUNTED, "--check", typed=lines("end", "y", "n", "quit"))
    told = said(run)
    assert any(line.startswith("Rifleman A: ") for line in told)
    assert any(line.startswith("You say yes; by the board as the program knows it, it is no") for line in told)


def test_the_automas_cards_stay_hidden(kempelen):
    run = kempelen(*UNDAUNTED, "--scenario", "first", typed=lines("correct", "quit"))
    assert "The program shuffles and holds the A.I.'s cards." in run.out
    assert 'hand = ["hidden", "hidden", "hidden", "hidden"]' in run.out
    assert "rifleman-A" in run.out


# -- the odds of one card


def test_odds_by_facts(kempelen):
    run = kempelen("odds", "undaunted", "--card", "rifleman", "--fact", "on_tgt_marker")
    assert run.status == 0
    assert said(run)[:4] == [
        "English edition of the text.",
        "Rifleman: the chances before any die is cast",
        "80.0 %   4/5   Rifleman: MOVE",
        "20.0 %   1/5   Rifleman: ATTACK",
    ]
    assert "[undaunted-ai-1.2 / RIFLEMAN / 2]" in run.out


def test_odds_by_facts_with_targets(kempelen):
    facts = ["enemy=rifleman:7:objective", "enemy=rifleman:7:objective", "enemy=scout:5"]
    words = [word for fact in facts for word in ("--fact", fact)]
    run = kempelen("odds", "undaunted", "--card", "mg-A", *words, "--lang", "de")
    told = said(run)
    assert told[0].startswith("Deutsche Fassung des Textes, mit Q03 ")
    about = told.index("MG-Schütze A: die Aussichten vor dem Wurf")
    assert told[about + 1 : about + 3] == [
        "80,0 %    4/5   NIEDERHALTEN",
        "40,0 %    2/5     MG-Schütze: NIEDERHALTEN, Schütze 1",
    ]


@pytest.fixture
def table(tmp_path):
    file = tmp_path / "table.toml"
    file.write_text(
        """
game = "undaunted"
scenario = "first"
round = 2
phase = "turn"
active = "de"
[us]
counters = { B1 = ["rifleman-A", "scout-A"], B2 = ["mg-A"] }
[de]
automa = true
hand = ["rifleman-A"]
counters = { B4 = ["rifleman-A"] }
scouted = ["B3", "B4"]
""",
        "utf-8",
    )
    return file


def test_odds_on_a_table(kempelen, table):
    run = kempelen("odds", "undaunted", "--position", table, "--card", "rifleman-a")
    told = said(run)
    assert told[1] == "70.0 %   7/10   Play Rifleman A: MOVE to B3"
    assert told[2].startswith("30.0 %   3/10   Play Rifleman A: ATTACK")
    other = kempelen("odds", "undaunted", "--position", table, "--card", "rifleman-A", "--seat", "us")
    assert said(other)[1] != told[1]


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ((), "Which table? Give a position"),
        (("--fact", "on_tgt_marker"), "Which card? Name it"),
        (("--card", "tank", "--fact", "on_tgt_marker"), "“tank” is no card."),
        (("--card", "fog", "--fact", "on_tgt_marker"), "“fog” is no card."),
        (("--card", "scout", "--fact", "happy"), "There is no fact “happy”."),
        (("--card", "scout", "--fact", "on_tgt_marker=maybe"), "is neither yes nor no."),
        (("--card", "scout", "--fact", "min_def=few"), "needs a whole number"),
        (("--card", "scout", "--fact", "enemy=tank:3"), "is no enemy."),
        (("--card", "scout", "--fact", "enemy=scout"), "is no enemy."),
        (("--unit", "x"), "A unit stands on a table"),
    ],
)
def test_what_cannot_be_asked(kempelen, words, problem):
    run = kempelen("odds", "undaunted", *words)
    assert run.status == 2
    assert problem in run.err


def test_a_table_has_its_own_facts(kempelen, table):
    run = kempelen("odds", "undaunted", "--position", table, "--card", "scout-A", "--fact", "on_tgt_marker")
    assert run.status == 2
    assert "Facts and a table do not go together" in run.err
    run = kempelen("odds", "undaunted", "--position", table, "--card", "sniper")
    assert run.status == 2
    assert "sniper has no spawn tile in this scenario" in run.err


def test_a_game_that_cannot_be_asked_about_a_card(kempelen):
    run = kempelen("odds", "saboteur", "--card", "map")
    assert run.status == 2
    assert "saboteur cannot be asked about a single card or unit." in run.err


# -- words


@pytest.mark.parametrize(
    ("lang", "said_of", "typed"),
    [
        ("en", "“foo” is not possible here. Give one of these: Sergeant, Guide, Scout,", ("scout", "Machine Gunner")),
        ("de", "„foo“ geht hier nicht. Möglich: Zugtruppführer, Feldwebel, Späher,", ("spaeher", "mg-schütze")),
    ],
)
def test_a_mistyped_word_is_answered_with_the_words_that_are_shown(kempelen, lang, said_of, typed):
    """And these are understood, with ae for ä too."""
    key = "o" if lang == "en" else "r"
    run = kempelen(*UNDAUNTED, "--lang", lang, typed=lines(key, "foo", typed[0], "a", typed[1], "b", "", "q"))
    told = said(run)
    assert any(line.startswith(said_of[:40]) for line in told)
    assert not any("rifleman" in line or "mg," in line for line in told)
    wanted = {"en": ("Scout A", "Machine Gunner B"), "de": ("Späher A", "MG-Schütze B")}[lang]
    assert any(line.startswith("▶") and all(name in line for name in wanted) for line in told)
