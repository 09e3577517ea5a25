"""The opponent at a real table: what a person is told and asked, and the game in the handbook.

KEMPELEN_RECORD=1 writes the recorded game in docs/en/universalis-companion.md and its German page anew.
"""

import os
import re
import sys
import tomllib
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner

from kempelen.companion import facts_in
from kempelen.engine.errors import BadNotation
from kempelen.engine.game import Setup, say_in
from kempelen.games.universalis import GAME
from kempelen.store import sqlite
from kempelen.terminal.cli import main
from kempelen.terminal.why import turns
from kempelen.wording import question
from tests.games.universalis.person import at_table, typed_game
from tests.marks import rule

ROOT = Path(__file__).parents[3]
FILE = "docs/examples/universalis/duel.toml"
SEED, DICE = 11, "table 11"
PAGES = {"en": "docs/en/universalis-companion.md", "de": "docs/de/universalis-begleiter.md"}
BLOCK = re.compile(r"(<!-- recorded: (.+?) -->\n```text\n)(.*?)(```)", re.DOTALL)
PICTURE = re.compile(r"(Round|Runde) \d+/\d+ · ")


@pytest.fixture(scope="module")
def duel():
    return Setup(GAME.name, "first", ("middle", "human"), {}, tomllib.loads((ROOT / FILE).read_text("utf-8")))


@pytest.fixture(scope="module")
def recorded(duel):
    return typed_game(duel, SEED, DICE)


def shown(monkeypatch, tmp_path, lines, lang):
    """What the terminal shows when these lines are typed."""
    monkeypatch.setenv("KEMPELEN_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "110")
    monkeypatch.setattr(sqlite, "SYNCHRONOUS", "OFF")
    monkeypatch.chdir(ROOT)
    words = ["companion", "universalis", "--position", FILE, "--humans", "2"]
    words += ["--dice", "table", "--seed", str(SEED), "--lang", lang]
    monkeypatch.setattr(sys, "argv", ["kempelen", *words])
    typed = "".join(f"{line}\n" for line in [*lines, ""])
    with CliRunner().isolation(input=typed) as (out, err, _), suppress(SystemExit):
        main()
    assert err.getvalue() == b""
    return " ".join(words), [line.rstrip() for line in out.getvalue().decode().splitlines()]


def without_pictures(lines):
    """The table is drawn before every question; a reader needs it only at first, and when everybody stands."""
    found, number, skipping = [], 0, False
    for line in lines:
        if PICTURE.match(line):
            number += 1
            skipping = number not in (1, 6)
        if skipping and re.match(
            r"(The|Die) (Scrapper Gang|Border Watch|Schrotterbande|Grenzwacht): |The game|Das Spiel", line
        ):
            skipping = False
        if not skipping and not (found and not line and not found[-1]):
            found.append(line)
    return found


@pytest.mark.parametrize("lang", PAGES)
def test_the_recorded_game_is_what_the_program_says(monkeypatch, tmp_path, recorded, lang):
    session, lines = recorded
    second = [n for n, line in enumerate(lines) if " move " in line][1]
    rows = [session.inputs[index] for index in turns(session)]
    shot = next(
        n for n, row in enumerate(rows, 1) if row.kind == "do" and re.match(r"A\d (aim|shoot|snap) ", row.value)
    )
    lines = [GAME.speech.typed.written(line, lang) for line in lines]  # each page in the words of its language
    words, said = shown(monkeypatch, tmp_path, [*lines[:second], f"? {shot}", *lines[second:]], lang)
    path = ROOT / PAGES[lang]
    text = path.read_text("utf-8")
    body = "\n".join(without_pictures(said)).strip("\n")
    written = BLOCK.sub(lambda found: f"<!-- recorded: {words} -->\n```text\n{body}\n```", text)
    assert session.over
    if "KEMPELEN_RECORD" in os.environ:
        path.write_text(written, "utf-8")
    else:
        assert written == text, "KEMPELEN_RECORD=1 writes it anew"
    assert len(BLOCK.findall(text)) == 1


def test_whoever_rolls_is_told_for_whom_and_what_counts(duel):
    """No die is asked for without a name, a purpose and the number that counts."""
    asked, names = [], set()
    for session, decision, _ in at_table(duel, SEED, DICE):
        names |= {m.name for m in session.checkpoint.models}
        if decision.kind in ("roll", "direction"):
            asked.append(question(session, decision, say_in("en")))
    assert {text.key for text in asked} >= {"universalis.throw.needed", "universalis.throw.added"}
    for text in asked:
        assert text.key.startswith("universalis.throw."), text
        assert dict(text.fields)["who"] in names
        for lang in ("en", "de"):
            assert say_in(lang).of(text)


def test_a_correction_names_a_model_by_its_label(recorded):
    session, _ = recorded
    assert facts_in(session, "A1.tp=[3]") == {"models": {"1": {"tp": [3]}}}
    assert facts_in(session, "b2.ap=4") == {"models": {"4": {"ap": 4}}}


def test_a_correction_in_the_middle_of_an_attack(duel):
    """The running action is taken back, and its player is asked anew."""
    session, _, _ = next(at for at in at_table(duel, SEED, DICE) if at[1].why == "fk" and at[1].kind == "roll")
    session.correct(facts_in(session, "A1.at=[3, 3]"))
    while not session.pending:
        session.advance()
    mirror = session.checkpoint.models[0]
    assert (mirror.x, mirror.y) == (3.0, 3.0)
    assert session.at_checkpoint or session.unanswered[0].kind != "do"


def test_a_correction_of_something_else_leaves_a_fight_as_it_was(duel):
    """Dice that people have thrown are thrown; taking the correction back takes nothing else back."""

    def running(session):
        return session.inputs[session.moments[-1].inputs :]

    def told(session):
        return [event.text for event in session.events]

    session, asked, _ = next(
        at for at in at_table(duel, SEED, DICE) if {"do", "roll"} <= {row.kind for row in running(at[0])}
    )
    before, rows, wounds = told(session), running(session), [model.tp[:] for model in session.state.models]
    for n in range(len(wounds)):
        session.correct(facts_in(session, f"models.{n + 1}.shocks=2"))
        session.run()
        assert told(session) == before
        assert session.pending[0].prompt == asked.prompt
        assert [model.tp for model in session.state.models] == wounds
        assert session.state.models[n].shocks == 2
        assert session.fork().run().state == session.state
        session.undo()
        session.run()
        assert told(session) == before
        assert running(session) == rows
        assert [row.value for row in session.fork().run().inputs] == [row.value for row in session.inputs]


@rule("universalis:R001")
@pytest.mark.parametrize(
    ("typed", "at"),
    [
        ("A1 move 30,12", (30.0, 12.0)),
        ("A1 move r30,12", (60.0, 12.0)),
        ("A1 move 30.5,t12", (30.5, 78.0)),
        ("A1 move r10,o20", (80.0, 70.0)),
        ("A1 move l10,u20", (10.0, 20.0)),
    ],
)
def test_places_are_measured_from_any_two_edges(typed, at):
    action = GAME.parse(typed)
    assert action.points[0][:2] == at
    assert GAME.parse(action.notation) == action


@pytest.mark.parametrize("typed", ["A1 move t30,12", "A1 move 30,r12", "A1 move r,12", "A1 move 30"])
def test_what_is_no_place_is_refused_with_an_example(typed):
    with pytest.raises(BadNotation) as caught:
        GAME.parse(typed)
    assert "34.5,20.0" in say_in("en").of(caught.value.text)


def test_only_the_place_may_be_typed(monkeypatch, tmp_path, recorded):
    """Where everything on offer begins with the same words, they may be left out."""
    _, lines = recorded
    start = next(n for n, line in enumerate(lines) if " deploy " in line)
    label, _, place = lines[start].split()
    _, said = shown(monkeypatch, tmp_path, [*lines[:start], place, "quit"], "en")
    assert any(line.strip().startswith(f"{label} ") and f"starts at {place}" in line for line in said)
