"""`--edition`: the English or the German text where the two differ in meaning, said and kept wherever a game begins."""

import json
from contextlib import closing

import pytest

from kempelen.games.undaunted import GAME
from kempelen.store import open_store

DE = "Edition de of the text: Q03=nothing_fits, Q26=swap, Q35=or_near."
MARKED = ("--card", "scout", "--fact", "scouted_enough", "--fact", "on_tgt_marker")


def test_editions_set_options_that_exist():
    assert GAME.editions["en"] == {}
    for options in GAME.editions.values():
        resolved = GAME.rulings.resolve(options)
        assert all(resolved[id] == value != GAME.rulings[id].default for id, value in options.items())


def test_play_says_and_keeps_it(kempelen, record):
    run = kempelen("play", "undaunted", "--edition", "de", "--seed", 1, typed="quit\n")
    assert (run.status, run.err) == (0, "")
    assert DE in run.out
    header = record("undaunted-1").header
    assert (header["edition"], header["options"]) == ("de", GAME.editions["de"])
    assert DE in kempelen("play", "--resume", "undaunted-1", typed="quit\n").out


def test_play_in_english_is_the_default(kempelen, record):
    run = kempelen("play", "undaunted", "--edition", "en", "--seed", 1, typed="quit\n")
    assert "Edition en of the text." in run.out
    assert record("undaunted-1").header["edition"] == "en"
    assert "options" not in record("undaunted-1").header


def test_an_option_overrides(kempelen, record):
    words = ("--edition", "de", "--option", "Q26=scout", "--seed", 1)
    assert "Q26=scout" in kempelen("play", "undaunted", *words, typed="quit\n").out
    session = record("undaunted-1").load()
    assert session.state.options["Q26"] == "scout"
    assert session.state.options["Q35"] == "or_near"


@pytest.mark.parametrize("form", [("--adviser",), ("--board", "--scenario", "first")])
def test_companion(kempelen, form):
    run = kempelen("companion", "undaunted", *form, "--edition", "de", "--seed", 1, typed="quit\n")
    assert (run.status, run.err) == (0, "")
    assert DE in run.out


def test_the_adviser_follows_it(kempelen):
    """Scout, no Fog, enough, on the marker, a one: SCOUT in English, CONCEAL in German."""
    typed = "3\nn\ny\ny\n1\n\nquit\n"
    assert "▶ Scout: SCOUT" in kempelen("companion", "undaunted", "--edition", "en", typed=typed).out
    assert "▶ Scout: CONCEAL" in kempelen("companion", "undaunted", "--edition", "de", typed=typed).out


def test_odds(kempelen):
    run = kempelen("odds", "undaunted", *MARKED, "--edition", "de")
    assert DE in run.out
    assert "CONCEAL" in run.out
    other = kempelen("odds", "undaunted", *MARKED, "--edition", "de", "--option", "Q26=scout")
    assert "CONCEAL" not in other.out.partition("Why")[0]


def test_simulate(kempelen, tmp_path):
    file = tmp_path / "rows.jsonl"
    run = kempelen("simulate", "undaunted", "-n", 1, "--workers", 1, "--edition", "de", "-o", file)
    assert "edition de (Q03=nothing_fits, Q26=swap, Q35=or_near)" in run.out.replace("\n", " ")
    row = json.loads(file.read_text("utf-8"))
    assert (row["edition"], row["options"]) == ("de", GAME.editions["de"])
    kept = tmp_path / "game.jsonl"
    kempelen("simulate", "undaunted", "-n", 1, "--edition", "de", "--record", 1, kept)
    assert '"edition":"de"' in kept.read_text("utf-8").splitlines()[0]


def test_document(kempelen, tmp_path):
    run = kempelen("document", "undaunted", "--edition", "de")
    assert DE in run.out
    usual = kempelen("document", "undaunted")
    assert "Edition" not in usual.out
    assert run.out.replace(f"*{DE}*\n", "") != usual.out
    overridden = [word for id in GAME.editions["de"] for word in ("--option", f"{id}={GAME.rulings[id].default}")]
    again = kempelen("document", "undaunted", "--edition", "de", *overridden)
    assert [line for line in again.out.splitlines() if not line.startswith("*Edition")] == usual.out.splitlines()


def test_a_campaign_keeps_it(kempelen, record):
    run = kempelen("campaign", "start", "week", "--edition", "de", "--seed", 5, typed="quit\n")
    assert DE in run.out
    with closing(open_store()) as store:
        assert store.campaign("undaunted-week-1").header["edition"] == "de"
    assert record("undaunted-1").header["edition"] == "de"
    assert DE in kempelen("campaign", "play", typed="quit\n").out


@pytest.mark.parametrize(
    "words",
    [
        ("play", "saboteur"),
        ("companion", "saboteur"),
        ("simulate", "saboteur", "-n", 1),
        ("odds", "saboteur", "--position", "none.toml"),
        ("document", "saboteur"),
    ],
)
@pytest.mark.parametrize("lang", ["en", "de"])
def test_games_without_editions_refuse(kempelen, words, lang):
    run = kempelen(*words, "--edition", "de", "--lang", lang)
    assert (run.status, run.out) == (2, "")
    wanted = {"en": "“saboteur” has no editions", "de": "„saboteur“ hat keine Fassungen"}
    assert wanted[lang] in run.err
    assert "--option" in run.err


@pytest.mark.parametrize("words", [("play",), ("companion",), ("simulate", "-n", 1), ("odds", *MARKED), ("document",)])
def test_an_unknown_edition(kempelen, words):
    run = kempelen(words[0], "undaunted", *words[1:], "--edition", "fr")
    assert (run.status, run.out) == (2, "")
    assert run.err == "There is no edition “fr” of “undaunted”. Possible: en, de.\n"
    with closing(open_store()) as store:
        assert not store.games()


def test_the_list_of_rulings_names_them(kempelen):
    run = kempelen("rules", "undaunted", "Q26")
    assert "Q26=swap  SCOUT is CONCEAL all the same  (--edition de)" in run.out
    assert run.out.count("--edition") == 1
