"""`kempelen companion`: a real table, its cards named by whoever sits at the keyboard."""

import re

import pytest

from kempelen.companion import companion_session
from kempelen.engine.files.record import read_text
from kempelen.engine.game import Setup
from kempelen.engine.session import Undo

TABLE = ("--cards", "table")
"""Everything is named by whoever sits at the keyboard."""


@pytest.fixture
def small(tmp_path):
    """Two computer players, one person; the gold is one card away."""
    file = tmp_path / "small.toml"
    file.write_text(
        """
game = "saboteur"
active = 2
board = ["1,0 plus", "2,0 plus", "3,0 plus", "4,0 line_horiz", "5,0 line_horiz", "6,0 three_horiz"]
players = [
    { hand = 2 }, { role = "sab", hand = ["broken_lantern", "dead_plus"] }, { role = "gold", hand = ["map", "plus"] },
]
""",
        "utf-8",
    )
    return "companion", "saboteur", "--position", file, "--seed", "1"


def test_a_small_game_to_its_end(kempelen, small):
    """Player 2 blocks, player 3 looks at a goal, player 1 reaches the gold; then the people show what they have."""
    typed = ["y", "tunnel", "stone", "curve_down", "line_horiz 7,0", "gold", "gold", "map", "? 2", ""]
    run = kempelen(*small, typed="\n".join(typed) + "\n")
    assert run.status == 0
    said = [line.strip() for line in run.out.splitlines()]
    order = [
        "Whoever sits at this keyboard names the cards that a computer player holds and so sees them.",
        "▶ Computer player 2",
        "Player 2 plays a “broken lantern” card on player 3.",
        "Computer player 2 draws from the draw pile: which card?",
        "▶ Computer player 3",
        "Look at the top goal",
        "Top goal: what is it?",
        "Player 3 looks at the top goal.",
        "Computer player 3 draws from the draw pile: which card?",
        "Player 1: what happens at the table?",
        "Middle goal: what is it?",
        "Role card of player 1: what is it?",
        "Hand card of player 1: what is it?",
        "The game is over.",
        "2. Player 3 looks at the top goal: it is a stone.",
        "kempelen replay saboteur-1",
    ]
    places: list[int] = []
    for words in order:
        after = places[-1] + 1 if places else 0
        places.append(next((n for n in range(after, len(said)) if said[n].startswith(words)), -1))
        assert places[-1] >= 0, words
    assert kempelen("replay", "saboteur-1", "--verify").status == 0


def test_cards_of_one_hand_in_one_line(kempelen):
    typed = ["", "board", "gold", "stone", "map plus, line", "map PLUS three_v rockf 1 lantern", "map, plus,", "quit"]
    run = kempelen("companion", "saboteur", "--players", 3, *TABLE, typed="\n".join(typed) + "\n")
    assert "“line” can mean several things: " in run.out
    assert "“lantern” can mean several things" in run.out
    assert "Computer player 2: map and crossing. And the next card?" in run.out
    typed = ["map map map map map map map"]
    run = kempelen("companion", "--resume", "saboteur-1", typed="y\n" + "\n".join(typed) + "\n")
    assert "The last 3 were not needed and are left out." in run.out
    assert "Computer player 3 draws from the draw pile: which card?" in run.out


def test_nothing_is_taken_from_a_line_that_is_unclear(kempelen, record):
    typed = "y\ngold\ngold\nplus foo map\nquit\n"
    run = kempelen("companion", "saboteur", "--players", 3, *TABLE, typed=typed)
    assert "“foo” is not in the list. Enter shows it." in run.out
    session = record().load()
    assert [row.value for row in session.inputs] == ["role_gold", "role_gold"]


def test_people_keep_their_cards(kempelen, record):
    kempelen(
        "companion", "saboteur", "--players", 3, "--humans", "1,2", *TABLE, typed="y\nsab\nmap map map map map map\n"
    )
    session = record().load().run()
    assert session.state.roles == [-1, -1, 102]
    assert session.state.hands[:2] == [[-1] * 6] * 2
    assert session.pending[0].seat == 0


def test_undo_and_correct(kempelen, small, record):
    typed = [
        "y",
        "tunnel",
        "undo",
        "map",
        "stone",
        "plus",
        "correct",
        "correct players.2.score=7",
        "correct players.2.broken=[pick]",
        "correct players.9.score=7",
        "correct players.2.scor=7",
        "correct plyers.2.score=7",
        "correct active.x=7",
        "correct nonsense",
        "correct players.2.broken=[spoon]",
        "correct players.2.hand=3",
        "undo",
        "correct players.1.broken=[pick, lantern]",
        "lay line_horiz 7,0",
    ]
    run = kempelen(*small, typed="\n".join(typed) + "\n")
    assert run.status == 0
    assert run.out.count("Taken back.") == 2
    assert run.out.count("Corrected. The running turn is asked anew.") == 3
    assert 'role = "sab"' in run.out  # what there is to correct
    assert "players.9: here a number from 1 to 3 is needed." in run.out
    assert "Here must stand everything that player 2 knows" in run.out
    assert "plyers: there is no such place." in run.out
    assert "active.x: this has no parts." in run.out
    assert "A correction looks like players.1.hand=2, not like “nonsense”." in run.out
    for field in ("players.2.scor", "players.2.broken.1"):
        assert any(line.startswith(f"{field}: ") for line in run.out.splitlines()), field
    assert "With a broken" in run.out or "broken tool" in run.out
    session = record().load().run()
    assert session.state.scores[1] == 7
    assert session.state.broken[0].bit_count() == 2
    assert sum(isinstance(row, Undo) for row in session.rows) == 2


def test_corrections_wait_for_the_set_up(kempelen):
    run = kempelen("companion", "saboteur", *TABLE, typed="y\ncorrect\ncorrect players.2.score=7\n")
    assert run.out.count("There is nothing to correct before the game is set up.") == 2


def test_it_can_be_declined(kempelen):
    run = kempelen("companion", "saboteur", *TABLE, typed="n\n")
    assert run.status == 0
    assert "draws from" not in run.out


def test_resume_tells_what_happened_last(kempelen, small):
    kempelen(*small, typed="y\ntunnel\nstone\n")
    run = kempelen("companion", "--resume", "saboteur-1", "--lang", "de", typed="j\n?\nende\n")
    assert "Spieler 3 sieht sich die obere Zielkarte an." in run.out
    assert "Nachziehstapel: Computerspieler 3 zieht eine Karte. Welche?" in run.out
    assert "Die Liste „Goldsucher und Steinsucher“ wird von oben durchgegangen." in run.out


def test_a_goal_that_is_still_to_be_named(kempelen, small):
    """The why has the action as its title, and after a break what is to be done is said again."""
    run = kempelen(*small, typed="y\ntunnel\n?\nundo\n")
    asked = run.out.partition("> ?")[2]
    assert "  2. Look at the top goal" in asked
    assert "It goes through the list “gold seekers and stone seekers”" in asked

    kempelen(*small, typed="y\ntunnel\n")
    again = kempelen("companion", "--resume", "saboteur-2", typed="y\n").out.partition("Go on?")[2]
    order = [
        "What happened last:",
        "Player 2 plays",
        "▶ Computer player 3",
        "Look at the top goal",
        "Top goal",
    ]
    assert [again.index(words) for words in order] == sorted(again.index(words) for words in order)
    assert again.count("Player 2 plays a “broken lantern” card on player 3") == 1


def test_after_a_break_nothing_is_to_be_done_twice(kempelen, small):
    kempelen(*small, typed="y\ntunnel\nstone\nplus\n")
    run = kempelen("companion", "--resume", "saboteur-1", typed="y\n")
    assert "▶" not in run.out
    assert "Player 1: what happens at the table?" in run.out


@pytest.mark.parametrize(("lang", "word"), [("en", "correct"), ("de", "berichtige")])
def test_help_lists_corrections(kempelen, small, lang, word):
    run = kempelen(*small, "--lang", lang, typed=f"y\nhelp\n{word}\n")
    assert any(line.split()[:1] == [word] for line in run.out.splitlines())
    assert f"{word} players.1.hand=2" in run.out  # an example from this table


def test_lots_with_real_dice(kempelen, small):
    run = kempelen(*small, "--dice", "table", typed="y\n7\n2\ntunnel\n")
    assert "Which goal is looked at? Draw lots." in run.out
    assert "“7” is not in the list." in run.out
    assert "Player 2 plays a “broken lantern” card on player 3" in run.out


def test_cards_dealt_by_the_program(kempelen):
    run = kempelen("companion", "saboteur", "--players", 3, "--cards", "app", "--seed", 5, typed="y\nquit\n")
    assert "Player 1's hand" in run.out
    assert "draws from" not in run.out


def test_things_that_are_turned_up_one_after_the_other_in_one_line(kempelen, tmp_path):
    """Two people show their roles at the end: both in one line."""
    file = tmp_path / "two.toml"
    file.write_text(
        """
game = "saboteur"
active = 3
board = ["1,0 plus", "2,0 plus", "3,0 plus", "4,0 line_horiz", "5,0 line_horiz", "6,0 three_horiz"]
players = [
    { hand = 1 }, { hand = 1 }, { role = "gold", hand = ["line_horiz"] },
]
""",
        "utf-8",
    )
    begin = ("companion", "saboteur", "--position", file, "--humans", "1,2", "--seed", "1")
    run = kempelen(*begin, typed=f"y\ngold\nsab, stone\nsave {tmp_path / 'game.jsonl'}\n\n")
    assert "Role card of player 1: what is it?" in run.out
    assert "Role card of player 2: what is it?" not in run.out
    assert "The game is over." in run.out
    rows = read_text("game", (tmp_path / "game.jsonl").read_text("utf-8")).rows
    assert [row.value for row in rows if getattr(row, "kind", "") == "reveal"] == [
        "goal_gold",
        "role_sab",
        "role_stone",
    ]


@pytest.mark.parametrize(("cards", "open_why"), [("table", True), ("app", False)])
def test_a_why_is_open_only_where_the_cards_are_seen_anyway(cards, open_why):
    session = companion_session(Setup("saboteur", "tu", ("human", "rule", "rule")), cards_on_table=cards == "table")
    assert session.open_why is open_why
    assert companion_session(Setup("universalis", "first", ("human", "middle"))).open_why


def test_secrets_of_automas_whose_cards_the_program_holds_stay_theirs(kempelen):
    begin = ("companion", "saboteur", "--players", 3, "--cards", "app", "--seed", 5)
    run = kempelen(*begin, typed="y\n" + "1\n" * 8 + "?\n? 2\nquit\n")
    assert "It goes through the list" not in run.out
    assert "shown when the game is over" in run.out


def test_the_program_proposes_to_keep_the_cards(kempelen):
    """As in the browser: it says what to lay out, tells me my role, and asks for nothing but what I do."""
    words = ("companion", "saboteur", "--players", 3, "--seed", 5)
    run = kempelen(*words, typed="\ncorrect\nquit\n")
    assert "Shall it keep them? [Y/n]" in run.out
    said = " ".join(run.out.split())
    order = [
        "Lay out the table:",
        "1. The role cards stay in the box.",
        "2 × ",
        "computer players' supply",
        "Player 1 is",
    ]
    assert [said.find(part) for part in order] == sorted(said.find(part) for part in order)
    assert min(said.find(part) for part in order) > 0
    assert "which card?" not in run.out
    shown = run.out.partition("> correct")[2]
    assert "hand = [" not in shown, "what computer players hold is shown to nobody"
    asked = kempelen(*words, typed="n\nn\n")
    assert "names the cards that a computer player holds and so sees them" in " ".join(asked.out.split())
    assert "draws from the role cards" not in asked.out
    again = kempelen("companion", "--resume", "saboteur-1", typed="quit\n").out
    assert "Lay out the table" not in again
    assert "Player 1: what happens at the table?" in again


def test_kept_cards_to_the_next_turn(kempelen):
    """A person plays a card, the computer players act without being told a card, and it is his turn again."""
    words = ("companion", "saboteur", "--players", 3, "--seed", 5, "--cards", "kept")
    run = kempelen(*words, typed="1\n" * 4 + "quit\n")  # the first card at the first place
    assert "▶ Computer player 2" in run.out
    assert "▶ Computer player 3" in run.out
    assert run.out.count("Player 1: what happens at the table?") > 1
    assert "which card?" not in run.out


@pytest.mark.parametrize("cards", ["kept", "app"])
def test_what_a_computer_player_looks_at_or_throws_away_face_down_is_told_to_nobody(kempelen, cards):
    words = ("companion", "saboteur", "--scenario", "commercial", "--players", 3, "--seed", 7, "--cards", cards)
    run = kempelen(*words, typed="1\n" * 24 + "quit\n")
    said = " ".join(run.out.split())
    shown = re.findall(r"Player [23] (?:looks at the \w+ goal|discards [^.:]+)[.:]", said)
    assert any("looks" in one for one in shown)
    assert any("discards" in one for one in shown)
    assert {one for one in shown if one.endswith(":") or ("discards" in one and "discards a card" not in one)} == set()


def test_only_one_reads_his_role(kempelen):
    """Two people: the keyboard is handed on, and what was read is hidden."""
    words = ("companion", "saboteur", "--players", 3, "--humans", "1,2", "--seed", 5, "--cards", "kept", "--lang", "de")
    run = kempelen(*words, typed="\n\n\n\nende\n")
    said = " ".join(run.out.split())
    for who in ("Spieler 1", "Spieler 2"):
        assert f"liest nur {who}" in said
    assert said.count("Gelesen?") == 2
    assert said.index("liest nur Spieler 1") < said.index("Gelesen?") < said.index("liest nur Spieler 2")
    again = kempelen("companion", "--resume", "saboteur-1", "--lang", "de", typed="geheim 2\n\n\ngeheim 3\nende\n").out
    assert "liest nur Spieler 2" in again
    assert "Spieler 2 ist" in again
    assert "Einen Menschen mit der Nummer „3“ gibt es nicht." in again
