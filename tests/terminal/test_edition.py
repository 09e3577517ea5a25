"""`--edition`: the English or the German text where the two differ in meaning, said and kept wherever a game begins."""

import json
import re
from contextlib import closing
from itertools import islice
from pathlib import Path

import pytest

from kempelen import contract
from kempelen.automa.sheet import Sheet
from kempelen.engine.game import say_in
from kempelen.engine.rulings import options_text
from kempelen.games.undaunted import GAME
from kempelen.store import open_store
from kempelen.text.say import LANGUAGES

DE = "German edition of the text, with Q03 (also on results outside of the table)"
ENGLISH = {id: GAME.rulings[id].default for id in GAME.editions["de"]}
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
    assert "English edition of the text." in run.out
    assert record("undaunted-1").header["edition"] == "en"
    assert "options" not in record("undaunted-1").header


def test_an_option_overrides(kempelen, record):
    words = ("--edition", "de", "--option", "Q26=scout", "--seed", 1)
    said = " ".join(kempelen("play", "undaunted", *words, typed="quit\n").out.split())
    assert f"Q26 ({GAME.rulings['Q26'].values['scout']['en']})" in said
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
    assert "*English edition of the text.*" in usual.out
    rest, usual_rest = (re.sub(r"\*\w+ edition of the text.*\*", "", one.out) for one in (run, usual))
    assert rest != usual_rest
    overridden = [word for id in GAME.editions["de"] for word in ("--option", f"{id}={GAME.rulings[id].default}")]
    again = kempelen("document", "undaunted", "--edition", "de", *overridden)
    for said, wanted in zip(again.out.splitlines(), usual.out.splitlines(), strict=True):
        assert said == wanted or said.startswith("*German edition of the text")


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


# -- without --edition: whoever begins something has that of his language


@pytest.fixture(params=LANGUAGES)
def locale(request, monkeypatch):
    """The language of the person, as the environment has it."""
    monkeypatch.setenv("KEMPELEN_LANG", request.param)
    return request.param


def said_of(edition, lang):
    return say_in(lang).of(options_text(edition, GAME.editions[edition], GAME.rulings))


@pytest.mark.parametrize("words", [("play",), ("companion", "--scenario", "first")])
def test_a_game_is_begun_in_the_readers_edition(kempelen, record, locale, words):
    assert said_of(locale, locale) in kempelen(words[0], "undaunted", *words[1:], typed="quit\n").out
    header = record("undaunted-1").header
    assert (header["edition"], header.get("options", {})) == (locale, GAME.editions[locale])


def test_a_campaign_is_begun_in_the_readers_edition(kempelen, record, locale):
    kempelen("campaign", "start", "week", "--seed", 5, typed="quit\n")
    assert record("undaunted-1").header["edition"] == locale


@pytest.mark.parametrize(
    "words", [("companion",), ("document",), ("odds", "--card", "sniper", "--fact", "near_top_vp")]
)
def test_what_is_asked_and_printed_is_the_readers_edition(kempelen, locale, words):
    assert said_of(locale, locale) in kempelen(words[0], "undaunted", *words[1:], typed="quit\n").out


def test_the_language_asked_for_counts(kempelen, record):
    kempelen("play", "undaunted", "--lang", "de", typed="quit\n")
    assert record("undaunted-1").header["edition"] == "de"
    assert "edition" not in record_of_a_game_without_editions(kempelen, record)


def record_of_a_game_without_editions(kempelen, record):
    kempelen("play", "saboteur", "--lang", "de", typed="quit\n")
    return record("saboteur-1").header


# -- what is only read or measured means the English edition in every language


@pytest.fixture
def followed(monkeypatch):
    """The options by which automas have decided."""
    seen = []
    made = Sheet.made

    def watched(sheet, options):
        if GAME.editions["de"].keys() <= options.keys():
            seen.append({id: options[id] for id in GAME.editions["de"]})
        return made(sheet, options)

    monkeypatch.setattr(Sheet, "made", watched)
    return seen


def english(followed):
    return bool(followed) and all(options == ENGLISH for options in followed)


def test_simulate_and_replay_in_every_language(kempelen, locale, followed, tmp_path):
    rows, game = tmp_path / "rows.jsonl", tmp_path / "game.jsonl"
    kempelen("simulate", "undaunted", "-n", 2, "--workers", 1, "-o", rows)
    assert all("edition" not in json.loads(row) for row in rows.read_text("utf-8").splitlines())
    kempelen("simulate", "undaunted", "-n", 2, "--record", 2, game)
    assert {"edition", "options"}.isdisjoint(json.loads(game.read_text("utf-8").splitlines()[0]))
    followed_before = len(followed)
    assert kempelen("replay", "--verify", game).status == 0
    assert len(followed) > followed_before
    assert english(followed)


def test_conform_in_every_language(kempelen, locale):
    cases = Path(__file__).parents[1] / "conformance" / "undaunted.yaml"
    assert kempelen("conform", cases).status == 0
    other = [word for id, value in GAME.editions["de"].items() for word in ("--option", f"{id}={value}")]
    assert kempelen("conform", cases, *other).status == 1  # so the German edition would be noticed


def test_check_in_every_language(kempelen, locale, followed, monkeypatch):
    some = contract.checks
    monkeypatch.setattr(contract, "checks", lambda game, **more: islice(some(game, **more), 5))
    assert kempelen("check", "undaunted").status == 0
    assert english(followed)


def test_a_kept_record_in_every_language(kempelen, locale, followed, tmp_path):
    """Written by an earlier version, without an edition, and stuck there: an automa goes on with it."""
    kept = Path(__file__).parents[1] / "kept" / "records" / "undaunted-mortars-stuck.jsonl"
    run = kempelen("play", "--resume", kept, typed="quit\n")
    assert run.status == 0
    assert all(said_of(edition, locale) not in run.out for edition in GAME.editions)
    assert english(followed)


def test_a_kept_position_in_every_language(kempelen, record, locale, followed):
    kept = Path(__file__).parents[1] / "kept" / "positions" / "undaunted-orchard-running.toml"
    kempelen("play", "undaunted", "--position", kept, "--humans", "none", "--seed", 1, typed="quit\n")
    assert {"edition", "options"}.isdisjoint(record("undaunted-1").header)
    assert kempelen("odds", "undaunted", "--position", kept, "--card", "rifleman-A").status == 0
    assert english(followed)


def test_the_list_of_rulings_names_them(kempelen):
    run = kempelen("rules", "undaunted", "Q26")
    assert "Q26=swap  SCOUT is CONCEAL all the same  (--edition de)" in run.out
    assert run.out.count("--edition") == 1
